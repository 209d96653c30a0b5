"""The steps of the fold that concern color: non-value chips, each worth what its marker says.

What of it is lost and won is told in totals, at marker value and not by color.
Source: 13:69E-1.5; accounting A.2, chip kinds, and A.4, formula 14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events.color import ColorCashed, ColorIssued, ImpressmentCounted, MarkerSet
from ledger.sessions.forms import document
from ledger.sessions.parts import Color, Remark

if TYPE_CHECKING:
    from ledger.sessions.state import Session


def outstanding(state: Session) -> int:
    """Color that patrons hold, at marker value in cents: sold, less lost, plus won, less cashed.

    As far as the session says: color that was staked in rounds captured one by
    one is lost and won there.
    """
    colors = state.colors.values()
    return sum(one.sold_for - one.cashed_for for one in colors) - state.color_lost


def marked(state: Session, event: MarkerSet, _: int) -> None:
    """A marker is set, for what comes after it."""
    state.colors.setdefault(event.color, Color()).marker = event.value


def issued(state: Session, event: ColorIssued, version: int) -> None:
    """Color is sold at what its marker says, for what is tendered."""
    color = _as_marked(state, event, version)
    worth = event.count * event.value
    color.sold += event.count
    color.sold_for += worth
    document(state, event.document, event.tendered, version)
    given = event.tendered if event.chips is None else state.worth(event.chips)
    if given != worth or event.tendered != worth:
        facts = {
            "color": event.color,
            "tendered": event.tendered,
            "chips": given,
            "worth": worth,
            "difference": (event.tendered if event.chips is None else given) - worth,
        }
        state.remarks.append(Remark("color_not_equal", version, facts))


def cashed(state: Session, event: ColorCashed, version: int) -> None:
    """Color comes back for value chips."""
    color = _as_marked(state, event, version)
    worth = event.count * event.value
    color.cashed += event.count
    color.cashed_for += worth
    if (given := state.worth(event.chips)) != worth:
        facts = {"color": event.color, "chips": given, "worth": worth, "difference": worth - given}
        state.remarks.append(Remark("color_not_equal", version, facts))


def counted(state: Session, event: ImpressmentCounted, version: int) -> None:
    """The set of a color is short or over."""
    for color in sorted({*event.counts, *event.impressment}):
        found, meant = event.counts.get(color, 0), event.impressment.get(color, 0)
        if found != meant:
            facts = {"color": color, "counted": found, "impressment": meant, "off_by": found - meant}
            state.remarks.append(Remark("impressment_not_met", version, facts))


def _as_marked(state: Session, event: ColorIssued | ColorCashed, version: int) -> Color:
    color = state.colors.setdefault(event.color, Color())
    if color.marker is not None and color.marker != event.value:
        facts = {"color": event.color, "marker": color.marker, "value": event.value}
        state.remarks.append(Remark("color_not_as_marked", version, facts))
    return color
