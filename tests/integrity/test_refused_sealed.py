"""What was refused is under the seal too: who changes, removes or slips in a refused record is named."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from psycopg import errors

from ledger.errors import SealDamaged
from ledger.postgres.connect import Role, connect
from ledger.seal.notes import Checkpoint, Refusals, VerifierKey, opened, signed
from ledger.store.refused import Refused, insert
from projections.integrity import refused
from projections.integrity.keys import signing_key
from tests.integrity.sealed import SealedLedger, append

AT = datetime(2026, 11, 28, 20, tzinfo=UTC)
R = "UPDATE refused_commands SET "
REMOVED = "DELETE FROM refused_commands WHERE id"
SLIPPED_IN = (
    "INSERT INTO refused_commands (id, stream, code, detail, refused_by, times, first_at, last_at)"
    " VALUES ({}, '', 'c', '', 'p', 1, now(), now())"
)
NEXT_NUMBER = SLIPPED_IN.replace("(id, ", "(").replace("({}, ", "(").encode()
# What was done -> the statements, and what is named.  30 records: 20 under two checkpoints, 10 under none.
TAMPERINGS = {
    "who was refused": (f"{R}refused_by = 'D-2' WHERE id = 3", [("refused_altered", 3)]),
    "why it was refused": (f"{R}code = 'wrong_property' WHERE id = 12", [("refused_altered", 12)]),
    "what was sent": (f"{R}body = '{{}}' WHERE id = 20", [("refused_altered", 20)]),
    "how often": (f"{R}times = 1 WHERE id = 1", [("refused_altered", 1)]),
    "when": (f"{R}first_at = now() WHERE id = 5", [("refused_altered", 5)]),
    "one removed": (f"{REMOVED} = 7", [("refused_removed", 7)]),
    "the last signed ones removed": (f"{REMOVED} IN (19, 20)", [("refused_removed", n) for n in (19, 20)]),
    "one slipped in before all": (SLIPPED_IN.format(0), [("refused_inserted", 0)]),
    "one put in another's place": (f"{REMOVED} = 9;{SLIPPED_IN.format(9)}", [("refused_altered", 9)]),
    "two that changed places": (
        f"{R}id = -1 WHERE id = 4;{R}id = 4 WHERE id = 5;{R}id = 5 WHERE id = -1",
        [("refused_altered", 4), ("refused_altered", 5)],
    ),
    "its hash": (
        "UPDATE seal_refused SET hashes = set_byte(hashes, 32, 255 - get_byte(hashes, 32)) WHERE first = 4",
        [("seal_damaged", 0)],
    ),
    "some hashes": ("DELETE FROM seal_refused WHERE first = 4", [("seal_damaged", 0)] * 2),
    "a record and its own hash": (
        (
            f"{R}code = 'x' WHERE id = 2;"
            "UPDATE seal_refused SET hashes = overlay(hashes placing sha256('x') from 33) WHERE first = 0"
        ),
        [("refused_altered", 2), ("refused_rewritten", 1)],
    ),
    "records and hashes cut off": (
        f"{REMOVED} > 9;DELETE FROM seal_refused WHERE first >= 8",
        [("refused_truncated", 1)],
    ),
}


def refuse(ledger: SealedLedger, count: int, code: str = "invalid_field") -> None:
    rows = [
        Refused("session/T/1", code, None, f"no {n}", bytes(32), b"{}!", "D-1", 2, AT, AT, AT.date())
        for n in range(count)
    ]
    with connect_as_writer(ledger) as connection:
        insert(connection, rows)


def refuse_often(ledger: SealedLedger) -> None:
    for _ in range(10):
        refuse(ledger, 5)


def connect_as_writer(ledger: SealedLedger):
    url = ledger.settings.database_url
    assert url is not None
    return connect(url.get_secret_value(), property="demo", role=Role.WRITER)


@pytest.fixture
def kept(settings, recorder, monkeypatch) -> SealedLedger:
    """10 records under the first checkpoint, 20 under the second, and 10 that no checkpoint is over."""
    monkeypatch.setattr(refused, "BATCH", 4)
    ledger = SealedLedger(settings, recorder)
    for turn in range(2):
        append(recorder, 5, 1 + turn)
        refuse(ledger, 10)
        ledger.seal()
    refuse(ledger, 10)
    return ledger


def test_a_checkpoint_says_what_was_refused_and_no_alarm_is_raised(kept):
    key = VerifierKey.read(kept.verify().keys[0])
    newest = opened(kept.seal(), [key])
    assert newest.refused is not None
    assert newest.refused.records == 20
    assert newest.text().splitlines()[4].startswith("refused 20 ")
    found = kept.verify(old=kept.seal())
    assert (found.ok, found.refused, found.refused_unsealed) == (True, 30, 10)
    append(kept.recorder, 5, 9)
    kept.seal()
    found = kept.verify()
    assert (found.ok, found.refused, found.refused_unsealed) == (True, 30, 0)
    # Whoever signed before refused records were sealed said nothing of them.
    older = signed(newest._replace(refused=None), signing_key(kept.settings))
    assert kept.verify(old=older).ok


def test_tampering_with_what_was_refused_is_named(kept):
    tables = ("refused_commands", "seal_refused")
    with kept.as_superuser() as connection:
        for table in tables:
            connection.execute(f"CREATE TABLE kept_{table} AS TABLE {table}".encode())
    for what, (statements, expected) in TAMPERINGS.items():
        with kept.as_superuser() as connection:
            for statement in statements.split(";"):
                assert connection.execute(statement.encode()).rowcount >= 1
        found = kept.verify()
        named = [(one.kind, one.position) for one in found.mismatches]
        assert (what, found.ok, named) == (what, False, expected)
        with kept.as_superuser() as connection:
            for table in tables:
                connection.execute(f"DELETE FROM {table}".encode())
                connection.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}".encode())
    assert kept.verify().ok


def test_refusals_made_anew_with_all_their_hashes_are_seen_by_a_checkpoint_kept_elsewhere(kept):
    old = kept.seal()
    key = signing_key(kept.settings)
    newest = opened(old, [VerifierKey.read(kept.verify().keys[0])])
    with kept.as_superuser() as connection:
        connection.execute(f"{R}refused_by = 'D-2' WHERE id = 3".encode())
        connection.execute(b"DELETE FROM seal_refused")
        connection.execute(b"DELETE FROM seal_checkpoints WHERE size < 10")
        work = refused.SealedRefusals(connection)
        assert work.so_far.records == 0
        work.extend()
        made = signed(newest._replace(refused=work.so_far), key)
        connection.execute("UPDATE seal_checkpoints SET note = %s WHERE size = 10", [made])
    assert kept.verify().ok, "nothing inside the ledger can show it"
    assert [one.kind for one in kept.verify(old=old).mismatches] == ["refused_rewritten"]


def test_nothing_is_signed_over_refusals_that_are_not_those_signed(kept):
    with kept.as_superuser() as connection:
        connection.execute(b"UPDATE seal_refused SET digest = sha256('x')")
    append(kept.recorder, 5, 9)
    with pytest.raises(SealDamaged, match="refused records"):
        kept.seal()


def test_a_line_on_refused_records_or_chapters_that_is_none_is_no_checkpoint():
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from ledger.errors import InvalidCheckpoint
    from ledger.seal.notes import Chapters, noted, verifier_of

    key = Ed25519PrivateKey.generate()
    good = Checkpoint("o", 1, bytes(32), 1, Refusals(3, bytes(32)), Chapters(2, bytes(32)))
    trusted = [verifier_of("o", key)]
    assert opened(signed(good, key), trusted) == good
    bare = good._replace(refused=None, chapters=None)
    for word in ("refused", "chapters"):
        for bad in ("x", "3 AAAA", "-1 " + "A" * 43 + "=", "3"):
            with pytest.raises(InvalidCheckpoint, match=word):
                opened(noted(f"{bare.text()}{word} {bad}\n", "o", key), trusted)
    # A line of somebody else's is passed over.
    assert opened(noted(f"{bare.text()}more\n", "o", key), trusted) == bare


def test_none_of_those_refused_at_once_is_missed(settings, recorder):
    """Writers hold numbers back for a moment; the sealer looks all the while."""
    ledger = SealedLedger(settings, recorder)
    append(recorder, 5, 1)
    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(refuse_often, ledger) for _ in range(4)]
        turn = 2
        while not all(one.done() for one in writers):
            append(recorder, 1, turn)
            ledger.seal()
            turn += 1
        for one in writers:
            one.result()
    append(recorder, 1, turn)
    ledger.seal()
    found = ledger.verify()
    assert (found.ok, found.refused, found.refused_unsealed) == (True, 200, 0)


def test_a_later_number_is_never_seen_before_an_earlier_one(kept):
    """Or the earlier one would come under the seal as if it had been slipped in."""
    with connect_as_writer(kept) as first, connect_as_writer(kept) as second:
        second.execute(b"SET lock_timeout = '100ms'")
        with first.transaction():
            first.execute(NEXT_NUMBER)
            with pytest.raises(errors.LockNotAvailable):
                second.execute(NEXT_NUMBER)
        second.execute(NEXT_NUMBER)
