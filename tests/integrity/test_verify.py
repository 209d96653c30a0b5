"""What a superuser changes behind everybody's back is named; a ledger left alone never is."""

from __future__ import annotations

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.errors import InvalidCheckpoint, SealKeyUnusable
from ledger.seal.notes import Checkpoint, signed, verifier_of
from ledger.seal.tree import Frontier, leaf_hash
from projections.integrity.keys import signing_key
from projections.integrity.reading import leaves_after
from projections.integrity.sealer import Sealer, memory_of
from tests.integrity.sealed import SealedLedger, append, stream

ORIGIN = "pitledger/demo"


def test_a_ledger_left_alone_verifies_and_says_how_far(ledger):
    found = ledger.verify()
    assert found.ok
    assert (found.events, found.unsealed, found.size, found.position) == (600, 0, 600, 600)
    assert found.checkpoints == 5
    append(ledger.recorder, 7, 1000)
    found = ledger.verify()
    assert (found.ok, found.events, found.unsealed, found.size) == (True, 607, 7, 600)
    ledger.seal()
    assert ledger.verify().size == 607


def test_an_empty_ledger_verifies(settings, recorder):
    empty = SealedLedger(settings, recorder)
    assert Sealer(settings).seal() is None
    found = empty.verify()
    assert (found.ok, found.events, found.size, found.keys) == (True, 0, None, empty.verify().keys)


def test_the_root_does_not_depend_on_how_the_work_was_cut(ledger, settings, recorder):
    append(recorder, 33, 1000)
    ledger.seal()
    append(recorder, 300, 2000)
    ledger.seal()
    with ledger.reading() as connection, leaves_after(connection, 0) as rows:
        frontier = Frontier()
        frontier.extend([leaf_hash(bytes(row)) for row in rows])
    assert frontier.size == 933
    assert ledger.verify().root == frontier.root().hex()


# --- tampering: what was done, and what is said of it ---------------------------------------

