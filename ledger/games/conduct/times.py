"""What follows from a game's rows at any moment of a round: worked out once, and looked up from then on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ledger.games.conduct.rows import Conduct, Manner


class Times(NamedTuple):
    """The stages for which it is the time, and those that the cards have gone past, by name."""

    open: frozenset[str]
    over: frozenset[str]


@lru_cache(maxsize=64)
def manners(conduct: Conduct, dealing: str | None) -> Mapping[str, Manner]:
    """How the cards of each deal should come by a dealing method; unsaid, only where all agree."""
    found: dict[str, Manner] = {}
    for deal in conduct.deals:
        found[deal.step] = deal.machine if dealing == "automated_shoe" else deal.shoe
        if dealing is None and deal.shoe != deal.machine:
            found[deal.step] = "either"
    return found


@lru_cache(maxsize=1024)
def stages(conduct: Conduct, fullest: int, board: int, *, begun: bool, shown_down: bool) -> Times:
    """The stages open and over at so many cards: of the fullest hand, and of the board.

    `begun` is whether any card was dealt, `shown_down` whether the dealer's are up.
    """
    lie = {"hands": fullest, "board": board}
    over: set[str] = set()
    come: set[str] = set()
    for stage in conduct.stages:
        before, ends = conduct.deal_before[stage.name], conduct.next_deal[stage.name]
        if before is None or lie[before.to] >= before.opens_at:
            come.add(stage.name)
        if ends is None:
            over.update([stage.name] if shown_down else [])
        elif lie[ends.to] > ends.before or (stage.after is None and begun):
            over.add(stage.name)
    return Times(frozenset(come - over), frozenset(over))


@lru_cache(maxsize=1024)
def closed_by(conduct: Conduct, fullest: int, board: int) -> frozenset[str]:
    """The wagers whose time has come or gone; no table has more answers than its hands have cards."""
    lie = {"hands": fullest, "board": board}
    deals = conduct.deal_before.items()
    come = {stage for stage, deal in deals if deal is None or lie[deal.to] >= deal.opens_at}
    return frozenset(wager for wager, kind in conduct.wagers.items() if kind.stage in come)
