"""The same seed, the same bytes: on every machine, for ever."""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace

from ledger.events.records import read_record
from ledger.simulate.chance import Chance
from ledger.simulate.evening import DEALINGS
from ledger.simulate.offers import OFFERS
from ledger.simulate.pit import evening, simulate
from ledger.simulate.worked_pit import worked_pit

PROMISED = [41, 50, 24, 12, 11]
SHUFFLED = ["b", "f", "d", "e", "a", "c"]
ADDED = "52c6e39c49f83dc99a7f96e7a1dcfc6df4ad4c2bcc1321561ade03d70653b89c"
FIRST = 227  # as many records as there were before the other house-banked games
SECOND = 404  # and before the table that plays for a progressive
FUNDED = "cf6352d7c3f46c199970fbeeeb6eea7e5b6ac6bf2e0aecfa67e741b1df40b56f"
THIRD = 466  # as many as before the accountant's days
DAYS = "9976dddeebbbc6634545b07638aa7ddadf42f6286e1152038bc97d28c7b08229"
FOURTH = 471  # as many as before the dispute
DISPUTE = "a95d9468b6635388432b28f589a0031e2aedc0bb9ed1de8fc8399edd81a37664"
WORKED = "fb8387e6e833057e2eaedc060081af1890b48e6937d2a2d885a9d40d4df0a4ee"


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def evening_of(seed, **given):
    return list(
        simulate(
            evening("texas_holdem_bonus", **{"tables": 2, "rounds": 5, "mistakes": 0.5, **given}, seed=seed)
        )
    )


def test_the_same_seed_gives_the_same_bytes():
    assert evening_of(7) == evening_of(7)


def test_another_seed_gives_another_evening():
    assert evening_of(7) != evening_of(8)


def test_another_process_with_other_hashes_gives_the_same_bytes():
    program = (
        "from ledger.simulate.pit import evening, simulate; import sys;"
        "sys.stdout.write('\\n'.join(simulate(evening('poker', tables=1, rounds=5, seed=7, mistakes=0.5))))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": hashed}, capture_output=True, check=True
        ).stdout
        for hashed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] != b""


def test_a_table_plays_the_same_evening_however_many_others_are_open():
    alone = [line for line in evening_of(7, tables=1) if '"THB-S7-01"' in line]
    among = [line for line in evening_of(7, tables=3) if '"THB-S7-01"' in line]
    assert alone == among


def test_sessions_are_dealt_by_methods_of_their_own():
    rounds = [json.loads(line) for line in evening_of(8, tables=6, rounds=1) if '"stream": "round"' in line]
    by_table: dict[str, set[str]] = {}
    for one in rounds:
        by_table.setdefault(one["table"], set()).add(one["dealing"])
    assert all(len(methods) == 1 for methods in by_table.values())
    assert set().union(*by_table.values()) == set(DEALINGS)


def test_where_all_is_dealt_from_the_hand_no_record_knows_a_card_before_it_is_turned_up():
    by_hand = replace(evening("texas_holdem_bonus", tables=1, rounds=5, seed=7), dealing="hand")
    rounds = [json.loads(line) for line in simulate(by_hand) if '"stream": "round"' in line]
    dealt = [event for one in rounds for event in one["events"] if event["type"] == "card_dealt"]
    assert {event["face"] for event in dealt} == {"down", "up"}
    assert all(("card" in event) == (event["face"] == "up") for event in dealt)
    assert not any("shoe_position" in event for event in dealt)


def test_an_evening_by_another_submission_names_and_registers_that_one():
    straight = replace(
        evening("texas_holdem_bonus", tables=1, rounds=1, seed=7), submission="simulated-thb-straight"
    )
    records = [json.loads(line) for line in simulate(straight)]
    assert records[0]["name"] == "simulated-thb-straight"
    assert records[0]["events"][0]["options"]["ante_pays_from"] == "straight"
    assert records[1]["events"][1]["submission"] == records[-2]["submission"] == "simulated-thb-straight"


def test_chance_is_made_of_what_python_promises_to_keep():
    """`random()` of a seed, and nothing else of the module: these values hold in every version."""
    chance = Chance("texas_holdem_bonus", 7)
    assert [chance.below(52) for _ in range(5)] == PROMISED
    assert Chance(1).shuffled("abcdef") == SHUFFLED


def test_tables_and_submission_are_registered_before_they_are_named():
    streams = [json.loads(line)["stream"] for line in evening_of(7)]
    assert streams[:3] == ["submission", "table", "table"]
    assert set(streams[3:]) == {"session", "round"}


def test_as_many_rounds_as_were_asked_for_are_dealt_at_each_table():
    rounds = [json.loads(line) for line in evening_of(7, rounds=5) if '"stream": "round"' in line]
    assert [one["number"] for one in rounds] == [1, 2, 3, 4, 5] * 2


def test_many_rounds_take_several_gaming_dates():
    lines = simulate(evening("texas_holdem_bonus", tables=1, rounds=201, seed=1))
    dates = [json.loads(line)["gaming_date"] for line in lines if '"stream": "round"' in line]
    assert (dates[0], dates[199], dates[200]) == ("2026-11-28", "2026-11-28", "2026-11-29")


def test_every_record_goes_through_the_door():
    assert all(read_record(line) for line in worked_pit())


def test_the_worked_pit_is_the_one_that_earlier_demos_recorded():
    """If this has to change, a demo on an older home will say that its records differ and keep them."""
    lines = list(worked_pit())
    assert digest(lines[:FIRST]) == WORKED
    assert digest(lines[FIRST:SECOND]) == ADDED
    assert digest(lines[SECOND:THIRD]) == FUNDED
    assert digest(lines[THIRD:FOURTH]) == DAYS
    assert digest(lines[FOURTH:]) == DISPUTE


def test_the_worked_pit_has_a_progressive_that_is_established_before_it_is_played_for_and_won():
    records = [json.loads(line) for line in worked_pit()]
    (fund,) = [place for place, one in enumerate(records) if one["stream"] == "fund"]
    tables = records[fund]["events"][0]["rules"]["tables"]
    rounds = [one for one in records[fund:THIRD] if one["stream"] == "round"]
    assert {one["table"] for one in rounds} == set(tables)
    assert not any("funds" in one for one in rounds)
    won = [event for one in rounds for event in one["events"] if event["type"] == "progressive_won"]
    assert {event["fund"] for event in won} == {records[fund]["name"]}


def test_the_worked_pit_has_a_table_of_every_game_offered():
    heads = [json.loads(line) for line in worked_pit()]
    assert set(OFFERS) <= {one["game"] for one in heads if one["stream"] == "round"}
    assert all("property" not in one for one in heads)
