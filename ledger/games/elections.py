"""A rules submission made complete and checked against the game it is for.

Source: CONTRACT §3, names in submissions; the default tables and options are
the game's own, each with its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

from ledger.errors import (
    GameMismatch,
    InvalidOption,
    LedgerError,
    MissingRow,
    UnknownCondition,
    UnknownOption,
    UnknownRow,
    UnknownWager,
)
from ledger.events.registry import FixedPrize, InlineSubmission, MeterPrize, SubmissionSubmitted
from ledger.games.seam import Fixed, Game, MeterPercent, Odds, Option, PayTable, Prize, Remedy, Submission

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
            Option("irregularities", MappingProxyType({}), None, "not_found", "the licensee's election"),
            Option("breakage", "house", ("house", "patron", "nearest"), "not_found", "not read"),
        )
    }
)


# What a submission may elect of a condition, where no text is law for it.
REMEDIES: tuple[str, ...] = tuple(one for one in get_args(Remedy) if one != "NOT_FOUND")

Given: TypeAlias = InlineSubmission | SubmissionSubmitted


def default(game: Game) -> Submission:
    """The game's own defaults: no licensee elected them."""
    return _complete(game, "default", 0, {}, {})


def inline(game: Game, given: InlineSubmission) -> Submission:
    """A submission given in a record; what it leaves out is the game's default.

    Raises NotARecord with a pointer into the submission.
    """
    refuse_gaps(game, given)
    return elect(game, "inline", 0, given)


def submitted(name: str, version: int, game: Game, given: SubmissionSubmitted) -> Submission:
    """A submission as it is to be registered.  Raises NotARecord where it names what the game has not."""
    refuse_gaps(game, given)
    return registered(name, version, game, given)


def registered(
    name: str, version: int, game: Game, given: SubmissionSubmitted, superseded: date | None = None
) -> Submission:
    """A submission as it was registered, complete, and since when another has its place.

    Raises GameMismatch.
    """
    if given.game != game.name:
        raise GameMismatch(submission=name, game=given.game)
    found = elect(game, name, version, given)
    return replace(found, effective=given.effective, superseded=superseded)


def refuse_gaps(game: Game, given: Given) -> None:
    """Refuse a pay table that pays a rank and says nothing of a better one, or a share of no fund.

    It may end anywhere, but where the wager wins on every row.  Asked as a
    submission comes in, and never again: a round is judged by what was
    accepted.  Raises MissingRow, InvalidOption.
    """
    for wager, rows in given.pay_tables.items():
        _refuse_shares(game, wager, rows)
        ladder = game.ladders.get(wager, ())
        paid = [place for place, rank in enumerate(ladder) if rank in rows]
        said = len(ladder) if wager in game.whole else max(paid, default=0)
        missed = next((rank for rank in ladder[:said] if rank not in rows), None)
        if missed is not None:
            raise MissingRow(wager=wager, row=missed, pointer=f"/pay_tables/{wager}")


def _refuse_shares(game: Game, wager: str, rows: Mapping[str, object]) -> None:
    """Refuse a share of a meter where no fund is kept for the wager."""
    if game.free_felt or wager in game.metered:
        return
    for row, given in rows.items():
        if isinstance(given, MeterPrize):
            raise InvalidOption(
                option=f"a prize of {wager}",
                known="odds or fixed, as it has no fund",
                value=given.model_dump(),
                pointer=f"/pay_tables/{wager}/{row}",
            )


def elect(game: Game, name: str, version: int, given: Given) -> Submission:
    """Check each table and option against the game and fill in the defaults."""
    tables = {
        wager: _table(game, wager, rows, name, f"/pay_tables/{wager}")
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
    if option.values is None:
        return _elected_by_name(game, option, value, at)
    if (type(value), value) not in [(type(one), one) for one in option.values]:
        shown = ", ".join(str(one) for one in option.values)
        raise InvalidOption(option=key, known=shown, value=value, pointer=at)
    return value


def _elected_by_name(game: Game, option: Option, value: object, at: str) -> object:
    """What is elected for each of several names: limits by wager, remedies by irregularity."""
    names, refuse = BY_NAME[option.name]
    if not isinstance(value, Mapping):
        raise InvalidOption(option=option.name, known=names, value=value, pointer=at)
    for name, elected in value.items():
        try:
            refuse(game, option, name, elected)
        except LedgerError as refused:
            raise refused.at(f"{at}/{name}{refused.pointer or ''}") from None
    return MappingProxyType(dict(value))


def _limit(game: Game, option: Option, wager: str, cents: object) -> None:
    """A limit is in cents; an aggregate limit may be of the whole `round`."""
    of_the_round = wager == "round" and option.name == "aggregate_limits"
    of_a_wager = game.free_felt or wager in game.wagers or wager in game.unstaked
    if not of_the_round and (wager == "round" or not of_a_wager):
        raise UnknownWager(game=game.name, wager=wager, known=", ".join(game.wagers))
    if not isinstance(cents, int):
        raise InvalidOption(option=option.name, known="whole cents", value=cents)


def _remedy(game: Game, option: Option, condition: str, elected: object) -> None:
    """A remedy of the vocabulary, or one by wager; where the text of the law has one, that one."""
    rows = [row for row in game.irregularities if row.condition == condition]
    if not rows:
        conditions = dict.fromkeys(row.condition for row in game.irregularities)
        raise UnknownCondition(game=game.name, condition=condition, known=", ".join(conditions))
    law = [row.remedy for row in rows if row.evidence == "nj_text"]
    if law or not isinstance(elected, Mapping):
        _refuse_remedy(option, law or REMEDIES, elected)
        return
    for wager, remedy in elected.items():
        try:
            if wager not in game.wagers and wager not in game.unstaked:
                raise UnknownWager(game=game.name, wager=wager, known=", ".join(game.wagers))
            _refuse_remedy(option, REMEDIES, remedy)
        except LedgerError as refused:
            raise refused.at(f"/{wager}") from None


def _refuse_remedy(option: Option, allowed: Sequence[str], remedy: object) -> None:
    if remedy not in allowed:
        raise InvalidOption(option=option.name, known=", ".join(allowed), value=remedy)


# A number as a figure is put down: 0.0065, 13/2000.
NUMBER: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,12}|/[1-9][0-9]{0,11})?")


def _figure(game: Game, option: Option, wager: str, said: object) -> None:
    """A figure of a unit staked: no edge is more than all of it, no variance below nothing."""
    number = Fraction(said) if isinstance(said, str) and NUMBER.fullmatch(said) else None
    known = "a number as text, at most 1" if option.name == "edges" else "a number as text, at least 0"
    if number is None or (number > 1 if option.name == "edges" else number < 0):
        raise InvalidOption(option=option.name, known=f"{known}: 0.0065, 13/2000", value=said)


# The options that elect by name: what they hold, and what refuses one of it.
BY_NAME: Mapping[str, tuple[str, Callable[[Game, Option, str, object], None]]] = MappingProxyType(
    {
        "payout_limits": ("cents by wager", _limit),
        "aggregate_limits": ("cents by wager", _limit),
        "irregularities": ("a remedy by irregularity, or by irregularity and wager", _remedy),
        "edges": ("a number as text by wager", _figure),
        "variances": ("a number as text by wager", _figure),
    }
)
