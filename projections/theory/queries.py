"""What was staked as of a position, and the figures that say what it should have won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.figures import Figure, Sums
from ledger.games.registry import GAMES
from ledger.games.unruled import UNRULED
from projections.asking import Fields, Look
from projections.reconciliation import places
from projections.reconciliation.offers import Opened, games, opened
from projections.reconciliation.queries import currency_of
from projections.theory.answers import By
from projections.theory.playing import Tally
from projections.theory.projection import WAGERS
from projections.theory.reckoning import Line, Rules, Staked, lines

# The columns that are added up, in the order of a tally's fields.
AMOUNTS: Final = (*Sums._fields, *Tally._fields[1:])
PLAYED: Final = SQL(
    "SELECT table_name, gaming_date, session, game, title, submission, version, inline, wager, coupon,"
    " {amounts}"
    " FROM {table} WHERE gaming_date BETWEEN %(first)s AND %(last)s AND position <= %(as_of)s"
    " AND (%(table)s::text IS NULL OR table_name = %(table)s)"
    " GROUP BY table_name, gaming_date, session, game, title, submission, version, inline, wager, coupon"
).format(
    amounts=SQL(", ").join(SQL("sum({0}) AS {0}").format(SQL(column)) for column in AMOUNTS),
    table=WAGERS.named,
)


class Where(NamedTuple):
    """Where wagers were placed; `session` is None in none."""

    table: str
    gaming_date: date
    session: str | None
    rules: Rules


class Group(NamedTuple):
    """What wagers are summed under: a name, None of what has none, and a currency."""

    name: str | None
    currency: str


@dataclass(frozen=True, slots=True)
class Days:
    """Gaming dates from one to another, of a table or of all."""

    first: date
    last: date
    table: str | None


def staked(look: Look, days: Days) -> dict[Where, list[Staked]]:
    """The wagers of closed rounds, by where they were placed and under which rules."""
    found: dict[Where, list[Staked]] = {}
    for row in look.rows(PLAYED, first=days.first, last=days.last, table=days.table):
        rules = Rules(row["game"], row["title"], row["submission"], row["version"], row["inline"])
        where = Where(row["table_name"], row["gaming_date"], row["session"], rules)
        found.setdefault(where, []).append(Staked(row["wager"], row["coupon"], _tally(row)))
    return found


def _tally(row: Fields) -> Tally:
    amounts = [int(row[column]) for column in AMOUNTS]
    return Tally(Sums(*amounts[: len(Sums._fields)]), *amounts[len(Sums._fields) :])


def figures(ledger: Ledger, rules: Rules) -> tuple[Figure, ...]:
    """What is known of the wagers of a submission."""
    game = GAMES[rules.game]
    if rules.inline is not None:
        return _inline_figures(rules.game, rules.inline)
    return game.expected(
        ledger.registry.elected(game, rules.submission if rules.version else None, rules.version)
    )


@lru_cache(maxsize=256)
def _inline_figures(game: str, inline: str) -> tuple[Figure, ...]:
    given = InlineSubmission.model_validate_json(inline)
    return GAMES[game].expected(elections.elect(GAMES[game], "inline", 0, given))


def grouped(
    ledger: Ledger, found: Mapping[Where, Sequence[Staked]], name_of: Callable[[Where], str | None]
) -> dict[Group, list[Line]]:
    """The lines of each group, groups and lines in order of name; nameless is last."""
    groups: dict[Group, dict[Rules, list[Staked]]] = {}
    for where, wagers in found.items():
        group = Group(name_of(where), currency_of(ledger, where.table))
        groups.setdefault(group, {}).setdefault(where.rules, []).extend(wagers)
    return {
        name: [
            line
            for rules in sorted(groups[name], key=_in_order)
            for line in lines(rules, figures(ledger, rules), groups[name][rules])
        ]
        for name in sorted(groups, key=lambda one: (one.name is None, one.name or "", one.currency))
    }


def _in_order(rules: Rules) -> tuple[str, ...]:
    return (rules.game, rules.title or "", rules.submission, f"{rules.version:09}", rules.inline or "")


# --- what a group is named by ----------------------------------------------------------


def names(ledger: Ledger, look: Look, by: By, found: Collection[Where]) -> Callable[[Where], str | None]:
    """What each place is grouped under.

    A pit is that of the table as its session opened; a game without rules here
    is called what the round, else the table as its session opened, called it.
    """
    match by:
        case "session":
            return lambda one: one.session
        case "table":
            return lambda one: one.table
        case "game":
            unruled = [one for one in found if one.rules.game == UNRULED.name]
            at = _opened(ledger, look, unruled)
            offers = games(look, set(at.values()))
            return lambda one: (
                one.rules.title or (offers.get(at[one]) if one in at else None) or one.rules.game
            )
        case "property":
            return lambda _: ledger.property
        case "pit":
            pits, at = places.known(look), _opened(ledger, look, found)
            return lambda one: pits.of(one.table, at[one].at, one.gaming_date)


def _opened(ledger: Ledger, look: Look, found: Iterable[Where]) -> dict[Where, Opened]:
    """Each place with its session, as that was known to have opened."""
    known = opened(ledger, look, {one.session for one in found if one.session is not None})
    return {
        one: Opened(one.session, one.table, one.gaming_date, known.get(one.session or "")) for one in found
    }
