"""The real command in a process of its own, as somebody at a terminal or a script runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PITLEDGER = str(Path(sys.executable).with_name("pitledger"))
WORKED = Path(__file__).parents[2] / "ledger" / "simulate" / "worked"
PATIENCE_S = 60


def environment(**variables: str) -> dict[str, str]:
    """This process's environment without what would configure the ledger, and then these variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PITLEDGER_")}
    return {**kept, "NO_COLOR": "1", **variables}


def run(
    *arguments: str | Path, given: str | bytes = b"", env: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A command that has ended; it may not have shown a traceback."""
    done = subprocess.run(
        [PITLEDGER, *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env=dict(env),
        cwd=folder,
        timeout=PATIENCE_S,
        check=False,
    )
    said = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in said.stderr, said.stderr
    return said


def lines(text: str) -> list[dict[str, Any]]:
    """NDJSON as documents."""
    return [json.loads(line) for line in text.splitlines()]


def after(heading: str, text: str) -> list[str]:
    """The indented lines that follow a heading."""
    found = []
    for line in text.partition(heading)[2].splitlines()[1:]:
        if not line.startswith("  "):
            break
        found.append(line.strip())
    return found
