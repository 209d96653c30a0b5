"""Documents out of bytes: on one line or several, compressed or not, with rubbish in between."""

import gzip
import io
import json

import pytest
import zstandard

from api.cli.reading import Documents, _plain, opened

ONE = b'{"format": "pitledger/1", "stream": "table", "table": "A"}'
TWO = b'{"format": "pitledger/1", "stream": "table", "table": "B"}'
PRINTED = json.dumps(
    {"format": "pitledger/1", "events": [{"note": 'a } and a " in a text'}]}, indent=1
).encode()


def read(stream: bytes):
    documents = Documents(_plain(io.BufferedReader(io.BytesIO(stream))))
    return list(documents), list(documents.began), documents.damage


def test_a_line_is_a_document():
    assert read(ONE + b"\n" + TWO + b"\n") == ([ONE, TWO], [1, 2], None)


def test_empty_lines_say_nothing_and_count():
    assert read(b"\n\r\n" + ONE + b"\r\n\n" + TWO) == ([ONE, TWO], [3, 5], None)


def test_a_document_may_be_printed_over_several_lines():
    documents, began, _ = read(PRINTED + b"\n" + ONE)
    assert [json.loads(document)["format"] for document in documents] == ["pitledger/1", "pitledger/1"]
    assert began == [1, PRINTED.count(b"\n") + 2]


def test_braces_in_a_text_open_and_close_nothing():
    noted = b'{"format": "pitledger/1", "note": "}{{ :-{ \\" {"}'
    assert read(noted + b"\n" + ONE) == ([noted, ONE], [1, 2], None)


def test_a_byte_order_mark_is_no_part_of_the_document():
    assert read(b"\xef\xbb\xbf" + ONE) == ([ONE], [1], None)


@pytest.mark.parametrize("rubbish", [b"nonsense", b"}", b'"text"', b"[1, 2]", b"\xff\xfe"])
def test_what_is_no_document_is_given_on_and_costs_nothing_else(rubbish):
    assert read(ONE + b"\n" + rubbish + b"\n" + TWO) == ([ONE, rubbish, TWO], [1, 2, 3], None)


def test_a_record_that_breaks_off_does_not_swallow_the_next():
    broken = ONE[:-10]
    assert read(broken + b"\n" + ONE + b"\n" + TWO) == ([broken, ONE, TWO], [1, 2, 3], None)


def test_the_last_document_may_break_off():
    assert read(ONE + b"\n" + TWO[:20]) == ([ONE, TWO[:20]], [1, 2], None)


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_what_is_compressed_is_known_by_its_first_bytes(compress):
    assert read(compress(ONE + b"\n") + compress(TWO)) == ([ONE, TWO], [1, 2], None)


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_compressed_data_that_break_off_are_damage_and_not_an_end(compress):
    documents, _, damage = read(compress(ONE + b"\n" + TWO)[:-12])
    assert damage is not None
    assert damage.code == "malformed_json"
    assert documents in ([], [ONE], [ONE, TWO])


def test_the_name_of_a_file_does_not_say_how_it_is_compressed(tmp_path):
    path = tmp_path / "plain.json.gz"
    path.write_bytes(ONE)
    with opened(path) as stream:
        assert list(Documents(stream)) == [ONE]


def test_a_stream_without_end_is_read_one_document_at_a_time():
    assert next(iter(Documents(io.BufferedReader(_Repeating(ONE + b"\n"))))) == ONE


class _Repeating(io.RawIOBase):
    """A stream that never ends: whoever reads all of it before giving something would wait for ever."""

    def __init__(self, line: bytes) -> None:
        self.rest = b""
        self.line = line

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        while len(self.rest) < len(buffer):
            self.rest += self.line
        buffer[:] = self.rest[: len(buffer)]
        self.rest = self.rest[len(buffer) :]
        return len(buffer)
