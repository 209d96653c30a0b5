"""Whether the cards were dealt as they should be: the deal, the burns, the board.

Where a record does not tell how the cards were dealt, what is absent from it is
no finding.

Source: 13:69F-14.6(b), 14.10(b), (e), (f), (g).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ledger.games.poker.findings import found
from ledger.games.poker.play import Play
from ledger.games.poker.variants import Variant
from ledger.games.seam import Finding
from ledger.games.telling import shows_the_dealing
from ledger.games.view import RoundView


def dealt(play: Play, seen: RoundView) -> Iterator[Finding]:
    """What was not as it should have been in the deal."""
    variant = play.seating.variant
    if variant is None:
        return
    yield from _players(play, variant)
    yield from _early_board(play, variant)
    yield from _foreign_cards(seen, variant)
    if shows_the_dealing(seen):
        yield from _hole_cards(play, seen, variant)
        yield from _burns(play, variant)


def _players(play: Play, variant: Variant) -> Iterator[Finding]:
    count = len(play.seating.order)
    first = play.hole[0][0] if play.hole else 1
    if count > variant.most_players:
        yield found("too_many_players", first, f"{count} players are in the hand", players=count)
    if count < 2 and play.hole:
        yield found("too_few_players", first, f"{count} player was dealt in", players=count)


def _hole_cards(play: Play, seen: RoundView, variant: Variant) -> Iterator[Finding]:
    """Face down, one at a time from the button's left, as many rounds as the game has cards."""
    dealt_in = {spot for _, spot, _ in play.hole}
    turns = [spot for spot in play.seating.order if spot in dealt_in] * variant.hole
    for version, spot, face in play.hole:
        if face == "up":
            yield found("hole_card_face_up", version, f"a card of spot {spot} was dealt face up", spot=spot)
    if play.seating.button is not None:
        for (version, spot, _), turn in zip(play.hole, turns, strict=False):
            if spot != turn:
                detail = f"the card went to spot {spot}, the next was spot {turn}"
                yield found("hole_card_out_of_order", version, detail, spot=spot, turn=turn)
                break
    passed = play.streets[0].version if play.streets else seen.closed_at
    counts = Counter(spot for _, spot, _ in play.hole)
    for spot, count in counts.items() if passed is not None else ():
        if count != variant.hole:
            last = max(version for version, at, _ in play.hole if at == spot)
            detail = f"spot {spot} was dealt {count} cards instead of {variant.hole}"
            yield found("hole_cards_miscounted", last, detail, spot=spot, cards=count)


def _burns(play: Play, variant: Variant) -> Iterator[Finding]:
    """One card is burned before each street of the board."""
    for street in play.streets:
        row = variant.streets[street.street - 1]
        if street.burns != 1:
            code = "burn_card_extra" if street.burns else "burn_card_missing"
            count = f"{street.burns} cards were" if street.burns else "no card was"
            detail = f"{count} burned before the {row.name}"
            yield found(code, street.version, detail, rule=row.rule, evidence=row.evidence, street=row.name)


def _early_board(play: Play, variant: Variant) -> Iterator[Finding]:
    """A street comes when the last player has responded to the last bet, and comes whole."""
    for street in play.streets:
        name = variant.streets[street.street - 1].name
        if street.waiting is not None:
            detail = f"the {name} was dealt when spot {street.waiting} had still to act"
            yield found("board_dealt_early", street.version, detail, street=name, spot=street.waiting)
    half = next((move for move in play.moves if not variant.is_whole_street(move.board)), None)
    if half is not None:
        yield found("board_miscounted", half.version, f"there was betting on a board of {half.board} cards")
    if play.board > variant.board:
        last = play.streets[-1].version
        yield found("board_miscounted", last, f"the board has {play.board} cards", cards=play.board)


def _foreign_cards(seen: RoundView, variant: Variant) -> Iterator[Finding]:
    for place, hand in seen.hands.items():
        for card in hand:
            face = card.face
            if face is not None and face[1] != "?" and face not in variant.deck:
                yield found(
                    "card_not_in_deck", card.version, f"{face} is no card of this deck", card=face, to=place
                )
