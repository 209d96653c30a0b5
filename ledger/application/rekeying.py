"""Another master key for all personal data: every row encrypted anew, under a key of its own again.

What was kept of the old rows elsewhere opens with the old key alone; who
destroys that one has destroyed those, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from ledger.application.personal import whose
from ledger.personal import cipher, store
from ledger.personal.errors import PersonalKeyUnusable
from ledger.personal.master import draw, key_place, old_place, read
from ledger.settings import Settings

NEW: Final = ".new"


def rekey(settings: Settings, *, to: Path | None = None) -> int:
    """Encrypt all personal data with another master key; how many subjects.

    Without a key file of one's own the new key is made and takes the place of
    the old one under home, which is gone then; what was broken off goes on.
    With one, `to` is a file with the new key: the settings have to name it from
    then on.  Raises PersonalKeyUnusable, StoreUnavailable.
    """
    place = key_place(settings)
    if (settings.personal_key_file is None) != (to is None):
        wanted = "--to FILE with the new key" if to is None else "no --to: the key under home is made"
        raise PersonalKeyUnusable(detail=f"{wanted} is wanted here")
    try:
        count = _to_file(settings, place, to) if to is not None else _in_place(settings, place)
    except OSError as trouble:
        raise PersonalKeyUnusable(detail=str(trouble)) from trouble
    store.clear(settings)
    return count


def _to_file(settings: Settings, place: Path, to: Path) -> int:
    with store.alone(settings) as connection:
        return _resealed(settings, connection, read(to), [read(place)])


def _in_place(settings: Settings, place: Path) -> int:
    """The old key is given up when every row is encrypted with the new one, and that is stored."""
    old, new = old_place(place), place.with_name(place.name + NEW)
    if not place.exists():
        raise PersonalKeyUnusable(detail=f"{place} is not there")
    with ExitStack() as stack:
        connection = stack.enter_context(store.alone(settings))
        if old.exists():
            count = _resealed(settings, connection, read(place), [read(old)])
        else:
            new.unlink(missing_ok=True)
            draw(new)
            count = _resealed(settings, connection, read(new), [read(place)])
            old.hardlink_to(place)
            new.replace(place)
    old.unlink()
    return count


def _resealed(settings: Settings, connection: store.Custody, new: bytes, olds: Sequence[bytes]) -> int:
    """Each row under the new key; one that is so already is encrypted anew all the same."""
    rows = store.all_kept(connection)
    for subject, one in rows:
        text = _opened([*olds, new], whose(settings, subject), one)
        store.reseal(connection, subject, cipher.sealed(new, whose(settings, subject), text))
    return len(rows)


def _opened(keys: Sequence[bytes], whose: str, one: cipher.Sealed) -> bytes:
    """What is kept of a subject, by whichever key opens it.  Raises PersonalKeyUnusable where none does."""
    *others, last = keys
    for key in others:
        try:
            return cipher.opened(key, whose, one)
        except PersonalKeyUnusable:
            continue
    return cipher.opened(last, whose, one)
