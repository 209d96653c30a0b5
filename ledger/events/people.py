"""Whether two ids are one person's: a second name that only looks otherwise is no second person."""

from __future__ import annotations

from unicodedata import category, normalize

# Formats and controls, which nobody sees.
UNSEEN = frozenset({"Cf", "Cc"})
# Dashes and underscores of any length, and the minus: who types an id puts one for the other, or none.
BETWEEN = frozenset({"Pd", "Pc"})
MINUS = "\N{MINUS SIGN}"


def same_person(one: str | None, other: str | None) -> bool:
    """Whether two ids differ in nothing but case, space, dashes, width or what nobody sees; None is nobody's.

    An id of which nobody sees anything is no second person's.
    """
    if one is None or other is None:
        return False
    return one == other or _undashed(one) == _undashed(other) or says_nothing(one) or says_nothing(other)


def says_nothing(text: str) -> bool:
    """Whether there is nothing in a text that anybody sees."""
    return not (text[:1].isalnum() or _bare(text))


def _bare(text: str) -> str:
    seen = (letter for letter in normalize("NFKC", text) if category(letter) not in UNSEEN)
    return "".join("".join(seen).split()).casefold()


def _undashed(text: str) -> str:
    bare = _bare(text)
    return "".join(one for one in bare if one != MINUS and category(one) not in BETWEEN) or bare
