"""An evening of two gaming dates told in turns, one of them audited and closed as a chapter."""

from __future__ import annotations

from typing import Any

from projections.integrity.sealer import Sealer
from tests.days.told import audited, day_record, opened, preliminary
from tests.projections.pit import (
    DATE,
    OPENER,
    SUBMISSION,
    Pit,
    bought_in,
    closer,
    dropped,
    example,
    holdem_table,
    session,
    table,
)

NEXT = "2026-11-29"


def session_of(name: str, gaming_date: str = DATE, **header: Any) -> dict[str, Any]:
    """A session with a buy-in of $200, its box counted."""
    chips = {**OPENER, "10000": OPENER["10000"] - 2}
    return session(
        bought_in(200_00, {"10000": 2}),
        closer(chips),
        *dropped(cash=200_00),
        table=name,
        gaming_date=gaming_date,
        **header,
    )


def tell_evening(pit: Pit) -> int:
    """Two dates told in turns; the position of the audit of the first."""
    pit.tell(SUBMISSION, holdem_table(), table("T-1"), table("T-2"), table("T-3"))
    pit.tell(session_of("T-1"))
    for number in range(400, 404):
        pit.tell(example("round_thb_412.json", number=number, session=None))
        pit.tell(example("round_thb_412.json", number=number, session=None, gaming_date=NEXT))
    pit.tell(session_of("T-2", NEXT), session_of("T-2"), session_of("T-3", NEXT))
    pit.tell(day_record(opened()), day_record(opened(), gaming_date=NEXT))
    return pit.tell(day_record(preliminary(source="manual"), audited(), after=1))


def seal(pit: Pit) -> None:
    """Seal all there is with the views up to date, and close what was audited."""
    assert pit.views is not None
    Sealer(pit.settings).seal()
