"""View rounds: one row a round with its outcome, found by what happened in it.

Of an open round that hides a face there are two rows: one as everybody may see
it, judged from that, and one for surveillance.  So no search can tell a card
that was not shown, nor what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.types.json import Jsonb

from ledger.events.rounds import CardDealt
from ledger.games.seam import Finding
from ledger.rounds.dealers import dealers
from ledger.rounds.judge import Judgement
from ledger.rounds.state import Round
from ledger.rounds.truths import Truth, totals
from projections.batch import Batch, FoldedRound, Seen
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "rounds"
ROUNDS: Final = Table(
    "rounds",
    {
        "round_id": "uuid", "audience": "text", "first_position": "bigint", "position": "bigint",
        "version": "integer", "key": "text", "table_name": "text", "gaming_date": "date", "number": "bigint",
        "session": "text", "shift": "text", "game": "text", "title": "text", "variant": "text",
        "currency": "text", "unit": "integer", "deck": "text", "status": "text",
        "opened_at": "timestamptz", "closed_at": "timestamptz",
        "spots": "jsonb", "hands": "jsonb", "ranks": "jsonb", "findings": "jsonb",
        "staked": "numeric", "paid": "numeric", "collected": "numeric", "returned": "numeric",
        "settled": "numeric", "rules": "numeric", "mispaid": "numeric", "unjudged": "numeric",
        "dealt_from": "timestamptz", "dealt_until": "timestamptz", "patrons": "jsonb",
        "dealers": "text[]",
        "marks": "text[]",
    },
    ("round_id", "audience"),
)  # fmt: skip
# Who may see a row.
ALL: Final = "all"
PUBLIC: Final = "public"
SURVEILLANCE: Final = "surveillance"


class Prepared(NamedTuple):
    """The rows of the rounds that a batch touched."""

    rounds: Sequence[UUID]
    rows: Sequence[Row]


class RoundsView:
    """Writes the rounds."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._rounds = ROUNDS + suffix
        self.tables = (self._rounds,)

    def prepare(self, batch: Batch) -> Writing:
        """The rows of each round as it stands at the end of the batch."""
        rows = [row for folded in batch.rounds for row in _rows(folded)]
        return partial(self.write, Prepared([folded.stream_id for folded in batch.rounds], rows))

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Put the rows in the place of the earlier ones."""
        self._rounds.replace(connection, prepared.rounds, prepared.rows)


def _rows(folded: FoldedRound) -> Iterator[Row]:
    if folded.hides:
        yield row(folded, PUBLIC, folded.seen)
        yield row(folded, SURVEILLANCE, folded.whole)
    else:
        yield row(folded, ALL, folded.seen)


def row(folded: FoldedRound, audience: str, seen: Seen) -> Row:
    """The row of a round as somebody sees it, in the order of the columns."""
    state, judgement = seen
    header = state.header
    closed = None if state.closed_at is None else state.events[state.closed_at - 1]
    rules, mispaid, unjudged = totals(judgement.truths)
    ranks = ranks_by_spot(judgement)
    return (
        folded.stream_id, audience, folded.first_position, folded.position, state.version,
        state.key, header.table, header.gaming_date, header.number, header.session_key, header.shift,
        state.game, header.title, header.variant, folded.currency, header.unit, header.deck, _status(state),
        folded.opened_at, closed and closed.occurred_at,
        Jsonb(list(state.spots)), Jsonb(hands(state)),
        Jsonb({str(spot): names for spot, names in ranks.items()}),
        Jsonb([finding.code for finding in judgement.findings]),
        sum(wager.stake + wager.late for wager in state.wagers), sum(wager.paid for wager in state.wagers),
        sum(wager.collected for wager in state.wagers), sum(wager.returned for wager in state.wagers),
        rules + mispaid + unjudged, rules, mispaid, unjudged,
        *dealt(folded, state), Jsonb(patrons(state, judgement.truths)),
        list(dealers(state)),
        sorted(marks(state, judgement, ranks)),
    )  # fmt: skip


def dealt(folded: FoldedRound, state: Round) -> tuple[datetime | None, datetime | None]:
    """When the first and the last card was dealt; where no card is timed, when the round opened."""
    times = [
        event.occurred_at
        for event in (state.events[at - 1] for at in state.cards)
        if type(event) is CardDealt and event.occurred_at is not None
    ]
    return (min(times), max(times)) if times else (folded.opened_at, folded.opened_at)


def patrons(state: Round, truths: Iterable[Truth]) -> list[dict[str, object]]:
    """What the round was to each patron, by id, else by `table/spot`: spots, wagers, stakes, net in cents.

    `net` is what they won of all that was settled and put right later, at the cage too,
    and of pots: what their spots were awarded and handed back, less what they put in.
    """
    found: dict[str, dict[str, Any]] = {}
    pots = _of_pots(state)
    for truth in truths:
        wager = truth.wager
        if not (wager.stake or wager.late or wager.paid or wager.collected or wager.adjusted):
            continue
        name = wager.patron or f"{state.table}/{wager.spot}"
        one = found.setdefault(name, {"patron": name, "spots": [], "wagers": 0, "staked": 0, "net": 0})
        if wager.spot not in one["spots"]:
            one["spots"].append(wager.spot)
            one["net"] += pots.pop(wager.spot, 0)
        one["wagers"] += 1 if wager.stake or wager.late else 0
        one["staked"] += wager.stake + wager.late
        # What was put into a pot is gone once, by whatever way it left the spot.
        settled = wager.paid if state.pooled else -truth.house_settled
        one["net"] += wager.adjusted + wager.paid_at_cage + settled
    return list(found.values())


def _of_pots(state: Round) -> dict[int, int]:
    """What each spot won of the pots, in cents; nothing before one was awarded, or against the house."""
    pot = state.pot
    if not state.pooled or (state.closed_at is None and not pot.awarded):
        return {}
    spots = {*pot.put_in, *pot.returned, *pot.awarded}
    return {
        spot: pot.awarded.get(spot, 0) + pot.returned.get(spot, 0) - pot.put_in.get(spot, 0) for spot in spots
    }


def _status(state: Round) -> str:
    if state.voided_at is not None:
        return "voided"
    return "open" if state.closed_at is None else "closed"


def hands(state: Round) -> dict[str, list[str | None]]:
    """The faces at each place in the order dealt, None for a face not known."""
    return {str(place): [card.face for card in hand] for place, hand in state.hands.items() if hand}


def ranks_by_spot(judgement: Judgement) -> dict[int, list[str]]:
    """What the rules make of the hand of each spot."""
    found: dict[int, list[str]] = {}
    named = [(line.spot, line.rank) for line in judgement.adjudication.resolutions]
    named += [(share.spot, share.rank) for pot in judgement.adjudication.pots for share in pot.winners]
    for spot, rank in named:
        if rank and rank not in found.setdefault(spot, []):
            found[spot].append(rank)
    return {spot: names for spot, names in sorted(found.items()) if names}


# --- what a round is found by ---------------------------------------------------


def marks(state: Round, judgement: Judgement, ranks: dict[int, list[str]]) -> set[str]:
    """What a round is found by: `kind:value`, and `kind:spot:value` for what happened at a spot."""
    found = {f"spot:{spot}" for spot in state.spots}
    for card in state.cards.values():
        if card.face is not None:
            found.add(f"card:{card.face}")
    for place, hand in state.hands.items():
        found.update(f"card:{place}:{card.face}" for card in hand if card.face is not None)
    for spot, names in ranks.items():
        for name in names:
            found.update((f"rank:{name}", f"rank:{spot}:{name}"))
    for finding in judgement.findings:
        found.update(_finding_marks(finding))
    found.update(f"amount:{amount}" for amount in {*_amounts(state)})
    return found


def _finding_marks(finding: Finding) -> Iterator[str]:
    yield f"finding:{finding.code}"
    if "spot" in finding.facts:
        yield f"finding:{finding.facts['spot']}:{finding.code}"


def _amounts(state: Round) -> Iterator[int]:
    """Every amount that moved at once, and each stake as it added up."""
    for event in state.events:
        amount: Any = None if event is None else event.__dict__.get("amount")
        if amount is not None:
            yield amount
    for wager in state.wagers:
        if wager.stake:
            yield wager.stake
