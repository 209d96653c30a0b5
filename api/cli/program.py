"""The command `pitledger` and how it ends.

Exit 0: done.  1: it found or failed something.  2: it was asked wrongly.  A
reader that goes away and Ctrl-C end it without a word.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from typing import Annotated, Final

import typer

from api.cli import (
    adjudicating,
    alternatives,
    benching,
    chapters,
    checking,
    days,
    decks,
    demo,
    dispute_report,
    dispute_steps,
    disputes,
    exceptions,
    feeding,
    funds,
    games,
    importing,
    jurisdictions,
    keying,
    patterns,
    racks,
    reconciling,
    recording,
    reporting,
    rounds,
    sealing,
    sessions,
    setting_up,
    simulating,
    slips,
    subjects,
    tables,
    terminal,
    theory,
    viewing,
)
from api.errors import CursorInvalid, KeyNameInvalid, ScopeUnknown
from ledger.errors import (
    ImpossibleCard,
    InvalidCheckpoint,
    InvalidQuery,
    InvalidReference,
    InvalidVerifierKey,
    LedgerError,
    StoreUnavailable,
)
from projections.errors import ChapterUnreadable, RackUnreadable, ReportUnreadable, TooManyCards

FOUND: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130
# Refusals of what was typed rather than of what is stored.
MISTYPED: Final = (
    InvalidReference, InvalidQuery, InvalidCheckpoint, InvalidVerifierKey,
    RackUnreadable, ReportUnreadable, ChapterUnreadable, TooManyCards, ImpossibleCard,
    CursorInvalid, KeyNameInvalid, ScopeUnknown,
)  # fmt: skip
TRACEBACK: Final = "PITLEDGER_TRACEBACK"

app = typer.Typer(
    name="pitledger",
    help="The ledger of a casino's table games: every deal, wager and settlement an immutable event.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Drawing the help would take longer than all the rest of it.
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        from api.version import SOFTWARE

        terminal.say(SOFTWARE)
        raise typer.Exit


@app.callback()
def pitledger(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Parse the options that stand before a command; none changes what follows."""


def _group(
    name: str, text: str, commands: Mapping[str, Callable[..., None]], within: typer.Typer = app
) -> typer.Typer:
    group = typer.Typer(help=text, no_args_is_help=True)
    for command, run in commands.items():
        group.command(command)(run)
    within.add_typer(group, name=name)
    return group


for _command in (
    demo.demo,
    setting_up.serve,
    setting_up.project,
    setting_up.migrate,
    setting_up.status,
    setting_up.stop,
    recording.record,
    adjudicating.adjudicate,
    reconciling.reconcile,
    exceptions.exceptions,
    patterns.patterns,
    feeding.feed,
    sealing.verify,
    checking.check,
    dispute_report.verify_report,
    simulating.simulate,
    benching.bench,
):
    app.command()(_command)
