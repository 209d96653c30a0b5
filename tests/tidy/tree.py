"""The repository as the tests of its tidiness see it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ledger", "projections", "api")


def python_files(*folders: str) -> list[Path]:
    """Every module below these folders of the top level, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    """A path as a reader of the repository writes it."""
    return path.relative_to(ROOT).as_posix()


def by_products() -> set[str]:
    """The names that .gitignore keeps out: what tools make, and what belongs to one machine."""
    lines = (ROOT / ".gitignore").read_text().splitlines()
    return {line.rstrip("/") for line in lines if line and not line.startswith("#")} | {".git"}


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text())


def locked() -> Iterator[dict[str, Any]]:
    """The packages of the lock file, without the project itself."""
    return (package for package in toml("uv.lock")["package"] if package["name"] != "pitledger")
