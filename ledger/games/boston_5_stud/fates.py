"""What each spot did when it had looked at its three cards, and when.

The second wager is placed or the hand folded, nothing else (13:69F-24.10(b));
to take the wager back before the last two cards is to fold.  After that (c) lets
nobody take it back: it stands as it lay when they were begun.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.rounds import WagerWithdrawn
from ledger.games import fates
from ledger.games.view import Place, RoundView, TakenBack, WagerKey, WagerView

Fate: TypeAlias = fates.Fate | Literal["withdrawn"]
STAYS_BY: Final = "second"
DEALT_FIRST: Final = 3
DEALT: Final = 5
OUT: Final[frozenset[Fate]] = frozenset({"folded", "withdrawn"})


class Decisions(NamedTuple):
    """What the spots decided of a second wager, by version.

    `at` is when each first placed it or folded, `folds` when each first folded,
    `begun` when the first did either, `second_deal_at` when a hand then first got
    a card after the third, or got both though nobody had been asked; `staying` are
    the spots with a second wager, those among them that took it back too late
    (`back_late`); `said` are the words of each spot, by version.
    """

    at: Mapping[int, int]
    folds: Mapping[int, int]
    staying: Collection[int]
    begun: int
    second_deal_at: int | None
    back_late: Collection[int]
    said: Mapping[int, Sequence[tuple[int, str]]]


class Standing(NamedTuple):
    """What a spot did, and where it is out the version at which it left."""

    fate: Fate
    left_at: int = 0


PLAYING: Final = Standing("playing")


def decisions_of(seen: RoundView) -> Decisions:
    """The decisions of a round as far as it was recorded."""
    staying: set[int] = set()
    taken_back: list[WagerView] = []
    at, named = {**seen.folded_at}, seen.by_name
    for spot in seen.at_spots:
        for wager in named.get((spot, STAYS_BY), ()):
            at[spot] = min(wager.placed_at, at.get(spot, wager.placed_at))
            if wager.stake or wager.late:
                staying.add(spot)
            if wager.taken_back:
                taken_back.append(wager)
    begun = min(at.values(), default=seen.version + 1)
    second_deal_at = _second_deal_at(seen, begun)
    back_late = {wager.spot for wager in taken_back if _amount_back_late(wager, second_deal_at)}
    staying |= back_late
    said: dict[int, list[tuple[int, str]]] = {}
    for version, spot, word in seen.decisions:
        said.setdefault(spot, []).append((version, word))
    return Decisions(at, seen.folded_at, staying, begun, second_deal_at, back_late, said)


def _second_deal_at(seen: RoundView, begun: int) -> int | None:
    """When a hand first got a card after the third though it was not the first deal any more."""
    later = [
        card.version
        for place, hand in seen.hands.items()
        if len(hand) > DEALT_FIRST
        for card in hand[DEALT_FIRST:]
        if card.version > begun or dealt_unasked(seen, place)
    ]
    return min(later, default=None)


def dealt_unasked(seen: RoundView, place: Place) -> bool:
    """Whether a hand and the dealer's are whole, and it got its fourth card when the dealer had three."""
    hand, dealer = seen.hands[place], seen.hands.get("dealer", ())
    if not len(hand) == len(dealer) == DEALT:
        return False
    return dealer[DEALT_FIRST - 1].version < hand[DEALT_FIRST].version


def standing_of(
    seen: RoundView, spot: int, second: Sequence[WagerView], late_wagers: str, decisions: Decisions
) -> Standing:
    """What a spot did, from its second wagers and what it said."""
    folded_at = decisions.folds.get(spot)
    fate = fates.fate_of(second, late_wagers, fold=folded_at is not None)
    if fate == "playing":
        return PLAYING
    if folded_at is None and fate == "undecided" and any(wager.withdrawn for wager in second):
        return Standing("withdrawn", withdrawn_at(seen, spot))
    return Standing(fate, folded_at or 0)


class Laid(NamedTuple):
    """A second wager as it lay when the last two cards were begun."""

    key: WagerKey
    spot: int
    wager: str
    on: str | None
    patron: str | None
    tender: str
    stake: int
    late: int
    withdrawn: int
    taken_back: Sequence[TakenBack]
    collected: int
    paid: int
    returned: int
    placed_at: int


def as_laid(main: Sequence[WagerView], second_deal_at: int | None) -> Sequence[WagerView]:
    """The main wagers of a spot, the second one whole of which a part was taken back too late."""
    return [_laid(wager, _amount_back_late(wager, second_deal_at)) for wager in main]


def _laid(wager: WagerView, back_late: int) -> WagerView:
    of_it = {name: getattr(wager, name) for name in Laid._fields}
    return Laid(**{**of_it, "stake": wager.stake + back_late}) if back_late else wager


def _amount_back_late(wager: WagerView, second_deal_at: int | None) -> int:
    """What was taken back of a second wager when it no longer could be, in cents."""
    if second_deal_at is None or wager.wager != STAYS_BY:
        return 0
    return sum(back.amount for back in wager.taken_back if back.version > second_deal_at)


def withdrawn_at(seen: RoundView, spot: int) -> int:
    """The version at which a spot last took its second wager back, or a part of it; 0 where it did not."""
    versions = [
        version
        for version, event in enumerate(seen.events, 1)
        if isinstance(event, WagerWithdrawn) and (event.spot, event.wager) == (spot, STAYS_BY)
    ]
    return max(versions, default=0)
