"""A view that cannot take in an event stops before it, says so, and goes on from there once it can."""

from typing import Any

import psycopg
import pytest

from ledger.errors import StoreUnavailable
from ledger.postgres.connect import database_url as url_of
from projections import runner
from projections.integrity.sealer import Sealer
from projections.inventory.projection import InventoryView
from projections.rebuild import digest, rebuild
from projections.rounds.projection import RoundsView
from projections.seam import Writing
from projections.tracking import VIEWS
from tests.projections.evening import evening
from tests.projections.pit import Pit, table
from tests.projections.test_projector import caught_up, digests, projecting_in_a_thread, until

TAMPER = "ALTER TABLE demo.events {} TRIGGER {}"
TRIGGERS = ("refuse_change", "refuse_change_of_row")


def held(pit: Pit) -> dict[str, Any]:
    """The views in quarantine, and what is said of each."""
    return {
        view.view: view.quarantined for view in pit.views_as_they_are.status() if view.quarantined is not None
    }


def as_superuser(pit: Pit, *statements: str, **fields: object) -> None:
    with psycopg.connect(url_of(pit.settings)) as other:
        for trigger in TRIGGERS:
            other.execute(TAMPER.format("DISABLE", trigger).encode())
        for statement in statements:
            other.execute(statement.encode(), fields)
        for trigger in TRIGGERS:
            other.execute(TAMPER.format("ENABLE ALWAYS", trigger).encode())


def equals_a_rebuild(pit: Pit, *views: str) -> bool:
    """Whether views that went on say what they say when they are read anew."""
    said = {view: digest(pit.settings, view, with_places=True) for view in views}
    for view in views:
        rebuild(pit.settings, view)
    return said == {view: digest(pit.settings, view, with_places=True) for view in views}