E = "UPDATE events SET "
# Event 70 is the sixth of its stretch, which begins with leaf 64.
REHASHED = r"""
    UPDATE events SET state = 'y' WHERE notification_id = 70;
    UPDATE seal_leaves SET hashes = overlay(hashes placing sha256(
        '\x000005'::bytea || '\x00000008'::bytea || int8send(70)
        || '\x00000010'::bytea || uuid_send(e.originator_id)
        || '\x00000008'::bytea || int8send(e.originator_version)
        || int4send(length(e.topic)) || e.topic::bytea || int4send(length(e.state)) || e.state
    ) from 32 * 5 + 1)
    FROM events e WHERE e.notification_id = 70 AND first = 64
"""
TAMPERINGS = {
    "one byte of an event's content": (
        E + "state = overlay(state placing 'X' from 12) WHERE notification_id = 77",
        [("altered", 77)],
    ),
    "white space after an event's content": (
        E + r"state = state || '\x20' WHERE notification_id = 64",
        [("altered", 64)],
    ),
    "an event's topic": (E + "topic = 'round.wager_paid.v1' WHERE notification_id = 1", [("altered", 1)]),
    "an event's version": (E + "originator_version = 99 WHERE notification_id = 600", [("altered", 600)]),
    "an event's stream": (
        E + "originator_id = gen_random_uuid() WHERE notification_id = 128",
        [("altered", 128)],
    ),
    "an event's content emptied": (E + "state = '' WHERE notification_id = 65", [("altered", 65)]),
    "an event moved to a later position": (
        E + "notification_id = 9000 WHERE notification_id = 500",
        [("removed", 500)],
    ),
    "an event moved to an earlier position": (
        E + "notification_id = 0 WHERE notification_id = 500",
        [("inserted", 0), ("removed", 500)],
    ),
    "two events that changed places": (
        (
            f"{E}notification_id = -1 WHERE notification_id = 10;"
            f"{E}notification_id = 10 WHERE notification_id = 300;"
            f"{E}notification_id = 300 WHERE notification_id = -1"
        ),
        [("altered", 10), ("altered", 300)],
    ),
    "the contents of two events exchanged": (
        (
            "UPDATE events a SET state = b.state FROM events b"
            " WHERE (a.notification_id, b.notification_id) IN ((20, 21), (21, 20))"
        ),
        [("altered", 20), ("altered", 21)],
    ),
    "the first event removed": ("DELETE FROM events WHERE notification_id = 1", [("removed", 1)]),
    "an event removed in the middle": ("DELETE FROM events WHERE notification_id = 256", [("removed", 256)]),
    "the last event removed": ("DELETE FROM events WHERE notification_id = 600", [("removed", 600)]),
    "a whole round removed": (
        f"DELETE FROM events WHERE originator_id = '{stream(3)}'",
        [("removed", n) for n in range(11, 16)],
    ),
    "the end cut off": (
        "DELETE FROM events WHERE notification_id > 597",
        [("removed", 598), ("removed", 599), ("removed", 600)],
    ),
    "an event put in where one was": (
        (
            "DELETE FROM events WHERE notification_id = 130;"
            f"INSERT INTO events VALUES ('{stream(9999)}', 1, 't', 'x', 130)"
        ),
        [("altered", 130)],
    ),
    "an event slipped in before all others": (
        f"INSERT INTO events VALUES ('{stream(9999)}', 1, 't', 'x', 0)",
        [("inserted", 0)],
    ),
    "an event and its own hash made anew": (REHASHED, [("seal_damaged", 193), ("history_rewritten", 1)]),
    "a leaf's hash": (
        r"UPDATE seal_leaves SET hashes = set_byte(hashes, 32, 255 - get_byte(hashes, 32)) WHERE first = 0",
        [("seal_damaged", 1)],
    ),
    "what a stretch of leaves is said to end with": (
        "UPDATE seal_leaves SET last_position = last_position - 5 WHERE first = 576",
        [("seal_damaged", 577)],
    ),
    "what a stretch of leaves is said to begin with": (
        "UPDATE seal_leaves SET first_position = first_position + 5 WHERE first = 64",
        [("seal_damaged", 65)],
    ),
    "a node that there cannot be": (
        "INSERT INTO seal_nodes VALUES (8, 2, sha256(''))",
        [("seal_damaged", 600)],
    ),
    "the root beside a checkpoint": (
        "UPDATE seal_checkpoints SET root = sha256('') WHERE size = 256",
        [("seal_damaged", 256)],
    ),
    "an event slipped in far before all others": (
        f"INSERT INTO events VALUES ('{stream(9999)}', 1, 't', 'x', -3)",
        [("inserted", -3)],
    ),
    "one event openly and another with its hash": (
        f"UPDATE events SET state = 'z' WHERE notification_id = 10;{REHASHED}",
        [("altered", 10), ("history_rewritten", 1)],
    ),
    "a stretch of leaves": (
        "DELETE FROM seal_leaves WHERE first = 64",
        [("seal_damaged", 129), ("seal_damaged", 1)],
    ),
    "the last stretch of leaves": ("DELETE FROM seal_leaves WHERE first = 576", [("seal_damaged", 576)]),
    "a node": (
        r"UPDATE seal_nodes SET hash = sha256('') WHERE level = 8 AND index = 1",
        [("seal_damaged", 449)],
    ),
    "a checkpoint's note": (
        "UPDATE seal_checkpoints SET note = replace(note, '128', '129') WHERE size = 128",
        [("checkpoint_forged", 128)],
    ),
    "a checkpoint put at another size": (
        "UPDATE seal_checkpoints SET size = 140 WHERE size = 128",
        [("checkpoint_forged", 128)],
    ),
    "where a stretch of leaves lies": (
        (
            r"UPDATE seal_leaves SET positions = overlay(positions placing '\x00000000000003e7' from 1)"
            " WHERE first = 64"
        ),
        [("seal_damaged", 65)],
    ),
    "from where a key is said to sign": ("UPDATE seal_keys SET since_size = 300", [("seal_damaged", 1)]),
    "a key written otherwise": (
        "UPDATE seal_keys SET key = key || ' '",
        [("seal_damaged", 1), *(("checkpoint_forged", size) for size in (128, 256, 384, 512, 600))],
    ),
    "a later checkpoint in the place of an earlier": (
        (
            "UPDATE seal_checkpoints SET note = (SELECT note FROM seal_checkpoints WHERE size = 600)"
            " WHERE size = 256"
        ),
        [("checkpoint_forged", 256)],
    ),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_tampering_is_named(ledger, what):
    statements, expected = TAMPERINGS[what]
    with ledger.as_superuser() as connection:
        for statement in statements.split(";"):
            assert connection.execute(statement.encode()).rowcount >= 1
    found = ledger.verify()
    assert not found.ok
    named = [(one.kind, one.position) for one in found.mismatches]
    assert named == expected
    assert all(one.detail for one in found.mismatches)


def test_a_key_that_nobody_vouches_for_is_named_before_it_signs(ledger):
    stranger = verifier_of(ORIGIN, Ed25519PrivateKey.generate())
    with ledger.as_superuser() as connection:
        connection.execute("INSERT INTO seal_keys VALUES (2, %s, 600, 'x')", [str(stranger)])
    found = ledger.verify()
    assert [(one.kind, one.position) for one in found.mismatches] == [("seal_damaged", 1)]
    assert str(stranger) in found.mismatches[0].detail


def test_a_seal_that_is_gone_is_missed_by_the_machine_that_signed_it(ledger):
    tables = ("seal_checkpoints", "seal_leaves", "seal_nodes")
    with ledger.as_superuser() as connection:
        for table in tables:
            connection.execute(f"DELETE FROM {table}".encode())
    assert ledger.verify().ok, "nothing inside the ledger can show it"
    here = memory_of(ledger.settings).read()
    for elsewhere in ({"property": "other"}, {"database_url": None}):
        other = ledger.settings.model_copy(update=elsewhere)
        assert memory_of(other).read() is None, "another ledger's, under the same home"
    found = ledger.verify(here=here)
    assert [(one.kind, one.position) for one in found.mismatches] == [("truncated", 1)]
    with ledger.as_superuser() as connection:
        connection.execute(b"DELETE FROM seal_keys")
    found = ledger.verify(here=here)
    assert [(one.kind, one.position) for one in found.mismatches] == [("seal_damaged", 1)]


def rewritten(ledger: SealedLedger, key: Ed25519PrivateKey) -> None:
    """The whole history after position 100, with every hash, node and checkpoint made anew by a key."""
    with ledger.as_superuser() as connection:
        connection.execute(b"UPDATE events SET state = state || ' ' WHERE notification_id = 101")
        for table in ("seal_leaves", "seal_nodes", "seal_checkpoints", "seal_keys"):
            connection.execute(f"DELETE FROM {table}".encode())
    (memory,) = ledger.settings.home.glob("seal.*.checkpoint")
    memory.unlink()
    path = ledger.settings.home / "seal.key"
    kept = path.read_bytes()
    path.write_bytes(_pem(key))
    ledger.seal()
    path.write_bytes(kept)


def _pem(key: Ed25519PrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def test_a_history_rewritten_with_the_key_itself_is_seen_by_a_checkpoint_kept_elsewhere(ledger):
    kept = ledger.seal()
    assert ledger.verify(old=kept).ok
    rewritten(ledger, signing_key(ledger.settings))
    assert ledger.verify().ok, "nothing inside the ledger can show it"
    found = ledger.verify(old=kept)
    assert [one.kind for one in found.mismatches] == ["history_rewritten"]


def test_a_history_rewritten_with_another_key_is_seen_by_whoever_knows_the_first(ledger):
    key = verifier_of(ORIGIN, signing_key(ledger.settings))
    assert ledger.verify(key=key).ok
    rewritten(ledger, Ed25519PrivateKey.generate())
    found = ledger.verify(key=key)
    assert {one.kind for one in found.mismatches} == {"checkpoint_forged"}


def test_a_ledger_cut_short_with_its_seal_is_seen_by_a_checkpoint_kept_elsewhere(ledger):
    kept = ledger.seal()
    with ledger.as_superuser() as connection:
        connection.execute(b"DELETE FROM events WHERE notification_id > 128")
        connection.execute(b"DELETE FROM seal_leaves WHERE first >= 128")
        connection.execute(b"DELETE FROM seal_nodes")
        connection.execute(b"DELETE FROM seal_checkpoints WHERE size > 128")
    assert ledger.verify().ok
    found = ledger.verify(old=kept)
    assert [(one.kind, one.position) for one in found.mismatches] == [("truncated", 129)]


def test_a_checkpoint_that_is_none_of_ours_is_refused(ledger):
    kept = ledger.seal()
    stranger = signed(Checkpoint(ORIGIN, 1, bytes(32), 1), Ed25519PrivateKey.generate())
    for note in (stranger, kept.replace("600", "599"), kept.rpartition("\n\n")[0], "", "hello\n\n— x y\n"):
        with pytest.raises(InvalidCheckpoint):
            ledger.verify(old=note)
    of_another = signed(Checkpoint("pitledger/other", 1, bytes(32), 1), signing_key(ledger.settings))
    with pytest.raises(InvalidCheckpoint):
        ledger.verify(old=of_another)


def test_only_so_many_mismatches_are_listed_and_the_others_counted(ledger, monkeypatch):
    from projections.integrity import verifying

    monkeypatch.setattr(verifying, "MOST", 10)
    with ledger.as_superuser() as connection:
        connection.execute(b"UPDATE events SET state = 'z'")
    found = ledger.verify()
    assert (len(found.mismatches), found.more_mismatches) == (10, 590)


def test_a_key_that_others_may_read_is_not_used(ledger):
    path = ledger.settings.home / "seal.key"
    path.chmod(0o644)
    with pytest.raises(SealKeyUnusable, match="others"):
        Sealer(ledger.settings).seal()


def test_a_key_that_nobody_endorsed_does_not_go_on_sealing(ledger):
    path = ledger.settings.home / "seal.key"
    path.write_bytes(_pem(Ed25519PrivateKey.generate()))
    append(ledger.recorder, 5, 1000)
    with pytest.raises(SealKeyUnusable, match="sealed with"):
        Sealer(ledger.settings).seal()
    path.write_bytes(b64encode(b"nonsense"))
    with pytest.raises(SealKeyUnusable):
        Sealer(ledger.settings).seal()
