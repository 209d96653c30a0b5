"""How a round or session is named in a path: by uuid, or by its key with the slashes in it.

    /v1/rounds/THB-03/2026-11-28/412/report

A key's middle part is a date or `-`, and no route continues with either, so
that every path has one meaning.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import Path
from starlette.convertors import Convertor, register_url_convertor

KIND: Final = "play"


class PlayReference(Convertor[str]):
    """A uuid or a key; anything else of one segment comes here too, to be told what it should be."""

    regex = r"[^/]+/(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|-)/[0-9]+|[^/]+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor(KIND, PlayReference())

Reference: TypeAlias = Annotated[
    str,
    Path(
        alias="id",
        description="a uuid, or table, gaming date and number (`THB-03/2026-11-28/412`)",
        examples=["THB-03/2026-11-28/412"],
    ),
]
