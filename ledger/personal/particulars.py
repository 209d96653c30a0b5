"""What may be kept of a person: the subject of a dispute is an opaque id, and this says whose.

Source: disputes B.3, complainant name, address, phone or account id, in an
access-controlled part.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ledger.errors import InvalidField, LedgerError, MalformedJson, MissingField

Text: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=1000, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]+$")
]
WANTED: Final = "a text of 1 to 1000 characters is wanted"


class Particulars(BaseModel):
    """Name, address, phone and account id of a person; at least one of them.

    It says nothing of itself where it is printed, logged or part of an error.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)

    name: Annotated[Text | None, Field(description="as they gave it")] = None
    address: Text | None = None
    phone: Text | None = None
    account: Annotated[Text | None, Field(description="id of their account or player card")] = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.held)})"

    __str__ = __repr__

    @property
    def held(self) -> list[str]:
        """Which of them are there; names of fields, never what they hold."""
        return [name for name in type(self).model_fields if getattr(self, name) is not None]


def read(document: bytes) -> Particulars:
    """The particulars in a JSON document.

    Raises MalformedJson, InvalidField, MissingField, none of which repeats a word of it.
    """
    try:
        found = Particulars.model_validate_json(document)
    except ValidationError as refusal:
        # Without its cause: that one holds what was sent.
        raise _refused(refusal) from None
    if not found.held:
        raise MissingField(field="name", pointer="/name")
    return found


def _refused(refusal: ValidationError) -> LedgerError:
    (first, *_) = refusal.errors(include_url=False, include_input=False, include_context=False)
    if first["type"] == "json_invalid":
        return MalformedJson(detail="it ends or breaks off where a text or brace is due", pointer="")
    field = str(first["loc"][0]) if first["loc"] else ""
    if field in Particulars.model_fields:
        return InvalidField(detail=f"{field}: {WANTED}", pointer=f"/{field}")
    known = ", ".join(Particulars.model_fields)
    return InvalidField(detail=f"a JSON object of {known} is wanted, and nothing else", pointer="")
