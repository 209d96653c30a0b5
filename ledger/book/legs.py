"""How one side of a movement becomes postings: by denomination, or as value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from ledger.book.postings import CUSTODY, UNSPECIFIED, Account, Posting, Reason

# An account of its kind: which, and whose.
Side: TypeAlias = tuple[Account, str]
OUTSIDE: Final[Side] = ("outside", "")
PROMOTIONAL: Final[Side] = ("promotional", "")
CAGE: Final[Side] = ("cage", "")

# A posting without the detour through its own constructor: a round makes a hundred of them.
_leg: Final = tuple.__new__
_POSTING: Final = Posting


def held(side: Side, reason: Reason, amount: int) -> Posting:
    """A leg of an account that holds value; `amount` is signed cents."""
    account, holder = side
    return _leg(_POSTING, (account, holder, reason, UNSPECIFIED, 0, amount))


def moved(giver: Side, taker: Side, reason: Reason, amount: int) -> list[Posting]:
    """Value from one account to another, neither by denomination; nothing where `amount` is 0."""
    if not amount:
        return []
    return [
        _leg(_POSTING, (giver[0], giver[1], reason, UNSPECIFIED, 0, -amount)),
        _leg(_POSTING, (taker[0], taker[1], reason, UNSPECIFIED, 0, amount)),
    ]


def counted(
    side: Side, reason: Reason, amount: int, chips: Mapping[int, int] | None, sign: int = 1
) -> list[Posting]:
    """The legs of an account, by denomination where it is kept so.

    `amount` is cents gained (lost with `sign` -1).  What the chips do not make
    up of it, all of it where none were given, stands under UNSPECIFIED: it is
    never spread over denominations.
    """
    account, holder = side
    legs: list[Posting] = []
    rest = amount
    if chips and account in CUSTODY:
        for denomination, count in chips.items():
            if count:
                cents = denomination * count
                rest -= cents
                legs.append(
                    _leg(_POSTING, (account, holder, reason, denomination, sign * count, sign * cents))
                )
    if rest:
        legs.append(_leg(_POSTING, (account, holder, reason, UNSPECIFIED, 0, sign * rest)))
    return legs


def passed(
    giver: Side, taker: Side, reason: Reason, amount: int, chips: Mapping[int, int] | None = None
) -> list[Posting]:
    """Chips worth `amount` from one account to another, by denomination where an account is kept so."""
    return [
        *counted(giver, reason, amount, chips, sign=-1),
        *counted(taker, reason, amount, chips),
    ]


def unequal(side: Side, counter: Side, reason: Reason, difference: int) -> list[Posting]:
    """Take the difference of an exchange out of its reason and itemise it as an exception.

    `difference` is signed cents from the side of the house: what `side` gained
    more than the exchange gives it.  The chips themselves stand as they were
    counted: only value changes its reason here, under UNSPECIFIED, where it
    nets to nothing.  Source: accounting A.4, X.
    """
    if not difference:
        return []
    return [
        held(side, reason, -difference),
        held(side, "exception", difference),
        held(counter, reason, difference),
        held(counter, "exception", -difference),
    ]
