"""How the walk follows the cards: dealt, burned, covered, exposed, moved."""

from __future__ import annotations

from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardHandled,
    CardMoved,
    CardReturned,
    CoverCardPlaced,
)
from ledger.games.conduct.rows import Deal, Place
from ledger.games.conduct.walk import Walk, at, named
from ledger.games.orders import clockwise


def dealt(walk: Walk, event: CardDealt, version: int) -> None:
    """A card to a hand or the board, which may begin the next deal.

    Each to a hand is a step in its order, the first of each deal to the board.
    """
    said = event.__dict__
    place, face = said["to"], said["face"]
    if place == "stand":
        return
    walk.lies_at[version] = place
    has = walk.cards.get(place, 0)
    deal = _deal_of(walk, place, has)
    if deal is None:
        _too_many(walk, place, version)
    elif deal.to == "hands":
        walk.as_due = _comes_as_due(walk, deal, place)
        walk.take(deal.step, place, version)
        if not walk.as_due:
            _by_method(walk, deal, place, version)
        walk.fullest = max(walk.fullest, has + 1)
    elif has == deal.before:  # the board comes in one step with the first of its cards
        walk.take(deal.step, place, version)
        walk.burned = False
    if place not in walk.in_play and isinstance(place, int):
        walk.enter(place)
    walk.cards[place] = has + 1
    walk.now = None
    if face == "up":
        walk.faced.setdefault(place, set()).add(version)
    if place == "dealer" or (face == "up") is not (place == "board"):
        _faced(walk, event, deal, version)
    walk.last_dealt = place


def _comes_as_due(walk: Walk, deal: Deal, place: Place) -> bool:
    """Whether a card goes where the next of its deal is due, as did each before it.

    Then nobody is passed over and the manner is kept, and neither has to be looked for.
    """
    if deal is not walk.coming_by:
        walk.coming_by, walk.coming = deal, _places_due(walk, deal)
    coming = walk.coming
    if coming and coming[-1] == place:
        coming.pop()
        return True
    walk.coming = []
    return False


def _places_due(walk: Walk, deal: Deal) -> list[Place]:
    """The place of each card of a deal that begins, the first one last; none where either manner is right."""
    manner, spots = walk.manners[deal.step], clockwise(walk.awaits(deal))
    places: list[Place] = [*spots, "dealer"]
    begun = [place for place in places if walk.cards.get(place, 0) != deal.before]
    if not spots or begun or manner == "either":
        return []
    if manner == "one_by_one":
        due = places * deal.cards
    else:
        due = [place for place in places for _ in range(deal.cards)]
    return due[::-1]


def _deal_of(walk: Walk, place: Place, has: int) -> Deal | None:
    """The deal that the next card at a place belongs to; None where it is a card too many.

    The next deal to the hands is begun when the dealer's hand is whole and
    somebody has decided: before that another card is one too many, unless nobody
    was asked and the whole of that deal came here and to the dealer.  So many cards
    the place `has` already.
    """
    to = "board" if place == "board" else "hands"
    deal = walk.conduct.deal_of.get((to, has))
    if deal is None or to == "board" or walk.fullest > deal.before or not deal.before:
        return deal
    if walk.cards.get("dealer", 0) < deal.before:
        return None
    return deal if any(walk.decided.values()) or _came_whole(walk, deal, place) else None


def _came_whole(walk: Walk, deal: Deal, place: Place) -> bool:
    """Whether a hand and the dealer's came to just as many cards as a deal makes them."""
    hands = walk.seen.hands
    return all(len(hands.get(one, ())) == deal.through for one in (place, "dealer"))


def _too_many(walk: Walk, place: Place, version: int) -> None:
    if place == "board":
        detail = f"card {walk.board + 1} was dealt to the board"
        walk.report("community_cards_wrong", version, detail)
    else:
        detail = f"a card too many was dealt to {named(place)}"
        walk.report(walk.conduct.hand_code, version, detail, at(place))


def _by_method(walk: Walk, deal: Deal, place: Place, version: int) -> None:
    """A machine deals each hand whole, a dealer each hand a card in turn, his own last; found once in a deal.

    A hand that gets no cards in this deal is another finding, and so is one passed over.
    """
    last = walk.last_dealt
    if last is None:
        return
    manner = walk.manners[deal.step]
    if manner == "either" or (deal.step, "method") in walk.reported:
        return
    detail = (
        _unlike_a_machine(walk, deal, place, last)
        if manner == "stacks"
        else _unlike_a_dealer(walk, deal, place, last)
    )
    if detail is None:
        return
    walk.reported.add((deal.step, "method"))
    # Of the same paragraph the kind tells better how well the manner is known than the step of the deal.
    nearer = walk.conduct.step[deal.step].rule != walk.conduct.kind["dealing_method_wrong"].rule
    walk.report("dealing_method_wrong", version, detail, at(place), deal.step if nearer else None)


