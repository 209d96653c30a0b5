"""Whether two ids are one person's: a second name that only looks otherwise is no second person."""

from __future__ import annotations

from unicodedata import category, normalize

# Formats and controls, which nobody sees.
UNSEEN = frozenset({"Cf", "Cc"})


def same_person(one: str | None, other: str | None) -> bool:
    """Whether two ids differ in nothing but case, space, width or what nobody sees; None is nobody's."""
    return one is not None and other is not None and (one == other or _bare(one) == _bare(other))


def _bare(person: str) -> str:
    seen = (letter for letter in normalize("NFKC", person) if category(letter) not in UNSEEN)
    return "".join("".join(seen).split()).casefold()
