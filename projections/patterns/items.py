"""What a round shows that may be part of a pattern: mistakes of money, limits and words, with their dealers.

Pure.  Every item is a finding of the round; nothing is judged here anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ledger.amounts import CHIP
from ledger.games.seam import Finding
from ledger.rounds.dealers import dealer_of
from ledger.rounds.judge import Judgement
from ledger.rounds.parts import Wager
from ledger.rounds.state import Round

Kind: TypeAlias = Literal["mispayment", "missed_collection", "late_wager", "over_limit", "misdeclared"]


class Item(NamedTuple):
    """One mistake in a round.

    `amount` is in cents: paid beyond what was due, due and not collected
    (negative: short paid, taken and not due), placed late, beyond the maximum; 0
    of what was declared.  `put_right` is what was moved later for the wager, to
    the patron.  `dealer` is None where no act of a dealer is recorded, `patron`
    an opaque id, else `table/spot`.
    """

    kind: Kind
    event: int
    code: str
    detail: str
    dealer: str | None
    patron: str
    spot: int
    wager: str | None
    amount: int
    put_right: int
    occurred_at: datetime | None


def _beyond(more: str, less: str) -> Callable[[Mapping[str, Any]], int]:
    return lambda facts: int(facts[more]) - int(facts[less])


# Which findings are part of which pattern, and the cents that it is about.
# Source: findings of ledger.rounds.judge, whose facts these are.
KINDS: Final[Mapping[str, tuple[Kind, Callable[[Mapping[str, Any]], int]]]] = MappingProxyType(
    {
        "wager_mispaid": ("mispayment", _beyond("paid", "due")),
        "wager_miscollected": ("missed_collection", _beyond("due", "collected")),
        "wager_unsettled": ("missed_collection", lambda facts: int(facts["amount"])),
        "wager_late": ("late_wager", lambda facts: int(facts["amount"])),
        "wager_above_maximum": ("over_limit", _beyond("amount", "maximum")),
        "outcome_misdeclared": ("misdeclared", lambda _: 0),
        "rank_misdeclared": ("misdeclared", lambda _: 0),
    }
)


def items(state: Round, judgement: Judgement) -> Iterator[Item]:
    """The mistakes of a round as somebody may see it, in the order found; none of play without money."""
    if state.header.currency == CHIP:
        return
    for finding in judgement.findings:
        if finding.code in KINDS:
            yield _item(state, finding)


def _item(state: Round, finding: Finding) -> Item:
    kind, cents = KINDS[finding.code]
    facts: Mapping[str, Any] = finding.facts
    spot, name = int(facts["spot"]), facts.get("wager")
    wager = _wager(state, spot, name)
    event = state.log[finding.event - 1]
    return Item(
        kind,
        finding.event,
        finding.code,
        finding.detail,
        dealer_of(state, finding.event),
        (wager and wager.patron) or f"{state.table}/{spot}",
        spot,
        None if name is None else str(name),
        cents(facts),
        wager.adjusted if wager is not None and name is not None else 0,
        event.occurred_at,
    )


def _wager(state: Round, spot: int, name: object) -> Wager | None:
    """The wager that a finding names; where it names none, any of the spot says who sat there."""
    of_spot = [wager for wager in state.wagers if wager.spot == spot]
    named = [wager for wager in of_spot if wager.wager == name]
    return next(iter(named or of_spot), None)