def _unlike_a_machine(walk: Walk, deal: Deal, place: Place, last: Place) -> str | None:
    """How a card does not come out of stacks, in words; None where it may."""
    part = last != place and deal.before < walk.cards.get(last, 0) < deal.through
    if part and (last == "dealer" or last in walk.awaits(deal)):
        return f"{named(place)} got a card before {named(last)} had all of its stack"
    return None


def _unlike_a_dealer(walk: Walk, deal: Deal, place: Place, last: Place) -> str | None:
    """How a card does not come one at a time round the table, in words; None where it may."""
    has = walk.cards.get(place, 0)
    if has == deal.before:
        return None
    if last == place:
        return f"{named(place)} got two cards running"
    behind = place != "dealer" and walk.cards.get("dealer", 0) < has
    return f"{named(place)} got a card before the dealer had the one before it" if behind else None


def _faced(walk: Walk, event: CardDealt, deal: Deal | None, version: int) -> None:
    """The board lies face up and the hands face down, but for as many of the dealer's as the game shows."""
    place = event.to
    lies = "up" if place == "board" else "down"
    shown = deal.dealer_up if deal is not None and place == "dealer" else 0
    if deal is not None and shown:
        walk.up_cards += event.face == "up"
        # Out of a stack the dealer may turn them up when it lies there.
        whole = walk.cards[place] == deal.through and walk.manners[deal.step] == "one_by_one"
        wrong = walk.up_cards > shown if event.face == "up" else whole and walk.up_cards < shown
    else:
        wrong = event.face != lies
    if wrong:
        detail = f"a card to {named(place)} was dealt face {event.face}"
        walk.report("card_faced_wrong", version, detail, at(place))
        walk.reported.add(("card_faced_wrong", place))


def burned(walk: Walk, _: CardBurned, version: int) -> None:
    """A card is burned before a deal that wants it, once."""
    deal = next((one for one in walk.conduct.burned_for if walk.lie(one) == one.before), None)
    if deal is None or deal.burn is None or walk.burned or not walk.cards:
        walk.report("burn_card_unexpected", version, "no card was to be burned then")
        return
    walk.take(deal.burn, deal.to, version)
    walk.burned = True


def covered(walk: Walk, event: CoverCardPlaced, _: int) -> None:
    """The cover card over the dealer's hand."""
    walk.covered = walk.covered or event.to == "dealer"


def exposed(walk: Walk, event: CardExposed, version: int) -> None:
    """A single card seen: the dealer's as the showdown would be, a player's too early until then.

    With the last of its cards a hand is turned up.
    """
    place = walk.place_of(event)
    face_up(walk, event)
    whole = place not in walk.up and _is_up(walk, place)
    if place == "dealer":
        walk.take("showdown", place, version)
        if whole:
            walk.showdown_at, walk.now = walk.showdown_at or version, None
    elif isinstance(place, int):
        step = walk.conduct.reveals(walk, place)
        if walk.showdown_at is None and step in {None, "reveal"}:
            detail = f"a card of spot {place} was turned up before the dealer's"
            walk.report("hand_revealed_early", version, detail, {"spot": place})
        elif whole and step is not None:
            walk.take(step, place, version)
    if whole and place is not None:
        walk.up.add(place)


def face_up(walk: Walk, event: CardExposed) -> None:
    """The card of an event lies up where it lies, if it can be told which one it is."""
    place = walk.place_of(event)
    which = _which(walk, event, place)
    if place is not None and which is not None:
        walk.faced.setdefault(place, set()).add(which)


def _is_up(walk: Walk, place: Place | None) -> bool:
    """Whether a hand is whole and each of its cards lies up."""
    if place is None:
        return False
    return len(walk.faced.get(place, ())) >= max(walk.conduct.hand, walk.cards.get(place, 0))


def _which(walk: Walk, event: CardHandled, place: Place | None) -> int | None:
    """The version of the card that an event is about, by its face among those of a place if it must be."""
    if event.of is not None or event.card is None:
        return event.of
    hand = walk.seen.hands.get(place, ())
    return next((card.version for card in hand if card.face == event.card), None)


def lifted(walk: Walk, event: CardMoved | CardReturned, _: int) -> None:
    """A card leaves the place where it lay, and is counted where it was put; a face turned up stays up."""
    place = walk.place_of(event)
    to = event.to if event.type == "card_moved" else None
    which = _which(walk, event, place if to is None else to)
    if place is not None and walk.cards.get(place):
        walk.cards[place] -= 1
    lay = walk.faced.get(place, set()) if place is not None else set()
    up = which in lay
    lay.discard(which or 0)
    walk.last_dealt, walk.now, walk.coming = to, None, []
    if to is None:
        return
    walk.cards[to] = walk.cards.get(to, 0) + 1
    if up and which is not None:
        walk.faced.setdefault(to, set()).add(which)
