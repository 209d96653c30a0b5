"""`pitledger record`: in, once, whatever happens on the way."""

import contextlib
import gzip
import json
import os
import pty
import subprocess
from typing import Any

import pytest
import zstandard

from tests.cli.commands import PITLEDGER, WORKED, lines, run
from tests.scenario import dealt, document, opened, placed, round_record, table_record

SETUP = WORKED / "setup.ndjson"
ROUND = WORKED / "round_thb_412.json"
SHIFT = WORKED / "golden_shift.ndjson"


def ndjson(*records: dict[str, Any]) -> bytes:
    return b"\n".join(document(record) for record in records)


def test_a_worked_evening_is_appended_and_a_second_time_is_there(env):
    first = run("record", SETUP, ROUND, SHIFT, env=env)
    assert first.returncode == 0
    assert first.stdout.startswith("5 appended (83 events), 0 already there, 0 refused, ")
    again = run("record", SETUP, ROUND, SHIFT, env=env)
    assert again.returncode == 0
    assert again.stdout.startswith("0 appended (0 events), 5 already there, 0 refused, ")


def test_a_program_gets_a_line_a_record_and_nothing_else(env):
    done = run("record", "--json", SETUP, ROUND, env=env)
    answers = lines(done.stdout)
    assert [
        (one["file"].rpartition("/")[2], one["line"], one["stream"], one["status"]) for one in answers
    ] == [
        ("setup.ndjson", 1, "submission/thb-2026-01", "appended"),
        ("setup.ndjson", 2, "table/THB-03", "appended"),
        ("setup.ndjson", 3, "table/BJ-04", "appended"),
        ("round_thb_412.json", 1, "round/THB-03/2026-11-28/412", "appended"),
    ]
    assert (answers[3]["version"], answers[3]["appended"]) == (49, 49)
    mispaid = [one for one in answers[3]["findings"] if one["code"] == "wager_mispaid"]
    assert [(one["event"], one["spot"], one["due"], one["paid"]) for one in mispaid] == [(35, 4, 0, 25_00)]
    assert done.stderr.startswith("4 appended ")


@pytest.mark.parametrize("compress", [bytes, gzip.compress, zstandard.compress])
def test_records_come_through_a_pipe_compressed_or_not(env, compress):
    done = run("record", "-", given=compress(SETUP.read_bytes()), env=env)
    assert (done.returncode, done.stdout.split(" (")[0]) == (0, "3 appended")


def test_a_document_printed_over_several_lines_is_one_record(env):
    printed = json.dumps(json.loads(ROUND.read_text()), indent=2)
    done = run("record", "--json", "-", given=SETUP.read_text() + printed, env=env)
    assert [(one["line"], one["status"]) for one in lines(done.stdout)][3:] == [(4, "appended")]


def test_a_bad_record_is_named_by_its_line_and_the_rest_goes_on(env):
    good = round_record(opened(), placed(1, "ante", 15_00))
    nothing = round_record(opened(), placed(1, "ante", 0), number=2)
    stranger = round_record(opened(), number=3, table="T-9")
    last = round_record(opened(), number=4)
    # In fils, of which a dinar has a thousand: money is whole hundredths.
    in_dinars = table_record("T-8")
    in_dinars["events"][0]["currency"] = "KWD"
    round_in_dinars = round_record(opened(), number=5, currency="KWD")
    given = ndjson(table_record(), good, nothing) + b'\n{"format": "pitle\n\n'
    given += ndjson(stranger, last, in_dinars, round_in_dinars)
    done = run("record", "--json", "-", given=given, env=env)
    assert done.returncode == 1
    answers = lines(done.stdout)
    assert [(one["line"], one["status"]) for one in answers] == [
        (1, "appended"), (2, "appended"), (3, "refused"), (4, "refused"), (6, "refused"), (7, "appended"),
        (8, "refused"), (9, "refused"),
    ]  # fmt: skip
    problems = {one["line"]: one["problem"] for one in answers if one["status"] == "refused"}
    assert (problems[3]["code"], problems[3]["pointer"]) == ("amount_not_positive", "/events/1/amount")
    assert problems[4]["code"] == "malformed_json"
    assert (problems[6]["code"], problems[6]["pointer"]) == ("unknown_table", "/table")
    assert (problems[8]["code"], problems[8]["pointer"]) == ("invalid_field", "/events/0/currency")
    assert (problems[9]["code"], problems[9]["pointer"]) == ("invalid_field", "/currency")


def test_a_person_is_told_the_line_the_code_the_field_and_what_to_do(env):
    stranger = round_record(opened(), table="T-9")
    done = run("record", "-", given=ndjson(table_record(), stranger), env=env)
    assert done.returncode == 1
    first, step = done.stderr.splitlines()
    assert first.startswith("line 2: unknown_table at /table: ")
    assert step.startswith("  next: ")
    assert done.stdout.startswith("1 appended (2 events), 0 already there, 1 refused, 0 findings")


