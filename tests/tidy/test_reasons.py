"""Whoever silences a tool says why."""

import re
import tokenize
from pathlib import Path

import pytest

from tests.tidy.tree import PACKAGES, named, python_files

# What silences ruff, mypy or coverage, and then what is said after it.
SILENCER = re.compile(
    r"#\s*(?:noqa:\s*[A-Z]+\d+(?:[,\s]+[A-Z]+\d+\b)*|type:\s*ignore\[[^]]+\]|pragma: no cover)(?P<reason>.*)"
)
WHOLESALE = re.compile(r"#\s*(?:ruff:\s*noqa|flake8:\s*noqa|noqa(?!:)|mypy:|type:\s*ignore(?!\[))")


def comments(path: Path) -> list[tuple[int, str, str]]:
    """Each comment of a module with its line number and the line above it."""
    with path.open("rb") as source:
        found = [
            (token.start[0], token.string)
            for token in tokenize.tokenize(source.readline)
            if token.type == tokenize.COMMENT
        ]
    lines = path.read_text().splitlines()
    return [(number, text, lines[number - 2].strip() if number > 1 else "") for number, text in found]


def gives_a_reason(text: str) -> bool:
    """Two words at least, which a second silencer is not."""
    return len(re.findall(r"[A-Za-z]{2,}", SILENCER.sub("", text))) >= 2


def unexplained(path: Path) -> list[str]:
    """The silencers of a module that give no reason beside them or in a comment on the line above."""
    return [
        f"{named(path)}:{number} {text}"
        for number, text, above in comments(path)
        if (silencer := SILENCER.search(text))
        and not gives_a_reason(silencer["reason"])
        and not (above.startswith("#") and gives_a_reason(above))
    ]


def test_a_silenced_rule_has_its_reason_beside_it():
    assert [found for path in python_files(*PACKAGES, "tests") for found in unexplained(path)] == []


def test_nothing_is_silenced_wholesale():
    found = [
        f"{named(path)}:{number} {text}"
        for path in python_files(*PACKAGES, "tests")
        for number, text, _ in comments(path)
        if WHOLESALE.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("comment", "explained"),
    [
        ("# noqa: E501", False),
        ("# noqa: E501, C901", False),
        ("# noqa: C901 - one arm an event", True),
        ("# noqa: C901, PLR0912  one arm an event", True),
        ("# type: ignore[no-untyped-call]", False),
        ("# type: ignore[attr-defined]  # noqa: SLF001", False),
        ("# type: ignore[attr-defined]  # the wheel ships no types", True),
    ],
)
def test_what_counts_as_a_reason(comment, explained):
    silencer = SILENCER.search(comment)
    assert silencer is not None
    assert gives_a_reason(silencer["reason"]) is explained
