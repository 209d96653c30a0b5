"""What held at a table when: the game it offered and the limits on its sign, for ever."""

from datetime import datetime

import pytest

from ledger.errors import LedgerError
from ledger.events.records import TableHeader
from ledger.tables.decide import begin, extend
from tests.scenario import event, read

FIVE, SIX, SEVEN, EIGHT = (f"2026-01-{day}T10:00:00-05:00" for day in ("05", "06", "07", "08"))
REGISTERED = event("registered", kind="table", spots=6, currency="USD", chip_set=[100, 500], occurred_at=FIVE)


def table(*events):
    record = read(
        {
            "format": "pitledger/1",
            "stream": "table",
            "table": "THB-03",
            "events": [{"source": "manual", "by": "C-01", **REGISTERED}, *events],
        }
    )
    assert isinstance(record.head, TableHeader)
    return extend(begin(record.head), record.facts)


def refused(*events):
    with pytest.raises(LedgerError) as caught:
        table(*events)
    return caught.value.code, caught.value.pointer


def offered(game, at=FIVE, **fields):
    return event("game_offered", game=game, occurred_at=at, **fields)


def posted(at, **limits):
    named = {wager: {"minimum": minimum, "maximum": maximum} for wager, (minimum, maximum) in limits.items()}
    return event("limits_posted", limits=named, occurred_at=at)


def when(text):
    return datetime.fromisoformat(text)


def test_a_table_is_what_was_registered():
    state = table()
    assert (state.header.table, state.version) == ("THB-03", 1)
    assert (state.registered.spots, state.registered.chip_set) == (6, [1_00, 5_00])


def test_a_table_that_offered_nothing_yet():
    state = table()
    assert (state.offer(1, None), state.limits(1, None)) == (None, {})


def test_the_offer_that_held_at_a_version_of_the_table():
    state = table(
        offered("unruled", title="blackjack"), offered("texas_holdem_bonus", at=SEVEN, submission="thb-1")
    )
    assert [offer and offer.game for offer in (state.offer(version, None) for version in (1, 2, 3))] == [
        None,
        "unruled",
        "texas_holdem_bonus",
    ]
    assert state.offer(3, None).submission == "thb-1"


def test_the_offer_that_held_at_a_time():
    state = table(offered("unruled"), offered("texas_holdem_bonus", at=SEVEN))
    assert (state.offer(3, when(SIX)).game, state.offer(3, when(SEVEN)).game) == (
        "unruled",
        "texas_holdem_bonus",
    )
    assert state.offer(2, when(EIGHT)).game == "unruled"


def test_an_offer_entered_late_does_not_displace_what_came_after_it():
    state = table(
        offered("unruled", title="blackjack"),
        offered("texas_holdem_bonus", at=SEVEN),
        offered("poker", at=SIX),
    )
    assert [state.offer(4, when(at)).game for at in (FIVE, SIX, EIGHT)] == [
        "unruled",
        "poker",
        "texas_holdem_bonus",
    ]


def test_an_offer_at_a_time_that_nobody_knows_held_from_the_beginning():
    unknown = {**offered("poker"), "occurred_at": None, "source": "import"}
    state = table(unknown)
    assert state.offer(2, when(FIVE)).game == "poker"


def test_the_sign_that_hung_at_a_time():
    state = table(
        offered("texas_holdem_bonus"), posted(SIX, ante=(15_00, 1_000_00)), posted(EIGHT, ante=(25_00, None))
    )
    assert state.limits(4, when(FIVE)) == {}
    assert state.limits(4, when(SEVEN)) == {"ante": (15_00, 1_000_00)}
    assert state.limits(4, when(EIGHT)) == {"ante": (25_00, None)}
    assert state.limits(3, when(EIGHT)) == {"ante": (15_00, 1_000_00)}


def test_a_sign_speaks_for_itself():
    state = table(
        offered("texas_holdem_bonus"),
        posted(SIX, ante=(15_00, None), bonus=(5_00, None)),
        posted(SEVEN, ante=(25_00, None)),
    )
    assert state.limits(4, when(EIGHT)) == {"ante": (25_00, None)}


def test_limits_of_a_wager_that_the_felt_does_not_have_are_refused():
    assert refused(
        offered("texas_holdem_bonus"), posted(SIX, ante=(15_00, None), pass_line=(5_00, None))
    ) == (
        "unknown_wager",
        "/events/2/limits/pass_line",
    )


def test_a_free_felt_and_one_not_yet_offered_take_any_limits():
    assert table(posted(FIVE, pass_line=(5_00, None)))
    assert table(offered("unruled"), posted(SIX, pass_line=(5_00, None)))


def test_a_table_may_be_retired():
    assert (table().retired_at, table(event("retired", occurred_at=SIX)).retired_at) == (None, 2)


def test_a_table_is_registered_once_and_first():
    assert refused({**REGISTERED, "occurred_at": SIX}) == ("opened_twice", "/events/1/type")


def test_money_is_whole_hundredths_so_that_a_currency_divided_further_cannot_be_kept():
    with pytest.raises(LedgerError) as caught:
        extend(begin(TableHeader(table="KW-1")), read_first(currency="KWD"))
    assert (caught.value.code, caught.value.pointer) == ("invalid_field", "/events/0/currency")
    assert "KWD" in str(caught.value)
    # What has no hundredths is kept in them: 1,000 yen are 100000.
    assert extend(begin(TableHeader(table="JP-1")), read_first(currency="JPY")).currency == "JPY"


def read_first(**fields):
    """The registration of a table, some of it otherwise."""
    first = {"source": "manual", "by": "C-01", **REGISTERED, **fields}
    return read({"format": "pitledger/1", "stream": "table", "table": "T-1", "events": [first]}).facts
