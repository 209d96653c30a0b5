"""What is drawn to try whatever may be recorded of a round, and what holds of every answer.

A game gives its wagers, its words and its irregularities; the rest is the same of all four.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeAlias

from hypothesis import strategies as st

from ledger.cards import DECK, RANKS, SUITS
from ledger.games.resolution import Resolution
from tests.games.evening import Told
from tests.scenario import Event, event

Strange: TypeAlias = st.SearchStrategy[Event]

UNJUDGED = {"open", "undetermined"}
ANYTHING = st.sampled_from([*DECK, *(rank + "?" for rank in RANKS), "Xr", None])
PLACES = st.sampled_from([1, 2, 7, "dealer", "board", "stand"])
SPOTS = st.integers(1, 3)
AMOUNTS = st.integers(1, 50_00)
FACES = st.sampled_from(["up", "down"])
# Where several share a spot a settlement has to say whose it is: here none is recorded.
SHARED = st.just(8)


def of(name: str, **fields: st.SearchStrategy[Any]) -> Strange:
    """Events of a type, each field drawn."""
    return st.fixed_dictionaries({"type": st.just(name), **fields})


def strange(
    wagers: Collection[str],
    *,
    words: Collection[str],
    kinds: Collection[str],
    hand: int,
    more: Collection[Strange] = (),
) -> Strange:
    """Events that can be recorded at any time, however little sense they make.

    `wagers` are all that a settlement may name, `words` decisions, `kinds`
    irregularities, `hand` the most cards that are told together; `more` is what
    only one game has.
    """
    laid = {"wager": st.sampled_from(sorted(wagers)), "amount": AMOUNTS}
    cards = st.lists(ANYTHING, max_size=hand)
    noted = st.sampled_from(sorted({*kinds, "odd"}))
    return st.one_of(
        *(
            of(moved, spot=SPOTS, **laid)
            for moved in (
                "wager_placed",
                "wager_increased",
                "wager_withdrawn",
                "wager_paid",
                "wager_collected",
            )
        ),
        of("wager_returned", spot=SPOTS, reason=st.sampled_from(["push", "void", "unpaid"]), **laid),
        of("wager_placed", spot=SHARED, patron=st.sampled_from(["p1", "p2"]), **laid),
        of("wager_placed", spot=SHARED, tender=st.just("match_play"), **laid),
        of("card_dealt", to=SHARED, card=ANYTHING, face=st.just("down")),
        of("hand_revealed", to=SHARED, cards=cards),
        of("decision_made", spot=SPOTS, decision=st.sampled_from(sorted(words))),
        of("card_dealt", to=PLACES, card=ANYTHING, face=FACES),
        of("card_moved", card=ANYTHING, to=PLACES),
        *(of(seen, card=ANYTHING) for seen in ("card_returned", "card_exposed", "card_burned")),
        *(of(shown, to=PLACES, cards=cards) for shown in ("hand_revealed", "hand_collected")),
        of("stub_collected"),
        of("irregularity_noted", kind=noted),
        of("irregularity_noted", kind=noted, spots=st.lists(SPOTS, max_size=2)),
        of("betting_closed"),
        of("voided", reason=st.just("misdeal")),
        of("closed"),
        *more,
    )


def strewn(data: st.DataObject, told: Told, among: Strange) -> tuple[Told, Told]:
    """A round with strange events told here and there in it; and the beginning of it."""
    names, events = list(told), dict(told)
    for number, one in enumerate(data.draw(st.lists(among, max_size=12))):
        names.insert(data.draw(st.integers(1, len(names))), f"strange {number}")
        events[f"strange {number}"] = one
    whole = {name: events[name] for name in names}
    seen = data.draw(st.integers(1, len(names)), label="seen so far")
    return whole, {name: whole[name] for name in names[:seen]}


def half_seen(data: st.DataObject, told: Told, *, one_in: int = 6) -> Told:
    """A round closed of which some cards were never seen, or only their ranks."""
    seen = dict(told)
    for name, one in told.items():
        if one["type"] == "card_dealt" and data.draw(st.integers(0, one_in - 1)) == 0:
            seen[name] = {**one, "card": data.draw(st.sampled_from([None, one["card"][0] + "?"]))}
    seen = {name: one for name, one in seen.items() if one["type"] != "hand_revealed"}
    return {**seen, "closed": event("closed")}


def in_other_suits(told: Told, suits: Sequence[str]) -> Told:
    """The same round with each suit for another."""

    def other(cards: Iterable[str]) -> list[str]:
        return [card[0] + str(suits[SUITS.index(card[1])]) for card in cards]

    turned: Told = {}
    for name, one in told.items():
        card = {"card": other([one["card"]])[0]} if one.get("card") else {}
        cards = {"cards": other(one["cards"])} if "cards" in one else {}
        turned[name] = {**one, **card, **cards}
    return turned


def every_stake_goes_somewhere(lines: Iterable[Resolution]) -> None:
    """A line gives its whole stake to the house and the patron, or says what is missing and moves nothing."""
    for line in lines:
        if line.outcome in UNJUDGED:
            assert (line.paid, line.collected, line.returned) == (0, 0, 0)
            assert line.missing or line.outcome == "open"
        else:
            assert line.collected + line.returned == line.stake
            assert line.paid == 0 or line.outcome == "win"


def nothing_is_open(lines: Collection[Resolution]) -> None:
    """What holds of a round that is over: every wager is resolved, or its line says what is missing."""
    assert "open" not in {line.outcome for line in lines}
    every_stake_goes_somewhere(lines)
