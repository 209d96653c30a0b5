"""POST /v1/alternatives: rounds under another fact or another rule, side by side with what stands."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import TypeAdapter, ValidationError

from api.alternatives.schemas import Question
from api.answering import answer
from api.auth import Investigator
from api.bodies import JsonBody
from api.openapi import accepts, problems
from api.services import Shared
from ledger.events.refusals import refusal
from projections.alternatives.answers import Alternatives

router = APIRouter(prefix="/v1/alternatives", tags=["rounds"])


_READER: Final = TypeAdapter(Question)


@router.post(
    "",
    operation_id="compareAlternatives",
    response_model=Alternatives,
    responses=problems(400, 401, 403, 404, 413, 415, 422, 503),
    openapi_extra=accepts("Question", "alternatives"),
)
def compare(*, body: JsonBody, principal: Investigator, services: Shared) -> Response:
    """Each wager as it stands, by the rules, and as it would be, with totals by patron; nothing is recorded.

    `suppose` says of single events how they should have been, or with a null `event` that they should not
    be: a card changed, a wager counted or not.  A card is changed wherever else the round names it, too.
    `submission` judges by another one.  `restore` of a patron is what would have to change hands for
    everybody to be as before the first of the rounds.
    """
    try:
        asked = _READER.validate_json(body)
    except ValidationError as error:
        raise refusal(error, body) from None
    found = services.views.alternatives(
        asked.rounds, asked.suppose, submission=asked.submission, sees_all=principal.sees_all
    )
    return answer(found)
