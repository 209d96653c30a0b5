"""What becomes of each wager in each case, by the licensee's elections.

Source: 13:69F-20.10(b), (c); qualifying, void and odds as in `paytables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.ranks import RANK_NAMES, THREE_CARD_RANK_NAMES
from ledger.games.resolution import Verdict
from ledger.games.seam import PayTable, Prize, Submission
from ledger.games.settling import Terms, elected, won
from ledger.games.three_card_poker.paytables import (
    NOT_QUALIFIED,
    QUALIFIED,
    QUALIFIES,
    ROYAL_DIAMONDS,
    ROYAL_OTHER,
    TIE,
)
from ledger.games.three_card_poker.procedure import WAGERS

Versus: TypeAlias = Literal["lower", "equal", "higher"]
Alternative: TypeAlias = Literal["table_wide", "player_by_player"]
Verdicts: TypeAlias = Mapping[str, Verdict]
ByRank: TypeAlias = Mapping[str, Verdict]

AT_SETTLEMENT: Final = "13:69F-20.10(c)"
AT_DECISION: Final = "13:69F-20.10(b)"
# The paragraph that collects losing wagers, and the one that pays winning ones.
COLLECTS: Final[Mapping[Alternative, str]] = MappingProxyType(
    {"table_wide": "13:69F-20.10(c)1ii", "player_by_player": "13:69F-20.10(c)2ii"}
)
PAYS: Final[Mapping[Alternative, str]] = MappingProxyType(
    {"table_wide": "13:69F-20.10(c)1iii", "player_by_player": "13:69F-20.10(c)2ii"}
)

OPEN: Final = Verdict("open", AT_SETTLEMENT, "nj_text")
ALL_OPEN: Final[Verdicts] = MappingProxyType(dict.fromkeys(WAGERS, OPEN))
FORFEIT: Final = Verdict("forfeit", AT_DECISION, "nj_text")
# A folded spot has no play wager; if it has, no text says what becomes of it.
_STRAY: Final = Verdict("undetermined", AT_DECISION, "not_found", missing="the rule for a wager after a fold")
FOLDED: Final[Verdicts] = MappingProxyType({"ante": FORFEIT, "play": _STRAY})
LIVES: Final = Verdict("open", "13:69F-20.10(b),(c)", "nj_text")
FOLDED_SIDES: Final[Verdicts] = MappingProxyType({"pair_plus": FORFEIT, "six_card_bonus": LIVES})
# A fold of ante and six-card bonus without a pair plus is no case that the text names.
FOLDED_UNNAMED: Final[Verdicts] = MappingProxyType({**FOLDED, "ante": replace(FORFEIT, evidence="derived")})
FOLDED_SIDES_UNNAMED: Final[Verdicts] = MappingProxyType(
    {"six_card_bonus": replace(LIVES, evidence="derived")}
)


def after_fold(verdict: Verdict) -> Verdict:
    """The verdict of a six-card bonus that a fold left alive: that stands in 20.10(b)."""
    return replace(verdict, rule=verdict.rule.replace("20.10(c)", "20.10(b),(c)"))


def _main(alternative: Alternative) -> Mapping[bool, Mapping[Versus, Verdicts]]:
    """Whether the dealer qualifies -> the player's hand against the dealer's -> ante and play.

    Source: published rules, SOURCES.md 1; 20.10(c) pays and collects without saying what wins.
    """
    rule, ante, play = PAYS[alternative], QUALIFIED.rows["ante"], QUALIFIED.rows["play"]
    lose = Verdict("lose", COLLECTS[alternative], "mixed")
    push = Verdict("push", AT_SETTLEMENT, TIE.evidence, TIE.table_id)
    void = Verdict("void", AT_SETTLEMENT, NOT_QUALIFIED.evidence, NOT_QUALIFIED.table_id)
    alone = won(rule, NOT_QUALIFIED.evidence, NOT_QUALIFIED.table_id, NOT_QUALIFIED.rows["ante"])
    ante_won = won(rule, QUALIFIED.evidence, QUALIFIED.table_id, ante)
    play_won = won(rule, QUALIFIED.evidence, QUALIFIED.table_id, play)
    # fmt: off
    return {
        False: {"lower":  {"ante": alone,    "play": void},
                "equal":  {"ante": alone,    "play": void},
                "higher": {"ante": alone,    "play": void}},
        True:  {"lower":  {"ante": lose,     "play": lose},
                "equal":  {"ante": push,     "play": push},
                "higher": {"ante": ante_won, "play": play_won}},
    }
    # fmt: on


def _by_rank(table: PayTable, ranks: tuple[str, ...], alternative: Alternative) -> ByRank:
    """Each rank a hand can have -> the wager.  A rank that the table lacks loses."""
    lost = Verdict("lose", COLLECTS[alternative], table.evidence, table.table_id)
    return MappingProxyType({**dict.fromkeys(ranks, lost), **_prizes(table, alternative)})


def _prizes(table: PayTable, alternative: Alternative) -> ByRank:
    """Each rank that a table pays -> what it pays."""
    rule = PAYS[alternative]
    return {rank: won(rule, table.evidence, table.table_id, prize) for rank, prize in table.rows.items()}


@dataclass(frozen=True, slots=True)
class Elected:
    """A submission made ready to judge by.

    `qualifies` is the strength from which the dealer does.  `ante_bonus` and
    `pair_plus` are by the number of the three cards' rank, None where no ante bonus
    is paid; the six-card bonus is by the name of every rank, `six_card_after_fold`
    that which a fold left alive.  Only with `six_card_royals` does it matter to
    that bonus whether all six cards are of a suit.
    """

    terms: Terms
    alternative: Alternative
    qualifies: int
    main: Mapping[bool, Mapping[Versus, Verdicts]]
    ante_bonus: tuple[Verdict | None, ...]
    pair_plus: tuple[Verdict, ...]
    six_card_bonus: ByRank
    six_card_after_fold: ByRank
    six_card_royals: bool
    prizes: Mapping[str, tuple[Prize, ...]]


@lru_cache(maxsize=256)
def elected_in(submission: Submission) -> Elected:
    """What the licensee elected; made once for each submission."""
    alternative, tables = submission.options["settlement"], submission.pay_tables
    six = tables["six_card_bonus"]
    pays = {"ante": QUALIFIED, "play": QUALIFIED, **tables}
    six_card_bonus = _by_rank(six, RANK_NAMES, alternative)
    pair_plus = _by_rank(tables["pair_plus"], THREE_CARD_RANK_NAMES, alternative)
    prizes = MappingProxyType({wager: tuple(table.rows.values()) for wager, table in pays.items()})
    return Elected(
        terms=elected(submission, prizes),
        alternative=alternative,
        qualifies=QUALIFIES[submission.options["dealer_qualifies"]],
        main=_main(alternative),
        ante_bonus=tuple(map(_prizes(tables["ante_bonus"], alternative).get, THREE_CARD_RANK_NAMES)),
        pair_plus=tuple(pair_plus[rank] for rank in THREE_CARD_RANK_NAMES),
        six_card_bonus=six_card_bonus,
        six_card_after_fold=MappingProxyType({rank: after_fold(row) for rank, row in six_card_bonus.items()}),
        six_card_royals=ROYAL_DIAMONDS in six.rows or ROYAL_OTHER in six.rows,
        prizes=prizes,
    )
