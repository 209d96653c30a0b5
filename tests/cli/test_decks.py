"""`pitledger deck` and `pitledger patterns`: what people read, what programs do, and how the commands end."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up
from tests.projections.pit import table
from tests.scenario import dealt, event, opened, placed, round_record
from tests.scenarios.shoe import coups, deck, happened, in_use

AT = datetime.fromisoformat("2026-11-28T20:00:00-05:00")
MINUTE = timedelta(minutes=1)
SPADES = [rank + "s" for rank in "23456789TJQK"]


@pytest.fixture(scope="module")
def pit(module_env):
    """The worked round; a deck dealt in order, of which a card was found missing; rounds that name none."""
    found = happened(AT + 20 * MINUTE, "card_found", card="7h", state="missing", where="the well")
    in_order = [{1: SPADES[2 * n : 2 * n + 2]} for n in range(6)]
    unnamed = coups(101, AT + 10 * MINUTE, MINUTE, "?", [{1: ("5c", "6d")}] * 2)
    for one in unnamed:
        del one["deck"]
    begun = [opened(), placed(1, "main", 10_00), dealt(1, "Kd", "up")]
    records = [
        table(), deck("S-9", *in_use(AT), found), *coups(1, AT + MINUTE, MINUTE, "S-9", in_order), *unnamed,
        round_record(*begun, event("voided", reason="misdeal"), number=50, deck="S-9"),
    ]  # fmt: skip
    run("record", WORKED / "setup.ndjson", WORKED / "round_thb_412.json", env=module_env)
    done = run("record", "-", given="\n".join(map(json.dumps, records)), env=module_env)
    assert done.returncode == 0, done.stderr
    let_views_catch_up(module_env)
    return module_env


def said(pit, *asked, code=0):
    done = run(*asked, env=pit)
    assert (done.returncode, done.stderr) == (code, ""), done.stderr
    return done.stdout


def test_a_deck_is_shown_with_what_is_missing_and_since_when_nobody_knows(pit):
    assert "GEM-77" in said(pit, "deck", "list")
    shown = said(pit, "deck", "show", "S-9")
    assert "7h missing, nobody knows since when, not yet at 2026-11-28 20:00:00-05:00" in shown
    assert "51 cards -1 7h" in shown
    assert "finding card_missing_in_play #5" in shown
    at = said(pit, "deck", "show", "S-9", "--at", AT.isoformat())
    assert ": 52 cards\n" in at


def test_what_a_fault_touched_says_what_is_not_counted_and_what_was_voided(pit):
    told = said(pit, "deck", "impact", "S-9", "--missing", "7h")
    assert "7 rounds, 7 hands, 7 wagers of 310.00; the patrons won -300.00" in told
    assert "of the rounds 1 voided" in told
    assert "2 more rounds were dealt where the deck lay and name no deck" in told
    assert "says of no time that it was so" in said(pit, "deck", "impact", "S-9", "--extra", "7h")
    (found,) = lines(said(pit, "deck", "impact", "S-9", "--to", (AT + 3 * MINUTE).isoformat(), "--json"))
    assert (found["rounds"], found["by_status"]) == (2, {"closed": 2})


def test_cards_in_order_end_the_command_with_1(pit):
    told = said(pit, "deck", "order", "S-9", code=1)
    # The card of the voided round was dealt, too.
    assert "13 cards of 7 rounds dealt from S-9" in told
    assert "11 of 12 cards followed their neighbour in a deck sorted by suit" in told
    said(pit, "deck", "order", "S-9", "--to", (AT + 2 * MINUTE).isoformat())


def test_mistakes_are_ranked_with_their_rounds(pit):
    told = said(pit, "patterns", "--from", "2026-11-28", "--rounds")
    assert "few: under 5 rounds, too few to conclude" in told
    assert "mispayment: D-1187, THB-03/4" in told
    assert "THB-03/2026-11-28/412" in told
    first = said(pit, "patterns", "--from", "2026-11-28", "--as-known-at", "2020-01-01T00:00:00Z")
    assert "mispayment" not in first


@pytest.mark.parametrize(
    ("asked", "code", "refusal"),
    [
        (("deck", "show", "S-8"), 1, "deck_not_found"),
        (("deck", "show", "S 9"), 2, "invalid_reference"),
        (("deck", "impact", "S-9", "--missing", "1s"), 2, "invalid_query"),
        (("deck", "order", "S-9", "--from", AT.isoformat(), "--to", AT.isoformat()), 2, "invalid_query"),
        (("deck", "burn", "S-9", "--as-of", "999999"), 2, "invalid_query"),
        (("deck", "burn", "S-9", "--jurisdiction", "XX"), 1, "jurisdiction_not_found"),
        (("patterns", "--from", "2026-11-28", "--to", "2026-11-27"), 2, "invalid_query"),
        (("patterns", "--from", "2026-11-28", "--table", "T-99"), 1, "table_not_found"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_its_code(pit, asked, code, refusal):
    done = run(*asked, env=pit)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.partition(":")[0] == refusal
