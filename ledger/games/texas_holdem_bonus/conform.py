"""What was not done as the procedure says, found from the recorded events.

Each event is a step of `procedure`, or none.  "Not yet" is never a finding:
what is absent is found when a later step has passed it, or at the close.

Source: 13:69F-28.10; the rule and evidence of each finding stand in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

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
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.seam import Adjudication, Finding, RoundView, Submission
from ledger.games.texas_holdem_bonus.closing import close
from ledger.games.texas_holdem_bonus.procedure import (
    BOARD,
    STEP,
    STREETS,
    WAGERS,
    Street,
    closed_by,
)
from ledger.games.texas_holdem_bonus.walk import Walk, at, named

WAGERED: Final = "wager"
STREET_BEFORE: Final[Mapping[int, Street]] = MappingProxyType({street.before: street for street in STREETS})
STREET_DECIDED: Final[Mapping[str | None, Street]] = MappingProxyType(
    {street.decision: street for street in STREETS}
)


def conform(seen: RoundView, _: Submission, said: Adjudication) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed."""
    walk = Walk(seen, said)
    over = min(seen.closed_at or seen.version, seen.voided_at or seen.version)
    for version, event in enumerate(seen.events[:over], 1):
        follow = None if event is None else FOLLOW.get(event.type)
        if follow is not None:
            follow(walk, event, version)
    close(walk)
    return walk.found


# --- wagers and decisions -----------------------------------------------------------


def _placed(walk: Walk, event: WagerPlaced | WagerIncreased, version: int) -> None:
    spot, wager = event.spot, event.wager
    stage = WAGERS[wager].stage
    walk.stakes[spot, wager] = walk.stakes.get((spot, wager), 0) + event.amount
    walk.placed_at[spot, wager] = version
    if walk.stage == stage:
        walk.take(stage, spot, version)
    elif wager not in walk.shut:  # what is late for its "no more bets" is found in every game
        detail = f"the {wager} wager of spot {spot} was placed out of its time"
        walk.report("wager_out_of_stage", version, detail, {"spot": spot, "wager": wager}, STEP[stage].rule)
    if stage in walk.decided:
        _decide(walk, stage, spot, WAGERED, version)
    elif walk.stage == stage and wager not in walk.shut:
        walk.in_play.add(spot)


def _withdrawn(walk: Walk, event: WagerWithdrawn, version: int) -> None:
    spot, wager = event.spot, event.wager
    stage = WAGERS[wager].stage
    left = walk.stakes[spot, wager] = walk.stakes.get((spot, wager), 0) - event.amount
    if walk.stage != stage or wager in walk.shut:
        detail = f"the {wager} wager of spot {spot} was taken back too late"
        walk.report("wager_withdrawn_late", version, detail, {"spot": spot, "wager": wager})
    if left <= 0 and stage in walk.decided:
        walk.decided[stage].pop(spot, None)
        if wager == "flop":
            walk.playing.discard(spot)


def _betting_closed(walk: Walk, event: BettingClosed, _: int) -> None:
    walk.shut.update(closed_by(walk.board, dealt=bool(walk.cards)) if event.wagers is None else event.wagers)


def _decision(walk: Walk, event: DecisionMade, version: int) -> None:
    street = STREET_DECIDED.get(walk.stage)
    if street is not None and event.decision == street.instead:
        walk.take(street.decision, event.spot, version)
        _decide(walk, street.decision, event.spot, event.decision, version)
        return
    rule = None if street is None else STEP[street.decision].rule
    facts = {"spot": event.spot, "decision": event.decision}
    detail = f"spot {event.spot} could not {event.decision} then"
    walk.report("decision_not_offered", version, detail, facts, rule)
    if event.decision == "fold":
        _decide(walk, "flop_decision", event.spot, "fold", version)


def _decide(walk: Walk, stage: str, spot: int, word: str, version: int) -> None:
    """Keep what a spot decided; to decide otherwise later is a finding."""
    if walk.decisions_begun_at is None:
        walk.decisions_begun_at = version
    before = walk.decided[stage].setdefault(spot, word)
    if before != word:
        detail = f"spot {spot} had decided already: {before}, now {word}"
        walk.report(
            "decision_contradicted", version, detail, {"spot": spot, "decision": word}, STEP[stage].rule
        )
    if word == "fold":
        walk.folded_at.setdefault(spot, version)
    elif stage == "flop_decision":
        walk.playing.add(spot)


# --- cards ----------------------------------------------------------------------------


def _dealt(walk: Walk, event: CardDealt, version: int) -> None:
    if event.to == "stand":
        return
    walk.lies_at[version] = event.to
    if event.to == "board":
        _community_card(walk, version)
    else:
        walk.take("deal", event.to, version)
        if event.to != "dealer":
            walk.in_play.add(event.to)
    count = walk.cards[event.to] = walk.cards.get(event.to, 0) + 1
    if event.to != "board" and count > 2:
        detail = f"a card too many was dealt to {named(event.to)}"
        walk.report("hole_cards_wrong", version, detail, at(event.to))
    lies = "up" if event.to == "board" else "down"
    if event.face != lies:
        detail = f"a card to {named(event.to)} was dealt face {event.face}"
        walk.report("card_faced_wrong", version, detail, at(event.to))


