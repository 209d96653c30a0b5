"""What is built and what is locked is what the repository says."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.tidy.tree import PACKAGES, ROOT, locked, named, toml

SOURCE = (*PACKAGES, "migrations", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names inside a wheel built from a copy of the source, without asking the package index."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in SOURCE:
        if (ROOT / name).is_dir():
            # What others compile meanwhile comes and goes.
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    command = ["uv", "build", "--wheel", "--offline", "--no-build-isolation", "--quiet"]
    subprocess.run(
        [*command, "--python", sys.executable, "--out-dir", out, source], env=environment(out), check=True
    )
    (built,) = out.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def environment(home: Path) -> dict[str, str]:
    """This process's environment with our tools first, and a cache that is nobody else's."""
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "UV_CACHE_DIR": str(home / "cache"),
    }


def test_the_wheel_has_every_migration(wheel):
    migrations = {f"ledger/postgres/migrations/{path.name}" for path in (ROOT / "migrations").glob("*.sql")}
    assert migrations
    assert migrations <= wheel


def test_the_wheel_has_every_module_and_its_licence(wheel):
    modules = {named(path) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert modules <= wheel
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)


def test_the_wheel_has_nothing_beside_the_packages(wheel):
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_what_the_wheel_has_compiled_is_there_and_compiled_by_the_mypy_that_checks_it():
    hook = toml("pyproject.toml")["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    assert [name for name in hook["include"] if not [*ROOT.glob(name.removeprefix("/"))]] == []
    (mypy,) = (package["version"] for package in locked() if package["name"] == "mypy")
    assert f"mypy=={mypy}" in hook["dependencies"]


def test_every_locked_package_comes_from_the_public_index():
    assert {package["source"]["registry"] for package in locked()} == {"https://pypi.org/simple"}
    files = [
        file["url"]
        for package in locked()
        for file in [*package.get("wheels", []), package.get("sdist")]
        if file
    ]
    assert [url for url in files if not url.startswith("https://files.pythonhosted.org/")] == []


def test_the_lock_is_in_step_with_what_the_project_asks_for(tmp_path):
    for name in ("pyproject.toml", "uv.lock", "README.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    command = ["uv", "lock", "--check", "--offline", "--quiet"]
    subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), check=True)


def test_the_image_installs_the_locked_uv():
    (uv,) = (package["version"] for package in locked() if package["name"] == "uv")
    assert f"uv=={uv}\n" in (ROOT / "Dockerfile").read_text()


def test_each_ignored_lint_rule_has_its_reason():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    start, end = lines.index("ignore = ["), lines.index("[tool.ruff.lint.mccabe]")
    rules = [line for line in lines[start:end] if line.startswith('  "')]
    assert len(rules) > len(toml("pyproject.toml")["tool"]["ruff"]["lint"]["ignore"])
    assert [line for line in rules if "# " not in line] == []
