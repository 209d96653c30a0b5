"""What becomes of each wager in each case, by the licensee's elections.

Source: 13:69F-24.10(a), (b), (f)1 to 3.  Odds as in `paytables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.boston_5_stud.paytables import ANTE_BONUS, ANTE_BONUS_ROWS, FIRST_SECOND, TIE
from ledger.games.boston_5_stud.procedure import MAIN_WAGERS
from ledger.games.ranks import RANK_NAMES, THREE_CARD_RANK_NAMES
from ledger.games.resolution import Verdict
from ledger.games.seam import PayTable, Prize, Submission
from ledger.games.settling import Terms, elected, won

Versus: TypeAlias = Literal["lower", "equal", "higher"]
Verdicts: TypeAlias = Mapping[str, Verdict]

BONUS_RULE: Final = "13:69F-24.10(f)3"
OPTIONAL_RULE: Final = "13:69F-24.10(a)"

LOSE: Final = Verdict("lose", "13:69F-24.10(f)1", "nj_text")
PUSH: Final = Verdict("push", "13:69F-24.10(f)2", TIE.evidence, TIE.table_id)
FORFEIT: Final = Verdict("forfeit", "13:69F-24.10(b)", "nj_text")
# Whoever takes the second wager back neither bets nor says fold; (b) knows nothing else.
FORFEIT_BY_WITHDRAWAL: Final = Verdict("forfeit", "13:69F-24.10(b),(c)", "derived")
FIRST, SECOND = (
    won("13:69F-24.10(f)3", FIRST_SECOND.evidence, FIRST_SECOND.table_id, prize)
    for prize in FIRST_SECOND.rows.values()
)
ANTE_BACK: Final = Verdict("unpaid", "13:69F-24.10(f)3", "nj_text", FIRST_SECOND.table_id)
# Odds are "to": a bonus is paid on an ante that is kept.
ANTE_KEPT: Final = Verdict("unpaid", "13:69F-24.10(f)3", "derived", FIRST_SECOND.table_id)

ALL_OPEN: Final[Verdicts] = MappingProxyType(
    dict.fromkeys(MAIN_WAGERS, Verdict("open", "13:69F-24.10(e)", "nj_text"))
)
# A folded spot has no second wager; if it has, no text says what becomes of it.
_STRAY: Final = Verdict(
    "undetermined", "13:69F-24.10(b)", "not_found", missing="the rule for a second wager after a fold"
)
FOLDED: Final[Verdicts] = {"ante": FORFEIT, "first": FORFEIT, "second": _STRAY}
WITHDRAWN: Final[Verdicts] = MappingProxyType(
    {"ante": FORFEIT_BY_WITHDRAWAL, "first": FORFEIT_BY_WITHDRAWAL, "second": _STRAY}
)

# The player's hand against the dealer's -> whether it carries an ante bonus -> each wager.
# The ante never wins even money: it loses, goes back, or carries a bonus.  Source: 24.10(f)1 to 3.
# fmt: off
MAIN: Final[Mapping[Versus, Mapping[bool, Verdicts]]] = {
    "lower":  {False: {"ante": LOSE,      "first": LOSE,  "second": LOSE},
               True:  {"ante": LOSE,      "first": LOSE,  "second": LOSE}},
    "equal":  {False: {"ante": PUSH,      "first": PUSH,  "second": PUSH},
               True:  {"ante": PUSH,      "first": PUSH,  "second": PUSH}},
    "higher": {False: {"ante": ANTE_BACK, "first": FIRST, "second": SECOND},
               True:  {"ante": ANTE_KEPT, "first": FIRST, "second": SECOND}},
}
# fmt: on

OPTIONAL_OPEN: Final = Verdict("open", OPTIONAL_RULE, "nj_text")
NOT_EXPOSED: Final = Verdict("lose", OPTIONAL_RULE, "nj_text")


@dataclass(frozen=True, slots=True)
class Elected:
    """A submission made ready to judge by.

    `optional` is the bonus by the number of the three exposed cards' rank,
    `ante_bonus` by that of the five, None for ranks that carry none.
    """

    terms: Terms
    optional: tuple[Verdict, ...]
    ante_bonus: tuple[Verdict | None, ...]
    prizes: Mapping[str, tuple[Prize, ...]]


@lru_cache(maxsize=256)
def elected_in(submission: Submission) -> Elected:
    """What the licensee elected; made once for each submission."""
    optional = submission.pay_tables["optional_bonus"]
    ante_bonus = submission.pay_tables.get("ante_bonus", ANTE_BONUS)
    tables = {
        "first": FIRST_SECOND,
        "second": FIRST_SECOND,
        "optional_bonus": optional,
        "ante_bonus": ante_bonus,
    }
    prizes = MappingProxyType(
        {"ante": (), **{wager: tuple(table.rows.values()) for wager, table in tables.items()}}
    )
    return Elected(
        terms=elected(submission, prizes),
        optional=_optional(optional),
        ante_bonus=_ante_bonus(ante_bonus),
        prizes=prizes,
    )


def _optional(table: PayTable) -> tuple[Verdict, ...]:
    """The bonus of an exposed hand by its rank, the strongest first.  A rank that the table lacks loses."""
    lost = Verdict("lose", OPTIONAL_RULE, table.evidence, table.table_id)
    wins = {
        rank: won(OPTIONAL_RULE, table.evidence, table.table_id, prize) for rank, prize in table.rows.items()
    }
    return tuple(wins.get(rank, lost) for rank in THREE_CARD_RANK_NAMES)


def _ante_bonus(table: PayTable) -> tuple[Verdict | None, ...]:
    """The bonus of five cards by their rank, the strongest first; None where they carry none."""
    wins = {
        rank: won(BONUS_RULE, table.evidence, table.table_id, prize) for rank, prize in table.rows.items()
    }
    found = wins or _ODDS_NOT_FOUND
    return tuple(found.get(rank) for rank in RANK_NAMES)


_ODDS_NOT_FOUND: Final[Verdicts] = MappingProxyType(
    {
        rank: Verdict(
            "undetermined", BONUS_RULE, "not_found", ANTE_BONUS.table_id,
            missing=f"the odds of the ante bonus for {rank}: 13:69F-24.11(c) was not read",
        )
        for rank in ANTE_BONUS_ROWS
    }
)  # fmt: skip
