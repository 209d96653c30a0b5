"""The report of a dispute made again and checked: the same bytes, and nothing that its events do not make."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.seal.notes import verifier_of
from projections.disputes.report.checking import check
from projections.integrity.sealer import Sealer
from tests.api import reported
from tests.api.reported import DISPUTE, ROUND, TABLE, post, take, words
from tests.scenario import dealt, event, opened, placed, round_record
from tests.scenarios.shoe import deck, happened

FORMS = ("json", "html", "pdf")
# The position at which it was opened, and no proofs: what other tests record or seal changes nothing there.
AS_OPENED: dict[str, Any] = {"sealed": "false"}
FLOOR = {"source": "dealer", "by": "D-2204"}


@pytest.fixture(scope="module")
def pit(module_database_url, tmp_path_factory):
    """One desk for all that look at the dispute as it was opened: AS_OPENED."""
    with reported.desk_at(module_database_url, tmp_path_factory.mktemp("home")) as desk:
        AS_OPENED["as_of"] = desk.head()
        yield desk


@pytest.fixture(scope="module")
def proven(pit):
    """The report of the dispute as it was opened, after that was sealed."""
    Sealer(pit.settings).seal()
    return take(pit, "floor", as_of=AS_OPENED["as_of"])


def test_once_sealed_it_carries_the_proof_of_each_event_and_can_be_checked_without_the_ledger(proven):
    found = check(proven.content)
    assert (found.wrong, found.proven, found.withheld) == ((), found.events, 0)
    # Those of the dispute and of its round, the submission by which that is judged, and its deck.
    (kit,) = [one["equipment"] for one in proven.json()["rounds"]]
    assert found.events == len(proven.json()["events"]) + 31 + 1 + len(kit["deck_events"])
    assert found.unjudged == ()


def test_what_is_sealed_later_leaves_the_report_as_it_is(pit, proven):
    paper = {form: take(pit, "floor", form, as_of=AS_OPENED["as_of"]).content for form in ("html", "pdf")}
    assert paper == {form: take(pit, "floor", form, **AS_OPENED).content for form in paper}
    Sealer(pit.settings).seal()
    assert take(pit, "floor", as_of=AS_OPENED["as_of"]).content == proven.content
    assert check(take(pit, "floor", **AS_OPENED).content).proven == 0


def test_a_key_that_signed_nothing_here_proves_nothing(proven):
    stranger = verifier_of("pitledger/demo", Ed25519PrivateKey.generate())
    found = check(proven.content, [stranger])
    assert found.proven == 0
    assert any("the checkpoint" in one for one in found.wrong)


@pytest.mark.parametrize(
    ("of", "to", "where"),
    [
        ('"amount":12000', '"amount":8000', f"round {ROUND} #26: it is told otherwise"),
        ('\\"amount\\":12000', '\\"amount\\":8000', f"round {ROUND} #26: it is not the event whose hash"),
        ("I announced the flush", "I announced nothing", f"dispute {DISPUTE} #2: it is not the event"),
    ],
)
def test_a_report_that_was_altered_is_found_out(proven, of, to, where):
    content = proven.content.decode()
    assert of in content
    found = check(content.replace(of, to).encode())
    assert any(one.startswith(where) for one in found.wrong), found.wrong


def altered(proven, change):
    """What is found of the report after somebody changed its document."""
    document = json.loads(proven.content)
    change(document)
    return check(json.dumps(document).encode()).wrong


def without_the_last_told(document):
    del document["events"][1], document["integrity"]["events"][1]


def untold(document):
    del document["events"][1]


def of_another_round(document):
    """The events of the round under the name of another one, with the proofs that they have."""
    text = json.dumps(document).replace(ROUND, f"{TABLE}/2026-11-29/7")
    document.update(json.loads(text))


def without_the_deck(document):
    events = document["integrity"]["events"]
    document["integrity"]["events"] = [one for one in events if one["kind"] != "deck"]


def proofs_swapped(document):
    events = document["integrity"]["events"]
    events[4]["path"], events[5]["path"] = events[5]["path"], events[4]["path"]


def put(document, at, value):
    *path, last = at.split("/")
    for name in path:
        document = document[int(name) if isinstance(document, list) else name]
    document[int(last) if isinstance(document, list) else last] = value


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_the_last_told, f"dispute {DISPUTE}: events are left out"),
        (untold, f"dispute {DISPUTE}: not each of its events is told"),
        (of_another_round, f"round {TABLE}/2026-11-29/7 #1: it is not of the stream"),
        (proofs_swapped, f"round {ROUND} #2: its path does not lead to the root"),
        (lambda one: put(one, "property", "other"), f"dispute {DISPUTE} #1: it is not of the stream"),
        (lambda one: put(one, "as_of", 3), f"dispute {DISPUTE} #1: it was recorded after"),
        (lambda one: put(one, "rounds", []), f"round {ROUND}: not each of its events is told"),
        # Each of these leaves every event and every proof as it is.
        (lambda one: put(one, "decided/0/due", 120_00), "/decided"),
        (lambda one: put(one, "decided/0/rows/2/marks", ["rules", "settled"]), "/decided"),
        (lambda one: put(one, "amounts/difference", 0), "/amounts"),
        (lambda one: put(one, "complaint/claim", "nothing"), "/complaint"),
        (lambda one: put(one, "complaint/spot", 5), "/complaint"),
        (lambda one: put(one, "status", "closed"), "/status"),
        (lambda one: put(one, "statements", []), "/statements"),
        (lambda one: put(one, "people/0/as_what", ["nobody"]), "/people"),
        (lambda one: put(one, "events/1/says", "D-2204 says nothing"), "/events"),
        (lambda one: put(one, "rounds/0/report/wagers/1/rules", []), "/rounds/0/report/wagers"),
        (lambda one: put(one, "rounds/0/report/resolutions/1/paid", 120_00), "/rounds/0/report/resolutions"),
        (lambda one: put(one, "rounds/0/report/findings", []), "/rounds/0/report/findings"),
        (lambda one: put(one, "rounds/0/report/cards/3", []), "/rounds/0/report/cards"),
        (
            lambda one: put(one, "rounds/0/report/rules_in_force/pay_tables", []),
            "/rounds/0/report/rules_in_force",
        ),
        (lambda one: put(one, "rounds/0/bets/0/late", True), "/rounds/0/bets"),
        (lambda one: put(one, "rounds/0/movements/0/amount", 1), "/rounds/0/movements"),
        (lambda one: put(one, "contents/0/recorded", False), "/contents"),
        (lambda one: put(one, "masked", True), "/masked"),
        (lambda one: put(one, "integrity/last_position", 1), "/integrity"),
        (lambda one: put(one, "rounds/0/equipment/shuffles", []), "/rounds/0/equipment"),
        (lambda one: put(one, "rounds/0/equipment/deck_events/0/batch", "B-0"), "/rounds/0/equipment"),
        (without_the_deck, "/rounds/0/equipment: it is told and not cited"),
    ],
)
def test_what_it_says_of_its_events_is_what_they_make(proven, change, said):
    found = altered(proven, change)
    assert any(one.startswith(said) for one in found), found


def test_a_report_without_proofs_is_held_against_its_own_events_all_the_same(pit):
    plain = take(pit, "floor", **AS_OPENED)
    assert check(plain.content).wrong == ()
    assert altered(plain, lambda one: put(one, "decided/0/due", 120_00)) == (
        "/decided: it is not what the events make of it",
    )


def complained(pit, name, **fields):
    said = {
        "type": "opened", "occurred_at": "2026-11-29T21:20:00-05:00", "source": "manual", "by": "F-31",
        "rounds": [ROUND], "subject": "S-1", "claim": "no", **fields,
    }  # fmt: skip
    assert pit("floor", "POST", "/v1/disputes", json={"name": name, "events": [said]}).is_success
    pit.project()


def test_a_report_of_a_round_still_open_is_the_same_when_that_is_long_over(pit):
    key = f"{TABLE}/2026-11-29/50"
    facts = (opened(spots=[2]), placed(2, "ante", 25_00), event("betting_closed"), dealt(2, "Ah"))
    record = {
        "format": "pitledger/1", "stream": "round", "table": TABLE, "gaming_date": "2026-11-29", "number": 50,
        "game": "three_card_poker",
        "events": [{"occurred_at": f"2026-11-29T21:1{minute}:00-05:00", **FLOOR, **one}
                   for minute, one in enumerate(facts)],
    }  # fmt: skip
    assert pit.record(record).status_code == 201
    complained(pit, "D-7", rounds=[key], incident_at="2026-11-29T19:00:00-05:00")
    asked = {"name": "D-7", "as_of": pit.head(), "sealed": "false"}
    first = {form: take(pit, "floor", form, **asked).content for form in FORMS}
    # Until its last event, as long as it is open; and the time that the patron names.
    assert [(one["since"], one["until"], one["rounds"]) for one in json.loads(first["json"])["windows"]] == [
        ("2026-11-29T21:05:00-05:00", "2026-11-29T21:18:00-05:00", [key]),
        ("2026-11-29T18:55:00-05:00", "2026-11-29T19:05:00-05:00", []),
    ]
    end = {"occurred_at": "2026-11-29T22:30:00-05:00", **FLOOR}
    sooner = {**opened(spots=[2]), "occurred_at": "2026-11-29T20:50:00-05:00"}
    moved = {
        **end, "type": "corrected", "corrects": 1, "reason": "clock", "approved_by": "SM-2", "event": sooner,
    }  # fmt: skip
    cameras = {
        "type": "cameras_assigned", "occurred_at": "2026-11-29T10:00:00-05:00", "source": "manual",
        "by": "C-1", "cameras": ["C-9"],
    }  # fmt: skip
    known = len(pit.app.state.services.ledger.stream("table", TABLE))
    table = {"format": "pitledger/1", "stream": "table", "table": TABLE, "after": known, "events": [cameras]}
    over = [moved, {**end, "type": "voided", "reason": "misdeal"}, {**end, "type": "closed"}]
    for more in ({**record, "after": 4, "events": over}, table):
        assert pit.record(more).status_code == 201
    pit.project()
    assert {form: take(pit, "floor", form, **asked).content for form in FORMS} == first
    later = take(pit, "floor", name="D-7", sealed="false")
    assert [check(one).wrong for one in (first["json"], later.content)] == [(), ()]
    (now, _) = later.json()["windows"]
    assert (now["since"], now["cameras"]) == ("2026-11-29T20:45:00-05:00", ["C-9"])


@pytest.fixture(scope="module")
def euro(pit):
    """A round at a table in euros whose game has no rules here: $50 too much was paid, or not."""
    at = {"occurred_at": "2026-11-29T20:30:00-05:00"}
    hand = [
        opened(spots=[1, 2]),
        placed(1, "main", 50_00),
        event("wager_paid", spot=1, wager="main", amount=70_00),
    ]
    there = {"type": "registered", "source": "manual", "by": "C-1", "kind": "table", "currency": "EUR", **at}
    pit.record({"format": "pitledger/1", "stream": "table", "table": "EUR-1", "events": [there]})
    timed = [{**one, **at} for one in (*hand, event("closed"))]
    record = round_record(*timed, table="EUR-1", title="punto", deck="PUNTO")
    assert pit.record(record).status_code == 201
    lay = happened(datetime.fromisoformat(at["occurred_at"]), "inspected", batch="B-9", backs="red",
                   cards=["Ks", "2c"])  # fmt: skip
    assert pit.record(deck("PUNTO", lay)).status_code == 201
    return f"EUR-1/{record['gaming_date']}/1"


def test_currencies_are_not_added_up_nor_a_round_counted_twice(pit, euro):
    complained(pit, "D-4", amount=600_00, rounds=[ROUND, euro, ROUND])
    report = take(pit, "floor", name="D-4").json()
    assert [one["round"] for one in report["rounds"]] == [ROUND, euro]
    assert [(one["wager"], one["to_patron"]) for one in report["decided"]] == [
        ("pair_plus", 40_00), ("main", 0),
    ]  # fmt: skip
    sums = {name: report["amounts"][name] for name in ("due", "paid", "difference", "adjusted")}
    assert sums == dict.fromkeys(sums)
    page = words(take(pit, "floor", "html", name="D-4"))
    assert "Amount in dispute 600.00 (of several currencies: nobody said which)" in page
    assert "Winnings paid cannot be said Patron had beyond the rules cannot be said" in page


def test_what_was_ruled_and_paid_in_two_currencies_is_compared_in_each(pit, euro):
    """$20 and 20 euros were ruled, and 40 euros paid: the sum is the same, and neither is settled."""
    complained(pit, "D-8", amount=600_00, rounds=[ROUND, euro])
    who = {"occurred_at": "2026-11-29T22:00:00-05:00", "source": "supervisor", "by": "F-31",
           "approved_by": "SM-2"}  # fmt: skip
    wagers = [{"round": one, "spot": 1, "wager": "x", "to_patron": 20_00} for one in (ROUND, euro)]
    steps = (
        {**who, "type": "ruling_made", "ruling": "both", "wagers": wagers},
        {
            **who,
            "type": "settlement_paid",
            "amount": 40_00,
            "direction": "to_patron",
            "at": "cage",
            "round": euro,
        },
        {**who, "type": "closed", "outcome": "dealer_error"},
    )
    assert post(pit, *steps, name="D-8").status_code == 201
    taken = take(pit, "floor", name="D-8")
    found = [one for one in taken.json()["findings"] if one["code"] == "settlement_beside_ruling"]
    assert [(one["currency"], one["ruled"], one["paid"]) for one in found] == [
        ("EUR", 20_00, 40_00), ("USD", 20_00, 0),
    ]  # fmt: skip
    assert check(taken.content).wrong == ()


def test_of_a_wager_that_is_not_there_it_is_not_said_that_it_was_settled(pit, euro):
    complained(pit, "D-5", amount=600_00, rounds=[euro], spot=2, wager="main", jurisdiction="NV")
    taken = take(pit, "floor", name="D-5")
    report = taken.json()
    # The order in which its deck was read is told to surveillance alone: what it was is not checked here.
    assert (check(taken.content).wrong, check(taken.content).unjudged) == ((), ("deck PUNTO",))
    assert not report["masked"]
    assert (report["decided"], report["amounts"]["difference"]) == ([], None)
    page = words(take(pit, "floor", "pdf", name="D-5"))
    assert "No main at spot 2 is recorded in these rounds." in page
    assert "settled by the rules" not in page
    # What is asked from an amount of dollars on is said of one in euros, and held against none.
    assert "600.00 EUR in dispute" in page
    told = [one["words"] for one in report["deadlines"] if one["kind"].startswith("tell_")]
    assert told == [
        "tell the patron of the right to ask the Board",
        "tell the regulator at once, unless it is resolved, if it is USD 500 or more: it is EUR",
    ]


def test_letters_that_the_fonts_of_the_paper_lack_are_told_by_their_code_points(pit):
    hebrew, arabic = "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627"
    long = "W" * 3000
    claim = f"{hebrew} {arabic} \u65e5\u672c \U0001f600 \u0e44 {long}"
    complained(pit, "D-6", claim=claim)
    paper, page = (words(take(pit, "floor", form, name="D-6")) for form in ("pdf", "html"))
    assert "[U+65E5][U+672C] [U+1F600] [U+0E44]" in paper
    assert "[U+…] is a character that the fonts of this paper lack" in paper
    assert "[U+05E9]" not in paper
    # In the claim and in the list of events; nothing of it is lost at the edge of the paper.
    assert paper.count("W") >= 2 * 3000
    assert claim in page
    assert "[U+" not in page
