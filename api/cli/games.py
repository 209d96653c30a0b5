"""`pitledger game`: what a game is judged by, so that each table can be checked against its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

Name = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", show_default=False)]

UNVERIFIED: Final = "Only what says nj_text was read in the law; all else is configuration, unverified."
NOT_FOUND: Final = "not found"
FLAT: Final = "fixed "  # before the cents of a prize that does not grow with the stake
# What the list counts, and how it is called there.
COUNTED: Final[Mapping[str, str]] = {
    "wagers": "wagers",
    "procedure": "steps",
    "published": "tables",
    "options": "options",
    "irregularities": "irregularities",
    "findings": "findings",
}
BANKED: Final[Mapping[str, str]] = {
    "house": "banked by the house",
    "players": "played for a pot",
    "unruled": "recorded, and not judged",
}


def list_games(*, as_json: AsJson = False) -> None:
    """List the games: how many tables, steps and findings each has."""
    from api.reference import documents
    from ledger.games.registry import GAMES

    games = [documents.game(game) for game in GAMES.values()]
    if as_json:
        for game in games:
            terminal.answer(game)
        return
    rows = [
        (
            one["game"],
            one["title"],
            one["section"] or terminal.DASH,
            *(str(len(one[part])) for part in COUNTED),
        )
        for one in games
    ]
    columns = ("game", "title", "N.J.A.C.", *COUNTED.values())
    terminal.table("", columns, rows, numbers=tuple(COUNTED.values()))


def show(game: Name, *, as_json: AsJson = False) -> None:
    """Show a game: felt, procedure, pay tables, options, irregularities, findings, each with its source."""
    from api.reference import documents
    from ledger.errors import UnknownGame
    from ledger.games.registry import GAMES

    if game not in GAMES:
        raise UnknownGame(game=game, known=", ".join(GAMES))
    shown = documents.game(GAMES[game])
    if as_json:
        terminal.answer(shown)
        return
    section = f"N.J.A.C. {shown['section']}, " if shown["section"] else ""
    version = f"rules version {shown['rules_version']}"
    terminal.say(f"{shown['title']}: {section}{BANKED[shown['banked']]}, {version}")
    _felt_and_steps(shown)
    for table in shown["published"]:
        _pay_table(table)
    _choices(shown)
    _findings(shown)
    terminal.say(UNVERIFIED)


def _felt_and_steps(game: Mapping[str, Any]) -> None:
    wagers = [
        (one["name"], one["label"], one["stage"], "optional" if one["optional"] else "", "")
        for one in game["wagers"]
    ]
    unstaked = [(name, "", "", "", "paid without being placed") for name in game["paid_without_being_placed"]]
    terminal.table("Wagers", ("wager", "on the felt", "placed in", "", ""), [*wagers, *unstaked])
    steps = [
        (one["code"], one["actor"], one["order"], one["text"], one["rule"] or terminal.DASH, one["evidence"])
        for one in game["procedure"]
    ]
    terminal.table("Procedure", ("step", "who", "order", "what", "rule", "evidence"), steps)


def _pay_table(table: Mapping[str, Any]) -> None:
    """A table as printed, under its id, its evidence and its source."""
    title = f"{table['table']}: {table['wager']}{', the default' if table['default'] else ''}"
    rows = [(row, _prize(prize)) for row, prize in table["rows"].items()]
    terminal.table(title, ("hand", "pays"), rows, numbers=("pays",))
    if table["when"]:
        terminal.say(f"  {table['when']}")
    terminal.say(f"  {table['evidence']}: {table['source']}")


def _prize(prize: str | None) -> str:
    """A prize as people read it: a flat one in money."""
    if prize is None:
        return NOT_FOUND
    flat = prize.removeprefix(FLAT)
    return terminal.hundredths(int(flat)) if flat != prize else prize.replace("_", " ")


def _default(value: object) -> str:
    """What an option is where nobody elects it: limits in money, by wager."""
    if isinstance(value, Mapping):
        limits = [f"{name} {terminal.hundredths(cents)}" for name, cents in value.items()]
        return ", ".join(limits) or terminal.DASH
    return terminal.DASH if value is None else str(value)


def _choices(game: Mapping[str, Any]) -> None:
    options = [
        (
            one["option"],
            terminal.DASH if one["values"] is None else ", ".join(map(str, one["values"])),
            _default(one["default"]),
            one["evidence"],
            one["source"],
        )
        for one in game["options"]
    ]
    terminal.table("Options", ("option", "may be", "default", "evidence", "source"), options)
    cases = [
        (
            one["condition"],
            one["words"] or terminal.DASH,
            one["remedy"],
            "all" if one["wagers"] is None else ", ".join(one["wagers"]),
            one["evidence"],
            one["citation"] or "no text read",
        )
        for one in game["irregularities"]
    ]
    columns = ("irregularity", "what happened", "remedy", "wagers", "evidence", "citation")
    if cases:
        terminal.table("Irregularities", columns, cases)


def _findings(game: Mapping[str, Any]) -> None:
    kinds = [
        (one["code"], one["group"], one["title"], one["rule"] or terminal.DASH, one["evidence"])
        for one in game["findings"]
    ]
    if kinds:
        terminal.table("Findings", ("code", "group", "what is found", "rule", "evidence"), kinds)
