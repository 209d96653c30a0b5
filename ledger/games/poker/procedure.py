"""The steps of a hand of hold 'em, in order, each with its paragraph.

Source: 13:69F-14.5, 14.7, 14.10, 14.14, 14.15, 14.19; see SOURCES.md 1 and 2.
"""

from __future__ import annotations

from typing import Final

from ledger.games.seam import Step

PROCEDURE: Final[tuple[Step, ...]] = (
    Step(
        "shuffle", "dealer", "once", "The whole deck is shuffled into one stack.", "13:69F-14.5(a)", "nj_text"
    ),
    Step(
        "cut",
        "dealer",
        "once",
        "The dealer cuts with one hand, ten cards or more onto the cover card.",
        "13:69F-14.5(b)",
        "nj_text",
    ),
    Step(
        "ante",
        "player",
        "clockwise",
        "Antes are posted where the sign says so.",
        "13:69F-14.10(b)",
        "nj_text",
    ),
    Step(
        "blind",
        "player",
        "clockwise",
        "Blinds, and a straddle if there is one, are posted from the button's left.",
        "13:69F-14.10(d)",
        "nj_text",
    ),
    Step(
        "deal",
        "dealer",
        "clockwise",
        "Two rounds of one card each, face down, from the button's left, the button last.",
        "13:69F-14.10(e)",
        "nj_text",
    ),
    Step(
        "bet_first",
        "player",
        "clockwise",
        "After the blinds each folds, calls or raises; blinds and straddle keep the option to raise.",
        "13:69F-14.10(f)",
        "nj_text",
    ),
    Step(
        "flop",
        "dealer",
        "once",
        "One card is burned, three are dealt face up to the board.",
        "13:69F-14.10(g)",
        "nj_text",
    ),
    Step(
        "bet_flop",
        "player",
        "clockwise",
        "From the first live player left of the button: bet or check, then fold, call or raise.",
        "13:69F-14.10(g)",
        "mixed",
    ),
    Step(
        "turn",
        "dealer",
        "once",
        "One card is burned, one is dealt face up to the board.",
        "13:69F-14.10",
        "not_nj_text",
    ),
    Step("bet_turn", "player", "clockwise", "As on the flop.", "13:69F-14.10", "not_nj_text"),
    Step(
        "river",
        "dealer",
        "once",
        "One card is burned, one is dealt face up to the board.",
        "13:69F-14.10",
        "not_nj_text",
    ),
    Step("bet_river", "player", "clockwise", "As on the flop.", "13:69F-14.10", "not_nj_text"),
    Step(
        "uncalled",
        "dealer",
        "once",
        "A bet or the part of one that nobody called goes back.",
        "13:69F-14.10",
        "not_nj_text",
    ),
    Step(
        "show",
        "player",
        "clockwise",
        "Hands are shown; a player makes sure that his has lost before he discards it.",
        "13:69F-14.15(a)",
        "mixed",
    ),
    Step("rake", "dealer", "once", "The rake is taken.", "13:69F-14.14(a)", "mixed"),
    Step(
        "contribute",
        "dealer",
        "once",
        "Then the contribution to a bad-beat or high-hand fund.",
        "13:69F-14.19(c)",
        "nj_text",
    ),
    Step(
        "award",
        "dealer",
        "clockwise",
        "Then the pots are pushed, the main pot first, each split on its own.",
        "13:69F-14.19(c)",
        "mixed",
    ),
)