_group("import", "Import what was played elsewhere.", {"phh": importing.phh})
_group(
    "round",
    "List rounds, rebuild one, those beside it, and settle some under another fact or rule.",
    {
        "list": rounds.list_rounds,
        "show": rounds.show,
        "neighbours": rounds.neighbours,
        "what-if": alternatives.what_if,
    },
)
_group(
    "table",
    "List tables, and say what is in a tray.",
    {"list": tables.list_tables, "inventory": tables.inventory},
)
_group(
    "session",
    "List sessions, and show one: its events, tray, slips, boxes, findings.",
    {"list": sessions.list_sessions, "show": sessions.show},
)
_group(
    "rack",
    "The discard rack in order, and against the cards as found.",
    {"show": racks.show, "check": racks.check},
)
_group(
    "deck",
    "Decks: provenance, cards at a time, the order dealt, and what a fault of one touched.",
    {
        "list": decks.list_decks,
        "show": decks.show,
        "impact": decks.impact,
        "order": decks.order,
        "burn": decks.burn,
    },
)
_disputes = _group(
    "dispute",
    "Disputes: open one, list them by what is due, take its steps, report it.",
    {
        "open": disputes.open_dispute,
        "list": disputes.list_disputes,
        "show": disputes.show,
        "statement": dispute_steps.statement,
        "secure": dispute_steps.secure,
        "request": dispute_steps.request,
        "notice": dispute_steps.notice,
        "escalate": dispute_steps.escalate,
        "rule": dispute_steps.rule,
        "close": dispute_steps.close,
        "report": dispute_report.report,
    },
)
_group(
    "subject",
    "Who complains: encrypted apart from the events, read only with a reason, erasable.",
    {"set": subjects.put, "show": subjects.show, "erase": subjects.erase, "rekey": subjects.rekey},
    within=_disputes,
)
_group(
    "game",
    "What each game is judged by: felt, procedure, pay tables, options, with their sources.",
    {"list": games.list_games, "show": games.show},
)
_group(
    "fund",
    "List funds, and say what a meter shows and what is owed.",
    {"list": funds.list_funds, "show": funds.show},
)
_group(
    "report",
    "Reports of gaming dates, as tables, CSV and XLSX.",
    {
        "master-game": reporting.master_game,
        "journal": reporting.journal,
        "statistics": reporting.statistics,
        "adjustments": reporting.adjustments,
        "poker-revenue": reporting.poker_revenue,
        "theory": theory.theory,
    },
)
_group(
    "slip",
    "Numbered slips and forms, what is wrong with their numbers, coupons.",
    {"list": slips.list_slips, "show": slips.show, "gaps": slips.gaps, "coupons": slips.coupons},
)
_group(
    "refused",
    "Records that were read and refused.",
    {"list": exceptions.list_refused, "show": exceptions.show_refused},
)
_group(
    "day",
    "Gaming dates: states and tables, openers against closers, the chip float.",
    {"list": days.list_days, "show": days.show, "openers": days.openers, "float": days.chip_float},
)
_group(
    "jurisdiction",
    "What each jurisdiction asks of the books, row by row with its source.",
    {"list": jurisdictions.list_jurisdictions, "show": jurisdictions.show},
)
_group(
    "seal",
    "The seal: signed checkpoints over all that is recorded.",
    {
        "run": sealing.run,
        "checkpoint": sealing.checkpoint,
        "keys": sealing.keys,
        "rotate": sealing.rotate,
    },
)
_group(
    "chapter",
    "Gaming days closed and signed: list them, take one away, verify it alone.",
    {
        "list": chapters.list_chapters,
        "show": chapters.show,
        "export": chapters.export,
        "verify": chapters.verify,
    },
)
_group(
    "keys",
    "API keys: who may ask the API, and for what.",
    {"create": keying.create, "list": keying.list_keys, "revoke": keying.revoke},
)
_group(
    "projections",
    "The views that answers come from.",
    {"status": viewing.status, "rebuild": viewing.rebuild, "replay": viewing.replay},
)


def main() -> None:
    """Run a command and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that has no sign for a suit shows another.
            stream.reconfigure(errors="replace")
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # What is left in the buffer has no reader; Python would complain of it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FOUND
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    try:
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FOUND
    except LedgerError as refused:
        terminal.refusal(refused)
        return USAGE if isinstance(refused, MISTYPED) else FOUND
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as trouble:  # noqa: BLE001 - whoever types gets a line, not a traceback
        return _failed(trouble)
    return 0


def _failed(trouble: Exception) -> int:
    """Say what went wrong in one line, and how to see more."""
    if os.environ.get(TRACEBACK):
        raise trouble
    name = type(trouble).__name__
    if name == "InvalidSettings":
        terminal.news(f"invalid_settings: {trouble}")
        terminal.news("  next: mend the variable, or the .env beside you")
        return USAGE
    if type(trouble).__module__.startswith("psycopg"):
        terminal.refusal(StoreUnavailable(detail=str(trouble)))
        return FOUND
    if isinstance(trouble, OSError):
        terminal.news(f"unavailable: {trouble}")
        return FOUND
    terminal.news(f"internal_error: {name}: {trouble}")
    terminal.news(f"  next: run it again with {TRACEBACK}=1 and report what it prints")
    return FOUND
