"""A rules submission made complete and checked against the game it is for.

Source: CONTRACT §3, names in submissions; the default tables and options are
the game's own, each with its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ledger.errors import (
    GameMismatch,
    InvalidOption,
    LedgerError,
    MissingRow,
    UnknownOption,
    UnknownRow,
    UnknownWager,
)
from ledger.events.registry import FixedPrize, InlineSubmission, MeterPrize, SubmissionSubmitted
from ledger.games.seam import Fixed, Game, MeterPercent, Odds, Option, PayTable, Prize, Submission

# Options that every game has (CONTRACT §3).
COMMON_OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option("payout_limits", MappingProxyType({}), None, "not_found", "the licensee's election"),
            Option("aggregate_limits", MappingProxyType({}), None, "not_found", "the licensee's election"),
            Option(
                "late_wagers", "undetermined", ("stands", "void", "undetermined"), "not_found", "not read"
            ),
            Option("breakage", "house", ("house", "patron", "nearest"), "not_found", "not read"),
        )
    }
)


def default(game: Game) -> Submission:
    """The game's own defaults: no licensee elected them."""
    return _complete(game, "default", 0, {}, {})


def inline(game: Game, given: InlineSubmission) -> Submission:
    """A submission given in a record; what it leaves out is the game's default.

    Raises NotARecord with a pointer into the submission.
    """
    return elect(game, "inline", 0, given, "inline")


def submitted(name: str, version: int, game: Game, given: SubmissionSubmitted) -> Submission:
    """A registered submission, complete.  Raises NotARecord where it names what the game has not."""
    if given.game != game.name:
        raise GameMismatch(submission=name, game=given.game)
    return elect(
        game, name, version, InlineSubmission(pay_tables=given.pay_tables, options=given.options), name
    )


def elect(game: Game, name: str, version: int, given: InlineSubmission, table_id: str) -> Submission:
    """Check each table and option against the game and fill in the defaults."""
    tables = {
        wager: _table(game, wager, rows, table_id, f"/pay_tables/{wager}")
        for wager, rows in given.pay_tables.items()
    }
    known = {**COMMON_OPTIONS, **game.options}
    options = {key: _option(game, known, key, value) for key, value in given.options.items()}
    return _complete(game, name, version, tables, options)


def _complete(
    game: Game, name: str, version: int, tables: Mapping[str, PayTable], options: Mapping[str, object]
) -> Submission:
    known = {**COMMON_OPTIONS, **game.options}
    return Submission(
        name=name,
        version=version,
        game=game.name,
        pay_tables=MappingProxyType({**game.pay_tables, **tables}),
        options=MappingProxyType({**{key: option.default for key, option in known.items()}, **options}),
    )


def _table(game: Game, wager: str, rows: Mapping[str, object], table_id: str, at: str) -> PayTable:
    allowed = game.rows.get(wager)
    if allowed is None and not game.free_felt:
        raise UnknownWager(game=game.name, wager=wager, known=", ".join(game.rows), pointer=at)
    for row in rows:
        if allowed is not None and row not in allowed:
            raise UnknownRow(wager=wager, row=row, known=", ".join(allowed), pointer=f"{at}/{row}")
    if not rows:
        raise MissingRow(wager=wager, row="any hand", pointer=at)
    prizes = {row: _prize(given) for row, given in rows.items()}
    return PayTable(table_id, wager, MappingProxyType(prizes), "not_nj_text", "the licensee's submission")


def _prize(given: object) -> Prize:
    if isinstance(given, FixedPrize):
        return Fixed(given.fixed)
    if isinstance(given, MeterPrize):
        return MeterPercent(given.meter_percent)
    n, _, d = str(given).partition(":")
    return Odds(int(n), int(d))


def _option(game: Game, known: Mapping[str, Option], key: str, value: object) -> object:
    option = known.get(key)
    at = f"/options/{key}"
    if option is None:
        raise UnknownOption(game=game.name, option=key, known=", ".join(known), pointer=at)
    if option.values is not None and value not in option.values:
        shown = ", ".join(str(one) for one in option.values)
        raise InvalidOption(option=key, known=shown, value=value, pointer=at)
    if option.values is None:
        return _limits(game, option, value, at)
    return value


def _limits(game: Game, option: Option, value: object, at: str) -> object:
    """Limits are cents by wager; an aggregate limit may be of the whole `round`."""
    if not isinstance(value, Mapping):
        raise InvalidOption(option=option.name, known="cents by wager", value=value, pointer=at)
    for wager in value:
        if not _limitable(game, option, wager):
            refused: LedgerError = UnknownWager(game=game.name, wager=wager, known=", ".join(game.wagers))
            raise refused.at(f"{at}/{wager}")
    return MappingProxyType(dict(value))


def _limitable(game: Game, option: Option, wager: str) -> bool:
    if wager == "round":
        return option.name == "aggregate_limits"
    return game.free_felt or wager in game.wagers or wager in game.unstaked
