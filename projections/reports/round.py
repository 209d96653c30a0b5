"""The report of a round: what a floor manager, an auditor or a regulator needs to follow one hand.

`report` is a pure function of the round as someone may see it, so that the
command, HTTP and every rendering say the same; `round_report` asks for it.
What a report of a dispute must hold: domain rules of Nebraska, Kansas, the
UKGC and the iTrak form, of which this has all that the round itself knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypeAlias

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger, RoundSeen
from ledger.application.what_if import Instead
from ledger.errors import InvalidQuery, RoundNotFound
from ledger.events.base import Event, Recorded
from ledger.events.records import RoundHeader
from ledger.events.rounds import RoundCorrected
from ledger.games.elections import COMMON_OPTIONS
from ledger.identity import event_id
from ledger.rounds import answers
from ledger.rounds.judge import Limits, hangs_on_meters
from ledger.rounds.state import Round
from ledger.rounds.truths import totals
from projections.inventory.answers import RoundTray
from projections.reports.unsettled import unsettled
from projections.reports.words import Money, sentence
from projections.views import Views

Document: TypeAlias = dict[str, Any]
# Where the report of a round says what meters showed.
METERS: Final = "meters"


def round_report(
    views: Views,
    reference: str,
    *,
    version: int | None = None,
    known_at: datetime | None = None,
    sees_all: bool = False,
    submission: Instead | None = None,
    software: str,
) -> Document:
    """The report of a round (key or uuid), at a version, as known at a time, judged by another submission.

    `software` is the version of this program.  Raises RoundNotFound,
    InvalidReference, UnknownSubmission, StoreUnavailable.
    """
    ledger = views.ledger
    as_of = ledger.recorder.head()
    seen = ledger.round(
        reference, version=version, known_at=known_at, sees_all=sees_all, submission=submission
    )
    last = seen.recorded[-1].position
    tray: RoundTray | None = None
    # A view that is behind cannot say what lay in the tray; the lag tells why.
    with suppress(RoundNotFound, InvalidQuery):
        tray = views.round_tray(reference, as_of=last)
    document = report(
        seen,
        tray,
        limits=ledger.registry.limits(seen.state),
        currency=currency_of(ledger, seen.state.header),
        software=software,
    )
    return {**document, "as_of": as_of, "lag": views.reached().lag}


def report(
    seen: RoundSeen, tray: RoundTray | None, *, limits: Limits, currency: str, software: str
) -> Document:
    """The report of a round as seen; `tray` is what it did to the table inventory, None where unknown.

    Money is in whole cents of `currency`, or units of a chip game.  `limits`
    are those posted at the table, where the round itself does not say.
    """
    state, header = seen.state, seen.state.header
    money = Money(currency, header.unit or 1)
    said = answers.adjudication(str(seen.recorded[0].stream_id), seen.judgement)
    rules, mispaid, unjudged = totals(seen.judgement.truths)
    return {
        "round": said.pop("round"),
        "key": header.key,
        **described(seen, currency),
        "house": {
            "settled": rules + mispaid + unjudged,
            "rules": rules,
            "mispaid": mispaid,
            "unjudged": unjudged,
        },
        "cards": answers.cards(state),
        "wagers": [answers.truth(truth) for truth in seen.judgement.truths],
        **said,
        **what_if(seen),
        **pot(state),
        **_meters(seen),
        "timeline": list(timeline(seen, money)),
        "corrections": list(corrections(seen, money)),
        "unsettled": list(unsettled(seen)),
        "people": _people(seen),
        "limits": {
            wager: {"minimum": low, "maximum": high}
            for wager, (low, high) in {**limits, **state.limits}.items()
        },
        "rules_in_force": _rules_in_force(seen),
        "tray": _tray(tray),
        "integrity": _integrity(seen, software),
    }


# --- what it is -------------------------------------------------------------------


def currency_of(ledger: Ledger, header: RoundHeader) -> str:
    """The currency of a round: its own, else its table's, else US dollars."""
    table = ledger.registry.tables.get(header.table)
    of_table = None if table is None or table.registered is None else table.registered.currency
    return header.currency or of_table or DEFAULT_CURRENCY


def described(seen: RoundSeen, currency: str) -> Document:
    """What a round says of itself, and how far it has come."""
    state, header = seen.state, seen.state.header
    opened, closed = state.opened, state.closed_at
    status = "voided" if state.voided_at else "closed" if closed else "open"
    return {
        "table": header.table,
        "gaming_date": None if header.gaming_date is None else header.gaming_date.isoformat(),
        "number": header.number,
        "session": header.session_key,
        "shift": header.shift,
        "game": state.game,
        "game_title": state.rules.title,
        "title": header.title,
        "variant": header.variant,
        "dealing": header.dealing,
        "deck": header.deck,
        "currency": currency,
        "unit": header.unit,
        "status": status,
        "version": state.version,
        "masked": any(one.event is not logged for one, logged in zip(seen.recorded, state.log, strict=True)),
        "spots": list(state.spots),
        "opened_at": None if opened is None else _instant(opened.occurred_at),
        "closed_at": None if closed is None else _instant(state.log[closed - 1].occurred_at),
    }


