"""A rack on record against the cards as found: what is not as recorded is named, and nothing else."""

import random
from itertools import accumulate, chain, permutations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK, cards
from projections.racks.comparing import compare
from projections.racks.matching import Expected

FOREIGN = "Xr"


class Told(NamedTuple):
    """A rack: its hands on record, and the cards as they lie, hand by hand."""

    hands: list[Expected]
    lies: list[list[str]]

    @property
    def found(self):
        return list(chain.from_iterable(self.lies))

    def hand_of(self, place):
        """The number of the hand at a place from 0."""
        return next(number for number, end in enumerate(accumulate(map(len, self.lies))) if place < end)

    def knows(self, place):
        hand = self.hand_of(place)
        return self.found[place] in self.hands[hand].faces


def hand(text, *, ordered=True):
    return Expected(cards(text), ordered, counted=True)


def unknown(count):
    return Expected((None,) * count, ordered=False, counted=True)


UNCOUNTED = Expected((), ordered=False, counted=False)


def differences(hands, text):
    """What is said of cards as found, `?` for one unknown."""
    found = [None if face == "??" else face for face in (text[at : at + 2] for at in range(0, len(text), 2))]
    return [tuple(one) for one in compare(hands, found).differences]


@st.composite
def racks(draw, *, hides=True):
    """One deck in hands of one to seven cards; of some the order, or the faces too, were not recorded."""
    deck = draw(st.permutations(DECK))
    hands: list[Expected] = []
    lies: list[list[str]] = []
    while deck and len(hands) < 12:
        size = draw(st.integers(1, 7))
        lie, deck = deck[:size], deck[size:]
        ordered = draw(st.booleans())
        seen = not hides or draw(st.booleans())
        faces = list(lie) if ordered else sorted(lie)
        hands.append(
            Expected(tuple(face if seen else None for face in faces), ordered and seen, counted=True)
        )
        lies.append(lie)
    return Told(hands, lies)


# --- by hand ----------------------------------------------------------------------

RECORD = [hand("AsKd"), hand("2c3c4c", ordered=False), unknown(2), hand("9hTh")]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("AsKd3c4c2cJsQs9hTh", []),
        ("AsKd3c??2c??Qs??Th", []),
        ("As3c4c2cJsQs9hTh", [("missing", (1,), ())]),
        ("AsKd3c4cJsQs9hTh", [("missing", (4,), ())]),
        ("AsKd2c3c4cJs9hTh", [("missing", (6,), ())]),
        ("AsKd2c3c4cJsQs", [("missing", (7, 8), ())]),
        ("AsKd2c3c4cJsQs9h8sTh", [("extra", (), (8,))]),
        ("KdAs2c3c4cJsQs9hTh", [("order", (0, 1), (0, 1))]),
        ("AsKd2c3c4cJsQs9h8s", [("replaced", (8,), (8,))]),
        ("AsTh2c3c4cJsQs9hKd", [("exchanged", (1, 8), (8, 1))]),
        ("9hThAsKd2c3c4cJsQs", [("displaced", (7, 8), (0, 1))]),
        ("AsKd2c3c4cJsTh9hQs", [("exchanged", (6, 8), (8, 6))]),
    ],
)  # fmt: skip
def test_each_thing_that_is_not_as_recorded_has_its_name(found, said):
    assert differences(RECORD, found) == said


def test_a_hand_that_nobody_counted_takes_what_lies_there():
    record = [hand("AsKd"), UNCOUNTED, hand("9hTh")]
    assert differences(record, "AsKd2c3c4c9hTh") == []
    assert differences(record, "AsKd9hTh") == []
    assert differences(record, "AsKd2c9h") == [("missing", (4,), ())]


def test_of_a_card_of_unknown_suit_the_rank_decides():
    record = [Expected(("K?", "As"), ordered=True, counted=True), hand("2c")]
    assert differences(record, "KhAs2c") == []
    assert differences(record, "QhAs2c") == [("replaced", (0,), (0,))]


def test_a_shoe_holds_a_card_several_times():
    record = [hand("AsAs"), hand("Kd", ordered=False), hand("As2c")]
    assert differences(record, "AsAsKdAs2c") == []
    assert differences(record, "AsKdAs2c") == [("missing", (1,), ())]


# --- one thing at a time ----------------------------------------------------------


@given(racks())
def test_a_rack_that_was_kept_as_recorded_differs_in_nothing(told):
    compared = compare(told.hands, told.found)
    assert (compared.differences, compared.first) == ((), None)
    assert list(compared.lies_in) == [told.hand_of(place) for place in range(len(told.found))]


@given(racks())
def test_cards_that_were_not_known_on_record_are_read(told):
    found = told.found
    read = {at for _, at in compare(told.hands, found).read(found)}
    assert read == {place for place in range(len(found)) if not told.knows(place)}


@given(racks(), st.data())
def test_a_card_left_out_is_missing_from_its_hand(told, data):
    place = data.draw(
        st.sampled_from([place for place in range(len(told.found)) if told.knows(place)] or [0])
    )
    found = told.found[:place] + told.found[place + 1 :]
    compared = compare(told.hands, found)
    (one,) = compared.differences
    assert (one.kind, one.found) == ("missing", ())
    (slot,) = one.slots
    if told.knows(place):
        assert compared.which.slots[slot] == (told.hand_of(place), told.found[place])
    else:  # which of several unknown cards it is nobody can say
        assert compared.which.slots[slot].face is None


@given(racks(hides=False), st.data())
def test_a_card_too_many_is_named_where_it_lies(told, data):
    place = data.draw(st.integers(0, len(told.found)))
    compared = compare(told.hands, [*told.found[:place], FOREIGN, *told.found[place:]])
    assert [tuple(one) for one in compared.differences] == [("extra", (), (place,))]
    beside = {told.hand_of(at) for at in (place - 1, place) if 0 <= at < len(told.found)}
    inside = len(beside) == 1 and 0 < place < len(told.found)
    assert compared.lies_in[place] == (beside.pop() if inside else None)


