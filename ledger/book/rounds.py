"""What each event of a round moves: DESIGN §1, principle 5, to the letter.

`post` is given the round as it stood before the event.  A round in no session,
or played in chips without a currency, never touches a tray or a drop box: the
outside is its counter-account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final, TypeAlias

from ledger.amounts import CHIP
from ledger.book.legs import CAGE, OUTSIDE, PROMOTIONAL, Side, counted, held, moved
from ledger.book.postings import Account, Line, Posting, Reason, difference_at_times, summed
from ledger.events.base import Event, InForce
from ledger.events.records import RoundHeader
from ledger.events.rounds import (
    AdjustmentPosted,
    FundContributed,
    PotAwarded,
    ProgressivePaid,
    ProgressiveWon,
    RakeTaken,
    RoundClosed,
    RoundCorrected,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.resolution import SURRENDERED
from ledger.rounds.parts import CHIPS, PROMOTIONS, Wager
from ledger.rounds.state import Round, evolve, fold
from ledger.rounds.wagering import into_box, towards_prizes

Settlement: TypeAlias = (
    WagerWithdrawn | WagerCollected | WagerPaid | WagerReturned | ProgressivePaid | AdjustmentPosted
)


def post(state: Round, event: Event) -> list[Posting]:
    """The postings of an event, given the round before it.  They sum to zero."""
    rule = RULES.get(type(event))
    return [] if rule is None else rule(state, event)


def booked(state: Round, event: Event) -> list[Posting]:
    """The postings of an event, as `post` gives them; the round has then taken it."""
    rule = RULES.get(type(event))
    legs = [] if rule is None else rule(state, event)
    evolve(state, event)
    return legs


def total(
    header: RoundHeader, events: Iterable[Event], in_force: InForce | None = None
) -> dict[Line, tuple[int, int]]:
    """All postings of a round in sum: chips and cents by account, holder, reason and denomination."""
    state = Round(header, in_force)
    legs: list[Posting] = []
    for event in events:
        legs.extend(booked(state, event))
    return summed(legs)


def rake_won(state: Round) -> int:
    """The rake that went straight into the tray or the drop box, in cents: won, and on no wager.

    What is held beside the box is won when the session drops it.
    """
    if not state.pot.rake:
        return 0
    taken = (event for event in state.events if isinstance(event, RakeTaken))
    return sum(event.amount for event in taken if event.into != "rake")


# --- whose, and where -----------------------------------------------------------


def _patron(state: Round, spot: int, patron: str | None) -> Side:
    """A patron by id; else by the spot, unless all that was placed there is one patron's."""
    if patron is None:
        known = {wager.patron for wager in state.wagers if wager.spot == spot}
        patron = known.pop() if len(known) == 1 else None
    return ("patron", patron or f"{state.table}/{spot}")


def _meant(state: Round, event: Settlement) -> Wager:
    """The wager that a settlement is about; one nobody placed has no stake, and is whoever's the spot is."""
    found = state.matching(event)
    if found:
        return found[0]
    _, patron = _patron(state, event.spot, event.patron)
    return Wager((event.spot, event.wager, event.on, patron, event.tender or CHIPS), 0)


def _whose(state: Round, wager: Wager) -> Side:
    """The patron of a wager."""
    return ("patron", wager.patron or f"{state.table}/{wager.spot}")


def _giver(state: Round, wager: Wager) -> Side:
    """Whose a stake is: the patron's, or the house's own coupon."""
    return PROMOTIONAL if wager.tender in PROMOTIONS else _whose(state, wager)


def _pot(state: Round) -> Side:
    """Where pots are paid from; a game without rules here keeps all stakes on the layout."""
    return ("layout", state.table) if state.rules.banked == "unruled" else ("pot", state.key)


def _house(state: Round, account: Account) -> Side:
    """The tray or drop box of the round's session, or the outside where it has none."""
    return OUTSIDE if state.tray is None else (account, state.tray)


# --- wagers -----------------------------------------------------------------------


