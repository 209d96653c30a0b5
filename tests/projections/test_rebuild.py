"""A view built anew beside the live one, and put in its place while both go on."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Event
from typing import Any

import psycopg
import pytest

from ledger.errors import InvalidQuery
from ledger.postgres.connect import database_url as url_of
from projections import rebuild as rebuilding
from projections.following import Follower
from projections.rebuild import digest, rebuild
from projections.tracking import VIEWS
from tests.projections.evening import evening
from tests.projections.test_projector import caught_up, digests, projecting_in_a_thread, until

THE_DATE = date(2026, 11, 28)
SHAPE = (
    """SELECT relname, relkind, reloptions, relacl::text FROM pg_class
        WHERE relnamespace = 'demo'::regnamespace ORDER BY relname""",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'demo' ORDER BY indexname",
    """SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
        WHERE table_schema = 'demo' ORDER BY table_name, ordinal_position""",
    """SELECT conrelid::regclass::text, contype, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'demo'::regnamespace ORDER BY 1, 2, 3""",
)


def shape(pit):
    """Every table, column, index and constraint of the schema, and who may read it."""
    with psycopg.connect(url_of(pit.settings)) as other:
        return [other.execute(statement).fetchall() for statement in SHAPE]


@pytest.fixture(scope="module")
def projected(shared_pit):
    """A pit whose evening is in every view, for rebuilds that leave it so."""
    shared_pit.tell(*evening(seed=11))
    shared_pit.projector.catch_up()
    return shared_pit


@pytest.mark.parametrize("view", list(VIEWS))
def test_a_rebuilt_view_equals_the_live_one_row_for_row_and_in_shape(projected, view, monkeypatch):
    pit, head = projected, projected.ledger.recorder.head()
    views, before = digests(pit.settings), shape(pit)
    told: list[tuple[int, int]] = []
    made = rebuild(pit.settings, view, lambda reached, of: told.append((reached, of)))
    assert made == (head, views[view], views[view])
    assert told[-1] == (head, head)
    assert (digests(pit.settings), shape(pit)) == (views, before)
    with monkeypatch.context() as patch:
        break_off(patch, view)
        with pytest.raises(KeyboardInterrupt):
            rebuild(pit.settings, view)
    assert rebuild(pit.settings, view).position == head
    assert (digests(pit.settings), shape(pit)) == (views, before)


def break_off(patch, view):
    """From now on whoever writes a view is interrupted in the third of small batches."""
    made: Any = type(VIEWS[view](""))
    write, batches = made.write, iter(range(2))

    def writing(*given):
        if next(batches, None) is None:
            raise KeyboardInterrupt
        write(*given)

    patch.setattr(made, "write", writing)
    patch.setattr(Follower.__init__, "__defaults__", (60,))


def test_a_view_that_was_wrong_is_right_afterwards_and_the_projector_goes_on_from_it(pit):
    told = evening(seed=12)
    with projecting_in_a_thread(pit.settings):
        pit.tell(*told[:30])
        until(lambda: caught_up(pit))
        right = digests(pit.settings)
        with psycopg.connect(url_of(pit.settings), autocommit=True) as other:
            other.execute("UPDATE demo.inventory_accounts SET amount = amount + 100")
        assert digests(pit.settings) != right
        wrong = digests(pit.settings)
        made = rebuild(pit.settings, "inventory")
        assert (made.before, made.after) == (wrong["inventory"], right["inventory"])
        assert digests(pit.settings) == right
        # The projector had balances at hand that were those of the old tables.
        pit.tell(*told[30:])
        until(lambda: caught_up(pit))
    views = digests(pit.settings)
    rebuild(pit.settings, "inventory")
    assert digests(pit.settings) == views


def test_what_is_recorded_meanwhile_is_in_it(pit, monkeypatch):
    told = evening(seed=13)
    pit.tell(*told[:20])
    pit.projector.catch_up()
    rest = iter([told[20:40], told[40:]])
    lay_out, swap = rebuilding.lay_out, rebuilding._swap

    def with_news(work):
        def after_news(*given):
            pit.tell(*next(rest))
            pit.projector.catch_up()
            return work(*given)

        return after_news

    with monkeypatch.context() as patch:
        patch.setattr(rebuilding, "lay_out", with_news(lay_out))
        patch.setattr(rebuilding, "_swap", with_news(swap))
        assert rebuild(pit.settings, "reconciliation").position == pit.ledger.recorder.head()
    assert caught_up(pit)
    views = digests(pit.settings)
    rebuild(pit.settings, "reconciliation")
    assert digests(pit.settings) == views


def test_an_interrupted_rebuild_leaves_the_view_as_it_was_and_can_be_begun_again(pit, monkeypatch):
    pit.tell(*evening(seed=14))
    pit.projector.catch_up()
    views, before = digests(pit.settings), shape(pit)

    def interrupted(*_):
        raise KeyboardInterrupt

    lay_out, laid_out = rebuilding.lay_out, []

    def laying_out(*given):
        laid_out.append(given)
        lay_out(*given)

    with monkeypatch.context() as patch:
        patch.setattr(rebuilding, "_swap", interrupted)
        patch.setattr(rebuilding, "lay_out", laying_out)
        # What other software began is not gone on with.
        for software, times in (("1.0", 1), ("1.0", 1), ("1.1", 2)):
            patch.setattr(rebuilding, "SOFTWARE", software)
            with pytest.raises(KeyboardInterrupt):
                rebuild(pit.settings, "rounds")
            assert len(laid_out) == times
    assert digests(pit.settings) == views
    assert pit.views.rounds().rounds
    rebuild(pit.settings, "rounds")
    assert (digests(pit.settings), shape(pit)) == (views, before)


def test_a_view_whose_rows_were_lost_is_there_again(pit):
    pit.tell(*evening(seed=15))
    pit.projector.catch_up()
    right = pit.views.reconcile(THE_DATE).model_dump()
    with psycopg.connect(url_of(pit.settings), autocommit=True) as other:
        other.execute("TRUNCATE demo.reconciliation_sums, demo.reconciliation_rounds")
    rebuild(pit.settings, "reconciliation")
    assert pit.views.reconcile(THE_DATE).model_dump() == right


def test_there_is_no_such_view(pit):
    with pytest.raises(InvalidQuery):
        rebuild(pit.settings, "horoscope")
    with pytest.raises(InvalidQuery):
        digest(pit.settings, "events")


def test_whoever_asks_while_the_names_change_hands_has_one_whole_answer(pit):
    pit.tell(*evening(seed=16))
    expected = pit.views.trial_balance()
    answers: list[object] = []
    stop = Event()

    def asking():
        while not stop.is_set():
            answers.append(pit.views_as_they_are.trial_balance())

    with ThreadPoolExecutor(2) as readers:
        asked = [readers.submit(asking) for _ in range(2)]
        for _ in range(3):
            rebuild(pit.settings, "inventory")
        stop.set()
        for one in asked:
            one.result()
    assert answers
    assert all(answer == expected for answer in answers)
