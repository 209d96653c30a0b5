"""What the dealer has to take or pay by the rules, and what of it has been moved."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

from ledger.games.conduct.rows import Conduct
from ledger.games.orders import handed_back
from ledger.games.seam import EMPTY, Adjudication

Spots: TypeAlias = set[int] | frozenset[int]
Due: TypeAlias = dict[int, dict[str, str]]  # by spot and wager: what becomes of it

# What the dealer takes or pays, and what has to be settled before the hand is racked.
TO_MOVE: Final = frozenset({"lose", "win", "forfeit"})
TO_SETTLE: Final = frozenset({"lose", "win", "waits"})
NOBODY: Final[Spots] = frozenset()


class Dues:
    """What is due at each spot by what the rules give (`said`).

    `due` are the wagers for which money is to be taken or paid, and how: lose, win,
    forfeit, or `waits` for a side wager not yet judged; `unmoved` is what of that
    nobody has moved yet, `settled` what was moved, due or not.  `freed` are the
    spots whose ante goes back as void by the rules, so that no hand is compared,
    `held` those where something is paid from elsewhere than the table inventory.
    """

    __slots__ = ("due", "freed", "held", "settled", "unmoved")

    def __init__(self, conduct: Conduct, said: Adjudication) -> None:
        self.due = _due(conduct, said)
        self.unmoved = {spot: {**dues} for spot, dues in self.due.items()}
        self.settled: set[tuple[int, str]] = set()
        voided = "void" in [line.verdict.outcome for line in said.resolutions]
        self.freed = _freed(conduct, said) if voided else NOBODY
        self.held = {line.spot for line in said.resolutions if line.verdict.paid_from}

    def unsettled(
        self, spot: int, wagers: Collection[str] | None = None, how: Collection[str] = TO_SETTLE
    ) -> bool:
        """Whether money is due at a spot that has not been moved: of some wagers, or in some way."""
        unmoved = self.unmoved.get(spot)
        if unmoved:
            for wager, due in unmoved.items():
                if due in how and (wagers is None or wager in wagers):
                    return True
        return False

    def settle(self, spot: int, wager: str) -> None:
        """Money of a wager was moved: nothing more is waited for."""
        self.settled.add((spot, wager))
        unmoved = self.unmoved.get(spot)
        if unmoved is not None:
            unmoved.pop(wager, None)

    def await_more(self, spot: int, wager: str) -> None:
        """What was moved of a wager was not all that is due."""
        self.settled.discard((spot, wager))
        if wager in self.due.get(spot, EMPTY):
            self.unmoved[spot][wager] = self.due[spot][wager]


def _freed(conduct: Conduct, said: Adjudication) -> frozenset[int]:
    """The spots whose wagers on the hand compared are void by the rules; all of them where there are none."""
    sides = {wager for wager, kind in conduct.wagers.items() if kind.side}
    main = [line for line in said.resolutions if line.wager not in sides]
    played = {line.spot for line in main if line.stake}
    return handed_back([*main, *[line for line in said.resolutions if line.spot not in played]])


def _due(conduct: Conduct, said: Adjudication) -> Due:
    """What the dealer has to take or pay at each spot, by wager."""
    due: Due = {}
    for line in said.resolutions:
        verdict, (spot, wager, _, _, _) = line.verdict, line.key
        outcome: str = verdict.outcome
        if not verdict.judged:
            kind = conduct.wagers.get(wager)
            if kind is None or not kind.side:
                continue
            outcome = "waits"
        elif outcome not in TO_MOVE or not (line.paid or line.collected):
            continue
        at_spot = due.get(spot)
        if at_spot is None:
            due[spot] = {wager: outcome}
        elif wager not in at_spot:
            at_spot[wager] = outcome
    return due
