"""One spot's wagers judged for many deals: the round is folded once, and the faces of its cards exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.resolution import Resolution
from ledger.games.three_card_poker import THREE_CARD_POKER
from tests.cases.cases_to_records import read
from tests.games.evening import Told
from tests.games.three_card_poker.evening import EVENING
from tests.scenario import dealt, event, opened, placed

TRUTH = read("ground_truth.yaml")
COUNTED = TRUTH["three_card"]
UNIT = 100


class Table:
    """Spot 1 with the same stake in cents on each wager, playing or folding, against the dealer."""

    def __init__(
        self,
        *wagers: str,
        plays: bool = True,
        pay_tables: Mapping[str, Any] | None = None,
        stake: int = UNIT,
    ) -> None:
        told: Told = {"open": opened(), **{wager: placed(1, wager, stake) for wager in wagers}}
        told |= {f"{place} {card}": dealt(place, None) for place in (1, "dealer") for card in range(3)}
        if "ante" in wagers:
            fold = event("decision_made", spot=1, decision="fold")
            told["decision"] = placed(1, "play", stake) if plays else fold
        self._state = EVENING.state_of({**told, "close": event("closed")})
        self._submission = elections.inline(
            THREE_CARD_POKER, InlineSubmission.model_validate({"pay_tables": pay_tables or {}})
        )

    def settle(self, own: Sequence[str], dealer: Sequence[str | None]) -> tuple[Resolution, ...]:
        """What becomes of each wager."""
        for place, faces in ((1, own), ("dealer", dealer)):
            for card, face in zip(self._state.hands[place], faces, strict=True):
                card.face = face
            self._state.read[place] = [*faces]
        return THREE_CARD_POKER.adjudicate(self._state, self._submission).resolutions


def net(lines: Sequence[Resolution]) -> int:
    """What the player wins or loses, in units."""
    cents = sum(line.paid - line.collected for line in lines)
    assert cents % UNIT == 0
    return cents // UNIT
