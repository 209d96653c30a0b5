"""From what pydantic says of a document to one refusal with a permanent code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ledger.errors import (
    AmountNotPositive,
    AmountNotWhole,
    ChipsMismatch,
    ImpossibleCard,
    InvalidField,
    InvalidOdds,
    InvalidTime,
    LedgerError,
    MalformedJson,
    MissingField,
    NaiveTime,
    RecordTooLarge,
    UnknownEventType,
    UnknownField,
    UnknownFormat,
    UnknownStream,
)

Path = tuple[str | int, ...]

# Fields that hold money above 0; other numbers out of range are invalid_field.
AMOUNTS = frozenset({"amount", "tendered", "cash", "fixed", "coupons", "seed"})


def refusal(error: ValidationError, document: bytes | str) -> LedgerError:
    """The refusal for what is wrong first and deepest in the document."""
    details = error.errors(include_url=False)
    if details[0]["type"] == "json_invalid":
        return MalformedJson(detail=details[0]["ctx"]["error"], pointer="")
    parsed = json.loads(document)
    located = [(path_in(parsed, one["loc"], one["type"]), one) for one in details]
    path, worst = max(located, key=lambda pair: len(pair[0]))
    make = RULES.get(worst["type"], _invalid)
    if worst["type"] == "chips_mismatch":
        path = (*path, "chips")
    return make(path, worst, parsed).at(pointer(path))


def path_in(document: object, location: Path, kind: str) -> Path:
    """The parts of pydantic's location that are in the document, and the field that is missing.

    Pydantic names union members and tags in its locations; a pointer must not.
    """
    found: list[str | int] = []
    at = document
    for index, part in enumerate(location):
        match at:
            case Mapping() if part in at:
                at = at[part]
            case list() if isinstance(part, int) and part < len(at):
                at = at[part]
            case _ if kind != "missing" or index != len(location) - 1:
                continue
        found.append(part)
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        found.append("type" if found else "stream")
    return tuple(found)


def pointer(path: Path) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _name(path: Path) -> str:
    """The nearest field name: the last part that is not an index."""
    return next((part for part in reversed(path) if isinstance(part, str)), "document")


def _stream(document: object) -> object:
    return document.get("stream") if isinstance(document, Mapping) else None


def _missing(path: Path, _: ErrorDetails, __: object) -> LedgerError:
    return MissingField(field=_name(path))


def _extra(path: Path, _: ErrorDetails, __: object) -> LedgerError:
    return UnknownField(field=_name(path))


def _tag(path: Path, one: ErrorDetails, document: object) -> LedgerError:
    tag, known = one["ctx"]["tag"], one["ctx"]["expected_tags"]
    if path == ("stream",):
        return UnknownStream(stream=tag, known=known.replace("'", ""))
    # What is supposed names no stream: it is of a round.
    return UnknownEventType(stream=_stream(document) or "round", type=tag)


def _no_tag(path: Path, _: ErrorDetails, __: object) -> LedgerError:
    return MissingField(field=_name(path))


def _literal(path: Path, one: ErrorDetails, _: object) -> LedgerError:
    if path == ("format",):
        return UnknownFormat()
    if _name(path) in {"card", "cards"}:
        return ImpossibleCard(card=one["input"])
    return _invalid(path, one, _)


def _below(path: Path, one: ErrorDetails, _: object) -> LedgerError:
    return AmountNotPositive() if _name(path) in AMOUNTS else _invalid(path, one, _)


def _not_whole(path: Path, one: ErrorDetails, _: object) -> LedgerError:
    return AmountNotWhole() if _name(path) in AMOUNTS else _invalid(path, one, _)


def _naive(_: Path, __: ErrorDetails, ___: object) -> LedgerError:
    return NaiveTime()


def _time(_: Path, __: ErrorDetails, ___: object) -> LedgerError:
    return InvalidTime()


def _chips(_: Path, one: ErrorDetails, __: object) -> LedgerError:
    return ChipsMismatch(**one["ctx"])


def _odds(_: Path, one: ErrorDetails, __: object) -> LedgerError:
    return InvalidOdds(prize=one["input"])


def _too_long(path: Path, one: ErrorDetails, _: object) -> LedgerError:
    if path == ("events",):
        return RecordTooLarge(limit=one["ctx"]["max_length"], unit="events")
    return _invalid(path, one, _)


def _invalid(path: Path, one: ErrorDetails, _: object) -> LedgerError:
    return InvalidField(detail=f"{_name(path)}: {one['msg'][0].lower()}{one['msg'][1:]}")


RULES: Mapping[str, Callable[[Path, ErrorDetails, object], LedgerError]] = {
    "missing": _missing,
    "extra_forbidden": _extra,
    "union_tag_invalid": _tag,
    "union_tag_not_found": _no_tag,
    "literal_error": _literal,
    "greater_than": _below,
    "int_type": _not_whole,
    "int_from_float": _not_whole,
    "timezone_aware": _naive,
    "datetime_type": _time,
    "datetime_parsing": _time,
    "datetime_from_date_parsing": _time,
    "chips_mismatch": _chips,
    "invalid_odds": _odds,
    "too_long": _too_long,
}
