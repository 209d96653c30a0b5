"""Each kind of mismatch, provoked by somebody whom no right and no trigger holds back, and named exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import pytest

from projections.checking.guarding import OF_RECORD, functions
from projections.checking.kinds import KINDS, of
from projections.integrity.answers import Kind

ROUND = "(SELECT round_id FROM rounds WHERE key = 'THB-03/2026-11-28/412')"
HOLE = (
    "(SELECT min(n) FROM generate_series(1, 1000) AS n"
    " WHERE NOT EXISTS (SELECT FROM events WHERE notification_id = n))"
)
HEAD = "(SELECT max(notification_id) FROM events)"
POSTING = (
    "(SELECT position FROM inventory_postings JOIN inventory_accounts ON id = account_id WHERE {} LIMIT 1)"
)
# The last posting on its account, in which no later one begins.
LAST = (
    "(position, n) = (SELECT one.position, n FROM inventory_postings AS one JOIN inventory_accounts AS its"
    " ON its.id = account_id WHERE account = 'table_inventory' AND denomination > 0"
    " AND NOT EXISTS (SELECT FROM inventory_postings AS more WHERE more.account_id = one.account_id"
    " AND (more.position, more.n) > (one.position, one.n)) ORDER BY one.position DESC LIMIT 1)"
)
EVENT = f"originator_id = {ROUND} AND originator_version = "
# An event more, at the end of a stream.
MORE = (
    "INSERT INTO events (originator_id, originator_version, topic, state) SELECT {stream},"
    " (SELECT max(originator_version) + 1 FROM events WHERE originator_id = {stream}), topic, {state}"
    " FROM events WHERE {alike}"
)


def state(change: str) -> str:
    """A stored state as another text."""
    return f"convert_to({change.format(state='convert_from(state, $$UTF8$$)')}, 'UTF8')"


@dataclass(frozen=True)
class Case:
    """What is done, to which tables, and what a check is to say it is about.

    `subject` is asked of the ledger before it is done; `also` are kinds of the
    same area that cannot but be found too.
    """

    kind: str
    done: tuple[str, ...]
    tables: tuple[str, ...]
    subject: str
    also: frozenset[str] = frozenset()
    undone: str | None = None


def case(
    kind: str, *done: str, tables: str = "", subject: str, also: str = "", undone: str | None = None
) -> Case:
    return Case(kind, done, tuple(tables.split()), subject, frozenset(also.split()), undone)


def events(kind: str, *done: str, subject: str, also: str = "") -> Case:
    return case(kind, *done, tables="events", subject=subject, also=also)


ON_LAST = f"FROM inventory_postings WHERE {LAST}"
IN_POSTINGS = "balance_wrong running_balance_wrong session_sum_wrong"
GUARD = (
    "CREATE OR REPLACE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON events"
    " FOR EACH ROW {} EXECUTE FUNCTION refuse_change();"
    "ALTER TABLE events ENABLE ALWAYS TRIGGER refuse_change_of_row"
)
MAKE = "CREATE OR REPLACE FUNCTION {}() RETURNS {} LANGUAGE plpgsql AS $${}$$"
SLIP = "(SELECT session FROM slip_steps WHERE step = 'issued' ORDER BY position LIMIT 1)"

CASES = [
    # --- what guards the record
    case("guard_missing", "ALTER TABLE events DISABLE TRIGGER refuse_change_of_row",
         subject="SELECT 'events.refuse_change_of_row'",
         undone="ALTER TABLE events ENABLE ALWAYS TRIGGER refuse_change_of_row"),
    case("guard_missing", "ALTER TABLE events DISABLE TRIGGER in_turn",
         subject="SELECT 'events.in_turn'", undone="ALTER TABLE events ENABLE ALWAYS TRIGGER in_turn"),
    case("guard_missing", MAKE.format("refuse_change", "trigger", "BEGIN RETURN NEW; END"),
         subject="SELECT 'refuse_change'",
         undone=MAKE.format("refuse_change", "trigger", functions()["refuse_change", ""])),
    case("guard_missing", GUARD.format("WHEN (OLD.topic IS NULL)"),
         subject="SELECT 'events.refuse_change_of_row'", undone=GUARD.format("")),
    case("right_excessive", "GRANT DELETE ON seal_leaves TO pitledger_projector",
         subject="SELECT 'pitledger_projector on seal_leaves'",
         undone="REVOKE DELETE ON seal_leaves FROM pitledger_projector"),
    case("right_excessive", "GRANT UPDATE (state) ON events TO pitledger_writer",
         subject="SELECT 'pitledger_writer on events'",
         undone="REVOKE UPDATE (state) ON events FROM pitledger_writer"),
    case("sequence_behind", "SELECT setval('events_notification_id_seq', 7)",
         subject="SELECT 'events_notification_id_seq'",
         undone=f"SELECT setval('events_notification_id_seq', {HEAD})"),
    case("answer_dangling", "UPDATE idempotency_keys SET body = replace(convert_from(body, 'UTF8'),"
         " '\"version\": 1', '\"version\": 4')::bytea", tables="idempotency_keys",
         subject="SELECT 'test k-1'"),
    case("refused_digest_wrong", "UPDATE refused_commands SET body = body || '!'::bytea",
         tables="refused_commands", subject="SELECT max(id) FROM refused_commands"),
    case("subject_unknown", "UPDATE personal_data SET subject = 'S-999'", tables="personal_data",
         subject="SELECT 'S-999'"),
    # --- events and streams
    events("event_unreadable", f"UPDATE events SET state = '{{}}' WHERE {EVENT} 20",
           subject=f"SELECT {ROUND} || '/20'"),
    events("event_not_canonical", "UPDATE events SET state ="
           + state("""replace({state}, '"event":', '"event": ')""") + f" WHERE {EVENT} 20",
           subject=f"SELECT {ROUND} || '/20'"),
    events("stream_id_wrong", "UPDATE events SET originator_id = '00000000-0000-5000-8000-000000000000'"
           f" WHERE originator_id = {ROUND}", subject="SELECT '00000000-0000-5000-8000-000000000000/1'"),
    events("header_misplaced", "UPDATE events SET state ="
           + state("""regexp_replace({state}, ',"header":\\{{[^}}]*\\}}', '')""")
           + " WHERE originator_version = 1 AND topic = 'dispute.opened.v1'",
           subject="SELECT originator_id || '/1' FROM events WHERE topic = 'dispute.opened.v1'"),
    events("stream_hole", f"DELETE FROM events WHERE {EVENT} 20", subject=f"SELECT {ROUND}"),
    events("stream_disordered",
           f"UPDATE events SET notification_id = -notification_id WHERE {EVENT} 20",
           f"UPDATE events SET notification_id = notification_id - 1 WHERE {EVENT} 21",
           f"UPDATE events SET notification_id = 1 - notification_id WHERE {EVENT} 20",
           subject=f"SELECT {ROUND}"),
    events("stream_mixed", MORE.format(stream=ROUND, state="state",
           alike="topic = 'deck.inspected.v1' AND originator_version > 1"), subject=f"SELECT {ROUND}"),
    events("client_id_twice", MORE.format(
           stream="(SELECT round_id FROM rounds WHERE key = 'T-78/2026-11-28/1')", state="state",
           alike="topic = 'round.wager_placed.v1' AND convert_from(state, 'UTF8') LIKE '%\"id\":\"w-1\"%'"),
           subject="SELECT round_id || '/4' FROM rounds WHERE key = 'T-78/2026-11-28/1'"),
    events("table_unregistered", "DELETE FROM events WHERE topic LIKE 'table.%' AND originator_id ="
           " (SELECT originator_id FROM events WHERE topic = 'table.registered.v1'"
           " AND convert_from(state, 'UTF8') LIKE '%\"table\":\"T-77\"%')",
           subject="SELECT 'session/T-77/2026-11-28/1'"),
    events("in_force_missing", "DELETE FROM events WHERE topic = 'table.game_offered.v1' AND originator_id ="
           " (SELECT originator_id FROM events WHERE topic = 'table.registered.v1'"
           " AND convert_from(state, 'UTF8') LIKE '%\"table\":\"T-78\"%')",
           subject="SELECT 'round/T-78/2026-11-28/1'"),
    events("correction_dangling", "UPDATE events SET state = "
           + state("""regexp_replace({state}, '"corrects":[0-9]+', '"corrects":99')""")
           + " WHERE topic = 'dispute.corrected.v1'",
           subject="SELECT originator_id || '/' || originator_version FROM events"
           " WHERE topic = 'dispute.corrected.v1'"),
    # --- the seal; tests/integrity does all else to it
    events("altered", f"UPDATE events SET topic = topic || '2' WHERE {EVENT} 20",
           subject=f"SELECT 'event ' || notification_id FROM events WHERE {EVENT} 20"),
    events("removed", f"DELETE FROM events WHERE {EVENT} 20",
           subject=f"SELECT 'event ' || notification_id FROM events WHERE {EVENT} 20"),
    events("inserted", f"INSERT INTO events SELECT originator_id, 99, topic, state, {HOLE} FROM events"
           f" WHERE {EVENT} 20", subject=f"SELECT 'event ' || {HOLE}"),
    case("seal_damaged", "UPDATE seal_leaves SET hashes = set_byte(hashes, 39, 255 - get_byte(hashes, 39))",
         tables="seal_leaves", subject="SELECT 'event 1'", also="removed altered"),
    case("checkpoint_forged", "UPDATE seal_checkpoints SET note = replace(note, 'demo', 'other')",
         tables="seal_checkpoints",
         subject="SELECT 'event ' || max(position) FROM seal_checkpoints"),
    case("truncated", f"DELETE FROM events WHERE notification_id > {HEAD} - 3",
         "DELETE FROM seal_checkpoints", "DELETE FROM seal_leaves", "DELETE FROM seal_nodes",
         tables="events seal_leaves seal_nodes seal_checkpoints",
         subject="SELECT 'event 1'"),
    case("refused_altered", "UPDATE refused_commands SET detail = 'nothing'", tables="refused_commands",
         subject="SELECT 'refused record ' || max(id) FROM refused_commands"),
    # --- how far views have read
    case("view_ahead", f"UPDATE tracking SET notification_id = {HEAD} + 9 WHERE application_name = 'slips'",
         tables="tracking", subject="SELECT 'slips'"),
    case("view_off_the_log", f"UPDATE tracking SET notification_id = {HOLE} WHERE application_name = 'decks'",
         tables="tracking", subject="SELECT 'decks'", also="row_beyond"),
    case("view_missed", "UPDATE events_taken SET events = events - 2 WHERE view = 'funds'",
         tables="events_taken", subject="SELECT 'funds'"),
    case("view_quarantined", f"INSERT INTO quarantine SELECT 'rounds', {HEAD}, {HEAD} + 1, {ROUND}, 9,"
         " 'round.closed.v2', 'nobody knows why'", tables="quarantine", subject="SELECT 'rounds'"),
    case("view_unknown", "INSERT INTO tracking VALUES ('horoscope', 4)", tables="tracking",
         subject="SELECT 'horoscope'"),
    case("row_orphan", f"UPDATE deck_inspections SET position = {HOLE} WHERE deck = 'B7'",
         tables="deck_inspections", subject=f"SELECT 'deck_inspections ' || {HOLE}"),
    case("row_beyond", f"UPDATE deck_inspections SET position = {HEAD} + 5 WHERE deck = 'B7'",
         tables="deck_inspections", subject=f"SELECT 'deck_inspections ' || {HEAD} + 5", also="row_orphan"),
    # --- what views say among themselves
    case("balance_wrong", "UPDATE inventory_accounts SET count = count + 1 WHERE id = 5",
         tables="inventory_accounts", subject="SELECT account || ' of ' || holder || ', ' || denomination"
         " || ' ' || currency FROM inventory_accounts WHERE id = 5"),
    case("running_balance_wrong", f"UPDATE inventory_postings SET balance_amount = 7 WHERE {LAST}",
         tables="inventory_postings",
         subject=f"SELECT 'posting ' || n || ' on account ' || account_id {ON_LAST}"),
    case("account_position_wrong", "UPDATE inventory_accounts SET position = position - 1 WHERE id = 5",
         tables="inventory_accounts", subject="SELECT account || ' of ' || holder || ', ' || denomination"
         " || ' ' || currency FROM inventory_accounts WHERE id = 5"),
    case("account_missing", f"UPDATE inventory_postings SET account_id = 999 WHERE {LAST}",
         tables="inventory_postings", subject=f"SELECT 'posting ' || n {ON_LAST}",
         also=f"{IN_POSTINGS} account_position_wrong postings_unbalanced"),
    case("postings_unbalanced", f"UPDATE inventory_postings SET amount = amount + 1 WHERE {LAST}",
         tables="inventory_postings", subject=f"SELECT 'event ' || position {ON_LAST}",
         also=f"{IN_POSTINGS} chips_not_worth"),
    case("currency_unbalanced", "UPDATE inventory_accounts SET amount = amount + 1 WHERE id = 5",
         tables="inventory_accounts", subject="SELECT currency FROM inventory_accounts WHERE id = 5",
         also="balance_wrong"),
    case("chips_not_worth", f"UPDATE inventory_postings SET count = count + 1 WHERE {LAST}",
         tables="inventory_postings", subject=f"SELECT 'posting ' || n {ON_LAST}",
         also=IN_POSTINGS),
    case("session_sum_wrong", "UPDATE reconciliation_sums SET amount = amount + 1"
         " WHERE session = 'T-79/2026-11-28/1' AND reason = 'buyin_cash' AND account = 'drop_box'",
         tables="reconciliation_sums", subject="SELECT 'T-79/2026-11-28/1, drop_box, buyin_cash, '"
         " || min(denomination) FROM reconciliation_sums WHERE session = 'T-79/2026-11-28/1'"
         " AND reason = 'buyin_cash' AND account = 'drop_box'"),
    case("round_in_one_view", f"DELETE FROM reconciliation_rounds WHERE round_id = {ROUND}",
         tables="reconciliation_rounds", subject="SELECT 'THB-03/2026-11-28/412'"),
    case("session_in_one_view", "DELETE FROM exception_sessions WHERE session = 'T-79/2026-11-28/1'",
         tables="exception_sessions", subject="SELECT 'T-79/2026-11-28/1'"),
    case("win_unexplained", f"UPDATE rounds SET mispaid = mispaid + 1 WHERE round_id = {ROUND}",
         tables="rounds", subject="SELECT 'THB-03/2026-11-28/412'"),
    case("audience_wrong", f"UPDATE rounds SET audience = 'surveillance' WHERE round_id = {ROUND}",
         tables="rounds", subject="SELECT 'THB-03/2026-11-28/412'"),
    case("fund_wrong", "UPDATE fund_movements SET change = change + 1 WHERE (position, n) ="
         " (SELECT position, n FROM fund_movements WHERE fund = 'jackpot' ORDER BY 1 DESC, 2 DESC LIMIT 1)",
         tables="fund_movements", subject="SELECT 'jackpot'"),
    case("fund_unknown", "DELETE FROM funds WHERE name = 'jackpot'", tables="funds",
         subject="SELECT 'jackpot'"),
    case("slip_step_doubled", f"UPDATE slip_steps SET until_position = position - 1 WHERE session = {SLIP}"
         " AND step = 'issued' AND position = (SELECT min(position) FROM slip_steps WHERE step = 'issued')",
         tables="slip_steps", subject="SELECT type || '/' || series || '/' || serial || ', issued'"
         " FROM slip_steps WHERE step = 'issued' ORDER BY position LIMIT 1"),
    case("item_orphan", "UPDATE pattern_items SET round_id = '00000000-0000-5000-8000-000000000000'"
         " WHERE (round_id, n) = (SELECT round_id, n FROM pattern_items LIMIT 1)",
         tables="pattern_items", subject="SELECT key FROM pattern_items LIMIT 1"),
    case("ids_incomplete", "DELETE FROM event_ids WHERE position = 9", tables="event_ids",
         subject="SELECT 'event_ids'"),
    # --- facts at odds
    case("table_open_twice", "UPDATE reconciliation_sessions SET closed_at = NULL"
         " WHERE session = 'T-79/2026-11-28/1'", tables="reconciliation_sessions",
         subject="SELECT 'T-79/2026-11-28/2'"),
    case("opener_not_closer", "UPDATE reconciliation_sessions SET opener = '{\"100\": 7}'"
         " WHERE session = 'T-79/2026-11-28/2'", tables="reconciliation_sessions",
         subject="SELECT 'T-79/2026-11-28/2'"),
    case("opener_not_closer", "UPDATE reconciliation_sessions SET closer = '{\"100\": 0}'"
         " WHERE session = 'T-79/2026-11-28/1'", tables="reconciliation_sessions",
         subject="SELECT 'T-79/2026-11-28/2'"),
    case("serial_twice", f"CREATE TEMP TABLE another AS SELECT * FROM slip_steps WHERE session = {SLIP}"
         " AND step = 'issued' ORDER BY position LIMIT 1", "UPDATE another SET session = 'T-79/2026-11-28/1'",
         "INSERT INTO slip_steps SELECT * FROM another", tables="slip_steps",
         subject="SELECT type || '/' || series || '/' || serial FROM slip_steps WHERE step = 'issued'"
         " ORDER BY position LIMIT 1"),
    case("pot_left", "UPDATE inventory_accounts SET account = 'pot', holder = 'THB-03/2026-11-28/412'"
         " WHERE id = (SELECT id FROM inventory_accounts WHERE amount <> 0 LIMIT 1)",
         tables="inventory_accounts", subject="SELECT 'THB-03/2026-11-28/412'"),
    case("wager_unsettled", f"UPDATE rounds SET findings = '[\"wager_unsettled\"]' WHERE round_id = {ROUND}",
         tables="rounds", subject="SELECT 'THB-03/2026-11-28/412'"),
    # --- every row against the events
    case("row_missing", "DELETE FROM days_chip_sets", tables="days_chip_sets",
         subject="SELECT 'days_chip_sets ' || name FROM days_chip_sets"),
    case("row_extra", "INSERT INTO days_recorded VALUES ('1999-12-31', 1)", tables="days_recorded",
         subject="SELECT 'days_recorded 1999-12-31'"),
    case("row_differs", "UPDATE disputes SET amount = amount + 1", tables="disputes",
         subject="SELECT 'disputes D-1'"),
    case("face_shown_early", "UPDATE rounds SET marks = marks || '{card:As}' WHERE audience = 'public'",
         tables="rounds", subject="SELECT key FROM rounds WHERE audience = 'public'", also="row_differs"),
]  # fmt: skip

# What `verify` finds is provoked kind by kind where the seal is tested.
IN_INTEGRITY = {"history_rewritten", "refused_removed", "refused_inserted", "refused_rewritten",
                "refused_truncated", "chapter_forged", "chapter_removed"}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_it_is_found_and_named_exactly_and_nothing_else_is(tampered, case):
    ((subject,),) = tampered.rows(case.subject)
    area = of(KINDS[case.kind].area)
    with tampered.tampering(case.done, case.tables, case.undone):
        found = tampered.check(kinds=area)
    counts = {kind: count for kind, count in found.counts.items() if count}
    assert counts.keys() == {case.kind} | (case.also & counts.keys())
    assert [one.subject for one in found.mismatches if one.kind == case.kind] == [str(subject)]
    assert found.skipped == {}
    assert found.ok is (KINDS[case.kind].area == "floor")


def test_every_kind_is_provoked():
    assert {case.kind for case in CASES} | IN_INTEGRITY == KINDS.keys()
    assert len(KINDS) >= 25


def test_all_that_can_be_said_of_the_seal_is_a_kind():
    assert set(get_args(Kind)) == of("seal")


def test_every_table_of_record_is_one_that_must_be_guarded(tampered):
    guarded = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'refuse_change'"
    assert {name for (name,) in tampered.rows(guarded)} == set(OF_RECORD)
