"""What is told of a person: nothing of it in any refusal, and no row opens under another's name."""

from __future__ import annotations

import json
import os
import traceback

import pytest

from ledger.errors import InvalidField, LedgerError, MalformedJson, MissingField
from ledger.personal import cipher, particulars
from ledger.personal.errors import PersonalKeyUnusable
from ledger.personal.master import key_place, master_key

SECRET = "Ada Example"
TOLD = {"name": SECRET, "phone": "+1 609 555 0100"}


def test_what_is_told_is_kept_as_it_was_and_says_nothing_of_itself():
    found = particulars.read(json.dumps(TOLD).encode())
    assert (found.name, found.phone, found.address, found.held) == (*TOLD.values(), None, ["name", "phone"])
    assert SECRET not in f"{found} {found!r}"


@pytest.mark.parametrize(
    ("document", "refusal", "pointer"),
    [
        (json.dumps({"name": [SECRET]}), InvalidField, "/name"),
        (json.dumps({"name": SECRET + "\x00"}), InvalidField, "/name"),
        (json.dumps({"name": SECRET * 100}), InvalidField, "/name"),
        (json.dumps({SECRET: "x"}), InvalidField, ""),
        (json.dumps([SECRET]), InvalidField, ""),
        (f'{{"name": "{SECRET}', MalformedJson, ""),
        ("{}", MissingField, "/name"),
        (json.dumps({"name": None}), MissingField, "/name"),
    ],
)
def test_no_refusal_repeats_a_word_of_it(document, refusal, pointer):
    with pytest.raises(refusal) as caught:
        particulars.read(document.encode())
    assert caught.value.pointer == pointer
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_a_text_opens_with_its_own_master_key_and_under_its_own_name_alone():
    master, other = os.urandom(32), os.urandom(32)
    one = cipher.sealed(master, "demo/S-81", SECRET.encode())
    assert cipher.opened(master, "demo/S-81", one) == SECRET.encode()
    for key, whose in ((other, "demo/S-81"), (master, "demo/S-82"), (master, "north/S-81")):
        with pytest.raises(PersonalKeyUnusable):
            cipher.opened(key, whose, one)


@pytest.mark.parametrize("field", cipher.Sealed._fields)
def test_a_changed_byte_is_noticed_wherever_it_is(field):
    master = os.urandom(32)
    one = cipher.sealed(master, "demo/S-81", SECRET.encode())
    value = getattr(one, field)
    changed = one._replace(**{field: bytes([value[0] ^ 1]) + value[1:]})
    with pytest.raises(PersonalKeyUnusable):
        cipher.opened(master, "demo/S-81", changed)


def test_equal_texts_are_encrypted_with_other_keys_and_look_otherwise():
    master = os.urandom(32)
    one, other = (cipher.sealed(master, "demo/S-81", SECRET.encode()) for _ in range(2))
    assert all(first != second for first, second in zip(one, other, strict=True))


def test_the_master_key_is_made_once_and_is_its_owners_alone(settings):
    key = master_key(settings, make=True)
    assert (len(key), key_place(settings).stat().st_mode & 0o777) == (32, 0o600)
    assert master_key(settings, make=True) == master_key(settings, make=False) == key
    key_place(settings).chmod(0o640)
    with pytest.raises(PersonalKeyUnusable):
        master_key(settings, make=False)


def test_a_master_key_of_ones_own_is_never_made_and_must_be_one(settings, tmp_path):
    own = settings.model_copy(update={"personal_key_file": tmp_path / "mine"})
    with pytest.raises(PersonalKeyUnusable):
        master_key(own, make=True)
    (tmp_path / "mine").write_text("c2hvcnQ=")
    with pytest.raises(PersonalKeyUnusable) as caught:
        master_key(own, make=False)
    assert isinstance(caught.value, LedgerError)
    assert not key_place(settings).exists()
