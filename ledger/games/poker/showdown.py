"""Who wins the pots of a hand: the rules' answer, with the rake that was taken.

Source: 13:69F-14.10(a), 14.15(a); pots and splits by default, SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.poker.play import Play
from ledger.games.poker.pots import SidePot, is_even, side_pots, split, spread, uncalled
from ledger.games.ranks import Ranked
from ledger.games.seam import PotResolution, PotShare, Submission
from ledger.games.view import RoundView

RULE: Final = "13:69F-14.10"


class Stakes(NamedTuple):
    """What each spot staked against the others, and what lies in the pot for nobody to match.

    `over` is by how much the stake of `over_spot` is more than anybody's who
    could match it: uncalled once the betting is over.
    """

    staked: Mapping[int, int]
    unmatched: int
    over_spot: int
    over: int

    def called(self) -> Mapping[int, int]:
        """The stakes without what nobody called."""
        return {
            spot: amount - (self.over if spot == self.over_spot else 0)
            for spot, amount in self.staked.items()
        }


class Decision(NamedTuple):
    """Who wins a pot, or what is missing to say it."""

    winners: tuple[int, ...] = ()
    ranks: Mapping[int, str] = MappingProxyType({})
    missing: str | None = None


def stakes(play: Play, submission: Submission) -> Stakes:
    """The stakes by spot, clockwise from the button's left."""
    free = _unmatched_antes(play, submission)
    staked = {spot: max(play.put.get(spot, 0) - free.get(spot, 0), 0) for spot in play.put}
    return Stakes(staked, sum(free.values()), *uncalled(staked))


def is_over(play: Play, seen: RoundView) -> bool:
    """Whether nothing more is to come but the showdown: no bet, no card."""
    return len(play.live) < 2 or seen.closed_at is not None or (play.board_complete and play.betting_over)


def _unmatched_antes(play: Play, submission: Submission) -> Mapping[int, int]:
    """The part of each ante that the others need not match: one player's for the table, or a dead blind.

    What all have to ante is matched like a bet, so that a player who could not
    pay it in full wins of each other's no more than he paid, unless the
    submission lets him have all.
    """
    posted = play.antes
    if not posted or submission.options["short_ante"] == "all":
        return posted
    due = play.seating.antes
    if due:
        common = min(due.get(spot, 0) for spot in play.seating.order)
    elif len(posted) < len(play.seating.order):
        common = 0
    else:
        # One may have posted a dead blind beside the ante: what two have posted is the ante.
        common = sorted(posted.values(), reverse=True)[1 if len(posted) > 2 else 0]
    return {spot: max(amount - common, 0) for spot, amount in posted.items()}


def resolve(play: Play, seen: RoundView, submission: Submission) -> tuple[PotResolution, ...]:
    """The pots of a hand, the main pot first, each with its winners or what is missing.

    While betting goes on there is one pot: who can win what part is not known yet.
    """
    money, over = stakes(play, submission), is_over(play, seen)
    if over or play.betting_over:
        pots = side_pots(money.called(), money.unmatched, play.live, play.dead)
    else:
        pots = (SidePot(max(play.pot, 0), tuple(spot for spot in play.seating.order if spot in play.live)),)
    amounts = [pot.amount for pot in pots]
    rakes = spread(play.rake, amounts, submission.options["rake_from"])
    rest = [amount - rake for amount, rake in zip(amounts, rakes, strict=True)]
    funds = spread(play.contributed, rest, submission.options["rake_from"])
    found = []
    for number, pot in enumerate(pots):
        line = PotResolution(
            number,
            pot.amount,
            pot.eligible,
            (),
            rakes[number],
            "open",
            None,
            RULE,
            "not_nj_text",
            funds[number],
        )
        found.append(_won(line, _decide(pot, play, seen), play, submission) if over else line)
    return tuple(found)


def _won(line: PotResolution, decision: Decision, play: Play, submission: Submission) -> PotResolution:
    """The line with its winners, or with what is missing."""
    chip = submission.options["smallest_chip"]
    net = line.amount - line.rake - line.contributed
    missing, sharing = decision.missing, len(decision.winners)
    if sharing > 1 and play.seating.button is None and not is_even(net, sharing, chip):
        missing = "the button, from which an odd chip goes round"
    if missing is not None:
        return line._replace(outcome="undetermined", missing=missing)
    shares = split(net, decision.winners, chip)
    winners = tuple(PotShare(spot, shares[spot], decision.ranks.get(spot)) for spot in decision.winners)
    return line._replace(outcome="won", winners=winners)


def _decide(pot: SidePot, play: Play, seen: RoundView) -> Decision:
    """The best hand among those who can win the pot; the last who can wins it whatever he holds."""
    if len(pot.eligible) == 1:
        return Decision(pot.eligible)
    missing = _missing(pot.eligible, play, seen)
    if missing:
        return Decision(missing=missing)
    hands = {spot: _ranked(spot, play, seen) for spot in pot.eligible}
    known = {spot: hand for spot, hand in hands.items() if hand is not None}
    if len(known) < len(hands):
        unknown = [spot for spot, hand in hands.items() if hand is None]
        return Decision(missing=f"a hand that can be ranked at {_spots(unknown)}")
    best = min(hand.strength for hand in known.values())
    winners = tuple(spot for spot in pot.eligible if known[spot].strength == best)
    return Decision(winners, {spot: known[spot].rank for spot in winners})


def _ranked(spot: int, play: Play, seen: RoundView) -> Ranked | None:
    variant = play.seating.variant
    return None if variant is None else variant.ranking((*seen.faces(spot), *seen.faces("board")))


def _missing(eligible: Sequence[int], play: Play, seen: RoundView) -> str | None:
    """What is not known that would have to be, in words."""
    variant = play.seating.variant
    if variant is None:
        return "the variant of poker"
    found = []
    board = seen.faces("board")
    if len(board) != variant.board:
        found.append(f"the board: {len(board)} of {variant.board} cards")
    elif None in board:
        found.append("the board: a face")
    unknown = [spot for spot in eligible if len(seen.faces(spot)) != variant.hole or None in seen.faces(spot)]
    if unknown:
        found.append(f"the cards of {_spots(unknown)}")
    return " and ".join(found) or None


def _spots(spots: Sequence[int]) -> str:
    return ("spot " if len(spots) == 1 else "spots ") + ", ".join(map(str, spots))
