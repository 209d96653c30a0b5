"""All that a report of a dispute must hold: who asks for it, where it stands, and whether it was recorded.

The union of what Nebraska (296 Neb. Admin. Code 11), the Gambling Commission
(LCCP 17), Kansas (its surveillance log) and the iTrak form ask, and of what a
custodian asks of an export.  Source: disputes B.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pydantic import JsonValue

from projections.disputes.report.model import Item


class Row(NamedTuple):
    """An item, who asks for it, and JSON pointers of where it stands: one that holds anything is enough.

    `*` stands for any item of a list or object.
    """

    item: str
    asked_by: str
    where: tuple[str, ...]


# fmt: off
ITEMS: Final = (
    Row("dispute id",                          "Nebraska, iTrak", ("/dispute",)),
    Row("jurisdiction",                        "all",             ("/jurisdiction",)),
    Row("severity",                            "iTrak",           ("/severity",)),
    Row("status and its history",              "UKGC",            ("/history",)),
    Row("complaint received",                  "UKGC, Nebraska",  ("/complaint/received_at",)),
    Row("complaint acknowledged",              "UKGC",            ("/complaint/acknowledged_at",)),
    Row("complaint resolved",                  "UKGC",            ("/complaint/resolved_at",)),
    Row("complainant, as an opaque id",        "Nebraska",        ("/complaint/subject",)),
    Row("nature of the complaint",             "Nebraska",        ("/complaint/claim",)),
    Row("amount in dispute",                   "Nebraska",        ("/complaint/amount",)),
    Row("date and time of the incident",       "Nebraska",
        ("/complaint/incident_at", "/rounds/*/report/opened_at")),
    Row("employees involved or witnessing",    "Nebraska",        ("/people",)),
    Row("dealers signed in at the table",      "Nebraska",        ("/rounds/*/dealers",)),
    Row("statements, of witnesses too",        "Nebraska",        ("/statements",)),
    Row("what was done to resolve it",         "Nebraska",
        ("/notices", "/rulings", "/settlements", "/escalations", "/reviews")),
    Row("outcome",                             "iTrak",           ("/outcome/outcome",)),
    Row("violation",                           "iTrak",           ("/outcome/violation",)),
    Row("savings",                             "iTrak",           ("/outcome/savings",)),
    Row("losses",                              "iTrak",           ("/outcome/losses",)),
    Row("table",                               "all",
        ("/rounds/*/report/table", "/complaint/table")),
    Row("game",                                "all",             ("/rounds/*/report/game",)),
    Row("rules version",                       "all",
        ("/rounds/*/report/rules_in_force/rules_version",)),
    Row("rules submission and its version",    "all",
        ("/rounds/*/report/rules_in_force/submission",)),
    Row("pay tables in force",                 "all",
        ("/rounds/*/report/rules_in_force/pay_tables",)),
    Row("limits in force",                     "all",             ("/rounds/*/report/limits",)),
    Row("terms of a promotion",                "all",             ("/promotion",)),
    Row("round",                               "all",             ("/rounds/*/round",)),
    Row("spot",                                "all",             ("/complaint/spot", "/decided/*/spot")),
    Row("shoe",                                "all",             ("/rounds/*/equipment/shoe",)),
    Row("deck",                                "all",             ("/rounds/*/equipment/deck",)),
    Row("batch of the deck",                   "all",             ("/rounds/*/equipment/batch",)),
    Row("shuffle",                             "all",             ("/rounds/*/equipment/shuffles",)),
    Row("burned cards",                        "all",             ("/rounds/*/equipment/burned",)),
    Row("cut card",                            "all",             ("/rounds/*/equipment/cuts",)),
    Row("event list",                          "all",             ("/rounds/*/report/timeline",)),
    Row("wagers against no more bets",         "all",             ("/rounds/*/bets",)),
    Row("cards with position, face and source", "all",            ("/rounds/*/report/cards/*",)),
    Row("declared result",                     "all",             ("/rounds/*/report/wagers/*/declared",)),
    Row("result by the rules",                 "all",             ("/rounds/*/report/resolutions",)),
    Row("deciding row of the pay table",       "all",             ("/decided/*/rows",)),
    Row("payments and collections by denomination", "all",        ("/rounds/*/movements/*/chips",)),
    Row("rounds before and after",             "all",             ("/rounds/*/neighbours",)),
    Row("table inventory before",              "all",             ("/rounds/*/report/tray/before",)),
    Row("table inventory after",               "all",             ("/rounds/*/report/tray/after",)),
    Row("rules, declared, settled, adjusted, side by side", "all", ("/rounds/*/report/wagers",)),
    Row("window and cameras to look at",       "Kansas",          ("/windows",)),
    Row("surveillance review and conclusion",  "iTrak, Kansas",   ("/reviews",)),
    Row("who asked for the review",            "iTrak",           ("/reviews/*/event/requested_by",)),
    Row("evidence asked for",                  "iTrak",           ("/requests",)),
    Row("evidence secured, and where",         "Kansas",          ("/preserved", "/linked")),
    Row("digest of the media",                 "iTrak",
        ("/linked/*/event/sha256", "/preserved/*/event/sha256")),
    Row("corrections, as first recorded and as corrected", "all",
        ("/corrections", "/rounds/*/report/corrections")),
    Row("stream positions",                    "all",             ("/integrity/events",)),
    Row("hash of each event",                  "all",             ("/integrity/events/*/leaf_hash",)),
    Row("software version",                    "all",             ("/integrity/software",)),
    Row("chain of custody of earlier exports", "custody",         ("/accesses",)),
)
# fmt: on


def contents(document: JsonValue) -> Iterator[Item]:
    """Each item of the list against a report."""
    for row in ITEMS:
        found = any(_points(document, pointer) for pointer in row.where)
        yield Item(item=row.item, asked_by=row.asked_by, where=list(row.where), recorded=found)


def _points(document: JsonValue, pointer: str) -> bool:
    return _holds(document, pointer.removeprefix("/").split("/"))


def _holds(document: JsonValue, path: list[str]) -> bool:
    """Whether there is anything where a pointer points: null and nothing at all are nothing."""
    if not path:
        return document is not None and document not in ("", [], {})
    name, rest = path[0], path[1:]
    if name == "*":
        listed = document if isinstance(document, list) else []
        inside = document.values() if isinstance(document, dict) else listed
        return any(_holds(one, rest) for one in inside)
    return isinstance(document, dict) and _holds(document.get(name), rest)
