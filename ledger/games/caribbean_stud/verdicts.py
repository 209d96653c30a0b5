"""What becomes of each wager in each case, by the licensee's elections.

Source: 13:69F-16.10(a), (c), (e), (f), 16.11(a).  Odds as in `paytables`.  Who
has a qualifying hand is law in word and published in number, so that whatever
hangs on it is `mixed`, and what is paid by published odds no better than those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.caribbean_stud.paytables import ANTE_NO_HAND, ANTE_WIN, BET_NO_HAND, QUALIFIES
from ledger.games.ranks import RANK_NAMES
from ledger.games.resolution import Verdict
from ledger.games.seam import PayTable, Prize, Submission
from ledger.games.settling import Terms, elected, won

Versus: TypeAlias = Literal["lower", "equal", "higher"]
Verdicts: TypeAlias = Mapping[str, Verdict]

MAIN_WAGERS: Final = ("ante", "bet")
PROGRESSIVE: Final = "progressive"
PROGRESSIVE_RULE: Final = "13:69F-16.11(a)"


def _both(verdict: Verdict) -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, verdict)


ALL_OPEN: Final = _both(Verdict("open", "13:69F-16.10(d)", "nj_text"))
LOSE: Final = _both(Verdict("lose", "13:69F-16.10(e)1", "mixed"))
PUSH: Final = _both(Verdict("push", "13:69F-16.10(e)2", "mixed"))
FORFEIT: Final = Verdict("forfeit", "13:69F-16.10(a)", "nj_text")
# A folded spot has no bet; if it has, no text says what becomes of it.
_STRAY: Final = Verdict(
    "undetermined", "13:69F-16.10(a)", "not_found", missing="the rule for a bet after a fold"
)
FOLDED: Final[Verdicts] = {"ante": FORFEIT, "bet": _STRAY}
# "All wagers" of those who communicate, so that of the progressive too.
COMMUNICATED: Final = Verdict("forfeit", "13:69F-16.10(c)", "nj_text")
ALL_FORFEIT: Final = _both(COMMUNICATED)

# No better known than its odds, nor than the hand from which the dealer qualifies.
ANTE_PAID: Final = {
    table.table_id: won(
        rule,
        "mixed" if table.evidence == "nj_text" else table.evidence,
        table.table_id,
        table.rows["any_hand"],
    )
    for table, rule in ((ANTE_WIN, "13:69F-16.10(e)3"), (ANTE_NO_HAND, "13:69F-16.10(f)2"))
}
# Every ante wins and every bet is void, whatever the players hold.
DEALER_HAS_NONE: Final[Verdicts] = {
    "ante": ANTE_PAID[ANTE_NO_HAND.table_id],
    "bet": Verdict("void", "13:69F-16.10(f)3", "mixed", BET_NO_HAND.table_id),
}

# The progressive: before the cards are shown, after a fold, and where the hand has no row.
PROGRESSIVE_OPEN: Final = Verdict("open", PROGRESSIVE_RULE, "nj_text")
PROGRESSIVE_FOLDED: Final = Verdict("forfeit", "13:69F-16.10(a)", "derived")


def _main(bet: PayTable) -> Mapping[Versus, tuple[Verdicts, ...]]:
    """The player's hand against the dealer's -> the number of its rank -> each wager.

    Source: 16.10(e)1 to 3.
    """
    ranks = len(RANK_NAMES)
    return {
        "lower": (LOSE,) * ranks,
        "equal": (PUSH,) * ranks,
        "higher": tuple(_higher(bet, rank) for rank in RANK_NAMES),
    }


def _higher(bet: PayTable, rank: str) -> Verdicts:
    """A bet that wins is paid by its rank; where the table does not say how much, nobody can."""
    prize, rule = bet.rows.get(rank), "13:69F-16.10(e)3"
    unsaid = Verdict(
        "undetermined", rule, "not_found", bet.table_id, missing=f"what the bet wins on a {rank}"
    )
    paid = unsaid if prize is None else won(rule, bet.evidence, bet.table_id, prize)
    return {"ante": ANTE_PAID[ANTE_WIN.table_id], "bet": paid}


@dataclass(frozen=True, slots=True)
class Elected:
    """A submission made ready to judge by.

    `qualifies` is the strength from which the dealer has a hand, `progressive`
    the prize of each rank that has one; `by_own_hand` is what becomes of it by
    the number of the rank, None where it wins a share of a meter.
    """

    terms: Terms
    qualifies: int
    main: Mapping[Versus, tuple[Verdicts, ...]]
    progressive: PayTable
    progressive_lost: Verdict
    keeps_stake: bool
    paid_from: str | None
    shares_meter: bool
    prizes: Mapping[str, tuple[Prize, ...]]
    by_own_hand: tuple[Verdict | None, ...] = ()

    def as_paid(self, verdict: Verdict) -> Verdict:
        """A progressive as the licensee pays it: whether the stake is kept, and paid from where.

        One with odds wins, though it may not be known how much.
        Source: `progressive_stake_returned`, `progressive_paid_from`.
        """
        if verdict.odds is None:
            return verdict
        return replace(verdict, keeps_stake=self.keeps_stake, paid_from=self.paid_from)


@lru_cache(maxsize=256)
def elected_in(submission: Submission) -> Elected:
    """What the licensee elected; made once for each submission."""
    options, bet = submission.options, submission.pay_tables["bet"]
    progressive = submission.pay_tables[PROGRESSIVE]
    tables = {"ante": ANTE_WIN, "bet": bet, PROGRESSIVE: progressive}
    prizes = MappingProxyType({wager: tuple(table.rows.values()) for wager, table in tables.items()})
    found = Elected(
        terms=elected(submission, prizes),
        qualifies=QUALIFIES[options["dealer_qualifies"]],
        main=_main(bet),
        progressive=progressive,
        progressive_lost=Verdict("lose", PROGRESSIVE_RULE, progressive.evidence, progressive.table_id),
        keeps_stake=not options["progressive_stake_returned"],
        paid_from="cage" if options["progressive_paid_from"] == "cage" else None,
        shares_meter=options["progressive_winners"] == "share_meter",
        prizes=prizes,
    )
    return replace(found, by_own_hand=_by_own_hand(found))


def _by_own_hand(elected: Elected) -> tuple[Verdict | None, ...]:
    """The progressive by the rank of the hand, the strongest first; a rank that the table lacks loses."""
    table = elected.progressive
    wins = {
        rank: elected.as_paid(won(PROGRESSIVE_RULE, table.evidence, table.table_id, prize))
        for rank, prize in table.rows.items()
    }
    every = [wins.get(rank, elected.progressive_lost) for rank in RANK_NAMES]
    return tuple(verdict if verdict.missing is None else None for verdict in every)
