"""What is refused is kept beside the events: who, what, why, how often, and never more than is sane."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from psycopg.rows import dict_row

from ledger.application import refusals
from ledger.application.ledger import Ledger, Receipt
from ledger.application.planning import Request
from ledger.application.refusals import Refusals
from ledger.application.rehearsal import rehearsal
from ledger.errors import MalformedJson, NotOpened, StoreBusy, StoreUnavailable, UnknownTable
from ledger.postgres.connect import Role, connect
from tests.scenario import document, event, opened, round_record, session_record, table_record

T0 = datetime(2026, 11, 28, 20, tzinfo=UTC)
NO_TABLE = UnknownTable(table="T-9", pointer="/table")


class Kept:
    """A recorder that keeps refusals in memory, as long as it can."""

    def __init__(self):
        self.rows = []
        self.broken = False

    def keep_refused(self, rows):
        if self.broken:
            raise StoreUnavailable(detail="gone")
        self.rows += rows


@pytest.fixture
def kept():
    return Kept()


def refuse(of, text="{}", *, problem=NO_TABLE, seconds=0, by="terminal-7", stream="session/T-9/2026-11-28/1"):
    answer = Receipt("refused", stream, problem=problem)
    of.keep([(text, answer)], Request(by, T0 + timedelta(seconds=seconds)))


def test_a_refusal_is_kept_with_who_sent_what_and_why(kept):
    refuse(Refusals(kept), json.dumps({"stream": "session", "gaming_date": "2026-11-28"}))
    (row,) = kept.rows
    assert (row.stream, row.code, row.pointer, row.refused_by) == (
        "session/T-9/2026-11-28/1", "unknown_table", "/table", "terminal-7",
    )  # fmt: skip
    assert (row.times, row.first_at, row.last_at, str(row.gaming_date)) == (1, T0, T0, "2026-11-28")
    assert json.loads(row.body)["stream"] == "session"
    assert len(row.digest) == 32


def test_what_is_no_json_what_could_not_be_read_and_what_we_failed_at_is_not_kept(kept):
    of = Refusals(kept)
    refuse(of, "{", problem=MalformedJson(detail="", pointer=""))
    refuse(of, problem=StoreBusy(waiting=9))
    of.keep([(NO_TABLE, Receipt("refused", problem=NO_TABLE))], Request("terminal-7", T0))
    of.keep([("{}", Receipt("appended", "round/T-1/2026-11-28/1"))], Request("terminal-7", T0))
    of.close()
    assert kept.rows == []


def test_the_same_record_again_and_again_is_one_row_and_a_count(kept):
    of = Refusals(kept)
    for second in range(50):
        refuse(of, seconds=second)
    assert [row.times for row in kept.rows] == [1]
    refuse(of, seconds=61)
    of.close()
    assert [(row.times, row.body) for row in kept.rows] == [(1, b"{}"), (49, None), (1, None)]
    assert sum(row.times for row in kept.rows) == 51
    assert len({row.digest for row in kept.rows}) == 1


def test_another_sender_or_another_reason_is_another_refusal(kept):
    of = Refusals(kept)
    refuse(of)
    refuse(of, by="terminal-8")
    refuse(of, problem=UnknownTable(table="T-8"))
    refuse(of, problem=NotOpened(stream="session", first="opened"))
    assert [(row.refused_by, row.code) for row in kept.rows] == [
        ("terminal-7", "unknown_table"), ("terminal-8", "unknown_table"), ("terminal-7", "not_opened"),
    ]  # fmt: skip


def test_of_a_flood_so_many_a_minute_are_kept_and_the_rest_is_counted(kept):
    of = Refusals(kept)
    for number in range(1000):
        refuse(of, json.dumps({"number": number}))
    assert len(kept.rows) == refusals.MOST_A_MINUTE
    refuse(of, "{}", seconds=61)
    rest = [row for row in kept.rows if row.digest is None]
    assert [(row.times, row.stream, row.body) for row in rest] == [(1000 - refusals.MOST_A_MINUTE, "", None)]
    assert sum(row.times for row in kept.rows) == 1001


def test_the_longest_records_are_kept_by_their_digest_alone(kept):
    refuse(Refusals(kept), json.dumps("x" * refusals.LONGEST_BODY))
    (row,) = kept.rows
    assert (row.body, len(row.digest)) == (None, 32)


def test_a_record_that_names_its_stream_is_found_by_it_even_if_it_could_not_be_read_further(kept):
    said = {"stream": "session", "table": "T-1", "gaming_date": "2026-11-28", "number": 3, "evnets": []}
    of = Refusals(kept)
    refuse(of, json.dumps(said), stream="")
    refuse(of, json.dumps({"stream": "gaming_day", "gaming_date": "2026-11-28"}), stream="")
    for odd in ('{"gaming_date": "yesterday"}', "[]", '{"stream": "session", "table": 7}'):
        refuse(of, odd, stream="")
    assert [row.stream for row in kept.rows] == [
        "session/T-1/2026-11-28/3", "gaming_day/2026-11-28", "", "", "",
    ]  # fmt: skip


def test_a_store_that_cannot_keep_it_does_not_hide_the_refusal(kept):
    kept.broken = True
    of = Refusals(kept)
    refuse(of)
    of.close()
    assert kept.rows == []


# --- in a real ledger -------------------------------------------------------------


@pytest.fixture
def ledger(recorder):
    return Ledger(recorder, "demo")


def rows(url):
    with connect(url, property="demo", role=Role.READER) as connection:
        return connection.cursor(row_factory=dict_row).execute(
            "SELECT * FROM refused_commands ORDER BY id"
        ).fetchall()  # fmt: skip


def test_a_ledger_keeps_what_it_refuses_one_by_one_and_in_bulk_and_appends_none_of_it(ledger, database_url):
    session = session_record(event("closed", closer={}, source="supervisor", by="F-1", approved_by="D-1"))
    assert ledger.record(document(session), by="a").problem.code == "not_opened"
    bulk = [document(table_record()), document(round_record(opened(), table="T-9")), b"{"]
    assert [receipt.status for receipt in ledger.record_all(bulk, by="b")] == [
        "appended", "refused", "refused",
    ]  # fmt: skip
    assert [(row["code"], row["refused_by"], row["stream"]) for row in rows(database_url)] == [
        ("not_opened", "a", "session/T-1/2026-11-28/1"),
        ("unknown_table", "b", "round/T-9/2026-11-28/1"),
    ]
    assert ledger.recorder.head() == 2


def test_texts_that_no_database_holds_are_kept_all_the_same(ledger, database_url):
    odd = json.dumps({"format": "pitledger/1", "stream": "ses\0sion", "table": "T-1", "events": []})
    assert "\0" in ledger.record(odd, by="a").problem.message
    (row,) = rows(database_url)
    assert (row["code"], "ses\N{REPLACEMENT CHARACTER}sion" in row["detail"]) == ("unknown_stream", True)


def test_what_is_only_rehearsed_is_not_refused(ledger, database_url):
    assert rehearsal(ledger).record(document(round_record(opened())), by="a").status == "refused"
    assert rows(database_url) == []
