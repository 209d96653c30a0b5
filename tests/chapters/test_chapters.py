"""A gaming day closed as a signed chapter: what it says, and that anybody can check it with a key alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.errors import InvalidVerifierKey
from ledger.seal.chapters import told_chapter
from ledger.seal.notes import Checkpoint, VerifierKey, noted, opened, signed, verifier_of
from projections.chapters.checking import check
from projections.chapters.exporting import exported
from projections.errors import ChapterUnreadable
from projections.integrity.keys import signing_key
from tests.chapters.told import NEXT, seal, tell_evening
from tests.projections.pit import DATE, Pit, pit_of

THE_DATE = date.fromisoformat(DATE)
Document = dict[str, Any]


class Closed:
    """The pit whose evening is closed, and the file of its chapter."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self.audit = tell_evening(pit)
        seal(pit)
        self.key = verifier_of("pitledger/demo", self.signing)
        self.lines = self.export()

    @property
    def signing(self) -> Ed25519PrivateKey:
        return signing_key(self.pit.settings)

    def export(self, edition: int | None = None) -> list[bytes]:
        chapter = self.pit.views_as_they_are.chapter_to_export(THE_DATE, edition=edition)
        return list(exported(self.pit.settings, chapter))

    def resigned(self, **other: object) -> str:
        """The chapter with something else in it, signed with the key itself."""
        chapter = told_chapter(json.loads(self.lines[0])["chapter"])
        return noted(chapter.model_copy(update=other).text(), chapter.origin, self.signing)


@pytest.fixture(scope="module")
def closed(module_settings) -> Iterator[Closed]:
    with pit_of(module_settings) as pit:
        yield Closed(pit)


def documents(lines: list[bytes]) -> list[Document]:
    return [json.loads(line) for line in lines]


def as_lines(told: list[Document]) -> list[bytes]:
    return [json.dumps(one).encode() + b"\n" for one in told]


def at(told: list[Document], topic: str, n: int = 0) -> int:
    """Where the n-th event of a type stands in the file."""
    return [place for place, one in enumerate(told) if one.get("topic") == topic][n]


# --- what a chapter says ------------------------------------------------------------------


def test_a_chapter_is_verified_with_the_file_and_the_key_alone(closed):
    found = check(closed.lines, key=closed.key, gaming_date=THE_DATE)
    assert (found.ok, found.wrong, found.keys, found.key_given) == (True, [], [str(closed.key)], True)
    said = found.chapter
    assert (said.number, said.edition, said.previous, said.gaming_date) == (1, 1, None, THE_DATE)
    assert (said.closed_by.position, said.closed_by.approved_by) == (closed.audit, "A-2")
    assert said.streams == {"gaming_day": 1, "round": 4, "session": 2, "table": 3}
    assert found.events == said.events == sum(said.types.values())
    assert said.types["round.opened.v1"] == 4
    assert check(closed.lines).key_given is False


def test_its_totals_are_those_of_the_reconciliation(closed):
    day = closed.pit.views.reconcile(THE_DATE, as_of=closed.audit)
    (currency,) = day.by_currency
    figures, totals = day.by_currency[currency].total, told_chapter(json.loads(closed.lines[0])["chapter"])
    told = totals.totals[currency]
    assert told.sessions == len(day.sessions) == 2
    assert (told.opener, told.fills, told.credits, told.closer) == (
        figures.opener, figures.fills, figures.credits, figures.counted_closer,
    )  # fmt: skip
    assert (told.drop, told.accounting_win) == (figures.drop.counted, figures.accounting_win)
    assert (told.opener, told.cash, told.accounting_win) == (2 * 5_600_00, 400_00, 0)


def test_of_other_dates_it_has_only_nodes(closed):
    told = documents(closed.lines)
    assert not [one for one in told if NEXT in one.get("state", "") and '"header"' in one["state"]]
    assert [len(one["nodes"]) for one in told if "nodes" in one]
    assert told[-1] == {"events": len([one for one in told if "topic" in one])}


# --- tampering ----------------------------------------------------------------------------


def edited(told: list[Document], closed: Closed) -> None:
    one = told[at(told, "session.buy_in.v1")]
    one["state"] = one["state"].replace("20000", "30000")


