"""A face that nobody at the table has seen is found by nobody who may not see it, nor by trying all 52."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from struct import pack
from types import SimpleNamespace
from typing import Any

import pytest

from ledger.application import ledger as application
from ledger.cards import DECK, Face
from ledger.decks.masking import Masking, unordered
from ledger.events.base import TOPICS, Event, Recorded
from ledger.events.decks import CardRemoved
from ledger.events.rounds import CardBurned
from ledger.identity import stream_id
from ledger.rounds.masking import mask
from ledger.seal.chain import START, chained
from ledger.seal.leaves import leaf_of
from ledger.seal.tree import leaf_hash
from ledger.store import refused as store
from ledger.store.mapper import EventMapper, encode_together
from projections.checking.running import check
from projections.integrity.sealer import Sealer
from tests.api.desk import key_for
from tests.scenario import dealt, event, folded, opened, round_record

SALT = re.compile(rb',"salt":"[^"]{24}"\}$')
HIDDEN = "Qd"
OPEN = "T-1/2026-11-28/1"
JSON = {"Content-Type": "application/json"}
# Events that name a face by which it is shown.
SHOWING = {"round.card_exposed.v1", "round.hand_revealed.v1", "round.irregularity_noted.v1"}


def saltless(*args: Any) -> list[bytes]:
    """States as they were written before there were salts."""
    return [SALT.sub(b"}", state) for state in encode_together(*args)]


@pytest.fixture(params=["salted", "saltless"])
def beside(request, desk, monkeypatch):
    """An open round whose last event is a hole card, and the proof of another round's event beside it."""
    if request.param == "saltless":
        monkeypatch.setattr(application, "encode_together", saltless)
    first = [opened(), event("betting_closed")] if desk.head() % 2 == 0 else [opened()]
    desk.record(round_record(*first, dealt(1, HIDDEN, source="shoe")))
    assert desk.head() % 2 == 1, "the hole card is the left one of two leaves"
    desk.record(round_record(opened(), number=2))
    Sealer(desk.settings).seal()
    proof = desk.get("auditor", f"/v1/integrity/proofs/{desk.head()}").json()
    return SimpleNamespace(desk=desk, path=[b64decode(one) for one in proof["path"]], salted=request.param)


def guessed(line: dict[str, Any], face: str) -> bytes:
    """The hash that the leaf of a masked event of the feed would have with a face, but for a salt."""
    said = TOPICS[line["type"]].model_validate_json(json.dumps({**line["data"], "card": face}))
    stream = stream_id("demo", "round", line["subject"])
    at = datetime.fromisoformat(line["recordedat"])
    stored = EventMapper().to_stored_event(Recorded(stream, line["version"], said, at, "recorder"))
    state = SALT.sub(b"}", stored.state)
    return leaf_hash(leaf_of(int(line["position"]), stream, line["version"], line["type"], state))


def test_the_hash_beside_a_proof_tells_no_face_by_trying_all_of_them(beside):
    told = beside.desk.get("warehouse", "/v1/feed", params={"limit": 500}).text
    lines = [json.loads(line) for line in told.splitlines()]
    (hole,) = [line for line in lines if line["type"] == "round.card_dealt.v1"]
    assert "card" not in hole["data"]
    found = [face for face in DECK if guessed(hole, face) in beside.path]
    assert found == {"salted": [], "saltless": [HIDDEN]}[beside.salted]


def test_a_salt_is_told_to_nobody_apart_from_its_state(beside):
    desk = beside.desk
    desk.project()
    views = ["", "/hands/1", "/resolutions", "/report", "/report.html", "/replay/2"]
    texts = [
        desk.get(role, f"/v1/rounds/{OPEN}{view}").text
        for view in views
        for role in ("floor", "surveillance")
    ]
    texts += [desk.get("warehouse", "/v1/feed").text, desk.get("auditor", "/v1/integrity/proofs/1").text]
    (kept,) = [
        json.loads(one.state).get("salt", "no salt")
        for one in desk.app.state.services.ledger.recorder.read_since(0, 500)
        if one.topic == "round.card_dealt.v1"
    ]
    assert not [text for text in texts if "salt" in text or kept in text]


# --- of what was refused -----------------------------------------------------------------


def sent(face: str) -> bytes:
    """A record that contradicts what is stored, by the face of a hole card."""
    return json.dumps(round_record(opened(), dealt(1, face))).encode()


@pytest.fixture(params=["salted", "saltless"])
def refused(request, desk, monkeypatch):
    """A desk at which a record was refused that names a hole card otherwise, under the seal."""
    if request.param == "saltless":
        monkeypatch.setattr(store, "_salted", lambda body: body)
    desk.record(round_record(opened(), dealt(1, "2c")))
    answer = desk("recorder", "POST", "/v1/records", content=sent(HIDDEN), headers=JSON)
    assert answer.json()["code"] == "version_conflict"
    desk.record(round_record(opened(), number=2))
    Sealer(desk.settings).seal()
    return desk, request.param


