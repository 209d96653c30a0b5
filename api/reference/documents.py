"""The registry of games and findings as documents; what they say is theirs, this only writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from ledger.events.registry import SubmissionSubmitted
from ledger.games.findings import COMMON
from ledger.games.registry import GAMES
from ledger.games.seam import FindingKind, Game
from ledger.sessions.findings import KINDS
from ledger.submissions.state import SubmissionStream
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
    return [("round", COMMON), *games, ("session", KINDS)]


def game(of: Game) -> Document:
    """A game: its felt, procedure, pay tables and options, each with its source."""
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
        "pay_tables": [
            {
                "table": table.table_id,
                "wager": table.wager,
                "rows": {row: str(prize) for row, prize in table.rows.items()},
                "evidence": table.evidence,
                "source": table.source,
            }
            for table in of.pay_tables.values()
        ],
        "rows": {wager: list(rows) for wager, rows in of.rows.items()},
        "options": [
            {
                "option": option.name,
                "default": _plain(option.default),
                "values": None if option.values is None else list(option.values),
                "evidence": option.evidence,
                "source": option.source,
            }
            for option in of.options.values()
        ],
    }


def submission(name: str, stream: SubmissionStream) -> Document:
    """A rules submission with all of its versions."""
    over = stream.superseded
    return {
        "submission": name,
        "versions": [
            _version(version, event)
            for version, event in enumerate(stream.log, 1)
            if isinstance(event, SubmissionSubmitted)
        ],
        "superseded": None if over is None else {"by": over.by or "", "from": over.from_.isoformat()},
    }


def _version(version: int, event: SubmissionSubmitted) -> Document:
    said = event_document(event)
    names = ("game", "jurisdiction", "effective", "pay_tables", "options")
    return {"version": version, "title": said.get("title"), **{name: said[name] for name in names}}


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value
