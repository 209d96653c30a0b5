"""The report of a dispute over HTTP: one model in three forms, taken by somebody for a reason."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from api import keys
from api.disputes.printing.blocks import moment
from projections.disputes.report.contents import ITEMS
from projections.integrity.sealer import Sealer
from tests.api import reported
from tests.api.reported import ROUND, TABLE, post, take, words
from tests.scenario import dealt, event, opened, placed
from tests.scenarios.shoe import deck, happened

FORMS = ("json", "html", "pdf")
RULED = {
    "type": "ruling_made", "occurred_at": "2026-11-29T21:30:00-05:00", "source": "supervisor", "by": "F-31",
    "ruling": "a flush pays four to one", "rule": "13:69F-20.10(c)1iii", "approved_by": "SM-2",
    "wagers": [{"round": ROUND, "spot": 3, "wager": "pair_plus", "to_patron": -40_00}],
}  # fmt: skip
ADJUSTED = {
    "type": "adjustment_posted", "occurred_at": "2026-11-29T21:40:00-05:00", "source": "supervisor",
    "by": "F-31", "approved_by": "SM-2", "spot": 3, "wager": "pair_plus", "amount": 40_00,
    "direction": "from_patron", "session": f"{TABLE}/2026-11-29/2", "corrects": 26, "reason": "overpaid",
}  # fmt: skip
HOSTILE = (
    '<script>alert(1)</script> #read("/etc/passwd") #eval("1") $x$ *b* \\ ] [ @ref <lab> {{ 7*7 }} "quoted"'
    " \u202eright to left\u202c\nand a second line"
)
# Disputes B.3, line by line.
B3 = (
    "dispute id", "jurisdiction", "severity", "status and its history", "complaint received",
    "complaint acknowledged", "complaint resolved", "complainant, as an opaque id",
    "nature of the complaint", "amount in dispute", "date and time of the incident",
    "employees involved or witnessing", "dealers signed in at the table", "statements, of witnesses too",
    "what was done to resolve it", "outcome", "violation", "savings", "losses", "table", "game",
    "rules version", "rules submission and its version", "pay tables in force", "limits in force",
    "terms of a promotion", "round", "spot", "shoe", "deck", "batch of the deck", "shuffle",
    "burned cards", "cut card", "event list", "wagers against no more bets",
    "cards with position, face and source", "declared result", "result by the rules",
    "deciding row of the pay table", "payments and collections by denomination",
    "rounds before and after", "table inventory before", "table inventory after",
    "rules, declared, settled, adjusted, side by side", "window and cameras to look at",
    "surveillance review and conclusion", "who asked for the review", "evidence asked for",
    "evidence secured, and where", "digest of the media",
    "corrections, as first recorded and as corrected", "stream positions",
    "hash of each event", "software version", "chain of custody of earlier exports",
)  # fmt: skip
# The position at which it was opened, and no proofs: what other tests record or seal changes nothing there.
AS_OPENED: dict[str, Any] = {"sealed": "false"}
# What the worked dispute has nothing of as it is opened; the rest stands in its report.
NOT_YET = {
    "complaint acknowledged", "complaint resolved", "what was done to resolve it", "outcome", "violation",
    "savings", "losses", "terms of a promotion", "burned cards", "cut card",
    "surveillance review and conclusion", "who asked for the review", "evidence secured, and where",
    "digest of the media", "corrections, as first recorded and as corrected",
    "chain of custody of earlier exports",
}  # fmt: skip


@pytest.fixture
def fresh(empty_desk):
    """A desk for a test that says what else is recorded of the dispute."""
    reported.set_up(empty_desk)
    return empty_desk


@pytest.fixture(scope="module")
def pit(module_database_url, tmp_path_factory):
    """One desk for all that look at the dispute as it was opened: AS_OPENED."""
    with reported.desk_at(module_database_url, tmp_path_factory.mktemp("home")) as desk:
        AS_OPENED["as_of"] = desk.head()
        yield desk


@pytest.fixture(scope="module")
def report(pit):
    """The report of the dispute as it was opened."""
    return take(pit, "floor", **AS_OPENED).json()


# --- what it says ---------------------------------------------------------------------


def test_it_is_seen_that_the_flush_was_paid_by_the_row_above(report):
    (wager,) = report["decided"]
    assert (wager["stake"], wager["due"], wager["paid"], wager["to_patron"]) == (20_00, 80_00, 120_00, 40_00)
    assert (wager["rank"], wager["odds"], wager["rule"]) == ("flush", "4:1", "13:69F-20.10(c)1iii")
    assert [(row["row"], row["prize"], row["pays"], row["marks"]) for row in wager["rows"]] == [
        ("straight_flush", "40:1", 800_00, []),
        ("three_of_a_kind", "30:1", 600_00, []),
        ("straight", "6:1", 120_00, ["settled"]),
        ("flush", "4:1", 80_00, ["rules"]),
        ("pair", "1:1", 20_00, []),
    ]


def test_five_rounds_before_and_those_after_stand_in_it_with_the_tray(report):
    (played,) = report["rounds"]
    assert [(one["place"], one["round"]) for one in played["neighbours"]] == [
        (place, f"{TABLE}/2026-11-29/{8 + place}") for place in (-5, -4, -3, -2, -1, 1, 2)
    ]
    tray = played["report"]["tray"]
    assert tray["after"]["total"] - tray["before"]["total"] == tray["change"]["total"] == -120_00
    assert played["equipment"]["batch"] == "B-2211"
    assert [one["type"] for one in played["equipment"]["shuffles"]][-2:] == [
        "shuffle_completed",
        "shuffler_unloaded",
    ]
    assert played["dealers"] == ["D-2204"]
    assert {(bet["wager"], bet["closed_by"], bet["late"]) for bet in played["bets"]} == {
        ("ante", 5, False), ("pair_plus", 5, False), ("play", None, False),
    }  # fmt: skip


def test_all_that_a_report_must_hold_is_there_or_said_not_to_be_recorded(pit, report):
    assert [item["item"] for item in report["contents"]] == list(B3)
    assert {item["item"] for item in report["contents"] if not item["recorded"]} == NOT_YET
    page = words(take(pit, "floor", "html", **AS_OPENED))
    for item in report["contents"]:
        here = "in this report" if item["recorded"] else "not recorded"
        assert f"{item['item']} {item['asked_by']} {here}" in page


def test_what_is_recorded_later_is_no_longer_said_to_be_missing(fresh):
    at = {"occurred_at": "2026-11-29T22:00:00-05:00", "source": "supervisor", "by": "F-31"}
    secured = {"location": "vault 7", "sha256": "ab" * 32}
    answer = post(
        fresh,
        {**at, "type": "notice_given", "to": "patron", "what": "the right to complain"},
        {**at, "type": "evidence_preserved", "request": 3, **secured},
        {**at, "type": "evidence_linked", "what": "promotion_terms", **secured},
        {**at, "type": "reviewed", "method": "replay", "conclusion": "six to one", "requested_by": "SM-2"},
        RULED,
        {**at, "type": "closed", "outcome": "dealer_error", "savings": 40_00, "losses": 0, "violation": "V-3",
         "approved_by": "SM-2"},
    )  # fmt: skip
    assert answer.status_code == 201
    report = take(fresh, "floor").json()
    page = words(take(fresh, "floor", "html"))
    assert "Terms of a promotion #6: promotion terms belongs to the dispute, at vault 7" in page
    for one in report["rounds"][0]["equipment"]["deck_events"]:
        assert f"#{one['version']} {moment(one['occurred_at'])} {one['type'].replace('_', ' ')}" in page
    missing = {item["item"] for item in report["contents"] if not item["recorded"]}
    assert missing == {
        "burned cards", "cut card",
        "corrections, as first recorded and as corrected", "chain of custody of earlier exports",
    }  # fmt: skip
    assert [change["status"] for change in report["history"]] == ["open", "ruled", "closed"]
    assert (report["amounts"]["ruled"], report["outcome"]["savings"]) == (-40_00, 40_00)
    people = {one["person"]: one["as_what"] for one in report["people"]}
    assert "ruled" in people["F-31"]
    assert people["SM-2"] == ["asked for a review", "approved it"]


def test_a_pointer_of_every_item_leads_into_the_report():
    assert [row.item for row in ITEMS] == list(B3)
    assert all(pointer.startswith("/") for row in ITEMS for pointer in row.where)


def test_three_forms_say_the_same(pit):
    post(pit, RULED)
    ruled = {"as_of": take(pit, "floor").json()["as_of"], "sealed": "false"}
    for form in ("html", "pdf"):
        page = words(take(pit, "floor", form, **ruled))
        for sentence in (
            "Dispute D-2026-031", "stake $20.00: $120.00 was paid. $80.00 was due for a flush at 4:1.",
            "$120.00 is what a straight pays, 6:1.", "The patron has $40.00 more than the rules give.",
            "straight 6:1 $120.00 was paid by this row", "flush 4:1 $80.00 the rules give this row",
            "Ruled by F-31, approved by SM-2", "a flush pays four to one", "Ruled, to the patron −$40.00",
            "cameras C-204, C-205", "D-2204 (dealer) says: I announced the flush",
        ):  # fmt: skip
            assert sentence in page, (form, sentence)


def test_once_it_is_settled_at_the_cage_the_first_page_says_what_the_patron_has_since(fresh):
    paid = {
        "type": "settlement_paid", "occurred_at": "2026-11-29T21:50:00-05:00", "source": "supervisor",
        "by": "SM-9", "approved_by": "SM-2", "amount": 40_00, "direction": "from_patron", "at": "cage",
    }  # fmt: skip
    assert post(fresh, RULED, paid).status_code == 201
    for form in ("html", "pdf"):
        page = words(take(fresh, "floor", form))
        assert "The patron had $40.00 more than the rules give." in page
        assert (
            "$40.00 came from the patron at the cage to settle it: the patron has what the rules give since."
            in page
        )


def test_what_others_moved_in_the_tray_meanwhile_stands_between_before_and_after(fresh):
    """Of a round adjusted after others its change alone does not lead from the one to the other."""
    events = {"events": [ADJUSTED]}
    there = fresh.get("floor", f"/v1/rounds/{ROUND}").json()["version"]
    record = {"format": "pitledger/1", "stream": "round", "table": TABLE, "gaming_date": "2026-11-29",
              "number": 8, "after": there, **events}  # fmt: skip
    assert fresh.record(record).status_code == 201
    fresh.project()
    page = words(take(fresh, "floor", "pdf"))
    assert "chip tray before change by the round by others meanwhile tray after" in page


def test_a_correction_stands_as_first_recorded_and_as_corrected(fresh):
    corrected = {
        **RULED, "type": "corrected", "corrects": 2, "reason": "misheard",
        "event": {"type": "statement_recorded", "role": "dealer", "of": "D-2204", "text": "Six to one."},
    }  # fmt: skip
    del corrected["ruling"], corrected["rule"], corrected["wagers"]
    assert post(fresh, corrected).status_code == 201
    report = take(fresh, "floor").json()
    (one,) = report["corrections"]
    assert "which is the row above it" in one["first_recorded"]["says"]
    assert one["as_corrected"] == "D-2204 (dealer) says: Six to one."
    assert [step["event"]["text"] for step in report["statements"]] == ["Six to one."]
    assert report["events"][1]["corrected_by"] == 4


def test_a_round_that_nobody_recorded_is_said_to_be_missing(pit):
    opened_ = {
        "type": "opened", "occurred_at": "2026-11-29T21:00:00-05:00", "source": "manual", "by": "F-31",
        "rounds": [f"{TABLE}/2026-11-29/99"], "subject": "S-1", "claim": "no",
    }  # fmt: skip
    assert pit("floor", "POST", "/v1/disputes", json={"name": "D-9", "events": [opened_]}).status_code == 201
    pit.project()
    assert take(pit, "floor", name="D-9").json()["rounds"] == []
    said_ = words(take(pit, "floor", "pdf", name="D-9"))
    assert f"Round {TABLE}/2026-11-29/99 is not recorded in this ledger." in said_


# --- the same bytes -------------------------------------------------------------------


def test_the_same_report_made_again_is_the_same_bytes_whatever_was_recorded_since(fresh):
    as_of = fresh.head()
    first = {form: take(fresh, "floor", form).content for form in FORMS}
    answer = fresh("recorder", "POST", f"/v1/rounds/{ROUND}/events", json={"events": [ADJUSTED]},
                   headers={"If-Match": '"31"'})  # fmt: skip
    assert answer.status_code == 201, answer.text
    post(fresh, RULED)
    for form in FORMS:
        again = take(fresh, "shift_manager", form, as_of=as_of + FORMS.index(form), reason="once more")
        assert again.content == first[form], form
    later = take(fresh, "floor").json()
    assert later["amounts"]["adjusted"] == -40_00
    now = "Later $40.00 was adjusted from the patron, who has what the rules give since."
    assert now in words(take(fresh, "floor", "html"))
    assert [one["event"]["reason"] for one in later["accesses"]] == ["for the file"] * 3 + ["once more"] * 3


def test_the_digest_of_the_json_form_stands_on_every_page(pit):
    given = take(pit, "floor", sealed="false")
    digest = sha256(given.content).hexdigest()
    assert given.headers["content-digest"] == f"sha-256=:{b64encode(bytes.fromhex(digest)).decode()}:"
    page = words(take(pit, "floor", "pdf", as_of=given.headers["pitledger-as-of"]))
    assert page.count(digest) == int(page.rpartition(" / ")[2].split()[0]) > 3
    assert digest in words(take(pit, "floor", "html", as_of=given.headers["pitledger-as-of"]))


# --- what people typed, and what nobody may see ---------------------------------------


def test_what_people_typed_is_text_and_nothing_else(pit):
    claim = {
        "type": "opened", "occurred_at": "2026-11-29T21:00:00-05:00", "source": "manual", "by": "F-31",
        "rounds": [ROUND], "subject": "S-1", "claim": HOSTILE, "note": HOSTILE,
    }  # fmt: skip
    answer = pit("floor", "POST", "/v1/disputes", json={"name": "D-8", "events": [claim]})
    assert answer.status_code == 201, answer.text
    pit.project()
    page = take(pit, "floor", "html", name="D-8")
    assert "<script" not in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    for form in ("html", "pdf"):
        text = words(take(pit, "floor", form, name="D-8"))
        assert '<script>alert(1)</script> #read("/etc/passwd") #eval("1") $x$ *b* \\ ] [ @ref <lab>' in (
            text if form == "pdf" else words_of_claim(page.text)
        )
        assert "\u202e" not in text
        assert "root:" not in text
    assert take(pit, "floor", name="D-8").json()["complaint"]["claim"] == HOSTILE


def words_of_claim(text: str) -> str:
    """The claim as a browser shows it: the one strong line of its part."""
    from html import unescape

    return unescape(text.partition("<strong>")[2].partition("</strong>")[0])


@pytest.fixture(scope="module")
def face_down(pit):
    """A dispute about a round still open, one hand face down, its deck read in order, the stub counted."""
    hand = [dealt(2, card, source="shoe") for card in ("Ah", "7c", "Jd")]
    record = {
        "format": "pitledger/1", "stream": "round", "table": TABLE, "gaming_date": "2026-11-29", "number": 50,
        "game": "three_card_poker", "deck": "TCP-D9",
        "events": [
            {"occurred_at": "2026-11-29T21:10:00-05:00", **one}
            for one in (opened(spots=[2]), placed(2, "ante", 25_00), event("betting_closed"), *hand)
        ],
    }  # fmt: skip
    complaint = {
        "type": "opened", "occurred_at": "2026-11-29T21:11:00-05:00", "source": "manual", "by": "F-31",
        "rounds": [f"{TABLE}/2026-11-29/50"], "subject": "S-1", "claim": "he looked at my cards",
    }  # fmt: skip
    at = datetime.fromisoformat("2026-11-29T21:10:30-05:00")
    lay = ["Ah", "7c", "Jd", "Kd", "2c"]
    read = happened(at - timedelta(hours=1), "inspected", batch="B-9", backs="red", cards=lay)
    stub = [happened(at, "counted", count=2, cards=["Kd", "2c"]), happened(at, "card_removed", card="2c")]
    for one in (deck("TCP-D9", read), record, deck("TCP-D9", read, *stub)):
        assert pit.record(one).status_code == 201
    assert (
        pit("floor", "POST", "/v1/disputes", json={"name": "D-7", "events": [complaint]}).status_code == 201
    )
    pit.project()
    return pit


def test_a_face_that_nobody_was_shown_is_in_no_form_of_the_report(face_down):
    Sealer(face_down.settings).seal()
    report = take(face_down, "floor", name="D-7").json()
    assert report["masked"]
    # The path of the event beside it has the hash by which one in 52 faces is found.
    held = report["integrity"]
    assert (held["checkpoint"], {one["path"] for one in held["events"]}) == (None, {None})
    # By what is left of the deck it would be known what was dealt, by its order in what order.
    kit = report["rounds"][0].pop("equipment")
    assert kit["masked"]
    assert kit["inspected"]["cards"] == kit["deck_events"][0]["cards"] == ["2c", "7c", "Jd", "Kd", "Ah"]
    assert [(one.get("card"), one.get("cards")) for one in kit["deck_events"][1:]] == [
        (None, [None, None]),
        (None, None),
    ]
    assert [(one["code"], "Ah" in one["detail"]) for one in kit["deck_findings"]] == [
        ("deck_count_differs", False)
    ]
    text = json.dumps(report, ensure_ascii=False)
    assert not [card for card in ("Ah", "7c", "Jd") if f'"{card}"' in text or f'"{card}\\"' in text]
    hidden = [one for one in report["integrity"]["events"] if one["state"] is None]
    assert [(one["kind"], one["version"], one["leaf_hash"]) for one in hidden] == [
        (kind, version, None)
        for kind, first in (("round", 4), ("deck", 1))
        for version in range(first, first + 3)
    ]
    for form in ("html", "pdf"):
        page = words(take(face_down, "floor", form, name="D-7")).replace("2♣ 7♣ J♦ K♦ A♥", "as inspected")
        assert "as inspected" in page
        assert not [
            face for face in (" Ah ", " 7c ", " Jd ", "A♥", "7♣", "J♦", "A ♥", "7 ♣", "J ♦") if face in page
        ]
        assert "withheld" in page


def test_by_the_hash_of_its_event_nobody_finds_a_face_either(face_down):
    Sealer(face_down.settings).seal()
    (card, *_) = face_down.app.state.services.ledger.stream("round", f"{TABLE}/2026-11-29/50")[3:]
    proof = f"/v1/integrity/proofs/{card.position}"
    assert face_down.get("auditor", proof).json()["code"] == "faces_withheld"
    with keys.administration(face_down.settings) as connection, connection.transaction():
        key = keys.create(connection, "both", ["integrity", "surveillance"])[1]
    answer = face_down.client.get(proof, headers={"Authorization": f"Bearer {key}"})
    assert answer.json()["version"] == 4
    # What was found in the deck meanwhile names faces too.
    for one in face_down.app.state.services.ledger.stream("deck", "TCP-D9"):
        refused = face_down.get("auditor", f"/v1/integrity/proofs/{one.position}").json()
        assert (refused["code"], "TCP-D9" in refused["detail"]) == ("faces_withheld", True)


def test_surveillance_sees_it(face_down):
    with keys.administration(face_down.settings) as connection, connection.transaction():
        face_down.keys["eye"] = keys.create(connection, "eye", ["disputes", "surveillance"])[1]
    Sealer(face_down.settings).seal()
    report = take(face_down, "eye", name="D-7").json()
    assert [card["card"] for card in report["rounds"][0]["report"]["cards"]["2"]] == ["Ah", "7c", "Jd"]
    assert '"Ah\\"' in json.dumps(report)
    assert not report["masked"]
    assert report["integrity"]["checkpoint"] is not None
    kit = report["rounds"][0]["equipment"]
    assert (kit["masked"], kit["inspected"]["cards"][:3]) == (False, ["Ah", "7c", "Jd"])
    assert kit["deck_events"][1]["cards"] == ["Kd", "2c"]
    assert kit["deck_findings"][0]["detail"].endswith("missing Ah 7c Jd)")
    assert "A ♥" in words(take(face_down, "eye", "html", name="D-7"))
