"""The sealer killed, doubled, and given a new key."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg.sql import SQL

from ledger.errors import EventNotFound, InvalidCheckpoint, SealDamaged, SealKeyUnusable, StoreUnavailable
from ledger.seal.notes import Checkpoint, VerifierKey, opened, signed
from ledger.seal.tree import is_consistent, root_of_inclusion
from ledger.store.appends import StreamAppend
from projections.integrity import proofs
from projections.integrity.keys import signing_key
from projections.integrity.reading import leaves_after
from projections.integrity.sealer import Sealer, hashed
from projections.integrity.verifying import verify
from tests.databases import sent
from tests.integrity.sealed import TOPIC, SealedLedger, append, stream

KILLED = """
import os, signal, sys
from pydantic import SecretStr
from ledger.settings import Settings
from projections.integrity import sealer

url, home, step = sys.argv[1], sys.argv[2], int(sys.argv[3])
sealer.BATCH, sealer.CHECKPOINT_EVERY = 16, 48
steps = 0

def counted(real):
    def call(self, *given):
        global steps
        steps += 1
        if steps == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, *given)
    return call

sealer._Work.add = counted(sealer._Work.add)
sealer._Work.check = counted(sealer._Work.check)
settings = Settings(_env_file=None, database_url=SecretStr(url), home=home, property="demo")
sealer.Sealer(settings).seal()
"""


@pytest.fixture
def unsealed(settings, recorder) -> SealedLedger:
    append(recorder, 150, 1)
    return SealedLedger(settings, recorder)


def test_a_sealer_killed_at_any_step_leaves_what_the_next_goes_on_from(unsealed, database_url, settings):
    ends = []
    for step in (1, 2, 3, 5, 6, 8):
        done = subprocess.run(
            [sys.executable, "-c", KILLED, database_url, str(settings.home), str(step)],
            check=False,
            cwd=Path.cwd(),
        )
        ends.append(done.returncode)
        assert unsealed.verify().ok
        append(unsealed.recorder, 20, 1000 * step)
    assert ends[0] == -signal.SIGKILL
    unsealed.seal()
    found = unsealed.verify()
    assert (found.ok, found.events, found.unsealed, found.size) == (True, 270, 0, 270)


def test_two_sealers_seal_each_event_once(unsealed, settings, short_rows):
    with ThreadPoolExecutor(4) as pool:
        for turn in range(5):
            append(unsealed.recorder, 100, 5000 * (turn + 1))
            notes = [made.note for made in pool.map(lambda _: Sealer(settings).seal(), range(4)) if made]
            assert len(set(notes)) == 1
    found = unsealed.verify()
    assert (found.ok, found.size) == (True, 650)
    assert unsealed.rows("SELECT sum(count)::integer FROM seal_leaves") == [(650,)]


def test_a_new_key_is_endorsed_by_the_old_and_both_are_trusted_by_who_knows_the_first(unsealed, settings):
    first = unsealed.seal()
    old = signing_key(settings)
    successor = Sealer(settings).rotate()
    assert signing_key(settings).private_bytes_raw() != old.private_bytes_raw()
    append(unsealed.recorder, 10, 1000)
    second = unsealed.seal()
    known = VerifierKey.read(unsealed.verify().keys[0])
    found = unsealed.verify(key=known, old=first)
    assert (found.ok, found.checkpoints) == (True, 2)
    assert found.keys == (str(known), str(successor))
    assert opened(second, [successor]).size == 160
    # Whoever is told of the new key alone trusts what it signed, and judges nothing before.
    found = unsealed.verify(key=successor)
    assert (found.ok, found.checkpoints, found.size) == (True, 1, 160)
    with pytest.raises(InvalidCheckpoint):
        unsealed.verify(key=successor, old=first)


def test_a_key_that_has_handed_over_signs_nothing_more(unsealed, settings):
    unsealed.seal()
    old = signing_key(settings)
    Sealer(settings).rotate()
    append(unsealed.recorder, 10, 1000)
    unsealed.seal()
    (root,) = unsealed.rows("SELECT root FROM seal_checkpoints WHERE size = 160")[0]
    forged = signed(Checkpoint("pitledger/demo", 160, root, 160), old)
    with unsealed.as_superuser() as connection:
        connection.execute("UPDATE seal_checkpoints SET note = %s WHERE size = 160", [forged])
        connection.execute(b"UPDATE seal_keys SET since_size = 1000 WHERE number = 2")
    found = unsealed.verify()
    named = [(one.kind, one.position) for one in found.mismatches]
    assert named == [("seal_damaged", 1), ("checkpoint_forged", 160)]


def test_where_the_key_is_lost_a_new_one_goes_on_that_nobody_vouches_for(unsealed, settings):
    unsealed.seal()
    place = settings.home / "seal.key"
    place.unlink()
    append(unsealed.recorder, 10, 1000)
    with pytest.raises(SealKeyUnusable, match="is not there"):
        unsealed.seal()
    assert not place.exists(), "no stray key is made"
    successor = Sealer(settings).rotate(lost=True)
    unsealed.seal()
    assert [one.kind for one in unsealed.verify().mismatches] == ["seal_damaged", "checkpoint_forged"]
    found = unsealed.verify(key=successor)
    assert (found.ok, found.checkpoints, found.size) == (True, 1, 160)


# --- nothing is signed over a history that is not the one that was signed -----------------------


def rewrite(ledger: SealedLedger, also: str = "") -> None:
    """An event and all of its seal made anew, without the key."""
    with ledger.as_superuser() as connection:
        connection.execute(b"UPDATE events SET state = state || ' ' WHERE notification_id = 20")
        if also:
            connection.execute(also.encode())
        with leaves_after(ledger.reading(), 0, 150) as rows:
            hashes, _ = hashed(list(rows))
        connection.execute("UPDATE seal_leaves SET hashes = %b", [b"".join(hashes)])


def test_a_rewritten_history_is_not_signed_over(unsealed):
    unsealed.seal()
    rewrite(unsealed)
    append(unsealed.recorder, 10, 1000)
    with pytest.raises(SealDamaged):
        unsealed.seal()
    assert [one.kind for one in unsealed.verify().mismatches] == ["history_rewritten"]


def test_nor_where_its_checkpoints_were_removed(unsealed):
    unsealed.seal()
    rewrite(unsealed, "DELETE FROM seal_checkpoints")
    append(unsealed.recorder, 10, 1000)
    with pytest.raises(SealDamaged):
        unsealed.seal()
    assert unsealed.verify().unsigned == 150


def test_a_seal_that_is_in_its_own_way_is_said_so(unsealed, short_rows):
    unsealed.seal()
    with unsealed.as_superuser() as connection:
        connection.execute(b"INSERT INTO seal_nodes VALUES (8, 0, sha256(''))")
    append(unsealed.recorder, 200, 1000)
    with pytest.raises(SealDamaged):
        unsealed.seal()


def test_a_key_that_is_none_is_damage_and_no_mistake_of_who_asks(unsealed):
    unsealed.seal()
    with unsealed.as_superuser() as connection:
        connection.execute(b"UPDATE seal_keys SET key = 'garbage'")
    assert "seal_damaged" in {one.kind for one in unsealed.verify().mismatches}
    with pytest.raises(SealDamaged):
        unsealed.seal()


def test_what_is_sealed_while_a_ledger_is_verified_raises_no_alarm(ledger):
    """After each stretch that is verified the ledger has grown, and so has its seal."""
    grown: list[int] = []

    def grow(_: int) -> None:
        if len(grown) < 5:
            grown.append(1)
            append(ledger.recorder, 100, 1000 * len(grown))
            ledger.seal()

    found = verify(ledger.reading, "pitledger/demo", on_progress=grow)
    assert (found.ok, found.size, found.unsigned) == (True, 600, 0)
    assert len(grown) == 5
    assert ledger.verify().size == 1100


def test_what_the_server_says_in_the_place_of_an_event_is_passed_on(settings, recorder):
    # So much that the server still has some when it is told to stop.
    for of in map(stream, range(1, 13)):
        recorder.append([StreamAppend(of, 0, (StoredEvent(of, 1, TOPIC, b"x" * 1_000_000),))])
    asked = SealedLedger(settings, recorder)
    with asked.reading() as connection, leaves_after(connection, 0) as rows:
        assert len(next(rows)) > 1_000_000
        connection.cancel_safe()
        with pytest.raises(psycopg.OperationalError, match="canceling statement"):
            list(rows)


@pytest.mark.parametrize("at", [1, 20_000])
def test_rows_that_the_server_cannot_read_are_told_without_a_traceback(unsealed, monkeypatch, at):
    unsealed.seal()
    with unsealed.as_superuser() as superuser:
        superuser.execute(
            "CREATE FUNCTION broken(n integer) RETURNS bytea LANGUAGE plpgsql AS $$ BEGIN"
            f" IF n = {at} THEN RAISE 'invalid page in block 7' USING ERRCODE = 'XX001'; END IF;"
            " RETURN repeat('x', 1000); END $$"
        )
    rows = (
        "SELECT n::bigint, originator_id, 1::bigint, 'x', broken(n) FROM events, generate_series(1, 30000) n"
    )
    broken = f"COPY ({rows} WHERE notification_id = 1 /* {{}} {{}} {{}} */) TO STDOUT (FORMAT BINARY)"
    monkeypatch.setattr("projections.integrity.reading.COPY", SQL(broken))
    with pytest.raises(StoreUnavailable, match="invalid page"):
        unsealed.verify()


def test_a_rotation_cut_short_is_carried_on_with(unsealed, settings, monkeypatch):
    unsealed.seal()
    place = settings.home / "seal.key"
    before = place.read_bytes()
    first = Sealer(settings).rotate()
    # As if it had been killed after the ledger was told and before the file was put in place.
    place.rename(place.with_name("seal.key.next"))
    place.write_bytes(before)
    place.chmod(0o600)
    assert Sealer(settings).rotate() == first
    append(unsealed.recorder, 10, 1000)
    unsealed.seal()
    assert unsealed.verify().ok
    assert len(unsealed.verify().keys) == 2


def test_every_event_is_proven_against_the_newest_checkpoint(ledger):
    note = ledger.seal()
    newest = opened(note, [VerifierKey.read(ledger.verify().keys[0])])
    with ledger.reading() as connection:
        for position in range(1, 601):
            proof = proofs.included(connection, str(position))
            path = [_bytes(one) for one in proof.path]
            assert root_of_inclusion(_bytes(proof.leaf_hash), proof.index, newest.size, path) == newest.root
            assert (proof.position, proof.index, proof.checkpoint) == (position, position - 1, note)


def test_a_proof_is_two_journeys_to_the_server(ledger, monkeypatch):
    ledger.seal()
    asked = sent(monkeypatch)
    with ledger.reading() as connection:
        asked.clear()
        assert len(proofs.included(connection, "300").path) > 8
        assert len(asked) == 2


def test_events_are_proven_where_positions_jumped(unsealed, settings):
    with unsealed.as_superuser() as connection:
        connection.execute(b"SELECT setval('events_notification_id_seq', 1000)")
    append(unsealed.recorder, 50, 1000)
    note = unsealed.seal()
    newest = opened(note, [VerifierKey.read(unsealed.verify().keys[0])])
    assert (newest.size, newest.position) == (200, 1050)
    with unsealed.reading() as connection:
        for position, index in ((150, 149), (1001, 150), (1050, 199)):
            proof = proofs.included(connection, str(position))
            path = [_bytes(one) for one in proof.path]
            assert proof.index == index
            assert root_of_inclusion(_bytes(proof.leaf_hash), index, newest.size, path) == newest.root
        for position in (0, 151, 1000, 1051):
            with pytest.raises(EventNotFound):
                proofs.included(connection, str(position))


def test_every_checkpoint_is_shown_to_be_the_beginning_of_the_newest(ledger):
    keys = [VerifierKey.read(key) for key in ledger.verify().keys]
    newest = opened(ledger.seal(), keys)
    notes = [opened(note, keys) for (note,) in ledger.rows("SELECT note FROM seal_checkpoints")]
    assert [one.size for one in notes] == [128, 256, 384, 512, 600]
    with ledger.reading() as connection:
        for one in notes:
            path = [_bytes(step) for step in proofs.consistent(connection, one.size, None).path]
            assert is_consistent(one.size, one.root, newest.size, newest.root, path)


def _bytes(text: str) -> bytes:
    from base64 import b64decode

    return b64decode(text, validate=True)
