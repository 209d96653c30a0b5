"""Settling a wager against the house: what several games share.

A game says what becomes of a wager (`Verdict`); here that becomes resolution
lines in whole cents: coupons, late parts, breakage and the licensee's limits.

Source: CONTRACT §3 and §4.  Breakage, late wagers, limits and how an aggregate
limit is shared are the licensee's elections; no New Jersey text of them was
read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ledger.events.base import Event
from ledger.games.resolution import CHIPS, UNJUDGED, Hand, Resolution, TablePrize, Verdict
from ledger.games.seam import Evidence, Fixed, MeterPercent, Odds, Prize, Submission
from ledger.games.view import RoundView, WagerView
from ledger.money import Breakage, share


def won(rule: str, evidence: Evidence, table: str, prize: Prize) -> Verdict:
    """A wager that wins a prize of a pay table, as far as a table inventory alone can say it."""
    if isinstance(prize, MeterPercent):
        return Verdict("undetermined", rule, "not_found", table, missing="the fund whose meter is shared")
    return Verdict("win", rule, evidence, table, prize, _printed(prize))


@lru_cache(maxsize=256)
def _printed(prize: TablePrize) -> str:
    return str(prize)


WITHDRAWN: Final = Verdict("void", "", "derived")
TAKEN_BACK_LATE: Final = Verdict(
    "undetermined", "", "not_found", missing="the rule for a wager taken back after its betting had closed"
)
LATE: Final[Mapping[str, Verdict]] = {
    "void": Verdict("void", "", "not_found"),
    "undetermined": Verdict(
        "undetermined", "", "not_found", missing="whether a late wager stands (late_wagers)"
    ),
}


Prizes: TypeAlias = Mapping[str, Collection[Prize]]  # all that a wager can win, by wager


@dataclass(frozen=True, slots=True)
class Terms:
    """The elections that every game has.

    `flat` is whether any prize does not grow with the stake, `smallest` the
    smallest limit, None without any.
    """

    breakage: Breakage
    late_wagers: Literal["stands", "void", "undetermined"]
    payout_limits: Mapping[str, int]
    aggregate_limits: Mapping[str, int]
    flat: bool = True
    smallest: int | None = field(init=False)

    def __post_init__(self) -> None:
        """Look for the smallest limit once."""
        limits = [*self.payout_limits.values(), *self.aggregate_limits.values()]
        object.__setattr__(self, "smallest", min(limits, default=None))


def elected(submission: Submission, prizes: Prizes) -> Terms:
    """The elections of a submission; `prizes` are all that its wagers can win."""
    options = submission.options
    return Terms(
        submission.breakage,
        options["late_wagers"],
        options["payout_limits"],
        options["aggregate_limits"],
        flat=any(not isinstance(prize, Odds) for table in prizes.values() for prize in table),
    )


def winnings(prize: TablePrize, stake: int, breakage: Breakage) -> int:
    """What a stake wins in cents, the stake itself not counted."""
    if isinstance(prize, Fixed):
        return prize.cents
    return share(stake, prize.n, prize.d, breakage)


def _worked_out(verdict: Verdict, stake: int, terms: Terms) -> int:
    """What a stake wins by a verdict in cents; nothing where it wins no prize."""
    return winnings(verdict.prize, stake, terms.breakage) if verdict.prize is not None else 0


def add_lines(
    lines: list[Resolution],
    wagers: Iterable[WagerView],
    verdicts: Mapping[str, Verdict],
    hand: Hand,
    terms: Terms,
) -> None:
    """Add what becomes of wagers by their verdicts: the timely part, then the late part.

    A wager withdrawn whole has a line without a stake, or of the stake that was
    taken back too late; one that was settled but never placed has none.
    """
    for wager in wagers:
        verdict, stake = verdicts[wager.wager], wager.stake
        if stake:
            times = verdict.times
            paid = _worked_out(verdict, stake, terms) if times is None else stake * times
            lines.append(Resolution(wager.key, stake, verdict, hand, paid))
        if wager.late or not stake:
            _add_beside(lines, wager, verdict, hand, terms)


def add_line(lines: list[Resolution], wager: WagerView, verdict: Verdict, hand: Hand, terms: Terms) -> None:
    """Add what becomes of one wager, as `add_lines` does of many."""
    stake = wager.stake
    if stake:
        times = verdict.times
        paid = _worked_out(verdict, stake, terms) if times is None else stake * times
        lines.append(Resolution(wager.key, stake, verdict, hand, paid))
    if wager.late or not stake:
        _add_beside(lines, wager, verdict, hand, terms)


def _add_beside(
    lines: list[Resolution], wager: WagerView, verdict: Verdict, hand: Hand, terms: Terms
) -> None:
    """Add what became of a wager that is no stake placed in time: taken back, or late."""
    if wager.withdrawn and not wager.stake:
        back_late = sum(back.amount for back in wager.taken_back if back.late)
        lines.append(Resolution(wager.key, back_late, TAKEN_BACK_LATE if back_late else WITHDRAWN))
    if not wager.late:
        return
    elected_so = LATE.get(terms.late_wagers)
    if elected_so is not None and verdict.outcome not in {"open", "void"}:
        lines.append(Resolution(wager.key, wager.late, elected_so, late=True))
        return
    paid = _worked_out(verdict, wager.late, terms)
    lines.append(Resolution(wager.key, wager.late, verdict, hand, paid, late=True))


def add_ante_bonus(
    lines: list[Resolution], main: Iterable[WagerView], bonus: Verdict, hand: Hand, terms: Terms
) -> None:
    """Add what is paid on the antes among a spot's wagers: lines without a stake, and only where it pays.

    What cannot be judged may pay, and so has a line.
    """
    on_the_ante: list[Resolution] = []
    for wager in main:
        if wager.wager == "ante":
            add_line(on_the_ante, wager, bonus, hand, terms)
    for line in on_the_ante:
        if line.outcome != "void":
            key = (line.spot, "ante_bonus", line.on, line.patron, CHIPS)
            lines.append(Resolution(key, 0, line.verdict, line.hand, line.paid, late=line.late))


# --- what was settled, and what goes back -------------------------------------------

_SETTLES: Final = frozenset(
    {"wager_collected", "wager_paid", "wager_returned", "progressive_won", "progressive_paid"}
)


def void_unsettled(seen: RoundView, lines: Sequence[Resolution]) -> Sequence[Resolution]:
    """The lines of a round declared void: what was not settled before goes back to the patron."""
    if seen.voided_at is None:
        return lines
    settled = settled_by(seen, seen.voided_at, lines)
    return [
        line if done else void(line) for line, done in zip(lines, settled, strict=True) if done or lasts(line)
    ]


def settled_by(seen: RoundView, version: int, lines: Sequence[Resolution]) -> list[bool]:
    """Which lines' wagers had been settled, in whole or part, when a round came to a version."""
    before = [event for event in seen.events[:version] if event is not None and event.type in _SETTLES]
    return [any(_settles(event, line) for event in before) for line in lines]


