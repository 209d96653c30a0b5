"""What to do next, one line for each code of a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FIELD: Final = "mend that field; CONTRACT's shapes are in the JSON Schemas under /v1/schemas"
REGISTER: Final = "record what registers it first, in the same input or an earlier one"
MEND: Final = "mend the record and send it again; what was recorded before stays as it is"
AGAIN: Final = "wait a moment and try again; nothing was half-written"

HINTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "malformed_json": "send one JSON document a record; NDJSON has one a line",
        "invalid_field": FIELD,
        "missing_field": "add that field",
        "unknown_field": "remove that field, or look at its spelling",
        "unknown_format": 'begin the record with "format": "pitledger/1"',
        "unknown_stream": "say which stream the record is of",
        "unknown_event_type": "look at the spelling of the event's type",
        "amount_not_positive": "leave out what moved nothing",
        "amount_not_whole": "write 15 dollars as 1500",
        "chips_mismatch": "count the chips again, or leave them out where they are not known",
        "impossible_card": "write the card as rank and suit, or null where it is not known",
        "naive_time": "add the offset from UTC",
        "invalid_time": "write the time as 2026-11-28T20:14:03-05:00",
        "time_missing": "say when it happened",
        "invalid_odds": 'write "30:1", {"fixed": 5000} or {"meter_percent": 10}',
        "same_person": "name the second person who approved it",
        "noted_by_ledger": "leave it out: taking a report, reading and erasing personal data note themselves",
        "wrong_property": "serve that property with PITLEDGER_PROPERTY, or leave it out of the record",
        "record_too_large": 'send the rest as a continuation, with "after"',
        "unknown_table": REGISTER,
        "unknown_game": 'use one of those, or "unruled" with a title',
        "unknown_submission": f"{REGISTER}; adjudicate takes --submission FILE",
        "unknown_wager": "use the names printed on the felt",
        "unknown_row": "use the rows of the game's pay table",
        "missing_row": "give the pay table every rank above the lowest that it pays",
        "unknown_condition": "use the irregularities of the game",
        "unknown_denomination": "register a set of its own for those chips, or look at the count again",
        "unknown_option": "use the options that the game has",
        "invalid_option": "choose one of its values",
        "wager_ambiguous": "add on, patron or tender to the event",
        "unknown_version": "count the events of the stream from 1",
        "not_opened": 'begin with that event, or continue with "after"',
        "opened_twice": "leave the second one out",
        "game_mismatch": "name a submission for this game",
        "procedure_findings": "record it without --enforce: what happened can always be recorded",
        "version_conflict": f"compare with what is stored (pitledger round show); {MEND}",
        "version_gap": 'set "after" to the number of events stored, and send what is missing',
        "id_conflict": f"give the event an id of its own; {MEND}",
        "slip_conflict": "look at the paper: correct what was recorded, or mend the serial of this one",
        "slip_not_voidable": "record what moves the chips back on a slip of its own",
        "key_reused": "use a new Idempotency-Key for another request",
        "round_not_found": "list the rounds: pitledger round list",
        "session_not_found": "list the sessions: pitledger session list",
        "table_not_found": "list the tables: pitledger table list",
        "pit_not_found": "look at the pits of a day: pitledger day show DATE",
        "deck_not_found": "list the decks: pitledger deck list",
        "dispute_not_found": "list the disputes: pitledger dispute list",
        "day_not_found": "record its gaming_day; its sessions: pitledger reconcile --gaming-date DATE",
        "day_not_preliminary": "record preliminary_issued in its gaming_day, or ask without --state",
        "day_not_audited": "record audited in its gaming_day, or ask without --state",
        "chip_set_not_found": "look at the sets in the float of a day: pitledger day float DATE",
        "jurisdiction_not_found": "list the profiles: pitledger jurisdiction list",
        "slip_not_found": "list the slips of a date: pitledger slip list --gaming-date DATE",
        "refused_not_found": "list what was refused: pitledger refused list",
        "fund_not_found": "list the funds: pitledger fund list",
        "event_not_found": "name it by its position, as the feed says it",
        "not_checked": "check it: pitledger check",
        "not_sealed": "seal it: pitledger seal checkpoint",
        "rack_unreadable": "write them back to front, one a line or with spaces between, ? for one unknown",
        "too_many_cards": "no shoe holds so many: give the cards of one rack, with spaces between",
        "chapter_not_found": "record the audit of the day, and seal it: pitledger seal checkpoint",
        "chapter_unreadable": "take the file as pitledger chapter export wrote it",
        "faces_withheld": "wait until that round is closed, or ask as surveillance",
        "report_unreadable": "take the file as pitledger dispute report --format json wrote it",
        "invalid_checkpoint": "take the file as it was published, and name the key with --key",
        "invalid_verifier_key": "list the keys: pitledger seal keys",
        "seal_damaged": "find out what was done: pitledger verify, with a checkpoint kept elsewhere",
        "chapters_damaged": "put them back as they were: pitledger verify names them; the events are sealed",
        "seal_key_unusable": "PITLEDGER_SEAL_KEY_FILE names the file; pitledger seal keys lists who signed",
        "personal_data_not_found": "tell who it is: pitledger dispute subject set",
        "personal_key_unusable": "PITLEDGER_PERSONAL_KEY_FILE names the file, else personal.key in the home",
        "invalid_reference": "name a round or session as THB-03/2026-11-28/412",
        "invalid_query": "see --help of this command",
        "chart_unreadable": "mend the file that PITLEDGER_CHART_OF_ACCOUNTS names, or leave it out",
        "store_unavailable": "look at pitledger status; PITLEDGER_DATABASE_URL names the server",
        "store_busy": AGAIN,
        "unknown_topic": "use the version of pitledger that wrote it, or a newer one",
        "event_unreadable": "find out what was done: pitledger check; once it is mended, projections replay",
        "schema_not_current": "run pitledger migrate",
        "scope_unknown": "use the scopes that pitledger keys create --help lists",
        "key_name_invalid": "name who or what holds the key, as terminal-7",
        "key_not_found": "list the keys: pitledger keys list",
        "cursor_invalid": "begin without a cursor, or with the position of the last event you have",
    }
)


def hint(code: str) -> str | None:
    """The next step for a person at a terminal, or None where the message says it all."""
    return HINTS.get(code)