def _community_card(walk: Walk, version: int) -> None:
    street = STREET_BEFORE.get(walk.board)
    if street is not None:
        walk.take(street.name, "board", version)
        walk.burned = False
        walk.board_begun_at = walk.board_begun_at or version
    elif walk.board >= BOARD:
        walk.report("community_cards_wrong", version, f"card {walk.board + 1} was dealt to the board")


def _burned(walk: Walk, _: CardBurned, version: int) -> None:
    street = STREET_BEFORE.get(walk.board)
    if street is None or walk.burned or not walk.cards:
        walk.report("burn_card_unexpected", version, "no card was to be burned then")
        return
    walk.take(f"burn_{street.name}", "board", version)
    walk.burned = True
    walk.board_begun_at = walk.board_begun_at or version


def _covered(walk: Walk, event: CoverCardPlaced, _: int) -> None:
    walk.covered = walk.covered or event.to == "dealer"


def _exposed(walk: Walk, event: CardExposed, version: int) -> None:
    place = walk.place_of(event)
    if place == "dealer":
        walk.take("showdown", place, version)
    elif isinstance(place, int) and walk.showdown_at is None:
        detail = f"a card of spot {place} was turned up before the dealer's"
        walk.report("hand_revealed_early", version, detail, {"spot": place})


def _lifted(walk: Walk, event: CardMoved | CardReturned, _: int) -> None:
    place = walk.place_of(event)
    if place is not None and walk.cards.get(place):
        walk.cards[place] -= 1
    if event.type == "card_moved" and event.to is not None:
        walk.cards[event.to] = walk.cards.get(event.to, 0) + 1


# --- showdown, settlement, rack ---------------------------------------------------------


def _revealed(walk: Walk, event: HandRevealed, version: int) -> None:
    if event.to == "dealer":
        walk.take("showdown", "dealer", version)
        walk.showdown_at = walk.showdown_at or version
    elif event.to in walk.playing:
        walk.take("reveal", event.to, version)
        _begin(walk, event.to, version)
    walk.up.add(event.to)


def _settled(walk: Walk, event: WagerCollected | WagerPaid | WagerReturned, version: int) -> None:
    spot, wager = event.spot, event.wager
    if isinstance(event, WagerReturned) and event.reason == "void":
        if wager == "ante":
            walk.void.add(spot)
    else:
        step = SETTLES[wager == "bonus", walk.is_folded(spot)]
        walk.take(step, spot, version)
        if step in {"settle", "settle_bonus"}:
            _begin(walk, spot, version)
    walk.settled.add((spot, wager))


def _begin(walk: Walk, spot: int, version: int) -> None:
    """The pass comes to a spot, or comes back to one that it had left unsettled."""
    walk.begun.setdefault(spot, version)
    later = [(other, begun_at) for other, begun_at in walk.begun.items() if begun_at > walk.begun[spot]]
    if later and ("settlement_incomplete", spot) not in walk.reported:
        walk.reported.add(("settlement_incomplete", spot))
        other, begun_at = later[0]
        detail = f"spot {other} was begun before spot {spot} was settled"
        walk.report("settlement_incomplete", begun_at, detail, {"spot": spot, "begun": other})


# (Whether it is the bonus, whether the spot folded) -> the step that a settlement is.
SETTLES: Final[Mapping[tuple[bool, bool], str]] = MappingProxyType(
    {
        (False, False): "settle",
        (False, True): "forfeit",
        (True, False): "settle_bonus",
        (True, True): "settle_folded",
    }
)


def _racked(walk: Walk, event: HandCollected, version: int) -> None:
    place = event.to
    if not isinstance(place, int):
        walk.take("rack_dealer", "dealer", version)
        walk.racked.append("dealer")
        return
    if not walk.is_folded(place):
        walk.take("rack", place, version)
    elif walk.is_on_layout(place, "bonus"):
        walk.take("rack_folded", place, version)
    else:
        _racked_fold(walk, event, place, version)
    walk.racked.append(place)


def _racked_fold(walk: Walk, event: HandCollected, spot: int, version: int) -> None:
    if event.spread is False:
        walk.report(
            "folded_hand_not_spread", version, f"the hand of spot {spot} was not spread", {"spot": spot}
        )
    begun_at = walk.board_begun_at
    if begun_at is not None and walk.folded_at[spot] < begun_at:
        detail = f"the board was begun before the folded hand of spot {spot} was racked"
        walk.report("folded_hand_racked_late", begun_at, detail, {"spot": spot})


Follow: TypeAlias = Callable[[Walk, Any, int], None]
FOLLOW: Final[Mapping[str, Follow]] = MappingProxyType(
    {
        "wager_placed": _placed,
        "wager_increased": _placed,
        "wager_withdrawn": _withdrawn,
        "betting_closed": _betting_closed,
        "decision_made": _decision,
        "card_dealt": _dealt,
        "card_burned": _burned,
        "cover_card_placed": _covered,
        "card_exposed": _exposed,
        "card_moved": _lifted,
        "card_returned": _lifted,
        "hand_revealed": _revealed,
        "wager_collected": _settled,
        "wager_paid": _settled,
        "wager_returned": _settled,
        "hand_collected": _racked,
    }
)
