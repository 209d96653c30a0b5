"""A hand as its PHH text says it: fields checked, amounts exact, nothing interpreted yet.

Players are counted from 0 here, in the order of the file: the first to act
after the button first, the button last.  Source: the PHH specification,
required and optional fields (phh.readthedocs.io); `_unit`, `_rake`,
`_collected` are fields of the annotator's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from ledger.importers.phh.refusals import HandRefused

Fields = Mapping[str, object]


class Kind(NamedTuple):
    """A variant of PHH in the ledger's words."""

    variant: str
    limit: Literal["no_limit", "fixed_limit"]


# PHH's code -> the poker room's name.  Others are refused until their rules are here.
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "NT": Kind("no_limit_hold_em", "no_limit"),
        "FT": Kind("limit_hold_em", "fixed_limit"),
        "NS": Kind("no_limit_short_deck_hold_em", "no_limit"),
    }
)

MOST_SPOT: Final = 255
# No amount of money has more digits than this before or after the point.
MOST_DIGITS: Final = 20

# The sizes of bets that a structure has.
BETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"no_limit": ("min_bet",), "fixed_limit": ("small_bet", "big_bet")}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand.  Amounts are exact, in the file's own money; what the file does not say is None.

    `stacks` are None for a player whose stack is unknown.  `forced` are blinds,
    straddles and late posts by player, whatever their sign in the file;
    `trims_antes` says that a player who could not pay the ante in full wins no
    more of the others'.
    """

    kind: Kind
    antes: tuple[Fraction, ...]
    forced: tuple[Fraction, ...]
    bets: Mapping[str, Fraction]
    stacks: tuple[Fraction | None, ...]
    actions: tuple[str, ...]
    trims_antes: bool
    seats: tuple[int, ...] | None
    finishing: tuple[Fraction | None, ...] | None
    collected: tuple[Fraction | None, ...] | None
    rake: Fraction | None
    currency: str | None
    unit: str | None
    venue: str | None
    number: str | int | None
    held_on: date | None
    begun_at: time | None
    fields: Fields

    @property
    def players(self) -> int:
        """How many were dealt in."""
        return len(self.stacks)


def read_hand(fields: Fields) -> Hand:
    """A hand from the fields of its TOML table.  Raises HandRefused."""
    kind = _kind(fields)
    stacks = amounts(fields, "starting_stacks", None)
    if stacks is None:
        raise HandRefused("field_missing", "starting_stacks")
    count = len(stacks)
    if count < 2 or 0 in stacks:
        raise HandRefused(
            "field_invalid", "starting_stacks: a hand has two players or more, each with a stack"
        )
    antes, forced = (_forced(fields, name, count) for name in ("antes", "blinds_or_straddles"))
    return Hand(
        kind=kind,
        antes=antes,
        forced=forced,
        bets=MappingProxyType({name: _bet(fields, name) for name in BETS[kind.limit]}),
        stacks=stacks,
        actions=_actions(fields),
        trims_antes=fields.get("ante_trimming_status") is True,
        seats=_seats(fields, count),
        finishing=amounts(fields, "finishing_stacks", count),
        collected=amounts(fields, "_collected", count) or amounts(fields, "winnings", count),
        rake=_rake(fields),
        currency=_text(fields, "currency") or SYMBOLS.get(_text(fields, "currency_symbol") or ""),
        unit=_text(fields, "_unit"),
        venue=_text(fields, "venue"),
        number=_number(fields),
        held_on=_held_on(fields),
        begun_at=_begun_at(fields),
        fields=fields,
    )


# A symbol that stands for one currency, and the dollar as in the histories that use it.
SYMBOLS: Final[Mapping[str, str]] = MappingProxyType({"$": "USD", "€": "EUR", "£": "GBP"})


def _kind(fields: Fields) -> Kind:
    code = _text(fields, "variant")
    if code is None:
        raise HandRefused("field_missing", "variant")
    if code not in KINDS:
        raise HandRefused("variant_without_rules", code)
    return KINDS[code]


def _amount(value: object, name: str) -> Fraction | None:
    """An exact amount; None for `inf`, which says that it is not known."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise HandRefused("field_invalid", f"{name}: {value!r} is no amount")
    if isinstance(value, Decimal) and not value.is_finite():
        if value.is_infinite() and value > 0:
            return None
        raise HandRefused("field_invalid", f"{name}: {value} is no amount")
    if abs(Decimal(value).adjusted()) > MOST_DIGITS:
        raise HandRefused("field_invalid", f"{name}: {Decimal(value):.0e} is no amount of money")
    return Fraction(value)


