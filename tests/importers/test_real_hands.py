"""Real hands of no-limit, limit and short-deck hold 'em, where there is a folder of them.

PITLEDGER_HANDS names it.  Every hand has to be imported, and every player has
to end with what the file says, from pots and awards that are ours.
"""

from __future__ import annotations

import os
import sys
import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from ledger.importers.phh import Tally, records
from ledger.importers.phh.hand import KINDS
from tests.importers.imported import HANDS, Record, judged

FOLDER = Path(os.environ.get("PITLEDGER_HANDS", HANDS))
REAL = "PITLEDGER_HANDS" in os.environ
BY_PLAYER = ("finishing_stacks", "_put_in", "_returned", "_collected")
# A file that leaves out the fold of its last player: two findings, and both are so.
ARGUED = {"action_out_of_turn", "board_dealt_early"}


def single_hands() -> list[Path]:
    """The files of one hand whose variant has rules here, in the order in which a folder is imported."""
    files = sorted(path for path in FOLDER.rglob("*.phh") if path.is_file())
    return [path for path in files if fields(path)["variant"] in KINDS]


def fields(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)


def scale(record: Record, said: dict[str, object]) -> int:
    """Units of the record for 1 of the file, as its fields say."""
    if record["currency"] == "chip":
        return int(str(record.get("unit", 1)))
    return 1 if said.get("_unit") == "cent" else 100


def of_each(said: dict[str, object], name: str, units: int) -> list[Fraction] | None:
    listed = said.get(name)
    if not isinstance(listed, list):
        return None
    return [Fraction(amount) * units if Decimal(amount).is_finite() else Fraction(0) for amount in listed]


def spots_of(said: dict[str, object]) -> list[int]:
    """The spot of each player: his seat, or his number where the file's seats are no spots."""
    seats, stacks = said.get("seats"), said["starting_stacks"]
    assert isinstance(stacks, list)
    return seats if isinstance(seats, list) and 0 not in seats else list(range(1, len(stacks) + 1))


@pytest.mark.parametrize("path", single_hands(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_player_ends_with_what_the_file_says(path):
    said = fields(path)
    *_, record = records(path)
    state, judgement = judged(record)
    units, pot = scale(record, said), state.pot
    spots = spots_of(said)
    start = of_each(said, "starting_stacks", units) or []
    ours = {
        "_put_in": [pot.put_in.get(spot, 0) for spot in spots],
        "_returned": [pot.returned.get(spot, 0) for spot in spots],
        "_collected": [pot.awarded.get(spot, 0) for spot in spots],
    }
    ours["finishing_stacks"] = [
        stack - put + back + won for stack, put, back, won in zip(start, *ours.values(), strict=True)
    ]
    told = {name: of_each(said, name, units) for name in BY_PLAYER}
    assert {name: ours[name] for name, amounts in told.items() if amounts is not None} == {
        name: amounts for name, amounts in told.items() if amounts is not None
    }
    assert pot.rake == Fraction(str(said.get("_rake", pot.rake / Fraction(units)))) * units
    if "_total_pot" in said:
        assert sum(line.amount for line in judgement.adjudication.pots) == said["_total_pot"]
    if state.closed_at is not None:
        assert pot.content == 0
    assert {finding.code for finding in judgement.findings} <= ARGUED


def test_all_of_them_are_imported(capsys):
    tally = Tally()
    rounds = [record for record in records(FOLDER, tally=tally) if record["stream"] == "round"]
    with capsys.disabled():
        sys.stdout.write(f"\n{len(rounds)} hands imported, {len(tally.told)} with awards from the file\n")
    assert [noted for noted in tally.refused if noted.what != "variant_without_rules"] == [] or not REAL
    assert len(rounds) == tally.imported
    assert len(rounds) >= len(single_hands())


@pytest.mark.skipif(not REAL, reason="PITLEDGER_HANDS names no folder of real hands")
def test_real_hands_are_nearly_always_whole_and_decided_by_the_cards():
    tally = Tally()
    list(records(FOLDER, tally=tally))
    assert tally.imported >= 100
    assert len(tally.told) + len(tally.unfinished) <= 2
