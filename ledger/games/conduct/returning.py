"""Stakes handed back: before the reveal that decides of them, or for a reason that the rules do not give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.events.rounds import IrregularityNoted, RulingMade, WagerReturned
from ledger.games.conduct.rows import ANTE, Settlement
from ledger.games.conduct.walk import Walk
from ledger.games.resolution import Resolution
from ledger.games.seam import Finding

# The outcomes by which a stake goes back and wins nothing.
BACK: Final = frozenset({"push", "void", "unpaid"})
# With these beside them a return may be of a stake that won, or of one of which nothing can be said.
UNSAID: Final = frozenset({"win", "open", "undetermined"})
EARLY: Final = "settled_before_showdown"


def misstated(walk: Walk, event: WagerReturned, version: int) -> None:
    """Find a stake handed back for another reason than that for which the rules hand it back.

    Where they take it or pay it, what was moved is found to be wrong.
    """
    spot, wager, reason = event.spot, event.wager, event.reason
    back: list[Resolution] = []
    for line in lines_of(walk, event):
        outcome = line.verdict.outcome
        if outcome == reason or outcome in UNSAID:
            return
        if outcome in BACK and line.stake:
            back.append(line)
    if not back:
        return
    line, kind = back[0], walk.conduct.kind["return_misstated"]
    detail = f"the {wager} of spot {spot} was handed back as {reason}, the rules give {line.outcome}"
    facts = {"spot": spot, "wager": wager, "reason": reason}
    rule = line.rule or kind.rule
    walk.found.append(Finding(kind.code, rule, line.evidence, version, detail, facts))


def void_early(walk: Walk, event: WagerReturned, version: int) -> None:
    """Find a stake handed back as void before the dealer's cards are up, where only they can make it so."""
    found = (EARLY, "dealer")
    if walk.showdown_at is not None or not walk.cards or found in walk.reported:
        return
    if walk.conduct.settles(walk, event) not in walk.conduct.after_showdown:
        return
    if _is_the_floors(walk, event, version) or any(map(_is_void_anyway, lines_of(walk, event))):
        return
    walk.reported.add(found)
    detail = (
        f"the {event.wager} of spot {event.spot} was handed back before the dealer's cards were turned up"
    )
    walk.report(EARLY, version, detail, {"spot": event.spot, "wager": event.wager})


def _is_the_floors(walk: Walk, event: WagerReturned, version: int) -> bool:
    """Whether it is the floor that hands it back.

    So it is where the floor says it, the round is void, something was noted or
    ruled before, or the spot's whole hand goes back, now or later.
    """
    events = walk.seen.events
    if event.source == "supervisor" or walk.seen.voided_at is not None:
        return True
    if any(isinstance(one, IrregularityNoted | RulingMade) for one in events[:version]):
        return True
    return is_whole_hand_back(walk, event.spot, len(events))


def is_whole_hand_back(walk: Walk, spot: int, version: int) -> bool:
    """Whether all for which a spot has its hand was handed back as void up to a version.

    That is the ante, whosever it is, or without one what is dealt to alone.  What
    came late may go back before it, and then the hand plays on.
    """
    alone = [wager for wager in walk.conduct.alone if spot in walk.laid[wager]]
    names = alone if alone and spot not in walk.laid[ANTE] else [ANTE]
    returns = [one for one in walk.seen.events[:version] if isinstance(one, WagerReturned)]
    back = sum(
        one.amount for one in returns if one.spot == spot and one.wager in names and one.reason == "void"
    )
    late = sum(one.late for wager in names for one in walk.seen.by_name.get((spot, wager), ()))
    laid = sum(walk.stakes.get((spot, wager), 0) for wager in names)
    return back > late and laid - back <= late


def _is_void_anyway(line: Resolution) -> bool:
    """Whether a wager goes back whatever the dealer holds, or nobody can say.

    A void that the dealer's hand decides stands in a table.
    """
    return line.late or line.outcome == "undetermined" or (line.outcome == "void" and line.table is None)


def lines_of(walk: Walk, event: Settlement) -> Sequence[Resolution]:
    """The lines of the wager that an event names; what it leaves unsaid fits any."""
    spot, wager = event.spot, event.wager
    lines = [line for line in walk.said.resolutions if line.key[0] == spot and line.key[1] == wager]
    if len(lines) < 2:
        return lines
    asked = (event.on, event.patron, event.tender)
    return [
        line
        for line in lines
        if all(one in {None, other} for one, other in zip(asked, line.key[2:], strict=True))
    ]
