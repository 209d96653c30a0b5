"""Which of the forms that a route can give is wanted (Accept)."""

from __future__ import annotations

from collections.abc import Sequence

from api.errors import NotAcceptable


def preferred(accept: str | None, offered: Sequence[str]) -> str:
    """The media type among those offered that is wanted most; the first offered where it is all the same.

    Raises NotAcceptable.
    """
    if not accept:
        return offered[0]
    wanted = [_range(part) for part in accept.split(",") if part.strip()]
    graded = [(_grade(wanted, media_type), -index) for index, media_type in enumerate(offered)]
    best, place = max(graded)
    if best <= 0:
        raise NotAcceptable(known=", ".join(offered))
    return offered[-place]


def _range(part: str) -> tuple[str, float]:
    """A media range and its quality."""
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key == "q":
            try:
                return name, float(value)
            except ValueError:
                return name, 0.0
    return name, 1.0


def _grade(wanted: Sequence[tuple[str, float]], media_type: str) -> float:
    """The quality of the most specific range that fits."""
    kind = media_type.partition("/")[0]
    for fits in (media_type, f"{kind}/*", "*/*"):
        for name, quality in wanted:
            if name == fits:
                return quality
    return 0.0