def _placed(state: Round, event: WagerPlaced | WagerIncreased) -> list[Posting]:
    """Patron → layout (or pot); a coupon is the house's own.

    The layout of a closed round is empty: what is said to be placed after the
    close stays with the patron, unless the wager may live on.
    """
    said = event.__dict__
    spot: int = said["spot"]
    patron, tender, amount = said["patron"], said["tender"], said["amount"]
    if type(event) is WagerIncreased and len(found := state.matching(event)) == 1:
        patron, tender = found[0].patron, found[0].tender
    coupon = tender in PROMOTIONS
    giver: Side = PROMOTIONAL if coupon else ("patron", patron or f"{state.table}/{spot}")
    legs = moved(giver, state.stakes, "match_play" if coupon else "stake", amount)
    if state.closed_at is not None and not state.pooled and not state.may_lie(said["wager"]):
        legs += moved(state.stakes, giver, "match_play" if coupon else "stake_back", amount)
    return legs


def _collected(state: Round, event: WagerCollected) -> list[Posting]:
    """Layout → table inventory or drop box; beyond the stake recorded from the patron.

    A coupon goes to the drop box.  One put into the tray is a movement outside
    the closed list, thus an exception.  Source: accounting A.2.
    """
    wager, said = _meant(state, event), event.__dict__
    amount: int = said["amount"]
    chips, there, tender = said["chips"], wager.on_layout, wager.tender
    if wager.dropped:
        amount -= min(amount, wager.dropped)
        if not amount:
            return []
    account: Account = "drop_box" if into_box(said["into"], tender) else "table_inventory"
    reason: Reason = "collect_loss"
    if tender in PROMOTIONS:
        reason, chips = "match_play" if account == "drop_box" else "exception", None
    legs = counted(_house(state, account), reason, amount, chips)
    if amount <= there or state.pooled:
        legs.append(held(state.stakes, reason, -amount))
        return legs
    if there:
        legs.append(held(state.stakes, reason, -there))
    legs.append(held(_giver(state, wager), reason, there - amount))
    return legs


def _paid(state: Round, event: WagerPaid) -> list[Posting]:
    """Table inventory → patron, and the stake still on the layout back; a coupon that won is dropped.

    What it pays of a fund's prize leaves that fund.
    """
    wager, said = _meant(state, event), event.__dict__
    amount, patron, there = said["amount"], _whose(state, wager), wager.on_layout
    legs = counted(_house(state, "table_inventory"), "pay_win", amount, said["chips"], -1)
    legs.append(held(patron, "pay_win", amount))
    if wager.prizes:
        legs += _settled(towards_prizes(wager, amount))
    if not there or state.pooled or said["stake"] == "stays":
        return legs
    if wager.tender in SURRENDERED:
        legs += moved(state.stakes, _house(state, "drop_box"), "match_play", there)
    elif wager.tender in PROMOTIONS:
        legs += moved(state.stakes, PROMOTIONAL, "match_play", there)
    else:
        legs += moved(state.stakes, patron, "stake_back", there)
    return legs


def _returned(state: Round, event: WagerReturned | WagerWithdrawn) -> list[Posting]:
    """Layout (or pot) → patron, the tray untouched; a coupon goes back to be played again.

    What is handed back beyond the stake recorded was the patron's too, placed
    without being recorded: it comes from the patron and goes to the patron.
    """
    wager, stakes, amount = _meant(state, event), state.stakes, event.amount
    giver, coupon = _giver(state, wager), wager.tender in PROMOTIONS
    legs = moved(stakes, giver, "match_play" if coupon else "stake_back", amount)
    if amount > wager.on_layout and not state.pooled:
        legs += moved(giver, stakes, "match_play" if coupon else "stake", amount - wager.on_layout)
    return legs


def _closed(state: Round, _: RoundClosed) -> list[Posting]:
    """What is still on the layout goes back, unless the game lets it live on.  A pot is never posted away."""
    legs: list[Posting] = []
    if state.closed_at is not None or state.pooled:
        return legs
    for wager in state.wagers:
        if not wager.on_layout or state.is_live(wager):
            continue
        if wager.tender in PROMOTIONS:
            legs += moved(state.stakes, PROMOTIONAL, "match_play", wager.on_layout)
        else:
            legs += moved(state.stakes, _whose(state, wager), "stake_back", wager.on_layout)
    return legs


