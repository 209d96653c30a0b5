"""The dealer's steps after the deal, in their order.

Forfeits come as hands are given up.  Where the dealer's hand qualifies there
are three passes counterclockwise: every hand is turned up and the losers
collected and racked at once; equal hands are racked; winners are paid, and
racked last.  Where it does not, all who stayed are paid and racked.  A hand
whose progressive is not paid from the table inventory stays on the table until
that payment is documented, and with it the dealer's.

Source: 13:69F-16.10(a), (d) to (g), 16.11(a); where steps are deduced,
SOURCES.md 6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.events.base import Event
from ledger.games.caribbean_stud.felt import Felt
from ledger.games.caribbean_stud.progressive import documented, taken_before_the_deal
from ledger.games.caribbean_stud.standing import Standing, communicated
from ledger.games.caribbean_stud.verdicts import PROGRESSIVE
from ledger.games.orders import counterclockwise, handed_back
from ledger.games.resolution import Resolution
from ledger.games.view import Place, RoundView


class Course(NamedTuple):
    """The facts of a round that its steps hang on.

    `left_at` is when those who gave up their hand or forfeited it did so.
    `all_turned_up` is whether every hand that stayed is, not those with a
    progressive alone; `events` are what was recorded.
    """

    standings: dict[int, Standing]
    left_at: Mapping[int, int]
    hands: frozenset[Place]
    voided: bool
    shown_down: bool
    all_turned_up: bool
    events: Sequence[Event | None]

    @property
    def quitting(self) -> list[int]:
        """The spots that have nothing more to win, in the order in which they left."""
        left_at, standings = self.left_at, self.standings
        quit_ = [spot for spot in left_at if spot in standings and standings[spot].quit]
        return sorted(quit_, key=lambda spot: (left_at[spot], spot))


class Due(NamedTuple):
    """What the dealer has to do at a spot that did not give up its hand.

    `coin` is whether the progressive's stake is still to be taken, `side`
    whether there is one, `held` whether the hand waits for a payment at the cage.
    """

    loses: bool
    wins: bool
    paid: bool
    coin: bool
    side: bool
    held: bool


def course_of(seen: RoundView, felt: Felt, standings: dict[int, Standing]) -> Course:
    """The facts that the steps hang on, as they stand now."""
    left_at = {**seen.folded_at}
    if seen.irregularities:
        for spot, version in communicated(seen).items():
            left_at[spot] = min(version, left_at.get(spot, version))
    all_turned_up = felt.qualifies or felt.hand is None  # Source: 16.10(f)1
    voided, shown_down = seen.voided_at is not None, felt.shown_down
    return Course(
        standings, left_at, frozenset(seen.hands), voided, shown_down, all_turned_up, (*seen.events,)
    )


def settlement_order(course: Course, lines: Sequence[Resolution]) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    A round declared void has nothing left but to collect the cards, and so has a spot handed back.
    """
    hands, quitting = course.hands, () if course.voided else course.quitting
    steps = [step for spot in quitting for step in (f"collect:{spot}", *_rack(hands, [spot]))]
    if not hands or not course.shown_down:
        return tuple(steps)
    due = _due(course, lines)
    if course.voided:
        return (*_rack(hands, counterclockwise(due)), *_rack(hands, ["dealer"]))
    staying = {spot for spot, at in course.standings.items() if at.fate == "playing"}
    playing = counterclockwise(staying.difference(handed_back(lines)))
    lost = [spot for spot in playing if due[spot].loses]
    won = [spot for spot in playing if due[spot].wins and not due[spot].loses]
    equal = [spot for spot in playing if spot not in lost and spot not in won]
    others = counterclockwise(set(due).difference(playing, quitting))
    held = [spot for spot in playing if due[spot].held]
    steps += ["dealer_reveal"] if playing else []
    for spot in playing:
        steps += _reached(spot, due[spot], turned_up=course.all_turned_up or due[spot].side)
        steps += [*_pay(spot, due[spot]), *_rack(hands, [spot], but=held)] if spot in lost else []
    for spot in equal:
        steps += [*_pay(spot, due[spot]), *_rack(hands, [spot], but=held)]
    steps += [step for spot in won for step in _pay(spot, due[spot])]
    return (*steps, *_rack(hands, [*won, *others], but=held), *_at_last(course, held, lines))


def _due(course: Course, lines: Sequence[Resolution]) -> dict[int, Due]:
    """What is due at every spot with a wager or a hand."""
    at_spot: dict[int, list[Resolution]] = {spot: [] for spot in course.hands if isinstance(spot, int)}
    at_spot.update((spot, []) for spot in course.standings)
    for line in lines:
        at_spot[line.spot].append(line)
    locked = taken_before_the_deal(course.events)
    return {spot: _due_at(at, coin=spot not in locked) for spot, at in at_spot.items()}


def _due_at(lines: Sequence[Resolution], *, coin: bool) -> Due:
    main = {line.outcome for line in lines if line.wager != PROGRESSIVE}
    side = [line for line in lines if line.wager == PROGRESSIVE]
    return Due(
        loses="lose" in main,
        wins="win" in main,
        paid="win" in main or any(line.outcome == "win" and line.paid_from is None for line in side),
        coin=coin and any(line.collected for line in side),
        side=any(line.stake for line in side),
        held=any(line.paid_from is not None for line in side),
    )


def _reached(spot: int, due: Due, *, turned_up: bool) -> Iterator[str]:
    """The first pass comes to a spot: what it loses is taken at once."""
    if turned_up:
        yield f"reveal:{spot}"
    if due.loses or due.coin:
        yield f"collect:{spot}"


def _pay(spot: int, due: Due) -> list[str]:
    return [f"pay:{spot}"] if due.paid else []


def _rack(hands: Collection[Place], places: Iterable[Place], but: Collection[int] = ()) -> list[str]:
    return [f"rack:{place}" for place in places if place in hands and place not in but]


def _at_last(course: Course, held: Sequence[int], lines: Sequence[Resolution]) -> list[str]:
    """The hands held for the cage as far as it has paid, and when none is left the dealer's."""
    done = documented(course.events, lines) if held else ()
    paid = [spot for spot in held if spot in done]
    dealer: list[Place] = ["dealer"] if paid == held else []
    return _rack(course.hands, [*paid, *dealer])