def its_time(told: list[Document], closed: Closed) -> None:
    one = told[at(told, "round.card_dealt.v1", 3)]
    one["state"] = one["state"].replace('"recorded_at":"2', '"recorded_at":"1')


def dropped_inside(told: list[Document], closed: Closed) -> None:
    del told[at(told, "session.buy_in.v1")]
    told[-1]["events"] -= 1


def dropped_stream(told: list[Document], closed: Closed) -> None:
    whose = told[at(told, "round.opened.v1", 1)]["stream"]
    told[:] = [one for one in told if one.get("stream") != whose]
    told[-1]["events"] = sum("topic" in one for one in told)


def doubled(told: list[Document], closed: Closed) -> None:
    place = at(told, "session.buy_in.v1")
    told.insert(place, {**told[place]})
    told[-1]["events"] += 1


def of_another_stream(told: list[Document], closed: Closed) -> None:
    place = at(told, "table.registered.v1")
    stranger = {**told[place], "stream": "b4e01746-d1d0-572f-aa68-86cfb262df14"}
    told.insert(place, {**stranger, "position": 0})
    told[-1]["events"] += 1


def reordered(told: list[Document], closed: Closed) -> None:
    place = at(told, "session.opened.v1")
    told[place], told[place + 1] = told[place + 1], told[place]


def swapped(told: list[Document], closed: Closed) -> None:
    """The contents of two buy-ins exchanged, each in the other's place."""
    one, other = (told[at(told, "session.buy_in.v1", n)] for n in (0, 1))
    one["state"] = one["state"].replace("20000", "20100")
    other["state"] = other["state"].replace("20000", "19900")


def totals_edited(told: list[Document], closed: Closed) -> None:
    told[0]["chapter"] = told[0]["chapter"].replace('"accounting_win":0', '"accounting_win":100')


def totals_signed_wrong(told: list[Document], closed: Closed) -> None:
    chapter = told_chapter(told[0]["chapter"])
    usd = chapter.totals["USD"].model_copy(update={"accounting_win": 100})
    told[0]["chapter"] = closed.resigned(totals={"USD": usd})


def counts_signed_wrong(told: list[Document], closed: Closed) -> None:
    told[0]["chapter"] = closed.resigned(streams={"round": 5})


def other_day_said(told: list[Document], closed: Closed) -> None:
    told[0]["chapter"] = closed.resigned(gaming_date=date.fromisoformat(NEXT))


def other_key(told: list[Document], closed: Closed) -> None:
    text = told[0]["chapter"].rpartition("\n\n")[0] + "\n"
    told[0]["chapter"] = noted(text, "pitledger/demo", Ed25519PrivateKey.generate())


def other_property(told: list[Document], closed: Closed) -> None:
    chapter = told_chapter(told[0]["chapter"])
    text = chapter.model_copy(update={"origin": "pitledger/north"}).text()
    told[0]["chapter"] = noted(text, "pitledger/demo", closed.signing)


def older_checkpoint(told: list[Document], closed: Closed) -> None:
    now = opened(told[0]["checkpoint"], [closed.key])
    told[0]["checkpoint"] = signed(now._replace(size=now.size - 1), closed.signing)


def forged_checkpoint(told: list[Document], closed: Closed) -> None:
    now = opened(told[0]["checkpoint"], [closed.key])
    told[0]["checkpoint"] = signed(now, Ed25519PrivateKey.generate())


def leans_elsewhere(told: list[Document], closed: Closed) -> None:
    """Chapter and checkpoint agree, signed with the key, over a tree in which the events are not."""
    chapter = told_chapter(told[0]["chapter"])
    on = chapter.checkpoint.model_copy(update={"root": "00" * 32})
    told[0]["chapter"] = closed.resigned(checkpoint=on)
    made = Checkpoint(chapter.origin, on.size, bytes(32), on.position)
    told[0]["checkpoint"] = signed(made, closed.signing)


def node_changed(told: list[Document], closed: Closed) -> None:
    next(one for one in told if "nodes" in one)["nodes"][0][1] = "A" * 43 + "="


def node_removed(told: list[Document], closed: Closed) -> None:
    told.remove(next(one for one in told if "nodes" in one))


