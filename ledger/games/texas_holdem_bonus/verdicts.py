"""What becomes of each wager in each case, by the licensee's elections.

Source: 13:69F-28.10(a)2, (h)1 to 4.  Odds as in `paytables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.resolution import Verdict
from ledger.games.seam import PayTable, Prize, Submission
from ledger.games.settling import Terms, elected, won
from ledger.games.texas_holdem_bonus.paytables import ANTE, BONUS, BOTH_ACES, MAIN, REACHES, TIE
from ledger.games.texas_holdem_bonus.procedure import MAIN_WAGERS

Versus: TypeAlias = Literal["lower", "equal", "higher"]
Verdicts: TypeAlias = Mapping[str, Verdict]

LOSE: Final = Verdict("lose", "13:69F-28.10(h)1", "nj_text")
PUSH: Final = Verdict("push", "13:69F-28.10(h)3", TIE.evidence, TIE.table_id)
FORFEIT: Final = Verdict("forfeit", "13:69F-28.10(a)2", "nj_text")
WINS: Final[Verdicts] = MappingProxyType(
    {
        wager: won("13:69F-28.10(h)2", MAIN.evidence, MAIN.table_id, prize)
        for wager, prize in MAIN.rows.items()
    }
)

ALL_OPEN: Final[Verdicts] = MappingProxyType(
    dict.fromkeys(MAIN_WAGERS, Verdict("open", "13:69F-28.10(g)", "nj_text"))
)
# A folded spot has no later wagers; if it has, no text says what becomes of them.
_STRAY: Final = Verdict(
    "undetermined", "13:69F-28.10(a)", "not_found", missing="the rule for a wager after a fold"
)
FOLDED: Final[Verdicts] = {**dict.fromkeys(MAIN_WAGERS, _STRAY), "ante": FORFEIT}


def _main(ante: PayTable) -> Mapping[Versus, Mapping[bool, Verdicts]]:
    """The player's hand against the dealer's -> whether it reaches the ante's threshold -> each wager.

    Source: 28.10(h)1 to 3.  That an ante below the threshold goes back is
    deduced: nothing pays it and nothing lets the dealer collect it.
    """
    (prize,) = ante.rows.values()
    paid = won("13:69F-28.10(h)2", ante.evidence, ante.table_id, prize)
    back = Verdict("unpaid", "13:69F-28.10(h)2", "derived", ante.table_id)
    flop, turn, river = WINS["flop"], WINS["turn"], WINS["river"]
    # fmt: off
    return {
        "lower":  {False: {"ante": LOSE, "flop": LOSE, "turn": LOSE, "river": LOSE},
                   True:  {"ante": LOSE, "flop": LOSE, "turn": LOSE, "river": LOSE}},
        "equal":  {False: {"ante": PUSH, "flop": PUSH, "turn": PUSH, "river": PUSH},
                   True:  {"ante": PUSH, "flop": PUSH, "turn": PUSH, "river": PUSH}},
        "higher": {False: {"ante": back, "flop": flop, "turn": turn, "river": river},
                   True:  {"ante": paid, "flop": flop, "turn": turn, "river": river}},
    }
    # fmt: on


def _bonus(table: PayTable, rule: str) -> Mapping[str | None, Verdict]:
    """The row that two cards are in, None where in none -> the bonus.  A row that the table lacks loses."""
    lost = Verdict("lose", rule, table.evidence, table.table_id)
    wins = {row: won(rule, table.evidence, table.table_id, prize) for row, prize in table.rows.items()}
    return MappingProxyType({None: lost, **dict.fromkeys(BONUS.rows, lost), **wins})


@dataclass(frozen=True, slots=True)
class Elected:
    """A submission made ready to judge by.

    `reaches` is the strength from which the ante is paid; `bonus` and
    `bonus_after_fold` are by row, and only with `both_aces` do the dealer's
    cards matter to them.
    """

    terms: Terms
    reaches: int
    main: Mapping[Versus, Mapping[bool, Verdicts]]
    bonus: Mapping[str | None, Verdict]
    bonus_after_fold: Mapping[str | None, Verdict]
    both_aces: bool
    prizes: Mapping[str, tuple[Prize, ...]]


@lru_cache(maxsize=256)
def elected_in(submission: Submission) -> Elected:
    """What the licensee elected; made once for each submission."""
    pays_from, bonus = submission.options["ante_pays_from"], submission.pay_tables["bonus"]
    tables = {"ante": ANTE[pays_from], "flop": MAIN, "turn": MAIN, "river": MAIN, "bonus": bonus}
    prizes = MappingProxyType({wager: tuple(table.rows.values()) for wager, table in tables.items()})
    return Elected(
        terms=elected(submission, prizes),
        reaches=REACHES[pays_from],
        main=_main(ANTE[pays_from]),
        bonus=_bonus(bonus, "13:69F-28.10(h)4"),
        bonus_after_fold=_bonus(bonus, "13:69F-28.10(a)2i"),
        both_aces=BOTH_ACES in bonus.rows,
        prizes=prizes,
    )
