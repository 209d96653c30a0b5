"""A fund folded from its own events and from what play says: exactly, whatever comes."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.events.records import FundHeader
from ledger.funds.decide import begin, extend
from ledger.funds.findings import KINDS
from ledger.funds.state import Fact, Fund, take
from ledger.games.findings import COMMON
from tests.funds.told import adjusted, closed, established, fund_record, reset, seeded
from tests.scenario import event, read


def fact(kind: Any, amount: int, **fields: Any) -> Fact:
    """Something that round 1 at T-1 said, of the fund itself but for stakes."""
    given: dict[str, Any] = {"fund": None if kind == "stake" else "CS-PROG", "currency": "USD",
                             "table": "T-1", "stream": "round", "key": "T-1/2026-11-28/1", "version": 3,
                             "wager": "progressive", **fields}  # fmt: skip
    return Fact(kind, amount=amount, **given)


def taken(*events: Any) -> Fund:
    """The fund after these events alone, through the door and the checks."""
    return extend(begin(FundHeader(name="CS-PROG")), read(fund_record(*events)).facts)


def told(*events: Any) -> Fund:
    """The fund after it was established and these events."""
    return taken(established(), *events)


# --- what is refused ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "code", "pointer"),
    [
        ([seeded(1_00)], "not_opened", "/events/0/type"),
        ([established(), established()], "opened_twice", "/events/1/type"),
        ([established(), adjusted()], "missing_field", "/events/1/amount"),
        ([established(), adjusted(amount=0)], "invalid_field", "/events/1/amount"),
        ([established(), adjusted(amount=5, approved_by="A-1")], "same_person", "/events/1/approved_by"),
        ([established(), reset(approved_by="A-1")], "same_person", "/events/1/approved_by"),
        ([established(), event("reset", reason="won")], "missing_field", "/events/1/approved_by"),
        ([established(), seeded(0)], "amount_not_positive", "/events/1/amount"),
        ([established(contribution={"fixed": 1_00})], "invalid_field", "/events/0/rules/contribution"),
        ([established("bad_beat", contribution={"n": 1, "d": 2})], "invalid_field",
         "/events/0/rules/contribution"),
        ([established(), adjusted(contribution={"fixed": 1_00})], "invalid_field",
         "/events/1/contribution"),
        ([established(contribution={"n": 0, "d": 100})], "invalid_field", "/events/0/rules/contribution/n"),
        ([established(rounding="nearest")], "invalid_field", "/events/0/rules/rounding"),
        ([established(rate=7)], "unknown_field", "/events/0/rules/rate"),
        ([established("lottery")], "invalid_field", "/events/0/kind"),
        ([established(seed=-1)], "invalid_field", "/events/0/seed"),
        ([{**established(), "seed": 10.5}], "amount_not_whole", "/events/0/seed"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_record_of_a_fund_is_refused_by_code_and_pointer(events, code, pointer):
    with pytest.raises(LedgerError) as caught:
        taken(*events)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


# --- what happens to it -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "meter", "codes"),
    [
        ([], 10_000_00, []),
        ([seeded(5_00)], 10_005_00, []),
        ([adjusted(amount=71)], 10_000_71, []),
        ([adjusted(amount=-71)], 9_999_29, ["fund_meter_lowered"]),
        ([adjusted(contribution={"n": 1, "d": 2})], 10_000_00, []),
        ([reset(to=20_000_00)], 20_000_00, []),
        ([reset(to=0)], 0, ["fund_meter_lowered"]),
        ([reset()], 20_000_00, []),
        ([closed(), seeded(5_00)], 10_005_00, ["fund_event_after_close"]),
        ([closed(), closed()], 10_000_00, ["fund_event_after_close"]),
    ],
)
def test_its_own_events_move_the_meter(events, meter, codes):
    fund = told(*events)
    assert (fund.meter, [one.code for one in fund.remarks]) == (meter, codes)


def test_every_code_is_its_own_and_cites_what_it_can():
    assert KINDS.keys().isdisjoint(COMMON)
    assert KINDS["fund_meter_lowered"].rule == "13:69D-1.52"


@pytest.mark.parametrize(
    ("fields", "takes"),
    [
        ({}, True),
        ({"table": "T-2"}, False),
        ({"wager": "ante"}, False),
        ({"currency": "EUR"}, False),
        ({"fund": "CS-PROG", "wager": None, "table": "T-9"}, True),
        ({"fund": "another", "wager": None}, False),
    ],
)
def test_a_fund_takes_of_the_stakes_that_play_for_it(fields, takes):
    assert told().takes_of(fact("stake", 1_00, **fields)) is takes


def test_a_fund_that_is_closed_or_takes_a_sum_a_hand_takes_no_share():
    assert not told(closed()).takes_of(fact("stake", 1_00))
    assert not taken(established("bad_beat")).takes_of(fact("stake", 1_00))


STAKES = st.lists(st.integers(-500_00, 500_00), max_size=60)
RATES = st.tuples(st.integers(1, 1_000_000), st.integers(1, 1_000_000))


@given(STAKES, RATES)
def test_shares_of_all_stakes_add_up_to_the_cent(stakes, rate):
    n, d = rate
    fund = taken(established(contribution={"n": n, "d": d}))
    for stake in stakes:
        take(fund, fact("stake", stake))
        assert 0 <= fund.carry < 1
    assert fund.contributed + fund.carry == Fraction(n * sum(stakes), d)


@given(STAKES, st.lists(RATES, min_size=1, max_size=4), st.data())
def test_a_change_of_rate_costs_the_players_nothing_and_the_house_a_cent_at_most(stakes, rates, data):
    fund, exact = told(), Fraction(0)
    for changes, stake in enumerate(stakes, 1):
        n, d = data.draw(st.sampled_from(rates))
        mended = read(fund_record(adjusted(contribution={"n": n, "d": d}), after=1))
        extend(fund, mended.facts)
        take(fund, fact("stake", stake))
        exact += Fraction(n * stake, d)
        assert 0 <= fund.contributed + fund.carry - exact < changes
        assert fund.carry.denominator <= d


AMOUNTS = st.integers(-1_000_00, 1_000_00).filter(bool)
HAPPENED = st.one_of(
    st.tuples(st.sampled_from(["stake", "contribution", "won", "paid"]), AMOUNTS),
    st.tuples(st.just("adjusted"), AMOUNTS),
    st.tuples(st.sampled_from(["seeded", "to"]), st.integers(1, 1_000_00)),
    st.tuples(st.just("reset"), st.none()),
)


@given(st.lists(HAPPENED, max_size=40))
def test_whatever_happens_seed_and_contributions_less_what_was_paid_are_meter_and_owed(happened):
    fund, put_in, paid = told(), 10_000_00, 0
    for kind, amount in happened:
        before, contributed = fund.stands, fund.contributed
        if kind in {"adjusted", "seeded", "to", "reset"}:
            said = {
                "adjusted": adjusted(amount=amount),
                "seeded": event("seeded", amount=amount),
                "to": reset(to=amount),
                "reset": reset(),
            }[kind]
            extend(fund, read(fund_record(said, after=1)).facts)
            put_in += fund.stands - before
        else:
            take(fund, fact(kind, amount))
            put_in += fund.contributed - contributed
            paid += amount if kind == "paid" else 0
        assert fund.stands + fund.owed == put_in - paid
