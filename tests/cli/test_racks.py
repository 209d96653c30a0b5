"""`pitledger rack`: the discard rack for people and for programs, and against the cards as found."""

import json

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up

KEY = "THB-03/2026-11-28/412"


@pytest.fixture(scope="module")
def pit(module_env):
    """The worked round in the views."""
    files = [WORKED / "setup.ndjson", WORKED / "round_thb_412.json"]
    run("record", *files, env=module_env)
    let_views_catch_up(module_env)
    return module_env


@pytest.fixture
def rack(pit):
    """Its rack as a document."""
    (told,) = lines(run("rack", "show", "--until", KEY, "--json", env=pit).stdout)
    return told


def cards(rack):
    return [card["card"] for one in rack["rounds"] for pile in one["piles"] for card in pile["cards"]]


def check(pit, faces, *more):
    given = "\n".join(face or "?" for face in faces)
    return run("rack", "check", "-", "--until", KEY, *more, given=given, env=pit)


def test_a_rack_is_shown_for_programs(rack):
    assert (rack["order"], rack["until"], rack["table"]) == ("back_to_front", KEY, "THB-03")
    assert rack["begins"] == {
        "round": KEY,
        "because": "shuffled_after_each_round",
        "recorded": False,
        "rule": "13:69F-14.5(a)",
        "evidence": "derived",
        "detail": "no shuffle is recorded; by the rules the whole deck is shuffled after each round",
    }
    assert rack["size"] == len(cards(rack))


def test_a_rack_is_shown_for_people(pit, rack):
    said = run("rack", "show", "--table", "THB-03", env=pit).stdout
    assert f"discard rack after {KEY}: {rack['size']} cards" in said
    for words in (
        "back to front",
        "no shuffle is recorded",
        "13:69F-14.5(a), derived",
        "burn",
        "spot 1",
        "dealer",
    ):
        assert words in said, words


def test_a_rack_that_is_as_recorded_ends_with_0(pit, rack):
    done = check(pit, cards(rack))
    assert (done.returncode, "they agree" in done.stdout) == (0, True)
    (told,) = lines(check(pit, cards(rack), "--json").stdout)
    assert (told["agrees"], told["differences"]) == (True, [])


def test_a_list_in_json_is_as_good_as_text(pit, rack, tmp_path):
    path = tmp_path / "found.json"
    path.write_text(json.dumps(cards(rack)))
    assert run("rack", "check", path, "--until", KEY, env=pit).returncode == 0


def test_a_card_that_is_missing_is_named_with_its_hand_and_ends_with_1(pit, rack):
    found = cards(rack)
    hand = next(pile for pile in rack["rounds"][0]["piles"] if pile["kind"] == "hand" and pile["ordered"])
    place, card = hand["cards"][0]["place"], hand["cards"][0]["card"]
    done = check(pit, [*found[: place - 1], *found[place:]])
    assert done.returncode == 1
    assert f"they part at place {place} from the back" in done.stdout
    assert f"missing: {card} (" in done.stdout
    rest = " ".join(card["card"] for card in hand["cards"][1:])
    assert f"the rack has {rest}\n" in done.stdout


def test_what_is_implied_is_said_for_programs(pit, rack):
    hands = [pile for pile in rack["rounds"][0]["piles"] if pile["kind"] == "hand" and pile["ordered"]]
    one, other = hands[0]["cards"][0], hands[-1]["cards"][-1]
    found = cards(rack)
    first, second = found.index(one["card"]), found.index(other["card"])
    found[first], found[second] = found[second], found[first]
    done = check(pit, found, "--json")
    (told,) = lines(done.stdout)
    (said,) = told["differences"]
    assert (done.returncode, said["kind"], told["first_difference"]) == (1, "exchanged", first + 1)
    assert {hand["hand"] for hand in said["implies"]} == {hands[0]["hand"], hands[-1]["hand"]}
    assert other["card"] in said["implies"][0]["found"]


def test_a_card_found_twice_is_named_with_its_places_and_ends_with_1(pit, rack):
    found = cards(rack)
    place = found.index("As") + 1
    done = check(pit, [*found, "As"])
    assert done.returncode == 1
    assert "doubled: As is there 2 times, and the deck has it once" in done.stdout
    assert f"  place {place}: " in done.stdout
    assert f"  place {len(found) + 1}: recorded nowhere in this rack" in done.stdout


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "rack_unreadable"),
        ("{}", "rack_unreadable"),
        (b"\xff\xfe", "rack_unreadable"),
        ("? " * 40_000, "rack_unreadable"),
        ("As 1x", "impossible_card"),
        ("? " * 417, "too_many_cards"),
    ],
)
def test_what_cannot_be_a_rack_is_refused_with_what_to_do_next(pit, given, code):
    done = run("rack", "check", "-", "--until", KEY, given=given, env=pit)
    assert (done.returncode, done.stdout) == (2, "")
    said, following = done.stderr.splitlines()
    assert said.startswith(f"{code}: ")
    assert following.startswith("  next: ")


def test_a_rack_of_nothing_named_is_a_mistake_of_typing(pit):
    done = run("rack", "show", env=pit)
    assert (done.returncode, done.stderr.splitlines()[0].partition(":")[0]) == (2, "invalid_query")
    done = run("rack", "check", "no-such-file", "--until", KEY, env=pit)
    assert done.returncode == 2


def test_a_round_that_is_not_recorded_is_told_so(pit):
    done = run("rack", "show", "--until", "THB-03/2026-11-28/9", env=pit)
    assert (done.returncode, done.stderr.splitlines()[0].partition(":")[0]) == (1, "round_not_found")
