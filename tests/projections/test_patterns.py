"""Mistakes by dealer and patron: counted against the rounds dealt, ranked, each with its round and time."""

from __future__ import annotations

from datetime import date

import pytest

from ledger.errors import InvalidQuery, TableNotFound
from tests.projections.pit import SUBMISSION, at, clock, example, holdem_table, opener, table
from tests.scenario import event, round_record, session_record

DAY = date(2026, 11, 28)
# The worked round has a $25 ante paid where a push was due, and a burn card that is missing.
MISTAKES = {"mispayment", "misdeclared"}


def worked(number, dealer="D-1187", patron="P-1", **header):
    """The worked round dealt by somebody to a patron at spot 4."""
    record = example("round_thb_412.json", number=number, **header)
    told = []
    for one in record["events"]:
        whose = {"patron": patron} if one.get("spot") == 4 and "wager" in one else {}
        told.append({**one, **whose, **({"by": dealer} if one.get("by") else {})})
    return {**record, "events": told}


def clean(number, dealer="D-1187", **header):
    """A round of T-1 in which nothing is amiss."""
    events = [
        event("opened", source="dealer", by=dealer),
        event("wager_placed", spot=1, wager="main", amount=5_00),
        event("wager_collected", spot=1, wager="main", amount=5_00),
        event("closed"),
    ]
    return round_record(*events, number=number, **header)


def asked(pit, **wanted):
    return pit.views.patterns(wanted.pop("first", DAY), wanted.pop("last", DAY), **wanted)


@pytest.fixture(scope="module")
def evening(shared_pit):
    """D-1187 dealt six rounds with the mistake and four without, D-2 two with it, D-3 none."""
    shared_pit.tell(
        SUBMISSION, holdem_table(), table(),
        *(worked(number) for number in range(1, 7)),
        *(worked(number, "D-2", "P-2") for number in range(11, 13)),
        *(clean(number) for number in range(1, 5)),
        *(clean(number, "D-3") for number in range(21, 24)),
    )  # fmt: skip
    return shared_pit


def rows(found):
    return {(row.kind, row.dealer, row.patron): row for row in found.patterns}


def test_mispayments_are_told_by_dealer_and_patron_against_the_rounds_dealt(evening):
    found = rows(asked(evening, kind="mispayment"))
    assert set(found) == {("mispayment", "D-1187", "P-1"), ("mispayment", "D-2", "P-2")}
    row = found["mispayment", "D-1187", "P-1"]
    assert (row.times, row.rounds, row.dealt, row.rate, row.amount) == (6, 6, 10, 6_000, 6 * 25_00)
    assert not row.few


def test_two_rounds_are_marked_as_too_few_and_come_last_by_rate(evening):
    by_rate = asked(evening, kind="mispayment", order="rate").patterns
    assert [(row.dealer, row.rate, row.few) for row in by_rate] == [
        ("D-1187", 6_000, False), ("D-2", 10_000, True),
    ]  # fmt: skip
    enough = asked(evening, kind="mispayment", order="rate", few_below=2).patterns
    assert [(row.dealer, row.few) for row in enough] == [("D-2", False), ("D-1187", False)]


def test_each_mistake_names_its_round_its_event_and_when_to_look(evening):
    (row,) = asked(evening, kind="mispayment", few_below=5).patterns[:1]
    first = row.mistakes[0]
    assert (first.round, first.event, first.table) == ("THB-03/2026-11-28/1", 35, "THB-03")
    assert (first.since, first.until) == (clock("20:14:03"), clock("20:15:25"))
    assert (first.spot, first.wager, first.amount, first.code) == (4, "ante", 25_00, "wager_mispaid")


def test_what_was_declared_is_the_dealers_alone(evening):
    found = rows(asked(evening, kind="misdeclared"))
    assert all(patron is None for _, _, patron in found)


def test_who_made_no_mistake_is_not_told_of(evening):
    assert "D-3" not in {row.dealer for row in asked(evening).patterns}


@pytest.mark.parametrize(
    "wanted",
    [{"table": "T-1"}, {"kind": "late_wager"}, {"first": date(2026, 11, 29), "last": date(2026, 12, 5)}],
)
def test_nothing_is_told_of(evening, wanted):
    assert asked(evening, **wanted).patterns == []


