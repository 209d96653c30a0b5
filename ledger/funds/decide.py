"""What cannot be a record of a fund: an adjustment of nothing, a share that its kind of fund does not know.

A reset without a win, a meter that goes down, something after the close are
not refused: they happened, and are found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledger.errors import InvalidField, MissingField
from ledger.events.base import Event
from ledger.events.currencies import check_currency
from ledger.events.funds import Contribution, ContributionAdjusted, FundEstablished, FundKind, Rate
from ledger.events.records import FundHeader
from ledger.funds.state import Fund, evolve

__all__ = ["begin", "check", "evolve", "extend"]


def begin(header: FundHeader) -> Fund:
    """A fund of which nothing is recorded yet."""
    return Fund(header)


def extend(state: Fund, events: Iterable[Event], *, first: int = 0) -> Fund:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises InvalidField, MissingField; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: Fund, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    at = f"/events/{index}"
    if isinstance(event, FundEstablished):
        check_currency(event.currency, at)
        _fits(event.kind, event.rules.contribution, f"{at}/rules/contribution")
    elif isinstance(event, ContributionAdjusted):
        _adjusts(state, event, at)


def _adjusts(state: Fund, event: ContributionAdjusted, at: str) -> None:
    if event.amount is None and event.contribution is None:
        raise MissingField(field="amount", pointer=f"{at}/amount")
    if event.amount == 0:
        raise InvalidField(detail="amount: an adjustment by nothing adjusts nothing", pointer=f"{at}/amount")
    assert state.established is not None, "a stream begins with its first event"
    _fits(state.established.kind, event.contribution, f"{at}/contribution")


def _fits(kind: FundKind, contribution: Contribution | None, at: str) -> None:
    """Only a progressive takes a share of stakes, only a fund of the poker room a sum a hand."""
    if contribution is None or isinstance(contribution, Rate) is (kind == "progressive"):
        return
    wanted = '{"n": 71, "d": 100} of each stake' if kind == "progressive" else '{"fixed": 100} of each hand'
    raise InvalidField(detail=f"contribution: a {kind} fund takes {wanted}", pointer=at)
