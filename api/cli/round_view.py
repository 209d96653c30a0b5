"""A round for people at a terminal, from its report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from api.cli import terminal
from projections.reports.four_truths import by_the_rules, declared, named, settled
from projections.reports.words import Money, face, plain

Document: TypeAlias = Mapping[str, Any]

HEADED: Final = ("wager", "stake", "rules", "declared", "settled", "adjusted", "mispaid")


def shown(report: Document) -> None:
    """Everything that the report says, the felt first."""
    money = Money(report["currency"], report["unit"] or 1)
    _head(report)
    _cards(report["cards"])
    _wagers(report["wagers"], money)
    _pots(report.get("pots", ()), money)
    _findings(report["findings"])
    _unsettled(report["unsettled"])
    _tray(report["tray"], money)
    _timeline(report["timeline"])


def _head(report: Document) -> None:
    game = report["title"] or report["game_title"]
    used = report["submission"]
    terminal.say(f"Round {report['key']}   {game}, {report['status']}, {report['version']} events")
    terminal.say(f"uuid {report['round']}")
    terminal.say(
        f"session {report['session'] or 'none'}, judged by {used['name']} (version {used['version']})"
    )
    if "what_if" in report:
        terminal.say(report["what_if"]["says"])
        for remark in report["what_if"]["remarks"]:
            terminal.say(f"{used['name']}: {remark}")
    if report["masked"]:
        terminal.say("Faces that the table has not seen are not shown while the round is open.")


def _cards(hands: Mapping[str, Sequence[Document]]) -> None:
    rows = [(_place(place), "  ".join(_card(card) for card in cards)) for place, cards in hands.items()]
    if rows:
        terminal.table("Cards", ("place", "in the order dealt"), rows)


def _place(name: str) -> str:
    return f"spot {name}" if name.isdigit() else plain(name)


def _card(card: Document) -> str:
    seen = face(card["card"]) if card["card"] else "?"
    moved = f" (dealt to {_place(card['dealt_to'])})" if "dealt_to" in card else ""
    return (seen if card["shown"] else f"{seen} (down)") + moved


def _wagers(wagers: Sequence[Document], money: Money) -> None:
    """The four truths of each wager side by side."""
    rows = [
        (
            named(one),
            money(one["stake"]) + (f" + {money(one['late'])} late" if one["late"] else ""),
            by_the_rules(one["rules"], money),
            declared(one["declared"]),
            settled(one["settled"], money),
            money(one["adjusted"]) if one["adjusted"] else "",
            money(one["house"]["mispaid"]) if one["house"]["mispaid"] else "",
        )
        for one in sorted(wagers, key=lambda one: int(one["spot"]))
    ]
    if rows:
        terminal.table(
            "Wagers (mispaid: from the house's side)", HEADED, rows, numbers=("stake", "adjusted", "mispaid")
        )


def _pots(pots: Iterable[Document], money: Money) -> None:
    rows = [
        (
            "main" if not pot["pot"] else f"side {pot['pot']}",
            money(pot["amount"]),
            money(pot["rake"]) if pot["rake"] else "",
            ", ".join(f"spot {one['spot']} {money(one['amount'])}" for one in pot["winners"])
            or pot.get("missing", pot["outcome"]),
        )
        for pot in pots
    ]
    if rows:
        terminal.table(
            "Pots by the rules", ("pot", "amount", "rake", "goes to"), rows, numbers=("amount", "rake")
        )


def _findings(findings: Sequence[Document]) -> None:
    rows = [(f"#{one['event']}", one["code"], one["detail"], _cited(one)) for one in findings]
    if rows:
        terminal.table("Findings", ("event", "code", "what was found", "rule"), rows)
    else:
        terminal.say()
        terminal.say("Nothing was found amiss.")


def _unsettled(found: Sequence[Document]) -> None:
    rows = [(f"#{one['event']}", one["what"], "; ".join(one["settled_by"])) for one in found]
    if rows:
        terminal.table("What the record leaves open", ("event", "what", "what would settle it"), rows)


def _cited(finding: Document) -> str:
    rule, evidence = finding["rule"], finding["evidence"]
    return f"{rule} ({evidence})" if rule else f"({evidence})"


def _tray(tray: Document, money: Money) -> None:
    terminal.say()
    if tray["change"] is None:
        terminal.say("Tray: not known yet, the view is behind")
        return
    terminal.say(f"Tray: {_vector(tray['change'], money)}")
    if any(tray["between"].values()):
        terminal.say(f"Moved by others before its last movement: {_vector(tray['between'], money)}")
    for session, change in tray["elsewhere"].items():
        terminal.say(f"Tray of {session}: {_vector(change, money)}")


def _vector(vector: Document, money: Money) -> str:
    chips = terminal.chips(vector["by_denomination"], money.currency)
    loose = f", {money(vector['unspecified'])} without chips" if vector["unspecified"] else ""
    return f"{money(vector['total'])} ({chips}{loose})"


def _timeline(events: Iterable[Document]) -> None:
    rows = [
        (
            f"#{one['version']}",
            (one["occurred_at"] or "unknown").partition("T")[2] or "unknown",
            str(one["by"] or ""),
            one["says"] + ("" if one["corrected_by"] is None else f" (corrected by #{one['corrected_by']})"),
            one["note"] or "",
        )
        for one in events
    ]
    terminal.table("What happened", ("event", "time", "by", "what", "note"), rows)
