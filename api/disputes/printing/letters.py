"""Letters that the fonts of the paper lack: told by their code points, for an archive admits no empty box.

Which those are is asked of typst itself, letter by letter, in the weights
that the page is set in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, cast

import typst

# The page's own fonts, and what stands in for a letter that none of them has.
FONTS: Final = '("Libertinus Serif", "DejaVu Sans Mono")'
NOBODYS: Final = "\U0010ffff"
# Letters up to here (Latin) are in the fonts.
LATIN: Final = "\u024f"
PAGES: Final = f"""
#set page(width: 100pt, height: 100pt)
#set text(font: {FONTS})
#for one in json(bytes(sys.inputs.letters)) {{ page(text(one)); page(strong(text(one))) }}
""".encode()
GLYPH: Final = re.compile(r'<use [^>]*href="#([^"]+)"')
# What stands at the foot of a page where there were any.
EXPLAINED: Final = " [U+…] is a character that the fonts of this paper lack: the JSON form has it."


def drawable(text: str) -> str:
    """A text with each letter that cannot be drawn as its code point, `[U+1F600]`."""
    lacking = _lacking(frozenset(letter for letter in text if letter > LATIN))
    return text.translate({ord(letter): f"[U+{ord(letter):04X}]" for letter in lacking})


def latin(text: str) -> str:
    """The same with every letter that is not Latin as its code point."""
    return "".join(letter if letter <= LATIN else f"[U+{ord(letter):04X}]" for letter in text)


@lru_cache(maxsize=64)
def _lacking(letters: frozenset[str]) -> frozenset[str]:
    if not letters:
        return frozenset()
    asked = [NOBODYS, *sorted(letters)]
    light, bold, *drawn = map(_glyphs, _pages(asked))
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    return frozenset(
        letter for letter, (one, other) in zip(asked[1:], pairs, strict=True) if one == light or other == bold
    )


def _pages(letters: Iterable[str]) -> list[bytes]:
    """Two pages a letter: as it is, and strong."""
    asked = {"letters": json.dumps(list(letters))}
    return cast("list[bytes]", typst.compile(PAGES, format="svg", sys_inputs=asked, ignore_system_fonts=True))


def _glyphs(page: bytes) -> tuple[str, ...]:
    return tuple(GLYPH.findall(page.decode()))