def lasts(line: Resolution) -> bool:
    """Whether a line is still one when it wins nothing: a bonus paid without a stake is not."""
    return bool(line.stake) or line.outcome == "void"


def void(line: Resolution, rule: str = "", evidence: Evidence = "derived") -> Resolution:
    """The line of a wager that goes back to the patron, neither paid nor collected."""
    return Resolution(line.key, line.stake, Verdict("void", rule, evidence), late=line.late)


def forfeit(line: Resolution, rule: str, evidence: Evidence) -> Resolution:
    """The line of a wager that the patron loses whatever the cards are."""
    return Resolution(line.key, line.stake, Verdict("forfeit", rule, evidence), late=line.late)


def undetermined(
    line: Resolution, rule: str, evidence: Evidence, missing: str, table: str | None = None
) -> Resolution:
    """The line of a wager for which a choice of rule is missing."""
    verdict = Verdict("undetermined", rule, evidence, table, missing=missing)
    return Resolution(line.key, line.stake, verdict, late=line.late)


def _settles(event: Event, line: Resolution) -> bool:
    """Whether a settlement is of a line's wager: what it leaves unsaid fits any."""
    said = event.__dict__
    return (
        said["spot"] == line.spot
        and said["wager"] == line.wager
        and said["on"] in {None, line.on}
        and said["patron"] in {None, line.patron}
        and said["tender"] in {None, line.tender or CHIPS}
    )


# --- prizes that do not grow with the stake ---------------------------------------

SEVERAL: Final = "the rule for several {wager} wagers on one hand, whose prize does not grow with the stake"


def _flat_once(lines: Sequence[Resolution]) -> Sequence[Resolution]:
    """The lines where each hand wins a flat prize, or a share of a meter, once a kind of wager.

    The late part of a wager adds nothing to it.  Of several wagers no text read
    says which one wins it, or whether each does.
    """
    flat = [place for place, line in enumerate(lines) if line.paid and isinstance(line.verdict.prize, Fixed)]
    if len(flat) < 2:
        return lines
    found: list[Resolution | None] = list(lines)
    of_hands: dict[tuple[int, str], list[int]] = {}
    for place in flat:
        of_hands.setdefault((lines[place].spot, lines[place].wager), []).append(place)
    for places in of_hands.values():
        together = [lines[place] for place in places]
        if len({_seat(line)[:-1] for line in together}) > 1:
            for place, line in zip(places, together, strict=True):
                missing = SEVERAL.format(wager=line.wager)
                found[place] = undetermined(line, line.rule, "not_found", missing, line.table)
            continue
        for place, line in zip(places[1:], together[1:], strict=True):
            nothing = replace(line.verdict, prize=None, odds=None, paid_from=None)
            found[place] = line.judged(nothing) if line.stake else None
    return [line for line in found if line is not None]


