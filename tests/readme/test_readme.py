"""README.md is true: its commands run as printed, and say what it says that they say."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.commands import environment, run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
# Without it a change of what is shown would leave the old text standing: PITLEDGER_README=write makes it new.
WRITE = os.environ.get("PITLEDGER_README") == "write"


def tour() -> list[tuple[str, str]]:
    """Each command of the tour with its output."""
    found = []
    for block in BLOCK.findall(README):
        command, _, output = block.partition("\n")
        found.append((command.removeprefix("$ "), output))
    return found


@pytest.fixture(scope="module")
def reader(module_home):
    """The environment of a machine where the demo was run."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = environment(PITLEDGER_HOME=str(module_home), PATH=tools)
    assert run("demo", "--exit", env=env).returncode == 0
    return env


@pytest.fixture(scope="module")
def shell(reader):
    """A shell on that machine."""

    def typed(command: str) -> str:
        done = subprocess.run(
            ["/bin/sh", "-c", command], cwd=ROOT, env=reader, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        return done.stdout

    return typed


@pytest.fixture
def typed(reader, tmp_path):
    """What a command says that is typed in a folder of one's own."""

    def said(command: str) -> str:
        name, *arguments = shlex.split(command)
        assert name == "pitledger"
        done = run(*arguments, env=reader, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), command
        return done.stdout

    return said


@pytest.fixture(scope="module")
def toured(shell):
    """What each command of the tour says, right after the demo."""
    return {command: shell(command).strip("\n") + "\n" for command, _ in tour()}


@pytest.mark.timeout(300)
def test_the_tour_says_what_the_commands_say(toured):
    text = README
    for command, printed in tour():
        said = toured[command]
        if WRITE:
            text = text.replace(f"$ {command}\n{printed}", f"$ {command}\n{said}")
        else:
            assert printed == said, command
    if WRITE:
        (ROOT / "README.md").write_text(text)


@pytest.mark.timeout(300)
def test_the_dispute_is_read_ruled_and_reported_as_printed(typed, toured, tmp_path):
    section = README.partition("## A dispute\n")[2].partition("\n## ")[0].replace("\\\n", "")
    commands = [line.strip() for line in section.splitlines() if line.startswith("    pitledger ")]
    assert len(commands) == 9
    says = {command: typed(command) for command in commands}
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "dispute.pdf").pages)
    for words in ("$120.00 is what a straight pays, 6:1", "Ruled by F-31, approved by SM-2", "−$40.00"):
        assert words in " ".join(text.split()), words
    assert "its events are as they were sealed" in says["pitledger verify-report dispute.json"]
    as_of = says[commands[5]].partition("position ")[2].partition(", SHA")[0].replace(",", "")
    typed(f"{commands[5]} -o again.pdf --as-of {as_of}")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "dispute.pdf").read_bytes()


@pytest.mark.timeout(300)
def test_the_seal_and_the_chapter_are_as_printed(shell, toured, tmp_path):
    section = README.partition("That nothing was altered")[2].partition("The other commands")[0]
    commands = [line.strip() for line in section.splitlines() if line.startswith("    pitledger ")]
    assert [command.split()[1:3] for command in commands] == [
        ["seal", "checkpoint"], ["verify", "--checkpoint"], ["chapter", "export"], ["chapter", "verify"],
    ]  # fmt: skip
    says = [shell(f"cd {tmp_path} && {command}") for command in commands]
    assert says[1].splitlines()[-1] == "as it was sealed"
    assert says[3].splitlines()[-1] == "as it was signed"


def test_the_tour_is_of_five_commands():
    assert [command.split()[1] for command, _ in tour()] == ["record", "round", "round", "table", "reconcile"]


def test_every_command_named_is_one_that_there_is():
    listed = run("--help", env=environment()).stdout.partition("Commands:")[2]
    known = {line.split()[0] for line in listed.splitlines() if line.strip()}
    named = set(re.findall(r"pitledger ([a-z]+)", README))
    assert named <= known | {"round"}


def test_every_target_of_make_that_is_named_is_one_that_there_is():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) - targets <= {"it"}


def test_no_line_is_wider_than_a_reader_likes():
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    assert [line for line in prose.splitlines() if len(line) > 120] == []


def test_every_variable_named_is_one_that_is_read():
    from ledger.settings import Settings

    named = {name.lower() for name in re.findall(r"PITLEDGER_([A-Z_]+)", README)}
    assert named <= set(Settings.model_fields)
