"""Records: one JSON document a stream, a header and its events (CONTRACT §3).

`read_record` is the door: one pass of pydantic-core over the text, then
inheritance of `source` and `by`, then the rules that hold between fields.
What comes out is canonical; what cannot be a record raises NotARecord with a
permanent code and a JSON pointer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from ledger.errors import MissingField, NotOpened, OpenedTwice
from ledger.events.base import Event, GamingDate, Header, Line, Model, Word
from ledger.events.chips import AnyChipSetEvent, ChipSetRegistered
from ledger.events.days import AnyDayEvent, DayOpened
from ledger.events.decks import AnyDeckEvent, DeckInspected
from ledger.events.disputes import AnyDisputeEvent, DisputeOpened
from ledger.events.funds import AnyFundEvent, FundEstablished
from ledger.events.inheriting import inherit
from ledger.events.refusals import refusal
from ledger.events.registry import (
    AnySubmissionEvent,
    AnyTableEvent,
    Currency,
    InlineSubmission,
    SubmissionSubmitted,
    TableRegistered,
)
from ledger.events.rounds import AnyRoundEvent, RoundOpened
from ledger.events.sessions import AnySessionEvent, SessionOpened
from ledger.events.spelling import misspelling
from ledger.identity import Name, Number, play_key
from ledger.money import Cents

MOST_EVENTS = 10_000
FORMAT = "pitledger/1"


class FundState(Model):
    """A fund as the round opened, where it is not in the ledger."""

    meter: Cents


class RoundHeader(Header):
    """What a round says of itself before its events.

    `session` None: in no session, touches no tray.  `gaming_date` None: an
    import that does not know it.  `currency` None: that of the table.
    """

    STREAM: ClassVar[str] = "round"

    table: Name
    gaming_date: GamingDate | None = None
    number: Number
    session: Number | None = None
    game: Word | None = None
    submission: Name | InlineSubmission | None = None
    shift: Line | None = None
    dealing: Literal["manual_shoe", "hand", "automated_shoe"] | None = None
    deck: Name | None = None
    title: Line | None = None
    variant: Word | None = None
    currency: Currency | None = None
    unit: Annotated[int, Field(ge=1, le=10_000, description="units a chip")] | None = None
    funds: dict[Name, FundState] | None = None

    @property
    def key(self) -> str:
        """`table/date/number`."""
        return play_key(self.table, self.gaming_date, self.number)

    @property
    def session_key(self) -> str | None:
        """The key of the session whose tray the round touches, or None."""
        return None if self.session is None else play_key(self.table, self.gaming_date, self.session)


class SessionHeader(Header):
    """Which session: a table, the gaming date given at opening, a number."""

    STREAM: ClassVar[str] = "session"

    table: Name
    gaming_date: GamingDate
    number: Number
    title: Line | None = None

    @property
    def key(self) -> str:
        """`table/date/number`."""
        return play_key(self.table, self.gaming_date, self.number)


class TableHeader(Header):
    """Which table."""

    STREAM: ClassVar[str] = "table"

    table: Name

    @property
    def key(self) -> str:
        """The table's name."""
        return self.table


class SubmissionHeader(Header):
    """Which rules submission."""

    STREAM: ClassVar[str] = "submission"

    name: Name

    @property
    def key(self) -> str:
        """The submission's name."""
        return self.name


class FundHeader(Header):
    """Which fund."""

    STREAM: ClassVar[str] = "fund"

    name: Name

    @property
    def key(self) -> str:
        """The fund's name."""
        return self.name


class GamingDayHeader(Header):
    """Which gaming day: the date given to it, no calendar date."""

    STREAM: ClassVar[str] = "gaming_day"

    gaming_date: GamingDate

    @property
    def key(self) -> str:
        """The gaming date, as 2026-11-28."""
        return self.gaming_date.isoformat()


class ChipSetHeader(Header):
    """Which set of chips."""

    STREAM: ClassVar[str] = "chip_set"

    name: Name

    @property
    def key(self) -> str:
        """The set's name."""
        return self.name


class DeckHeader(Header):
    """Which deck: one, or several that are shuffled and dealt together."""

    STREAM: ClassVar[str] = "deck"

    name: Name

    @property
    def key(self) -> str:
        """The deck's name."""
        return self.name


class DisputeHeader(Header):
    """Which dispute."""

    STREAM: ClassVar[str] = "dispute"

    name: Name

    @property
    def key(self) -> str:
        """The dispute's name."""
        return self.name


class Record(Model):
    """A header's fields beside `events`; each stream has its own subclass."""

    STREAM: ClassVar[str] = ""
    HEADER: ClassVar[type[Header]]

    @property
    def facts(self) -> Sequence[Event]:
        """The events, source and by inherited."""
        found: Sequence[Event] = self.__dict__["events"]
        return found

    @cached_property
    def head(self) -> Header:
        """The header alone, as stored with event 1."""
        own = self.__dict__
        return self.HEADER.model_construct(**{name: own[name] for name in self.HEADER.model_fields})

    format: Literal["pitledger/1"]
    after: Annotated[
        int,
        BeforeValidator(lambda after: 0 if after is None else after),
        Field(ge=0, le=2**31 - 1, description="events already stored"),
    ] = 0
    # Last, since it hides the builtin of its name from what follows here.
    property: Name | None = None


