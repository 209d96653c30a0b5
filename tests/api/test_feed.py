"""The feed: every event once, in order, with one content for ever, and no face before its time."""

from __future__ import annotations

import json
import random
import threading
from uuid import UUID

import pytest

from api.paging import cursor
from ledger.identity import event_id, stream_id
from projections.feed import Feed
from tests.api.desk import RECORD_412, ROUND_412, Desk, lines
from tests.scenario import dealt, event, opened, placed, revealed, round_record

OPEN = "T-1/2026-11-28/1"


def page_of(desk: Desk, after=None, limit=100):
    """The events of a page, and its cursor."""
    params = {"limit": limit} | ({} if after is None else {"after": after})
    answer = desk.get("warehouse", "/v1/feed", params=params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return answer.text.splitlines(), answer.headers["next-cursor"]


def all_of(desk: Desk, limit=1000):
    found: list[str] = []
    after = None
    while True:
        page, after = page_of(desk, after, limit)
        if not page:
            return found
        found += page


def of_round(feed, key=OPEN):
    return [one for one in map(json.loads, feed) if one["subject"] == key]


def faces_in(one):
    """Every face that an event names."""
    data = one["data"].get("event") or one["data"]
    cards = [data.get("card"), *(data.get("cards") or ())]
    return [card for card in cards if card is not None]


# --- what a line is -------------------------------------------------------------------


def test_a_line_is_a_cloud_event(evening):
    feed = of_round(all_of(evening), ROUND_412)
    assert len(feed) == 49
    said = feed[1]
    stream = stream_id("demo", "round", ROUND_412)
    assert said == {
        "specversion": "1.0",
        "id": str(event_id(stream, 2)),
        "source": "/pitledger/demo",
        "type": "round.wager_placed.v1",
        "subject": ROUND_412,
        "time": "2026-11-29T01:14:05Z",
        "position": said["position"],
        "version": 2,
        "recordedat": said["recordedat"],
        "data": {
            "type": "wager_placed",
            "occurred_at": "2026-11-28T20:14:05-05:00",
            "source": "dealer",
            "by": "D-1187",
            "spot": 1,
            "wager": "ante",
            "amount": 25_00,
            "chips": {"2500": 1},
        },
    }
    assert said["recordedat"].endswith("Z")
    assert int(said["position"]) == int(feed[0]["position"]) + 1


def test_other_streams_are_in_it_too(evening):
    feed = [json.loads(one) for one in all_of(evening)]
    assert [one["subject"] for one in feed[:7]] == ["thb-2026-01"] + ["THB-03"] * 3 + ["BJ-04"] * 2 + ["T-1"]
    assert feed[1]["type"] == "table.registered.v1"


def test_an_event_whose_time_nobody_knows_has_that_of_its_recording(desk):
    record = round_record(opened(source="import"), gaming_date=None)
    record["events"][0]["occurred_at"] = None
    desk.record(record)
    (said,) = of_round(all_of(desk), "T-1/-/1")
    assert said["time"] == said["recordedat"]
    assert "occurred_at" not in said["data"]


# --- pages ----------------------------------------------------------------------------


def test_every_page_size_gives_the_same_lines(desk):
    desk.record(RECORD_412)
    desk.record_lines(lines(hidden_hand(), hidden_hand(number=2)))
    whole = all_of(desk)
    assert len(whole) == desk.head()
    for limit in (1, 2, 3, 7, 10, 49, 50):
        assert all_of(desk, limit) == whole


def test_the_cursor_stays_at_the_end_of_the_log(desk):
    first, end = page_of(desk, limit=1000)
    assert len(first) == desk.head()
    for _ in range(3):
        assert page_of(desk, end) == ([], end)
    desk.record(round_record(opened()))
    news, after = page_of(desk, end)
    assert [one["subject"] for one in map(json.loads, news)] == [OPEN]
    assert after != end


def test_an_empty_ledger_has_an_empty_feed(empty_desk):
    page, after = page_of(empty_desk)
    assert page == []
    assert page_of(empty_desk, after) == ([], after)


def test_the_next_page_is_linked(evening):
    answer = evening.get("warehouse", "/v1/feed", params={"limit": 3})
    link = answer.headers["link"]
    assert link.endswith('>; rel="next"')
    following = evening.get("warehouse", link[1 : link.index(">")])
    assert [json.loads(one)["position"] for one in following.text.splitlines()] == ["4", "5", "6"]


@pytest.mark.parametrize(
    "after",
    [
        *("rubbish", "", "ÄÖ", cursor("rounds", "3"), cursor("feed/north", "3"), cursor("feed/demo", "-3")),
        *("-3", "3.0", " 3", "٣", str(2**63), "9" * 5000, cursor("feed/demo", "9" * 5000)),
    ],
)
def test_a_cursor_that_was_not_given_here_is_refused(evening, after):
    answer = evening.get("warehouse", "/v1/feed", params={"after": after})
    assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")


# --- faces ----------------------------------------------------------------------------


def hidden_hand(*more, number=1):
    """Two hands dealt face down by a shoe that knows them, one of which is never shown."""
    return round_record(
        opened(),
        placed(1, "ante", 15_00),
        dealt(1, "As", source="shoe"),
        dealt(2, "7h"),
        dealt(1, "Ad"),
        dealt(2, "2d"),
        event("card_burned", card="5c"),
        dealt("board", "9h", face="up", source="camera"),
        event("corrected", corrects=4, event={**dealt(2, "7d"), "occurred_at": None}, reason="misread",
              approved_by="F-22"),
        event("hand_collected", to=2, cards=["7d", "2d"]),
        revealed(1, "As", "Ad"),
        event("hand_collected", to=1, cards=["As", "Ad"]),
        event("closed"),
        *more,
        number=number,
    )  # fmt: skip


def test_a_face_comes_with_the_event_that_shows_it_and_the_rest_with_the_close(desk):
    desk.record(hidden_hand())
    feed = of_round(all_of(desk))
    seen = {one["version"]: faces_in(one) for one in feed if faces_in(one)}
    assert seen == {8: ["9h"], 11: ["As", "Ad"], 12: ["As", "Ad"]}
    assert feed[9]["data"]["cards"] == [None, None]
    assert [one["data"].get("faces") for one in feed[:-1]] == [None] * 12
    assert feed[-1]["data"]["faces"] == {"3": "As", "4": "7h", "5": "Ad", "6": "2d", "7": "5c", "9": "7d"}


def test_an_event_that_was_given_is_never_given_otherwise(desk):
    """While the round is open, when it is over, to whoever asks: the same bytes."""
    desk.record({**hidden_hand(), "events": hidden_hand()["events"][:7]})
    while_open = all_of(desk)
    desk.record(hidden_hand())
    when_over = all_of(desk)
    assert when_over[: len(while_open)] == while_open
    service = desk.app.state.services
    assert [one.line.decode() for one in Feed(service.ledger).lines()] == when_over


def test_a_face_recorded_after_the_close_is_not_withheld(desk):
    late = event(
        "corrected",
        corrects=7,
        event={"type": "card_burned", "card": "5d"},
        reason="video",
        approved_by="F-2",
    )
    late["event"]["occurred_at"] = None
    desk.record(hidden_hand(late))
    assert faces_in(of_round(all_of(desk))[-1]) == ["5d"]


# --- a consumer that dies -------------------------------------------------------------


def test_a_consumer_killed_in_the_middle_of_a_page_goes_on_from_its_last_event(desk):
    desk.record(RECORD_412)
    kept: list[str] = []
    position = "0"
    while page := page_of(desk, position, limit=10)[0]:
        done = page[:7]  # killed with the rest of the page in hand
        kept += done
        position = json.loads(done[-1])["position"]
    assert kept == all_of(desk)
    assert len(kept) == 7 + 49


def test_a_position_means_what_the_cursor_of_a_page_that_ends_there_means(evening):
    page, following = page_of(evening, limit=5)
    assert json.loads(page[-1])["position"] == "5"
    assert page_of(evening, "5", limit=3) == page_of(evening, following, limit=3)


def test_a_position_that_the_log_has_not_is_refused_and_where_it_ends_is_said(evening):
    end = json.loads(all_of(evening)[-1])["position"]
    assert page_of(evening, end)[0] == []
    for path in ("/v1/feed", "/v1/feed/stream"):
        for beyond in (str(int(end) + 1), str(2**63 - 1)):
            answer = evening.get("warehouse", path, params={"after": beyond})
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
            assert f"ends at {end}," in answer.json()["detail"]


class Consumer:
    """Keeps what it took and its cursor together, as a warehouse does; everything else dies with it."""

    def __init__(self, desk: Desk, chance: random.Random) -> None:
        self.desk = desk
        self.chance = chance
        self.kept: list[str] = []
        self.after: str | None = None
        self.deaths = 0

    def live(self) -> bool:
        """Follow the feed until killed, or until its end; whether there was news."""
        after, news = self.after, False
        while True:
            page, after = page_of(self.desk, after, self.chance.choice([1, 2, 5, 17, 100]))
            if self.chance.random() < 0.3:
                self.deaths += 1
                return True  # killed with a page in hand: neither it nor its cursor was kept
            if not page:
                return news
            self.kept += page
            self.after, news = after, True


@pytest.mark.parametrize("seed", range(3))
def test_a_consumer_killed_at_any_point_has_every_event_once_in_order(desk, seed):
    chance = random.Random(seed)
    consumer = Consumer(desk, chance)
    registered = len(all_of(desk))
    rounds_each = 8

    def deal(table: int) -> None:
        for number in range(rounds_each):
            record = hidden_hand(number=100 * table + number)
            cut = random.Random(number).randrange(2, 12)
            desk.record({**record, "events": record["events"][:cut]})
            desk.record(record)

    dealers = [threading.Thread(target=deal, args=(table,)) for table in range(1, 5)]
    for dealer in dealers:
        dealer.start()
    while any(dealer.is_alive() for dealer in dealers) or consumer.live():
        consumer.live()
    for dealer in dealers:
        dealer.join()

    events = [json.loads(one) for one in consumer.kept]
    assert consumer.deaths > 5
    assert len(events) == registered + 4 * rounds_each * 13
    assert len({one["id"] for one in events}) == len(events)
    assert [int(one["position"]) for one in events] == sorted(int(one["position"]) for one in events)
    assert consumer.kept == all_of(desk)
    versions: dict[str, int] = {}
    for one in events:
        # In every stream one after the other, and the id is that of stream and version.
        versions[one["subject"]] = versions.get(one["subject"], 0) + 1
        assert one["version"] == versions[one["subject"]]
        if one["type"].startswith("round."):
            stream = stream_id("demo", "round", one["subject"])
            assert UUID(one["id"]) == event_id(stream, one["version"])
    for number in range(rounds_each):
        hands = of_round(consumer.kept, f"T-1/2026-11-28/{100 + number}")
        assert {one["version"] for one in hands if faces_in(one)} == {8, 11, 12}