def _instant(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _people(seen: RoundSeen) -> Document:
    """Who acted and who approved, in the order of their first act."""
    acted = dict.fromkeys(event.by for event in seen.state.log if event.by)
    approved = dict.fromkeys(
        event.__dict__["approved_by"] for event in seen.state.log if event.__dict__.get("approved_by")
    )
    return {"acted": list(acted), "approved": list(approved)}


def pot(state: Round) -> Document:
    """What went into the pot of a poker round and where it went, by spot; nothing of other rounds."""
    if not state.pooled:
        return {}
    held = state.pot
    return {
        "pot": {
            "content": held.content,
            "put_in": _by_spot(held.put_in),
            "returned": _by_spot(held.returned),
            "awarded": _by_spot(held.awarded),
            "rake": held.rake,
            "contributed": held.contributed,
        }
    }


def _meters(seen: RoundSeen) -> Document:
    """What the meters showed as the round opened, in cents, where a prize is a share of one."""
    return {METERS: dict(seen.state.meters)} if hangs_on_meters(seen.state, seen.judgement) else {}


def _by_spot(amounts: Mapping[int, int]) -> Document:
    return {str(spot): amount for spot, amount in sorted(amounts.items())}


# --- what happened ----------------------------------------------------------------


def event_document(event: Event) -> Document:
    """An event as in a record: absent fields left out."""
    found: Document = json.loads(event.__pydantic_serializer__.to_json(event, exclude_none=True))
    return found


def timeline(seen: RoundSeen, money: Money) -> Iterator[Document]:
    """Each event with both clocks, who acted, and what later became of it."""
    state = seen.state
    corrected = _corrected_by(state)
    findings: dict[int, list[str]] = {}
    for one in seen.judgement.findings:
        findings.setdefault(one.event, []).append(one.code)
    for version, (recorded, event) in enumerate(zip(seen.recorded, state.log, strict=True), 1):
        document = event_document(event)
        yield {
            "version": version,
            "position": recorded.position,
            "event_id": str(event_id(recorded.stream_id, version)),
            "type": event.type,
            "says": sentence(document, money),
            "occurred_at": _instant(event.occurred_at),
            "recorded_at": _instant(recorded.recorded_at),
            "source": event.source,
            "by": event.by,
            "approved_by": event.__dict__.get("approved_by"),
            "recorded_by": recorded.recorded_by,
            "note": event.note,
            "masked": event is not recorded.event,
            "corrected_by": corrected.get(version),
            "findings": findings.get(version, []),
            "event": document,
        }


def _corrected_by(state: Round) -> Mapping[int, int]:
    """The version of the latest correction of each event that was corrected."""
    return {
        event.corrects: version
        for version, event in enumerate(state.log, 1)
        if isinstance(event, RoundCorrected)
    }


def corrections(seen: RoundSeen, money: Money) -> Iterator[Document]:
    """Every correction: what was first recorded, what it was corrected to, who, when and why."""
    log = seen.state.log
    for version, event in enumerate(log, 1):
        if not isinstance(event, RoundCorrected):
            continue
        before = event_document(log[event.corrects - 1])
        after = None if event.event is None else event_document(event.event)
        yield {
            "version": version,
            "corrects": event.corrects,
            "first_recorded": {"says": sentence(before, money), "event": before},
            "as_corrected": None if after is None else {"says": sentence(after, money), "event": after},
            "reason": event.reason,
            "by": event.by,
            "approved_by": event.approved_by,
            "occurred_at": _instant(event.occurred_at),
            "recorded_at": _instant(seen.recorded[version - 1].recorded_at),
        }


# --- by which rules, and what it moved --------------------------------------------


def what_if(seen: RoundSeen) -> Document:
    """That a round is judged by another submission than its own, and by which; else nothing."""
    asked = seen.what_if
    if asked is None:
        return {}
    used, own, over = asked.submission, asked.own, asked.superseded
    return {
        "what_if": {
            "says": f"What if: judged by {used.name} (version {used.version}) instead of {own.name} "
            f"(version {own.version}); nothing of it is recorded.",
            "instead_of": {"name": own.name, "version": own.version, "game": own.game},
            "effective": None if asked.effective is None else asked.effective.isoformat(),
            "superseded": None if over is None else {"by": over.by, "from": over.from_.isoformat()},
            "remarks": list(asked.remarks),
        }
    }


def _rules_in_force(seen: RoundSeen) -> Document:
    """The game's rules code, the submission, and how well each table and option is known."""
    game, used = seen.state.rules, seen.judgement.submission
    options = {
        name: {"value": _plain(used.options[name]), "evidence": option.evidence, "source": option.source}
        for name, option in {**COMMON_OPTIONS, **game.options}.items()
        if name in used.options
    }
    tables = [
        {
            "wager": wager,
            "table": table.table_id,
            "evidence": table.evidence,
            "source": table.source,
            "rows": {row: str(prize) for row, prize in table.rows.items()},
        }
        for wager, table in used.pay_tables.items()
    ]
    return {
        "section": game.section,
        "rules_version": game.rules_version,
        "submission": answers.submission(seen.judgement),
        "options": options,
        "pay_tables": tables,
    }


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _tray(tray: RoundTray | None) -> Document:
    """The table inventory before and after, what the round moved in it, and what others did meanwhile."""
    if tray is None:
        return {"before": None, "after": None, "change": None, "between": None, "elsewhere": {}}
    return tray.model_dump(mode="json", exclude={"as_of", "lag"})


def _integrity(seen: RoundSeen, software: str) -> Document:
    """Where the events stand in the ledger, and which software read them; the place for proofs."""
    first, last = seen.recorded[0], seen.recorded[-1]
    return {
        "stream": str(first.stream_id),
        "events": len(seen.recorded),
        "first_position": first.position,
        "last_position": last.position,
        "first_recorded_at": _instant(first.recorded_at),
        "last_recorded_at": _instant(_latest(seen.recorded)),
        "software": software,
        "rules_version": seen.state.rules.rules_version,
        "submission": answers.submission(seen.judgement),
    }


def _latest(recorded: tuple[Recorded, ...]) -> datetime:
    return max(one.recorded_at for one in recorded)
