"""A card that had been another is another wherever the round names it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ledger.cards import DECK
from ledger.events.base import Recorded
from ledger.events.records import read_record
from ledger.events.rounds import IrregularityNoted
from ledger.rounds.answers import finding, resolution
from ledger.simulate.pit import evening, simulate
from projections.alternatives.supposing import Supposition, supposed
from tests.projections.pit import table
from tests.scenario import Event, dealt, event, opened, placed, revealed, round_record
from tests.simulate.proof import HOUSE_BANKED

ROUNDS = 8
CARDS = 4
ROUND = "T-1/2026-11-28/1"


def with_card(events: list[Event], version: int, face: str) -> Supposition:
    """What if the event of a version had dealt or shown another card."""
    return Supposition.model_validate_json(
        json.dumps({"corrects": version, "event": {**events[version - 1], "card": face}})
    )


def replaced(record: dict[str, Any], version: int, face: str | None, by: str) -> dict[str, Any]:
    """The record with a face replaced by another wherever it stands, and at one event in any case."""
    told: dict[str, Any] = json.loads(json.dumps(record))
    for one in told["events"] if face is not None else ():
        if one.get("card") == face:
            one["card"] = by
        if face in (one.get("cards") or ()):
            one["cards"] = [by if card == face else card for card in one["cards"]]
    told["events"][version - 1]["card"] = by
    return told


def judged(ledger: Any, recorded: list[Recorded], record: dict[str, Any]) -> Any:
    """A record of the same round judged as if it had been recorded."""
    facts = read_record(json.dumps(record)).facts
    return ledger.rebuilt([one._replace(event=fact) for one, fact in zip(recorded, facts, strict=True)])


def said(seen: Any) -> tuple[Any, ...]:
    """All that follows from a round: who is due what, in which order, what is found, the rack."""
    adjudication = seen.judgement.adjudication
    rack = [(one.version, [card.face for card in one.cards]) for one in seen.state.rack]
    found = [finding(one) for one in seen.judgement.findings]
    return [resolution(line) for line in adjudication.resolutions], adjudication.settlement_order, found, rack


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_a_card_changed_is_the_round_with_its_face_replaced_everywhere(pit, game):
    records = [
        json.loads(text) for text in simulate(evening(game, tables=1, rounds=ROUNDS, seed=29, mistakes=0.5))
    ]
    pit.tell(*records)
    chance, changed = random.Random(7), 0
    for record in [one for one in records if one["stream"] == "round"]:
        recorded = pit.ledger.stream("round", f"{record['table']}/{record['gaming_date']}/{record['number']}")
        own = pit.ledger.rebuilt(recorded)
        cards = own.state.cards
        for version in chance.sample(sorted(cards), CARDS):
            held = cards[version].face
            for face in (held, *chance.sample(DECK, 3)):
                suppose = with_card(record["events"], version, face or "As")
                seen = supposed(pit.ledger, recorded, [(0, suppose)], sees_all=False, submission=None)
                other = judged(pit.ledger, recorded, replaced(record, version, held, face or "As"))
                assert said(seen) == said(other), (record["number"], version, held, face)
                assert face != held or face is None or said(seen) == said(own)
                changed += said(seen)[:2] != said(own)[:2]
    assert changed > ROUNDS


HEADER = {"game": "three_card_poker", "dealing": "automated_shoe"}
# Spot 1 plays an ace high against a king high; the dealer's first card lay unknown until it was turned up.
PLAYED = [
    opened(spots=[1]),
    placed(1, "ante", 10_00),
    event("betting_closed"),
    *(dealt(1, card) for card in ("As", "Qd", "5c")),
    *(dealt("dealer", card) for card in (None, "9d", "4h")),
    placed(1, "play", 10_00),
    revealed("dealer", "Kd", "9d", "4h"),
    revealed(1, "As", "Qd", "5c"),
    event("hand_collected", to=1, cards=["5c", "Qd", "As"]),
    event("closed"),
]
REVEALED = 12


def corrected(version: int, instead: Event) -> Event:
    return event("corrected", corrects=version, event=instead, reason="misread", by="F-1", approved_by="F-2")


@pytest.fixture
def played(pit):
    """Records a round of spot 1, and says what would be if one of its cards had been another."""

    def what_if(*events: Event, suppose: list[Supposition]) -> Any:
        pit.tell(table(game="three_card_poker"), round_record(*events, **HEADER))
        (found,) = pit.views.alternatives([ROUND], suppose).rounds
        would = {one.wager: one.supposed_outcome for one in found.wagers if one.spot == 1}
        return would, [one["code"] for one in found.findings_new]

    return what_if


@pytest.mark.parametrize(
    ("version", "face"), [(7, "2c"), (4, "2c")], ids=["turned up later", "known at once"]
)
def test_what_was_turned_up_later_is_told_with_the_card(played, version, face):
    would, found = played(*PLAYED, suppose=[with_card(PLAYED, version, face)])
    assert would == ({"ante": "win", "play": "void"} if version == 7 else {"ante": "lose", "play": "lose"})
    assert "card_contradicted" not in found


def test_a_face_that_lies_elsewhere_in_the_round_is_found_and_not_refused(played):
    would, found = played(*PLAYED, suppose=[with_card(PLAYED, 7, "As")])
    assert set(would.values()) == {"undetermined"}
    assert "card_duplicated" in found


def test_a_hand_turned_up_otherwise_is_another_hand_wherever_its_cards_are_named(played):
    """Its second card and third: what was dealt face down and picked up later had been these too."""
    suppose = Supposition.model_validate({"corrects": REVEALED, "event": revealed(1, "As", "Qc", "Qh")})
    would, found = played(*PLAYED, suppose=[suppose])
    assert would == {"ante": "win", "play": "win"}
    assert not {"card_contradicted", "card_not_dealt"} & {*found}


def test_what_is_supposed_of_an_event_itself_is_not_told_over(played):
    """Another reveal is supposed beside another deal: the two contradict each other, and it is said."""
    suppose = Supposition.model_validate({"corrects": REVEALED, "event": revealed(1, "Ks", "Qd", "5c")})
    _, found = played(*PLAYED, suppose=[with_card(PLAYED, 4, "2c"), suppose])
    assert "card_contradicted" in found


def test_the_card_changed_is_the_one_in_effect_after_corrections(played):
    """Recorded as the deuce and corrected to the ace: the ace's pick-up is told with the new face too."""
    misread = [*PLAYED[:3], dealt(1, "2s"), *PLAYED[4:], corrected(4, dealt(1, "As"))]
    would, found = played(*misread, suppose=[with_card(misread, 4, "3h")])
    assert would == {"ante": "lose", "play": "lose"}
    assert "card_contradicted" not in found


def test_a_card_thrown_away_and_the_one_drawn_for_it_are_two(pit):
    """Of a draw: the discard is told with the face of the card thrown away, the showdown is not."""
    hand = ("As", "Ks", "Qs", "Js", "2d")
    events = [
        opened(spots=[1]),
        *(dealt(1, card) for card in hand),
        event("cards_discarded", spot=1, cards=["2d"]),
        dealt(1, "Ts"),
        revealed(1, *hand[:4], "Ts"),
        event("irregularity_noted", kind="card_found", cards=["2d"]),
        event("closed"),
    ]
    pit.tell(table(), round_record(*events))
    recorded = pit.ledger.stream("round", ROUND)
    seen = supposed(
        pit.ledger, recorded, [(0, with_card(events, 6, "3c"))], sees_all=False, submission=None
    ).state
    assert [card.face for card in seen.hands[1]] == ["As", "Ks", "Qs", "Js", "Ts"]
    assert [[card.face for card in one.cards] for one in seen.rack] == [["3c"]]
    noted = seen.events[9]
    assert isinstance(noted, IrregularityNoted)
    assert noted.cards == ["3c"]
