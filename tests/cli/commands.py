"""The command `pitledger`, as somebody at a terminal or a script runs it.

`run` runs it within this process, which saves a second or two of starting;
`start_process` runs the one that is installed, for what hangs on the process itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from api.cli import program, terminal

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
    """A command that has ended, run within this process; it may not have shown a traceback."""
    typed = [PITLEDGER, *map(str, arguments)]
    read = TextIOWrapper(BufferedReader(BytesIO(_bytes(given))), encoding="utf-8")
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        mock.patch.dict(os.environ, env, clear=True),
        mock.patch.multiple(sys, argv=typed, stdin=read, stdout=out, stderr=err),
        chdir(folder or Path.cwd()),
    ):
        # What a process has said is said once a process.
        terminal._HINTED.clear()
        code = _ended()
    return _said(typed, code, _written(out), _written(err))


def start_process(
    *arguments: str | Path, given: str | bytes = b"", env: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The installed command that has ended, run in a process of its own."""
    done = subprocess.run(
        [PITLEDGER, *arguments],
        input=_bytes(given),
        capture_output=True,
        env=dict(env),
        cwd=folder,
        timeout=PATIENCE_S,
        check=False,
    )
    return _said(done.args, done.returncode, done.stdout, done.stderr)


def _ended() -> int:
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _written(stream: TextIOWrapper) -> bytes:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, BytesIO)
    return written.getvalue()


def _said(typed: list[str], code: int, out: bytes, err: bytes) -> subprocess.CompletedProcess[str]:
    said = subprocess.CompletedProcess(typed, code, out.decode(), err.decode())
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
