"""What can be found in a hand of poker, by permanent code.

Only paragraphs tagged as New Jersey's text carry `nj_text`; the rest is what
cardrooms publish, shown as unverified.  Source: SOURCES.md 2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.findings import COMMON
from ledger.games.seam import Evidence, Finding, FindingKind

KINDS: Final[tuple[FindingKind, ...]] = (
    # The deal.
    FindingKind(
        "too_many_players", "procedure", "more players than the game allows", "13:69F-14.10(b)", "nj_text"
    ),
    FindingKind("too_few_players", "procedure", "a hand was dealt to one player", "13:69F-14.6(b)", "mixed"),
    FindingKind(
        "deal_missing",
        "procedure",
        "no card was dealt though players had put money in",
        "13:69F-14.10(e)",
        "nj_text",
    ),
    FindingKind(
        "hole_card_out_of_order",
        "procedure",
        "a card went to another than its turn",
        "13:69F-14.10(e)",
        "nj_text",
    ),
    FindingKind(
        "hole_card_face_up", "procedure", "a player's card was dealt face up", "13:69F-14.10(e)", "nj_text"
    ),
    FindingKind(
        "hole_cards_miscounted",
        "procedure",
        "a player has not as many cards as the game deals",
        "13:69F-14.10(e)",
        "nj_text",
    ),
    FindingKind(
        "burn_card_missing", "procedure", "no card was burned before the board", "13:69F-14.10(g)", "nj_text"
    ),
    FindingKind(
        "burn_card_extra",
        "procedure",
        "more than one card was burned before the board",
        "13:69F-14.10(g)",
        "nj_text",
    ),
    FindingKind(
        "board_dealt_early",
        "procedure",
        "the board was dealt before the betting was over",
        "13:69F-14.10(f)",
        "mixed",
    ),
    FindingKind(
        "board_miscounted",
        "procedure",
        "the board has not as many cards as the street has",
        "13:69F-14.10",
        "mixed",
    ),
    # The betting.
    FindingKind(
        "forced_bet_short", "procedure", "an ante or blind was not posted in full", "13:69F-14.7(b)", "mixed"
    ),
    FindingKind("action_out_of_turn", "procedure", "a player acted out of turn", "13:69F-14.10(f)", "mixed"),
    FindingKind(
        "action_missing",
        "procedure",
        "the hand ended before a player had acted",
        "13:69F-14.10(f)",
        "mixed",
    ),
    FindingKind("action_by_dead_hand", "procedure", "a player acted after his hand was dead", "", "derived"),
    FindingKind(
        "check_facing_bet", "procedure", "a player checked with a bet before him", "13:69F-14.10(f)", "mixed"
    ),
    FindingKind("call_short", "procedure", "a call is less than the bet and not all in", "", "not_nj_text"),
    FindingKind(
        "bet_below_minimum", "procedure", "a bet is less than the minimum and not all in", "", "not_nj_text"
    ),
    FindingKind(
        "raise_below_minimum", "procedure", "a raise is less than the last and not all in", "", "not_nj_text"
    ),
    FindingKind(
        "raise_not_open",
        "procedure",
        "a player raised whom no full raise had reached since he acted",
        "",
        "not_nj_text",
    ),
    FindingKind("bet_off_limit", "procedure", "a bet is not of the fixed limit's size", "", "not_nj_text"),
    FindingKind(
        "raises_exceeded", "procedure", "more raises than a fixed-limit round has", "", "not_nj_text"
    ),
    FindingKind("bet_above_pot", "procedure", "a bet is more than the pot", "", "not_nj_text"),
    FindingKind(
        "stack_exceeded", "procedure", "a player bet more than he had on the table", "", "not_nj_text"
    ),
    # The money.
    FindingKind(
        "uncalled_bet_not_returned", "settlement", "what nobody called was not handed back", "", "not_nj_text"
    ),
    FindingKind(
        "called_bet_returned", "settlement", "more was handed back than nobody called", "", "not_nj_text"
    ),
    FindingKind(
        "rake_out_of_order",
        "settlement",
        "rake, contribution and distribution are not in this order",
        "13:69F-14.19(c)",
        "nj_text",
    ),
    FindingKind(
        "pot_misawarded",
        "settlement",
        "a pot was not pushed as the rules give it",
        "13:69F-14.10",
        "not_nj_text",
    ),
    FindingKind(
        "pot_not_empty",
        "settlement",
        "money was left in the pot at the close, or too much was taken out",
        "",
        "derived",
    ),
)

# Short decks are known here alone, and their strange cards found.
_SHARED: Final = COMMON["card_not_in_deck"]
BY_CODE: Final[Mapping[str, FindingKind]] = MappingProxyType({kind.code: kind for kind in (*KINDS, _SHARED)})


def found(
    code: str,
    event: int,
    detail: str,
    *,
    rule: str | None = None,
    evidence: Evidence | None = None,
    **facts: object,
) -> Finding:
    """A finding; rule and evidence are the kind's own unless this case has others."""
    kind = BY_CODE[code]
    return Finding(
        code,
        kind.rule if rule is None else rule,
        evidence or kind.evidence,
        event,
        detail,
        MappingProxyType(facts),
    )