def _adjusted(state: Round, event: AdjustmentPosted) -> list[Posting]:
    """The tray of the session named against the patron: an adjustment if it corrects, else goodwill."""
    reason: Reason = "goodwill" if event.corrects is None else "adjustment"
    sign = 1 if event.direction == "from_patron" else -1
    patron = held(_whose(state, _meant(state, event)), reason, -sign * event.amount)
    if state.currency == CHIP:
        return [held(OUTSIDE, reason, sign * event.amount), patron]
    tray: Side = ("table_inventory", event.session)
    return [*counted(tray, reason, event.amount, event.chips, sign=sign), patron]


# --- pots and funds ---------------------------------------------------------------


def _awarded(state: Round, event: PotAwarded) -> list[Posting]:
    """Pot → patron."""
    return moved(_pot(state), _patron(state, event.spot, None), "pot", event.amount)


def _raked(state: Round, event: RakeTaken) -> list[Posting]:
    """Pot → where the rake is kept: beside the box, in the box, or in the tray."""
    if event.into == "rake":
        return moved(_pot(state), ("rake", state.tray or ""), "rake", event.amount)
    return [
        held(_pot(state), "rake", -event.amount),
        held(_house(state, event.into), "rake", event.amount),
    ]


def _contributed(state: Round, event: FundContributed) -> list[Posting]:
    """Pot → fund; where there is no pot the contribution is not money of the table."""
    giver = state.stakes if state.pooled else OUTSIDE
    return moved(giver, ("fund", event.fund), "contribution", event.amount)


def _settled(prizes: Mapping[str, int]) -> list[Posting]:
    """Fund → outside: what the table inventory paid of what was won, by fund."""
    return [
        leg for fund, cents in prizes.items() for leg in moved(("fund", fund), OUTSIDE, "progressive", cents)
    ]


def _progressive_won(state: Round, event: ProgressiveWon) -> list[Posting]:
    """Nothing, but where the table inventory paid it before it was recorded as won."""
    wager = state.one(event)
    prizes = {} if wager is None else wager.prizes
    beside = 0 if wager is None else wager.paid - sum(prize.tray for prize in prizes.values())
    owing = event.amount - min(event.amount, prizes[event.fund].overpaid if event.fund in prizes else 0)
    return _settled({event.fund: min(beside, owing)})


def _progressive_paid(state: Round, event: ProgressivePaid) -> list[Posting]:
    """Fund → outside, and cage or table inventory → patron."""
    legs = moved(("fund", event.fund), OUTSIDE, "progressive", event.amount)
    if event.at == "table_inventory":
        legs += counted(_house(state, "table_inventory"), "progressive", event.amount, event.chips, -1)
    elif state.currency == CHIP:
        legs.append(held(OUTSIDE, "progressive", -event.amount))
    else:
        legs += counted(CAGE, "progressive", event.amount, event.chips, sign=-1)
    legs.append(held(_whose(state, _meant(state, event)), "progressive", event.amount))
    return legs


# --- corrections ------------------------------------------------------------------


def corrected(state: Round, event: RoundCorrected) -> dict[datetime | None, list[Posting]]:
    """What the round moves as it should have been recorded less what is posted, by when it happened."""
    after = fold(state.header, state.log, state.in_force)
    evolve(after, event)
    return difference_at_times(_effective(after), _effective(state))


def _corrected(state: Round, event: RoundCorrected) -> list[Posting]:
    """The same at whatever time."""
    return [leg for legs in corrected(state, event).values() for leg in legs]


def _effective(state: Round) -> dict[datetime | None, list[Posting]]:
    again = Round(state.header, state.in_force)
    found: dict[datetime | None, list[Posting]] = {}
    for fact in state.events:
        if fact is not None and not isinstance(fact, RoundCorrected):
            found.setdefault(fact.occurred_at, []).extend(booked(again, fact))
    return found


RULES: Final[dict[type[Event], Callable[..., list[Posting]]]] = {
    WagerPlaced: _placed,
    WagerIncreased: _placed,
    WagerWithdrawn: _returned,
    WagerCollected: _collected,
    WagerPaid: _paid,
    WagerReturned: _returned,
    RoundClosed: _closed,
    AdjustmentPosted: _adjusted,
    PotAwarded: _awarded,
    RakeTaken: _raked,
    FundContributed: _contributed,
    ProgressiveWon: _progressive_won,
    ProgressivePaid: _progressive_paid,
    RoundCorrected: _corrected,
}
