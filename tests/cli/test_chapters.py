"""`pitledger chapter`, as an auditor types it; and as a regulator does who has the file and a key."""

from __future__ import annotations

import json

import pytest

from ledger.postgres.connect import connect
from tests.cli.commands import WORKED, environment, lines, run
from tests.cli.conftest import let_views_catch_up
from tests.projections.pit import table


@pytest.fixture
def closed(env):
    """The golden shift with its day audited, in the views and sealed."""
    files = [WORKED / name for name in ("setup.ndjson", "golden_shift.ndjson", "gaming_days.ndjson")]
    assert run("record", *files, env=env).returncode == 0
    let_views_catch_up(env)
    assert run("seal", "checkpoint", env=env).returncode == 0
    return env


def test_a_day_is_taken_away_and_verified_where_there_is_no_ledger(closed, tmp_path):
    (one,) = lines(run("chapter", "list", "--json", env=closed).stdout)
    assert (one["gaming_date"], one["edition"], one["number"]) == ("2025-03-08", 1, 1)
    shown = run("chapter", "show", "2025-03-08", env=closed).stdout
    assert "chapter 1: 2025-03-08, edition 1, of demo" in shown
    assert "4,890.00" in shown, "the win of the golden shift"
    done = run("chapter", "export", "2025-03-08", env=closed, folder=tmp_path)
    assert done.stdout == "chapter-2025-03-08-1.ndjson: 35 events of 2025-03-08, edition 1\n"
    file = tmp_path / "chapter-2025-03-08-1.ndjson"
    assert run("chapter", "export", "2025-03-08", "-o", "-", env=closed).stdout == file.read_text()

    key = run("seal", "keys", env=closed).stdout.split()[0]
    nowhere = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    done = run("chapter", "verify", file, "--key", key, "--gaming-date", "2025-03-08", env=nowhere)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "as it was signed")
    changed = file.read_text().replace("2025-03-08T", "2025-03-07T", 1)
    done = run("chapter", "verify", "-", "--json", given=changed, env=nowhere)
    found = json.loads(done.stdout)
    assert (done.returncode, found["ok"], found["key_given"]) == (1, False, False)
    assert [wrong["code"] for wrong in found["wrong"]] == ["event_altered"]
    done = run("chapter", "verify", file, "--gaming-date", "2025-03-09", env=nowhere)
    assert done.stdout.splitlines()[0] == "day_other: it is of 2025-03-08"
    assert done.stdout.splitlines()[-1] == "NOT as it was signed"


def test_what_there_is_not_and_what_is_no_chapter_are_said_in_a_line(env):
    done = run("chapter", "show", "2025-03-08", env=env)
    assert (done.returncode, done.stderr.split(":")[0]) == (1, "chapter_not_found")
    done = run("chapter", "verify", "-", given="nonsense", env=env)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "chapter_unreadable")
    assert run("chapter", "list", env=env).returncode == 0


def test_what_cannot_be_taken_away_whole_leaves_no_file_and_what_was_there(closed, tmp_path):
    file = tmp_path / "day.ndjson"
    assert run("chapter", "export", "2025-03-08", "-o", file, env=closed).returncode == 0
    before = file.read_bytes()
    with connect(closed["PITLEDGER_DATABASE_URL"], property="demo", role=None) as connection:
        connection.execute("ALTER TABLE seal_chapter_streams DISABLE TRIGGER USER")
        connection.execute("UPDATE seal_chapter_streams SET streams = substring(streams FROM 17)")
    done = run("chapter", "export", "2025-03-08", "-o", file, env=closed)
    assert (done.returncode, done.stderr.split(":")[0]) == (1, "seal_damaged")
    assert file.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if "day" in one.name or one.name.startswith(".")] == [
        file.name
    ]
    done = run("chapter", "export", "2025-03-08", "-o", tmp_path / "nowhere" / "day", env=closed)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_over_a_chapter_that_is_gone_the_events_are_sealed_and_it_is_said(closed, tmp_path):
    before = tmp_path / "before"
    assert run("record", "-", given=json.dumps(table("T-91")), env=closed).returncode == 0
    assert run("seal", "checkpoint", "-o", before, env=closed).returncode == 0
    with connect(closed["PITLEDGER_DATABASE_URL"], property="demo", role=None) as connection:
        connection.execute("ALTER TABLE seal_chapters DISABLE TRIGGER USER")
        connection.execute("DELETE FROM seal_chapters")
        connection.execute("ALTER TABLE seal_chapters ENABLE ALWAYS TRIGGER refuse_change")
        connection.execute("ALTER TABLE seal_chapters ENABLE ALWAYS TRIGGER refuse_change_of_row")
    assert run("record", "-", given=json.dumps(table("T-92")), env=closed).returncode == 0
    done = run("seal", "checkpoint", env=closed)
    assert (done.returncode, done.stderr.split(":")[0]) == (1, "chapters_damaged")
    told, kept = done.stdout.splitlines(), before.read_text().splitlines()
    assert int(told[1]) > int(kept[1]), "it is over more events, and says of chapters what was signed"
    assert told[5] == kept[5]
    assert told[5].startswith("chapters 1 ")
    for options in ((), ("--checkpoint", before)):
        done = run("verify", *options, env=closed)
        assert (done.returncode, done.stdout.split()[0]) == (1, "chapter_removed")
        assert "0 of them not sealed yet" in done.stdout
    done = run("check", "--json", env=closed)
    assert done.returncode == 1
    assert {one["kind"] for one in json.loads(done.stdout)["mismatches"]} == {"chapter_removed"}
