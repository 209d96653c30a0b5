"""The top level is fixed, and no file or function outgrows a reader."""

import ast
from pathlib import Path

import pytest

from tests.tidy.tree import PACKAGES, ROOT, by_products, named, python_files

FOLDERS = {".ci", "api", "ledger", "migrations", "projections", "tests"}
FILES = {
    ".dockerignore",
    ".env.example",
    ".gitignore",
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "README.md",
    "docker-compose.yml",
    "pyproject.toml",
    "uv.lock",
}
LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
Function = ast.FunctionDef | ast.AsyncFunctionDef


def top_level(*, folders: bool) -> set[str]:
    return {path.name for path in ROOT.iterdir() if path.is_dir() is folders} - by_products()


def test_the_top_level_has_its_folders_and_no_others():
    assert top_level(folders=True) == FOLDERS


def test_the_top_level_has_its_files_and_no_others():
    assert top_level(folders=False) == FILES


def test_the_licence_is_apache_2():
    lines = (ROOT / "LICENSE").read_text().splitlines()
    assert [line.strip() for line in lines if line.strip()][:2] == [
        "Apache License",
        "Version 2.0, January 2004",
    ]


@pytest.mark.parametrize("folder", sorted(FOLDERS - {".ci"}))
def test_no_module_is_longer_than_a_reader_can_hold(folder):
    lengths = {named(path): len(path.read_text().splitlines()) for path in python_files(folder)}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_no_function_is_longer_than_a_screen():
    assert [found for path in python_files(*PACKAGES) for found in long_functions(path)] == []


def test_no_module_is_named_for_being_useful():
    vague = {"common", "helpers", "misc", "util", "utils"}
    assert [named(path) for path in python_files(*PACKAGES, "tests") if path.stem in vague] == []


def long_functions(path: Path) -> list[str]:
    """The functions of a module that are too long, as `path:line name (lines)`."""
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Function)]
    return [
        f"{named(path)}:{function.lineno} {function.name} ({length(function)})"
        for function in functions
        if length(function) > LONGEST_FUNCTION
    ]


def length(function: Function) -> int:
    """The lines from `def` to the last, without the docstring."""
    return lines(function) - (lines(function.body[0]) if ast.get_docstring(function) else 0)


def lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
