"""The worked records: a shift that balances to the cent, and a round by denomination.

The golden shift: $120 short, one $5 over, one $25 and one $100 under, which
no record explains.  Source: accounting A.5.
"""

from ledger.book.terms import exception_items, session_sums, terms, tray, variance
from tests.book.booked import EXAMPLES, example, expected

SHIFT = "BJ-04/2025-03-08/1"


def shift():
    told = example("golden_shift.ndjson")
    return told, terms(session_sums(told.postings, SHIFT))


def test_each_term_of_the_golden_shift():
    _, found = shift()
    of = found.of
    assert (of["O"], of["F"], of["C"]) == (43_200_00, 6_000_00, 5_000_00)
    assert (of["Bc"], of["Bm"], of["Rm"], of["Rc"]) == (6_000_00, 10_000_00, 4_000_00, 0)
    assert (of["Bd"], of["Bk"], of["Rb"], of["V"]) == (0, 0, 0, 0)
    assert (of["L"], of["Lc"], of["G"], of["P"]) == (41_350_00, 200_00, 1_500_00, 38_240_00)
    assert (of["MP"], of["X"], of["Xb"]) == (200_00, 0, 0)


def test_the_golden_shift_by_hand():
    told, found = shift()
    assert found.expected_closer == 36_810_00
    assert found.expected_drop == (6_200_00, 6_000_00, 200_00)
    assert found.round_win == 4_810_00
    assert found.accounting_win(36_690_00, 12_400_00) == 4_890_00
    assert (found.tray_over_short(36_690_00), found.drop_over_short(12_400_00)) == (-120_00, 0)
    assert found.identity_holds(36_690_00, 12_400_00)
    assert exception_items(told.postings, SHIFT) == []


def test_the_golden_shift_as_the_example_expects_it():
    told, found = shift()
    counted, drop = told.state.closed.closer, told.state.counted_drop
    closer = sum(denomination * count for denomination, count in counted.items())
    over_short = variance(counted, tray(told.postings, SHIFT))
    expects = expected("golden_shift.expected.json")
    said = {
        "table": told.state.header.table,
        "gaming_date": str(told.state.header.gaming_date),
        "number": told.state.header.number,
        "opener": found.of["O"],
        "fills": found.of["F"],
        "credits": found.of["C"],
        "expected_closer": found.expected_closer,
        "counted_closer": closer,
        "variance": {
            "total": over_short.total,
            "by_denomination": {str(value): count for value, count in over_short.by_denomination.items()},
            "unspecified": over_short.unspecified,
        },
        "drop": {
            "expected": found.expected_drop.total,
            "counted": drop.cash + drop.documents + drop.coupons,
            "variance": found.drop_over_short(drop.cash + drop.documents + drop.coupons),
            **found.expected_drop._asdict(),
        },
        "accounting_win": found.accounting_win(closer, 12_400_00),
        "round_win": {
            "total": found.round_win,
            "rules": None,
            "mispayments": None,
            "unjudged": found.round_win,
        },
        "match_play": found.match_play,
        "exceptions": found.exceptions,
        "identity_holds": found.identity_holds(closer, 12_400_00),
        "exception_items": exception_items(told.postings, SHIFT),
    }
    assert said == expects


def test_the_expected_closer_by_denomination():
    told, _ = shift()
    left = tray(told.postings, SHIFT)
    assert left.by_denomination == {1_00: 110, 5_00: 1060, 25_00: 580, 100_00: 159, 500_00: 2}
    assert (left.total, left.unspecified) == (36_810_00, 0)


def test_nothing_of_the_golden_shift_is_left_on_its_way_or_on_the_layout():
    told, _ = shift()
    assert (told.balance("transit"), told.balance("layout"), told.balance("pot")) == (0, 0, 0)
    assert told.balance("toke_box") == 0


def test_the_buy_in_of_the_golden_shift_recorded_as_it_was_handed_out():
    # $300 for $200: then X is -$100, and the tray is short only $20 of what is recorded.
    text = (EXAMPLES / "golden_shift.ndjson").read_text()
    buy_in = '"tendered": 20000, "chips": {"500": 40}'
    assert text.count(buy_in) == 1
    overpaid = text.replace(buy_in, '"tendered": 20000, "chips": {"500": 40, "10000": 1}')
    told = example("golden_shift.ndjson", text=overpaid)
    found = terms(session_sums(told.postings, SHIFT))
    assert (found.exceptions, found.tray_over_short(36_690_00)) == (-100_00, -20_00)
    assert found.identity_holds(36_690_00, 12_400_00)
    assert [item.amount for item in exception_items(told.postings, SHIFT)] == [-100_00]


def test_the_example_round_lowers_its_tray_by_three_hundred_dollars():
    told = example("round_thb_412.json")
    change = tray(told.postings, "THB-03/2026-11-28/1")
    assert change.by_denomination == {5_00: -5, 25_00: -7, 100_00: -1}
    assert (change.total, change.unspecified) == (-300_00, 0)
    said = expected("round_thb_412.expected.json")["tray"]["change"]
    assert said["total"] == change.total
    assert {int(chip): count for chip, count in said["by_denomination"].items()} == change.by_denomination


def test_the_example_round_leaves_the_layout_empty_and_each_patron_with_their_own():
    told = example("round_thb_412.json")
    assert told.balance("layout") == 0
    # Spot 1 wins $225, spot 2 folds an ante of $25, spot 4 wins $75 and is paid $25 that was not due.
    assert told.balance("patron", "THB-03/1") == 225_00
    assert told.balance("patron", "THB-03/2") == -25_00
    assert told.balance("patron", "THB-03/4") == 100_00
