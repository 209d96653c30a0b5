"""A round is judged by what its fund's meter showed as it opened, in every view and report."""

from datetime import date

import pytest

from projections import runner
from projections.funds import keeping
from projections.rebuild import digest, rebuild
from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.funds.told import established, fund_record, paid_out, won
from tests.projections.pit import table
from tests.projections.test_any_cut import begin_again
from tests.scenario import collected, dealt, event, opened, paid, placed, revealed, round_record

SEED = 10_000_00
ROYAL = ("As", "Ks", "Qs", "Js", "Ts")
DEALER = ("Ah", "Kd", "9h", "8c", "2s")
STEEL = ("9s", "8s", "7s", "6s", "5s")


def caribbean(number, *after, hand=ROYAL, more=(), submission=None, **header):
    """A round at T-1 in which spot 2 shows a hand that wins, and what came after its showdown."""
    cards = [dealt(place, card, "up") for place, own in ((2, hand), ("dealer", DEALER)) for card in own]
    return round_record(
        opened(),
        placed(2, "ante", 10_00),
        placed(2, "progressive", 1_00),
        *more,
        event("betting_closed"),
        *cards,
        placed(2, "bet", 20_00),
        revealed("dealer", *DEALER),
        *after,
        number=number,
        game="caribbean_stud",
        session=None,
        submission=submission or {"options": {"progressive_paid_from": "cage"}},
        **header,
    )


SETTLED = (
    paid(2, "ante", 10_00), paid(2, "bet", 2_000_00), collected(2, "progressive", 1_00), event("closed"),
)  # fmt: skip


@pytest.fixture
def progressive(pit):
    """Table T-1 deals Caribbean stud and plays for CS-PROG, seeded with $10,000."""
    pit.tell(table("T-1", "caribbean_stud"), fund_record(established()))
    return pit


def report(pit, number):
    return round_report(pit.views, f"T-1/2026-11-28/{number}", software="test", sees_all=True)


def of_progressive(pit, number):
    """The four truths of the progressive, and the findings that concern it."""
    told = report(pit, number)
    (wager,) = [one for one in told["wagers"] if one["wager"] == "progressive"]
    found = [one for one in told["findings"] if one.get("wager") == "progressive"]
    return wager, [(one["code"], one["due"], one.get("won", one.get("paid"))) for one in found]


def test_the_whole_meter_is_what_it_showed_when_the_round_opened(progressive):
    progressive.tell(caribbean(1, hand=STEEL), caribbean(2, won(SEED + 71), *SETTLED))
    wager, found = of_progressive(progressive, 2)
    (line,) = wager["rules"]
    assert (line["paid"], line["from"], line["rank"]) == (SEED + 71, "cage", "royal_flush")
    assert (wager["settled"]["won"], wager["settled"]["paid_at_cage"], found) == (SEED + 71, 0, [])


def test_what_was_recorded_as_won_and_is_not_what_the_rules_give_is_found(progressive):
    progressive.tell(caribbean(1, won(9_000_00), *SETTLED))
    assert of_progressive(progressive, 1)[1] == [("progressive_misstated", SEED, 9_000_00)]


def test_a_prize_that_nobody_recorded_is_found_once_the_round_is_closed(progressive):
    progressive.tell(caribbean(1), caribbean(2, *SETTLED))
    assert of_progressive(progressive, 1)[1] == []
    (code, due, recorded), *others = of_progressive(progressive, 2)[1]
    assert (code, recorded, others) == ("progressive_misstated", 0, [])
    assert due == SEED + 71


def test_more_paid_at_the_cage_than_the_rules_give_is_found_and_less_is_still_owed(progressive):
    progressive.tell(
        caribbean(1, won(SEED), *SETTLED, paid_out(SEED + 5_00)),
        caribbean(2, hand=STEEL),
    )
    wager, found = of_progressive(progressive, 1)
    assert (wager["settled"]["paid_at_cage"], found) == (SEED + 5_00, [("wager_mispaid", SEED, SEED + 5_00)])
    assert wager["house"]["mispaid"] == 0  # the cage's, not the table's


def test_whoever_may_not_see_every_face_judges_by_the_same_meter(progressive):
    told = (dealt(3, "3c", "down"), won(9_000_00))
    progressive.tell(caribbean(1, *told, more=[placed(3, "ante", 10_00)]))
    seen = round_report(progressive.views, "T-1/2026-11-28/1", software="test")
    assert seen["masked"]
    (line,) = [one for one in seen["resolutions"] if one["wager"] == "progressive"]
    assert line["paid"] == SEED
    (row,) = progressive.views.rounds(RoundFilter(finding="progressive_misstated", spot=2)).rounds
    assert row.hands["3"] == [None]


