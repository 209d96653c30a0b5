"""Candidates for every session of an answer that is off: offered in order, with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ledger.application.ledger import Ledger
from projections.answers import Vector
from projections.asking import Look
from projections.reconciliation.answers import Candidate, Explanation, SessionFigures
from projections.reconciliation.candidates.evidence import Rounds, of_piece, wanted
from projections.reconciliation.candidates.known import Case, known
from projections.reconciliation.candidates.pieces import BY_AMOUNT, KINDS, Piece, by_amount
from projections.reconciliation.candidates.queries import Mispaid, mispaid, neighbours
from projections.reconciliation.candidates.search import Tray, Way, ways, ways_by_amount
from projections.reconciliation.candidates.telling import told
from projections.reconciliation.candidates.units import Unit, key, of_all
from projections.reconciliation.streams import streams

# Sessions and shifts that are looked through for one answer, those that are off by most; for others ask for
# the table.
MOST_UNITS: Final = 20
# Candidates offered for one of them.
MOST_OFFERED: Final = 8
# Movements without chips that are pointed at.
MOST_SHOWN: Final = 12
# No patron had anything of these: in none of them is a chip overpaid.
WITH_THE_CAGE: Final = frozenset({"opener", "fill", "credit"})


def with_candidates(
    ledger: Ledger,
    look: Look,
    sessions: Sequence[SessionFigures],
    all_of_the_date: Callable[[], Sequence[SessionFigures]],
) -> list[SessionFigures]:
    """The same sessions, those that are off with their candidates.

    `all_of_the_date` are all sessions of the gaming date, for what may be
    offset elsewhere; they are fetched where one is off.
    """
    if not of_all(sessions):
        return list(sessions)
    asked = {key(one) for one in sessions}
    rest = all_of_the_date()
    # Of many, those that are asked for first.
    worst = sorted(
        of_all(rest),
        key=lambda one: (one.key not in asked, -abs(one.variance.total), one.key, one.number or 0),
    )
    cases = _cases(ledger, look, worst[:MOST_UNITS])
    found = {case.unit.name: _ways(case, cases, rest) for case in cases if case.key in asked}
    mine = [case for case in cases if case.key in asked]
    want = [
        one
        for case in mine
        for one in wanted(case, (part for way in found[case.unit.name] for part in way.pieces))
    ]
    rounds = Rounds(ledger, look, list(dict.fromkeys(want)))
    offered: dict[str, list[Candidate]] = {}
    for case in sorted(mine, key=lambda case: case.unit.number or 0):
        offered.setdefault(case.key, []).extend(_offered(case, found[case.unit.name], rounds))
    return [
        one.model_copy(update={"candidates": offered[key(one)]}) if key(one) in offered else one
        for one in sessions
    ]


def _cases(ledger: Ledger, look: Look, off: Sequence[Unit]) -> list[Case]:
    currencies = {unit.key: unit.session.currency for unit in off}
    beside = neighbours(look, list(currencies))
    # Of a tray that is right in sum every round settled by the rules would be one that explains it.
    sums = dict.fromkeys((unit.key, unit.variance.total) for unit in off if unit.variance.total)
    suspects = mispaid(ledger, look, list(sums))
    told_of = {
        one.key: one
        for one in (
            told(events, currencies[events[0].header.key])
            for events in streams(ledger, look, "session", currencies)
            if events[0].header is not None
        )
    }
    return [
        Case(
            unit,
            told_of[unit.key],
            beside.get((unit.key, "closer")),
            beside.get((unit.key, "opener")),
            [suspect for suspect in suspects if _is_of(suspect, unit)],
        )
        for unit in off
    ]


def _is_of(round_: Mispaid, unit: Unit) -> bool:
    """Whether a round that is mispaid by some amount was played in what is off by as much."""
    since, until = unit.between
    if round_.session != unit.key or round_.amount != -unit.variance.total:
        return False
    if round_.opened_at is None:
        return since is None
    return (since is None or round_.opened_at > since) and (until is None or round_.opened_at <= until)


# --- the ways of one session ---------------------------------------------------------------


def _ways(case: Case, cases: Sequence[Case], rest: Sequence[SessionFigures]) -> list[Way]:
    """What may explain a variance, whole explanations first, the cheapest of them first."""
    currency = case.figures.currency
    pieces = known(
        case,
        [other for other in cases if other.figures.currency == currency],
        [other for other in rest if other.currency == currency],
    )
    tray = Tray(sorted({*case.variance.by_denomination}), _moved(case), case.told.money)
    by_chips = [one for one in pieces if one.chips]
    alone = [Way(one.cost, (one,)) for one in pieces if not one.chips]
    unspecified = case.variance.unspecified
    color = next((one for one in pieces if one.kind == "outstanding_color"), None)
    if not unspecified:
        found = [*alone, *ways(case.off, tray, by_chips)]
    elif color is not None and color.amount == unspecified:
        beside = ways(case.off, tray, by_chips)
        found = [*alone, *(Way(way.cost + color.cost, (color, *way.pieces)) for way in beside)]
    else:
        # What was recorded of these chips is known, whatever else is off by denomination.
        found = [*alone, *(Way(one.cost, (one,)) for one in by_chips), *_without_chips(case, tray)]
    return sorted(found, key=lambda way: _place(case, way))[:MOST_OFFERED]


def _without_chips(case: Case, tray: Tray) -> list[Way]:
    """Some movements were recorded without chips: what is off by denomination is theirs, too."""
    amount, money = case.variance.total, case.told.money
    without = [one for one in case.movements if one.unspecified]
    evidence = [case.told.of(one) for one in without[:MOST_SHOWN]]
    said = (
        f"movements of {money(-case.variance.unspecified)} in all were recorded without chips:"
        " what is off by denomination includes theirs"
    )
    if not amount:
        return [Way(0.0, (by_amount("movements_without_chips", 0, said, *evidence),))]
    shown = by_amount("movements_without_chips", 0, said, *evidence, more=BY_AMOUNT)
    return [Way(shown.cost, (shown,)), *ways_by_amount(amount, tray)]


def _moved(case: Case) -> set[int]:
    """The denominations of which any movement to or from a patron was recorded."""
    rows = (row for row in case.figures.tray if row.running is not None and row.movement not in WITH_THE_CAGE)
    return {face for row in rows for face in row.by_denomination}


def _place(case: Case, way: Way) -> tuple[bool, float, int, list[str]]:
    """Where a way stands among others: whole explanations first, then the cheapest."""
    whole = _is_nothing(_remains(case, way))
    return not whole, way.cost, len(way.pieces), [one.sentence for one in way.pieces]


def _is_nothing(left: Vector) -> bool:
    return not left.total and not left.unspecified and not any(left.by_denomination.values())


def _remains(case: Case, way: Way) -> Vector:
    """What a way leaves unexplained; where it knows amounts alone, an amount."""
    amount = case.variance.total - sum(one.amount for one in way.pieces)
    if any(not one.chips and one.kind != "outstanding_color" for one in way.pieces):
        return Vector(total=amount, by_denomination={}, unspecified=amount)
    chips = dict(case.off)
    for one in way.pieces:
        for face, count in one.chips:
            chips[face] = chips.get(face, 0) - count
    left = {face: count for face, count in sorted(chips.items()) if count}
    return Vector(
        total=amount,
        by_denomination=left,
        unspecified=amount - sum(face * count for face, count in left.items()),
    )


# --- as offered ----------------------------------------------------------------------------


def _offered(case: Case, found: Sequence[Way], rounds: Rounds) -> list[Candidate]:
    return [_candidate(case, rank, way, rounds) for rank, way in enumerate(found, 1)]


def _candidate(case: Case, rank: int, way: Way, rounds: Rounds) -> Candidate:
    remains, shift = _remains(case, way), case.unit.shift
    return Candidate(
        shift=None if shift is None else shift.shift,
        since=None if shift is None else shift.since,
        rank=rank,
        score=round(way.cost, 2),
        reason=_reason(way, remains),
        amount=sum(one.amount for one in way.pieces),
        explanations=[_explanation(case, one, rounds) for one in way.pieces],
        remains=remains,
    )


def _reason(way: Way, remains: Vector) -> str:
    """Why a way stands where it stands."""
    many = len(way.pieces)
    said = "explains all of it" if _is_nothing(remains) else "leaves some of it unexplained"
    told_ = f"{said}, as one thing" if many == 1 else f"{said}, as {many} things"
    whys = dict.fromkeys(KINDS[one.kind].why for one in way.pieces)
    return f"{told_}: {'; '.join(whys)}"


def _explanation(case: Case, one: Piece, rounds: Rounds) -> Explanation:
    evidence, more = of_piece(case, one, rounds)
    return Explanation(
        kind=one.kind,
        sentence=one.sentence,
        amount=one.amount,
        by_denomination=dict(one.chips),
        evidence=list(evidence),
        more=more,
    )
