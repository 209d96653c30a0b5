"""Which movements could be the ones that went wrong: of the session's own events, and of its rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from eventsourcing.persistence import Notification

from ledger.application.ledger import Ledger
from projections.asking import Look
from projections.reconciliation.answers import Evidence
from projections.reconciliation.candidates.known import Case
from projections.reconciliation.candidates.pieces import Piece
from projections.reconciliation.candidates.queries import Settled, Wanted, settled
from projections.reconciliation.candidates.telling import Movement
from projections.reports.words import Money, sentence

# Pointed at for one explanation: of the session's own events, and of its rounds.
MOST_OWN: Final = 12
MOST_ROUNDS: Final = 5
# Where chips are handed out for what was tendered: one of any denomination may have gone with them.
HANDED_OUT: Final = frozenset({"buy_in", "counter_check_issued"})
# What is looked at first: where chips are counted over the layout.
BUYINS: Final = HANDED_OUT | {"fill_received"}
PLAYED: Final = frozenset({"play_totaled", "color_changed", "tip_changed"})


class Found(NamedTuple):
    """Evidence for a piece, and how many more events would do."""

    evidence: tuple[Evidence, ...]
    more: int


def wanted(case: Case, pieces: Iterable[Piece]) -> list[Wanted]:
    """What to look for in the rounds of a session, for pieces that have no evidence of their own."""
    found: dict[Wanted, None] = {}
    for one in pieces:
        for face, count in one.chips:
            if one.kind in {"wrong_denomination", "overpaid", "underpaid"}:
                # Short: recorded as taken in.  Over: recorded as gone out.
                found[Wanted(case.key, face, -count, *case.unit.between)] = None
    return list(found)


class Rounds:
    """The settlements of rounds that could be meant, read once for all sessions."""

    def __init__(self, ledger: Ledger, look: Look, asked: Sequence[Wanted]) -> None:
        self._found: dict[Wanted, list[Settled]] = {one: [] for one in asked}
        for one in settled(look, asked, MOST_ROUNDS):
            for want in asked:
                same = (want.session, want.denomination, want.since) == (
                    one.session,
                    one.denomination,
                    one.since,
                )
                if same and one.chips * want.at_least > 0:
                    self._found[want].append(one)
        self._ledger = ledger

    def of(self, want: Wanted, money: Money) -> Found:
        """The settlements that moved what is wanted."""
        many = self._found.get(want, [])
        more = many[0].others + 1 - len(many) if many else 0
        return Found(tuple(self._settlement(one, money) for one in many), more)

    def _settlement(self, one: Settled, money: Money) -> Evidence:
        stored = Notification(one.stream, one.version, one.topic, one.state, one.position)
        recorded = self._ledger.mapper.to_domain_event(stored)
        event = recorded.event.model_dump(mode="json", by_alias=True, exclude_none=True)
        said = sentence(event, money)
        return Evidence(stream=one.round, version=one.version, position=one.position, sentence=said)


def of_piece(case: Case, one: Piece, rounds: Rounds) -> Found:
    """What could be meant by a piece: its own evidence, else the movements that fit it."""
    if one.evidence or not one.chips:
        return Found(one.evidence, 0)
    own = [movement for movement in _in_order(case, one) if _fits(movement, one)]
    told = [case.told.of(movement) for movement in own[:MOST_OWN]]
    found = [rounds.of(want, case.told.money) for want in wanted(case, [one])]
    played = [evidence for some in found for evidence in some.evidence]
    # A chip is taken for another where wagers are settled, rather than where chips are handed over.
    shown = [*played, *told] if one.kind == "wrong_denomination" else [*told, *played]
    return Found(tuple(shown), len(own) - len(told) + sum(some.more for some in found))


def _in_order(case: Case, one: Piece) -> list[Movement]:
    """Movements, those that are likelier to be meant first; each kind in order of record."""
    likely = PLAYED if one.kind == "wrong_denomination" else BUYINS
    return sorted(case.movements, key=lambda movement: (movement.type not in likely, movement.version))


def _fits(movement: Movement, one: Piece) -> bool:
    """Whether a movement can have gone wrong in this way."""
    if one.kind == "overpaid" and movement.type in HANDED_OUT:
        return True
    if movement.unspecified and not movement.chips:
        return True
    # Short of a denomination: it was recorded as taken in, or went out with others of its kind.
    return any(_moved(movement, face, count, one.kind) for face, count in one.chips)


def _moved(movement: Movement, face: int, count: int, kind: str) -> bool:
    moved = movement.chips.get(face, 0)
    if kind == "change_not_recorded":
        return False
    if movement.type == "play_totaled":
        return moved != 0
    if moved * count < 0:
        return abs(moved) >= abs(count)
    return kind in {"overpaid", "underpaid"} and moved != 0