def column(said: object) -> bytes:
    """A value as PostgreSQL's binary COPY has it, after its length."""
    match said:
        case None:
            return pack(">i", -1)
        case str():
            kept = said.encode()
        case datetime():
            kept = pack(">q", (said - datetime(2000, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1))
        case date():
            kept = pack(">i", (said - date(2000, 1, 1)).days)
        case bytes():
            kept = said
        case _:
            raise TypeError(said)
    return pack(">i", len(kept)) + kept


def test_the_digest_of_what_was_refused_tells_no_face_by_trying_all_of_them(refused):
    desk, salted = refused
    (told,) = desk.get("auditor", "/v1/refused").json()["refused"]
    size, digest = opened_note(desk.get("auditor", "/v1/integrity/checkpoint").text)
    assert size == 1

    def chained_with(face: str) -> bytes:
        body = sent(face)
        first, last = (datetime.fromisoformat(told[name]) for name in ("first_at", "last_at"))
        columns = [
            pack(">q", told["refused"]), told["stream"], told["code"], told["pointer"], told["detail"],
            sha256(body).digest(), body, told["refused_by"], pack(">i", told["times"]), first, last,
            date.fromisoformat(told["gaming_date"]),
        ]  # fmt: skip
        return chained(START, [leaf_hash(pack(">h", len(columns)) + b"".join(map(column, columns)))])

    found = [face for face in DECK if chained_with(face) == digest]
    assert found == {"salted": [], "saltless": [HIDDEN]}[salted]


def opened_note(text: str) -> tuple[int, bytes]:
    """How many refused records a checkpoint is over, and their digest."""
    (line,) = [line for line in text.splitlines() if line.startswith("refused ")]
    _, count, digest = line.split()
    return int(count), b64decode(digest)


def test_what_was_refused_is_told_with_its_digest_to_surveillance_alone(refused):
    desk, _ = refused
    desk("recorder", "POST", "/v1/records", content=sent("10h"), headers=JSON)
    eye = key_for(desk, "integrity", "surveillance")
    for number in (1, 2):
        path = f"/v1/refused/{number}"
        told, whole = desk.get("auditor", path).json(), desk.client.get(path, headers=eye).json()
        face = (HIDDEN, "10h")[number - 1]
        assert (told["digest"], told["body"], face in json.dumps(told)) == (None, None, False)
        assert whole["body"].encode() == sent(face)
        assert whole["digest"] == sha256(sent(face)).hexdigest()
        assert told["size"] == whole["size"] == len(sent(face))
    assert desk.get("auditor", path).json()["detail"] == "what is given as a card is none"
    listed = desk.get("accountant", "/v1/refused").text
    assert "10h" not in listed
    assert "10h" in desk.client.get("/v1/refused", headers=eye).text
    desk.project()
    day = {"gaming_date": "2026-11-28"}
    report = desk.get("accountant", "/v1/reports/exceptions", params=day)
    assert (report.status_code, "10h" in report.text) == (200, False)
    assert check(desk.settings, kinds=["refused_digest_wrong"]).ok


# --- which events that are -----------------------------------------------------------------

# A value for each field by which an event may name a face.
FIELDS: dict[str, Any] = {
    "to": 1, "face": "down", "card": "As", "cards": ["Kd", "As"], "spot": 1, "count": 2, "corrects": 1,
}  # fmt: skip
INNER = {"round": CardBurned.model_construct(card="As"), "deck": CardRemoved.model_construct(card="As")}


def filled(made: type[Event]) -> Event:
    """An event that names faces wherever it can; not a whole one."""
    said = {name: value for name, value in FIELDS.items() if name in made.model_fields}
    if "event" in made.model_fields and made.STREAM in INNER:
        said["event"] = INNER[made.STREAM]
    return made.model_construct(**said)


def test_every_event_that_masking_can_change_is_kept_with_a_salt():
    state = folded([opened()])
    changes = {
        topic
        for topic, made in TOPICS.items()
        if (told := filled(made)) is not mask(state, 1, told)
        or unordered(Masking().without_faces(told)) is not told
    }
    assert changes == {topic for topic, made in TOPICS.items() if made.MAY_NAME_UNSEEN}


def test_every_event_that_names_a_face_is_kept_with_a_salt_or_shows_it():
    faces = str(Face)
    named = {
        topic
        for topic, made in TOPICS.items()
        if any(faces in str(field.annotation) for field in made.model_fields.values())
    }
    salted = {topic for topic, made in TOPICS.items() if made.MAY_NAME_UNSEEN}
    assert named - salted == SHOWING
    assert salted - named == {"round.corrected.v1", "deck.corrected.v1"}
