"""What a fault of a deck touched: back to when it can have been, as of any position, nothing passed over."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from ledger.errors import InvalidQuery, RoundNotFound
from projections.decks import queries
from projections.decks.impact import Fault
from tests.projections.pit import SUBMISSION, clock, example, holdem_table, table
from tests.scenario import dealt, event, opened, placed, round_record
from tests.scenarios.shoe import coup, coups, deck, happened, in_use

AT = datetime.fromisoformat("2026-11-28T20:00:00-05:00")
MINUTE = timedelta(minutes=1)
HAND = {1: ("5c", "6d")}
ACE = {1: ("Js", "2c")}


def key(number):
    return f"T-1/2026-11-28/{number}"


def found(at, card="Js", **fields):
    return happened(at, "card_found", card=card, state="missing", **fields)


@pytest.fixture(scope="module")
def evening(shared_pit):
    """Three decks dealt at T-1, of each a jack of spades found missing after half an hour."""
    shared_pit.tell(table(), table("T-2"))
    shared_pit.tell(
        # One deck, a jack dealt in the eleventh round.
        deck("ONE", *in_use(AT), found(AT + 30 * MINUTE)),
        *coups(1, AT + MINUTE, MINUTE, "ONE", [HAND] * 10), coup(11, AT + 15 * MINUTE, "ONE", ACE),
        *coups(12, AT + 16 * MINUTE, MINUTE, "ONE", [HAND] * 10),
        # Six decks: that a jack was dealt says nothing of the other five.
        deck("SIX", *in_use(AT, decks=6), found(AT + 30 * MINUTE)),
        *coups(101, AT + MINUTE, MINUTE, "SIX", [HAND] * 10), coup(111, AT + 15 * MINUTE, "SIX", ACE),
        *coups(112, AT + 16 * MINUTE, MINUTE, "SIX", [HAND] * 10),
        # Six decks again, and whoever found the card knows the round.
        deck("KNOWN", *in_use(AT, decks=6), found(AT + 30 * MINUTE, last_seen=key(205))),
        *coups(201, AT + MINUTE, MINUTE, "KNOWN", [HAND] * 10),
        # Looked through card by card after the fourth round: it was whole then.
        deck(
            "WHOLE", *in_use(AT), happened(AT + 4.5 * MINUTE, "counted", count=52, cards=DECK),
            found(AT + 30 * MINUTE),
        ),
        *coups(301, AT + MINUTE, MINUTE, "WHOLE", [HAND] * 10),
    )  # fmt: skip
    return shared_pit


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.mark.parametrize(
    ("name", "rounds", "bounded_by"),
    [("ONE", 10, key(11)), ("SIX", 21, None), ("KNOWN", 5, key(205)), ("WHOLE", 6, None)],
)
def test_a_card_was_missing_since_it_was_surely_there_last(evening, name, rounds, bounded_by):
    touched = evening.views.deck_impact(name, Fault(missing="Js"))
    assert (touched.rounds, touched.bounded_by) == (rounds, bounded_by)


def test_a_round_in_which_one_card_was_seen_last_is_touched_by_another_that_was_missing(evening):
    evening.tell(
        deck("TWO", *in_use(AT), happened(AT, "card_removed", card="7h"), found(AT + 30 * MINUTE)),
        *coups(401, AT + MINUTE, MINUTE, "TWO", [HAND, ACE, HAND]),
    )
    views = evening.views
    assert views.deck_impact("TWO", Fault(missing="Js")).rounds == 1
    assert views.deck_impact("TWO", Fault(missing="7h")).rounds == 3
    both = views.deck_impact("TWO", Fault(missing="7h", extra="7h"))
    assert [one.key for one in both.touched] == [key(401), key(402), key(403)]


def test_rounds_that_name_no_deck_are_counted_beside_where_the_deck_lay(evening):
    unnamed = coups(501, AT + 100 * MINUTE, MINUTE, "?", [HAND] * 6)
    for one in unnamed:
        del one["deck"]
    here, elsewhere = unnamed[:4], [{**one, "table": "T-2"} for one in unnamed[4:]]
    gone = happened(AT + 102.5 * MINUTE, "unloaded", table="T-1")
    evening.tell(deck("LAY", *in_use(AT + 99 * MINUTE), gone), *here, *elsewhere)
    views = evening.views
    told = views.deck_impact("LAY", Fault())
    assert (told.rounds, told.naming_no_deck) == (0, 3)
    assert views.deck_impact("LAY", Fault(since=AT + 101.5 * MINUTE)).naming_no_deck == 1
    assert views.deck_impact("ONE", Fault()).naming_no_deck == 4  # it never left the table


def test_rounds_voided_and_in_play_are_counted_apart_and_their_money_as_it_moved(evening):
    begun = [{"occurred_at": (AT + 200 * MINUTE).isoformat(), **one} for one in (
        opened(), placed(1, "main", 10_00, patron="P-1"), dealt(1, "Kh", "up"),
    )]  # fmt: skip
    paid = event("wager_paid", spot=1, wager="main", amount=10_00, occurred_at=begun[0]["occurred_at"])
    void = event("voided", reason="misdeal", occurred_at=begun[0]["occurred_at"])
    evening.tell(
        deck("VOID", *in_use(AT + 199 * MINUTE)),
        round_record(*begun, number=601, deck="VOID"),
        round_record(*begun, paid, void, number=602, deck="VOID"),
        coup(603, AT + 201 * MINUTE, "VOID", HAND),
    )
    told = evening.views.deck_impact("VOID", Fault())
    assert told.by_status == {"open": 1, "voided": 1, "closed": 1}
    assert (told.rounds, told.staked, told.net_to_patrons) == (3, 70_00, 10_00 - 50_00)


def test_currencies_are_never_added_together(evening):
    euro, dollar = coups(801, AT + 300 * MINUTE, MINUTE, "MIX", [HAND] * 2)
    evening.tell(deck("MIX", *in_use(AT + 299 * MINUTE)), {**euro, "currency": "EUR"}, dollar)
    told = evening.views.deck_impact("MIX", Fault())
    assert (told.rounds, told.staked, told.net_to_patrons) == (2, None, None)
    assert [(one.patron, one.currency, one.net) for one in told.by_patron] == [
        ("P-1", "EUR", -50_00), ("P-1", "USD", -50_00),
    ]  # fmt: skip


def test_of_a_pot_each_patron_has_what_was_awarded_less_what_was_put_in(evening):
    bets = [
        placed(1, "bet", 650_00, action="bet", patron="P-A"),
        placed(2, "bet", 650_00, action="call", patron="P-B"),
    ]
    rest = [dealt("board", "Kh", "up"), event("pot_awarded", spot=1, pot=0, amount=1_300_00), event("closed")]
    poker = {"table": "PKR-1", "game": "poker", "variant": "no_limit_hold_em", "deck": "PK"}
    evening.tell(
        table("PKR-1", "poker"), deck("PK", *in_use(AT, table="PKR-1")),
        round_record(opened(spots=[1, 2]), *bets, *rest, **poker),
        round_record(opened(spots=[1, 2]), *bets, number=2, **poker),
    )  # fmt: skip
    told = evening.views.deck_impact("PK", Fault())
    assert {one.patron: one.net for one in told.by_patron} == {"P-A": 650_00, "P-B": -650_00}


def test_as_of_a_position_it_is_as_it_was_whatever_was_recorded_since(pit):
    whole = coup(1, AT + MINUTE, "B7", ACE)
    first, rest = whole["events"][:3], whole["events"][3:]
    pit.now = clock("21:00:00")
    pit.tell(table(), deck("B7", *in_use(AT)), {**whole, "events": first})
    position = pit.ledger.recorder.head()
    before = pit.views.deck_impact("B7", Fault())
    pit.now = clock("22:00:00")
    pit.tell(
        {**whole, "after": 3, "events": [{**rest[0], "source": "dealer", "by": "D-1"}, *rest[1:]]},
        {**deck("B7", found(AT + 30 * MINUTE)), "after": 4},
        coup(2, AT + 10 * MINUTE, "B7", HAND),
    )
    views = pit.views
    for asked in ({"as_of": position}, {"as_known_at": clock("21:30:00")}):
        then = views.deck_impact("B7", Fault(), **asked)
        assert then.touched == before.touched
        assert (then.touched[0].status, then.touched[0].net, then.touched[0].hands) == ("open", 0, 1)
        assert views.deck("B7", **asked).gaps == []
        assert views.deck_order("B7", **asked).faces == 1
        assert views.missed_burn("B7", **asked).cards[-1].number == 1
    now = views.deck_impact("B7", Fault(missing="Js"))
    assert (now.bounded_by, now.rounds) == (key(1), 1)


def test_what_is_no_time_or_more_than_is_told_at_once_is_refused(evening, monkeypatch):
    views = evening.views
    for ask in (
        lambda: views.deck_impact("ONE", Fault(AT + MINUTE, AT)),
        lambda: views.deck_order("ONE", since=AT, until=AT),
    ):
        with pytest.raises(InvalidQuery):
            ask()
    monkeypatch.setattr(queries, "MOST_ROUNDS", 20)
    with pytest.raises(InvalidQuery, match="shorter"):
        views.deck_impact("ONE", Fault())
    assert views.deck_impact("ONE", Fault(until=AT + 10 * MINUTE)).rounds == 9


def test_alternatives_as_of_a_position_leave_out_what_was_recorded_later(evening):
    first = evening.ledger.stream("round", key(2))[0].position
    views = evening.views
    assert views.alternatives([key(1)], as_of=first).rounds[0].wagers[0].stands == -50_00
    with pytest.raises(RoundNotFound):
        views.alternatives([key(1)], as_of=1)


def test_cards_are_in_the_order_in_which_the_shoe_gave_them_where_that_is_told(evening):
    """Told hand by hand, as a shoe that was never shuffled gave them in turn."""
    factory = [rank + "s" for rank in "23456789TJQK"]
    cards = [
        dealt(spot, card, "up", shoe_position=number)
        for spot in (1, 2)
        for number, card in enumerate(factory, 1)
        if number % 2 == spot % 2
    ]
    evening.tell(
        deck("TURN", *in_use(AT)), round_record(opened(), *cards, event("closed"), number=701, deck="TURN")
    )
    told = evening.views.deck_order("TURN")
    assert (told.steps, told.pairs, told.sorted_by, told.findings) == (11, 11, "suit", ["sequence_in_order"])


@pytest.mark.parametrize("ask", ["deck_order", "missed_burn"])
def test_rounds_of_a_game_with_rules_are_read_by_whoever_has_read_nothing_yet(pit, ask):
    """The submission that they were dealt under was registered after the views were opened."""
    pit.tell(
        SUBMISSION, holdem_table(), example("round_thb_412.json"), deck("B7", *in_use(AT, table="THB-03"))
    )
    assert getattr(pit.views, ask)("B7").deck == "B7"
