"""Who complains: told, read with a reason, erased by two people, and found nowhere else."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from api import keys
from ledger.application import personal, rekeying
from ledger.application.rekeying import Noting
from ledger.errors import InvalidField
from ledger.personal.errors import PersonalKeyUnusable
from ledger.personal.master import draw, old_place
from tests.api.desk import RECORD_412
from tests.api.test_disputes import OPENED
from tests.integrity.sealed import SealedLedger

TOLD = {
    "name": "Ada Zephyrine Example", "address": "1 Boardwalk\nAtlantic City", "phone": "+1 609 555 0187",
    "account": "PC-447190",
}  # fmt: skip
WHY = {"reason": "to call back"}
BOTH = {"reason": "they asked for it", "approved_by": "F-9"}


@pytest.fixture
def floor(desk):
    """Two disputes of one subject and one of another, and keys for who may know them."""
    with keys.administration(desk.settings) as connection, connection.transaction():
        for role, scopes in (("host", ("personal",)), ("privacy", ("personal", "ruling"))):
            desk.keys[role] = keys.create(connection, role, scopes)[1]
    desk.record(RECORD_412)
    for name, subject in (("D-1", "S-81"), ("D-2", "S-81"), ("D-3", "S-82")):
        body = {"name": name, "events": [{**OPENED, "subject": subject}]}
        assert desk("floor", "POST", "/v1/disputes", json=body).status_code == 201
    desk.project()
    return desk


def told(desk, name="D-1", why=None, **fields):
    params = {} if why is None else {"reason": why}
    return desk("host", "PUT", f"/v1/disputes/{name}/subject", json={**TOLD, **fields}, params=params)


def read(desk, name="D-1", role="host", **params):
    return desk.get(role, f"/v1/disputes/{name}/subject", params=params or WHY)


def erased(desk, role="privacy", **params):
    return desk(role, "DELETE", "/v1/disputes/D-1/subject", params={**BOTH, **params})


def rekey(desk, settings=None, **to):
    """Encrypt all of it with another master key, for a reason; how many subjects."""
    services = desk.app.state.services
    access = personal.Access("F-9", "a clerk left", datetime.now(UTC), "desk-1")
    noting = Noting(services.ledger, services.views.disputes_naming, access)
    return len(rekeying.rekey(settings or desk.settings, noting, **to).subjects)


def events(desk, name):
    desk.project()
    return desk.get("floor", f"/v1/disputes/{name}").json()["events"]


def stored(desk):
    """Every event as stored, and every row of every table as text."""
    with psycopg.connect(desk.settings.database_url.get_secret_value(), autocommit=True) as superuser:
        superuser.execute("SET search_path TO demo")
        tables = superuser.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'demo' ORDER BY 1"
        ).fetchall()
        rows = {name: repr(superuser.execute(f"SELECT * FROM {name}").fetchall()) for (name,) in tables}
        superuser.execute("CHECKPOINT")
        ((folder, oid),) = superuser.execute(
            "SELECT current_setting('data_directory'), oid::text FROM pg_database"
            " WHERE datname = current_database()"
        ).fetchall()
    return rows, Path(folder), Path(folder, "base", oid)


def recorded(desk, position):
    """Every event up to a position as stored, in order: a table has none of its own."""
    statement = "SELECT * FROM demo.events WHERE notification_id <= %s ORDER BY notification_id"
    with psycopg.connect(desk.settings.database_url.get_secret_value()) as superuser:
        return superuser.execute(statement, [position]).fetchall()


def in_files(folder, needle):
    return [one.name for one in folder.rglob("*") if one.is_file() and needle in one.read_bytes()]


def test_it_is_told_and_read_and_the_reading_is_recorded_with_who_and_why(floor):
    said = told(floor)
    assert (said.status_code, said.json()["held"]) == (200, ["name", "address", "phone", "account"])
    assert said.json()["subject"] == "S-81"
    found = read(floor)
    assert (found.status_code, found.json()["particulars"]) == (200, TOLD)
    assert told(floor, why="they moved").status_code == 200
    accessed = events(floor, "D-1")[1:]
    assert [(one["type"], one["what"], one["by"], one["reason"]) for one in accessed] == [
        ("accessed", "personal_data_kept", "host", "as the complaint was taken down"),
        ("accessed", "personal_data", "host", "to call back"),
        ("accessed", "personal_data_kept", "host", "they moved"),
    ]
    # It is the subject's, through whichever of their disputes, and nobody else's.
    assert read(floor, "D-2").json()["particulars"]["name"] == TOLD["name"]
    assert read(floor, "D-3").json()["code"] == "personal_data_not_found"


def test_told_anew_it_takes_the_place_of_what_was(floor):
    told(floor)
    floor("host", "PUT", "/v1/disputes/D-2/subject", json={"name": "A. Example"})
    assert read(floor).json()["particulars"] == {
        "name": "A. Example", "address": None, "phone": None, "account": None,
    }  # fmt: skip


def test_without_the_scope_it_is_refused_and_nothing_is_recorded(floor):
    told(floor)
    head = floor.head()
    for role, method in (("floor", "GET"), ("shift_manager", "PUT"), ("floor", "DELETE"), ("host", "DELETE")):
        asked = {"GET": {"params": WHY}, "PUT": {"json": TOLD}, "DELETE": {"params": BOTH}}[method]
        answer = floor(role, method, "/v1/disputes/D-1/subject", **asked)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert TOLD["name"] not in answer.text
    assert floor.head() == head
    assert read(floor).json()["particulars"] == TOLD


def test_it_is_not_read_without_a_reason_nor_erased_by_one_person(floor):
    told(floor)
    assert read(floor, reason="").status_code == read(floor, reason=" \u200b").status_code == 422
    assert told(floor, why="  ").json()["pointer"].endswith("/reason")
    assert floor.get("host", "/v1/disputes/D-1/subject").status_code == 422
    for second in ("privacy", " ", "\u200b"):
        alone = erased(floor, approved_by=second)
        assert (alone.status_code, alone.json()["code"]) == (422, "same_person")
    assert read(floor).json()["particulars"] == TOLD


def test_after_erasure_it_is_gone_and_the_events_are_as_they_were(floor):
    told(floor)
    before = {name: events(floor, name) for name in ("D-1", "D-2", "D-3")}
    known = floor.head()
    kept = recorded(floor, known)
    answer = erased(floor)
    assert answer.json() == {"subject": "S-81", "disputes": ["D-1", "D-2"]}
    assert read(floor).json()["code"] == "personal_data_not_found"
    for name in ("D-1", "D-2"):
        *same, last = events(floor, name)
        assert same == before[name]
        assert (last["type"], last["by"], last["approved_by"]) == ("personal_data_erased", "privacy", "F-9")
    assert events(floor, "D-3") == before["D-3"]
    assert recorded(floor, known) == kept
    assert erased(floor).json()["code"] == "personal_data_not_found"


def test_the_seal_over_the_events_holds_after_erasure(floor):
    told(floor)
    read(floor)
    ledger = SealedLedger(floor.settings, floor.app.state.services.ledger.recorder)
    before = ledger.seal()
    erased(floor)
    ledger.seal()
    assert ledger.verify(old=before).ok


def test_no_table_no_file_of_the_server_and_no_log_holds_a_word_of_it(floor, caplog):
    told(floor)
    read(floor)
    refused = floor("host", "PUT", "/v1/disputes/D-1/subject", json={**TOLD, "more": TOLD["name"]})
    assert refused.status_code == 422
    # A person named where only an id belongs: the record is refused, and what it said is not kept.
    wrong = {"name": "D-4", "events": [{**OPENED, "subject": TOLD["name"], "name": TOLD["name"]}]}
    also = floor("floor", "POST", "/v1/disputes", json=wrong, headers={"Idempotency-Key": "k-1"})
    assert also.status_code == 422
    rows, folder, database = stored(floor)
    assert "'dispute" in rows["refused_commands"] or "invalid_field" in rows["refused_commands"]
    for text in TOLD.values():
        first = text.partition("\n")[0]
        assert first not in json.dumps(rows) + refused.text + also.text + caplog.text
        assert in_files(database, first.encode()) == in_files(folder / "pg_wal", first.encode()) == []


def test_after_erasure_no_file_of_the_table_holds_what_was_encrypted(floor):
    told(floor)
    with psycopg.connect(floor.settings.database_url.get_secret_value()) as superuser:
        ((kept,),) = superuser.execute("SELECT ciphertext FROM demo.personal_data").fetchall()
    *_, database = stored(floor)
    assert in_files(database, bytes(kept))
    erased(floor)
    with psycopg.connect(floor.settings.database_url.get_secret_value(), autocommit=True) as superuser:
        # Files that nobody wants any more are removed with the next checkpoint.
        superuser.execute("CHECKPOINT")
    *_, database = stored(floor)
    assert in_files(database, bytes(kept)) == []


def test_another_master_key_opens_nothing_and_encrypts_nothing_beside_it(floor):
    told(floor)
    place = floor.settings.home / "personal.key"
    mine = place.read_bytes()
    place.unlink()
    assert told(floor).json()["code"] == "personal_key_unusable"
    assert not place.exists()
    place.write_bytes(mine.swapcase())
    place.chmod(0o600)
    answer = read(floor)
    assert (answer.status_code, answer.json()["code"]) == (503, "personal_key_unusable")
    assert [one["type"] for one in events(floor, "D-1")] == ["opened", "accessed"]


def test_another_master_key_takes_its_place_and_the_old_one_opens_nothing(floor):
    told(floor)
    floor("host", "PUT", "/v1/disputes/D-3/subject", json={"name": "B. Other"})
    place = floor.settings.home / "personal.key"
    old = place.read_bytes()
    before = stored(floor)[0]["personal_data"]
    assert rekey(floor) == 2
    assert place.read_bytes() != old
    assert place.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in place.parent.glob("personal.key*")] == ["personal.key"]
    assert (read(floor).json()["particulars"], read(floor, "D-3").status_code) == (TOLD, 200)
    rows = stored(floor)[0]["personal_data"]
    assert [name in rows for name in ("S-81", "S-82")] == [True, True]
    assert rows != before
    place.write_bytes(old)
    assert read(floor).json()["code"] == "personal_key_unusable"


def test_that_the_master_key_was_changed_by_whom_and_why_is_recorded_in_each_dispute_first(floor):
    told(floor)
    rekey(floor)
    for name in ("D-1", "D-2", "D-3"):
        noted = [
            (one["what"], one["by"], one["reason"])
            for one in events(floor, name)
            if one["type"] == "accessed"
        ]
        changed = [("personal_data_rekeyed", "F-9", "a clerk left")]
        assert noted[-1:] == ([] if name == "D-3" else changed)
    # Where that cannot be recorded, nothing is changed.
    before = stored(floor)[0]["personal_data"]
    services = floor.app.state.services
    access = personal.Access("F-9", " ", datetime.now(UTC), "desk-1")
    with pytest.raises(InvalidField):
        rekeying.rekey(floor.settings, Noting(services.ledger, services.views.disputes_naming, access))
    assert stored(floor)[0]["personal_data"] == before
    assert read(floor).json()["particulars"] == TOLD


def test_a_change_of_the_master_key_that_was_broken_off_goes_on(floor):
    told(floor)
    place = floor.settings.home / "personal.key"
    # As it lies there where the process ended before the rows were stored.
    place.rename(old_place(place))
    draw(place)
    assert read(floor).json()["code"] == told(floor).json()["code"] == "personal_key_unusable"
    assert rekey(floor) == 1
    assert read(floor).json()["particulars"] == TOLD
    # And where it ended after they were.
    old_place(place).write_bytes(b"AAAA")
    old_place(place).unlink()
    draw(old_place(place))
    assert rekey(floor) == 1
    assert read(floor).json()["particulars"] == TOLD


def test_a_master_key_of_ones_own_is_changed_for_another_file(floor, tmp_path):
    draw(tmp_path / "one")
    draw(tmp_path / "other")
    own = floor.settings.model_copy(update={"personal_key_file": tmp_path / "one"})
    ledger = floor.app.state.services.ledger
    access = personal.Access("host", "x", datetime.now(UTC), "host")
    personal.put(ledger, own, "D-1", json.dumps(TOLD).encode(), access)
    for to, at in ((None, own), (tmp_path / "other", floor.settings), (tmp_path / "none", own)):
        with pytest.raises(PersonalKeyUnusable):
            rekey(floor, at, to=to)
    assert rekey(floor, own, to=tmp_path / "other") == 1
    after = floor.settings.model_copy(update={"personal_key_file": tmp_path / "other"})

    def found(settings):
        return personal.read(ledger, settings, "D-1", access)

    assert found(after).particulars.name == TOLD["name"]
    with pytest.raises(PersonalKeyUnusable):
        found(own)


def corrected(floor, subject):
    version = len(events(floor, "D-3"))
    said = {
        "type": "corrected", "corrects": 1, "reason": "another person", "occurred_at": OPENED["occurred_at"],
        "source": "supervisor", "by": "F-22", "approved_by": "F-9", "event": {**OPENED, "subject": subject},
    }  # fmt: skip
    answer = floor(
        "shift_manager", "POST", "/v1/disputes/D-3/events", json={"events": [said]},
        headers={"If-Match": f'"{version}"'},
    )  # fmt: skip
    assert answer.status_code == 201, answer.text
    floor.project()


def test_what_was_told_under_an_id_since_corrected_is_erased_with_it_and_nobody_elses(floor):
    told(floor)
    told(floor, "D-3", account="PC-2")
    corrected(floor, "S-90")
    both = {"params": BOTH}
    assert floor("privacy", "DELETE", "/v1/disputes/D-3/subject", **both).status_code == 200
    assert "S-82" not in stored(floor)[0]["personal_data"]
    floor.project()
    said = floor.get("floor", "/v1/disputes/D-3").json()["events"][-1]
    assert (said["type"], said["subject"]) == ("personal_data_erased", "S-82")
    # An id that somebody else's dispute names is theirs.
    assert read(floor).json()["particulars"] == TOLD
