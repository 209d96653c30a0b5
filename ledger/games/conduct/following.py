"""How each event of a round moves the walk on, where a game has no follower of its own.

Money is followed by the wagers that moved, cards by the places where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.events.base import Event
from ledger.events.rounds import (
    BettingClosed,
    CardBurned,
    CardDealt,
    CardExposed,
    CardMoved,
    CardReturned,
    CoverCardPlaced,
    DecisionMade,
    HandCollected,
    HandRevealed,
    ProgressivePaid,
    WagerCarried,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.conduct import cards, returning
from ledger.games.conduct.rows import ANTE, Follow, Settlement
from ledger.games.conduct.walk import Walk, at, named
from ledger.games.seam import Finding

WAGERED: Final = "wager"  # the word for a decision by which chips moved
FOLD: Final = "fold"
WITHDRAWN: Final = "withdraw"  # the word for a wager taken back in time: a fold unless it is placed again


# --- wagers and decisions -----------------------------------------------------------------


def placed(walk: Walk, event: WagerPlaced | WagerIncreased, version: int) -> None:
    """A wager in its stage is the step of it; after its "no more bets" it is found in every game."""
    said = event.__dict__
    spot, wager = said["spot"], said["wager"]
    stage = walk.conduct.stage_of.get(wager)
    if stage is None:  # what is paid without being placed has no time of its own
        detail = f"chips were placed on the {wager} of spot {spot}, which is paid without being placed"
        facts = {"spot": spot, "wager": wager}
        # The rule is that of the wagers which have a time, and names this one nowhere.
        rule = walk.conduct.kind["wager_out_of_stage"].rule
        walk.found.append(Finding("wager_out_of_stage", rule, "derived", version, detail, facts))
        return
    name = stage.name
    in_time = name in walk.times.open
    walk.stake(spot, wager, said["amount"])
    walk.placed_at[spot, wager] = version
    if in_time:
        walk.take(name, spot, version)
    elif wager not in walk.shut:
        detail = f"the {wager} wager of spot {spot} was placed out of its time"
        walk.report("wager_out_of_stage", version, detail, {"spot": spot, "wager": wager}, name)
    if name in walk.decided:
        decide(walk, name, spot, WAGERED, version)
    elif in_time and wager not in walk.shut:
        walk.enter(spot)


def carried(walk: Walk, event: WagerCarried, version: int) -> None:
    """No wager lives on from an earlier round; one that is carried over lies there all the same."""
    spot, wager = event.spot, event.wager
    detail = f"the {wager} of spot {spot} was carried over from {event.from_}, and nothing lives on"
    facts = {"spot": spot, "wager": wager, "amount": event.amount, "from": event.from_}
    walk.report("wager_carried_unexpected", version, detail, facts)
    stage = walk.conduct.stage_of.get(wager)
    if stage is None:  # what is paid without being placed has no time of its own
        return
    walk.stake(spot, wager, event.amount)
    walk.placed_at[spot, wager] = version
    walk.enter(spot)
    if stage.name in walk.decided:
        decide(walk, stage.name, spot, WAGERED, version)


def withdrawn(walk: Walk, event: WagerWithdrawn, version: int) -> None:
    """A wager may be taken back while its stage lasts; what it decided is then open again, or a fold.

    A fold or check said before it stands.  Where to take it back is to fold, one
    taken back too late stands.
    """
    spot, wager = event.spot, event.wager
    stage = walk.conduct.stage_of.get(wager)
    if stage is None:  # what is paid without being placed has no time of its own
        return
    left = walk.stake(spot, wager, -event.amount)
    in_time = stage.name in walk.times.open
    if not in_time or wager in walk.shut:
        detail = f"the {wager} wager of spot {spot} was taken back too late"
        walk.report("wager_withdrawn_late", version, detail, {"spot": spot, "wager": wager})
    if left > 0 or stage.name not in walk.decided:
        return
    if wager == walk.conduct.stays:
        if walk.conduct.withdrawal_folds and not in_time:
            return
        walk.play_on(spot, on=False)
    words = walk.decided[stage.name]
    if words.get(spot, WAGERED) != WAGERED:
        return
    if wager == walk.conduct.stays and walk.conduct.withdrawal_folds:
        words[spot] = WITHDRAWN
        walk.folded_at.setdefault(spot, version)
    else:
        words.pop(spot, None)


def betting_closed(walk: Walk, event: BettingClosed, _: int) -> None:
    """No more bets, for the wagers named or those whose time is over."""
    if event.wagers is None:
        walk.shut |= walk.conduct.closed_by(walk.fullest, walk.board)
    else:
        walk.shut.update(event.wagers)


def decision(walk: Walk, event: DecisionMade, version: int) -> None:
    """A decision that a stage offers is the step of it; a fold counts whenever it was said."""
    spot, word = event.spot, event.decision
    now = walk.times.open
    for stage in walk.conduct.stages:
        if word in stage.words and stage.name in now:
            walk.take(stage.name, spot, version)
            decide(walk, stage.name, spot, word, version)
            return
    stages = [stage for stage in walk.conduct.stages if stage.words and stage.name in now]
    facts = {"spot": spot, "decision": word}
    detail = f"spot {spot} could not {word} then"
    walk.report("decision_not_offered", version, detail, facts, stages[-1].name if stages else None)
    if word == FOLD:
        decide(walk, walk.conduct.deciding, spot, FOLD, version)


def decide(walk: Walk, stage: str, spot: int, word: str, version: int) -> None:
    """Keep what a spot decided; to decide otherwise later is a finding, but where it took its wager back."""
    words = walk.decided[stage]
    before = words.get(spot)
    if before == WITHDRAWN:
        before = None
        if word != FOLD:
            walk.folded_at.pop(spot, None)
    if before is None:
        words[spot] = word
    elif before != word:
        detail = f"spot {spot} had decided already: {before}, now {word}"
        facts = {"spot": spot, "decision": word}
        walk.report("decision_contradicted", version, detail, facts, stage)
    if stage != walk.conduct.deciding:
        return
    if word == FOLD:
        walk.folded_at.setdefault(spot, version)
    else:
        walk.play_on(spot, on=True)


# --- showdown, settlement, rack -----------------------------------------------------------


def revealed(walk: Walk, event: HandRevealed, version: int) -> None:
    """A hand turned up is the step that the game says it is."""
    place = event.to
    step = walk.conduct.reveals(walk, place)
    if step is not None:
        walk.take(step, place, version)
    elif walk.showdown_at is None and place in walk.laid[ANTE] and place not in walk.folded_at:
        detail = f"the hand of {named(place)} was turned up before it had decided"
        walk.report("hand_revealed_early", version, detail, at(place))
    if place == "dealer":
        walk.showdown_at, walk.now = walk.showdown_at or version, None
    walk.up.add(place)


def settled(walk: Walk, event: Settlement, version: int) -> None:
    """A wager settled is the step that the game says it is; a void one is none."""
    spot, wager = event.spot, event.wager
    if isinstance(event, WagerReturned):
        returning.misstated(walk, event, version)
    if isinstance(event, WagerReturned) and event.reason == "void":
        returning.void_early(walk, event, version)
        if wager in walk.conduct.dealt_for and returning.is_whole_hand_back(walk, spot, version):
            walk.free(spot)
    else:
        walk.take(walk.conduct.settles(walk, event), spot, version)
    walk.settle(spot, wager)


def racked(walk: Walk, event: HandCollected, version: int) -> None:
    """A hand goes to the rack: the dealer's with the board, a spot's by the step that the game says it is.

    It goes there once, unless a card came to its place after that or was left
    lying.  What was laid aside is nobody's hand and may go there at any time.
    """
    place = event.to
    if place == "stand" or _is_the_rest(walk, event, version):
        return
    lying = walk.cards.get(place, 0)
    if lying <= walk.racked.get(place, -1):  # no card came there since
        detail = f"the hand of {named(place)} was in the rack already"
        walk.report("hand_racked_twice", version, detail, at(place))
        return
    if not isinstance(place, int):
        walk.take("rack_dealer", "dealer", version)
    else:
        step = walk.conduct.racks(walk, place)
        walk.take(step, place, version)
        if step == "rack_fold" and walk.conduct.folds_racked_at_once:
            _folded_hand_late(walk, place)
    walk.racked[place] = lying


def _is_the_rest(walk: Walk, event: HandCollected, version: int) -> bool:
    """Whether the cards of a hand are picked up that were left lying when others of it were, all by name."""
    place, cards = event.to, event.cards
    if place not in walk.racked or not cards:
        return False
    gone: list[str | None] = []
    for one in walk.seen.events[: version - 1]:
        if isinstance(one, HandCollected) and one.to == place:
            if not one.cards:
                return False
            gone.extend(one.cards)
    return len(gone) + len(cards) <= walk.cards.get(place, 0) and not {*gone} & {*cards} - {None}


def _folded_hand_late(walk: Walk, spot: int) -> None:
    """At once is before the table goes on to what follows the decisions."""
    passed_at = walk.passed_at(walk.conduct.deciding)
    if passed_at is not None and walk.folded_at[spot] < passed_at:
        detail = f"the table went on before the folded hand of spot {spot} was racked"
        walk.report("folded_hand_racked_late", passed_at, detail, {"spot": spot})


FOLLOW: Final[Mapping[type[Event], Follow]] = MappingProxyType(
    {
        WagerPlaced: placed,
        WagerIncreased: placed,
        WagerWithdrawn: withdrawn,
        WagerCarried: carried,
        BettingClosed: betting_closed,
        DecisionMade: decision,
        CardDealt: cards.dealt,
        CardBurned: cards.burned,
        CoverCardPlaced: cards.covered,
        CardExposed: cards.exposed,
        CardMoved: cards.lifted,
        CardReturned: cards.lifted,
        HandRevealed: revealed,
        WagerCollected: settled,
        WagerPaid: settled,
        WagerReturned: settled,
        ProgressivePaid: settled,
        HandCollected: racked,
    }
)