class RoundRecord(RoundHeader, Record):
    """A round, whole or continued."""

    HEADER = RoundHeader

    stream: Literal["round"]
    events: Annotated[list[AnyRoundEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class SessionRecord(SessionHeader, Record):
    """A session, whole or continued."""

    HEADER = SessionHeader

    stream: Literal["session"]
    events: Annotated[list[AnySessionEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class TableRecord(TableHeader, Record):
    """A table's registration, offers and limits."""

    HEADER = TableHeader

    stream: Literal["table"]
    events: Annotated[list[AnyTableEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class SubmissionRecord(SubmissionHeader, Record):
    """A rules submission."""

    HEADER = SubmissionHeader

    stream: Literal["submission"]
    events: Annotated[list[AnySubmissionEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class FundRecord(FundHeader, Record):
    """A fund, and what was decided about it."""

    HEADER = FundHeader

    stream: Literal["fund"]
    events: Annotated[list[AnyFundEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class GamingDayRecord(GamingDayHeader, Record):
    """A gaming day: what was said and counted for all of its tables together."""

    HEADER = GamingDayHeader

    stream: Literal["gaming_day"]
    events: Annotated[list[AnyDayEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class ChipSetRecord(ChipSetHeader, Record):
    """A set of chips, and how many there are of each."""

    HEADER = ChipSetHeader

    stream: Literal["chip_set"]
    events: Annotated[list[AnyChipSetEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class DeckRecord(DeckHeader, Record):
    """A deck: where its cards come from, how they were shuffled, what became of single cards."""

    HEADER = DeckHeader

    stream: Literal["deck"]
    events: Annotated[list[AnyDeckEvent], Field(min_length=1, max_length=MOST_EVENTS)]


class DisputeRecord(DisputeHeader, Record):
    """A dispute: the complaint, the evidence, what was ruled and paid."""

    HEADER = DisputeHeader

    stream: Literal["dispute"]
    events: Annotated[list[AnyDisputeEvent], Field(min_length=1, max_length=MOST_EVENTS)]


_Records: TypeAlias = (
    RoundRecord
    | SessionRecord
    | TableRecord
    | SubmissionRecord
    | FundRecord
    | GamingDayRecord
    | ChipSetRecord
    | DeckRecord
    | DisputeRecord
)
AnyRecord: TypeAlias = Annotated[_Records, Field(discriminator="stream")]

_READER: TypeAdapter[_Records] = TypeAdapter(AnyRecord)

# The event that a stream begins with.
FIRST: dict[str, type[Event]] = {
    "round": RoundOpened,
    "session": SessionOpened,
    "table": TableRegistered,
    "submission": SubmissionSubmitted,
    "fund": FundEstablished,
    "gaming_day": DayOpened,
    "chip_set": ChipSetRegistered,
    "deck": DeckInspected,
    "dispute": DisputeOpened,
}
# Streams whose first event may come again: a submission's next version, a deck inspected anew.
AGAIN: Final = frozenset({"submission", "deck"})


def read_record(document: bytes | str) -> Record:
    """One record from its JSON text, canonical.

    Raises NotARecord: the code says what is wrong, the pointer where.
    """
    try:
        record: Record = _READER.validate_json(document)
    except ValidationError as error:
        raise refusal(error, document) from None
    if (misspelled := misspelling(document)) is not None:
        raise misspelled
    _check_beginning(record)
    inherit(record.facts)
    return record


def _check_beginning(record: Record) -> None:
    """A whole stream begins with its first event; what is continued says whether a continuation fits."""
    if record.after:
        return
    first = FIRST[record.STREAM]
    if type(record.facts[0]) is not first:
        names = {"stream": record.STREAM, "first": first.model_fields["type"].default}
        raise NotOpened(**names, pointer="/events/0/type")
    if isinstance(record, RoundRecord):
        _check_round_header(record)
    check_begun_once(record)


def check_begun_once(record: Record) -> None:
    """A stream's first event comes once, but for a submission's versions.  Raises OpenedTwice."""
    first = FIRST[record.STREAM]
    for index, event in enumerate(record.facts):
        if type(event) is first and index + record.after and record.STREAM not in AGAIN:
            names = {"stream": record.STREAM, "first": first.model_fields["type"].default}
            raise OpenedTwice(**names, pointer=f"/events/{index}/type")


def _check_round_header(record: RoundRecord) -> None:
    """A whole round says its game, and its gaming date unless imported."""
    if record.game is None:
        raise MissingField(field="game", pointer="/game")
    if record.gaming_date is None and record.facts[0].source != "import":
        raise MissingField(field="gaming_date", pointer="/gaming_date")
