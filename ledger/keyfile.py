"""Secret keys in files: whole or not at all, and nobody's but their owner's to read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

OWNER_ONLY: Final = 0o600
OTHERS: Final = 0o077


def make(path: Path, content: bytes) -> None:
    """Write a new key; where another process was quicker its key stays.  Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{uuid4().hex}")
    new.touch(OWNER_ONLY, exist_ok=False)
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(new)
    finally:
        new.unlink()


def others_may_read(path: Path) -> bool:
    """Whether anybody but its owner may do anything with a file.  Raises OSError."""
    return bool(path.stat().st_mode & OTHERS)
