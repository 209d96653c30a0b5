"""Findings of disputes: what was not as it should have been, by permanent code.

Derived each time they are asked for and never stored as events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ledger.disputes.state import Dispute, Request, to_patron
from ledger.events.disputes import (
    DisputeAccessed,
    DisputeClosed,
    DisputeRuled,
    EvidencePreserved,
    NoticeGiven,
    PersonalDataErased,
    SettlementPaid,
    StatementRecorded,
)
from ledger.events.people import same_person, says_nothing
from ledger.games.seam import Finding, FindingKind

_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "settlement_without_ruling": "a settlement was paid and nobody had ruled",
        "dispute_event_after_close": "something was recorded after the dispute was closed",
        "evidence_preserved_late": "evidence was secured after the time at which it would be erased",
        "evidence_preserved_in_part": "of the cameras asked for some are not among what was secured",
        "evidence_not_preserved": "the dispute was closed and evidence that was asked for was never secured",
        "decided_by_involved": "who ruled, settled or closed it, or agreed, had a part in what is in dispute",
        "settlement_beside_ruling": "what was paid is not what was ruled",
        "ruled_again": "the house ruled again, and what it had ruled before was not taken back",
        "settlement_currency_unsaid": "money was paid at the cage, and nobody said in which currency",
    }
)
KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {code: FindingKind(code, "procedure", title, "", "derived") for code, title in _TITLES.items()}
)
# Who says something as one of these has a part in it; who only saw it has none.
PARTS: Final = frozenset({"complainant", "patron", "dealer"})
DECISIONS: Final = (DisputeRuled, SettlementPaid, DisputeClosed)
# What may well come after the end.
_AFTER: Final = (DisputeAccessed, PersonalDataErased, NoticeGiven, SettlementPaid)


def findings(
    state: Dispute, dealers: Iterable[str] = (), played_in: Mapping[str, str] = MappingProxyType({})
) -> tuple[Finding, ...]:
    """What is found in the events in effect, by event; `dealers` are those of its rounds.

    `played_in` is the currency of each round in dispute, by key.
    """
    found = [*_in_order(state), *_evidence(state), *_money(state, played_in), *_involved(state, dealers)]
    found += _unsaid(state, played_in)
    return tuple(sorted(found, key=lambda finding: (finding.event, finding.code)))


def _finding(code: str, version: int, **facts: object) -> Finding:
    kind = KINDS[code]
    said = ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items())
    return Finding(
        code, kind.rule, kind.evidence, version, f"{kind.title} ({said})" if said else kind.title, facts
    )


def _in_order(state: Dispute) -> Iterator[Finding]:
    ruled = closed = False
    before: int | None = None
    for version, event in state.events:
        if isinstance(event, DisputeRuled) and event.instance is None:
            if before is not None:
                yield _finding("ruled_again", version, ruling=before)
            before = version
        if isinstance(event, SettlementPaid) and not ruled:
            yield _finding("settlement_without_ruling", version, amount=event.amount)
        if closed and not isinstance(event, (*_AFTER, DisputeClosed)):
            yield _finding("dispute_event_after_close", version, type=event.type)
        ruled = ruled or isinstance(event, DisputeRuled)
        closed = closed or isinstance(event, DisputeClosed)


def _evidence(state: Dispute) -> Iterator[Finding]:
    secured = dict(state.of(EvidencePreserved))
    ended = next((version for version, _ in reversed(state.of(DisputeClosed))), None)
    for request in state.requests:
        expires = request.event.expires_at
        if request.preserved is None:
            if ended is not None:
                yield _finding("evidence_not_preserved", ended, request=request.version)
            continue
        at = secured[request.preserved].occurred_at
        if expires is not None and at is not None and at > expires:
            yield _finding("evidence_preserved_late", request.preserved, request=request.version)
        if missing := _unseen(state, request):
            yield _finding(
                "evidence_preserved_in_part",
                request.preserved,
                request=request.version,
                missing=", ".join(missing),
            )


def _unseen(state: Dispute, request: Request) -> list[str]:
    """The cameras asked for and of which nothing is secured; what names no camera speaks for all."""
    others = {one.preserved for one in state.requests if one.version != request.version}
    answers = [
        event
        for version, event in state.of(EvidencePreserved)
        if event.request == request.version or (event.request is None and version not in others)
    ]
    if not all(event.cameras for event in answers):
        return []
    kept = {camera for event in answers for camera in event.cameras}
    return [camera for camera in request.event.cameras if camera not in kept]


def _money(state: Dispute, played_in: Mapping[str, str]) -> Iterator[Finding]:
    """What was paid against the last ruling that names wagers, once the dispute is closed.

    Each currency for itself; where nobody said in which it was, nothing can be said.
    """
    ended = next((version for version, _ in reversed(state.of(DisputeClosed))), None)
    ruled = next((event for _, event in reversed(state.of(DisputeRuled)) if event.wagers), None)
    if ended is None or ruled is None:
        return
    currencies = {*played_in.values()}
    if not currencies and state.opened is not None and len({*state.opened.rounds}) > 1:
        return
    due, paid = Counter[str | None](), Counter[str | None]()
    for wager in ruled.wagers:
        due[_currency(wager.round, played_in)] += wager.to_patron
    for _, event in state.of(SettlementPaid):
        paid[_currency(event.round, played_in)] += to_patron(event)
    for currency in sorted({*due, *paid}, key=str):
        named = {"currency": currency} if len(currencies) > 1 else {}
        if due[currency] != paid[currency] and (currency is not None or not named):
            yield _finding(
                "settlement_beside_ruling", ended, ruled=due[currency], paid=paid[currency], **named
            )


def _currency(round: str | None, played_in: Mapping[str, str]) -> str | None:
    """In what an amount of a round is, or of no round in particular; None: nobody said."""
    currencies = {*played_in.values()}
    return played_in.get(round or "", next(iter(currencies)) if len(currencies) == 1 else None)


def _unsaid(state: Dispute, played_in: Mapping[str, str]) -> Iterator[Finding]:
    """Money paid at the cage where rounds of several currencies are in dispute, and none is named."""
    currencies = {*played_in.values()}
    for version, event in state.of(SettlementPaid):
        if event.at == "cage" and event.round is None and len(currencies) > 1:
            named = " or ".join(sorted(currencies))
            yield _finding("settlement_currency_unsaid", version, amount=event.amount, currency=named)


def _involved(state: Dispute, dealers: Iterable[str]) -> Iterator[Finding]:
    """What the house decided by somebody who complains, or did or said what it is about."""
    parts = [(person, "dealt it") for person in dealers if not says_nothing(person)]
    parts += [
        (said.of, f"spoke as {said.role}") for _, said in state.of(StatementRecorded) if said.role in PARTS
    ]
    if state.opened is not None:
        parts.append((state.opened.subject, "complains"))
    for version, event in state.events:
        if not isinstance(event, DECISIONS) or event.__dict__.get("instance") is not None:
            continue
        for person in (event.by, event.approved_by):
            part = next((what for who, what in parts if same_person(person, who)), None)
            if part is not None:
                yield _finding("decided_by_involved", version, person=person, part=part)
