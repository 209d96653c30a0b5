"""Under which account the embedded server runs, and what that account must reach.

Postgres refuses to run as root.  For root it runs as the system user
`pitledger`; for anybody else as themselves, and then this module does nothing.
"""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NAME = "pitledger"
# Where no account can be made (no useradd, a read-only /etc), the one that every system has.
FALLBACK = "nobody"

READ_ALL = stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH
SEARCH_ALL = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


@dataclass(frozen=True, slots=True)
class Account:
    """Whom the server runs as."""

    uid: int
    gid: int

    @property
    def is_ours(self) -> bool:
        """Whether it is the account of this very process."""
        return self.uid == os.geteuid()

    def own(self, *paths: Path) -> None:
        """Give paths to the account, where they are not its own already."""
        for path in paths:
            if path.stat().st_uid != self.uid:
                os.chown(path, self.uid, self.gid)

    def reach(self, path: Path) -> None:
        """Let the account pass through the folders above a path.

        Root's home is closed to everyone.  Only the right to pass through is
        added to it: a folder still cannot be listed by others.
        """
        if self.is_ours:
            return
        for folder in path.absolute().parents:
            mode = folder.stat().st_mode
            if not mode & stat.S_IXOTH:
                folder.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)

    def read(self, tree: Path) -> None:
        """Let the account read and run a tree of programs, as installed under a strict umask."""
        if self.is_ours:
            return
        for path in (tree, *tree.rglob("*")):
            mode = path.lstat().st_mode
            wanted = READ_ALL | (SEARCH_ALL if mode & stat.S_IXUSR else 0)
            if not stat.S_ISLNK(mode) and mode & wanted != wanted:
                path.chmod(stat.S_IMODE(mode) | wanted)


def server_account() -> Account:
    """The account to run Postgres as; for root it is made where it is missing."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    for name in _system_accounts():
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise LookupError(f"neither the user {NAME} nor {FALLBACK} exists")


def _system_accounts() -> Iterator[str]:
    yield NAME
    if useradd := shutil.which("useradd"):
        # It fails where another process was quicker, and then there is nothing left to do.
        subprocess.run(
            [useradd, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME],
            check=False,
            capture_output=True,
        )
        yield NAME
    yield FALLBACK
