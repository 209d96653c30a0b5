"""Which round a hand is, which table it was at, and in which money."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.importers.phh import records
from tests.importers.imported import HANDS, Record, hand, imported

ODD_CHIP = hand("odd_chip.phh")


def header(document: bytes) -> dict[str, object]:
    return {name: value for name, value in imported(document).record.items() if name != "events"}


def tables(*documents: bytes) -> list[tuple[object, object]]:
    """Each table registered, with its currency."""
    return [
        (one["table"], registered(one).get("currency"))
        for one in records(*documents)
        if one["stream"] == "table"
    ]


def registered(record: Record) -> Record:
    events = record["events"]
    assert isinstance(events, list)
    assert [event["type"] for event in events] == ["registered", "game_offered"]
    assert events[0]["kind"] == "poker"
    found: Record = events[0]
    return found


def test_a_hand_of_a_venue_has_the_number_it_has_there():
    assert header(ODD_CHIP) == {
        "format": "pitledger/1",
        "stream": "round",
        "table": "Home-Game",
        "gaming_date": None,
        "number": 7,
        "game": "poker",
        "variant": "no_limit_hold_em",
        "currency": "USD",
        "submission": {"options": {"smallest_chip": 5}},
    }


@pytest.mark.parametrize(
    ("code", "variant"),
    [
        ("walk", "no_limit_hold_em"),
        ("limit", "limit_hold_em"),
        ("button_blind", "no_limit_short_deck_hold_em"),
    ],
)
def test_a_variant_has_the_name_that_a_poker_room_gives_it(code, variant):
    assert header(hand(f"{code}.phh"))["variant"] == variant


def test_a_hand_without_a_number_gets_one_from_what_it_says():
    number = header(hand("walk.phh"))["number"]
    assert isinstance(number, int)
    assert 0 <= number < 2**53
    assert header(hand("walk.phh"))["number"] == number
    assert header(hand("walk.phh").replace(b"1050", b"1050.0").replace(b"\n", b"\r\n"))["number"] == number


def test_a_number_that_no_venue_counted_is_not_taken_for_one():
    one, other = (hand("walk.phh") + b"hand = 7\n", hand("partial.phh") + b"hand = 7\n")
    assert header(one)["number"] != header(other)["number"]


@pytest.mark.parametrize("number", [b"'7a'", b"-7", b"9007199254740992", b"'007'"])
def test_a_number_that_a_round_cannot_have_is_replaced_too(number):
    found = header(ODD_CHIP.replace(b"hand = 7", b"hand = " + number))["number"]
    assert isinstance(found, int)
    assert found != 7
    assert 0 <= found < 2**53


def test_a_number_written_as_text_is_that_number():
    assert header(ODD_CHIP.replace(b"hand = 7", b"hand = '7'"))["number"] == 7


def test_the_same_bytes_are_the_same_round_wherever_the_file_lies(tmp_path: Path):
    elsewhere = tmp_path / "other name.phh"
    elsewhere.write_bytes(ODD_CHIP)
    assert list(records(elsewhere)) == list(records(ODD_CHIP)) == list(records(HANDS / "odd_chip.phh"))


def test_importing_a_folder_twice_gives_the_same_records_in_the_same_order():
    assert list(records(HANDS)) == list(records(str(HANDS)))


def test_all_tables_come_before_the_first_round():
    streams = [record["stream"] for record in records(HANDS)]
    assert streams == sorted(streams, key=lambda stream: stream != "table")


def test_a_table_is_registered_once_and_alike_whichever_file_names_it():
    assert tables(hand("walk.phh"), hand("limit.phh")) == [("no-venue", None)]


def test_a_venue_has_one_more_table_for_each_other_currency():
    evening = hand("evening.phhs")
    assert tables(evening) == [("Riverboat", None), ("Harbour-Club-GBP", "GBP")]


@pytest.mark.parametrize(
    ("venue", "table"),
    [("Full Tilt", "Full-Tilt"), ("Café Zoë", "Cafe-Zoe"), ("  The #1 Club! ", "The-1-Club")],
)
def test_a_venue_is_made_a_name(venue, table):
    assert header(ODD_CHIP.replace(b"Home Game", venue.encode()))["table"] == table


def test_a_venue_in_letters_that_a_name_cannot_have_is_told_apart_by_its_digest():
    one, other = (
        str(header(ODD_CHIP.replace(b"Home Game", venue.encode()))["table"]) for venue in ("Казино", "Клуб")
    )
    assert one.startswith("venue-")
    assert one != other


def test_a_venue_longer_than_a_name_is_cut_and_told_apart():
    table = str(header(ODD_CHIP.replace(b"Home Game", b"Z" * 200))["table"])
    assert len(table) <= 64


def test_date_and_time_are_those_of_the_file():
    found = imported(hand("dated.phh"))
    assert found.record["gaming_date"] == "2024-03-31"
    assert found.events[0]["occurred_at"] == "2024-03-31T01:30:00+00:00"
    assert found.events[0]["note"] == "PHH NT; event Friday game; table 4; time 01:30:00; UTC"


@pytest.mark.parametrize(
    "zone",
    [
        b'time_zone_abbreviation = "ET"',
        b'time_zone = "America/New_York"',
        b"city='A'\nregion='B'\ncountry='C'",
    ],
)
def test_a_time_in_a_zone_that_must_be_looked_up_stays_unknown(zone):
    document = hand("dated.phh").replace(b'time_zone_abbreviation = "UTC"', zone)
    assert imported(document).events[0]["occurred_at"] is None


def test_a_hand_without_a_date_has_none_and_no_time():
    found = imported(ODD_CHIP)
    assert found.record["gaming_date"] is None
    assert found.events[0]["occurred_at"] is None
    assert found.events[0]["source"] == "import"


MONEY = [
    ("", "chip", None, 1000),
    ("currency = 'USD'", "USD", None, 1000_00),
    ("currency = 'GBP'\n_unit = 'cent'", "GBP", None, 1000),
    ("_unit = 'cent'", "USD", None, 1000),
    ("currency = 'USD'\n_unit = 'chip'", "chip", None, 1000),
    ("currency_symbol = '€'", "EUR", None, 1000_00),
    ("currency_symbol = '¤'", "chip", None, 1000),
    ("currency = 'play money'", "chip", None, 1000),
]


@pytest.mark.parametrize(("said", "currency", "unit", "stack"), MONEY)
def test_the_money_is_what_the_file_says(said, currency, unit, stack):
    found = imported(hand("walk.phh") + said.encode())
    assert (found.record["currency"], found.record.get("unit")) == (currency, unit)
    assert found.told("opened")[0]["stacks"] == {"1": stack, "2": stack, "3": stack}


@pytest.mark.parametrize(("name", "unit"), [("half_chips", 2), ("quarter_chips", 4)])
def test_chips_that_split_are_counted_in_their_parts(name, unit):
    assert imported(hand(f"{name}.phh")).record["unit"] == unit
