"""The progressive: on the player's five cards, whatever the dealer has.

A prize may be a share of a meter.  Where several hands win one, what each wins
hangs on a rule that was not read (16.11(b) breaks off): it is said only where
the licensee elects the published one.

Source: 13:69F-16.10(a), (c), 16.11(a); SOURCES.md 4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ledger.events.base import Event
from ledger.events.rounds import CardDealt, ProgressivePaid, WagerCollected, WagerPaid
from ledger.games.caribbean_stud.felt import Felt
from ledger.games.caribbean_stud.standing import Standing
from ledger.games.caribbean_stud.verdicts import (
    COMMUNICATED,
    PROGRESSIVE,
    PROGRESSIVE_FOLDED,
    PROGRESSIVE_OPEN,
    PROGRESSIVE_RULE,
    Elected,
)
from ledger.games.ranks import RANK_NUMBERS
from ledger.games.resolution import NO_HAND, Hand, Resolution, Unnamed, Verdict
from ledger.games.seam import Evidence, Fixed, MeterPercent, Prize
from ledger.games.settling import LATE, largest_remainder, won
from ledger.games.view import RoundView
from ledger.money import share

FUND: Final = "progressive"
WHOLE: Final = MeterPercent(100)

# The passes in which a hand is come to where the dealer's qualifies, thus its turn to be paid.
TURN: Final[Mapping[str | None, int]] = {None: 0, "lower": 0, "equal": 1, "higher": 2}


class Claim(NamedTuple):
    """A progressive not given up: its prize, None where the hand has none, and why that cannot be said.

    `ruled` is whether what is missing is a fact that the law asks for, and no
    election or text that was not read.  `wagers` counts those that lie on the one hand and may win.
    """

    spot: int
    prize: Prize | None
    missing: str | None
    ruled: bool
    wagers: int


def resolve_progressives(
    seen: RoundView, felt: Felt, standings: dict[int, Standing]
) -> dict[int, tuple[Verdict, Hand]]:
    """What becomes of the progressive of each spot that has one, and the hand that decides it."""
    wagered = {spot: at for spot, at in standings.items() if at.at.side}
    if not wagered:
        return {}
    return _at_once(seen, felt, wagered) or _one_by_another(seen, felt, wagered)


def _at_once(
    seen: RoundView, felt: Felt, wagered: dict[int, Standing]
) -> dict[int, tuple[Verdict, Hand]] | None:
    """Each by its own hand, as in most rounds; None where one is late, hangs on a meter or cannot be said."""
    if not felt.shown_down or seen.voided_at is not None:
        return None
    found: dict[int, tuple[Verdict, Hand]] = {}
    by_own_hand = felt.elected.by_own_hand
    for spot, at in wagered.items():
        own = at.own
        if own is None and at.quit:
            found[spot] = _not_compared(at), NO_HAND
            continue
        if own is None or at.missing is not None:
            return None
        verdict = by_own_hand[RANK_NUMBERS[own.strength]]
        if verdict is None:
            return None
        for wager in at.at.side:
            if wager.late:
                return None
        found[spot] = verdict, own if verdict.outcome == "win" else Unnamed(own)
    return found


def _one_by_another(
    seen: RoundView, felt: Felt, wagered: dict[int, Standing]
) -> dict[int, tuple[Verdict, Hand]]:
    """All of them as they come to be paid, for what one wins may hang on the others."""
    claims = _claims(seen, felt, wagered) if felt.shown_down else ()
    verdicts = {claim.spot: _verdict(claim, felt.elected) for claim in claims}
    verdicts.update(_of_the_meter(seen, felt.elected, claims))
    verdicts = {spot: felt.elected.as_paid(verdict) for spot, verdict in verdicts.items()}
    return {
        spot: (verdicts[spot], _shown(verdicts[spot], at))
        if spot in verdicts
        else (_not_compared(at), NO_HAND)
        for spot, at in wagered.items()
    }


def _shown(verdict: Verdict, at: Standing) -> Hand:
    """The hand that decided: named where it wins."""
    if at.own is None or verdict.outcome == "undetermined":
        return NO_HAND
    return at.own if verdict.outcome == "win" else Unnamed(at.own)


def _not_compared(at: Standing) -> Verdict:
    """What becomes of a progressive before the showdown: forfeited, or not yet decided."""
    if at.quit:
        return COMMUNICATED if at.fate == "communicated" else PROGRESSIVE_FOLDED
    return PROGRESSIVE_OPEN


def _claims(seen: RoundView, felt: Felt, wagered: dict[int, Standing]) -> Sequence[Claim]:
    """The progressives not given up, in the order in which they come to be paid."""
    live = [spot for spot, at in wagered.items() if not at.quit]
    if len(live) > 1:
        live.sort(key=lambda spot: (TURN[wagered[spot].versus], -spot))
    stuck = taken_before_the_deal(seen.events) if seen.voided_at is not None else frozenset()
    return [_claim(felt.elected, spot, wagered[spot], stuck=spot in stuck) for spot in live]


def _claim(elected: Elected, spot: int, at: Standing, *, stuck: bool) -> Claim:
    """`stuck` is whether the stake was locked in, in a round that is void."""
    side, late_wagers = at.at.side, elected.terms.late_wagers
    missing, ruled = at.missing, at.fate != "late"
    if stuck and not any(wager.paid for wager in side):
        missing, ruled = LOCKED_AND_VOID.format(spot=spot), False
    elif late_wagers == "undetermined" and not any(wager.stake for wager in side):
        missing, ruled = LATE["undetermined"].missing, False
    wagers = sum(1 for wager in side if wager.stake or (wager.late and late_wagers != "void"))
    prize = elected.progressive.rows.get(at.own.rank) if at.own is not None else None
    return Claim(spot, prize, missing, ruled, wagers)


LOCKED_AND_VOID: Final = (
    "whether the progressive of spot {spot}, taken before the deal, goes back with a void round"
)


def taken_before_the_deal(events: Iterable[Event | None]) -> frozenset[int]:
    """The spots whose progressive was taken before the first card, as some houses lock it in.

    Source: 58 Pa. Code 657a.8(b); how New Jersey does it was not read.
    """
    return frozenset(_taken(events))


def _taken(events: Iterable[Event | None]) -> Iterator[int]:
    for event in events:
        if type(event) is CardDealt:
            return
        if type(event) is WagerCollected and event.wager == PROGRESSIVE:
            yield event.spot


def _verdict(claim: Claim, elected: Elected) -> Verdict:
    """A prize that no meter has a part in."""
    table = elected.progressive
    if claim.missing is not None:
        evidence: Evidence = "nj_text" if claim.ruled else "not_found"
        return Verdict("undetermined", PROGRESSIVE_RULE, evidence, table.table_id, missing=claim.missing)
    if claim.prize is None:
        return elected.progressive_lost
    return won(PROGRESSIVE_RULE, table.evidence, table.table_id, claim.prize)


# --- shares of a meter ------------------------------------------------------------


def _of_the_meter(seen: RoundView, elected: Elected, claims: Sequence[Claim]) -> dict[int, Verdict]:
    """The verdicts of those who win a share of the meter."""
    claims = [claim for claim in claims if claim.wagers]
    shares = [claim for claim in claims if claim.missing is None and isinstance(claim.prize, MeterPercent)]
    if not shares:
        return {}
    fund = _fund(seen)
    missing = f"the meter of the fund {fund}" if fund not in seen.meters else _unsaid(elected, claims, shares)
    cents = {} if missing else _cents(elected, shares, seen.meters[fund])
    unsaid = missing or f"to what the meter of the fund {fund} was reset"
    return {claim.spot: _share(claim, elected, cents.get(claim.spot), unsaid) for claim in shares}


def _share(claim: Claim, elected: Elected, cents: int | None, unsaid: str) -> Verdict:
    table = elected.progressive
    if cents is None:
        odds = str(claim.prize)
        return Verdict("undetermined", PROGRESSIVE_RULE, "not_found", table.table_id, None, odds, unsaid)
    return Verdict("win", PROGRESSIVE_RULE, table.evidence, table.table_id, Fixed(cents), str(claim.prize))


def _fund(seen: RoundView) -> str:
    """The fund of this wager: the one that the round has, or that of the name."""
    return next(iter(seen.meters)) if len(seen.meters) == 1 else FUND


def _unsaid(elected: Elected, claims: Sequence[Claim], shares: Sequence[Claim]) -> str | None:
    """What must be known to say a share of the meter, beside the meter."""
    doubtful = next((claim.spot for claim in claims if claim.missing is not None), None)
    if doubtful is not None:
        return f"whether the progressive of spot {doubtful} wins a part of the meter too"
    if any(claim.wagers > 1 for claim in shares):
        return "the rule for several progressive wagers on one hand"
    if len(shares) > 1 and not elected.shares_meter:
        return "how several winners share the meter (progressive_winners)"
    flat = any(isinstance(claim.prize, Fixed) for claim in claims[: claims.index(shares[-1])])
    return "whether a flat prize paid before lowers the meter" if flat else None


def _cents(elected: Elected, shares: Sequence[Claim], meter: int) -> dict[int, int]:
    """What each wins, by spot, in its turn: a part of the meter as it then stands.

    Those who win the whole of it share what it shows when the first of them is
    paid, to the cent by the largest remainder.  After that it stands at what it
    was reset to: nobody who wins a part of that is in the answer.
    Source: bermuda-poker.com, for a derived game.
    """
    found: dict[int, int] = {}
    sharing = sum(claim.prize == WHOLE for claim in shares)
    parts: Iterator[int] | None = None
    for claim in shares:
        if claim.prize == WHOLE:
            parts = parts or iter(largest_remainder(meter, [meter] * sharing))
            found[claim.spot] = next(parts)
        elif parts is None and isinstance(claim.prize, MeterPercent):
            found[claim.spot] = share(meter, claim.prize.percent, 100, elected.terms.breakage)
            meter -= found[claim.spot]
    return found


# --- what is paid from where, and what becomes of the stake ---------------------------


def documented(events: Iterable[Event | None], lines: Iterable[Resolution]) -> frozenset[int]:
    """The spots whose progressive waits for the cage and has been paid in full, by these events.

    What the table inventory paid of it all the same counts too: no payment
    elsewhere is waited for then.  Where nobody can say how much is won any payment
    will do.

    Source: 13:69F-16.10(e)3, (f)4.
    """
    lacking: dict[int, int] = {}
    for line in lines:
        if line.paid_from is not None:
            due = line.paid if line.outcome == "win" else 1
            lacking[line.spot] = lacking.get(line.spot, 0) + due
    if not lacking:
        return frozenset()
    for event in events:
        if isinstance(event, ProgressivePaid | WagerPaid) and event.wager == PROGRESSIVE:
            lacking[event.spot] = lacking.get(event.spot, 0) - event.amount
    return frozenset(spot for spot, cents in lacking.items() if cents <= 0)
