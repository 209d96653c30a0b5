"""Another master key for all personal data: every row encrypted anew, under a key of its own again.

What was kept of the old rows elsewhere opens with the old key alone; who
destroys that one has destroyed those, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from ledger.application.ledger import Ledger
from ledger.application.personal import Access, noted, whose
from ledger.personal import cipher, store
from ledger.personal.errors import PersonalKeyUnusable
from ledger.personal.master import draw, key_place, old_place, read
from ledger.settings import Settings

NEW: Final = ".new"


# The disputes that name a subject.
DisputesOf: TypeAlias = Callable[[str], Sequence[str]]


class Noting(NamedTuple):
    """Where it is recorded that a subject's data was opened and encrypted anew, by whom and why."""

    ledger: Ledger
    disputes_of: DisputesOf
    access: Access


class Rekeyed(NamedTuple):
    """The subjects whose data was encrypted anew, and the disputes in which that is recorded."""

    subjects: list[str]
    disputes: list[str]


def rekey(settings: Settings, noting: Noting, *, to: Path | None = None) -> Rekeyed:
    """Encrypt all personal data with another master key; recorded first, in each dispute of each subject.

    Without a key file of one's own the new key is made and takes the place of
    the old one under home, which is gone then; what was broken off goes on, and is recorded again.
    With one, `to` is a file with the new key: the settings have to name it from
    then on.  Raises PersonalKeyUnusable, StoreUnavailable, NotARecord where the reason is none.
    """
    place = key_place(settings)
    if (settings.personal_key_file is None) != (to is None):
        wanted = "--to FILE with the new key" if to is None else "no --to: the key under home is made"
        raise PersonalKeyUnusable(detail=f"{wanted} is wanted here")
    changing = _Changing(settings, noting)
    try:
        done = changing.to_file(place, to) if to is not None else changing.in_place(place)
    except OSError as trouble:
        raise PersonalKeyUnusable(detail=str(trouble)) from trouble
    store.clear(settings)
    return done


class _Changing(NamedTuple):
    """A change of the master key under way."""

    settings: Settings
    noting: Noting

    def to_file(self, place: Path, to: Path) -> Rekeyed:
        with store.alone(self.settings) as connection:
            return self._resealed(connection, read(to), [read(place)])

    def in_place(self, place: Path) -> Rekeyed:
        """The old key is given up when every row is encrypted with the new one, and that is stored."""
        old, new = old_place(place), place.with_name(place.name + NEW)
        if not place.exists():
            raise PersonalKeyUnusable(detail=f"{place} is not there")
        with ExitStack() as stack:
            connection = stack.enter_context(store.alone(self.settings))
            if old.exists():
                done = self._resealed(connection, read(place), [read(old)])
            else:
                new.unlink(missing_ok=True)
                draw(new)
                done = self._resealed(connection, read(new), [read(place)])
                old.hardlink_to(place)
                new.replace(place)
        old.unlink()
        return done

    def _resealed(self, connection: store.Custody, new: bytes, olds: Sequence[bytes]) -> Rekeyed:
        """Each row under the new key; one that is so already is encrypted anew all the same."""
        rows, disputes = store.all_kept(connection), dict[str, None]()
        for subject, _ in rows:
            disputes |= dict.fromkeys(self._noted(subject))
        for subject, one in rows:
            text = _opened([*olds, new], whose(self.settings, subject), one)
            store.reseal(connection, subject, cipher.sealed(new, whose(self.settings, subject), text))
        return Rekeyed([subject for subject, _ in rows], list(disputes))

    def _noted(self, subject: str) -> Iterator[str]:
        """Record it in the disputes that name a subject, and say which."""
        ledger, disputes_of, access = self.noting
        for dispute in disputes_of(subject):
            noted(ledger, dispute, "personal_data_rekeyed", access)
            yield dispute


def _opened(keys: Sequence[bytes], whose: str, one: cipher.Sealed) -> bytes:
    """What is kept of a subject, by whichever key opens it.  Raises PersonalKeyUnusable where none does."""
    *others, last = keys
    for key in others:
        try:
            return cipher.opened(key, whose, one)
        except PersonalKeyUnusable:
            continue
    return cipher.opened(last, whose, one)
