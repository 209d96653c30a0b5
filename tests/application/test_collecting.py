"""While an answer is worked out nothing is collected; between two of them it is as it was."""

import gc

import pytest

from ledger.application.collecting import uncollected


@uncollected
def answers(*made):
    for one in made:
        if one is None:
            raise LookupError
        yield one, gc.isenabled()


@pytest.fixture
def collecting():
    usual = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if usual else gc.disable)()


@pytest.mark.usefixtures("collecting")
def test_nothing_is_collected_while_an_answer_is_worked_out():
    found = []
    for answer in answers(1, 2, 3):
        assert gc.isenabled()
        found.append(answer)
    assert found == [(1, False), (2, False), (3, False)]
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_what_fails_and_what_is_left_unfinished_are_collected_after():
    left = answers(1, None)
    assert next(left) == (1, False)
    with pytest.raises(LookupError):
        next(left)
    assert gc.isenabled()
    assert next(answers(1, 2)) == (1, False)
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_who_collects_nothing_anyway_goes_on_so():
    gc.disable()
    assert list(answers(1, 2)) == [(1, False), (2, False)]
    assert not gc.isenabled()
