"""Whether the players bet as they may: in turn, enough and not too much.

Each check looks at one move and what it faced.  Source: 13:69F-14.10(f); sizes
and raises by default, SOURCES.md 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.games.poker.findings import found
from ledger.games.poker.play import Move, Play
from ledger.games.poker.variants import Limit
from ledger.games.seam import Finding, Submission
from ledger.games.view import RoundView

Check: TypeAlias = Callable[[Move, Play, Submission], Finding | None]


def conduct(play: Play, seen: RoundView, submission: Submission) -> Iterator[Finding]:
    """What was not as it should have been in the betting."""
    yield from _forced_bets(play, seen)
    for move in play.moves:
        for check in CHECKS:
            finding = check(move, play, submission)
            if finding is not None:
                yield finding


def _forced_bets(play: Play, seen: RoundView) -> Iterator[Finding]:
    """Antes and blinds that the structure calls for, once the betting has passed them."""
    passed = play.moves[0].version if play.moves else seen.closed_at
    if passed is None:
        return
    seats = play.seating
    for kind, due in (("ante", seats.antes), ("blind", seats.blinds), ("straddle", seats.straddles)):
        for spot, amount in due.items():
            posted = play.forced.get((spot, kind), 0)
            if posted < amount and spot not in play.all_in:
                detail = f"the {kind} is {play.said(amount)}, spot {spot} posted {play.said(posted)}"
                yield found(
                    "forced_bet_short", passed, detail, spot=spot, wager=kind, due=amount, posted=posted
                )


def _dead(move: Move, play: Play, _: Submission) -> Finding | None:
    if not move.dead:
        return None
    detail = f"spot {move.spot} had given up his hand at event {play.dead[move.spot]}"
    return found("action_by_dead_hand", move.version, detail, spot=move.spot)


def _out_of_turn(move: Move, play: Play, _: Submission) -> Finding | None:
    """Acting before one's turn; a check or a fold changes nothing when the betting is over."""
    if move.dead or play.seating.button is None or move.spot in move.turns:
        return None
    if not move.turns:
        if move.word in {"fold", "check"}:
            return None
        detail = f"spot {move.spot} acted when the betting was over"
    else:
        detail = f"spot {move.spot} acted when it was the turn of spot {move.turns[0]}"
    return found("action_out_of_turn", move.version, detail, spot=move.spot)


def _check_facing_bet(move: Move, play: Play, _: Submission) -> Finding | None:
    owed = move.to_match - move.own
    if move.word != "check" or owed <= 0 or move.dead:
        return None
    detail = f"spot {move.spot} checked and owed {play.said(owed)}"
    return found("check_facing_bet", move.version, detail, spot=move.spot, owed=owed)


def _beyond_stack(move: Move, play: Play, _: Submission) -> Finding | None:
    if move.left is None or move.added <= move.left:
        return None
    detail = f"spot {move.spot} had {play.said(move.left)} on the table and put in {play.said(move.added)}"
    return found("stack_exceeded", move.version, detail, spot=move.spot, stack=move.left, amount=move.added)


def _short_call(move: Move, play: Play, _: Submission) -> Finding | None:
    if move.word != "bet" or move.all_in or move.total >= move.to_match:
        return None
    detail = (
        f"to call was {play.said(move.to_match - move.own)}, spot {move.spot} put in {play.said(move.added)}"
    )
    return found(
        "call_short", move.version, detail, spot=move.spot, owed=move.to_match - move.own, amount=move.added
    )


def _not_open(move: Move, _: Play, __: Submission) -> Finding | None:
    if not _raises(move) or move.open or move.dead or not move.turns:
        return None
    detail = f"spot {move.spot} had acted, and no full raise had come since"
    return found("raise_not_open", move.version, detail, spot=move.spot)


def _size(move: Move, play: Play, submission: Submission) -> Finding | None:
    """The size of a bet or raise, by the limit that is played."""
    limit = play.seating.limit
    if limit is None or not _raises(move):
        return None
    for check in SIZES[limit]:
        finding = check(move, play, submission)
        if finding is not None:
            return finding
    return None


def _raises(move: Move) -> bool:
    """Whether a move is a bet or a raise, whatever it was called."""
    return move.word == "bet" and move.total > move.to_match


def _under_minimum(move: Move, play: Play, _: Submission) -> Finding | None:
    """At least the minimum to bet, the last raise to raise; less all in, or to make a short blind whole."""
    by = move.total - move.to_match
    if move.all_in or by >= move.least or move.total == move.blind:
        return None
    code = "raise_below_minimum" if move.to_match else "bet_below_minimum"
    detail = f"spot {move.spot} went up by {play.said(by)}, the least is {play.said(move.least)}"
    return found(code, move.version, detail, spot=move.spot, amount=by, minimum=move.least)


def _above_pot(move: Move, play: Play, _: Submission) -> Finding | None:
    """At most the pot as it would be after a call."""
    most = move.to_match + move.pot + move.to_match - move.own
    if move.total <= most:
        return None
    detail = f"spot {move.spot} made it {play.said(move.total)}, the most is {play.said(most)}"
    return found("bet_above_pot", move.version, detail, spot=move.spot, amount=move.total, maximum=most)


def _off_limit(move: Move, play: Play, _: Submission) -> Finding | None:
    """A bet more than the last full one, or than an all-in short of one; all in for less is allowed."""
    size = play.seating.bet_size(move.street)
    allowed = (move.level + (size or 0), move.to_match + (size or 0), move.blind)
    if size is None or move.total in allowed or (move.all_in and move.total < max(allowed)):
        return None
    detail = f"spot {move.spot} made it {play.said(move.total)}, the limit allows {play.said(min(allowed))}"
    return found("bet_off_limit", move.version, detail, spot=move.spot, amount=move.total, due=min(allowed))


def _too_many_raises(move: Move, _: Play, submission: Submission) -> Finding | None:
    """The bet and so many raises; as many as they like when two are left."""
    most = 1 + submission.options["raises_a_round"]
    if move.bets < most or move.players < 3 or (move.all_in and move.total - move.to_match < move.least):
        return None
    detail = f"there had been {move.bets} bets in this round"
    return found("raises_exceeded", move.version, detail, spot=move.spot, bets=move.bets)


CHECKS: Final[Sequence[Check]] = (
    _dead,
    _out_of_turn,
    _check_facing_bet,
    _beyond_stack,
    _short_call,
    _not_open,
    _size,
)

SIZES: Final[Mapping[Limit, Sequence[Check]]] = MappingProxyType(
    {
        "no_limit": (_under_minimum,),
        "pot_limit": (_under_minimum, _above_pot),
        "fixed_limit": (_too_many_raises, _off_limit),
    }
)