class Poison:
    """Makes a view fail at one event, `when` it is prepared or written, until it is mended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, view: Any, position: int, when: str) -> None:
        self.mended = False
        prepare = view.prepare

        def preparing(this: Any, batch: Any) -> Writing:
            write = prepare(this, batch)
            at_fault = not self.mended and batch.after < position <= batch.position
            if at_fault and when == "prepare":
                raise ValueError(f"nobody foresaw position {position}")

            def writing(connection: Any) -> None:
                write(connection)
                connection.execute("SELECT 1 / 0")

            return writing if at_fault else write

        monkeypatch.setattr(view, "prepare", preparing)


@pytest.mark.parametrize("when", ["prepare", "write"])
def test_one_view_stops_before_the_event_and_the_others_have_everything(pit, monkeypatch, when):
    head = pit.tell(*evening(seed=31))
    at_fault = head // 2
    before = pit.ledger.recorder.read_since(at_fault - 1, 1)[0]
    poison = Poison(monkeypatch, InventoryView, at_fault, when)
    assert pit.projector.catch_up() == head
    status = {view.view: view for view in pit.views_as_they_are.status()}
    stands = status.pop("inventory")
    assert {view.position for view in status.values()} == {head}
    assert {view.quarantined for view in status.values()} == {None}
    assert (stands.position, stands.lag, stands.gap) == (at_fault - 1, head - at_fault + 1, 0)
    said = stands.quarantined
    assert (said.position, said.stream, said.version) == (
        at_fault, str(before.originator_id), before.originator_version,
    )  # fmt: skip
    assert said.topic == before.topic
    # What and where; no value, which may be a face that nobody has been shown.
    assert said.error.startswith("ValueError in preparing, " if when == "prepare" else "DivisionByZero (")
    assert "nobody" not in said.error
    assert said.tries == 1
    # Its answers are of where it stands, and say so.
    balance = pit.views_as_they_are.trial_balance()
    assert (balance.as_of, balance.lag) == (at_fault - 1, head - at_fault + 1)
    # What waits behind it waits, in the same stream and in others; the other views go on.
    more = pit.tell(table("T-8"))
    pit.projector.catch_up()
    assert held(pit).keys() == {"inventory"}
    assert pit.views_as_they_are.rounds().as_of == more
    # Tried in vain it stays there, and that is counted.
    assert {view.view for view in pit.projector.replay() if view.quarantined} == {"inventory"}
    assert held(pit)["inventory"].tries > 1
    assert held(pit)["inventory"].first_seen == said.first_seen
    poison.mended = True
    assert {(view.position, view.gap, view.quarantined) for view in pit.projector.replay()} == {
        (more, 0, None)
    }
    monkeypatch.undo()
    assert equals_a_rebuild(pit, "inventory", "rounds")


def test_events_that_nobody_can_read_stop_every_view_before_them_until_they_can_be_read(pit, monkeypatch):
    told = evening(seed=32)
    stream = pit.ledger.stream
    for at, (topic, state) in enumerate(
        [
            ("round.card_dealt.v9", b'{"event":{}}'),
            ("round.card_dealt.v1", b"this is no JSON"),
            (
                "round.card_dealt.v1",
                b'{"recorded_at":"2026-11-28T20:14:03+00:00","recorded_by":"x","event":{}}',
            ),
            ("round.card_dealt.v1", b"\xff\xfe"),
        ]
    ):
        before = pit.tell(*told[at * 10 : at * 10 + 10])
        whose = pit.ledger.recorder.read_since(before - 1, 1)[0].originator_id
        as_superuser(
            pit,
            "INSERT INTO demo.events (originator_id, originator_version, topic, state)"
            " VALUES (%(whose)s, 999, %(topic)s, %(state)s)",
            whose=whose, topic=topic, state=state,
        )  # fmt: skip
        pit.tell(table(f"X-{at}"))
        pit.projector.catch_up()
        assert {view.position for view in pit.views_as_they_are.status()} == {before}
        found = held(pit)
        assert found.keys() == VIEWS.keys()
        assert {(one.position, one.topic, one.version) for one in found.values()} == {
            (before + 1, topic, 999)
        }
        # Taken out again, as from a copy that is sound, they go on.
        as_superuser(pit, "DELETE FROM demo.events WHERE originator_version = 999")
        assert {view.quarantined for view in pit.projector.replay()} == {None}
        assert caught_up(pit)
    assert stream("table", "X-3")
    assert equals_a_rebuild(pit, "inventory", "rounds")


def test_trouble_of_the_server_puts_nobody_into_quarantine(pit, monkeypatch):
    pit.tell(table())

    def full(*_: Any) -> None:
        raise psycopg.errors.DiskFull("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(RoundsView, "write", full)
        with pytest.raises(StoreUnavailable):
            pit.projector.catch_up()
    assert held(pit) == {}
    pit.projector.catch_up()
    assert caught_up(pit)


def test_a_projector_at_work_keeps_the_others_current_and_tries_again_by_itself(pit, monkeypatch):
    monkeypatch.setattr(runner, "PAUSE_S", 0.01)
    monkeypatch.setattr(runner, "AGAIN_S", 0.05)
    told = evening(seed=33)
    head = pit.tell(*told[:30])
    poison = Poison(monkeypatch, RoundsView, head, "prepare")
    with projecting_in_a_thread(pit.settings):
        until(lambda: held(pit).keys() == {"rounds"})
        last = pit.tell(*told[30:])
        until(lambda: {view.position for view in pit.views_as_they_are.status()} == {head - 1, last})
        # Whoever asks for it meanwhile, beside the projector at work, waits until that has tried.
        assert [view.view for view in pit.projector.replay() if view.quarantined] == ["rounds"]
        poison.mended = True
        until(lambda: caught_up(pit))
    assert held(pit) == {}
    monkeypatch.undo()
    assert equals_a_rebuild(pit, "rounds", "reconciliation")


def test_a_view_read_anew_is_in_quarantine_no_more(pit, monkeypatch):
    head = pit.tell(*evening(seed=34))
    poison = Poison(monkeypatch, InventoryView, head - 3, "prepare")
    pit.projector.catch_up()
    assert held(pit).keys() == {"inventory"}
    poison.mended = True
    rebuild(pit.settings, "inventory")
    assert held(pit) == {}
    assert {view.gap for view in pit.views_as_they_are.status()} == {0}


def test_a_gap_is_what_a_view_has_missed_and_not_what_was_never_there(pit):
    told = evening(seed=35)
    pit.tell(*told[:20])
    # A writer that was killed leaves a hole: nothing is missing there.
    as_superuser(pit, "SELECT nextval('demo.events_notification_id_seq') FROM generate_series(1, 5)")
    pit.tell(*told[20:30])
    pit.projector.catch_up()
    assert {view.gap for view in pit.views_as_they_are.status()} == {0}
    pit.settings.home.mkdir(exist_ok=True)
    Sealer(pit.settings).seal()
    before = pit.ledger.recorder.head()
    missed = pit.tell(*told[30:36]) - before
    # A projector that passes events without taking them in.
    for statement in (
        "UPDATE demo.tracking SET notification_id = %(head)s WHERE application_name = 'slips'",
        "UPDATE demo.events_taken SET position = %(head)s WHERE view = 'slips'",
    ):
        as_superuser(pit, statement, head=before + missed)
    pit.projector.catch_up()
    pit.tell(*told[36:])
    pit.projector.catch_up()
    assert {view.view: view.gap for view in pit.views_as_they_are.status() if view.gap} == {"slips": missed}
    assert {view.view for view in pit.projector.status() if view.gap} == {"slips"}
    rebuild(pit.settings, "slips")
    assert {view.gap for view in pit.views_as_they_are.status()} == {0}
    assert digests(pit.settings)
