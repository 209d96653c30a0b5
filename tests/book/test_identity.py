"""W = W_r + MP + X + v_T + v_D on any session, computed twice: by the book, and from the records alone."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.book.postings import CUSTODY
from ledger.book.terms import OWN, TERM_OF, TERMS, exception_items, session_sums, terms, tray, variance
from ledger.events.sessions import SessionCorrected
from tests.book.accountant import Accountant, worth
from tests.book.booked import TRAY, booked_round, booked_session, by_reason
from tests.book.nonsense import OPENED, rounds, sessions, sums
from tests.scenario import collected, event, opened, paid, placed

COUNTED = st.fixed_dictionaries({"500": st.integers(0, 300), "2500": st.integers(0, 300)})
DROP = st.integers(0, 50_000_00)
TENDERS = ("chips", "cash", "match_play", "promo_single", "promo_multi")


@st.composite
def fair_rounds(draw):
    """A round whose wagers are placed and then settled once, by whatever tender."""
    events = [opened()]
    for spot in range(1, draw(st.integers(1, 4)) + 1):
        stake, tender = draw(sums()), draw(st.sampled_from(TENDERS))
        events.append(placed(spot, "ante", **stake, tender=tender))
        amount = stake["amount"]
        settled = [
            collected(spot, "ante", **(stake if tender == "chips" else {"amount": amount}), tender=tender),
            paid(spot, "ante", **stake, tender=tender),
            event("wager_returned", spot=spot, wager="ante", amount=amount, reason="push", tender=tender),
        ]
        events.append(draw(st.sampled_from(settled)))
    if draw(st.booleans()):
        events.append(
            event("adjustment_posted", spot=1, wager="ante", **draw(sums()), session=TRAY, approved_by="F-1",
                  direction=draw(st.sampled_from(["to_patron", "from_patron"])), reason="put right",
                  **draw(st.sampled_from([{}, {"corrects": 2}])))
        )  # fmt: skip
    return [*events, event("closed")]


def as_recorded(told, events):
    """The events in effect, as a record writes them: corrected ones as they should have been."""
    for now, logged, sent in zip(told.state.events, told.state.log, events, strict=True):
        if now is not None and not isinstance(now, SessionCorrected):
            yield sent if now is logged else now.model_dump(mode="json", by_alias=True, exclude_none=True)


@given(sessions(), st.lists(fair_rounds(), max_size=3), COUNTED, DROP)
def test_the_book_and_an_accountant_come_to_the_same(events, played, closer, drop):
    told = booked_session(*events)
    books = [booked_round(*one, game="texas_holdem_bonus") for one in played]
    postings = [leg for book in (told, *books) for leg in book.postings]
    found, left = terms(session_sums(postings, TRAY)), tray(postings, TRAY)

    accountant = Accountant()
    accountant.read(as_recorded(told, events))
    for one in played:
        accountant.read(one)

    assert {symbol: amount for symbol, amount in found.of.items() if symbol in accountant.of} == accountant.of
    assert found.expected_closer == left.total == accountant.expected_closer()
    assert found.expected_drop == accountant.expected_drop()
    assert found.round_win == accountant.round_win()
    chips = {denomination: count for denomination, count in accountant.chips.items() if count}
    assert {chip: count for chip, count in left.by_denomination.items() if count} == chips
    assert left.unspecified == accountant.unspecified

    counted = worth(closer)
    of = accountant.of
    win = counted + of["C"] + drop - of["O"] - of["F"]
    over_short = counted - accountant.expected_closer() + drop - sum(accountant.expected_drop())
    assert win == accountant.round_win() + of["MP"] + of["X"] + of["Xb"] + over_short
    assert (found.accounting_win(counted, drop), found.identity_holds(counted, drop)) == (win, True)


@given(sessions(), st.lists(rounds("unruled") | rounds("poker"), max_size=2), COUNTED, DROP)
def test_the_identity_holds_whatever_was_recorded(events, played, closer, drop):
    told = booked_session(*events)
    books = [booked_round(*one, game="poker" if "'bet'" in str(one) else "unruled") for one in played]
    postings = [leg for book in (told, *books) for leg in book.postings]
    found, left = terms(session_sums(postings, TRAY)), tray(postings, TRAY)
    of = found.of
    assert found.identity_holds(worth(closer), drop)
    assert found.expected_closer == left.total
    assert found.expected_drop.total == sum(
        leg.amount for leg in postings if leg.account in {"drop_box", "receivable"} and leg.holder == TRAY
    )
    assert (of["B"], of["R"], of["Z"]) == (of["Bc"] + of["Bm"] + of["Bd"] + of["Bk"], of["Rm"] + of["Rc"], 0)
    assert sum(item.amount for item in exception_items(postings, TRAY)) == found.exceptions


@given(sessions(), COUNTED)
def test_the_variance_by_denomination_adds_up_to_the_variance(events, closer):
    left = tray(booked_session(*events).postings, TRAY)
    over_short = variance({int(chip): count for chip, count in closer.items()}, left)
    chips = sum(denomination * count for denomination, count in over_short.by_denomination.items())
    assert over_short.total == chips + over_short.unspecified == worth(closer) - left.total


@given(sessions())
def test_only_what_the_house_keeps_is_counted_by_denomination(events):
    told = booked_session(*events)
    assert {leg.account for leg in told.postings if leg.denomination} <= CUSTODY
    assert all(leg.amount == leg.denomination * leg.count for leg in told.postings if leg.denomination)


@given(sessions())
def test_every_posting_on_an_account_of_the_session_belongs_to_one_term(events):
    for leg in booked_session(*events).postings:
        rows = [row for row in TERMS if row.account == leg.account and leg.reason in row.reasons]
        assert len(rows) == (1 if leg.account in OWN else 0)
        assert leg.account not in OWN or leg.holder == TRAY


@given(sessions())
def test_color_that_patrons_hold_is_what_the_tray_counts_over(events):
    kinds = {"opened", "marker_set", "color_issued", "color_cashed"}
    counted = [
        one for one in events if one["type"] in kinds and ("chips" in one or one.get("tender") != "chips")
    ]
    told = booked_session(*counted)
    assert tray(told.postings, TRAY).unspecified == -told.state.outstanding_color


def test_every_term_has_one_row_and_every_row_its_own_postings():
    pairs = [(row.account, reason) for row in TERMS for reason in row.reasons]
    assert len(pairs) == len(set(pairs)) == len(TERM_OF)
    assert sorted(OWN) == ["drop_box", "receivable", "table_inventory"]


def test_goodwill_out_of_the_tray_is_no_part_of_the_win():
    # $1,600 of goodwill: expected inventory falls by it, the win of the rounds does not.
    goodwill = event(
        "adjustment_posted", spot=1, wager="ante", amount=1600_00, direction="to_patron", session=TRAY,
        approved_by="F-1", reason="a bad evening",
    )  # fmt: skip
    postings = [*booked_session(OPENED).postings, *booked_round(opened(), goodwill).postings]
    found = terms(session_sums(postings, TRAY))
    assert (found.exceptions, found.round_win) == (-1600_00, 0)
    assert found.expected_closer == 3_000_00 - 1600_00
    assert by_reason(exception_items(postings, TRAY)) == {"goodwill": -1600_00}


def test_a_mispayment_put_right_later_is_part_of_the_win():
    # An ante of $25 paid that was not due, and taken back at the next shift's table.
    later = "T-1/2026-11-28/2"
    back = event(
        "adjustment_posted", spot=1, wager="ante", amount=25_00, direction="from_patron", session=later,
        approved_by="F-1", corrects=3, reason="paid though not due",
    )  # fmt: skip
    told = booked_round(opened(), placed(1, "ante", 25_00), paid(1, "ante", 25_00), back)
    assert terms(session_sums(told.postings, TRAY)).round_win == -25_00
    assert terms(session_sums(told.postings, later)).round_win == 25_00


def test_the_rake_is_won_when_it_leaves_the_place_beside_the_box():
    hand = [
        opened(), placed(1, "bet", 50_00), event("rake_taken", amount=2_00, kind="pot", into="rake"),
        event("pot_awarded", spot=1, pot=0, amount=48_00),
    ]  # fmt: skip
    played = booked_round(*hand, game="poker")
    assert terms(session_sums(played.postings, TRAY)).round_win == 0
    dropped = booked_session(OPENED, event("rake_taken", chips={"100": 2}))
    postings = [*played.postings, *dropped.postings]
    found = terms(session_sums(postings, TRAY))
    assert (found.of["Rb"], found.round_win, found.expected_drop.cash) == (2_00, 2_00, 2_00)
    assert sum(leg.amount for leg in postings if leg.account == "rake") == 0
