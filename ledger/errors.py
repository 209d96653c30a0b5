"""What Pitledger refuses, each refusal with a permanent code.

An error carries its code, facts for the message, and where possible a JSON
pointer to the field at fault.  The HTTP status of each code is in
`api/problems.py`, its next step for a person at a terminal in `api/cli/hints.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar


class LedgerError(Exception):
    """A refusal.  `code` never changes its meaning; `facts` are safe to show.

    `pointer` is a JSON pointer (RFC 6901) into the document sent, or None.
    """

    code: ClassVar[str]
    text: ClassVar[str]

    def __init__(self, *, pointer: str | None = None, **facts: object) -> None:
        self.pointer = pointer
        self.facts: Mapping[str, object] = MappingProxyType(facts)
        super().__init__(self.text.format_map(facts))

    @property
    def message(self) -> str:
        """One sentence for a person, without the code."""
        return str(self)

    def at(self, pointer: str) -> LedgerError:
        """The same refusal, pointing at a field."""
        self.pointer = pointer
        return self


class NotARecord(LedgerError):
    """What was sent cannot be a record of anything."""


class StaleVersion(LedgerError):
    """What was sent does not continue what is stored."""


class NotFound(LedgerError):
    """What was asked for does not exist."""


class Conflict(LedgerError):
    """What was sent contradicts an earlier request."""


class Unavailable(LedgerError):
    """The ledger cannot answer now; the same request may succeed later."""


# --- the form of a record -----------------------------------------------------


class MalformedJson(NotARecord):
    code = "malformed_json"
    text = "not JSON: {detail}"


class InvalidField(NotARecord):
    code = "invalid_field"
    text = "{detail}"


class MissingField(NotARecord):
    code = "missing_field"
    text = "the field {field} is required"


class UnknownField(NotARecord):
    code = "unknown_field"
    text = "there is no field {field} here"


class UnknownFormat(NotARecord):
    code = "unknown_format"
    text = "format must be pitledger/1"


class UnknownStream(NotARecord):
    code = "unknown_stream"
    text = "there is no stream {stream}; known: {known}"


class UnknownEventType(NotARecord):
    code = "unknown_event_type"
    text = "the stream {stream} has no event {type}"


class AmountNotPositive(NotARecord):
    code = "amount_not_positive"
    text = "an amount is a whole number of cents above 0"


class AmountNotWhole(NotARecord):
    code = "amount_not_whole"
    text = "money is a whole number of cents, written as a JSON integer"


class ChipsMismatch(NotARecord):
    code = "chips_mismatch"
    text = "the chips add up to {chips_total} cents, the amount is {amount}"


class ImpossibleCard(NotARecord):
    code = "impossible_card"
    text = "{card!r} is no card: rank then suit (As, Td, 9c), K? for an unknown suit, Xr or Xb, or null"


class NaiveTime(NotARecord):
    code = "naive_time"
    text = "a time needs its offset from UTC (2026-11-28T20:14:03-05:00)"


class InvalidTime(NotARecord):
    code = "invalid_time"
    text = "a time is written as in RFC 3339 (2026-11-28T20:14:03-05:00)"


class TimeMissing(NotARecord):
    code = "time_missing"
    text = "occurred_at may be absent only in an event of source import"


class InvalidOdds(NotARecord):
    code = "invalid_odds"
    text = 'a prize is odds "n:d", {{"fixed": cents}} or {{"meter_percent": n}}, not {prize!r}'


class SamePerson(NotARecord):
    code = "same_person"
    text = "{person} cannot approve what {person} did: two people are needed"


class WrongProperty(NotARecord):
    code = "wrong_property"
    text = "this ledger keeps {served}, the record is of {property}"


class RecordTooLarge(NotARecord):
    code = "record_too_large"
    text = "a record may have at most {limit} {unit}"


# --- what a record names ------------------------------------------------------


class UnknownTable(NotARecord):
    code = "unknown_table"
    text = "no table {table} is registered"


class UnknownGame(NotARecord):
    code = "unknown_game"
    text = "there is no game {game}; known: {known}"


class UnknownSubmission(NotARecord):
    code = "unknown_submission"
    text = "no rules submission {submission} is registered"


class UnknownWager(NotARecord):
    code = "unknown_wager"
    text = "{game} has no wager {wager}; known: {known}"


class UnknownRow(NotARecord):
    code = "unknown_row"
    text = "the pay table of {wager} has no row {row}; known: {known}"


class MissingRow(NotARecord):
    code = "missing_row"
    text = "the pay table of {wager} says nothing of {row}"


class UnknownCondition(NotARecord):
    code = "unknown_condition"
    text = "{game} has no irregularity {condition}; known: {known}"


class UnknownDenomination(NotARecord):
    code = "unknown_denomination"
    text = "the chip set {chip_set} has no chips of {denomination}; known: {known}"


class UnknownOption(NotARecord):
    code = "unknown_option"
    text = "{game} has no option {option}; known: {known}"


class InvalidOption(NotARecord):
    code = "invalid_option"
    text = "{option} may be {known}, not {value!r}"


class WagerAmbiguous(NotARecord):
    code = "wager_ambiguous"
    text = "spot {spot} has several wagers {wager}: say on, patron or tender"


class UnknownVersion(NotARecord):
    code = "unknown_version"
    text = "this stream has no event {version} before this one"


class NotOpened(NotARecord):
    code = "not_opened"
    text = "a {stream} begins with {first}"


class OpenedTwice(NotARecord):
    code = "opened_twice"
    text = "this {stream} is {first} already"


class GameMismatch(NotARecord):
    code = "game_mismatch"
    text = "the submission {submission} is for {game}"


class ProcedureFindings(NotARecord):
    code = "procedure_findings"
    text = "refused as asked (enforce): {findings}"


# --- continuing and retrying --------------------------------------------------


class VersionConflict(StaleVersion):
    code = "version_conflict"
    text = "event {version} of {stream} is stored with other content{field}"


class VersionGap(StaleVersion):
    code = "version_gap"
    text = "{stream} has {stored} events, the record continues after {after}"


class IdConflict(StaleVersion):
    code = "id_conflict"
    text = "the event id {id} is stored in {stream} with other content"


class SlipConflict(Conflict):
    code = "slip_conflict"
    text = "{slip} was {step} with {stored} (event {version}), here it is with {sent}"


class SlipNotVoidable(Conflict):
    code = "slip_not_voidable"
    text = "{slip} was {step} (event {version}) and cannot be voided: the chips go back on a {other} slip"


class KeyReused(Conflict):
    code = "key_reused"
    text = "this Idempotency-Key was used for another request (digest {stored}, now {sent})"


# --- looking things up --------------------------------------------------------


class RoundNotFound(NotFound):
    code = "round_not_found"
    text = "no round {round} is recorded"


class SessionNotFound(NotFound):
    code = "session_not_found"
    text = "no session {session} is recorded"


class TableNotFound(NotFound):
    code = "table_not_found"
    text = "no table {table} is registered"


class PitNotFound(NotFound):
    code = "pit_not_found"
    text = "no table belongs to the pit {pit}"


class FundNotFound(NotFound):
    code = "fund_not_found"
    text = "no fund {fund} is recorded"


class SlipNotFound(NotFound):
    code = "slip_not_found"
    text = "no slip of the number {slip} is recorded"


class RefusedNotFound(NotFound):
    code = "refused_not_found"
    text = "nothing refused has the number {refused}"


class DayNotFound(NotFound):
    code = "day_not_found"
    text = "nothing is recorded of the gaming day {gaming_date}"


class ChipSetNotFound(NotFound):
    code = "chip_set_not_found"
    text = "no chip set {chip_set} is recorded"


class DeckNotFound(NotFound):
    code = "deck_not_found"
    text = "no deck {deck} is recorded"


class DisputeNotFound(NotFound):
    code = "dispute_not_found"
    text = "no dispute {dispute} is recorded"


class JurisdictionNotFound(NotFound):
    code = "jurisdiction_not_found"
    text = "there is no profile of {jurisdiction}; known: {known}"


class InvalidReference(NotARecord):
    code = "invalid_reference"
    text = "{reference!r} is no id: say {form}"


class InvalidQuery(NotARecord):
    code = "invalid_query"
    text = "{detail}"


# --- the seal -----------------------------------------------------------------


class InvalidCheckpoint(NotARecord):
    code = "invalid_checkpoint"
    text = "this is no checkpoint to trust: {detail}"


class InvalidVerifierKey(NotARecord):
    code = "invalid_verifier_key"
    text = "{key!r} is no verifier key of the form name+hash+key"


class EventNotFound(NotFound):
    code = "event_not_found"
    text = "no event {event} is recorded"


class NotSealed(NotFound):
    code = "not_sealed"
    text = "{what} is not in a signed checkpoint yet"


class SealDamaged(Unavailable):
    code = "seal_damaged"
    text = "the seal is not as it was signed, and nothing is signed over it: {detail}"


class ChaptersDamaged(Unavailable):
    code = "chapters_damaged"
    text = "the chapters are not those that were signed, and none is signed after them: {detail}"


class SealKeyUnusable(Unavailable):
    code = "seal_key_unusable"
    text = "the signing key cannot be used: {detail}"


# --- the store ----------------------------------------------------------------


class StoreUnavailable(Unavailable):
    code = "store_unavailable"
    text = "the database does not answer: {detail}"


class StoreBusy(Unavailable):
    code = "store_busy"
    text = "{waiting} appends wait already: send it again in a moment"


class UnknownTopic(Unavailable):
    code = "unknown_topic"
    text = "position {position} holds an event {topic}, which a newer version of this software wrote"


class SchemaNotCurrent(Unavailable):
    code = "schema_not_current"
    text = "the schema of {property} is not current: run pitledger migrate"
