"""Whether a hand that was closed had come to its end: dealt and bet out.

The first step that is missing is found; those after it could not be taken.
What is left in the pot is a matter of its own (`settled`), and no text read makes
it a duty to show a hand: SOURCES.md 4.  Where a record does not tell how the
cards were dealt, what is absent from it is no finding.

Source: 13:69F-14.10(e), (f), (g).
"""

from __future__ import annotations

from ledger.games.poker.findings import found
from ledger.games.poker.play import Play
from ledger.games.poker.variants import Variant
from ledger.games.seam import Finding
from ledger.games.telling import shows_the_dealing
from ledger.games.view import RoundView


def cut_short(play: Play, seen: RoundView) -> tuple[Finding, ...]:
    """The first step that a closed hand lacks, or nothing; what a void cut short is not absent."""
    closed_at, variant = seen.closed_at, play.seating.variant
    if closed_at is None or seen.voided_at is not None or variant is None or not shows_the_dealing(seen):
        return ()
    if not any(amount > 0 for amount in play.put.values()):
        return ()
    if not any(isinstance(place, int) and cards for place, cards in seen.hands.items()):
        passed_at = play.moves[0].version if play.moves else closed_at
        return (found("deal_missing", passed_at, "no player was dealt a card"),)
    return _undone(play, variant, closed_at)


def _undone(play: Play, variant: Variant, closed_at: int) -> tuple[Finding, ...]:
    """What a hand lacks that was dealt."""
    ended_at, waiting = play.ended or (closed_at, None)
    if waiting is not None:
        detail = f"the hand ended when spot {waiting} had still to act"
        return (found("action_missing", ended_at, detail, spot=waiting),)
    if len(play.live) > 1 and play.board < variant.board:
        detail = f"{len(play.live)} players contended on a board of {play.board} cards"
        return (found("board_miscounted", ended_at, detail, cards=play.board),)
    return ()