@given(racks(), st.data())
def test_another_card_in_the_place_of_one_replaces_it(told, data):
    known = [
        place
        for place in range(len(told.found))
        if told.knows(place) and None not in told.hands[told.hand_of(place)].faces
    ]
    if not known:
        return
    place = data.draw(st.sampled_from(known))
    found = [*told.found[:place], FOREIGN, *told.found[place + 1 :]]
    compared = compare(told.hands, found)
    (one,) = compared.differences
    assert (one.kind, one.found) == ("replaced", (place,))
    assert compared.which.slots[one.slots[0]].face == told.found[place]
    assert compared.lies_in[place] == told.hand_of(place)


@given(racks(), st.data())
def test_two_cards_exchanged_are_named_with_both_hands(told, data):
    known = [place for place in range(len(told.found)) if told.knows(place)]
    if len({told.hand_of(place) for place in known}) < 2:
        return
    one = data.draw(st.sampled_from(known))
    other = data.draw(st.sampled_from([at for at in known if told.hand_of(at) != told.hand_of(one)]))
    found = told.found
    found[one], found[other] = found[other], found[one]
    compared = compare(told.hands, found)
    (said,) = compared.differences
    faces = _faces(compared, said)
    assert [found[at] for at in said.found] == faces
    if said.kind == "displaced":  # one of them is a hand: it may have been picked up at another time
        assert len(told.lies[told.hand_of(said.slots[0])]) == 1
        return
    assert said.kind == "exchanged"
    assert set(faces) == {found[one], found[other]}
    assert list(compared.lies_in) == [told.hand_of(place) for place in range(len(found))]


@given(racks(), st.data())
def test_a_hand_in_another_order_is_named_where_its_order_was_recorded(told, data):
    number = data.draw(st.integers(0, len(told.lies) - 1))
    lies = list(told.lies)
    lies[number] = data.draw(st.permutations(lies[number]))
    compared = compare(told.hands, list(chain.from_iterable(lies)))
    if lies[number] == told.lies[number] or not told.hands[number].ordered:
        assert compared.differences == ()
        return
    (one,) = compared.differences
    assert one.kind == "order"
    assert {compared.which.slots[slot].hand for slot in one.slots} == {number}
    assert {compared.lies_in[at] for at in one.found} == {number}


@given(racks(hides=False), st.data())
def test_a_hand_that_lies_elsewhere_is_named_at_once(told, data):
    number = data.draw(st.integers(0, len(told.lies) - 1))
    rest = [*told.lies[:number], *told.lies[number + 1 :]]
    place = data.draw(st.integers(0, len(rest)))
    moved = [*rest[:place], told.lies[number], *rest[place:]]
    compared = compare(told.hands, list(chain.from_iterable(moved)))
    if place == number:
        assert compared.differences == ()
        return
    assert len(compared.differences) == 1
    (one,) = compared.differences
    assert one.kind in {"displaced", "exchanged"}
    assert len({compared.which.slots[slot].hand for slot in one.slots}) == (
        2 if one.kind == "exchanged" else 1
    )


# --- anything at all --------------------------------------------------------------


def mishandled(found, chance: random.Random, times):
    """Cards moved, taken out, turned over as one."""
    for _ in range(times):
        if chance.random() < 0.1:
            found.reverse()
        card = found.pop(chance.randrange(len(found)))
        if chance.random() < 0.7 or not found:
            found.insert(chance.randrange(len(found) + 1), card)
    return found


@given(racks(hides=False), st.randoms(use_true_random=False), st.integers(0, 6), st.booleans())
def test_whatever_was_done_to_a_rack_nothing_is_said_that_is_not_so(told, chance, cuts, foreign):
    found = mishandled(told.found, chance, cuts)
    if foreign:
        found.insert(chance.randrange(len(found) + 1), FOREIGN)
    sound(told, found)


def sound(told, found):
    """What is missing, too many or moved is said, all of it and nothing else."""
    compared = compare(told.hands, found)
    gone = {face for one in compared.differences for face in _faces(compared, one)
            if one.kind in {"missing", "replaced"}}  # fmt: skip
    new = {found[at] for one in compared.differences if one.kind in {"extra", "replaced"} for at in one.found}
    assert gone == set(told.found) - set(found)
    assert new == set(found) - set(told.found)
    for one in compared.differences:
        if one.kind in {"exchanged", "displaced"}:
            assert [found[at] for at in one.found] == _faces(compared, one)
        for slot in one.slots:
            assert compared.which.slots[slot].face in told.hands[compared.which.slots[slot].hand].faces
    named = {at for one in compared.differences for at in one.found}
    kept = [told.found.index(face) for at, face in enumerate(found) if at not in named]
    hands = [told.hand_of(place) for place in kept]
    assert hands == sorted(hands)
    assert (compared.first is None) == (not compared.differences)
    return compared


@pytest.mark.parametrize("ordered", [True, False])
def test_of_six_cards_every_order_of_any_of_them_is_told(ordered):
    lies = [list(cards(text)) for text in ("As", "Kd2c", "9hThJs")]
    told = Told([Expected(tuple(lie), ordered, counted=True) for lie in lies], lies)
    found = [list(some) for size in range(7) for some in permutations(told.found, size)]
    assert len(found) == 1957
    agreeing = [some for some in found if not sound(told, some).differences]
    assert len(agreeing) == (1 if ordered else 2 * 6)


def _faces(compared, one):
    return [compared.which.slots[slot].face for slot in one.slots]
