"""Faces lying down are nobody's to see until they are shown or the round is closed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.rounds.masking import masked, masked_as_recorded
from tests.scenario import dealt, event, folded, opened, revealed

HIDDEN = [
    opened(),
    dealt(1, "As"),
    dealt(1, "Kd"),
    dealt("dealer", "2c", "up"),
    event("card_burned", card="3c"),
    event("cards_discarded", spot=1, cards=["Kd"]),
    event("hand_collected", to=1, cards=["As"]),
]


def test_an_open_round_shows_only_what_lies_face_up():
    seen = masked(folded(HIDDEN))
    assert [one.model_dump().get("card", one.model_dump().get("cards")) for one in seen.log] == [
        None, None, None, "2c", None, [None], [None],
    ]  # fmt: skip


def test_a_hand_revealed_is_shown_and_the_others_are_not():
    seen = masked(folded([opened(), dealt(1, "As"), dealt(2, "Kd"), revealed(1, "As")]))
    assert (seen.faces(1), seen.faces(2)) == (("As",), (None,))


def test_a_closed_round_shows_everything():
    state = folded([*HIDDEN, event("closed")])
    assert masked(state) is state


def test_an_exposed_card_is_shown():
    seen = masked(folded([opened(), dealt(1, "As"), event("card_exposed", of=2, card="As")]))
    assert seen.faces(1) == ("As",)


def test_a_correction_does_not_show_what_its_event_hid():
    right = event("corrected", corrects=2, reason="misread", approved_by="F-1", event=dealt(1, "Ah"))
    seen = masked(folded([opened(), dealt(1, "As"), right]))
    assert seen.faces(1) == (None,)
    assert seen.log[2].model_dump()["event"]["card"] is None


LIES_DOWN = [
    [dealt(1, None), dealt(1, None), event("card_returned", card="9d", from_=1)],
    [event("hand_collected", to=1, cards=["9d", "3h"])],
    [event("cards_discarded", spot=1, cards=["9d"])],
    [dealt(1, "2c"), event("card_moved", card="9d", from_=1, to=2)],
    [dealt(1, "9d"), event("corrected", corrects=2, reason="-", approved_by="F-1")],
    [event("card_burned", card="9d"), event("corrected", corrects=2, reason="-", approved_by="F-1")],
    [dealt(1, "2c"), event("corrected", corrects=2, reason="-", approved_by="F-1", event=dealt(1, "9d")),
     event("corrected", corrects=3, reason="-", approved_by="F-1", event=dealt(1, "3h"))],
    [dealt(2, "9d", "up"), dealt(1, "9d")],
]  # fmt: skip


@pytest.mark.parametrize("events", LIES_DOWN)
def test_a_face_that_nothing_proves_shown_is_hidden_from_the_table_and_the_feed(events):
    state = folded([opened(), *events])
    hidden = sum(json.dumps(one).count('"9d"') for one in events if one.get("face") != "up")
    shown = sum(json.dumps(one).count('"9d"') for one in events if one.get("face") == "up")
    seen = masked(state)
    told = "".join(one.model_dump_json() for one in seen.log) + repr(
        [remark.facts for remark in seen.remarks]
    )
    assert (hidden, told.count("9d")) == (1, shown)
    fed = "".join(one.model_dump_json() for one, _ in masked_as_recorded(state.header, state.log))
    assert fed.count("9d") == shown


def test_faces_that_only_the_pick_up_named_follow_at_the_close():
    events = [opened(), dealt(1, None), dealt(1, None), event("hand_collected", to=1, cards=["9d", "3h"])]
    state = folded([*events, event("closed")])
    assert list(masked_as_recorded(state.header, state.log))[-1][1] == {2: "9d", 3: "3h"}


def test_the_feed_masks_for_ever_and_tells_the_faces_at_the_close():
    state = folded([*HIDDEN, revealed(1, "As"), event("closed")])
    given = list(masked_as_recorded(state.header, state.log))
    assert [one.model_dump().get("card") for one, _ in given[1:5]] == [None, None, "2c", None]
    assert given[-1][1] == {2: "As", 3: "Kd", 5: "3c"}
    assert all(faces == {} for _, faces in given[:-1])


@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=10, unique=True), st.data())
def test_what_the_feed_says_of_an_event_never_depends_on_what_came_later(faces, data):
    events = [opened()]
    for index, face in enumerate(faces):
        events.append(dealt(index % 2 + 1, face, data.draw(st.sampled_from(["up", "down"]))))
    events += [revealed(1, faces[0]), event("hand_collected", to=2, cards=[faces[1]]), event("closed")]
    state = folded(events)
    whole = [one for one, _ in masked_as_recorded(state.header, state.log)]
    for cut in range(1, len(events)):
        assert [one for one, _ in masked_as_recorded(state.header, state.log[:cut])] == whole[:cut]
