"""What each wager should win: the bonus counted over all deals, the rest as it was published."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from ledger.cards import DECK
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.figures import Figure
from ledger.games.texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from ledger.games.texas_holdem_bonus.expectation import DEALS, LOSES
from ledger.games.texas_holdem_bonus.paytables import ACES, BONUS, BOTH_ACES, ROW_OF


def figures(rows: dict[str, str] | None = None, **options: Any) -> tuple[Figure, ...]:
    given: dict[str, Any] = {"pay_tables": {"bonus": rows} if rows else {}, "options": options}
    return TEXAS_HOLDEM_BONUS.expected(
        elections.inline(TEXAS_HOLDEM_BONUS, InlineSubmission.model_validate(given))
    )


def test_the_rows_of_the_bonus_come_as_often_as_they_should():
    found: Counter[str] = Counter()
    for own in combinations(DECK, 2):
        row = ROW_OF[own] or LOSES
        aces = sum(card[0] == "A" for card in DECK if card not in own)
        both = comb(aces, 2) if row == ACES else 0
        found[BOTH_ACES] += both
        found[row] += comb(50, 2) - both
    assert found == DEALS
    assert found.total() == comb(52, 2) * comb(50, 2) == 1_624_350


def test_the_edge_of_the_bonus_is_what_its_rows_come_to():
    odds = {row: int(str(prize).removesuffix(":1")) for row, prize in BONUS.rows.items()}
    net = sum(count * -odds.get(row, -1) for row, count in DEALS.items())
    assert figures()[1].edge == Fraction(net, 1_624_350)


def test_without_a_row_for_the_dealers_aces_the_players_win_what_aces_win():
    rows = {row: str(prize) for row, prize in BONUS.rows.items() if row != BOTH_ACES}
    both = {**rows, BOTH_ACES: rows[ACES]}
    assert figures(rows)[1].edge == figures(both)[1].edge


@pytest.mark.parametrize(
    ("ante_pays_from", "edge", "is_variance_known"),
    [("straight", "0.02037", True), ("flush", "0.055935", False)],
)
def test_the_main_wagers_have_the_figure_that_was_published(ante_pays_from, edge, is_variance_known):
    main = figures(ante_pays_from=ante_pays_from)[0]
    assert main.wagers == ("ante", "flop", "turn", "river")
    assert (main.basis, main.edge) == ("published", Fraction(edge))
    assert "wizardofodds.com" in main.source
    assert (main.spread is not None) is is_variance_known
