"""What can be said of a round only when a stage or the whole of it is over."""

from __future__ import annotations

from ledger.games.orders import clockwise
from ledger.games.texas_holdem_bonus.paytables import RATIO_TO_ANTE
from ledger.games.texas_holdem_bonus.procedure import BOARD, STREETS, WAGERS
from ledger.games.texas_holdem_bonus.walk import Place, Walk, at, named


def close(walk: Walk) -> None:
    """Report what was never done, in a round that was closed and not declared void."""
    for spot in walk.antes:
        _ratios(walk, spot)
    closed_at = walk.seen.closed_at
    if closed_at is None or walk.seen.voided_at is not None:
        return
    if walk.playing and walk.board < BOARD:
        event = walk.showdown_at or closed_at
        walk.report(
            "community_cards_wrong", event, f"the board had {walk.board} cards", {"cards": walk.board}
        )
    # Until the close a record may be of cards and wagers alone; whole, it says what lay over the hand.
    if walk.showdown_at is not None and not walk.covered:
        event = walk.decisions_begun_at or walk.showdown_at
        walk.report("cover_card_missing", event, "no cover card was laid over the dealer's cards")
    _racks(walk, closed_at)


def _ratios(walk: Walk, spot: int) -> None:
    """Too much is found at once, too little when no more can be added.  Evidence: published rules only."""
    ante = walk.stakes[spot, "ante"]
    for wager, times in RATIO_TO_ANTE.items():
        placed = walk.stakes.get((spot, wager), 0)
        if placed > times * ante or (0 < placed < times * ante and _is_over(walk, WAGERS[wager].stage)):
            detail = f"the {wager} wager is {placed} and {times} times the ante is {times * ante}"
            facts = {"spot": spot, "wager": wager, "amount": placed, "due": times * ante}
            walk.report("wager_ratio_wrong", walk.placed_at[spot, wager], detail, facts)


def _is_over(walk: Walk, stage: str) -> bool:
    """Whether the board has passed a stage of decisions, or the round is closed."""
    before = next(street.before for street in STREETS if street.decision == stage)
    return walk.board > before or walk.seen.closed_at is not None


def _racks(walk: Walk, closed_at: int) -> None:
    """Hands left out of the rack, in a record that follows the rack at all."""
    if not walk.racked:
        return
    hands: list[Place] = [*clockwise(place for place in walk.cards if isinstance(place, int)), "dealer"]
    for place in hands:
        if (
            walk.cards.get(place)
            and place not in walk.racked
            and ("dealer_racked_early", place) not in walk.reported
        ):
            walk.report("hand_not_racked", closed_at, f"the hand of {named(place)} was not racked", at(place))
