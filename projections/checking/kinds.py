"""Every kind of mismatch that a check looks for: a permanent code, what is compared, and what it means.

Of the kinds whose area is `floor` the ledger is not at fault: it recorded facts
that are at odds, as it should.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

Area: TypeAlias = Literal["store", "events", "seal", "tracking", "views", "floor", "rows"]


class Kind(NamedTuple):
    """A kind of mismatch: where it is looked for, what is held against what, and what a mismatch means."""

    area: Area
    compares: str
    says: str


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        # What guards the record.
        "guard_missing": Kind(
            "store",
            "triggers of tables of record, functions, migrations",
            "What refuses changes of tables of record, or adds to them, is not there, off or another.",
        ),
        "right_excessive": Kind(
            "store", "rights of roles on tables of record", "A role may change or remove what is recorded."
        ),
        "sequence_behind": Kind(
            "store",
            "sequence of positions, last event",
            "The next position would be one that readers have passed: appends will be refused.",
        ),
        "answer_dangling": Kind(
            "store",
            "answers kept for Idempotency-Keys, streams",
            "An answer that is given again tells of events that are not there.",
        ),
        "refused_digest_wrong": Kind(
            "store", "refused records, their digests", "What was refused is not what its digest is of."
        ),
        "subject_unknown": Kind(
            "store",
            "personal data, subjects of disputes",
            "Personal data are kept of somebody whom no dispute names.",
        ),
        # Events, and streams of them.
        "event_unreadable": Kind(
            "events",
            "event as stored, its topic's shape",
            "An event cannot be read: its topic is unknown, or its content is no such event.",
        ),
        "event_not_canonical": Kind(
            "events",
            "event as stored, the same written anew",
            "An event is not written the way it was when it was recorded.",
        ),
        "stream_id_wrong": Kind(
            "events",
            "id of a stream, id derived from its key",
            "A stream does not have the id that its property, kind and key give.",
        ),
        "header_misplaced": Kind(
            "events", "headers, versions", "A first event without a header, or a header with a later event."
        ),
        "stream_hole": Kind(
            "events", "versions of a stream", "An event's predecessor in its stream is not there."
        ),
        "stream_disordered": Kind(
            "events", "versions and positions of a stream", "An event stands before its predecessor."
        ),
        "stream_mixed": Kind(
            "events", "topics of a stream", "An event is of another kind of stream than its predecessor."
        ),
        "client_id_twice": Kind(
            "events", "senders' ids in a stream", "Two events of a stream have the same id from their sender."
        ),
        "table_unregistered": Kind(
            "events",
            "rounds and sessions, tables",
            "A round or session began at a table that was not registered by then.",
        ),
        "in_force_missing": Kind(
            "events",
            "rounds, submissions and tables in force",
            "What a round says was in force as it opened was not recorded by then.",
        ),
        "correction_dangling": Kind(
            "events", "corrections, what they correct", "A correction names no earlier event of its stream."
        ),
        # The seal, as `verify` finds it.
        "altered": Kind("seal", "events, leaves", "The event is not the one that was sealed."),
        "removed": Kind("seal", "events, leaves", "The event that was sealed is gone."),
        "inserted": Kind(
            "seal", "events, leaves", "An event is there that was not when its neighbours were sealed."
        ),
        "history_rewritten": Kind(
            "seal", "events and leaves, checkpoints", "Neither events nor leaves are what was signed."
        ),
        "seal_damaged": Kind(
            "seal", "leaves, nodes, keys, events", "The seal itself is damaged, the events being as signed."
        ),
        "checkpoint_forged": Kind(
            "seal", "checkpoints, keys", "A checkpoint's signature, size or place does not hold."
        ),
        "truncated": Kind(
            "seal", "events, the checkpoint signed last", "There are fewer events than were signed."
        ),
        "refused_altered": Kind(
            "seal", "refused records, hashes", "The refused record is not the one that was sealed."
        ),
        "refused_removed": Kind(
            "seal", "refused records, hashes", "The refused record that was sealed is gone."
        ),
        "refused_inserted": Kind(
            "seal",
            "refused records, hashes",
            "A refused record is there that was not when its neighbours were sealed.",
        ),
        "refused_rewritten": Kind(
            "seal", "refused records, checkpoints", "The refused records are not those that were signed."
        ),
        "refused_truncated": Kind(
            "seal", "refused records, checkpoints", "There are fewer refused records than were signed."
        ),
        "chapter_forged": Kind(
            "seal", "chapters of days, keys", "A signed chapter's signature, place or streams do not hold."
        ),
        "chapter_removed": Kind(
            "seal", "chapters of days, later ones and checkpoints", "A signed chapter is gone."
        ),
        # How far views have read.
        "view_ahead": Kind(
            "tracking", "position of a view, last event", "A view has read further than there are events."
        ),
        "view_off_the_log": Kind(
            "tracking", "position of a view, events", "A view stands where no event is."
        ),
        "view_missed": Kind(
            "tracking",
            "events that a view took in, events there are",
            "A view has taken in more or fewer events than there are up to its position.",
        ),
        "view_quarantined": Kind(
            "tracking", "quarantine", "A view stands before an event that it cannot take in."
        ),
        "view_unknown": Kind(
            "tracking", "positions, views", "A position is kept of something that is no view."
        ),
        # What views say, among themselves.
        "balance_wrong": Kind(
            "views",
            "balances of accounts, sums of their postings",
            "An account's balance is not what its postings come to.",
        ),
        "running_balance_wrong": Kind(
            "views",
            "balance after a posting, balance before it",
            "A posting does not lead from the balance before it to the one it gives.",
        ),
        "account_position_wrong": Kind(
            "views", "accounts, their last postings", "An account does not stand at its last posting."
        ),
        "account_missing": Kind(
            "views", "postings, accounts", "A posting is on an account that is not there."
        ),
        "postings_unbalanced": Kind(
            "views", "postings of one event", "The postings of an event do not sum to zero in their currency."
        ),
        "currency_unbalanced": Kind(
            "views", "balances of all accounts", "The balances of a currency do not sum to zero."
        ),
        "chips_not_worth": Kind(
            "views", "chips and cents of a posting", "Chips posted are not worth the amount posted."
        ),
        "session_sum_wrong": Kind(
            "views",
            "sums of the reconciliation, postings",
            "What moved in a session differs between reconciliation and inventory.",
        ),
        "round_in_one_view": Kind(
            "views",
            "rounds, rounds of the reconciliation",
            "A round is in one of two views, or as of another event.",
        ),
        "session_in_one_view": Kind(
            "views",
            "sessions of reconciliation and exceptions",
            "A session is in one of two views, or as of another event.",
        ),
        "win_unexplained": Kind(
            "views",
            "what a round settled, rules, mispayments and unjudged",
            "The win of a round is not what explains it.",
        ),
        "audience_wrong": Kind(
            "views",
            "rows of a round, who may see them",
            "A round has not one row for all, nor one for the public and one for surveillance.",
        ),
        "fund_wrong": Kind(
            "views",
            "what a fund stands at, its movements",
            "A movement does not lead from what a fund stood at to what it says.",
        ),
        "fund_unknown": Kind(
            "views",
            "movements, funds",
            "A fund moved that is not listed, or one is listed that nothing names.",
        ),
        "slip_step_doubled": Kind(
            "views",
            "steps of slips, from when to when",
            "Two forms of one step of a slip are in effect at once.",
        ),
        "item_orphan": Kind(
            "views",
            "mistakes and exceptions, rounds and sessions",
            "A mistake or exception is of a round or session that is not there.",
        ),
        "ids_incomplete": Kind(
            "views", "ids of events, events", "There are not as many ids of events as events."
        ),
        "row_orphan": Kind(
            "tracking", "positions in rows, events", "A row names a position where no event is."
        ),
        "row_beyond": Kind(
            "tracking",
            "positions in rows, position of the view",
            "A row is of an event that its view has not read.",
        ),
        # Every row, against the view made anew from the first event.
        "row_missing": Kind("rows", "a view, the same made anew", "A row is not there that the events give."),
        "row_extra": Kind(
            "rows", "a view, the same made anew", "A row is there that the events do not give."
        ),
        "row_differs": Kind("rows", "a view, the same made anew", "A row does not say what the events give."),
        "face_shown_early": Kind(
            "rows",
            "cards that everybody finds a round by, faces shown",
            "Everybody can find a face that nobody at the table has been shown.",
        ),
        # Facts at odds, which is no fault of the ledger.
        "table_open_twice": Kind(
            "floor",
            "sessions of a table",
            "A session was opened at a table before the one before it was closed.",
        ),
        "opener_not_closer": Kind(
            "floor",
            "openers, the closers before them",
            "A tray was opened with other chips than it was closed with.",
        ),
        "serial_twice": Kind(
            "floor", "numbers of slips", "One number of a slip was issued in more than one session."
        ),
        "pot_left": Kind("floor", "pots of closed rounds", "A round was closed with money in its pot."),
        "wager_unsettled": Kind(
            "floor", "wagers of closed rounds", "A round was closed with a wager that nobody settled."
        ),
    }
)
FLOOR: Final = frozenset(code for code, kind in KINDS.items() if kind.area == "floor")


def of(area: Area) -> frozenset[str]:
    """The codes of an area."""
    return frozenset(code for code, kind in KINDS.items() if kind.area == area)
