"""The events of tables and of rules submissions."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag
from pydantic_core import PydanticCustomError

from ledger.events.base import Event, Line, Model, Person, Word
from ledger.events.round_parts import Limits
from ledger.identity import Name
from ledger.money import Denomination, PositiveCents

Currency: TypeAlias = Annotated[
    str,
    StringConstraints(pattern=r"^([A-Z]{3}|chip)$"),
    Field(description="ISO 4217, sums in hundredths of it whatever it is divided into; chip: no money"),
]


def _odds_are_n_to_d(text: str) -> str:
    """Refuse an odds text that is not `n:d` with both whole and positive."""
    left, colon, right = text.partition(":")
    whole = colon and all(part.isascii() and part.isdigit() and int(part) for part in (left, right))
    if not whole:
        raise PydanticCustomError("invalid_odds", "odds are n:d, both whole and above 0")
    return text


OddsText: TypeAlias = Annotated[str, StringConstraints(max_length=24), AfterValidator(_odds_are_n_to_d)]


class FixedPrize(Model):
    """A flat prize in cents that does not scale with the stake."""

    fixed: PositiveCents


class MeterPrize(Model):
    """A share of a progressive meter, in percent."""

    meter_percent: Annotated[int, Field(ge=1, le=100)]


def _form_of_prize(given: object) -> str | None:
    """Which form of prize was meant, so that what is wrong in it is said of that form; None for none."""
    if isinstance(given, str):
        return "odds"
    names = given if isinstance(given, dict) else getattr(given, "__dict__", ())
    return next((form for form in ("fixed", "meter_percent") if {form} == set(names)), None)


PrizeText: TypeAlias = Annotated[
    Annotated[OddsText, Tag("odds")]
    | Annotated[FixedPrize, Tag("fixed")]
    | Annotated[MeterPrize, Tag("meter_percent")],
    Discriminator(
        _form_of_prize, custom_error_type="invalid_odds", custom_error_message="this is no form of a prize"
    ),
]
PayTables: TypeAlias = dict[
    Word, dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,64}$")], PrizeText]
]


# A truth value is a whole number in Python, so that it is asked for first.
_FORMS: Final = ((bool, "switch"), (int, "number"), (str, "text"), (dict, "names"))


def _form_of_option(given: object) -> str | None:
    """Which form an option has, or what stands in it under a name; None for none."""
    return next((name for form, name in _FORMS if isinstance(given, form)), None)


_Form: Final = Discriminator(
    _form_of_option,
    custom_error_type="option_form",
    custom_error_message="An option is a text, a whole number, true or false, or such by name",
)
# Limits are in cents by wager; remedies by irregularity, or by irregularity and wager.
Named: TypeAlias = Annotated[
    Annotated[PositiveCents, Tag("number")]
    | Annotated[Line, Tag("text")]
    | Annotated[dict[Word, Line], Tag("names")],
    _Form,
]
OptionValue: TypeAlias = Annotated[
    Annotated[bool, Tag("switch")]
    | Annotated[int, Tag("number")]
    | Annotated[Line, Tag("text")]
    | Annotated[dict[Word, Named], Tag("names")],
    _Form,
]
Options: TypeAlias = dict[Word, OptionValue]


class InlineSubmission(Model):
    """A rules submission given in the record itself: what it leaves out is the game's default."""

    pay_tables: PayTables = Field(default_factory=dict)
    options: Options = Field(default_factory=dict)


class TableEvent(Event):
    """Something decided about a table."""

    STREAM: ClassVar[str] = "table"


class TableRegistered(TableEvent):
    """A table exists."""

    TOPIC = "table.registered.v1"
    type: Literal["registered"] = "registered"
    kind: Word
    spots: Annotated[int, Field(ge=1, le=255)] | None = None
    currency: Currency | None = None
    chip_set: Annotated[list[Denomination], Field(max_length=64)] | None = None
    pit: Line | None = None


class GameOffered(TableEvent):
    """The table offers a game under a rules submission from now on."""

    TOPIC = "table.game_offered.v1"
    type: Literal["game_offered"] = "game_offered"
    game: Word
    submission: Name | None = None
    title: Line | None = None


class LimitsPosted(TableEvent):
    """The sign at the table shows these limits from now on."""

    TOPIC = "table.limits_posted.v1"
    type: Literal["limits_posted"] = "limits_posted"
    limits: dict[Word, Limits]


class PitAssigned(TableEvent):
    """The table belongs to a pit from now on."""

    TOPIC = "table.pit_assigned.v1"
    type: Literal["pit_assigned"] = "pit_assigned"
    pit: Line


class CamerasAssigned(TableEvent):
    """These cameras look at the table from now on: where its video is to be had."""

    TOPIC = "table.cameras_assigned.v1"
    type: Literal["cameras_assigned"] = "cameras_assigned"
    cameras: Annotated[list[Line], Field(max_length=64)]


class TableRetired(TableEvent):
    """The table is no longer used."""

    TOPIC = "table.retired.v1"
    type: Literal["retired"] = "retired"


AnyTableEvent: TypeAlias = Annotated[
    TableRegistered | GameOffered | LimitsPosted | PitAssigned | CamerasAssigned | TableRetired,
    Field(discriminator="type"),
]


class SubmissionEvent(Event):
    """Something decided about a rules submission."""

    STREAM: ClassVar[str] = "submission"


class SubmissionSubmitted(SubmissionEvent):
    """The licensee elects pay tables and options for a game from a date on."""

    TOPIC = "submission.submitted.v1"
    type: Literal["submitted"] = "submitted"
    game: Word
    jurisdiction: Line
    effective: date
    pay_tables: PayTables = Field(default_factory=dict)
    options: Options = Field(default_factory=dict)
    title: Line | None = None


class SubmissionSuperseded(SubmissionEvent):
    """Another submission takes this one's place from a date on.

    `by` names that submission here, so it is never inherited; the person who
    decided stands in `decided_by`.
    """

    TOPIC = "submission.superseded.v1"
    type: Literal["superseded"] = "superseded"
    from_: Annotated[date, Field(alias="from")]
    decided_by: Person | None = None


AnySubmissionEvent: TypeAlias = Annotated[
    SubmissionSubmitted | SubmissionSuperseded, Field(discriminator="type")
]