def cut_off(told: list[Document], closed: Closed) -> None:
    del told[-1]


def not_an_event(told: list[Document], closed: Closed) -> None:
    told[at(told, "session.buy_in.v1")]["state"] = "{}"


TAMPERINGS: dict[Callable[[list[Document], Closed], None], list[str]] = {
    edited: ["event_altered"],
    its_time: ["event_altered"],
    dropped_inside: ["event_missing"],
    dropped_stream: ["event_missing"],
    doubled: ["event_out_of_order", "event_added"],
    of_another_stream: ["event_of_another_day", "event_added"],
    reordered: ["event_missing", "event_out_of_order", "event_added"],
    swapped: ["event_altered"],
    totals_edited: ["chapter_forged", "totals_differ"],
    totals_signed_wrong: ["totals_differ"],
    counts_signed_wrong: ["counts_differ"],
    other_day_said: ["event_of_another_day"],
    other_key: ["chapter_forged"],
    other_property: ["property_other"],
    older_checkpoint: ["checkpoint_other"],
    forged_checkpoint: ["checkpoint_forged"],
    leans_elsewhere: ["proof_wrong"],
    node_changed: ["proof_wrong"],
    node_removed: ["proof_wrong"],
    cut_off: ["file_cut"],
    not_an_event: ["event_unreadable"],
}


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_tampering_is_named(closed, tamper):
    told = documents(closed.lines)
    tamper(told, closed)
    assert told != documents(closed.lines)
    found = check(as_lines(told), key=closed.key, gaming_date=None)
    codes = list(dict.fromkeys(one.code for one in found.wrong))
    assert set(TAMPERINGS[tamper]) <= set(codes), codes
    assert codes[0] == TAMPERINGS[tamper][0]
    assert not found.ok


def test_an_event_that_was_changed_is_placed(closed):
    """To one of at most 64 parts of the day."""
    told = documents(closed.lines)
    place = at(told, "session.buy_in.v1")
    told[place]["state"] += " "
    (one,) = check(as_lines(told), key=closed.key).wrong
    level = told_chapter(told[0]["chapter"]).marks.level
    events = [two["position"] for two in told if "topic" in two]
    assert one.position is not None
    assert 0 <= events.index(told[place]["position"]) - events.index(one.position) < 2**level


def test_what_cannot_be_read_is_refused_and_what_was_torn_off_is_named(closed):
    head, *rest = closed.lines
    event = next(line for line in rest if b'"version"' in line)
    for lines in (
        [], [b"hello\n"], [b"{}\n"], [head, b"[]\n", *rest], [head, b'{"nodes":[[70,"AA=="]]}\n'],
        [head, *rest, rest[-1]], [head, event.replace(b'"version"', b'"verzion"')],
        [head, event.replace(b'"position":', b'"position":"x","p":')],
        [head, b"[" * 100_000 + b"\n"],
        *([head, json.dumps({**json.loads(event), of: 5}).encode() + b"\n"] for of in ("stream", "state")),
        [head.replace(b"pitledger chapter", b"pitledger chapters"), *rest],
    ):  # fmt: skip
        with pytest.raises(ChapterUnreadable):
            check(lines, key=closed.key)
    torn = check([head, *rest[:-3], rest[-3][:20]], key=closed.key)
    assert {"file_cut", "event_missing"} <= {one.code for one in torn.wrong}
    with pytest.raises(InvalidVerifierKey):
        check([head.replace(b"pitledger/demo+", b"pitledger/demo-"), *rest])


def test_a_key_that_is_not_its_own_trusts_nothing_in_it(closed):
    stranger = verifier_of("pitledger/demo", Ed25519PrivateKey.generate())
    found = check(closed.lines, key=stranger)
    assert [one.code for one in found.wrong] == ["chapter_forged", "checkpoint_forged"]
    assert [one.code for one in check(closed.lines, gaming_date=date(2026, 11, 30)).wrong] == ["day_other"]
    other = VerifierKey("pitledger/north", closed.key.public)
    assert [one.code for one in check(closed.lines, key=other).wrong] == [
        "chapter_forged", "property_other", "checkpoint_forged",
    ]  # fmt: skip
