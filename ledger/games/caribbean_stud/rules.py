"""Caribbean stud: how each wager at a spot is resolved.  N.J.A.C. 13:69F-16.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's hand is shown, and `undetermined` where a
card or a rule is missing that it needs.  Where the dealer has no hand the
players' cards need not be known.

Source: 13:69F-16.10, 16.11(a) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ledger.games.caribbean_stud.felt import Felt
from ledger.games.caribbean_stud.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.caribbean_stud.progressive import resolve_progressives
from ledger.games.caribbean_stud.settlement import course_of, settlement_order
from ledger.games.caribbean_stud.standing import standings_of
from ledger.games.caribbean_stud.verdicts import MAIN_WAGERS, PROGRESSIVE
from ledger.games.fates import is_on_ante, leave_baseless, leave_undecided
from ledger.games.irregularities import remedied
from ledger.games.resolution import Resolution
from ledger.games.seam import Adjudication, Submission
from ledger.games.settling import add_line, add_lines, limited, void_unsettled
from ledger.games.view import RoundView

# What the bet or a fold decides of a patron's wagers, and how many main wagers a patron has.
BY_DECISION: Final = frozenset({*MAIN_WAGERS, PROGRESSIVE})
MAIN_OF_ONE: Final = len(MAIN_WAGERS)
ON_THE_ANTE: Final = frozenset({"bet"})


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    felt = Felt(seen, submission)
    terms, prizes = felt.elected.terms, felt.elected.prizes
    standings = standings_of(seen, felt)
    progressives = resolve_progressives(seen, felt, standings)
    lines: list[Resolution] = []
    for spot, at in standings.items():
        before = len(lines)
        add_lines(lines, at.at.main, at.main, at.shown, terms)
        if at.at.side:
            verdict, hand = progressives[spot]
            for wager in at.at.side:
                add_line(lines, wager, verdict, hand, terms)
        if at.fate == "playing":
            if not is_on_ante(at.at.main, terms.late_wagers):
                leave_baseless(lines, before, "ante", ON_THE_ANTE, "13:69F-16.10(a)")
            if len(at.at.main) > MAIN_OF_ONE:
                leave_undecided(lines, before, at.at.main, "bet", BY_DECISION)
    met = remedied(seen, submission, lines, IRREGULARITIES, CONDITIONS)
    found = tuple(limited(void_unsettled(seen, met), terms, prizes))
    return Adjudication(found, (), partial(settlement_order, course_of(seen, felt, standings), found))
