"""The door to the project opens with Python and make alone, and says what is wrong when it does not."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT

HOLDS_ITS_OWN = "#!/bin/sh\nexit 0\n"
TOO_OLD = "#!/bin/sh\nexit 1\n"
WITHOUT_VENV = "#!/bin/sh\ncase $2 in *ensurepip*) exit 1;; esac\n"


@pytest.fixture
def checkout(tmp_path):
    """A folder with what make needs to begin, and no environment."""
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def make(checkout: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    return subprocess.run(
        ["make", *args], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_a_python_too_old_is_named_as_the_reason(checkout):
    python = program(checkout / "old-python", TOO_OLD)
    result = make(checkout, "test", f"PYTHON={python}")
    assert result.returncode == 2
    assert "needs Python 3.11" in result.stderr
    assert not (checkout / ".venv").exists()


def test_a_python_that_cannot_make_environments_brings_a_hint(checkout):
    python = program(checkout / "bare-python", WITHOUT_VENV)
    result = make(checkout, "test", f"PYTHON={python}")
    assert result.returncode == 2
    assert "apt install python3-venv" in result.stderr


def test_an_environment_that_is_ready_is_used_as_it_is_and_what_is_compiled_is_kept(checkout, monkeypatch):
    program(checkout / ".venv/bin/pitledger", '#!/bin/sh\necho "ran: $*$PYTHONDONTWRITEBYTECODE"\n')
    (checkout / ".venv/.ready").write_text(f"{checkout}\n")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", " and keeps nothing")
    result = make(checkout, "demo", "ARGS=--exit")
    assert result.stdout == "ran: demo --exit\n"


def test_a_changed_lock_brings_the_environment_into_step(checkout):
    for name in ("python", "pitledger"):
        program(checkout / ".venv/bin" / name, HOLDS_ITS_OWN)
    program(checkout / ".venv/bin/uv", '#!/bin/sh\necho "uv $*"\n')
    ready = checkout / ".venv/.ready"
    ready.write_text(f"{checkout}\n")
    os.utime(ready, (0, 0))
    assert "uv sync --frozen" in make(checkout, "demo").stdout
    assert make(checkout, "demo").stdout == ""


def test_an_environment_from_another_folder_is_made_again(checkout):
    program(checkout / ".venv/bin/uv", HOLDS_ITS_OWN)
    (checkout / ".venv/.ready").write_text("/somewhere/else\n")
    result = make(checkout, "demo", f"PYTHON={program(checkout / 'old-python', TOO_OLD)}")
    assert result.returncode == 2
    assert not (checkout / ".venv/bin/uv").exists()


def test_help_comes_first_and_names_every_target(checkout):
    text = make(checkout).stdout
    assert [target for target in ("demo", "test", "check", "bench") if f"make {target}" not in text] == []
