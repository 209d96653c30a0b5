"""The registry of games and findings as documents; what they say is theirs, this only writes it down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from ledger.chipsets.findings import KINDS as OF_CHIP_SETS
from ledger.days.findings import KINDS as OF_DAYS
from ledger.decks.findings import KINDS as OF_DECKS
from ledger.disputes.findings import KINDS as OF_DISPUTES
from ledger.events.registry import SubmissionSubmitted
from ledger.funds.findings import KINDS as OF_FUNDS
from ledger.games.elections import COMMON_OPTIONS
from ledger.games.findings import COMMON
from ledger.games.registry import GAMES
from ledger.games.seam import FindingKind, Game, Option, PayTable
from ledger.sessions.findings import KINDS
from ledger.submissions.state import SubmissionStream
from ledger.submissions.succession import without_effect
from projections.exceptions.kinds import KINDS as OF_REPORTS
from projections.reports.round import event_document

Document: TypeAlias = dict[str, Any]


def findings() -> Document:
    """Every finding code, its group, its rule, and what finds it."""
    kinds: dict[str, FindingKind] = {}
    found_by: dict[str, list[str]] = {}
    for name, own in _sources():
        for code, kind in own.items():
            kinds.setdefault(code, kind)
            found_by.setdefault(code, []).append(name)
    return {"findings": [{**asdict(kind), "of": found_by[code]} for code, kind in sorted(kinds.items())]}


def _sources() -> list[tuple[str, Mapping[str, FindingKind]]]:
    games = [(game.name, {kind.code: kind for kind in game.findings}) for game in GAMES.values()]
    own = [
        ("session", KINDS),
        ("fund", OF_FUNDS),
        ("gaming_day", OF_DAYS),
        ("chip_set", OF_CHIP_SETS),
        ("deck", OF_DECKS),
        ("dispute", OF_DISPUTES),
        ("exceptions", OF_REPORTS),
    ]
    return [("round", COMMON), *games, *own]


def game(of: Game) -> Document:
    """A game: felt, procedure, pay tables, options, irregularities and findings, each with its source."""
    return {
        "game": of.name,
        "title": of.title,
        "section": of.section,
        "rules_version": of.rules_version,
        "banked": of.banked,
        "free_felt": of.free_felt,
        "wagers": [asdict(wager) for wager in of.wagers.values()],
        "paid_without_being_placed": sorted(of.unstaked),
        "lives_on": None if of.lives_on is None else sorted(of.lives_on),
        "procedure": [asdict(step) for step in of.procedure],
        "pay_tables": [_table(of, table) for table in _each_once(of.pay_tables.values())],
        "published": [{**_table(of, table), "default": _is_default(of, table)} for table in of.published],
        "rows": {wager: list(rows) for wager, rows in of.rows.items()},
        "options": [
            _option(option, "game" if option.name in of.options else "every game")
            for option in {**COMMON_OPTIONS, **of.options}.values()
        ],
        "irregularities": [
            {
                "condition": case.condition,
                "words": of.conditions.get(case.condition),
                "remedy": case.remedy,
                "wagers": None if case.wagers is None else list(case.wagers),
                "evidence": case.evidence,
                "citation": case.citation,
            }
            for case in of.irregularities
        ],
        "findings": [asdict(kind) for kind in of.findings],
    }


def _each_once(tables: Iterable[PayTable]) -> Iterator[PayTable]:
    """A table of several wagers stands under each of them, and is told once."""
    return iter({id(table): table for table in tables}.values())


def _is_default(of: Game, table: PayTable) -> bool:
    """Whether a wager has a table where no submission says otherwise, if by an option then by its default."""
    if table.elected_by is not None:
        option, value = table.elected_by
        return of.options[option].default == value
    return any(table is one for one in of.pay_tables.values())


def _table(of: Game, table: PayTable) -> Document:
    """A pay table in printed order; where no odds were found its rows have none."""
    rows: dict[str, str | None] = {row: str(prize) for row, prize in table.rows.items()}
    rows.update(table.unpaid)
    if table.evidence == "not_found" and not rows:
        rows = dict.fromkeys(of.rows.get(table.wager, ()))
    return {
        "table": table.table_id,
        "wager": table.wager,
        "when": table.when or None,
        "rows": rows,
        "evidence": table.evidence,
        "source": table.source,
    }


def _option(option: Option, of: str) -> Document:
    return {
        "option": option.name,
        "of": of,
        "default": _plain(option.default),
        "values": None if option.values is None else list(option.values),
        "evidence": option.evidence,
        "source": option.source,
    }


def submission(name: str, registered: Mapping[str, SubmissionStream]) -> Document:
    """A rules submission with all of its versions, and what came in its place where that has an effect."""
    stream = registered[name]
    over, why = stream.superseded, without_effect(name, registered)
    return {
        "submission": name,
        "versions": [
            _version(version, event)
            for version, event in enumerate(stream.log, 1)
            if isinstance(event, SubmissionSubmitted)
        ],
        "superseded": None if over is None else {"by": over.by or "", "from": over.from_.isoformat()},
        "superseded_without_effect": why,
    }


def _version(version: int, event: SubmissionSubmitted) -> Document:
    said = event_document(event)
    names = ("game", "jurisdiction", "effective", "pay_tables", "options")
    return {"version": version, "title": said.get("title"), **{name: said[name] for name in names}}


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value
