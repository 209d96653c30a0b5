"""Decks: provenance, cards at a time, the order dealt, and what a fault of one touched."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from api.answering import At, Instant, Jurisdiction, Known, answer
from api.auth import Investigator
from api.openapi import problems
from api.paging import Paging
from api.services import Shared
from ledger.cards import Face
from projections.decks.answers import DealtOrder, DeckPage, DeckState, Impact, MissedBurn
from projections.decks.burning import ROUNDS_SHOWN
from projections.decks.impact import Fault

router = APIRouter(prefix="/v1/decks", tags=["rounds"])

Name = Annotated[str, Path(max_length=64, description="a deck")]
From = Annotated[
    Instant | None, Query(alias="from", description="cards dealt from this time on, by the floor's clock")
]
To = Annotated[Instant | None, Query(description="cards dealt before this time")]
Missing = Annotated[Face | None, Query(description="while this card was missing, as the deck's events say")]
Extra = Annotated[Face | None, Query(description="while there was one too many of this card")]
Burns = Annotated[
    int | None, Query(ge=0, le=52, description="cards that should have been burned; absent: as is asked for")
]
Rounds = Annotated[int, Query(ge=1, le=50, description="rounds that are settled with the other cards")]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get("", operation_id="listDecks", response_model=DeckPage, responses=problems(401, 403, 422, 503))
def list_decks(*, _: Investigator, services: Shared, known: Known, paging: Paging) -> Response:
    """Every deck by name, with its batch and backs as last inspected."""
    return answer(services.views.decks(**known, **paging))


@router.get("/{name}", operation_id="getDeck", response_model=DeckState, responses=READS)
def get_deck(
    *, name: Name, principal: Investigator, services: Shared, at: At = None, known: Known
) -> Response:
    """Where a deck came from and was dealt, what was missing or too many, and its cards at a time.

    Without `at` the cards are those of the last event recorded.  Cards named by an inspection or a count are
    in no order but for surveillance.
    """
    return answer(services.views.deck(name, at=at, **known, sees_all=principal.sees_all))


@router.get("/{name}/impact", operation_id="getDeckImpact", response_model=Impact, responses=READS)
def get_impact(
    *,
    name: Name,
    principal: Investigator,
    services: Shared,
    since: From = None,
    to: To = None,
    missing: Missing = None,
    extra: Extra = None,
    known: Known,
) -> Response:
    """Every round that a fault touched, with its hands, wagers, patrons and net in cents.

    Between two times, or while a card was missing or extra, or both together.  A round is touched whole if
    one of its cards was dealt in that time; hands and rounds are counted apart, and rounds that do not say
    from which deck they were dealt are counted beside.
    """
    fault = Fault(since, to, missing, extra)
    return answer(services.views.deck_impact(name, fault, **known, sees_all=principal.sees_all))


@router.get("/{name}/order", operation_id="getDeckOrder", response_model=DealtOrder, responses=READS)
def get_order(
    *, name: Name, principal: Investigator, services: Shared, since: From = None, to: To = None, known: Known
) -> Response:
    """What the order of the faces dealt says of the shuffle: a sequence that came again, cards in order."""
    found = services.views.deck_order(name, since=since, until=to, **known, sees_all=principal.sees_all)
    return answer(found)


@router.get("/{name}/burn", operation_id="getDeckBurn", response_model=MissedBurn, responses=READS)
def get_burn(
    *,
    name: Name,
    principal: Investigator,
    services: Shared,
    burns: Burns = None,
    rounds: Rounds = ROUNDS_SHOWN,
    jurisdiction: Jurisdiction = None,
    known: Known,
) -> Response:
    """What followed where the cards to be burned after the shuffle were not, since the deck was last loaded.

    Each card with the one that would have come in its place, and the first rounds settled with those; what
    players and dealer decided is left as it was.
    """
    found = services.views.missed_burn(
        name,
        burns=burns,
        rounds=rounds,
        jurisdiction=jurisdiction,
        **known,
        sees_all=principal.sees_all,
    )
    return answer(found)
