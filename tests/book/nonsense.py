"""Events in any order and of any sense: settlements of nothing, too much, corrections of corrections."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.scenario import Event, event, opened

WAGERS = {
    "unruled": ("red", "black"),
    "texas_holdem_bonus": ("ante", "flop", "bonus"),
    "poker": ("bet", "blind"),
}
GAMES = tuple(WAGERS)
SPOTS = st.integers(1, 3)
INTO = st.sampled_from([None, "table_inventory", "drop_box"])


def without_none(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


@st.composite
def sums(draw: st.DrawFn) -> dict[str, Any]:
    """An amount, and perhaps chips that make it up, some of them going the other way."""
    fives = draw(st.integers(0, 6))
    ones = draw(st.integers(-4 if fives else 1, 9).filter(lambda count: fives * 5 + count > 0))
    amount = fives * 5_00 + ones * 1_00
    return (
        {"amount": amount, "chips": {"500": fives, "100": ones}}
        if draw(st.booleans())
        else {"amount": amount}
    )


@st.composite
def wager_events(draw: st.DrawFn, game: str) -> Event:
    """Something placed or settled."""
    name = draw(
        st.sampled_from([
            "wager_placed", "wager_placed", "wager_increased", "wager_withdrawn", "wager_collected",
            "wager_paid", "wager_returned",
        ])
    )  # fmt: skip
    more: dict[str, Any] = {}
    if name == "wager_returned":
        more = {"reason": draw(st.sampled_from(["push", "void", "unpaid", "uncalled"]))}
    elif name == "wager_collected":
        more = {"into": draw(INTO)}
    elif name == "wager_paid":
        more = {"stake": draw(st.sampled_from([None, "stays"]))}
    return event(name, **without_none({**draw(named(game)), **draw(sums()), **more}))


@st.composite
def named(draw: st.DrawFn, game: str) -> dict[str, Any]:
    """Which wager is meant, more or less."""
    return {
        "spot": draw(SPOTS),
        "wager": draw(st.sampled_from(WAGERS[game])),
        "patron": draw(st.sampled_from([None, None, "P-1"])),
        "tender": draw(
            st.sampled_from(
                [None, None, "chips", "cash", "plaque", "match_play", "promo_single", "promo_multi"]
            )
        ),
    }


@st.composite
def other_events(draw: st.DrawFn, game: str) -> Event:
    """Pots, funds, adjustments and the end of a round."""
    amount, spot = draw(st.integers(1, 50)) * 1_00, draw(SPOTS)
    which, wager = draw(st.integers(0, 8)), without_none(draw(named(game)))
    moved = {**wager, **draw(sums())}
    place = draw(st.sampled_from(["rake", "drop_box", "table_inventory"]))
    direction = draw(st.sampled_from(["to_patron", "from_patron"]))
    payer = "cage" if place == "rake" else "table_inventory"
    return (
        event("pot_awarded", spot=spot, pot=0, amount=amount),
        event("rake_taken", amount=amount, kind="pot", into=place),
        event("fund_contributed", fund="fund-1", amount=amount),
        event("progressive_won", **wager, amount=amount, fund="fund-1"),
        event("progressive_paid", **moved, fund="fund-1", at=payer),
        event("adjustment_posted", **moved, direction=direction, session="T-1/2026-11-28/1", reason="why not",
              approved_by="F-1", **draw(st.sampled_from([{}, {"corrects": 1}]))),
        event("voided", reason="nobody knows"),
        event("closed"),
        event("wager_carried", **wager, amount=amount, from_="T-1/2026-11-28/9"),
    )[which]  # fmt: skip


def corrections(fact: st.SearchStrategy[Event], version: int) -> st.SearchStrategy[Event]:
    """An earlier event, or an earlier correction, put right or struck out."""
    return st.builds(
        lambda target, instead: event(
            "corrected",
            corrects=target,
            reason="misread",
            approved_by="F-9",
            **without_none({"event": instead}),
        ),
        st.integers(2, version - 1),
        st.none() | fact,
    )


@st.composite
def streams(draw: st.DrawFn, first: Event, fact: st.SearchStrategy[Event], most: int) -> list[Event]:
    """A stream's first event, then facts and corrections as they come."""
    events = [first]
    for version in range(2, draw(st.integers(2, most)) + 1):
        corrects = version > 2 and draw(st.integers(0, 4)) == 0
        events.append(draw(corrections(fact, version) if corrects else fact))
    return events


def rounds(game: str, most: int = 14) -> st.SearchStrategy[list[Event]]:
    return streams(opened(), wager_events(game) | wager_events(game) | other_events(game), most)


# --- sessions ---------------------------------------------------------------------


TRAYS = st.fixed_dictionaries({"500": st.integers(0, 60), "2500": st.integers(0, 40)})
OPENED = event(
    "opened",
    opener={"500": 100, "2500": 100},
    shift="swing",
    source="supervisor",
    by="F-1",
    approved_by="D-1",
)


