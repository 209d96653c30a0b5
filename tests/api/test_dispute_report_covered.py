"""What the proof of a report covers: each change of it is found out, or stands under what is not proven."""

from __future__ import annotations

import json
import random

import pytest

from projections.disputes.report.checking import check
from projections.disputes.report.model import FORMAT
from projections.errors import ReportUnreadable
from tests.api.leaves import changes, checked, kept_report, unnoticed
from tests.api.reported import ROUND

# How many changes are tried of those that are all tried once in a while: `make check-exact`.
TRIED = 80


@pytest.fixture
def kept():
    return kept_report()


def test_a_report_of_this_format_made_before_is_made_again_the_same(kept):
    """Where it is not, what is derived is another thing: give the format a new number, and keep one of it."""
    found = checked(kept)
    assert (found.wrong, found.differs, found.otherwise, found.unjudged) == ((), (), (), ())
    assert kept["format"] == FORMAT
    assert found.proven == found.events > 40


def test_what_is_not_proven_is_named_item_by_item(kept):
    assert [one.where for one in checked(kept).unproven] == [
        "/as_of", "/integrity/software", "/integrity/keys", "/jurisdiction", "/video_days",
        "/windows/0/cameras", "/rounds/0/report/limits", "/rounds/0/report/tray/before",
        "/rounds/0/report/tray/between", "/rounds/0/report/tray/after", "/rounds/0/dealers",
        "/rounds/0/neighbours",
    ]  # fmt: skip


def test_a_change_is_found_out_unless_it_stands_where_nothing_is_proven(kept):
    # One of each part of which there are many.
    each = {change.pattern: change for change in random.Random(7).sample(list(changes(kept)), 4000)}
    some = random.Random(11).sample(sorted(each.values(), key=str), TRIED)
    assert list(unnoticed(kept, some)) == []


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("deadlines/0/by", "2026-12-07T20:36:05-05:00"),
        ("deadlines/0/done", None),
        ("windows/0/until", "2026-11-29T20:45:56-05:00"),
        ("contents/5/item", "complaint answered"),
        ("contents/0/asked_by", "nobody"),
        ("jurisdiction_title", "Nevada"),
        ("rounds/0/report/tray/change/total", -80_00),
        ("rounds/0/report/tray/before/total", 0),
        ("rounds/0/report/tray/elsewhere", {"TCP-02/2026-11-29/1": {}}),
        ("rounds/0/report/currency", "EUR"),
        ("rounds/0/report/verdict", "the patron is right"),
    ],
)
def test_what_follows_from_its_events_around_the_round_is_made_again_too(kept, where, value):
    *path, last = [int(name) if name.isdigit() else name for name in where.split("/")]
    inside = document = json.loads(json.dumps(kept))
    for name in path:
        inside = inside[name]
    inside[last] = value
    assert checked(document).wrong != ()


def test_a_report_of_which_a_round_was_taken_away_says_that_this_is_not_proven(kept):
    document = {**kept, "rounds": []}
    held = document["integrity"]
    events = [one for one in held["events"] if one["kind"] == "dispute"]
    positions = [one["position"] for one in events]
    document["integrity"] = {
        **held, "events": events, "first_position": min(positions), "last_position": max(positions),
    }  # fmt: skip
    found = checked(document)
    assert any(one.where == "/rounds" and ROUND in one.why for one in found.unproven) or found.wrong


def test_a_name_that_stands_twice_is_no_report(kept):
    text = json.dumps(kept)
    twice = text[:-1] + ', "status": "open"}'
    with pytest.raises(ReportUnreadable):
        check(twice.encode())


# --- withheld, or left away, where nothing had to be ---------------------------------


def withhold(document, kind, version):
    """An event is cited as those are that name a face not shown."""
    for proof in document["integrity"]["events"]:
        if (proof["kind"], proof["version"]) == (kind, version):
            proof.update(state=None, topic=None, leaf_hash=None, index=None, path=None)


def unsealed(document):
    document["integrity"].update(checkpoint=None, keys=[])
    for proof in document["integrity"]["events"]:
        proof.update(index=None, path=None)


