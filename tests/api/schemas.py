"""JSON Schemas held against documents."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # the wheel ships no types


def faults(schema: dict[str, Any], document: object) -> list[str]:
    """What a document does that its schema does not allow; the schema itself is checked, too."""
    Draft202012Validator.check_schema(schema)
    found = Draft202012Validator(schema).iter_errors(document)
    return [f"/{'/'.join(map(str, one.absolute_path))}: {one.message}" for one in found]