@st.composite
def exchanges(draw: st.DrawFn) -> Event:
    """Buy-ins, counter checks and changes, equal or not."""
    amount = draw(st.integers(1, 400)) * 5_00
    chips = draw(st.fixed_dictionaries({"500": st.integers(-5, 60), "2500": st.integers(0, 20)}))
    in_chips: dict[str, Any] = draw(st.sampled_from([{}, {"chips": chips}]))
    in_cash: dict[str, Any] = draw(st.sampled_from([{}, {"cash": amount}]))
    tender = draw(st.sampled_from(["cash", "coupon", "counter_check", "redemption", "card"]))
    change = draw(st.sampled_from(["color_changed", "tip_changed", "bad_beat_changed"]))
    other = draw(st.integers(1, 400)) * 5_00
    return draw(
        st.sampled_from([
            event("buy_in", tender=tender, tendered=amount, chips=chips),
            event("counter_check_issued", document="CC-1", amount=amount, **in_chips),
            event("counter_check_redeemed", document="CC-1", amount=other, **in_chips, **in_cash),
            event(change, in_=draw(TRAYS), out=draw(TRAYS)),
            event("movement_recorded", chips=chips, reason="nobody knows", incident="I-1"),
        ])
    )  # fmt: skip


@st.composite
def slips(draw: st.DrawFn) -> Event:
    """Any step of one of two fills and two credits, with any chips."""
    kind = draw(st.sampled_from(["fill", "credit"]))
    step = draw(st.sampled_from(["requested", "issued", "dispatched", "received", "voided"]))
    slip = {"type": kind, "series": "2026", "serial": draw(st.integers(1, 2))}
    return event(f"{kind}_{step}", slip=slip, chips=draw(TRAYS))


@st.composite
def takings(draw: st.DrawFn) -> Event:
    """Coin, rake and sweeps; the play of uncaptured rounds."""
    name = draw(st.sampled_from(["coin_taken", "rake_taken", "progressive_swept", "play_totaled"]))
    if name == "play_totaled":
        more = {
            "cash_collected": draw(st.sampled_from([None, 0, 75_00])),
            "swept": draw(st.none() | TRAYS),
            "coupons": draw(st.none() | st.lists(st.sampled_from([25_00, 50_00]), max_size=3)),
            "color_collected": draw(st.sampled_from([None, 0, 60_00])),
            "color_paid": draw(st.sampled_from([None, 35_00])),
        }
        return event(name, collected=draw(TRAYS), paid=draw(TRAYS), **without_none(more))
    return event(name, **without_none({**draw(sums()), "into": draw(INTO)}))


@st.composite
def colors(draw: st.DrawFn) -> Event:
    """Color sold for whatever, cashed for whatever, with markers and counts beside it."""
    color, value = draw(st.sampled_from(["red", "blue"])), draw(st.sampled_from([1_00, 5_00]))
    count = draw(st.integers(1, 40))
    worth: dict[str, Any] = {"color": color, "count": count, "value": value}
    tender = draw(st.sampled_from(["cash", "coupon", "counter_check", "redemption", "card", "chips"]))
    chips = draw(st.none() | TRAYS) if tender == "chips" else None
    sold = {**worth, "tendered": draw(st.integers(1, 40)) * 5_00}
    return draw(
        st.sampled_from([
            event("marker_set", color=color, value=value),
            event("color_issued", **without_none({**sold, "chips": chips}), tender=tender),
            event("color_issued", **worth, tender="cash", tendered=count * value),
            event("color_cashed", **worth, chips=draw(TRAYS)),
            event("impressment_counted", counts={color: count}, impressment={"red": 20}),
        ])
    )  # fmt: skip


@st.composite
def forms(draw: st.DrawFn) -> Event:
    """Commission owed and recovered on one of two forms, and what else stands on forms."""
    form = {"type": "vigorish", "series": "2026", "serial": draw(st.integers(1, 2))}
    recovery = {"type": "recovery", "series": "2026", "serial": draw(st.integers(1, 2))}
    amount = draw(st.integers(1, 40)) * 5_00
    into = draw(st.sampled_from([None, "table_inventory", "drop_box", "cage"]))
    more = {"slip": draw(st.sampled_from([None, recovery])), "chips": draw(st.none() | TRAYS), "into": into}
    return draw(
        st.sampled_from([
            event("commission_uncollected", slip=form, amount=amount),
            event("commission_recovered", of=form, amount=amount, **without_none(more)),
            event("game_account_cashed_out", amount=amount, chips=draw(TRAYS)),
            event("slip_reprinted", slip=form),
            event("variance_reported", of="opener", amount=-amount, to=["security"]),
            event("chip_value_overridden", denomination=5_00, value=500_00, reason="a game of one's own",
                  approved_by="F-9"),
        ])
    )  # fmt: skip


def sessions(most: int = 14) -> st.SearchStrategy[list[Event]]:
    return streams(OPENED, exchanges() | slips() | takings() | colors() | forms(), most)
