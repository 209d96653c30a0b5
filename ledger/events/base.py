"""What every event has: a stored name, a time, a source, a person.

An event says what happened and nothing else; its stream, version and position
stand in the envelope `Recorded`, so the same event is the same value wherever
it is compared.  A topic is the stored name for ever: moving or renaming the
class never moves history.  A changed shape is a new topic `.v2` and an upcast.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints

# Who or what saw the fact.
Source: TypeAlias = Literal[
    "dealer", "shoe", "shuffler", "rfid", "camera", "video_review", "supervisor", "manual", "import"
]
SOURCES: tuple[str, ...] = get_args(Source)

# No control characters: a view keeps texts in columns that cannot hold them all.
Line: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Note: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=4000, pattern=r"^[^\x00]+$")]
Person: TypeAlias = Annotated[Line, Field(description="opaque id of an employee or system")]
Patron: TypeAlias = Annotated[Line, Field(description="opaque id, never a name")]
Word: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
ClientId: TypeAlias = Annotated[Line, Field(description="the sender's own id, unique in the stream")]
Version: TypeAlias = Annotated[int, Field(ge=1, le=2**31 - 1, description="version in this stream, from 1")]
# Far enough from the ends of the calendar to be a date in every zone, in Python and in Postgres, and to have
# a day before it and one after it.
EARLIEST: Final = datetime(1000, 1, 1, tzinfo=UTC)
BEYOND: Final = datetime(9999, 1, 1, tzinfo=UTC)
Moment: TypeAlias = Annotated[AwareDatetime, Field(ge=EARLIEST, lt=BEYOND)]
GamingDate: TypeAlias = Annotated[date, Field(ge=EARLIEST.date(), lt=BEYOND.date())]
Spot: TypeAlias = Annotated[int, Field(ge=1, le=255, description="1 is farthest to the dealer's left")]


class Model(BaseModel):
    """Frozen, strict, nothing extra: for events and all that they hold."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, serialize_by_alias=True)


class Event(Model):
    """One fact.  Subclasses add `TOPIC` and a literal `type`, the name in records."""

    STREAM: ClassVar[str] = ""
    TOPIC: ClassVar[str] = ""
    # Whether it may name a face that nobody at the table has seen: such events are kept with a salt.
    MAY_NAME_UNSEEN: ClassVar[bool] = False

    type: str
    occurred_at: Moment | None = Field(
        default=None, description="the floor's clock; absent only from imports: time unknown"
    )
    source: Source | None = Field(default=None, description="absent: that of the event before")
    by: Person | None = Field(default=None, description="absent: that of the event before")
    id: ClientId | None = None
    note: Note | None = None

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if not cls.TOPIC:
            return
        if TOPICS.setdefault(cls.TOPIC, cls) is not cls:
            raise TypeError(f"topic {cls.TOPIC} is taken")


# Stored name -> class, filled as the classes are made.
TOPICS: dict[str, type[Event]] = {}


class Header(Model):
    """What a record says before its events; kept with the first event."""

    STREAM: ClassVar[str] = ""

    @property
    @abstractmethod
    def key(self) -> str:
        """The stream's key, parts joined by "/"."""

    def canonical_json(self) -> bytes:
        """Absent fields left out: what is stored."""
        return self.__pydantic_serializer__.to_json(self, exclude_none=True)


@dataclass(frozen=True, slots=True)
class InForce:
    """What held at the table as a round opened, fixed when it was recorded.

    `table_version` is the table's stream version then and `currency` what it
    plays in; `submission` the registered submission and `version` its event,
    None and 0 for the game's defaults or an inline one.  `superseded` is since
    when another had its place then, None where none had.
    """

    table_version: int
    currency: str | None = None
    submission: str | None = None
    version: int = 0
    superseded: date | None = None


class Recorded(NamedTuple):
    """An event as stored: where it stands, when and by whom it was recorded.

    `position` is its place in the whole ledger; None before it has one.
    `header` and `in_force` come with version 1 only.
    """

    stream_id: UUID
    version: int
    event: Event
    recorded_at: datetime
    recorded_by: str
    position: int | None = None
    header: Header | None = None
    in_force: InForce | None = None
