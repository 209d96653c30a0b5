"""Findings of decks: what was not as it should have been, by permanent code.

Derived each time they are asked for and never stored as events.  That cards
are shuffled before they are dealt is concluded from what is said of them: no
paragraph of it was read here.  Source: scenarios S-01, S-03, S-07, S-09, S-10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ledger.decks import composition
from ledger.decks.composition import Gap
from ledger.decks.state import Deck, Use
from ledger.events.base import Event
from ledger.events.decks import (
    DeckInspected,
    DeckLoaded,
    DeckUnloaded,
    DeckWithdrawn,
    ShuffleCompleted,
    ShufflerLoaded,
    ShufflerUnloaded,
)
from ledger.games.seam import Finding, FindingKind

_PROCEDURE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "shoe_without_shuffle_evidence": "cards came to be dealt, and no completed shuffle is recorded",
        "unloaded_without_completed_shuffle": "cards left the shuffler, and no shuffle was completed in it",
        "shuffle_in_sort_mode": "the machine put the cards in order instead of shuffling them",
        "loaded_after_withdrawal": "a deck was dealt that had been withdrawn",
    }
)
_RECORD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "card_missing_in_play": "a card was missing while the deck was dealt",
        "card_extra_in_play": "there was a card too many while the deck was dealt",
        "foreign_back": "a card has a back that is not the deck's",
        "deck_count_differs": "the deck was counted, and does not have the cards that it should",
    }
)
KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {code: FindingKind(code, "procedure", title, "", "derived") for code, title in _PROCEDURE.items()}
    | {code: FindingKind(code, "record", title, "", "derived") for code, title in _RECORD.items()}
)


def findings(state: Deck) -> tuple[Finding, ...]:
    """What is found in the events in effect, by event."""
    found = [*_shuffles(state), *_gaps(state), *_counts(state)]
    return tuple(sorted(found, key=lambda finding: (finding.event, finding.code)))


def _finding(code: str, version: int, **facts: object) -> Finding:
    kind = KINDS[code]
    said = ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items() if fact is not None)
    return Finding(
        code, kind.rule, kind.evidence, version, f"{kind.title} ({said})" if said else kind.title, facts
    )


def _shuffles(state: Deck) -> Iterator[Finding]:
    """Whether the cards were shuffled each time that they came to be dealt."""
    shuffled = in_shuffler = withdrawn = False
    for version, event in state.events:
        if isinstance(event, ShuffleCompleted):
            shuffled = event.mode == "random"
            in_shuffler = True
            if not shuffled:
                yield _finding("shuffle_in_sort_mode", version, machine=event.machine)
        elif isinstance(event, ShufflerLoaded):
            shuffled = in_shuffler = False
        elif isinstance(event, ShufflerUnloaded) and not in_shuffler:
            yield _finding("unloaded_without_completed_shuffle", version, machine=event.machine)
        elif isinstance(event, DeckLoaded):
            if withdrawn:
                yield _finding("loaded_after_withdrawal", version, table=event.table)
            if not shuffled:
                yield _finding("shoe_without_shuffle_evidence", version, table=event.table, shoe=event.shoe)
        shuffled, withdrawn = _before_next(event, shuffled=shuffled, withdrawn=withdrawn)


def _before_next(event: Event, *, shuffled: bool, withdrawn: bool) -> tuple[bool, bool]:
    """What holds after an event: a vendor's word alone is no evidence, a machine's receipt is."""
    if isinstance(event, DeckInspected):
        return event.preshuffled and event.receipt is not None, False
    if isinstance(event, DeckUnloaded):
        return False, withdrawn
    return shuffled, withdrawn or isinstance(event, DeckWithdrawn)


def _gaps(state: Deck) -> Iterator[Finding]:
    uses = state.uses
    for gap in composition.gaps(state):
        if gap.foreign is not None:
            yield _finding("foreign_back", gap.version, card=gap.card, backs=gap.foreign)
        if any(_overlap(gap, use) for use in uses):
            code = "card_missing_in_play" if gap.kind == "missing" else "card_extra_in_play"
            yield _finding(code, gap.version, card=gap.card, since=_said(gap.since), until=_said(gap.until))


def _overlap(gap: Gap, use: Use) -> bool:
    """Whether the deck was at a table while a card was missing or extra, for all that is known."""
    begins = gap.since is None or use.until is None or gap.since < use.until
    ends = gap.until is None or use.since is None or use.since < gap.until
    return begins and ends


def _said(at: object) -> str | None:
    return None if at is None else str(at)


def _counts(state: Deck) -> Iterator[Finding]:
    """Each count beside what the deck should have held then, card by card where each was named."""
    for one in composition.counts(state):
        named = one.named if one.named not in {None, one.counted} else None
        if one.counted != one.expected or one.missing or one.extra or named is not None:
            yield _finding(
                "deck_count_differs",
                one.version,
                expected=one.expected,
                counted=one.counted,
                named=named,
                missing=" ".join(one.missing) or None,
                extra=" ".join(one.extra) or None,
            )
