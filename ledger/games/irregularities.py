"""What may go wrong at a table, and what becomes of the wagers when it did.

A round shows an irregularity by an event that notes it, or by itself.  What
follows stands in rows (`Case`): law is applied, a row of any other source only
where the licensee's submission elects it (`irregularities`).  Where it does not
and money hangs on the answer, or may where no text was found at all, the wagers
are `undetermined` and every row is named: between sources that contradict each other nothing is guessed.

Source: the rows of the games and their SOURCES.md.  The New Jersey text on
irregularities of the games played against the house was not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.rounds import CardExposed, HandRevealed, IrregularityNoted
from ledger.games.decided import has_decided, has_nothing_to_decide
from ledger.games.resolution import Resolution
from ledger.games.seam import EMPTY, LATER_WAGERS, Case, Evidence, Outcome, Remedy, Submission
from ledger.games.settling import forfeit, lasts, settled_by, undetermined, void
from ledger.games.view import CardView, Place, RoundView

# fmt: off
# Each condition in words, as it may happen in any game dealt against the house.
WORDS: Final[Mapping[str, str]] = MappingProxyType({
    "card_face_up_in_deck":   "one card was face up in the shoe or deck",
    "cards_face_up_in_deck":  "several cards were face up in the shoe or deck",
    "card_drawn_in_error":    "a card was drawn in error, its face unseen",
    "wrong_number_of_cards":  "a player or the dealer had a wrong number of cards",
    "card_exposed_in_deal":   "a card was exposed while dealing",
    "dealer_exposed_early":   "the dealer's cards were exposed before all had decided",
    "card_misplaced":         "a card was put in a wrong place and no other dealt yet",
    "stub_count_misdealt":    "the stub was miscounted and a misdeal found",
    "stub_count_unexplained": "the stub was miscounted and no misdeal found",
    "shuffler_jammed":        "the shuffler jammed",
    "shoe_jammed":            "the automated shoe jammed in the round",
})

# What other texts make of them.  Where a citation is empty no text was read.
SD: Final = "S.D. Admin. R. 20:18:15:28 (blackjack)"
CASES: Final[tuple[Case, ...]] = (
    Case("card_face_up_in_deck", "CARD_TO_DISCARD_AND_CONTINUE", "not_nj_text", SD),
    Case("cards_face_up_in_deck", "ROUND_VOID_RETURN_ALL", "not_found", ""),
    Case("card_drawn_in_error", "USE_AS_NEXT_CARD", "not_nj_text", SD),
    Case("wrong_number_of_cards", "ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8; 68 IAC 10-11-8(a)"),
    Case("card_exposed_in_deal", "CARD_TO_DISCARD_AND_CONTINUE", "not_nj_text", "68 IAC 10-11-8(b)"),
    Case("card_exposed_in_deal", "ROUND_VOID_RETURN_ALL", "not_nj_text", "Queensland Rule 2010 s.31"),
    Case("dealer_exposed_early", "ROUND_VOID_RETURN_ALL", "not_found", ""),
    Case("card_misplaced", "RELOCATE_CARD", "not_nj_text", "Queensland Rule 2010 s.32"),
    Case("stub_count_misdealt", "ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8(d)2"),
    Case("stub_count_unexplained", "ROUND_VOID_DECK_REMOVED", "not_found", ""),
    Case("shuffler_jammed", "NOT_FOUND", "not_found", ""),
    Case("shoe_jammed", "ROUND_VOID_RETURN_ALL", "not_found", ""),
)
# fmt: on

# What a remedy does to the wagers that it touches; the others move cards and no money.
OF_THE_SPOTS: Final[frozenset[Remedy]] = frozenset({"HAND_VOID_RETURN_WAGERS", "WAGERS_FORFEIT"})
OF_THE_ROUND: Final[frozenset[Remedy]] = frozenset(
    {"ROUND_VOID_RETURN_ALL", "ROUND_VOID_DECK_REMOVED", "WINS_PAID_REST_RETURNED"}
)
# What a remedy that pays the winners leaves as the cards have it.
STANDS: Final[frozenset[Outcome]] = frozenset({"win", "open", "undetermined"})

# What can touch no wager of the round though no text was found: a burn card is nobody's, seen or not.
MOVES_NO_MONEY: Final = frozenset({"burn_card_missing"})

BY_ELECTION: Final = "the licensee's election"


class Met(NamedTuple):
    """An irregularity that a round shows, and the version of the event that shows it.

    `spots` are those whose hands it concerns, none where that was not said.
    `known` is whether the table knew of it then: a hand folded after that gave
    nothing up by itself.
    """

    condition: str
    version: int
    spots: tuple[int, ...]
    told: str
    known: bool = False


Evident: TypeAlias = Callable[[RoundView], Iterable[Met]]


class Conditions(NamedTuple):
    """What may go wrong in a game, in words, and what of it shows itself without being noted.

    `resolved` is the version from which on a wager stands as it was resolved,
    whatever goes wrong then.
    """

    words: Mapping[str, str]
    evident: tuple[Evident, ...] = ()
    resolved: Mapping[str, int] = EMPTY


def remedied(
    seen: RoundView,
    submission: Submission,
    lines: Sequence[Resolution],
    cases: Sequence[Case],
    conditions: Conditions,
) -> Sequence[Resolution]:
    """The lines after the irregularities of a round; the same lines where it had none.

    What was settled or given up before an irregularity was known stays as it
    was.  The earliest irregularity that touches a wager decides it.
    """
    met = [*_noted(seen, conditions)] if seen.irregularities else []
    for evident in conditions.evident:
        met += evident(seen)
    if not met:
        return lines
    found: list[Resolution | None] = list(lines)
    decided = [False] * len(lines)
    for one in sorted(met, key=lambda one: one.version):
        rows, apply = _rows_of(one.condition, submission, cases)
        words = conditions.words[one.condition]
        settled = settled_by(seen, one.version, lines)
        unsaid = not apply and one.condition not in MOVES_NO_MONEY and _says_nothing(rows)
        for place, line in enumerate(lines):
            touching = [row for row in rows if unsaid or _touches(row, one, line)]
            stays = decided[place] or settled[place] or _is_given_up(seen, one, line)
            stays = stays or one.version >= conditions.resolved.get(line.wager, one.version + 1)
            if touching and not stays:
                decided[place] = True
                found[place] = (
                    _applied(touching[0], one, line, words) if apply else _unelected(rows, one, line, words)
                )
    return [line for line in found if line is not None]


def _noted(seen: RoundView, conditions: Conditions) -> Iterator[Met]:
    """What was noted; a kind that no condition of the game is stays a note."""
    for version, kind in seen.irregularities:
        event = seen.events[version - 1]
        if kind in conditions.words and isinstance(event, IrregularityNoted):
            yield Met(kind, version, tuple(event.spots or ()), f"noted at event {version}", known=True)


NO_HANDS: Final = frozenset({"board", "stand"})


def hands_of(size: int) -> Evident:
    """How a game shows that a player or the dealer got more than `size` cards, or fewer.

    Fewer are a wrong number where the whole hand was turned up so; else they are
    taken for a gap in the record and concern that hand alone.
    """

    def evident(seen: RoundView) -> Sequence[Met]:
        for place, cards in seen.read.items():
            if len(cards) != size and place not in NO_HANDS:
                return [*_misdealt(seen, size)]
        return ()

    return evident


def _misdealt(seen: RoundView, size: int) -> Iterator[Met]:
    for place, cards in seen.hands.items():
        if place in NO_HANDS or len(cards) == size:
            continue
        if len(cards) > size:
            yield wrong_number(place, cards, cards[size].version)
        elif (version := shown_short(seen, place)) is not None:
            yield wrong_number(place, cards, version)


def wrong_number(
    place: Place, cards: Sequence[CardView], version: int, condition: str = "wrong_number_of_cards"
) -> Met:
    """A wrong number of cards at a place, as it shows itself at a version."""
    spots, who = ((place,), f"spot {place}") if isinstance(place, int) else ((), f"the {place}")
    return Met(condition, version, spots, f"{who} had {len(cards)}")


def shown_short(seen: RoundView, place: Place) -> int | None:
    """When all the cards that a place has were turned up as its hand, last; None where they never were."""
    count = len(seen.hands[place])
    for version in reversed(seen.turned_up):
        event = seen.events[version - 1]
        if isinstance(event, HandRevealed) and event.to == place:
            return version if count and len(event.cards) == count else None
    return None


def dealer_exposed(seen: RoundView, *, shown: int = 0) -> Iterable[Met]:
    """How a round shows that a card of the dealer was turned up while players had still to decide.

    So many single cards are `shown` to the players by the game itself.  A wager
    late for its own betting decides nothing.
    """
    if not seen.acted_late:
        return ()
    decided = _last_decision(seen)
    early = [version for version in seen.turned_up if version <= decided]
    return _exposed(seen, early, shown) if early else ()


def _exposed(seen: RoundView, versions: Iterable[int], shown: int) -> Iterator[Met]:
    for version in versions:
        event = seen.events[version - 1]
        if shown and isinstance(event, CardExposed) and _shows_the_dealer(seen, event):
            shown -= 1
        elif _shows_the_dealer(seen, event):
            yield Met("dealer_exposed_early", version, (), f"shown at event {version}", known=True)
            return


def _last_decision(seen: RoundView) -> int:
    """The version of the last decision, by a word or by a wager; wagers stand as they were placed.

    Who had answered already decides nothing by saying more or putting chips down.
    """
    last = 0
    for version, spot, _ in reversed(seen.decisions):
        if not has_nothing_to_decide(seen, spot, version):
            last = version
            break
    for wager in reversed(seen.wagers):
        if not wager.stake or wager.wager not in LATER_WAGERS or wager.placed_at < last:
            continue
        if not has_decided(seen, wager.spot, wager.wager, wager.placed_at):
            return wager.placed_at
    return last


def _shows_the_dealer(seen: RoundView, event: Event | None) -> bool:
    if isinstance(event, HandRevealed):
        return event.to == "dealer"
    if not isinstance(event, CardExposed) or "dealer" not in seen.hands:
        return False
    if event.of is not None:
        return any(card.version == event.of for card in seen.hands["dealer"])
    if event.from_ is not None or event.card is None:
        return event.from_ == "dealer"
    return event.card in seen.faces("dealer")


def _is_given_up(seen: RoundView, one: Met, line: Resolution) -> bool:
    """Whether a wager was none any more: withdrawn, late and void, or forfeited before it was known."""
    if line.outcome == "void":
        return line.late or not line.stake
    folded_at = seen.decided(line.spot, "fold")
    return line.outcome == "forfeit" and not (one.known and folded_at is not None and folded_at > one.version)


def _rows_of(condition: str, submission: Submission, cases: Sequence[Case]) -> tuple[Sequence[Case], bool]:
    """The rows of a condition that count, and whether they are applied: law, else what was elected."""
    rows = [row for row in cases if row.condition == condition]
    law = [row for row in rows if row.evidence == "nj_text"]
    if law:
        return law, True
    elected = submission.options["irregularities"].get(condition)
    if not elected:
        return rows, False
    if isinstance(elected, Mapping):
        return [one for each in elected.items() for one in _rows_for(rows, condition, *each)], True
    return _saying(rows, condition, elected), True


def _saying(rows: Sequence[Case], condition: str, remedy: Remedy) -> Sequence[Case]:
    """The rows that say a remedy; where none does, the election alone."""
    return [row for row in rows if row.remedy == remedy] or [Case(condition, remedy, "not_found", "")]


def _rows_for(rows: Sequence[Case], condition: str, wager: str, remedy: Remedy) -> Sequence[Case]:
    """The rows that say a remedy of one wager, for that wager alone."""
    of_it = [row for row in rows if row.wagers is None or wager in row.wagers]
    return [row._replace(wagers=(wager,)) for row in _saying(of_it, condition, remedy)]


def _says_nothing(rows: Sequence[Case]) -> bool:
    """Whether no text that was read says what follows."""
    return all(row.remedy == "NOT_FOUND" for row in rows)


def _touches(row: Case, one: Met, line: Resolution) -> bool:
    """Whether a row takes or gives back a line's wager."""
    if row.wagers is not None and line.wager not in row.wagers:
        return False
    if row.remedy in OF_THE_SPOTS:
        return not one.spots or line.spot in one.spots
    return row.remedy in OF_THE_ROUND


def _applied(row: Case, one: Met, line: Resolution, words: str) -> Resolution | None:
    """The line after a remedy, None where it was one only because it paid."""
    rule = row.citation or BY_ELECTION
    if row.remedy in OF_THE_SPOTS and not one.spots:
        return undetermined(
            line, rule, row.evidence, f"the spots concerned in the case that {words} ({one.told})"
        )
    if row.remedy == "WINS_PAID_REST_RETURNED" and line.outcome in STANDS:
        return line
    if not lasts(line):
        return None
    move = forfeit if row.remedy == "WAGERS_FORFEIT" else void
    return move(line, rule, row.evidence)


def _unelected(rows: Sequence[Case], one: Met, line: Resolution, words: str) -> Resolution:
    """The line where money hangs on a rule that nobody elected: each source is named."""
    named = [row for row in rows if row.wagers is None or line.wager in row.wagers]
    remedies = " or ".join(f"{row.remedy} ({row.citation or 'no text read'})" for row in named)
    evidence: Evidence = named[0].evidence if len(named) == 1 else "not_found"
    missing = f"the rule for the case that {words} ({one.told}): {remedies}"
    rule = "; ".join(row.citation for row in named if row.citation)
    return undetermined(line, rule, evidence, missing)
