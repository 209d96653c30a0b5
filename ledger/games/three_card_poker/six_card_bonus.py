"""The six-card bonus: on the best five of the player's three cards and the dealer's, folded or not.

Source: 13:69F-20.10(b) for the fold that leaves it alive; what it looks at and
wins is published, SOURCES.md 4.
"""

from __future__ import annotations

from ledger.games.ranks import ranked, six_ranked, unrankable
from ledger.games.resolution import NO_HAND, Hand, Shown, Verdict
from ledger.games.three_card_poker.felt import Felt
from ledger.games.three_card_poker.paytables import ROYAL_DIAMONDS, ROYAL_OTHER
from ledger.games.three_card_poker.verdicts import AT_SETTLEMENT, LIVES
from ledger.games.twice import untrue
from ledger.games.view import Faces


def resolve_six_card_bonus(felt: Felt, spot: int, own: Faces, *, fold: bool) -> tuple[Verdict, Hand]:
    """What becomes of the bonus, and the cards that decide it."""
    verdicts = felt.elected.six_card_after_fold if fold else felt.elected.six_card_bonus
    six, short = (*own, *felt.dealer), None
    if len(six) != 6 or len(own) != 3 or felt.twice:
        short = _short(spot, own, felt.dealer) or untrue(felt.twice, spot, own)
    best = (six_ranked(six) if felt.apart else ranked(six)) if short is None else None
    if best is None:
        short = short or f"{unrankable(six)}, for the six-card bonus of spot {spot}"
        return _undetermined(short, fold=fold), NO_HAND
    rank = best.rank
    nine = _nine(six) if rank == "royal_flush" and felt.elected.six_card_royals else None
    if nine == "9?":
        return _undetermined(f"the suit of 9?, for the six-card bonus of spot {spot}", fold=fold), NO_HAND
    if nine is not None and nine[1] == best.cards[0][1]:
        royal = ROYAL_DIAMONDS if nine == "9d" else ROYAL_OTHER
        if royal in verdicts:  # a table may have a row for one of the two alone
            return verdicts[royal], Shown(royal, (*best.cards, nine))
    return verdicts[rank], best


def _nine(six: Faces) -> str | None:
    """The nine among six cards, which makes a royal flush one of six cards if it is of its suit."""
    return next((face for face in six if face is not None and face[0] == "9"), None)


def _short(spot: int, own: Faces, dealer: Faces) -> str | None:
    if len(own) != 3:
        return f"3 cards of spot {spot}, which had {len(own)}"
    if len(dealer) != 3:
        return f"3 cards of the dealer, who had {len(dealer)}"
    return None


def _undetermined(missing: str, *, fold: bool) -> Verdict:
    return Verdict("undetermined", LIVES.rule if fold else AT_SETTLEMENT, "not_nj_text", missing=missing)
