"""Whatever people do at a table, the money and the cards add up."""

import json
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.book.postings import balanced
from ledger.book.terms import session_sums, terms
from ledger.cards import DECK
from ledger.events.base import Recorded
from ledger.events.rounds import RakeTaken
from ledger.events.sessions import ColorChanged, DropCounted
from ledger.identity import stream_id
from ledger.rounds.answers import adjudication, cards
from ledger.rounds.judge import judge
from ledger.rounds.state import fold
from ledger.rounds.truths import totals
from ledger.simulate.mistakes import name_of
from ledger.store.mapper import EventMapper
from tests.simulate.evenings import Pit, Sat, dealt
from tests.simulate.proof import HOUSE_BANKED

SEEDS = st.integers(min_value=0, max_value=10**6)
RATES = st.sampled_from([0.0, 0.2, 1.0])
HUNDRED = 100_00
NOT_WHOLE = {"wrong_stub_count", "extra_card", "duplicate_card", "foreign_card"}
RECORDED_AT = datetime(2026, 11, 29, 4, tzinfo=UTC)


@pytest.mark.parametrize("game", HOUSE_BANKED)
@given(seed=SEEDS, mistakes=RATES)
@settings(max_examples=15, deadline=None)
def test_a_simulated_evening_at_a_house_banked_table(game, seed, mistakes):
    pit = dealt(game, rounds=12, seed=seed, mistakes=mistakes)
    every_event_balances(pit)
    the_layout_is_empty_between_rounds(pit)
    the_deck_is_whole(pit)
    the_round_folded_again_is_the_same(pit)
    the_identity_holds(pit)
    only_what_no_record_shows_is_missing_from_the_tray(pit)


@given(seed=SEEDS, mistakes=RATES)
@settings(max_examples=10, deadline=None)
def test_a_simulated_evening_in_the_poker_room(seed, mistakes):
    pit = dealt("poker", rounds=12, seed=seed, mistakes=mistakes)
    every_event_balances(pit)
    the_pot_is_empty_between_hands(pit)
    the_deck_is_whole(pit)
    the_round_folded_again_is_the_same(pit)
    the_identity_holds(pit)
    only_what_no_record_shows_is_missing_from_the_tray(pit)


def every_event_balances(pit: Pit) -> None:
    for one in (*pit.rounds, *pit.sessions.values()):
        assert all(balanced(legs) for legs in one.postings)


def the_layout_is_empty_between_rounds(pit: Pit) -> None:
    for played in pit.rounds:
        assert sum(leg.amount for leg in played.legs if leg.account == "layout") == 0


def the_pot_is_empty_between_hands(pit: Pit) -> None:
    for played in pit.rounds:
        assert sum(leg.amount for leg in played.legs if leg.account == "pot") == 0


def the_deck_is_whole(pit: Pit) -> None:
    """Hands, board, burned cards and stub are 52, and no card was there twice, but where that was wrong."""
    for played in pit.rounds:
        lying = [card["card"] for hand in cards(played.state).values() for card in hand]
        seen = [card for card in lying if card is not None]
        wrong = {name_of(event.note) for event in played.events if event.note is not None} & NOT_WHOLE
        assert played.state.stub_count is not None
        assert (len(lying) + played.state.stub_count == 52) != bool(
            wrong & {"wrong_stub_count", "extra_card"}
        )
        assert (len(set(seen)) == len(seen)) != ("duplicate_card" in wrong)
        assert (set(seen) <= set(DECK)) != ("foreign_card" in wrong)


def the_round_folded_again_is_the_same(pit: Pit) -> None:
    """From the bytes that would be stored, to the end and to the middle."""
    for played in pit.rounds:
        header, live = played.state.header, list(played.events)
        stored = read_back(header, live)
        half = len(live) // 2
        assert said(fold(header, stored), pit) == said(played.state, pit)
        assert said(fold(header, stored, until=half), pit) == said(fold(header, live[:half]), pit)


def read_back(header, events):
    """Events through the bytes in which they are kept."""
    mapper, stream = EventMapper(), stream_id("demo", "round", header.key)
    recorded = [
        Recorded(stream, version, event, RECORDED_AT, "test", header=header if version == 1 else None)
        for version, event in enumerate(events, 1)
    ]
    return [mapper.to_domain_event(mapper.to_stored_event(one)).event for one in recorded]


def said(state, pit: Pit) -> str:
    return json.dumps([adjudication("", judge(state, pit.submission)), cards(state)], default=str)


def the_identity_holds(pit: Pit) -> None:
    """Accounting win, from the counts alone, is what the rounds say and what is itemised beside them."""
    for key, sat in pit.sessions.items():
        of = terms(session_sums(pit.legs(), key))
        opener, closer, drop = counted(sat)
        accounting_win = closer + drop - opener - of.of["F"]
        rules, mispaid, unjudged = totals(
            truth for played in pit.rounds if played.state.tray == key for truth in played.judgement.truths
        )
        adjusted = sum(wager.adjusted for played in pit.rounds for wager in played.state.wagers)
        assert of.round_win == rules + mispaid - adjusted + unjudged + raked(pit)
        changes = [event for event in sat.events if isinstance(event, ColorChanged)]
        exceptions = sum(worth(event.in_) - worth(event.out) for event in changes)
        over_short = of.tray_over_short(closer) + of.drop_over_short(drop)
        assert accounting_win == of.round_win + exceptions + over_short


def only_what_no_record_shows_is_missing_from_the_tray(pit: Pit) -> None:
    """A chip too many at a buy-in, one of the next denomination in a payment; the box is as it should be."""
    hidden = HUNDRED * pit.notes.count("overpaid_buy_in")
    for played in pit.rounds:
        for event in played.events:
            if event.note is not None and "wrong_denomination" in event.note:
                went, recorded = map(int, re.findall(r"\d+", event.note))
                hidden += went - recorded
    for key, sat in pit.sessions.items():
        of = terms(session_sums(pit.legs(), key))
        _, closer, drop = counted(sat)
        assert of.tray_over_short(closer) == -hidden
        assert of.drop_over_short(drop) == 0


def counted(sat: Sat) -> tuple[int, int, int]:
    """Opener, closer and box as people counted them, in cents."""
    opened, closed = sat.state.opened, sat.state.closed
    assert opened is not None
    assert closed is not None
    (box,) = [event.first for event in sat.events if isinstance(event, DropCounted)]
    return worth(opened.opener), worth(closed.closer), box.cash + box.documents + box.coupons


def worth(chips) -> int:
    return sum(face * count for face, count in chips.items())


def raked(pit: Pit) -> int:
    return sum(
        event.amount for played in pit.rounds for event in played.events if isinstance(event, RakeTaken)
    )
