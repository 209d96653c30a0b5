"""The wagers in dispute, each with the row of the pay table that decides it and the row it was settled by.

Pure, from rounds as they were judged.  What a row gives is worked out on the
stake by the odds of the submission in force, so that a payment by the wrong
row is seen at once: $120 on $20 is the row that says 6:1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.application.ledger import RoundSeen
from ledger.events.disputes import DisputeOpened
from ledger.games.resolution import Resolution
from ledger.games.seam import Fixed, Odds, PayTable, Prize
from ledger.money import Breakage, share
from ledger.rounds.truths import Truth
from projections.disputes.report.model import Decided, Mark, PayRow

# What a bonus that is paid without being placed is paid on.
PAID_ON = "ante"


def decided(seen: RoundSeen, opened: DisputeOpened) -> list[Decided]:
    """The wagers of a round that a complaint is about.

    Where it names neither spot nor wager: those that were not settled by the
    rules, or cannot be judged.
    """
    truths = seen.judgement.truths
    if opened.spot is None and opened.wager is None:
        about = [truth for truth in truths if truth.mispaid or truth.unjudged]
    else:
        about = [truth for truth in truths if _is_about(truth, opened)]
    return [_decided(seen, truth) for truth in about]


def _is_about(truth: Truth, opened: DisputeOpened) -> bool:
    wager = truth.wager
    return opened.spot in {None, wager.spot} and opened.wager in {None, wager.wager}


def _decided(seen: RoundSeen, truth: Truth) -> Decided:
    wager, line = truth.wager, truth.rules[0] if truth.rules else None
    table = _table(seen, truth, line)
    due = truth.due_paid if truth.rules and truth.judged else None
    return Decided(
        round=seen.state.key,
        spot=wager.spot,
        wager=wager.wager,
        on=wager.on,
        patron=wager.patron,
        stake=wager.stake + wager.late,
        outcome=None if line is None else line.outcome,
        rank=None if line is None else line.rank,
        cards=[] if line is None else list(line.cards or ()),
        odds=None if line is None else line.odds,
        rule=None if line is None else line.rule or None,
        evidence=None if line is None else line.evidence,
        missing=None if line is None else line.missing,
        declared=None if wager.declared is None else " ".join(_declared(wager.declared, wager.declared_rank)),
        due=due,
        paid=wager.paid,
        collected=wager.collected,
        returned=wager.returned,
        adjusted=wager.adjusted,
        to_patron=-truth.mispaid,
        table=None if table is None else table.table_id,
        table_source=None if table is None else table.source,
        table_evidence=None if table is None else table.evidence,
        rows=[] if table is None or line is None else _rows(seen, truth, line, table, due),
    )


def _declared(outcome: str, rank: str | None) -> Iterator[str]:
    yield outcome
    if rank is not None:
        yield f"with {rank.replace('_', ' ')}"


def _table(seen: RoundSeen, truth: Truth, line: Resolution | None) -> PayTable | None:
    """The pay table of a wager, where it has one and the rules came so far as to use it."""
    return None if line is None else seen.judgement.submission.pay_tables.get(truth.wager.wager)


def _rows(seen: RoundSeen, truth: Truth, line: Resolution, table: PayTable, due: int | None) -> list[PayRow]:
    """Every row in printed order with what it gives, marked: the rules' row, and the one it was paid by."""
    breakage = seen.judgement.submission.breakage
    stake = _paid_on(seen, truth)
    gives = {row: _gives(prize, stake, breakage) for row, prize in table.rows.items()}
    right = _by_the_rules(line, table)
    paid_by = _paid_by(gives, truth.wager.paid, right if truth.wager.paid == due else None)
    return [
        PayRow(row=row, prize=str(prize), pays=gives[row], marks=list(_marks(row, right, paid_by)))
        for row, prize in table.rows.items()
    ]


def _paid_on(seen: RoundSeen, truth: Truth) -> int:
    """The stake that a prize is counted on; of a bonus that nobody places, the ante beside it."""
    wager = truth.wager
    if wager.wager not in seen.state.rules.unstaked:
        return wager.stake
    antes = seen.state.by_name.get((wager.spot, PAID_ON), ())
    return sum(ante.stake for ante in antes if wager.patron in {None, ante.patron})


def _gives(prize: Prize, stake: int, breakage: Breakage) -> int | None:
    """What a prize is on a stake, in cents; None where it hangs on a meter."""
    if isinstance(prize, Odds):
        return share(stake, prize.n, prize.d, breakage)
    return prize.cents if isinstance(prize, Fixed) else None


def _by_the_rules(line: Resolution, table: PayTable) -> str | None:
    """The row that the rules give: the hand's own, else the only one with these odds."""
    if line.rank in table.rows:
        return line.rank
    same = [row for row, prize in table.rows.items() if line.odds is not None and str(prize) == line.odds]
    return same[0] if len(same) == 1 else None


def _paid_by(gives: dict[str, int | None], paid: int, right: str | None) -> Sequence[str]:
    """The rows that give what was paid: the right one where it does, else every one that would."""
    if not paid:
        return ()
    return (right,) if right is not None else [row for row, amount in gives.items() if amount == paid]


def _marks(row: str, right: str | None, paid_by: Sequence[str]) -> Iterator[Mark]:
    if row == right:
        yield "rules"
    if row in paid_by:
        yield "settled"