@pytest.mark.parametrize("format_", [FORMAT, "pitledger/dispute-report/1"])
@pytest.mark.parametrize("sealed", [True, False])
def test_what_was_paid_is_not_withheld_and_told_otherwise(kept, format_, sealed):
    kept["format"] = format_
    if not sealed:
        unsealed(kept)
    (paid,) = [
        one for one in kept["rounds"][0]["report"]["timeline"]
        if one["event"]["type"] == "wager_paid" and one["event"]["wager"] == "pair_plus"
    ]  # fmt: skip
    withhold(kept, "round", paid["version"])
    paid["event"]["amount"] = 80_00
    kept["amounts"] = {**kept["amounts"], "paid": 80_00, "difference": 0}
    (wrong,) = checked(kept).wrong
    assert wrong.startswith(f"round {ROUND} #{paid['version']}: it is withheld")


def test_not_even_of_a_round_that_is_said_to_hide_a_face_is_a_payment_withheld(kept):
    unsealed(kept)
    report = kept["rounds"][0]["report"]
    kept["masked"] = report["masked"] = True
    held = kept["integrity"]
    last = max(one["version"] for one in held["events"] if one["kind"] == "round")
    closed = next(one["version"] for one in report["timeline"] if one["event"]["type"] == "closed")
    held["events"] = [
        one for one in held["events"] if one["kind"] != "round" or not closed <= one["version"] <= last
    ]
    report["timeline"] = [one for one in report["timeline"] if one["version"] < closed]
    (paid,) = [
        one for one in report["timeline"]
        if one["event"]["type"] == "wager_paid" and one["event"]["wager"] == "pair_plus"
    ]  # fmt: skip
    withhold(kept, "round", paid["version"])
    assert (
        f"round {ROUND} #{paid['version']}: it is withheld, and names no face that is not told"
        in checked(kept).wrong
    )


@pytest.mark.parametrize(("kind", "version"), [("submission", 1), ("dispute", 2), ("deck", 1), ("deck", 2)])
def test_nothing_is_withheld_that_names_no_face(kept, kind, version):
    withhold(kept, kind, version)
    (wrong,) = checked(kept).wrong
    assert wrong.startswith(kind)
    assert "it is withheld" in wrong


def test_the_submission_that_a_round_was_dealt_under_is_not_left_away(kept):
    held = kept["integrity"]
    held["events"] = [one for one in held["events"] if one["kind"] != "submission"]
    held["first_position"] = min(one["position"] for one in held["events"])
    kept["amounts"] = {**kept["amounts"], "due": 120_00, "difference": 0}
    assert (
        f"submission simulated-tcp #1: {ROUND} was dealt under it, and it is not cited" in checked(kept).wrong
    )


def test_for_how_long_video_is_kept_is_not_left_away(kept):
    kept.update(video_days=None, deadlines=[])
    assert checked(kept).wrong == ("/video_days: it is missing",)


def test_of_format_1_the_deadlines_that_hang_on_no_setting_are_made_again(kept):
    (other,) = [one for one in kept["deadlines"] if one["kind"] == "preserve_video"]
    earlier = {name: value for name, value in kept.items() if name != "video_days"}
    earlier |= {"format": "pitledger/dispute-report/1", "deadlines": [{**other, "kind": "answer"}]}
    assert checked(earlier).differs == ("/deadlines: it is not what the events make of it",)


# --- made by another version ------------------------------------------------------


def test_a_report_of_an_earlier_format_is_not_called_altered_where_it_is_made_otherwise(kept):
    earlier = {name: value for name, value in kept.items() if name != "video_days"}
    earlier["format"] = "pitledger/dispute-report/1"
    found = checked(earlier)
    # Made again the same, it holds, whichever made it.
    assert (found.holds, len(found.otherwise)) == (True, 1)
    assert "/deadlines" in [one.where for one in found.unproven]
    earlier["amounts"] = {**earlier["amounts"], "difference": 0}
    found = checked(earlier)
    assert (found.wrong, found.holds) == ((), False)
    assert found.differs == ("/amounts: it is not what the events make of it",)
    # Its events are proven whatever made it.
    earlier["integrity"]["events"][0]["state"] = earlier["integrity"]["events"][0]["state"].replace(
        "S-7", "S-8"
    )
    assert checked(earlier).wrong != ()


def test_a_report_judged_by_other_rules_is_not_called_altered_either(kept):
    text = json.dumps(kept).replace('"rules_version": "1"', '"rules_version": "0"')
    found = check(text.encode())
    assert (found.wrong, found.holds) == ((), False)
    assert found.otherwise == (
        f"{ROUND} is judged by rules version 0 of three_card_poker, and this program has 1",
    )


def test_a_format_that_is_not_known_is_told_so(kept):
    with pytest.raises(ReportUnreadable) as refused:
        checked({**kept, "format": "pitledger/dispute-report/99", "more": 1})
    assert "check it with the program that made it" in refused.value.message
