"""What the promises rest on, taken away one by one in a copy of the tree: each time the test named must fail.

    .venv/bin/python -m tests.faults.mutations [WORD]

prints a line for each whose name has the word (all without one); the exit code
is the number of those that no test noticed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("api", "ledger", "migrations", "projections", "pyproject.toml", "tests")
LONGEST_S: Final = 900


class Mutation(NamedTuple):
    """A text of a file that becomes another, and the test that must fail then."""

    name: str
    path: str
    old: str
    new: str
    test: str


MUTATIONS: Final = (
    Mutation(
        "the ordering lock is not taken",
        "migrations/20261201009000_order_appends_by_a_table_of_its_own.sql",
        "    LOCK TABLE append_order IN EXCLUSIVE MODE;\n",
        "",
        "test_storms.py::test_a_storm_of_gaps_and_rollbacks_hides_no_event_from_a_follower",
    ),
    Mutation(
        "the ordering lock is one that others may hold too",
        "migrations/20261201009000_order_appends_by_a_table_of_its_own.sql",
        "IN EXCLUSIVE MODE",
        "IN ROW EXCLUSIVE MODE",
        "test_storms.py::test_a_storm_of_gaps_and_rollbacks_hides_no_event_from_a_follower",
    ),
    Mutation(
        "the answer is kept after the append's transaction",
        "ledger/store/recorder.py",
        "        first = _call(connection, batch)\n",
        "        first = _call(connection, __import__('dataclasses').replace(batch, remembered=()))\n"
        "        for one in batch.remembered:\n"
        "            _insert_remembered(connection, one)\n",
        "test_broken_connections.py::test_acknowledgements_lost_after_commit_are_successes_of_whoever_waited",
    ),
    Mutation(
        "what was registered since an append was decided does not count",
        "migrations/20261201011500_refuse_by_registrations_that_are_gone.sql",
        "    IF outdated THEN\n",
        "    IF false THEN\n",
        "../application/test_submissions.py"
        "::test_what_another_submits_holds_for_the_next_round_of_who_asked_before",
    ),
    Mutation(
        "that what was registered is gone does not count",
        "migrations/20261201011500_refuse_by_registrations_that_are_gone.sql",
        "    IF gone THEN\n",
        "    IF false THEN\n",
        "test_restored.py::test_an_api_that_outlives_a_restore_to_an_earlier_point_knows_what_is_registered_then",
    ),
    Mutation(
        "a broken connection is not tried again",
        "ledger/postgres/datastore.py",
        "PATIENCE_S: Final = 10.0",
        "PATIENCE_S: Final = 0.0",
        "test_broken_connections.py::test_acknowledgements_lost_after_commit_are_successes_of_whoever_waited",
    ),
    Mutation(
        "what is found stored is not confirmed",
        "ledger/store/recorder.py",
        """    connection.execute("SELECT pg_logical_emit_message(true, 'pitledger confirm', '')")""",
        """    connection.execute("SELECT 1")""",
        "test_standby.py::test_a_wait_for_the_copy_that_is_broken_off_is_not_taken_for_its_confirmation",
    ),
    Mutation(
        "a commit's warning is not heard",
        "ledger/store/recorder.py",
        "    if warnings:\n",
        "    if False:\n",
        "test_standby.py::test_a_wait_for_the_copy_that_is_broken_off_is_not_taken_for_its_confirmation",
    ),
    Mutation(
        "a silent server is waited for",
        "ledger/postgres/attentive.py",
        "super().wait(gen, interval, self.answered_s)",
        "super().wait(gen, interval)",
        "test_silence.py::test_a_server_that_falls_silent_is_given_up_and_found_again",
    ),
    Mutation(
        "an idle transaction is let be",
        "ledger/postgres/datastore.py",
        "idle_in_transaction_session_timeout=IDLE_IN_TRANSACTION_S",
        "idle_in_transaction_session_timeout=0",
        "test_silence.py::test_a_transaction_left_idle_with_an_append_in_it_is_ended_and_leaves_nothing",
    ),
    Mutation(
        "a lock is waited for without end",
        "ledger/postgres/datastore.py",
        "conninfo(url, property=property, role=role, **SESSION)",
        "conninfo(url, property=property, role=role)",
        "test_silence.py::test_a_lock_that_somebody_else_holds_is_waited_for_so_long_and_no_longer",
    ),
    Mutation(
        "views trust in notices alone",
        "projections/runner.py",
        "POLL_S: Final = 0.1",
        "POLL_S: Final = 5.0",
        "test_views.py::test_where_every_notice_is_swallowed_views_and_feed_are_late_by_less_than_a_second",
    ),
    Mutation(
        "a view's rows and its position are two transactions",
        "projections/following.py",
        "        with in_a_pipeline(self._connection) if few else self._connection.transaction():\n",
        "        if True:\n",
        "test_views.py::test_a_projector_killed_at_any_step_goes_on_where_its_last_batch_ended",
    ),
    Mutation(
        "the feed waits beyond the end of the log",
        "projections/feed.py",
        "        if position > head:\n",
        "        if False:\n",
        "test_restored.py::test_recovered_to_a_point_it_is_the_ledger_of_then_and_who_had_read_further_is_told",
    ),
    Mutation(
        "any number may record at a time",
        "api/middleware.py",
        "MOST_RECORDING: Final = 256",
        "MOST_RECORDING: Final = 10**9",
        "test_served.py::test_asked_for_ten_times_what_it_can_do_it_stays_within_bounds_and_recovers",
    ),
    Mutation(
        "the seal's leaves are in another order",
        "ledger/seal/tree.py",
        "first, nodes, level = self.size, list(leaves), 0",
        "first, nodes, level = self.size, list(leaves)[::-1], 0",
        "../seal",
    ),
    Mutation(
        "the seal reads events in the order of their streams",
        "projections/integrity/reading.py",
        '    " ORDER BY notification_id) TO STDOUT (FORMAT BINARY)"',
        '    " ORDER BY originator_id, originator_version) TO STDOUT (FORMAT BINARY)"',
        "test_seal_left_alone.py::"
        "test_the_root_is_that_of_the_events_in_order_of_position_whatever_their_streams",
    ),
)


def survives(mutation: Mutation, folder: Path) -> bool:
    """Whether its test passes all the same.  Raises LookupError where the text is not there once."""
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    file = folder / mutation.path
    text = file.read_text()
    if text.count(mutation.old) != 1:
        raise LookupError(f"{mutation.name}: {mutation.path} has its text {text.count(mutation.old)} times")
    file.write_text(text.replace(mutation.old, mutation.new))
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("PITLEDGER_TEST_RUN", None)
    test = f"tests/faults/{mutation.test}"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0", "-q", "-x", test],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    said = [line for line in done.stdout.splitlines() if line.startswith("E  ")]
    sys.stdout.write(f"  {said[0] if said else 'passed'}\n")
    return done.returncode == 0


def main(word: str = "") -> int:
    """How many nobody noticed."""
    missed = 0
    for mutation in MUTATIONS:
        if word not in mutation.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            # The server's account reads migrations there.
            Path(folder).chmod(0o755)
            found = survives(mutation, Path(folder))
        missed += found
        sys.stdout.write(f"{'MISSED' if found else 'noticed'}: {mutation.name}\n")
        sys.stdout.flush()
    return missed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
