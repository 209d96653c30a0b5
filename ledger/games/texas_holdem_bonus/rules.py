"""Texas hold 'em bonus: how each wager at a spot is resolved.  N.J.A.C. 13:69F-28.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's showdown, and `undetermined` where a card or
a rule is missing that it needs.

Source: 13:69F-28.10(a), (g), (h) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.cards import doubled
from ledger.games.ranks import ranked, unrankable
from ledger.games.seam import Adjudication, MeterPercent, Odds, Resolution, RoundView, Submission, WagerView
from ledger.games.settling import NO_HAND, Shown, TablePrize, Verdict, add_lines, limited, won
from ledger.games.texas_holdem_bonus.bonus import resolve_bonus
from ledger.games.texas_holdem_bonus.fates import MISSING, Fate, by_spot, fate_of, folded
from ledger.games.texas_holdem_bonus.felt import Faces, Felt, felt_of
from ledger.games.texas_holdem_bonus.paytables import ANTE, MAIN, REACHES, TIE_TABLE
from ledger.games.texas_holdem_bonus.settlement import settlement_order, void_unsettled

Versus: TypeAlias = Literal["lower", "equal", "higher"]
Verdicts: TypeAlias = Mapping[str, Verdict]

MAIN_WAGERS: Final = ("ante", "flop", "turn", "river")
EVEN: Final = Odds(1, 1)
LOSE: Final = Verdict("lose", "13:69F-28.10(h)1", "nj_text")
PUSH: Final = Verdict("push", "13:69F-28.10(h)3", "nj_text", table=TIE_TABLE)
WIN: Final = won("13:69F-28.10(h)2", MAIN.evidence, MAIN.table_id, EVEN)
FORFEIT: Final = Verdict("forfeit", "13:69F-28.10(a)2", "nj_text")
OPEN: Final = Verdict("open", "13:69F-28.10(g)", "nj_text")


def _verdicts(pays_from: str) -> Mapping[tuple[Versus, bool], Verdicts]:
    """(The player's hand against the dealer's, whether it reaches the threshold) -> each wager's end.

    Source: 28.10(h)1 to 3.  That an ante below the threshold goes back is
    deduced: nothing pays it and nothing lets the dealer collect it.
    """
    table = ANTE[pays_from]
    paid = won("13:69F-28.10(h)2", table.evidence, table.table_id, EVEN)
    back = Verdict("unpaid", "13:69F-28.10(h)2", "derived", table=table.table_id)
    # fmt: off
    return MappingProxyType({
        ("lower",  False): {"ante": LOSE, "flop": LOSE, "turn": LOSE, "river": LOSE},
        ("lower",  True):  {"ante": LOSE, "flop": LOSE, "turn": LOSE, "river": LOSE},
        ("equal",  False): {"ante": PUSH, "flop": PUSH, "turn": PUSH, "river": PUSH},
        ("equal",  True):  {"ante": PUSH, "flop": PUSH, "turn": PUSH, "river": PUSH},
        ("higher", False): {"ante": back, "flop": WIN,  "turn": WIN,  "river": WIN},
        ("higher", True):  {"ante": paid, "flop": WIN,  "turn": WIN,  "river": WIN},
    })
    # fmt: on


VERDICTS: Final = MappingProxyType({pays_from: _verdicts(pays_from) for pays_from in ANTE})
ALL_OPEN: Final[Verdicts] = MappingProxyType(dict.fromkeys(MAIN_WAGERS, OPEN))
# A folded spot has no later wagers; if it has, no text says what becomes of them.
STRAY: Final = Verdict(
    "undetermined", "13:69F-28.10(a)", "not_found", missing="the rule for a wager after the fold"
)
FOLDED: Final[Verdicts] = MappingProxyType({**dict.fromkeys(MAIN_WAGERS, STRAY), "ante": FORFEIT})


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    spots, folds = by_spot(seen), folded(seen)
    late_wagers = submission.options["late_wagers"]
    fates = {spot: fate_of(wagers, late_wagers, fold=spot in folds) for spot, wagers in spots.items()}
    felt = felt_of(seen, submission, contested="playing" in fates.values())
    lines: list[Resolution] = []
    for spot, wagers in spots.items():
        _resolve_spot(lines, felt, wagers, fates[spot], seen.faces(spot))
    found = limited(void_unsettled(seen, lines), felt.terms, partial(_prizes, felt))
    steps = settlement_order(seen, fates, folds, found, shown_down=felt.shown_down)
    return Adjudication(tuple(found), (), steps)


def _prizes(felt: Felt, wager: str) -> Iterable[TablePrize]:
    """All that a wager can win."""
    if wager == "bonus":
        return [prize for prize in felt.bonus.rows.values() if not isinstance(prize, MeterPercent)]
    return (EVEN,)


def _resolve_spot(
    lines: list[Resolution], felt: Felt, wagers: Sequence[WagerView], fate: Fate, own: Faces
) -> None:
    """Add the lines of a spot, the main wagers before the bonus."""
    spot = wagers[0].spot
    verdicts, hand = _resolve_main(felt, spot, fate, own)
    add_lines(lines, wagers, verdicts, hand, felt.terms)
    bonus, two = resolve_bonus(felt, spot, own, fold=fate == "folded")
    add_lines(lines, wagers, {"bonus": bonus}, two, felt.terms)


def _resolve_main(felt: Felt, spot: int, fate: Fate, own: Faces) -> tuple[Verdicts, Shown]:
    """What becomes of ante, flop, turn and river at a spot, and the hand that decides."""
    if fate == "playing":
        return _compare(felt, spot, own) if felt.shown_down else (ALL_OPEN, NO_HAND)
    if fate == "folded":
        return FOLDED, NO_HAND
    if not felt.begun:
        return ALL_OPEN, NO_HAND
    return _undetermined(MISSING[fate].format(spot=spot)), NO_HAND


def _compare(felt: Felt, spot: int, own: Faces) -> tuple[Verdicts, Shown]:
    """The player's best five against the dealer's.  Source: 28.10(h)."""
    hand = ranked(own + felt.board) if len(own) == 2 else None
    missing = felt.misdealt or felt.missing
    if missing is None and hand is None:
        missing = _missing(spot, own, felt.board)
    if missing is None and (own[0] in felt.dealer or own[1] in felt.dealer) and doubled(own + felt.dealer):
        missing = f"the true face of {doubled(own + felt.dealer)[0]}, which spot {spot} and the dealer have"
    if missing is not None or hand is None or felt.hand is None:
        return _undetermined(missing), NO_HAND
    versus: Versus = "equal"
    if hand.strength != felt.hand.strength:
        versus = "higher" if hand.strength < felt.hand.strength else "lower"
    reaches = hand.strength <= REACHES[felt.pays_from]
    return VERDICTS[felt.pays_from][versus, reaches], Shown(hand.rank, hand.cards)


def _missing(spot: int, own: Faces, board: Faces) -> str:
    if len(own) < 2:
        return f"{2 - len(own)} of the 2 cards of spot {spot}"
    return f"{unrankable(own + board)}, for the hand of spot {spot}"


def _undetermined(missing: str | None) -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-28.10(h)", "nj_text", missing=missing))