def test_of_many_rows_the_first_are_told_and_the_others_counted(evening):
    found = asked(evening, limit=1)
    assert (len(found.patterns), found.more) == (1, len(asked(evening).patterns) - 1)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"last": date(2026, 11, 27)}, InvalidQuery),
        ({"table": "T-99"}, TableNotFound),
        ({"limit": 0}, InvalidQuery),
    ],
)
def test_what_cannot_be_asked_is_refused(evening, wanted, refusal):
    with pytest.raises(refusal):
        asked(evening, **wanted)


def test_late_and_over_limit_wagers_and_stakes_not_taken_are_told_with_their_cents(pit):
    limits = {"main": {"minimum": 5_00, "maximum": 100_00}}
    pit.tell(
        SUBMISSION, holdem_table(),
        round_record(
            event("opened", source="dealer", by="D-9", limits={"ante": limits["main"]}),
            event("wager_placed", spot=2, wager="ante", amount=150_00, patron="P-9"),
            event("betting_closed", wagers=["ante"]),
            event("wager_placed", spot=3, wager="ante", amount=40_00),
            table="THB-03", game="texas_holdem_bonus", number=1,
        ),
    )  # fmt: skip
    found = rows(asked(pit))
    late, over = found["late_wager", "D-9", None], found["over_limit", "D-9", None]
    assert (late.amount, late.mistakes[0].spot, late.mistakes[0].event) == (40_00, 3, 4)
    assert (over.amount, over.mistakes[0].spot, over.rounds, over.dealt) == (50_00, 2, 1, 1)


def test_mistakes_in_several_currencies_are_told_apart_also_of_a_round_that_went_on(pit):
    abroad = table("THB-09", "texas_holdem_bonus", "thb-2026-01")
    abroad["events"][0]["currency"] = "EUR"
    pit.tell(
        SUBMISSION, holdem_table(), abroad, worked(1), worked(2, table="THB-09"), worked(3, currency="EUR")
    )
    position = pit.ledger.recorder.head()

    def amounts(**wanted):
        return {
            (row.currency, row.amount, row.rounds) for row in asked(pit, kind="mispayment", **wanted).patterns
        }

    assert amounts() == {("USD", 25_00, 1), ("EUR", 50_00, 2)}
    noted = event("ruling_made", ruling="it stands", source="supervisor", by="F-1", approved_by="F-2")
    pit.tell(round_record(noted, table="THB-09", game="texas_holdem_bonus", number=2, after=49))
    assert amounts(as_of=position) == amounts()
    (since,) = {one.recorded_at for one in pit.ledger.stream("round", "THB-03/2026-11-28/1")}
    assert asked(pit, as_known_at=since).as_of <= position


def test_where_no_dealer_acted_it_is_who_was_signed_in(pit):
    signed = [
        event("dealer_signed_in", dealer=dealer, occurred_at=at(when), source="dealer", by=dealer)
        for dealer, when in (("D-A", "20:00:00"), ("D-B", "20:10:00"), ("D-C", "20:30:00"))
    ]
    told = worked(1, session=1)
    for one in told["events"]:
        if one.get("source") == "dealer":
            one["source"], one["by"] = "shoe", "SHOE-1"
    pit.tell(SUBMISSION, holdem_table(), session_record(opener(), *signed, table="THB-03"), told)
    row = rows(asked(pit, kind="mispayment"))["mispayment", "D-B", "P-1"]
    assert (row.rounds, row.dealt) == (1, 1)


def test_as_of_a_position_it_is_as_it_was_and_a_correction_takes_it_away(pit):
    pit.tell(SUBMISSION, holdem_table(), worked(1))
    position = pit.ledger.recorder.head()
    before = asked(pit, kind="mispayment").patterns
    (mistake,) = before[0].mistakes
    unpaid = event(
        "corrected", corrects=mistake.event, event=None, reason="it was not paid", source="supervisor",
        by="F-2", approved_by="F-9",
    )  # fmt: skip
    pit.tell(round_record(unpaid, table="THB-03", game="texas_holdem_bonus", number=1, after=49))
    after = asked(pit, kind="mispayment").patterns
    assert mistake.event not in [one.event for row in after for one in row.mistakes if one.amount > 0]
    assert asked(pit, kind="mispayment", as_of=position).patterns == before
