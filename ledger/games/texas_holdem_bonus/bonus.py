"""The bonus: on the player's two cards, whatever becomes of the other wagers.

Source: 13:69F-28.10(h)4, and (a)2i after a fold; the rows are published, not
New Jersey's text (28.11(c) was not read).
"""

from __future__ import annotations

from typing import TypeAlias

from ledger.cards import NUMBER, doubled
from ledger.games.resolution import NO_HAND, Hand, Shown, Verdict
from ledger.games.texas_holdem_bonus.felt import Felt
from ledger.games.texas_holdem_bonus.paytables import ACES, BOTH_ACES, OFFSUIT, ROW_OF, SUITED
from ledger.games.twice import untrue
from ledger.games.view import Faces

# The row that two cards are in, None where they lose, and what is missing to say it.
Row: TypeAlias = tuple[str | None, str | None]


def resolve_bonus(felt: Felt, spot: int, own: Faces, *, fold: bool) -> tuple[Verdict, Hand]:
    """What becomes of a bonus, and the two cards that decide it.

    The dealer's cards matter for the first row alone, and only against aces.
    """
    verdicts = felt.elected.bonus_after_fold if fold else felt.elected.bonus
    if not felt.shown_down:
        return Verdict("open", verdicts[None].rule, "nj_text"), NO_HAND
    two = (*own,)
    row, missing = (ROW_OF[two], None) if two in ROW_OF else _row_of_vague(own)
    if felt.twice:
        missing = untrue(felt.twice, spot, own) or missing
    if missing is None and row == ACES and felt.elected.both_aces:
        row, missing = _row_of_aces(felt.dealer)
    if missing is not None:
        missing = f"{missing}, for the bonus of spot {spot}"
        return Verdict("undetermined", verdicts[None].rule, "nj_text", missing=missing), NO_HAND
    verdict = verdicts[row]
    return verdict, Shown(row if verdict.prize else None, two)


def _row_of_vague(own: Faces) -> Row:
    """The row where a card or suit is unknown: as far as it is the same for all that it can be."""
    if len(own) > 2:
        return None, f"which 2 of its {len(own)} cards count"
    known = [face for face in own if face is not None]
    if len(known) < 2:
        return None, f"the faces of {2 - len(known)} of 2 cards"
    strange = [face for face in known if face not in NUMBER and face[1] != "?"]
    if strange or doubled(known):
        return None, f"the true face of {(strange or known)[0]}"
    one, other = known[0][0], known[1][0]
    tables = (OFFSUIT,) if one == other else (SUITED, OFFSUIT)
    rows = {table.get(one + other) or table.get(other + one) for table in tables}
    return (rows.pop(), None) if len(rows) == 1 else (None, "the suits")


def _row_of_aces(dealer: Faces) -> Row:
    """Aces: the first row where the dealer has two aces as well."""
    if doubled(dealer):
        return None, "which of two equal cards is the true one"
    if len(dealer) > 2:
        return None, f"which 2 of the dealer's {len(dealer)} cards count"
    if any(face is not None and face[0] != "A" for face in dealer):
        return ACES, None
    if len(dealer) < 2 or None in dealer:
        return None, "the dealer's cards"
    return BOTH_ACES, None
