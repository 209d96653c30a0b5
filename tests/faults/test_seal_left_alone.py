"""A ledger that nobody touched raises no alarm, however long; tests/integrity has who tampered with what."""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from ledger.seal.leaves import leaf_of
from ledger.store.appends import StreamAppend
from tests.faults.forms import forms
from tests.integrity.sealed import SealedLedger, append

AT_ONCE = 5000


@forms("events", quick=10_000, full=1_000_000)
def test_a_ledger_left_alone_raises_no_alarm_and_one_byte_in_it_does(settings, recorder, events, counted):
    for first in range(0, events, AT_ONCE):
        append(recorder, AT_ONCE, 1 + first)
    ledger = SealedLedger(settings, recorder)
    kept = ledger.seal()
    began = time.monotonic()
    found = ledger.verify(old=kept)
    took_s = time.monotonic() - began
    assert (found.ok, found.events, found.mismatches) == (True, events, ())
    position = events * 2 // 3
    with ledger.as_superuser() as connection:
        connection.execute(
            b"UPDATE events SET state = overlay(state placing 'X' from 12) WHERE notification_id = %s",
            [position],
        )
    assert [(one.kind, one.position) for one in ledger.verify().mismatches] == [("altered", position)]
    counted(events=events, false_alarms=0, verified_s=took_s, per_s=events / took_s)


def test_the_root_is_that_of_the_events_in_order_of_position_whatever_their_streams(settings, recorder):
    for version in (1, 2, 3):
        for number in (9, 4, 7, 1, 8):
            told = StoredEvent(UUID(int=number), version, "round.note.v1", b"%d of %d" % (version, number))
            recorder.append([StreamAppend(UUID(int=number), version - 1, (told,))])
    ledger = SealedLedger(settings, recorder)
    ledger.seal()
    leaves = [
        leaf_of(one.id, UUID(str(one.originator_id)), one.originator_version, one.topic, one.state)
        for one in recorder.read_since(0, 100)
    ]
    assert ledger.verify().root == root(leaves).hex()


def root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash, as RFC 6962 section 2.1 words it."""
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()
