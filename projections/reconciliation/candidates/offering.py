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
from projections.reconciliation.candidates.queries import mispaid, neighbours
from projections.reconciliation.candidates.search import Tray, Way, ways, ways_by_amount
from projections.reconciliation.candidates.telling import told
from projections.reconciliation.streams import streams

# Sessions that are looked through for one answer, those that are off by most; for others ask for the table.
MOST_SESSIONS: Final = 20
# Candidates offered for one session.
MOST_OFFERED: Final = 8
# Movements without chips that are pointed at.
MOST_SHOWN: Final = 12


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
    if not any(is_off(one) for one in sessions):
        return list(sessions)
    asked = {_key(one) for one in sessions}
    rest = all_of_the_date()
    # Of many, those that are asked for first.
    worst = sorted(
        (one for one in rest if is_off(one)),
        key=lambda one: (_key(one) not in asked, -_worth(one), _key(one)),
    )
    cases = _cases(ledger, look, worst[:MOST_SESSIONS])
    mine = [case for case in cases.values() if case.key in asked]
    found = {case.key: _ways(case, list(cases.values()), rest) for case in mine}
    want = [
        one for case in mine for one in wanted(case, (part for way in found[case.key] for part in way.pieces))
    ]
    rounds = Rounds(ledger, look, list(dict.fromkeys(want)))
    return [
        one.model_copy(update={"candidates": _offered(cases[key], found[key], rounds)})
        if (key := _key(one)) in found
        else one
        for one in sessions
    ]


def is_off(one: SessionFigures) -> bool:
    """Whether a tray was counted otherwise than it should be, in value or in a denomination."""
    variance = one.variance
    if variance is None:
        return False
    return bool(variance.total or variance.unspecified or any(variance.by_denomination.values()))


def _worth(one: SessionFigures) -> int:
    assert one.variance is not None
    return abs(one.variance.total)


def _key(one: SessionFigures) -> str:
    return f"{one.table}/{one.gaming_date}/{one.number}"


def _cases(ledger: Ledger, look: Look, off: Sequence[SessionFigures]) -> dict[str, Case]:
    keys = [_key(one) for one in off]
    beside = neighbours(look, keys)
    suspects = mispaid(look, [(key, _total(one)) for key, one in zip(keys, off, strict=True)])
    streams_of = {told_.key: told_ for told_ in map(told, streams(ledger, look, "session", keys))}
    found: dict[str, Case] = {}
    for key, one in zip(keys, off, strict=True):
        assert one.variance is not None
        of_it = [suspect for suspect in suspects if suspect.session == key]
        found[key] = Case(
            one,
            one.variance,
            streams_of[key],
            beside.get((key, "closer")),
            beside.get((key, "opener")),
            of_it,
        )
    return found


def _total(one: SessionFigures) -> int:
    return 0 if one.variance is None else one.variance.total


# --- the ways of one session ---------------------------------------------------------------


def _ways(case: Case, cases: Sequence[Case], rest: Sequence[SessionFigures]) -> list[Way]:
    """What may explain a variance, whole explanations first, the cheapest of them first."""
    pieces = known(case, cases, rest)
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
        found = [*alone, *_without_chips(case, tray)]
    return sorted(found, key=lambda way: _place(case, way))[:MOST_OFFERED]


def _without_chips(case: Case, tray: Tray) -> list[Way]:
    """Some movements were recorded without chips: what is off by denomination is theirs, too."""
    amount, money = case.variance.total, case.told.money
    without = [one for one in case.told.movements if one.unspecified]
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
    """The denominations of which any movement was recorded."""
    rows = (row for row in case.figures.tray if row.running is not None and row.movement != "opener")
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
    remains = _remains(case, way)
    return Candidate(
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