def amounts(fields: Fields, name: str, count: int | None) -> tuple[Fraction | None, ...] | None:
    """An amount for each player; None where the field is absent."""
    values = fields.get(name)
    if values is None:
        return None
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise HandRefused("field_invalid", f"{name} is no list")
    if count is not None and len(values) != count:
        raise HandRefused("field_invalid", f"{name} is not one for each of {count} players")
    found = tuple(_amount(value, name) for value in values)
    if name != "blinds_or_straddles" and any(amount is not None and amount < 0 for amount in found):
        raise HandRefused("field_invalid", f"{name} has an amount below 0")
    return found


def _forced(fields: Fields, name: str, count: int) -> tuple[Fraction, ...]:
    """What each must post.  Heads-up the lists are the other way round: the button posts the small blind.

    A negative blind is one posted out of position, by a player who has just sat
    down: what it is worth is the same.
    """
    listed = amounts(fields, name, count)
    if listed is None:
        raise HandRefused("field_missing", name)
    found = tuple(abs(amount) for amount in listed if amount is not None)
    if len(found) != count:
        raise HandRefused("field_invalid", f"{name} has an unknown amount")
    return found[::-1] if count == 2 else found


def _bet(fields: Fields, name: str) -> Fraction:
    if name not in fields:
        raise HandRefused("field_missing", name)
    amount = _amount(fields[name], name)
    if amount is None or amount <= 0:
        raise HandRefused("field_invalid", f"{name} is not above 0")
    return amount


def _rake(fields: Fields) -> Fraction | None:
    """What the house took, None where the file does not say."""
    amount = _amount(fields["_rake"], "_rake") if "_rake" in fields else None
    if amount is not None and amount < 0:
        raise HandRefused("field_invalid", "_rake is below 0")
    return amount


def _actions(fields: Fields) -> tuple[str, ...]:
    listed = fields.get("actions")
    if listed is None:
        raise HandRefused("field_missing", "actions")
    if not isinstance(listed, list) or not all(isinstance(action, str) for action in listed):
        raise HandRefused("field_invalid", "actions is no list of texts")
    return tuple(listed)


def _text(fields: Fields, name: str) -> str | None:
    value = fields.get(name)
    return value.strip() or None if isinstance(value, str) else None


def _whole(fields: Fields, name: str) -> int | None:
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _seats(fields: Fields, count: int) -> tuple[int, ...] | None:
    """The seats, where they are numbers of spots that run clockwise from the button's left."""
    listed = fields.get("seats")
    if not isinstance(listed, list) or len(listed) != count:
        return None
    seats = [seat for seat in listed if isinstance(seat, int) and not isinstance(seat, bool)]
    if len(seats) != count or not all(1 <= seat <= MOST_SPOT for seat in seats):
        return None
    lowest = seats.index(min(seats))
    return tuple(seats) if seats[lowest:] + seats[:lowest] == sorted(set(seats)) else None


def _number(fields: Fields) -> str | int | None:
    return _whole(fields, "hand") if isinstance(fields.get("hand"), int) else _text(fields, "hand")


def _held_on(fields: Fields) -> date | None:
    parts = [_whole(fields, name) for name in ("year", "month", "day")]
    year, month, day = parts
    if year is None or month is None or day is None:
        return None
    try:
        return date(year, month, day)
    except ValueError as error:
        raise HandRefused("field_invalid", f"year, month, day: {error}") from None


def _begun_at(fields: Fields) -> time | None:
    value = fields.get("time")
    return value if isinstance(value, time) else None
