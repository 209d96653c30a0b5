"""The steps of `pitledger dispute`, its `report` and `verify-report`, as a floor manager types them."""

from hashlib import sha256

import pytest

from tests.api.reported import DISPUTE, records
from tests.cli.commands import lines, run
from tests.cli.conftest import let_views_catch_up

BY = ("--by", "F-31")


@pytest.fixture(scope="module")
def floor(module_env):
    """The dispute of the worked pit, in the views."""
    assert run("record", "-", given="\n".join(records()), env=module_env).returncode == 0
    let_views_catch_up(module_env)
    return module_env


def events(env):
    """The events of the dispute, and the views up to date."""
    let_views_catch_up(env)
    (found,) = lines(run("dispute", "show", DISPUTE, "--json", env=env).stdout)
    return found["events"]


def test_a_report_goes_into_a_file_and_who_took_it_into_the_dispute(floor, tmp_path):
    let_views_catch_up(floor)
    file = tmp_path / "report.pdf"
    done = run("dispute", "report", DISPUTE, "-o", file, "--reason", "for the file", *BY, env=floor)
    assert (done.returncode, done.stderr) == (0, "")
    digest = sha256(file.read_bytes()).hexdigest()
    assert f"SHA-256 {digest}" in done.stdout
    taken = [one for one in events(floor) if one.get("sha256") == digest]
    assert [(one["type"], one["by"], one["reason"], one["format"]) for one in taken] == [
        ("accessed", "F-31", "for the file", "pdf")
    ]
    assert file.read_bytes().startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    ("about", "found"), [("TCP-02/2026-11-29/8", [DISPUTE]), ("TCP-02/2026-11-29/9", [])]
)
def test_the_disputes_about_a_round_are_listed(floor, about, found):
    let_views_catch_up(floor)
    (page,) = lines(run("dispute", "list", "--round", about, "--json", env=floor).stdout)
    assert [one["dispute"] for one in page["disputes"]] == found


def test_a_report_wants_a_reason(floor):
    done = run("dispute", "report", DISPUTE, *BY, env=floor)
    assert (done.returncode, "--reason" in done.stderr) == (2, True)


def test_one_person_does_not_rule_alone(floor):
    ruling = ("--ruling", "a flush pays four to one", *BY)
    alone = run("dispute", "rule", DISPUTE, *ruling, "--approved-by", "F-31", env=floor)
    assert (alone.returncode, alone.stderr.partition(" ")[0]) == (1, "same_person")
    together = run(
        "dispute", "rule", DISPUTE, *ruling, "--to-patron=-4000", "--approved-by", "SM-2", env=floor
    )
    assert together.returncode == 0, together.stderr
    ruled = [one for one in events(floor) if one["type"] == "ruling_made"]
    wager = {"round": "TCP-02/2026-11-29/8", "spot": 3, "wager": "pair_plus", "to_patron": -40_00}
    assert [one["wagers"] for one in ruled] == [[wager]]


def test_statements_and_evidence_are_recorded_as_they_come(floor, tmp_path):
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(b"frames")
    said = ("--role", "patron", "--of", "S-9", "--text", "I saw it")
    assert run("dispute", "statement", DISPUTE, *said, *BY, env=floor).returncode == 0
    kept = ("--location", "vault 7", "--camera", "C-204", "--file", clip)
    assert run("dispute", "secure", DISPUTE, *kept, *BY, env=floor).returncode == 0
    found = {one["type"]: one for one in events(floor)}
    assert found["statement_recorded"]["text"] == "I saw it"
    secured = found["evidence_preserved"]
    assert (secured["cameras"], secured["sha256"]) == (["C-204"], sha256(b"frames").hexdigest())


def test_who_is_told_and_where_it_goes_is_recorded_with_the_duty_that_it_does(floor):
    steps = (
        ("request", "--what", "cards", "--reason", "to count them"),
        ("notice", "--to", "the patron", "--what", "the final answer", "--does", "final_answer"),
        ("escalate", "--to", "the Division", "--instance", "regulator"),
    )
    for command, *said in steps:
        done = run("dispute", command, DISPUTE, *said, *BY, env=floor)
        assert done.returncode == 0, done.stderr
    found = {one["type"]: one for one in events(floor)}
    assert [one["version"] for one in events(floor) if one.get("what") == "cards"]
    assert (found["notice_given"]["does"], found["escalated"]["instance"]) == ("final_answer", "regulator")


@pytest.mark.parametrize(
    ("typed", "code", "exit"),
    [
        (("report", DISPUTE, "--reason", "x", "--as-of", "99999999", *BY), "invalid_query", 2),
        (("close", DISPUTE, "--outcome", "luck", *BY), "invalid_field", 1),
        (("notice", DISPUTE, "--to", "x", "--what", "y", "--does", "z", *BY), "invalid_field", 1),
    ],
)
def test_what_cannot_be_is_refused_by_its_code(floor, typed, code, exit):
    done = run("dispute", *typed, env=floor)
    assert (done.returncode, done.stderr.partition(" ")[0].rstrip(":")) == (exit, code)


def test_a_report_is_checked_without_a_ledger(floor, tmp_path):
    let_views_catch_up(floor)
    file = tmp_path / "report.json"
    asked = ("--format", "json", "--reason", "x", *BY)
    assert run("seal", "checkpoint", env=floor).returncode == 0
    assert run("dispute", "report", DISPUTE, *asked, "-o", file, env=floor).returncode == 0
    nowhere = {**floor, "PITLEDGER_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    (checked,) = lines(run("verify-report", file, "--json", env=nowhere).stdout)
    assert (checked["ok"], checked["wrong"], checked["proven"]) == (True, [], checked["events"])
    assert checked["format"] == "pitledger/dispute-report/2"
    assert "/rounds/0/report/tray/before" in [one["where"] for one in checked["unproven"]]
    shown = run("verify-report", file, env=nowhere)
    assert (shown.returncode, "not proven: /rounds/0/dealers: " in shown.stdout) == (0, True)
    # One of an earlier format that says otherwise may be of that version: nobody is accused.
    earlier = file.read_text().replace(checked["format"], "pitledger/dispute-report/1")
    earlier = '"severity":"high"'.join(earlier.rsplit('"severity":"low"', 1))
    found = run("verify-report", "-", given=earlier, env=nowhere)
    assert (found.returncode, "NOT as it was recorded" in found.stdout) == (1, False)
    assert "made by another version: it is of format pitledger/dispute-report/1" in found.stdout
    assert "made otherwise here: /severity" in found.stdout
    altered = file.read_text().replace('"amount":12000', '"amount":8000')
    found = run("verify-report", "-", given=altered, env=nowhere)
    assert (found.returncode, "NOT as it was recorded" in found.stdout) == (1, True)
    refused = run("verify-report", "-", given="%PDF-1.7", env=nowhere)
    assert (refused.returncode, refused.stderr.partition(":")[0]) == (2, "report_unreadable")
