"""A hand that cannot be represented is refused with a code, counted, and the others go on."""

from __future__ import annotations

import pytest

from ledger.importers.phh import Tally, records
from ledger.importers.phh.refusals import REASONS
from tests.importers.imported import hand, refused

WALK = hand("walk.phh")
HEADS_UP = hand("heads_up.phh")


def changed(document: bytes, old: str, new: str) -> bytes:
    assert old.encode() in document
    return document.replace(old.encode(), new.encode())


CASES = [
    ("not_utf8", b"\xff\xfe"),
    ("malformed_toml", b"variant = "),
    ("malformed_toml", b"x = " + b"9" * 5000),
    ("malformed_toml", b"x = " + b"[" * 5000),
    ("field_missing", b""),
    ("field_missing", changed(WALK, "antes = [0, 0, 0]", "")),
    ("field_missing", changed(WALK, "blinds_or_straddles", "blinds")),
    ("field_missing", changed(WALK, "min_bet", "max_bet")),
    ("field_missing", changed(WALK, "starting_stacks", "stacks")),
    ("field_missing", changed(WALK, "actions", "deeds")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0]")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0, -1]")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = 'none'")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0, true]")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0, nan]")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0, inf]")),
    ("field_invalid", changed(WALK, "antes = [0, 0, 0]", "antes = [0, 0, 1e999999999]")),
    ("field_invalid", changed(WALK, "starting_stacks = [1000, 1000, 1000]", "starting_stacks = [1000]")),
    ("field_invalid", changed(WALK, "starting_stacks = [1000,", "starting_stacks = [0,")),
    ("field_invalid", changed(WALK, "min_bet = 100", "min_bet = 0")),
    ("field_invalid", changed(WALK, 'actions = ["d dh p1 ????"', 'actions = [7, "d dh p1 ????"')),
    ("field_invalid", WALK + b"_unit = 'pebble'\n"),
    ("field_invalid", WALK + b"_rake = -1\n"),
    ("field_invalid", WALK + b"year = 2023\nmonth = 2\nday = 30\n"),
    ("variant_without_rules", changed(WALK, '"NT"', '"F2L3D"')),
    ("action_unreadable", changed(WALK, '"p3 f"', '"p3 x"')),
    ("action_unreadable", changed(WALK, '"p3 f"', '"p9 f"')),
    ("action_unreadable", changed(WALK, '"p3 f"', '"p3 cbr 1e3"')),
    ("action_unreadable", changed(WALK, '"p3 f"', '"p3 sd"')),
    ("action_unreadable", changed(WALK, '"p3 f"', '"q3 f"')),
    ("action_unreadable", changed(WALK, "p1 ????", "p1 XrAs")),
    ("action_unreadable", changed(WALK, "p1 ????", "p1 AsK")),
    ("action_impossible", changed(WALK, '"p3 f"', '"p3 f", "p3 cc"')),
    ("action_impossible", changed(WALK, '"p3 f"', '"p3 cbr 1001"')),
    ("action_impossible", changed(WALK, '"p3 f"', '"p3 cbr 1000", "p3 cc"')),
    ("action_impossible", changed(WALK, '"p3 f"', '"p3 cbr 0"')),
    ("action_impossible", changed(WALK, '"p3 f"', '"d db 2c3c4c5c6c7c"')),
    ("amount_too_fine", changed(WALK, "50, 100, 0", "50.00001, 100, 0")),
    ("amount_too_fine", changed(WALK, "50, 100, 0", "50.005, 100, 0") + b"currency = 'USD'\n"),
    ("cut_short", changed(hand("partial.phh"), "[195, 170, 170]", "[195, 235, 170]")),
    ("contradicts_itself", changed(WALK, "[950, 1050, 1000]", "[950, 1049, 1000]") + b"_rake = 0\n"),
    ("contradicts_itself", changed(WALK, "[950, 1050, 1000]", "[949, 1051, 1000]")),
    ("contradicts_itself", changed(WALK, "[950, 1050, 1000]", "[950, 1051, 1000]")),
    ("contradicts_itself", changed(WALK, "[950, 1050, 1000]", "[950, 950, 1000]")),
    ("contradicts_itself", changed(WALK, "[950, 1050, 1000]", "[950, 1050, 1000]\n_rake = 101")),
    ("contradicts_itself", changed(HEADS_UP, "[2500, 2500]", "[1500, 3500]")),
    ("awards_do_not_fit", changed(hand("file_decides.phh"), "[190, 210]", "[190, 205]\n_rake = 0")),
    ("not_a_record", changed(WALK, "1000, 1000, 1000]\nact", "9007199254740993, 1000, 1000]\nact")),
]


@pytest.mark.parametrize(("code", "document"), CASES)
def test_what_cannot_be_a_hand_is_refused_with_its_code(code, document):
    assert refused(document) == code


def test_every_code_is_met_in_a_test_and_says_what_it_is():
    assert {code for code, _ in CASES} == set(REASONS)


def test_a_finishing_stack_never_makes_a_winner_where_the_cards_are_known():
    # The kings are paid in the file; on the table the aces won.
    assert refused(
        HEADS_UP.replace(b"[2500, 2500]", b"[1500, 3500]").replace(b'"p2 sm",', b'"p2 sm KsKh",')
    ) == ("contradicts_itself")


def test_one_broken_hand_of_an_evening_is_counted_and_the_others_are_imported():
    tally = Tally()
    found = list(records(hand("evening.phhs"), tally=tally))
    assert [record["stream"] for record in found] == ["table", "table", "round", "round"]
    assert (tally.hands, tally.imported) == (3, 2)
    assert [(noted.where, noted.what) for noted in tally.refused] == [("- [2]", "malformed_toml")]


def test_a_refused_hand_says_what_is_wrong_with_it():
    tally = Tally()
    list(records(changed(WALK, '"p3 f"', '"p3 f", "p3 cc"'), tally=tally))
    assert tally.refused[0].why == "an action cannot follow those before it: p3 acts after he folded"
