"""What closed rounds should have won, beside what they won: by session, table, game, pit and property."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest

from ledger.errors import InvalidQuery, TableNotFound
from ledger.identity import stream_id
from ledger.rounds.parts import PROMOTIONS
from projections.theory.answers import TheoreticalWin, WagerTheory
from projections.theory.playing import NONE, Kind, Tally, played
from projections.theory.queries import Days, staked
from tests.projections.evening import evening
from tests.projections.pit import SUBMISSION, Pit, at, example, holdem_table, opener, session, table
from tests.scenario import Event, collected, event, opened, paid, placed, round_record, session_record

THE_DATE = date(2026, 11, 28)
FIGURES = {"edges": {"main": "0.0065", "side": "0.26"}, "variances": {"main": "1.32"}}
SUBMITTED = event(
    "submitted", occurred_at="2026-01-02T09:00:00-05:00", source="manual", by="C-01", game="unruled",
    jurisdiction="NJ", effective="2026-01-05", options=FIGURES,
)  # fmt: skip
HOUSE = {"format": "pitledger/1", "stream": "submission", "name": "house", "events": [SUBMITTED]}
IN_THE_NORTH = table("T-2", submission="house", title="baccarat")
IN_THE_NORTH["events"][0]["pit"] = "north"
IN_THE_SOUTH = table("T-3", submission="house")
IN_THE_SOUTH["events"][0]["pit"] = "south"
IN_THE_SOUTH["events"].append(
    event("pit_assigned", occurred_at="2050-01-02T12:00:00-05:00", pit="west", source="manual", by="C-1")
)
TABLES = [
    HOUSE,
    SUBMISSION,
    table(submission="house"),
    IN_THE_NORTH,
    IN_THE_SOUTH,
    table("P-1"),
    table("TCP-1", "three_card_poker"),
    table("CS-1", "caribbean_stud"),
    holdem_table(),
]
PLAYED: list[Event] = [
    opened(occurred_at=at("21:00:00")),
    placed(1, "main", 200_00),
    placed(2, "main", 100_00),
    collected(1, "main", 200_00),
    paid(2, "main", 100_00),
    event("closed"),
]


class Day:
    """A gaming date that no other test uses, in a pit that all share; told as if it were THE_DATE."""

    def __init__(self, pit: Pit, gaming_date: date) -> None:
        self.pit = pit
        self.date = gaming_date

    def tell(self, *records: dict[str, Any]) -> int:
        return self.pit.tell(
            *(
                json.loads(json.dumps(record).replace(f"/{THE_DATE}/", f"/{self.date}/"))
                | ({"gaming_date": str(self.date)} if record["gaming_date"] == str(THE_DATE) else {})
                for record in records
            )
        )

    def theory(self, **asked: Any) -> TheoreticalWin:
        return self.pit.views.theory(self.date, **asked)

    def named(self, session: str) -> str:
        return session.replace(str(THE_DATE), str(self.date))


@pytest.fixture(scope="module")
def tables(shared_pit: Pit) -> Pit:
    shared_pit.tell(*TABLES)
    return shared_pit


DATES = (date(2027, 1, 1) + timedelta(days=2 * number) for number in count())


@pytest.fixture
def day(tables: Pit) -> Day:
    return Day(tables, next(DATES))


def only(found: TheoreticalWin) -> WagerTheory:
    """The one line of the one group."""
    (group,) = found.groups
    (line,) = group.wagers
    return line


def round_of(*events: Event, **header: Any) -> dict[str, Any]:
    return round_record(*events, **{"session": 1, **header})


# --- what is in it -------------------------------------------------------------------------


def test_stake_times_edge_sigma_and_how_far_the_win_is_from_it(day):
    day.tell(session(), round_of(*PLAYED))
    line = only(day.theory())
    assert (line.game, line.submission, line.version, line.covers) == ("unruled", "house", 1, ["main"])
    assert (line.basis, line.edge, line.edge_ppm, line.wagers) == ("configured", "13/2000", 6500, 2)
    said = line.theoretical
    # 300 times 0.65 per cent; the root of 1.32 times 200² + 100²; the house is 100 ahead.
    assert (said.win, said.sigma, said.actual, said.z, said.alarm) == (1_95, 256_90, 100_00, "0.38", False)
    assert (said.staked, said.not_known, said.coupons) == (300_00, 0, 0)
    (part,) = line.parts
    assert (part.settled, part.rules, part.mispaid, part.unjudged) == (100_00, 0, 0, 100_00)


def test_so_many_sigma_as_are_asked_for_are_an_alarm(day):
    lost = [opened(), *(placed(1, "main", 10_00 * n, on=str(n)) for n in range(1, 9)),
            *(collected(1, "main", 10_00 * n, on=str(n)) for n in range(1, 9)), event("closed")]  # fmt: skip
    day.tell(session(), round_of(*lost))
    found = day.theory()
    assert (found.alarm, found.total.z, found.total.alarm) == (3, "2.18", False)
    assert day.theory(alarm=2).total.alarm


def test_of_a_wager_without_a_figure_nothing_is_guessed(day):
    day.tell(
        session(),
        round_of(*PLAYED[:3], placed(3, "lucky", 5_00), collected(3, "lucky", 5_00), *PLAYED[3:]),
    )  # fmt: skip
    (group,) = day.theory().groups
    main, lucky = group.wagers
    assert (lucky.basis, lucky.edge, lucky.theoretical.win) == ("not_known", None, None)
    assert (lucky.theoretical.not_known, lucky.parts[0].settled) == (5_00, 5_00)
    # What is not known is left out of both sides of the comparison.
    assert (group.theoretical.win, group.theoretical.actual) == (main.theoretical.win, 100_00)
    assert (group.theoretical.basis, group.theoretical.not_known) == ("configured", 5_00)


def test_where_a_variance_is_not_known_there_is_no_sigma(day):
    side = [opened(), placed(1, "side", 10_00), collected(1, "side", 10_00), event("closed")]
    day.tell(session(), round_of(*side))
    said = only(day.theory()).theoretical
    assert (said.win, said.sigma, said.z) == (2_60, None, None)


def test_a_table_without_figures_has_none(day):
    day.tell(round_of(*PLAYED, table="P-1"))
    total = day.theory().total
    assert (total.win, total.sigma, total.z, total.basis, total.not_known) == (
        None, None, None, "not_known", 300_00,
    )  # fmt: skip


def test_an_open_round_is_not_in_it_and_a_void_one_was_no_game(day):
    void = [*PLAYED[:3], event("voided", reason="two cards too many"), event("closed")]
    day.tell(session(), round_of(*PLAYED[:-1]), round_of(*void, number=2))
    assert day.theory().groups == []
    day.tell(round_of(event("closed", source="dealer", by="D-1"), after=5))
    assert only(day.theory()).wagers == 2


def test_what_was_settled_before_a_round_was_void_was_played(day):
    settled = [*PLAYED[:4], event("voided", reason="two cards too many"), event("closed")]
    day.tell(session(), round_of(*settled))
    line = only(day.theory())
    assert (line.wagers, line.theoretical.staked, line.theoretical.actual) == (1, 200_00, 200_00)


def test_a_wager_that_lives_on_counts_where_it_is_decided(day):
    first = [opened(), placed(1, "main", 100_00), event("closed")]
    then = [
        opened(),
        event("wager_carried", spot=1, wager="main", amount=100_00, from_="T-1/2026-11-28/1"),
        collected(1, "main", 100_00),
        event("closed"),
    ]
    day.tell(session(), round_of(*first))
    assert day.theory().groups == []
    day.tell(round_of(*then, number=2))
    assert only(day.theory()).theoretical.staked == 100_00


@pytest.mark.parametrize("tender", sorted(PROMOTIONS))
def test_coupons_and_promotional_chips_stand_apart(day, tender):
    coupon = [
        opened(),
        placed(1, "main", 50_00, tender=tender),
        placed(2, "main", 100_00),
        paid(1, "main", 50_00),
        collected(2, "main", 100_00),
        event("closed"),
    ]
    day.tell(session(), round_of(*coupon))
    line = only(day.theory())
    assert (line.wagers, line.theoretical.staked, line.theoretical.coupons) == (1, 100_00, 50_00)
    assert (line.theoretical.actual, line.parts[0].settled, line.parts[0].wagers) == (100_00, 50_00, 2)


# --- what is recorded later ----------------------------------------------------------------------


def test_a_correction_counts_from_when_it_was_recorded(day):
    day.tell(session())
    closed = day.tell(round_of(*PLAYED))
    another = event("corrected", corrects=2, approved_by="F-9", reason="another stake", source="supervisor",
                    by="F-2", event=placed(1, "main", 300_00))  # fmt: skip
    day.tell(round_of(another, after=6))
    assert only(day.theory()).theoretical.staked == 400_00
    assert only(day.theory(as_of=closed)).theoretical.staked == 300_00
    assert day.theory(as_of=closed - 1).groups == []


def test_a_close_that_was_taken_back_takes_the_round_out_again(day):
    day.tell(session(), round_of(*PLAYED))
    back = event("corrected", corrects=6, approved_by="F-9", reason="not closed", event=None,
                 source="supervisor", by="F-2")  # fmt: skip
    day.tell(round_of(back, after=6))
    assert day.theory().total.staked == 0
    day.tell(round_of(event("closed", source="dealer", by="D-1"), after=7))
    assert day.theory().total.staked == 300_00


def test_what_was_put_right_counts_in_the_session_whose_tray_it_touched(day):
    second = session_record({**opener(), "occurred_at": at("23:10:00")}, number=2)
    given = event(
        "adjustment_posted", source="supervisor", by="F-2", approved_by="F-9", spot=1, wager="main",
        amount=10_00, direction="to_patron", session="T-1/2026-11-28/2", reason="too much was taken",
    )  # fmt: skip
    goodwill = {**given, "amount": 5_00, "reason": "goodwill"}
    day.tell(session(), second, round_of(*PLAYED, {**given, "corrects": 4}, goodwill))
    first, then = day.theory().groups
    assert (first.name, first.theoretical.actual) == (day.named("T-1/2026-11-28/1"), 100_00)
    assert (then.name, then.wagers[0].parts[0].adjusted, then.theoretical.actual) == (
        day.named("T-1/2026-11-28/2"), -10_00, -10_00,
    )  # fmt: skip
    assert then.theoretical.staked == 0


# --- asked by what ---------------------------------------------------------------------------------


def test_the_same_is_added_up_by_table_game_pit_and_property(day):
    tomorrow = day.date + timedelta(days=1)
    day.tell(
        session(), session_record(opener(), table="T-2"), session_record(opener(), gaming_date=str(tomorrow)),
        round_of(*PLAYED), round_of(*PLAYED, table="T-2"),
        round_of(*PLAYED, number=2, session=None),
        round_of(*PLAYED, gaming_date=str(tomorrow)),
    )  # fmt: skip

    def staked(**asked: Any) -> dict[str | None, int]:
        return {group.name: group.theoretical.staked for group in day.theory(**asked).groups}

    house = day.pit.settings.property
    assert staked() == {
        day.named("T-1/2026-11-28/1"): 300_00,
        day.named("T-2/2026-11-28/1"): 300_00,
        None: 300_00,
    }
    assert staked(by="table") == {"T-1": 600_00, "T-2": 300_00}
    assert staked(by="game") == {"baccarat": 300_00, "unruled": 600_00}
    assert staked(by="pit") == {"north": 300_00, None: 600_00}
    assert staked(by="property") == {house: 900_00}
    assert staked(by="property", table="T-2") == {house: 300_00}
    assert staked(by="property", last=tomorrow) == {house: 1_200_00}


def test_a_round_in_no_session_was_played_in_the_pit_of_its_date(day):
    day.tell(round_of(*PLAYED, table="T-3", session=None))
    assert [group.name for group in day.theory(by="pit").groups] == ["south"]


def test_a_table_that_there_is_not_and_days_that_end_before_they_begin_are_refused(day):
    with pytest.raises(TableNotFound):
        day.theory(table="T-9")
    with pytest.raises(InvalidQuery):
        day.theory(last=date(2026, 12, 27))


# --- games with rules --------------------------------------------------------------------------------


def test_the_worked_round_has_its_wagers_and_what_was_mispaid_of_each(day):
    shift = session_record(opener(), table="THB-03")
    day.tell(shift, example("round_thb_412.json"))
    (group,) = day.theory().groups
    main, bonus = group.wagers
    assert (main.covers, main.basis) == (["ante", "flop", "turn", "river"], "published")
    assert (bonus.covers, bonus.basis, bonus.edge) == (["bonus"], "counted", "13873/162435")
    mispaid = {part.wager: part.mispaid for line in group.wagers for part in line.parts}
    assert mispaid == {"ante": -25_00, "flop": 0, "turn": 0, "river": 0, "bonus": 0}
    won = day.pit.views.reconcile(day.date).total.round_win
    assert sum(mispaid.values()) == won.mispayments
    assert group.theoretical.actual == won.total
    # An ante of $25 three times at 5.5935 per cent, a bonus of $5; the variance of the first is not known.
    assert (group.theoretical.win, group.theoretical.sigma) == (4_62, None)


def test_pay_tables_given_in_the_record_are_the_ones_that_count(day):
    pays = {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": "3:1"}
    inline = {"pay_tables": {"pair_plus": {**pays, "pair": "1:1"}}}
    events = [opened(), placed(1, "pair_plus", 5_00), collected(1, "pair_plus", 5_00), event("closed")]
    day.tell(
        session_record(opener(), table="TCP-1"),
        round_of(*events, game="three_card_poker", table="TCP-1", submission=inline),
        round_of(*events, game="three_card_poker", table="TCP-1", number=2),
    )  # fmt: skip
    (group,) = day.theory().groups
    assert [(line.submission, line.edge) for line in group.wagers] == [
        ("default", "128/5525"),
        ("inline", "402/5525"),
    ]


def progressive(**header: Any) -> dict[str, Any]:
    events = [opened(), placed(1, "progressive", 1_00), collected(1, "progressive", 1_00), event("closed")]
    return round_of(*events, game="caribbean_stud", table="CS-1", **header)


def test_a_progressive_should_win_what_its_meter_leaves(day):
    meters = [{"progressive": {"meter": cents}} for cents in (50_000_00, 90_000_00)]
    day.tell(
        session_record(opener(), table="CS-1"),
        *(progressive(funds=meter, number=number) for number, meter in enumerate(meters, 1)),
    )  # fmt: skip
    line = only(day.theory())
    # A royal flush wins the meter, a straight flush a tenth of it.
    prizes = 2 * (624 * 500_00 + 3_744 * 100_00 + 5_108 * 50_00) + (4 + 3.6) * 140_000_00
    assert line.theoretical.win == round(200 - prizes / 2_598_960)
    assert (line.basis, line.edge) == ("counted", None)


def test_a_progressive_without_a_meter_is_not_known(day):
    day.tell(session_record(opener(), table="CS-1"), progressive())
    line = only(day.theory())
    assert (line.basis, line.theoretical.win, line.theoretical.not_known) == ("not_known", None, 1_00)


# --- the rows are the rounds --------------------------------------------------------------------------


def rows(pit: Pit, as_of: int | None = None) -> dict[Kind, Tally]:
    """The sums of the view by kind, of every table of the date."""
    from projections.asking import look

    days = Days(THE_DATE, THE_DATE, None)
    found: dict[Kind, Tally] = {}
    for where, wagers in look(pit.views.ledger, ["theory"], as_of, lambda seen: staked(seen, days)).items():
        for one in wagers:
            kind = Kind(where.session, one.wager, one.coupon)
            found[kind] = found.get(kind, NONE).plus(one.tally)
    return {kind: tally for kind, tally in found.items() if tally != NONE}


def folded(pit: Pit, keys: list[str], until: int) -> dict[Kind, Tally]:
    """The same from the events of every round, folded and judged again."""
    found: dict[Kind, Tally] = {}
    ids = [stream_id(pit.settings.property, "round", key) for key in keys]
    for events in pit.ledger.recorded(ids).values():
        known = [one for one in events if one.position is not None and one.position <= until]
        if known:
            seen = pit.ledger.rebuilt(known)
            for kind, tally in played(seen.state, seen.judgement.truths).items():
                found[kind] = found.get(kind, NONE).plus(tally)
    return {kind: tally for kind, tally in found.items() if tally != NONE}


def test_whatever_happened_the_sums_are_a_fold_of_the_rounds_at_every_position(pit):
    told = evening(seed=21)
    keys = sorted(
        {
            f"{record['table']}/{record['gaming_date']}/{record['number']}"
            for record in told
            if record["stream"] == "round"
        }
    )
    head = pit.tell(*told)
    assert len(rows(pit)) > 3
    for position in (*range(head // 7, head, head // 7), head):
        assert rows(pit, position) == folded(pit, keys, position)


def test_what_was_mispaid_by_wager_is_what_the_reconciliation_says_of_the_session(pit):
    pit.tell(*evening(seed=22))
    groups = {group.name: group for group in pit.views.theory(THE_DATE).groups}
    for one in pit.views.reconcile(THE_DATE).sessions:
        parts = [
            part
            for line in groups[f"{one.table}/{one.gaming_date}/{one.number}"].wagers
            for part in line.parts
        ]
        assert sum(part.mispaid + part.adjusted for part in parts) == (one.round_win.mispayments or 0)
