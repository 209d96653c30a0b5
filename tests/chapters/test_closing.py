"""When a gaming day is closed, what comes after, and who tampers with the chapters of a ledger."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ledger.errors import ChaptersDamaged, SealDamaged
from ledger.seal.chapters import digest_of, told_chapter
from ledger.seal.notes import Chapters, Checkpoint, VerifierKey, noted
from ledger.seal.notes import opened as opened_note
from projections.chapters.checking import check
from projections.chapters.exporting import exported
from projections.errors import ChapterNotFound, FacesWithheld
from projections.integrity.answers import Verification
from projections.integrity.keys import signing_key
from projections.integrity.sealer import Sealer, memory_of
from tests.chapters.told import NEXT, seal, tell_evening
from tests.days.told import audited, day_record, opened
from tests.integrity.sealed import SealedLedger
from tests.projections.pit import DATE, Pit, example, more, table
from tests.scenario import event

THE_DATE = date.fromisoformat(DATE)


def chapters(pit: Pit) -> list[tuple[int, str, int]]:
    return [
        (one.number, str(one.gaming_date), one.edition)
        for one in reversed(pit.views_as_they_are.chapters().chapters)
    ]


def exported_lines(pit: Pit, edition: int | None = None, gaming_date: date = THE_DATE) -> list[bytes]:
    return list(exported(pit.settings, pit.views_as_they_are.chapter_to_export(gaming_date, edition=edition)))


def test_a_day_is_closed_by_its_audit_and_anew_by_the_next(pit):
    audit = tell_evening(pit)
    # What the views do not know of yet cannot be closed; the seal goes on.
    Sealer(pit.settings).seal()
    assert (chapters(pit), pit.views_as_they_are.chapters().waiting) == ([], 1)
    with pytest.raises(ChapterNotFound):
        pit.views_as_they_are.chapter(THE_DATE)
    seal(pit)
    assert chapters(pit) == [(1, DATE, 1)]
    seal(pit)
    assert chapters(pit) == [(1, DATE, 1)], "an audit closes a day once"
    first = exported_lines(pit)
    key = VerifierKey.read(check(first).keys[0])

    # A late round, a correction of a closer, and the next date's audit: facts, refused by nobody.
    late = example("round_thb_412.json", number=500, session=None)
    pit.tell(late)
    pit.tell(more(5, event("dealer_signed_out", dealer="D-1", by="F-2", source="manual"), table="T-1"))
    pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    again = pit.tell(day_record(audited(source="manual"), after=3))
    seal(pit)
    assert chapters(pit) == [(1, DATE, 1), (2, NEXT, 1), (3, DATE, 2)]
    second = exported_lines(pit)
    one, two = check(first, key=key), check(second, key=key)
    assert (one.ok, two.ok) == (True, True)
    assert two.chapter.events == one.chapter.events + len(late["events"]) + 2
    assert (two.chapter.streams["round"], one.chapter.streams["round"]) == (5, 4)
    assert (one.chapter.closed_by.position, two.chapter.closed_by.position) == (audit, again)
    # The first is what it was, whatever came later; under the tree of its time.
    assert exported_lines(pit, edition=1) == first
    assert SealedLedger(pit.settings, pit.ledger.recorder).verify(key=key).ok


def test_a_chapter_may_be_signed_after_the_key_of_its_checkpoint_handed_over(pit):
    tell_evening(pit)
    Sealer(pit.settings).seal()
    first = VerifierKey.read(SealedLedger(pit.settings, pit.ledger.recorder).verify().keys[0])
    successor = Sealer(pit.settings).rotate()
    seal(pit)
    found = check(exported_lines(pit), key=first)
    assert (found.ok, found.keys) == (True, [str(first), str(successor)])
    assert SealedLedger(pit.settings, pit.ledger.recorder).verify(key=first).ok


def test_days_are_closed_on_where_the_key_of_earlier_chapters_was_lost(pit):
    tell_evening(pit)
    seal(pit)
    Sealer(pit.settings).rotate(lost=True)
    pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    assert chapters(pit) == [(1, DATE, 1), (2, NEXT, 1)]


def test_a_round_that_is_open_and_hides_a_face_is_given_to_surveillance_alone(pit):
    tell_evening(pit)
    whole = example("round_thb_412.json", number=600, session=None)
    dealt = next(n for n, one in enumerate(whole["events"]) if one["type"] == "card_dealt")
    pit.tell({**whole, "events": whole["events"][: dealt + 4]})
    pit.tell(day_record(audited(source="manual"), after=3))
    seal(pit)
    views = pit.views_as_they_are
    with pytest.raises(FacesWithheld, match="600"):
        views.chapter_to_export(THE_DATE)
    assert views.chapter_to_export(THE_DATE, edition=1).edition == 1
    kept = views.chapter_to_export(THE_DATE, sees_all=True)
    assert check(exported(pit.settings, kept)).ok
    said, *rest = whole["events"][dealt + 4 :]
    pit.tell({**whole, "after": dealt + 4, "events": [{"source": "dealer", "by": "D-1187", **said}, *rest]})
    assert pit.views.chapter_to_export(THE_DATE).edition == 2


# What was done to the chapters -> what `verify` names, and the position of the audit.
TAMPERINGS = {
    "a note": (
        "UPDATE seal_chapters SET note = replace(note, '\"sessions\":2', '\"sessions\":3') WHERE number = 1",
        [("chapter_forged", 1), ("chapter_forged", 2)],
    ),
    "what stands beside it": (
        "UPDATE seal_chapters SET events = events + 1 WHERE number = 2",
        [("chapter_forged", 2)],
    ),
    "one removed": ("DELETE FROM seal_chapters WHERE number = 1", [("chapter_removed", 2)]),
    "another's note": (
        "UPDATE seal_chapters SET note = (SELECT note FROM seal_chapters WHERE number = 2) WHERE number = 1",
        [("chapter_forged", 1), ("chapter_forged", 2)],
    ),
}


def test_who_tampers_with_chapters_is_named(pit):
    positions = {1: tell_evening(pit)}
    positions[2] = pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    assert ledger.verify().ok
    with ledger.as_superuser() as connection:
        connection.execute(b"CREATE TABLE kept_chapters AS TABLE seal_chapters")
    for what, (statement, expected) in TAMPERINGS.items():
        with ledger.as_superuser() as connection:
            assert connection.execute(statement.encode()).rowcount == 1
        named = [(one.kind, one.position) for one in ledger.verify().mismatches]
        assert (what, named) == (what, [(kind, positions[number]) for kind, number in expected])
        with ledger.as_superuser() as connection:
            connection.execute(b"DELETE FROM seal_chapters")
            connection.execute(b"INSERT INTO seal_chapters SELECT * FROM kept_chapters")
    with ledger.as_superuser() as connection:
        connection.execute(b"UPDATE seal_chapters SET note = 'x' WHERE number = 2")
    pit.tell(day_record(audited(source="manual"), after=3))
    with pytest.raises(ChaptersDamaged, match="first 2 chapters"):
        seal(pit)


# What was done to the streams that are kept beside a chapter: its number, and what is there then.
STREAMS = {
    "one left out": (1, "substring(streams FROM 17)"),
    "only one left": (1, "substring(streams FOR 16)"),
    "another chapter's": (1, "(SELECT streams FROM seal_chapter_streams WHERE chapter = 2)"),
    "as many events of another": (
        2,
        "(SELECT uuid_send(originator_id) FROM events WHERE topic LIKE 'table.%' LIMIT 1)",
    ),
    "none": (1, None),
}


@pytest.mark.parametrize(("number", "streams"), STREAMS.values(), ids=STREAMS)
def test_streams_that_are_not_those_of_which_a_chapter_was_signed_are_named_and_not_exported(
    pit, number, streams
):
    positions = [tell_evening(pit)]
    positions.append(pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT)))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    assert ledger.verify().ok
    done = "DELETE FROM" if streams is None else "UPDATE"
    put = "" if streams is None else f" SET streams = {streams}"
    with ledger.as_superuser() as connection:
        statement = f"{done} seal_chapter_streams{put} WHERE chapter = {number}"
        assert connection.execute(statement.encode()).rowcount == 1
    assert named(ledger.verify()) == [("chapter_forged", positions[number - 1])]
    gaming_date = (DATE, NEXT)[number - 1]
    with pytest.raises(SealDamaged, match=f"chapter {number}: the streams kept beside it"):
        exported_lines(pit, gaming_date=date.fromisoformat(gaming_date))


def test_the_last_chapter_is_missed_too(pit):
    first = tell_evening(pit)
    second = pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    here = memory_of(pit.settings).read()
    assert here is not None
    assert "\nchapters 2 " in here
    assert ledger.verify(here=here).ok
    kept = ledger.rows("SELECT * FROM seal_chapters WHERE number = 2")[0]
    remove_chapters(ledger, 2)
    # No checkpoint is over it yet; the machine that signed it knows, and signs nothing over less.
    assert ledger.verify().ok, "nothing inside the ledger can show it"
    assert named(ledger.verify(here=here)) == [("chapter_removed", second)]
    with pytest.raises(ChaptersDamaged, match="first 2 chapters"):
        seal(pit)
    put_back(ledger, kept)
    seal(pit)

    pit.tell(table("T-9"))
    seal(pit)
    assert ledger.verify().ok
    remove_chapters(ledger, 2)
    assert named(ledger.verify()) == [("chapter_removed", second)]
    with pytest.raises(ChaptersDamaged, match="first 2 chapters"):
        seal(pit)
    # Signed anew with the key itself, and saying something else.
    told = told_chapter(kept[7]).model_copy(update={"totals": {}})
    note = noted(told.text(), told.origin, signing_key(pit.settings))
    put_back(ledger, (*kept[:6], digest_of(note), note, kept[8]))
    assert named(ledger.verify()) == [("chapter_forged", second)]
    remove_chapters(ledger, 1)
    assert named(ledger.verify()) == [("chapter_removed", first)]


# What was done to the last chapter -> what `verify` names it.
DAMAGES = {
    "removed": ("DELETE FROM seal_chapters WHERE number = 2", "chapter_removed"),
    "forged": (
        "UPDATE seal_chapters SET note = replace(note, '\"sessions\":2', '\"sessions\":3') WHERE number = 2",
        "chapter_forged",
    ),
}


@pytest.mark.parametrize(("how", "kind"), DAMAGES.values(), ids=DAMAGES)
def test_events_are_sealed_on_over_damaged_chapters_of_which_nothing_is_signed(pit, how, kind):
    tell_evening(pit)
    second = pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    kept = ledger.rows("SELECT * FROM seal_chapters WHERE number = 2")[0]
    with ledger.as_superuser() as connection:
        assert connection.execute(how.encode()).rowcount == 1
    numbers = ledger.rows("SELECT number FROM seal_chapters ORDER BY 1")
    for again in range(2):
        last = pit.tell(day_record(audited(source="manual"), after=3 + again))
        with pytest.raises(ChaptersDamaged, match="first 2 chapters"):
            seal(pit)
        # All events are under a checkpoint, which says again what was signed of chapters.
        assert (newest(pit).position, newest(pit).chapters) == (last, Chapters(2, kept[6]))
        assert ledger.rows("SELECT number FROM seal_chapters ORDER BY 1") == numbers
        found = ledger.verify()
        assert (named(found), found.unsigned, found.unsealed) == ([(kind, second)], 0, 0)
        assert named(ledger.verify(here=memory_of(pit.settings).read())) == [(kind, second)]
    with ledger.as_superuser() as connection:
        connection.execute(b"DELETE FROM seal_chapters WHERE number = 2")
    put_back(ledger, kept)
    seal(pit)
    assert ledger.verify().ok
    assert chapters(pit)[2:] == [(3, DATE, 2), (4, DATE, 3)], "what waited is closed"


def test_no_chapter_is_signed_after_one_that_was_tampered_with_though_later_ones_hold(pit):
    tell_evening(pit)
    pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    kept = ledger.rows("SELECT * FROM seal_chapters WHERE number = 1")[0]
    with ledger.as_superuser() as connection:
        connection.execute(b"UPDATE seal_chapters SET events = events + 1 WHERE number = 1")
    last = pit.tell(day_record(audited(source="manual"), after=3))
    with pytest.raises(ChaptersDamaged, match="chapter 1"):
        seal(pit)
    assert (newest(pit).position, chapters(pit)[1:]) == (last, [(2, NEXT, 1)])
    with ledger.as_superuser() as connection:
        connection.execute(b"DELETE FROM seal_chapters WHERE number = 1")
    with pytest.raises(ChaptersDamaged, match="chapters 1 to 1 are gone"):
        seal(pit)
    put_back(ledger, kept)
    seal(pit)
    assert ledger.verify().ok
    assert chapters(pit)[2:] == [(3, DATE, 2)]


# What was done to a chapter that no checkpoint names, where the machine does not remember it.
UNNAMED = {
    "a note": "UPDATE seal_chapters SET note = 'x' WHERE number = 2",
    "another's note": (
        "UPDATE seal_chapters SET note = (SELECT note FROM seal_chapters WHERE number = 1) WHERE number = 2"
    ),
    "its audit": "UPDATE seal_chapters SET position = 1 WHERE number = 2",
}


@pytest.mark.parametrize("how", UNNAMED.values(), ids=UNNAMED)
def test_a_damaged_chapter_that_nothing_names_is_endorsed_by_nothing(pit, how):
    tell_evening(pit)
    seal(pit)
    pit.tell(day_record(audited(source="manual"), after=1, gaming_date=NEXT))
    seal(pit)
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    before = newest(pit)
    assert before.chapters is not None
    assert before.chapters.number == 1
    with ledger.as_superuser() as connection:
        connection.execute(how.encode())
    memory_of(pit.settings).write(ledger.rows("SELECT note FROM seal_checkpoints ORDER BY size DESC")[0][0])
    last = pit.tell(day_record(audited(source="manual"), after=3))
    with pytest.raises(ChaptersDamaged, match="chapter 2"):
        seal(pit)
    assert (newest(pit).position, newest(pit).chapters) == (last, before.chapters)
    assert {kind for kind, _ in named(ledger.verify())} == {"chapter_forged"}
    assert len(ledger.rows("SELECT FROM seal_chapters")) == 2


def test_a_machine_killed_before_it_remembers_a_chapter_does_so_later(pit):
    tell_evening(pit)
    Sealer(pit.settings).seal()
    memory = memory_of(pit.settings)
    before = memory.read()
    assert before is not None
    seal(pit)
    after = memory.read()
    assert before != after
    memory.write(before)
    seal(pit)
    assert memory.read() == after


def newest(pit: Pit) -> Checkpoint:
    """The checkpoint signed last."""
    ledger = SealedLedger(pit.settings, pit.ledger.recorder)
    ((note, key),) = ledger.rows(
        "SELECT note, key FROM seal_checkpoints, seal_keys ORDER BY size DESC LIMIT 1"
    )
    return opened_note(note, [VerifierKey.read(key)])


def named(found: Verification) -> list[tuple[str, int]]:
    return [(one.kind, one.position) for one in found.mismatches]


def remove_chapters(ledger: SealedLedger, first: int) -> None:
    with ledger.as_superuser() as connection:
        connection.execute("DELETE FROM seal_chapters WHERE number >= %s", [first])


def put_back(ledger: SealedLedger, row: tuple[Any, ...]) -> None:
    with ledger.as_superuser() as connection:
        connection.execute("INSERT INTO seal_chapters VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)", row)


def test_a_day_with_nothing_but_its_audit_is_a_chapter_too(pit):
    pit.tell(day_record(opened(), audited(), gaming_date="2026-11-30"))
    seal(pit)
    kept = pit.views_as_they_are.chapter_to_export(date(2026, 11, 30))
    found = check(exported(pit.settings, kept))
    assert (found.ok, found.events, found.chapter.totals) == (True, 2, {})
    assert told_chapter(kept.note) == found.chapter
