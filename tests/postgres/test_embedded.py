"""The embedded server answers, whatever state it was left in."""

from __future__ import annotations

import os
import pwd
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from ledger.errors import StoreUnavailable
from ledger.postgres import embedded

# A parent that never asks how its child ended, so that the child stays a zombie.
NEGLIGENT = """
    import os, sys, time
    child = os.fork()
    if child == 0:
        os._exit(0)
    print(child, flush=True)
    time.sleep(60)
"""


def ask(server: embedded.Server, question: str) -> str:
    with psycopg.connect(server.url) as connection:
        row = connection.execute(question).fetchone()
        assert row is not None
        return str(row[0])


def socket_folder(server: embedded.Server) -> Path:
    return Path(str(conninfo_to_dict(server.url)["host"]))


def python(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def kill_postmaster(server: embedded.Server) -> None:
    os.kill(server.pid, signal.SIGKILL)


def wait_for_end(pid: int) -> None:
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.01)


class TestStart:
    def test_gives_postgres_18_that_is_durable_and_listens_on_no_address(self, home):
        server = embedded.start(home)
        assert server.started
        assert ask(server, "SHOW server_version").startswith("18.")
        assert ask(server, "SHOW listen_addresses") == ""
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "data_checksums"):
            assert ask(server, f"SHOW {setting}") == "on"

    def test_nobody_else_may_enter_the_sockets_folder(self, used_home):
        server = embedded.start(used_home)
        folder = socket_folder(server)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert folder.stat().st_uid == server.data.stat().st_uid

    def test_one_that_is_silent_keeps_no_other_thread_waiting(self, tmp_path):
        with socket.socket(socket.AF_UNIX) as silent, ThreadPoolExecutor(1) as pool:
            silent.bind(str(tmp_path / f".s.PGSQL.{embedded.PORT}"))
            silent.listen()
            asked, last, longest_s = pool.submit(embedded._accepts, tmp_path), time.monotonic(), 0.0
            while not asked.done():
                time.sleep(0.01)
                last, before = time.monotonic(), last
                longest_s = max(longest_s, last - before)
            assert asked.result() is False
        assert longest_s < 1, "the interpreter was kept"

    def test_finds_the_one_that_runs(self, used_home):
        first, second = embedded.start(used_home), embedded.start(used_home)
        assert (first.pid, first.url) == (second.pid, second.url)
        assert not second.started

    def test_keeps_what_was_stored(self, used_home):
        with psycopg.connect(embedded.start(used_home).url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        assert embedded.stop(used_home)
        assert ask(embedded.start(used_home), "SELECT answer FROM kept") == "42"

    def test_serves_several_processes_that_start_it_at_once(self, home):
        code = """
            import sys
            from pathlib import Path
            from ledger.postgres import embedded
            server = embedded.start(Path(sys.argv[1]))
            print(server.pid, server.started)
        """
        said = [process.communicate()[0].split() for process in [python(code, home) for _ in range(6)]]
        assert len({pid for pid, _ in said}) == 1
        assert sorted(started for _, started in said) == ["False"] * 5 + ["True"]

    @pytest.mark.parametrize(
        "name", ["deep/" + "/".join(["a" * 40] * 4), "with space $HOME 'n' \"quotes\" %s"]
    )
    def test_works_in_a_home_of_any_name(self, home, name):
        server = embedded.start(home / name)
        try:
            assert ask(server, "SHOW data_directory") == str(home / name / "postgres" / "data")
        finally:
            embedded.stop(home / name)

    def test_refuses_a_home_that_is_no_folder(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreUnavailable):
            embedded.start(tmp_path / "file")

    def test_refuses_data_of_another_version(self, used_home):
        server = embedded.start(used_home)
        embedded.stop(used_home)
        (server.data / "PG_VERSION").write_text("16\n")
        with pytest.raises(StoreUnavailable, match="PostgreSQL 16"):
            embedded.start(used_home)


class TestRecovery:
    def test_the_server_outlives_a_killed_parent_and_the_next_one_finds_it(self, used_home):
        code = """
            import sys, time
            from pathlib import Path
            from ledger.postgres import embedded
            print(embedded.start(Path(sys.argv[1])).pid, flush=True)
            time.sleep(60)
        """
        with python(code, used_home) as parent:
            assert parent.stdout is not None
            pid = int(parent.stdout.readline())
            parent.kill()
        server = embedded.start(used_home)
        assert (server.pid, server.started) == (pid, False)
        assert ask(server, "SELECT 1") == "1"

    def test_a_killed_parent_that_was_starting_it_leaves_no_lock(self, home):
        code = """
            import sys, time
            from pathlib import Path
            from ledger.postgres import embedded
            with embedded._alone(embedded._Place(Path(sys.argv[1]) / "postgres")):
                print("held", flush=True)
                time.sleep(60)
        """
        with python(code, home) as parent:
            assert parent.stdout is not None
            parent.stdout.readline()
            parent.kill()
        assert embedded.start(home).started

    def test_a_half_made_cluster_is_made_anew(self, home):
        (home / "postgres" / "data.unfinished").mkdir(parents=True)
        (home / "postgres" / "data.unfinished" / "PG_VERSION").write_text("18\n")
        assert ask(embedded.start(home), "SELECT 1") == "1"

    def test_a_killed_postmaster_is_replaced_and_what_was_committed_is_there(self, used_home):
        server = embedded.start(used_home)
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
            kill_postmaster(server)
            # With the backend of this connection still about.
            again = embedded.start(used_home)
        assert again.started
        assert again.pid != server.pid
        assert ask(again, "SELECT answer FROM kept") == "42"

    def test_a_backend_that_outlives_its_postmaster_is_ended_before_the_next_begins(
        self, used_home, monkeypatch
    ):
        monkeypatch.setattr(embedded, "ORPHAN_PATIENCE_S", 0.3)
        server = embedded.start(used_home)
        with psycopg.connect(server.url, autocommit=True) as connection:
            backend = psutil.Process(connection.info.backend_pid)
            backend.suspend()
            kill_postmaster(server)
            assert embedded.start(used_home).started
        assert not backend.is_running() or backend.status() == psutil.STATUS_ZOMBIE

    def test_a_zombie_postmaster_is_known_to_be_dead(self, used_home):
        server = embedded.start(used_home)
        kill_postmaster(server)
        wait_for_end(server.pid)
        with python(NEGLIGENT) as parent:
            assert parent.stdout is not None
            self.blame(server, int(parent.stdout.readline()))
            assert embedded.status(used_home) is None
            assert embedded.start(used_home).started
            parent.kill()

    def test_a_pid_that_is_now_another_programs_is_no_postmaster(self, used_home):
        server = embedded.start(used_home)
        kill_postmaster(server)
        wait_for_end(server.pid)
        # Of the account of the server, for Postgres itself looks at those.
        sleeper = subprocess.Popen(["sleep", "60"], user=server.data.stat().st_uid)
        try:
            self.blame(server, sleeper.pid)
            assert embedded.status(used_home) is None
            assert not embedded.stop(used_home)
            assert embedded.start(used_home).started
            assert sleeper.poll() is None
        finally:
            sleeper.kill()
            sleeper.wait()

    def test_a_copy_of_a_running_home_is_not_that_server(self, used_home):
        server = embedded.start(used_home)
        copy = used_home.with_name("copy")
        subprocess.run(["cp", "-a", used_home, copy], check=False, stderr=subprocess.DEVNULL)
        assert (copy / "postgres" / "data" / "postmaster.pid").exists()
        assert embedded.status(copy) is None
        assert not embedded.stop(copy)
        assert embedded.status(used_home) == replace(server, started=False)

    @pytest.mark.parametrize("content", ["", "\n", "rubbish\nof\nsome\nother\nprogram\n"])
    def test_a_pid_file_of_rubbish_is_no_server(self, used_home, content):
        server = embedded.start(used_home)
        embedded.stop(used_home)
        (server.data / "postmaster.pid").write_text(content)
        assert embedded.status(used_home) is None
        assert embedded.start(used_home).started

    def test_it_waits_for_a_server_that_is_still_ending(self, used_home):
        server = embedded.start(used_home)
        with psycopg.connect(server.url):
            # A smart shutdown waits for the client, and lets no other in.
            os.kill(server.pid, signal.SIGTERM)
            deadline = time.monotonic() + 10
            while embedded.status(used_home) is not None:
                assert time.monotonic() < deadline
        assert embedded.start(used_home).started

    @staticmethod
    def blame(server: embedded.Server, pid: int) -> None:
        """Let both lock files say that the server is a process."""
        for path in (server.data / "postmaster.pid", socket_folder(server) / ".s.PGSQL.5432.lock"):
            lines = path.read_text().splitlines()
            path.write_text("\n".join([str(pid), *lines[1:]]) + "\n")


class TestStopAndStatus:
    def test_there_is_nothing_to_stop_where_nothing_was_started(self, home):
        assert embedded.status(home) is None
        assert not embedded.stop(home)
        assert not home.exists()

    def test_stops_what_another_process_started_with_its_clients(self, used_home):
        server = embedded.start(used_home)
        with psycopg.connect(server.url) as connection:
            assert embedded.stop(used_home)
            with pytest.raises(psycopg.OperationalError):
                connection.execute("SELECT 1")
        assert embedded.status(used_home) is None
        assert not embedded.stop(used_home)

    def test_a_server_started_by_hand_is_found_and_stopped(self, used_home):
        server = embedded.start(used_home)
        embedded.stop(used_home)
        place = embedded._Place(used_home / "postgres")
        socket_folder(server).mkdir(mode=0o700)
        os.chown(socket_folder(server), place.data.stat().st_uid, -1)
        embedded._control(place, "start", "-l", "log", "-o", f"-h '' -k {socket_folder(server)}")
        assert embedded.start(used_home).url == server.url
        assert embedded.stop(used_home)

    def test_status_says_where_it_answers(self, used_home):
        server = embedded.start(used_home)
        found = embedded.status(used_home)
        assert found is not None
        assert (found.pid, found.url, found.started) == (server.pid, server.url, False)

    def test_a_server_too_busy_for_another_client_is_a_server(self, used_home):
        server = embedded.start(used_home)
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET max_connections = 4")
            connection.execute("ALTER SYSTEM SET superuser_reserved_connections = 0")
        embedded.stop(used_home)
        server = embedded.start(used_home)
        clients: list[psycopg.Connection] = []
        try:
            with pytest.raises(psycopg.OperationalError, match="too many clients"):
                clients.extend(psycopg.connect(server.url) for _ in range(9))
            assert embedded.start(used_home).pid == server.pid
        finally:
            for client in clients:
                client.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
class TestAccounts:
    def test_for_root_it_runs_as_a_user_without_rights(self, used_home):
        server = embedded.start(used_home)
        assert pwd.getpwuid(psutil.Process(server.pid).uids().effective).pw_name in {"pitledger", "nobody"}

    def test_roots_closed_home_lets_the_server_through_but_shows_nothing(self, home):
        home.mkdir(mode=0o700)
        embedded.start(home)
        assert stat.S_IMODE(home.stat().st_mode) == 0o701

    def test_it_runs_as_any_user(self, home):
        nobody = pwd.getpwnam("nobody")
        home.mkdir()
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        home.parent.chmod(0o711)
        # Becomes another after its imports: root's Python may lie where nobody may look.
        code = """
            import os, sys
            from pathlib import Path
            import psutil
            from ledger.postgres import embedded
            os.setgroups([])
            os.setgid(int(sys.argv[3]))
            os.setuid(int(sys.argv[2]))
            print(embedded.start(Path(sys.argv[1])).pid)
        """
        said, _ = python(code, home, nobody.pw_uid, nobody.pw_gid).communicate()
        assert psutil.Process(int(said)).uids().effective == nobody.pw_uid
        # And root may go on with it, or end it, as whom it was begun.
        assert embedded.start(home).pid == int(said)
        assert embedded.stop(home)
        assert psutil.Process(embedded.start(home).pid).uids().effective == nobody.pw_uid


class TestSocket:
    def test_no_address_of_a_network_is_listened_on(self, used_home):
        postmaster = psutil.Process(embedded.start(used_home).pid)
        assert postmaster.net_connections("inet") == []

    def test_a_folder_that_somebody_else_prepared_is_refused(self, used_home, monkeypatch):
        monkeypatch.setattr(embedded, "LONGEST_SOCKET_PATH", 1)
        folder = socket_folder(embedded.start(used_home))
        assert folder.parent == Path("/tmp")
        embedded.stop(used_home)
        folder.mkdir()
        folder.chmod(0o777)
        with pytest.raises(StoreUnavailable, match="not ours alone"):
            embedded.start(used_home)
        folder.rmdir()