def test_the_same_round_with_other_content_is_refused_and_stays(env):
    first = round_record(opened(), placed(1, "ante", 15_00))
    other = round_record(opened(), placed(1, "ante", 25_00))
    run("record", "-", given=ndjson(table_record(), first), env=env)
    done = run("record", "--json", "-", given=ndjson(other), env=env)
    assert done.returncode == 1
    (refused,) = lines(done.stdout)
    assert (refused["problem"]["code"], refused["problem"]["pointer"]) == ("version_conflict", "/events/1")


def test_a_stream_in_pieces_has_its_findings_once(env):
    late = round_record(
        opened(), {"type": "betting_closed"}, dealt(1, "As"), placed(1, "ante", 15_00), {"type": "closed"}
    )
    pieces = [{**late, "after": at, "events": late["events"][at : at + 1]} for at in range(5)]
    for piece in pieces[1:]:
        piece["events"][0].update(source="dealer", by="D-1")
    given = ndjson(table_record(), *pieces)
    for _ in ("appended", "already there"):
        assert ", 0 refused, 1 findings" in run("record", "-", given=given, env=env).stdout


def test_a_dry_run_says_what_would_be_done_and_appends_nothing(env):
    continued = {**round_record(placed(1, "ante", 15_00, source="dealer", by="D-1")), "after": 1}
    given = ndjson(table_record(), round_record(opened()), continued, round_record(opened(), table="T-9"))
    done = run("record", "--dry-run", "-", given=given, env=env)
    assert done.returncode == 1
    assert done.stdout.startswith("3 would be appended (4 events), 0 already there, 1 refused, ")
    assert run("feed", env=env).stdout == ""
    run("record", "-", given=ndjson(table_record()), env=env)
    after = run("record", "--dry-run", "-", given=given, env=env)
    assert after.stdout.startswith("2 would be appended (2 events), 1 already there, 1 refused, ")


def test_a_guided_table_refuses_what_goes_against_procedure(env):
    late = round_record(
        opened(), {"type": "betting_closed"}, dealt(1, "As"), placed(1, "ante", 15_00), {"type": "closed"}
    )
    given = ndjson(table_record(), late)
    guided = run("record", "--enforce", "--json", "-", given=given, env=env)
    assert guided.returncode == 1
    assert lines(guided.stdout)[1]["problem"]["code"] == "procedure_findings"
    free = run("record", "--json", "-", given=given, env=env)
    assert free.returncode == 0
    assert [one["code"] for one in lines(free.stdout)[1]["findings"]] == ["wager_late"]


def test_a_compressed_file_that_breaks_off_is_damage_and_what_came_before_stays(env, tmp_path):
    path = tmp_path / "records.ndjson.gz"
    path.write_bytes(gzip.compress(SETUP.read_bytes() * 50)[:-12])
    done = run("record", path, env=env)
    assert done.returncode == 1
    assert "malformed_json: not JSON: the compressed data end too early" in done.stderr
    assert done.stdout.startswith("3 appended ")


def test_who_recorded_is_kept_beside_who_acted(env):
    run("record", SETUP, env=env)
    from ledger.application.opening import open_ledger
    from ledger.settings import Settings

    settings = Settings(_env_file=None, database_url=env["PITLEDGER_DATABASE_URL"])
    with open_ledger(settings) as ledger:
        first = ledger.stream("table", "THB-03")[0]
    assert first.event.by == "C-01"
    assert first.recorded_by.startswith("command")


def test_how_far_it_is_shows_on_a_terminal_and_nowhere_else(env):
    given = ndjson(table_record(), *(round_record(opened(), number=number) for number in range(60)))
    assert run("record", "-", given=given, env=env).stderr == ""
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [PITLEDGER, "record", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=end, env={**env, "TERM": "xterm"},
    ) as running:  # fmt: skip
        os.close(end)
        answer, _ = running.communicate(given)
    shown = b""
    with contextlib.suppress(OSError):  # what a terminal says whose other end is closed
        while read := os.read(terminal, 4096):
            shown += read
    os.close(terminal)
    assert b"50 already there" in shown
    assert answer.startswith(b"0 appended (0 events), 61 already there")


def test_a_login_that_is_no_text_does_not_make_events_that_nobody_can_read(env):
    named = {**env, "LOGNAME": "\udcff"}
    assert run("record", SETUP, env=named).returncode == 0
    done = run("feed", env=env)
    assert done.returncode == 0
    assert lines(done.stdout)[0]["type"] == "submission.submitted.v1"