# --- limits ---------------------------------------------------------------------


def limited(lines: Sequence[Resolution], terms: Terms, prizes: Prizes) -> Sequence[Resolution]:
    """The lines after the licensee's limits: by wager and spot, by wager, for the whole round.

    The limit of the round is one on what the table pays: what is paid from
    elsewhere is under a limit of its own wager alone.  Where a wager that cannot
    be judged might make a limit bite, what the others win under that limit
    cannot be said either.  Before any limit, a hand has one flat prize of a kind.
    """
    if not terms.flat and not terms.payout_limits and not terms.aggregate_limits:
        return lines
    if _is_plain(lines, terms.smallest):
        return lines
    lines = _flat_once(lines)
    found = list(lines)
    for limit, scope in _scopes(lines, terms):
        _cap(found, scope, limit, terms, prizes)
    return found


def _is_plain(lines: Sequence[Resolution], smallest: int | None) -> bool:
    """Whether all is judged, no two prizes are flat and all together is under every limit, as mostly."""
    won, flat = 0, 0
    for line in lines:
        if line.paid:
            won += line.paid
            flat += type(line.verdict.prize) is Fixed
        elif line.verdict.outcome in UNJUDGED:
            return False
    return flat < 2 and (smallest is None or won <= smallest)


def _scopes(lines: Sequence[Resolution], terms: Terms) -> Iterator[tuple[int, list[int]]]:
    """Each limit with the places of the lines that it holds together, from the dealer's left."""
    by_wager: dict[str, list[int]] = {}
    by_spot: dict[tuple[str, int], list[int]] = {}
    seated = sorted(range(len(lines)), key=lambda place: _seat(lines[place]))
    for place in seated:
        line = lines[place]
        by_wager.setdefault(line.wager, []).append(place)
        by_spot.setdefault((line.wager, line.spot), []).append(place)
    for (wager, _), places in by_spot.items():
        if wager in terms.payout_limits:
            yield terms.payout_limits[wager], places
    for wager, places in by_wager.items():
        if wager in terms.aggregate_limits:
            yield terms.aggregate_limits[wager], places
    if "round" in terms.aggregate_limits:
        yield terms.aggregate_limits["round"], [place for place in seated if not lines[place].paid_from]


def _seat(line: Resolution) -> tuple[int, str, str, str, str, bool]:
    """What tells a line from every other of its round."""
    return (line.spot, line.wager, line.on or "", line.patron or "", line.tender or "", line.late)


def _cap(lines: list[Resolution], scope: Sequence[int], limit: int, terms: Terms, prizes: Prizes) -> None:
    """Share one limit among the lines that it holds together."""
    winning = [place for place in scope if lines[place].paid]
    wins = [lines[place].paid for place in winning]
    unjudged = [lines[place] for place in scope if lines[place].outcome in UNJUDGED]
    most = [_most(line, terms, prizes) for line in unjudged]
    if None not in most and sum(wins) + sum(cents or 0 for cents in most) <= limit:
        return
    for place, part in zip(winning, largest_remainder(limit, wins), strict=True):
        line = lines[place]
        if unjudged:
            missing = "what the other wagers of its limit win"
            unsaid = replace(line.verdict, outcome="undetermined", missing=missing)
            lines[place] = line.judged(unsaid)
        elif part < line.paid:
            lines[place] = line.limited(part)


def _most(line: Resolution, terms: Terms, prizes: Prizes) -> int | None:
    """The most that an unjudged line can win in cents; None where nothing bounds it.

    A share of a meter has no bound here, nor has what another wager's stake is paid.
    """
    of_the_spot = terms.payout_limits.get(line.wager)
    wins = [of_the_spot] if of_the_spot is not None else []
    printed = tuple(prizes.get(line.wager, ()))
    table = [prize for prize in printed if not isinstance(prize, MeterPercent)]
    if line.stake and len(table) == len(printed):
        wins.append(max((winnings(prize, line.stake, Breakage.PATRON) for prize in table), default=0))
    return min(wins, default=None)


def largest_remainder(amount: int, weights: Sequence[int]) -> list[int]:
    """An amount in cents shared pro rata, rounded by the largest remainder.

    Each share is rounded down; the cents left over go one by one to the largest
    fractions lost, the earlier of equal ones first.  The shares sum to the
    amount, or are the weights where those sum to no more.
    """
    total = sum(weights)
    if total <= amount:
        return list(weights)
    shares = [amount * weight // total for weight in weights]
    left = amount - sum(shares)
    by_fraction = sorted(range(len(weights)), key=lambda place: -(amount * weights[place] % total))
    for place in by_fraction[:left]:
        shares[place] += 1
    return shares
