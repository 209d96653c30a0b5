"""Which of the passes a hand belongs to, as the procedure asks it of a walk.

The rules say what became of a spot; the paragraph of its ante or bet names the
pass.  Where they cannot say it, no pass is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.caribbean_stud.verdicts import MAIN_WAGERS, PROGRESSIVE
from ledger.games.conduct import Walk, closing
from ledger.games.conduct.rows import ANTE, Need, Place, Places
from ledger.games.orders import clockwise, counterclockwise, passed_over
from ledger.games.seam import Adjudication

Pass: TypeAlias = Literal["lost", "equal", "won", "no_hand", "communicated"]

PASS_OF: Final[Mapping[str, Pass]] = MappingProxyType({
    "13:69F-16.10(e)1": "lost",
    "13:69F-16.10(e)2": "equal",
    "13:69F-16.10(e)3": "won",
    "13:69F-16.10(f)2": "no_hand",
    "13:69F-16.10(f)3": "no_hand",
    "13:69F-16.10(c)":  "communicated",
})  # fmt: skip
COMPARED: Final = frozenset({"lost", "equal", "won"})


def passes(said: Adjudication) -> Mapping[Place, Pass]:
    """The pass in which each spot is settled, by spot; none where that cannot be said."""
    found: dict[Place, Pass] = {}
    for line in said.resolutions:
        spot, wager, _, _, _ = line.key
        kind = PASS_OF.get(line.verdict.rule)
        if kind is not None and wager in MAIN_WAGERS:
            found.setdefault(spot, kind)
    return found


def spots_of(walk: Walk, *kinds: Pass) -> list[int]:
    """The spots settled in these passes, in the order in which the dealer comes to them."""
    return counterclockwise([int(spot) for spot, kind in walk.pass_of.items() if kind in kinds])


# --- what a step needs ----------------------------------------------------------------


def turned_up(walk: Walk, place: Place) -> Places:
    """The hand is up, where it is compared."""
    return [place] if walk.pass_of.get(place) in COMPARED and place not in walk.up else []


def all_decided(walk: Walk, _: Place) -> Places:
    """Everybody with an ante bet or folded, but those who have nothing left to decide.

    So it is with those who communicated, and whose hand was handed back.
    """
    waiting = walk.laid[ANTE].difference(walk.decided["decision"], walk.back)
    return clockwise(spot for spot in waiting if walk.pass_of.get(spot) != "communicated")


def collected_in_time(walk: Walk, place: Place) -> Places:
    """What a fold forfeits is taken at once, thus before the dealer's cards are turned up."""
    late = isinstance(place, int) and walk.is_folded(place) and walk.showdown_at is not None
    return [place] if late else []


def after_showdown(walk: Walk, place: Place) -> Places:
    """No hand that is to be compared is racked before the dealer's cards are up."""
    return [place] if walk.showdown_at is None and place in walk.standing else []


def losers_collected(walk: Walk, _: Place) -> Places:
    """Every losing ante and bet is taken; the first that is not will do."""
    return [spot for spot in spots_of(walk, "lost") if walk.unsettled(spot, MAIN_WAGERS, ("lose",))][:1]


def losers_racked(walk: Walk, _: Place) -> Places:
    """Every losing hand is racked, but those that wait for a payment."""
    return _lying(walk, "lost")[:1]


def before_winners(walk: Walk, place: Place) -> Places:
    """A hand to be compared is turned up before any is paid; one paid unseen itself is another finding."""
    waiting = walk.pass_of.get(place) in COMPARED and place not in walk.up
    if "pay" not in walk.taken or not waiting or any((place, wager) in walk.settled for wager in MAIN_WAGERS):
        return []
    return [place]


def others_racked(walk: Walk, _: Place) -> Places:
    """Losing and equal hands are racked; a record that does not follow the rack says nothing of it."""
    lying = _lying(walk, "lost", "equal")
    told = lying and any(event is not None and event.type == "hand_collected" for event in walk.seen.events)
    return lying[:1] if told else []


def progressive_turned_up(walk: Walk, place: Place) -> Places:
    """A hand with a progressive is up, though the dealer has none."""
    lies = isinstance(place, int) and walk.is_on_layout(place, PROGRESSIVE)
    return [place] if lies and place not in walk.up else []


def progressive_paid(walk: Walk, place: Place) -> Places:
    """A progressive that wins is paid."""
    return [place] if isinstance(place, int) and walk.unsettled(place, (PROGRESSIVE,), ("win",)) else []


def all_settled(walk: Walk, _: Place) -> Places:
    """Whatever ante and bet lose or win is moved; said of the stub, which no spot owns."""
    spots = spots_of(walk, "lost", "won", "no_hand")
    return ["stub"] if any(walk.unsettled(spot, MAIN_WAGERS) for spot in spots) else []


def hands_racked(walk: Walk, _: Place) -> Places:
    """Every spot's hand is racked, but those that wait for a payment."""
    hands = [place for place in walk.cards if isinstance(place, int) and walk.cards[place]]
    return [spot for spot in hands if spot not in walk.racked and spot not in walk.held]


# --- whose turn it is -----------------------------------------------------------------


def in_turn_up(walk: Walk, place: Place) -> Places:
    """Counterclockwise among the hands to be compared."""
    waiting = [spot for spot in spots_of(walk, "lost", "equal", "won") if spot not in walk.up]
    return passed_over("counterclockwise", int(place), waiting)


def in_settling(kind: Pass) -> Need:
    """Counterclockwise among the spots of a pass whose ante or bet is still to be moved."""

    def passed(walk: Walk, place: Place) -> Places:
        if walk.pass_of.get(place) != kind:
            return []
        waiting = [spot for spot in spots_of(walk, kind) if walk.unsettled(spot, MAIN_WAGERS)]
        return passed_over("counterclockwise", int(place), waiting)

    return passed


def in_racking(kind: Pass) -> Need:
    """Counterclockwise among the hands of a pass that are still to be racked."""

    def passed(walk: Walk, place: Place) -> Places:
        lying = _lying(walk, kind) if walk.pass_of.get(place) == kind else []
        return passed_over("counterclockwise", int(place), lying)

    return passed


# --- what is lacking when the round is over ---------------------------------------------


def undecided(walk: Walk) -> Places:
    """Who had cards to decide on, was never asked, and had not communicated."""
    lacking = closing.undecided("decision")(walk)
    return [spot for spot in lacking if walk.pass_of.get(spot) != "communicated"]


def no_showdown(walk: Walk) -> Places:
    """While a hand is to be compared; those who communicated have lost already."""
    waiting = [
        spot for spot in walk.standing if spot not in walk.void and walk.pass_of.get(spot) != "communicated"
    ]
    return ["dealer"] if walk.showdown_at is None and waiting else []


def not_turned_up(walk: Walk) -> Places:
    """The hands to be compared that stayed down."""
    return [spot for spot in spots_of(walk, "lost", "equal", "won") if spot not in walk.up]


def progressive_not_turned_up(walk: Walk) -> Places:
    """The hands with a progressive that stayed down where the dealer had none."""
    return [spot for spot in spots_of(walk, "no_hand") if progressive_turned_up(walk, spot)]


def undocumented(walk: Walk) -> Places:
    """The payments elsewhere that nobody recorded in full before the close."""
    return [spot for spot in counterclockwise(walk.held) if (spot, PROGRESSIVE) not in walk.settled]


def _lying(walk: Walk, *passes: Pass) -> list[int]:
    return [
        spot
        for spot in spots_of(walk, *passes)
        if walk.cards.get(spot) and spot not in walk.racked and spot not in walk.held
    ]
