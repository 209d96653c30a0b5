"""The first page: the claim, what was found, the rule with the deciding row, the amounts, who ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from api.disputes.printing.blocks import (
    NOT_RECORDED,
    Block,
    Grid,
    Line,
    Pairs,
    Part,
    Tone,
    Words,
    listed,
    moment,
    said,
)
from api.rounds.pages import EVIDENCE
from projections.disputes.report.model import Decided, DisputeReport, PayRow, Step
from projections.disputes.report.words import money_of
from projections.reports.words import Money, faces, plain

# What is said of a row: whether the rules give it, whether it was paid.
SAYS: Final = MappingProxyType(
    {
        (True, True): "the rules give this row, and it was paid",
        (True, False): "the rules give this row",
        (False, True): "was paid by this row",
        (False, False): "",
    }
)


# Sums of the wagers in dispute: nothing where one cannot be judged, or currencies differ.
DERIVED: Final = frozenset(
    {
        "Winnings by the rules",
        "Winnings paid",
        "Patron had beyond the rules",
        "Adjusted later, to the patron",
    }
)
CANNOT_BE_SAID: Final = "cannot be said"


def _money_at(report: DisputeReport, round: str | None = None) -> Money:
    """How amounts of a round are written; without one, those of the dispute."""
    own = [one for one in report.rounds if round in {None, one.round}]
    return money_of(Money(one.report["currency"], one.report["unit"] or 1) for one in own)


def first_page(report: DisputeReport) -> Iterator[Part]:
    """The parts that stand on the first page."""
    yield Part("The claim", list(_claim(report)))
    yield Part("What was found", list(_found(report)))
    if report.decided:
        yield Part("The rule", [block for one in report.decided for block in _rule(report, one)])
    yield Part("Amounts", [_amounts(report)])
    yield Part("Who ruled", list(_ruled(report)))


def _claim(report: DisputeReport) -> Iterator[Block]:
    complaint = report.complaint
    yield Words(f"“{complaint.claim}”", strong=True)
    about = [f"spot {complaint.spot}" if complaint.spot else "", plain(complaint.wager or "")]
    yield Pairs(
        [
            ("Complainant", f"{complaint.subject} (an opaque id; name and address are not in this report)"),
            ("Round", listed(complaint.rounds)),
            (
                "Table",
                said(complaint.table or ", ".join({one.report["table"]: None for one in report.rounds})),
            ),
            ("About", said(", ".join(part for part in about if part))),
            ("Amount in dispute", _amount(complaint.amount, _money_at(report))),
            ("Incident", moment(complaint.incident_at or _opened_at(report))),
            ("Complaint received", moment(complaint.received_at)),
            ("Acknowledged", moment(complaint.acknowledged_at)),
            ("Resolved", moment(complaint.resolved_at)),
            ("Severity", said(report.severity)),
            (
                "Jurisdiction",
                report.jurisdiction_title or f"{report.jurisdiction}, of which no rules are known",
            ),
        ]
    )


def _opened_at(report: DisputeReport) -> str | None:
    times = [one.report["opened_at"] for one in report.rounds if one.report["opened_at"]]
    return times[0] if times else None


def _amount(amount: int | None, money: Money, otherwise: str = NOT_RECORDED) -> str:
    return otherwise if amount is None else money(amount)


def _found(report: DisputeReport) -> Iterator[Block]:
    known = {one.round for one in report.rounds}
    for key in report.complaint.rounds:
        if key not in known:
            yield Words(f"Round {key} is not recorded in this ledger.", "bad")
    for one in report.decided:
        yield _verdict(one, _money_at(report, one.round), settled=bool(report.settlements))
    yield from _after_all(report)
    if report.rounds and not report.decided:
        yield _none_decided(report)
    if report.masked:
        yield Words("Faces that nobody at the table has been shown yet are withheld; what follows was worked"
                    " out without them.", "bad")  # fmt: skip
    rows = [
        _finding(f"{one.round} #{found['event']}", found, _money_at(report, one.round))
        for one in report.rounds
        for found in one.report["findings"]
    ]
    rows += [_finding(f"dispute #{found['event']}", found, _money_at(report)) for found in report.findings]
    if rows:
        yield Grid(("event", "finding", "what was found", "rule"), rows, wide=("what was found",))


def _after_all(report: DisputeReport) -> Iterator[Words]:
    """What the patron has beside what the rules give, since money was paid at the cage to settle it.

    At the table it is an adjustment of the round, and said there.
    """
    sums, money = report.amounts, _money_at(report)
    paid = [step.event for step in report.settlements if step.event["at"] == "cage"]
    if not paid or sums.difference is None or sums.adjusted is None:
        return
    settled = sum(one["amount"] if one["direction"] == "to_patron" else -one["amount"] for one in paid)
    left = sums.difference + sums.adjusted + settled
    way = "was paid to" if settled >= 0 else "came from"
    has = f"{money(abs(left))} {'more' if left > 0 else 'less'} than" if left else "what"
    yield Words(
        f"{money(abs(settled))} {way} the patron at the cage to settle it:"
        f" the patron has {has} the rules give since.",
        "bad" if left else "good",
        strong=True,
    )


def _none_decided(report: DisputeReport) -> Words:
    """What is said of no wager to look at: all were settled by the rules, or there is none."""
    spot, wager = report.complaint.spot, report.complaint.wager
    if spot is None and wager is None and any(one.report["wagers"] for one in report.rounds):
        return Words("Every wager of these rounds was settled by the rules.", "good", strong=True)
    about = " ".join(part for part in (plain(wager or "wager"), f"at spot {spot}" if spot else "") if part)
    return Words(f"No {about} is recorded in these rounds.", "bad", strong=True)


def _finding(where: str, found: Mapping[str, Any], money: Money) -> Line:
    """A finding; one about money with its amounts as they are written elsewhere."""
    due = found.get("due")
    moved = next((name for name in ("paid", "collected", "returned") if name in found), None)
    text = found["detail"]
    if due is not None and moved is not None:
        text = f"{moved} {money(found[moved])}, due {money(due)}"
    return Line((where, plain(found["code"]), text, said(found["rule"])))


def _verdict(one: Decided, money: Money, *, settled: bool) -> Words:
    """One sentence on a wager in dispute, with the amounts; `settled`: money was paid since to settle it."""
    where = f"Spot {one.spot}, {plain(one.wager)}, stake {money(one.stake)}"
    if one.due is None:
        lacking = f": {one.missing}" if one.missing else ""
        return Words(f"{where}: the rules cannot say what is due{lacking}. {_paid(one, money)}", strong=True)
    hand = f" for a {plain(one.rank)}" if one.rank else ""
    odds = f" at {one.odds}" if one.odds else ""
    given = f"{money(one.due)} was due{hand}{odds}" if one.due else f"nothing was due{hand}"
    given = given[0].upper() + given[1:]
    if not (one.to_patron or one.adjusted):
        return Words(f"{where}: {_paid(one, money)} {given}: settled by the rules.", "good", strong=True)
    by_row = [row for row in one.rows if "settled" in row.marks and "rules" not in row.marks]
    why = "".join(f" {money(one.paid)} is what a {plain(row.row)} pays, {row.prize}." for row in by_row)
    return Words(
        f"{where}: {_paid(one, money)} {given}.{why} {_beyond(one, money, settled=settled)}",
        "bad" if one.to_patron + one.adjusted else "good",
        strong=True,
    )


def _beyond(one: Decided, money: Money, *, settled: bool) -> str:
    """What the patron has beside what the rules give; what they had, and what was adjusted since."""
    left = one.to_patron + one.adjusted
    now = f"{money(abs(left))} {'more' if left > 0 else 'less'} than the rules give"
    if not one.adjusted:
        return f"The patron {'had' if settled else 'has'} {now}."
    moved = f"Later {money(abs(one.adjusted))} was adjusted {'to' if one.adjusted > 0 else 'from'} the patron"
    return f"{moved}, who has {now if left else 'what the rules give'} since."


def _paid(one: Decided, money: Money) -> str:
    if one.paid:
        return f"{money(one.paid)} was paid."
    if one.collected:
        return f"{money(one.collected)} was collected."
    return f"{money(one.returned)} was returned." if one.returned else "Nothing moved."


def _rule(report: DisputeReport, one: Decided) -> Iterator[Block]:
    money = _money_at(report, one.round)
    known = EVIDENCE[one.evidence] if one.evidence else NOT_RECORDED
    yield Pairs(
        [
            ("Wager", f"spot {one.spot} {plain(one.wager)} of {one.round}"),
            ("Hand", f"{said(one.rank and plain(one.rank))}: {said(faces(one.cards))}"),
            ("Rule", f"{said(one.rule)} ({known})"),
            ("Pay table", said(one.table)),
            ("Its source", said(one.table_source)),
        ]
    )
    if one.rows:
        rows = [_pay_row(row, money) for row in one.rows]
        columns = ("row", "pays", f"on {money(one.stake)}", "")
        yield Grid(columns, rows, numbers=columns[1:3], wide=("",))


def _pay_row(row: PayRow, money: Money) -> Line:
    rules, settled = "rules" in row.marks, "settled" in row.marks
    tone: Tone = "good" if rules else "bad" if settled else "plain"
    says = SAYS[rules, settled]
    pays = "by the meter" if row.pays is None else money(row.pays)
    return Line((plain(row.row), row.prize, pays, says), tone)


def _amounts(report: DisputeReport) -> Block:
    sums, ended, money = report.amounts, report.outcome, _money_at(report)
    known = {
        "In dispute": sums.claimed,
        "Winnings by the rules": sums.due,
        "Winnings paid": sums.paid,
        "Patron had beyond the rules": sums.difference,
        "Adjusted later, to the patron": sums.adjusted,
        "Ruled, to the patron": sums.ruled,
        "Paid to settle, to the patron": sums.settled,
        "Savings": None if ended is None else ended.savings,
        "Losses": None if ended is None else ended.losses,
    }
    # What was ruled and paid in several currencies is told step by step, and not added up.
    unsaid = {
        *DERIVED,
        *(["Ruled, to the patron"] if any(step.event.get("wagers") for step in report.rulings) else []),
        *(["Paid to settle, to the patron"] if report.settlements else []),
    }
    return Pairs(
        [
            (name, _amount(amount, money, CANNOT_BE_SAID if name in unsaid else NOT_RECORDED))
            for name, amount in known.items()
        ]
    )


def _ruled(report: DisputeReport) -> Iterator[Block]:
    if not report.rulings:
        yield Words("No ruling is recorded.", "soft")
    for step in report.rulings:
        yield from _ruling(report, step)
    ended = report.outcome
    if ended is not None:
        yield Pairs(
            [
                ("Outcome", plain(ended.outcome)),
                ("Violation", said(ended.violation)),
                (
                    "Closed",
                    f"{moment(ended.closed_at)} by {said(ended.by)}, approved by {said(ended.approved_by)}",
                ),
                ("Summary", said(ended.summary)),
            ]
        )


def _ruling(report: DisputeReport, step: Step) -> Iterator[Block]:
    yield Words(f"“{step.event['ruling']}”", strong=True)
    given = [
        _money_at(report, one["round"])(one["to_patron"])
        + f" on spot {one['spot']} {plain(one['wager'])} of {one['round']}"
        for one in step.event.get("wagers", ())
    ]
    yield Pairs(
        [
            (
                "Ruled by",
                f"{said(step.by)}, approved by {said(step.approved_by)}, {moment(step.occurred_at)}",
            ),
            ("By the rule", said(step.event.get("rule"))),
            ("Gives the patron", listed(given)),
        ]
    )
