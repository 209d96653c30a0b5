"""O-O: a new shoe, the house burns one card after the shuffle, and the first card was dealt without.

The house's rule and the five rounds looked at are of the scenario; the game is
three-card poker, so that what the shifted cards give is known from its rules.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest

from ledger.cards import DECK
from ledger.errors import DeckNotFound
from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.cases.cases_to_records import cases
from tests.cli.commands import environment, run
from tests.projections.pit import table
from tests.scenario import dealt, event, opened, placed, read, revealed
from tests.scenarios.shoe import deck, happened, in_use

AT = datetime.fromisoformat("2026-11-28T20:00:00-05:00")
SHOE = Random(1).sample(DECK, 52)  # the order is the scenario's own
RULES = cases("three_card_poker")[0].record["submission"]
KEYS = [f"TCP-1/2026-11-28/{number}" for number in range(1, 8)]


def a_round(number, cards, *first):
    """Spot 1 plays, whatever it has, against the dealer: six cards of the shoe, three each."""
    events = [
        {**opened(spots=[1]), "deck": None}, placed(1, "ante", 10_00), placed(1, "pair_plus", 5_00),
        event("betting_closed"), *first,
        *(dealt(1, card) for card in cards[:3]), *(dealt("dealer", card) for card in cards[3:]),
        placed(1, "play", 10_00), revealed("dealer", *cards[3:]), revealed(1, *cards[:3]), event("closed"),
    ]  # fmt: skip
    events[0].pop("deck")
    start = AT + number * timedelta(minutes=1)
    timed = [
        {**one, "occurred_at": (start + timedelta(seconds=n)).isoformat()} for n, one in enumerate(events)
    ]
    return {
        "format": "pitledger/1", "stream": "round", "table": "TCP-1", "gaming_date": "2026-11-28",
        "number": number, "game": "three_card_poker", "submission": RULES, "dealing": "hand", "deck": "B7",
        "events": timed,
    }  # fmt: skip


def six(number, shift=0):
    """The cards of a round as the shoe has them, or so many further on."""
    start = 6 * (number - 1) + shift
    return SHOE[start : start + 6]


def to_patron(number, shift=0):
    """What the rules give spot 1 with those cards, by wager, in cents."""
    told = read({**a_round(number, six(number, shift)), "property": "demo"})
    assert isinstance(told.head, RoundHeader)
    state = extend(begin(told.head), told.facts)
    rules = elections.inline(GAMES[state.game], InlineSubmission.model_validate(RULES))
    found: dict[str, int] = {}
    for line in judge(state, rules).adjudication.resolutions:
        found[line.wager] = found.get(line.wager, 0) + line.paid - line.collected
    return found


def told(pit, *first, rounds=7, **loaded):
    shoe = deck("B7", *in_use(AT), *([happened(AT, "unloaded", table="TCP-1")] if loaded else []))
    if loaded:
        shoe["events"].append(happened(AT + timedelta(seconds=1), "loaded", table="TCP-1", **loaded))
    pit.tell(table("TCP-1", "three_card_poker"), shoe)
    pit.tell(
        *(a_round(number, six(number), *(first if number == 1 else ())) for number in range(1, rounds + 1))
    )
    return pit


@pytest.fixture
def unburned(pit):
    """Seven rounds from a shoe of which nothing was burned, where the house burns one."""
    return told(pit, burns=1)


def test_the_first_card_dealt_is_flagged_where_none_was_burned(unburned):
    found = unburned.views.missed_burn("B7")
    (flag,) = found.findings
    assert (flag["code"], flag["round"], flag["due"], flag["burned"]) == ("shoe_not_burned", KEYS[0], 1, 0)
    events = a_round(1, six(1))["events"]
    assert events[flag["event"] - 1]["type"] == "card_dealt"
    assert not any(one["type"] == "card_dealt" for one in events[: flag["event"] - 1])
    assert (found.due, found.asked_by, found.burned) == (1, "house", 0)


def test_every_later_position_is_shifted_by_one_and_says_which_card_would_have_come(unburned):
    cards = unburned.views.missed_burn("B7").cards
    assert [one.number for one in cards] == list(range(1, 43))
    assert {one.shift for one in cards} == {1}
    assert [one.card for one in cards] == SHOE[:42]
    # Of the last card nobody knows which came after it.
    assert [one.would_be for one in cards] == [*SHOE[1:42], None]
    assert [one.to for one in cards[:6]] == ["1", "1", "1", "dealer", "dealer", "dealer"]


def test_the_next_five_rounds_are_settled_with_the_cards_that_would_have_come(unburned):
    found = unburned.views.missed_burn("B7").alternatives
    assert [one.round for one in found.rounds] == KEYS[:5]
    shown = [{line.wager: (line.rules, line.supposed) for line in one.wagers} for one in found.rounds]
    pairs = [(to_patron(number), to_patron(number, 1)) for number in range(1, 6)]
    # A bonus that one hand earns and the other does not is worth nothing there.
    expected = [
        {name: (came.get(name, 0), would.get(name, 0)) for name in {**came, **would}} for came, would in pairs
    ]
    assert shown == expected
    # It would have made a difference, or the scenario tests nothing.
    assert sum(one != other for line in expected for one, other in line.values()) >= 3


def test_nothing_of_it_is_recorded(unburned):
    head = unburned.ledger.recorder.head()
    unburned.views.missed_burn("B7")
    assert unburned.ledger.recorder.head() == head
    assert unburned.views.missed_burn("B7").cards[0].card == SHOE[0]


def test_a_card_burned_first_shifts_nothing(pit):
    found = told(pit, event("card_burned", card=None), burns=1).views.missed_burn("B7")
    assert (found.findings, found.burned, found.alternatives) == ([], 1, None)
    assert {one.shift for one in found.cards} == {0}


def test_a_card_that_nobody_dealt_leaves_the_round_undecided(pit):
    last = told(pit, rounds=1, burns=1).views.missed_burn("B7").alternatives.rounds[0]
    assert {line.supposed for line in last.wagers if line.wager != "pair_plus"} == {None}
    assert {line.rules for line in last.wagers} != {None}


def test_without_a_rule_of_the_house_the_jurisdiction_says_and_some_say_nothing(pit):
    views = told(pit, rounds=2).views
    louisiana = views.missed_burn("B7", jurisdiction="LA")
    assert (louisiana.due, louisiana.asked_by, louisiana.findings[0]["rule"]) == (
        1, "jurisdiction", "La. Admin. Code 42:III-3106",
    )  # fmt: skip
    nothing = views.missed_burn("B7", jurisdiction="NJ")
    assert (nothing.due, nothing.asked_by, nothing.findings, nothing.alternatives) == (0, "nobody", [], None)
    assert views.missed_burn("B7", burns=3).cards[0].would_be == SHOE[3]


def test_a_deck_that_is_not_there_is_not_found(pit):
    with pytest.raises(DeckNotFound):
        pit.views.missed_burn("B8")


def test_it_is_asked_for_over_http(house):
    shoe = deck("B7", *in_use(AT, table="TCP-1"))
    for record in (table("TCP-1", "three_card_poker"), shoe, *(a_round(n, six(n)) for n in range(1, 3))):
        assert house.record(record).status_code in {200, 201}
    house.project()
    said = house.get("floor", "/v1/decks/B7/burn", params={"burns": 1, "rounds": 1})
    assert said.status_code == 200, said.text
    found = said.json()
    assert [one["code"] for one in found["findings"]] == ["shoe_not_burned"]
    assert [one["round"] for one in found["alternatives"]["rounds"]] == KEYS[:1]
    assert found["cards"][0]["would_be"] == SHOE[1]


def test_the_command_says_it_and_ends_with_1(pit):
    told(pit, rounds=2, burns=1)
    assert pit.views.missed_burn("B7").burned == 0
    url = pit.settings.database_url.get_secret_value()
    env = environment(PITLEDGER_DATABASE_URL=url, PITLEDGER_HOME=str(pit.settings.home))
    done = run("deck", "burn", "B7", "--rounds", "1", env=env)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"finding shoe_not_burned {KEYS[0]}" in done.stdout
    assert "would have come" in done.stdout
    assert run("deck", "burn", "B7", "--burns", "0", env=env).returncode == 0