def test_the_header_of_a_round_says_its_meters_itself_where_it_says_any(progressive):
    progressive.tell(caribbean(1, *SETTLED[:2], funds={"progressive": {"meter": 777_00}}))
    (line,) = of_progressive(progressive, 1)[0]["rules"]
    assert line["paid"] == 777_00


def test_without_a_fund_the_prize_cannot_be_said_and_nothing_is_found(pit):
    pit.tell(table("T-1", "caribbean_stud"), caribbean(1, won(5_00, fund="unheard-of"), *SETTLED))
    wager, found = of_progressive(pit, 1)
    assert (wager["rules"][0]["outcome"], found) == ("undetermined", [])
    assert "fund" in wager["rules"][0]["missing"]


def test_what_happens_to_the_meter_after_the_round_opened_is_not_its_own(progressive):
    progressive.tell(caribbean(1))
    progressive.tell(fund_record(event("seeded", amount=500_00), after=1))
    then = [{"source": "dealer", "by": "D-1", **won(SEED)}, *SETTLED]
    progressive.tell(caribbean_later(1, 16, *then))
    wager, found = of_progressive(progressive, 1)
    assert (wager["rules"][0]["paid"], found) == (SEED, [])


def caribbean_later(number, after, *events):
    return round_record(*events, number=number, game="caribbean_stud", session=None, after=after)


def test_two_who_win_a_part_each_in_turn_are_judged_by_one_meter(progressive):
    other = ("9d", "8d", "7d", "6d", "5d")
    more = (placed(3, "ante", 10_00), placed(3, "progressive", 1_00))
    second = [dealt(3, card, "up") for card in other]
    elected = {"options": {"progressive_paid_from": "cage", "progressive_winners": "share_meter"}}
    third = round_record(
        opened(), placed(2, "ante", 10_00), placed(2, "progressive", 1_00), *more, event("betting_closed"),
        *(dealt(2, card, "up") for card in STEEL), *second, *(dealt("dealer", card, "up") for card in DEALER),
        placed(2, "bet", 20_00), placed(3, "bet", 20_00), revealed("dealer", *DEALER),
        won(1_000_00, spot=3), won(900_00, spot=2),
        number=1, game="caribbean_stud", session=None, submission=elected,
    )  # fmt: skip
    progressive.tell(third)
    told = report(progressive, 1)
    lines = {one["spot"]: one["rules"][0]["paid"] for one in told["wagers"] if one["wager"] == "progressive"}
    assert lines == {3: 1_000_00, 2: 900_00}
    assert [one["code"] for one in told["findings"] if one["code"] == "progressive_misstated"] == []
    assert progressive.views.fund("CS-PROG").meter == SEED + 1_42 - 1_900_00


def test_rounds_are_found_and_summed_by_the_same_judgement_however_the_view_is_made(progressive):
    for number in range(1, 6):
        progressive.tell(caribbean(number, won(1_00), *SETTLED))
        progressive.projector.catch_up()  # by a projector of its own each time
    wanted = RoundFilter(finding="progressive_misstated", spot=2)
    assert len(progressive.views.rounds(wanted).rounds) == 5
    live = [digest(progressive.settings, view, with_places=True) for view in ("rounds", "reconciliation")]
    for view in ("rounds", "reconciliation"):
        rebuild(progressive.settings, view)
    assert live == [
        digest(progressive.settings, view, with_places=True) for view in ("rounds", "reconciliation")
    ]
    assert progressive.views.reconcile(date(2026, 11, 28)).total is not None


def test_what_is_remembered_of_meters_does_not_matter(progressive, monkeypatch):
    progressive.tell(*(caribbean(number, won(SEED), *SETTLED) for number in range(1, 60)))
    mended = event("corrected", corrects=17, event=won(1_00), reason="misread", approved_by="F-9",
                   source="supervisor", by="F-1")  # fmt: skip
    progressive.tell(*(caribbean_later(number, 21, mended) for number in range(1, 5)))
    progressive.projector.catch_up()
    right = digest(progressive.settings, "rounds", with_places=True)
    monkeypatch.setattr(keeping, "REMEMBERED", 50)
    monkeypatch.setattr(runner, "BATCH", 20)
    begin_again(progressive.settings)
    progressive.projector.catch_up()
    assert digest(progressive.settings, "rounds", with_places=True) == right


def test_a_correction_long_after_is_judged_by_the_meter_of_that_time(progressive):
    progressive.tell(caribbean(1, won(9_000_00), *SETTLED))
    progressive.projector.catch_up()
    progressive.tell(*(caribbean(number, hand=STEEL) for number in range(2, 6)))
    progressive.projector.catch_up()
    mended = event("corrected", corrects=17, event=won(SEED), reason="misread", approved_by="F-9",
                   source="supervisor", by="F-1")  # fmt: skip
    progressive.tell(caribbean_later(1, 21, mended))
    assert of_progressive(progressive, 1)[1] == []
    assert progressive.views.rounds(RoundFilter(finding="progressive_misstated")).rounds == []
