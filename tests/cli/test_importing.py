"""`pitledger import phh`: hands of our own making in, once."""

import subprocess

import pytest

from ledger.application.opening import open_ledger
from projections.rebuild import digest
from projections.runner import Projector
from tests.cli.commands import PITLEDGER, environment, lines, run
from tests.cli.conftest import settings_of

WALK = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 f']
hand = {number}
currency = 'USD'
"""
# Nobody shows, so that only the file knows who won.
UNSHOWN = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = [
  'd dh p1 ????', 'd dh p2 ????', 'p1 cc', 'p2 cc',
  'd db AsKdQh', 'p1 cc', 'p2 cc', 'd db 2c', 'p1 cc', 'p2 cc', 'd db 3d', 'p1 cc', 'p2 cc',
]
finishing_stacks = [198, 202]
hand = 9
currency = 'USD'
"""
OMAHA = WALK.replace("'NT'", "'PO'").format(number=7)


@pytest.fixture
def hands(tmp_path):
    """A folder of hands, some of them deeper."""
    deeper = tmp_path / "hands" / "deeper"
    deeper.mkdir(parents=True)
    (tmp_path / "hands" / "one.phh").write_text(WALK.format(number=1))
    (tmp_path / "hands" / "notes.txt").write_text("not a hand")
    (deeper / "many.phhs").write_text(
        "\n".join(f"[{number}]\n{WALK.format(number=number)}" for number in (2, 3))
    )
    return tmp_path / "hands"


def test_a_folder_is_imported_however_deep_and_a_second_time_is_there(env, hands):
    first = run("import", "phh", hands, env=env)
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines()[0].startswith("4 appended ")
    assert "3 hands: 3 imported, 0 refused, 0 with awards decided by the file" in first.stdout
    again = run("import", "phh", hands, env=env)
    assert again.stdout.splitlines()[0].startswith("0 appended (0 events), 4 already there, 0 refused")


def test_a_hand_that_cannot_be_represented_is_refused_with_its_reason_and_the_rest_goes_on(env, hands):
    (hands / "omaha.phh").write_text(OMAHA)
    done = run("import", "phh", hands, env=env)
    assert done.returncode == 1
    assert "4 hands: 3 imported, 1 refused" in done.stdout
    assert "refused, variant_without_rules: 1" in done.stdout
    assert "omaha.phh: variant_without_rules: " in done.stderr


def test_where_cards_stay_unknown_the_file_decides_and_such_hands_are_counted(env, hands):
    (hands / "unshown.phh").write_text(UNSHOWN)
    assert (
        "4 hands: 4 imported, 0 refused, 1 with awards decided by the file"
        in run("import", "phh", hands, env=env).stdout
    )


def test_the_records_are_printed_where_that_is_all_that_is_wanted(hands):
    nowhere = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    done = run("import", "phh", "--to-records", hands, env=nowhere)
    assert done.returncode == 0
    assert [one["stream"] for one in lines(done.stdout)] == ["table", "round", "round", "round"]
    assert "3 hands: 3 imported" in done.stderr


def test_a_program_gets_one_document(env, hands):
    (hands / "omaha.phh").write_text(OMAHA)
    (found,) = lines(run("import", "phh", "--json", hands, env=env).stdout)
    # A walk: opened, two blinds, six cards, two folds, the uncalled bet, the pot, closed; two of the table.
    assert (found["hands"], found["imported"], found["events"]) == (4, 3, 3 * 14 + 2)
    assert found["records"] == {"appended": 4, "already_there": 0, "refused": 0}
    assert [one["code"] for one in found["refused"]] == ["variant_without_rules"]


def test_a_dry_run_appends_nothing(env, hands):
    done = run("import", "phh", "--dry-run", hands, env=env)
    assert done.stdout.startswith("4 would be appended ")
    assert run("feed", env=env).stdout == ""


def test_an_import_that_was_killed_is_finished_by_the_next(env, module_env, tmp_path):
    """Nothing is there twice, and the views say what they say after an import that nobody disturbed."""
    many = tmp_path / "many.phhs"
    many.write_text("\n".join(f"[{number}]\n{WALK.format(number=number)}" for number in range(1, 501)))
    assert run("import", "phh", many, env=module_env).returncode == 0
    whole = events(module_env)
    with subprocess.Popen([PITLEDGER, "import", "phh", str(many)], env=env) as running:
        while events(env) < whole // 5:
            assert running.poll() is None, "it was quicker than we"
        running.kill()
    assert events(env) < whole
    assert run("import", "phh", many, env=env).returncode == 0
    assert events(env) == whole
    assert digests(env) == digests(module_env)


def events(env) -> int:
    """How many events are in a ledger."""
    with open_ledger(settings_of(env)) as ledger:
        return len(ledger.recorder.read_since(0, 1_000_000))


def digests(env) -> list[str]:
    """What each view says, in short."""
    settings = settings_of(env)
    Projector(settings).catch_up()
    return [digest(settings, view.view) for view in Projector(settings).status()]
