"""What the exception report finds across sessions, by permanent code.

Findings of one session have codes of their own (`ledger.sessions.findings`).
Source: accounting A.2, coupons; A.3, serial control and fills; A.4, X and formula 13.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import FindingKind

SERIALS: Final = "13:69D-1.5"
SLIPS: Final = "13:69D-1.22"

# fmt: off
KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind("serial_missing", "record", "numbers of a series of which nothing is recorded",
                        SERIALS, "nj_text"),
            FindingKind("serial_out_of_order", "record", "a number was used before the one below it",
                        SERIALS, "nj_text"),
            FindingKind("serial_repeated", "record", "a number was used for more than one effect",
                        SERIALS, "nj_text"),
            FindingKind("slip_on_two_tables", "record", "the steps of one number stand at two tables",
                        SERIALS, "derived"),
            FindingKind("slip_voided", "record", "a slip is void and keeps its number", SLIPS, "nj_text"),
            FindingKind("slip_reprinted", "record", "a slip was printed again", "", "derived"),
            FindingKind("slip_entered_late", "record", "a slip of paper was entered afterwards",
                        "13:69D-1.22(c)", "nj_text"),
            FindingKind("slip_in_transit", "settlement", "what left one end was not counted in at the other",
                        SLIPS, "derived"),
            FindingKind("commission_open", "settlement", "commission is owed on a form",
                        "13:69D-1.30", "nj_text"),
            FindingKind("coupon_repeated", "settlement", "a coupon was dropped that had been dropped before",
                        "", "derived"),
            FindingKind("other_currency_in_tray", "settlement",
                        "a round in another currency moved a tray or its box, and nothing was exchanged",
                        "", "derived"),
            FindingKind("goodwill", "settlement", "an adjustment corrects nothing", "", "derived"),
            FindingKind("said_shut_and_opened", "record",
                        "a table of which it was said that it did not open was played", "", "derived"),
            FindingKind("restated_session_unknown", "record",
                        "poker revenue was restated of a session that is not recorded on the date",
                        "13:69D-1.34", "derived"),
            FindingKind("record_refused", "record", "a record was sent and refused", "", "derived"),
        )
    }
)
# fmt: on
