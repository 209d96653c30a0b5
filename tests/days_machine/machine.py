"""Random gaming days at four tables, and what must hold whatever happens in them.

One property, one ledger, one real Postgres an example; a clock that goes on by
minutes and begins in the afternoon before the clocks change, or a year ends.
The house beside it (`house.py`) keeps its own books of all that it told.
"""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from projections.reconciliation.states import Issued
from tests.book.accountant import worth
from tests.chipsets.told import chip_set_record, received, registered
from tests.days.told import audited, counted, day_record, opened, preliminary, shut
from tests.days_machine import funds, told
from tests.days_machine.documents import Documents
from tests.days_machine.house import Round, Session, Stream, as_said, some
from tests.days_machine.pits import NewPit
from tests.days_machine.rounds import judged_round, unruled_round
from tests.days_machine.telling import CHANCES, NEW_YORK
from tests.projections.pit import table
from tests.scenario import Event, event, session_record

# An ordinary night, one of 23 hours, one of 25, and the last of a year.
NIGHTS = (date(2026, 11, 28), date(2025, 3, 8), date(2025, 11, 1), date(2025, 12, 31))
# By table: its pit, its game, what it plays in.  Of poker and of the first the play is told in totals.
TABLES = {
    "U-1": ("pit 1", "unruled", "USD"),
    "U-2": ("pit 2", "unruled", "EUR"),
    "TCP-1": ("pit 1", "three_card_poker", "USD"),
    "POK-1": ("pit 2", "poker", "USD"),
}
IN_TOTALS = frozenset({"U-1", "POK-1"})
AUDIT = {"source": "manual", "by": "A-1", "approved_by": "A-2"}
STATES: dict[str, Issued] = {"preliminary": "preliminary", "audited": "audited"}
SETTLED = frozenset({"wager_paid", "wager_collected", "progressive_paid"})
STAYS = frozenset({"opened", "box_dropped", "corrected"})


class GamingDays(Documents):
    """The nights of a property as they come."""

    @initialize(
        night=st.sampled_from(NIGHTS), jurisdiction=st.sampled_from(("NJ", "OH", "WA")), chance=CHANCES
    )
    def the_house_opens(self, night: date, jurisdiction: str, chance: Random) -> None:
        self.day = night
        self.now = datetime(night.year, night.month, night.day, 17, tzinfo=NEW_YORK).astimezone(UTC)
        self.jurisdiction = jurisdiction
        self.pit.now = self.now
        tables = [table(name, game) for name, (_, game, _) in TABLES.items()]
        for one in tables:
            one["events"][0]["currency"] = TABLES[one["table"]][2]
            one["events"].append(
                event("pit_assigned", pit=TABLES[one["table"]][0], occurred_at="2025-01-02T11:00:00-05:00")
            )
        chips = chip_set_record(registered(), received(funds.CHIPS, gaming_date="2025-01-02"))
        established = funds.funds()
        self.funds = {
            one["name"]: Stream({"name": one["name"]}, [*one["events"]], [*one["events"]])
            for one in established
        }
        self.pit.tell(*tables, chips, *established)
        self._begin_day()
        self._open(chance)

    # --- sessions ----------------------------------------------------------------------------

    @precondition(lambda self: self._shut)
    @rule(chance=CHANCES)
    def a_table_opens(self, chance: Random) -> None:
        self._later(chance)
        self._open(chance)

    @property
    def _shut(self) -> list[str]:
        """The tables at which no session is open."""
        taken = {one.header["table"] for one in self.sessions if one.closer is None}
        return [name for name in TABLES if name not in taken]

    def _open(self, chance: Random) -> None:
        name = chance.choice(self._shut)
        before = [one for one in self.sessions if one.header["table"] == name]
        of_day = [one for one in before if one.day == self.day]
        last = before[-1].closer if before else None
        chips = as_said(last) if last is not None else {"100": 50, "500": 60, "2500": 40, "10000": 20}
        chips = chips if told.mostly(chance) else told.off(chance, chips)
        header = {"table": name, "gaming_date": str(self.day), "number": len(of_day) + 1}
        pit, game, currency = TABLES[name]
        session = Session(header, pit=pit, game=game, currency=currency)
        first = event("opened", opener=chips, shift="swing", occurred_at=self._local(self.now), **told.FLOOR)
        self._tell(session, session_record(), first)
        self.sessions.append(session)

    @rule(chance=CHANCES)
    def chips_move(self, chance: Random) -> None:
        self._at_table(self._any(chance), chance, chance.choice(told.ANYTHING)(chance))

    @rule(chance=CHANCES)
    def play_is_told(self, chance: Random) -> None:
        """A round of the tables that capture rounds, the play of the others in totals."""
        session = self._any(chance)
        if session.header["table"] in IN_TOTALS:
            self._at_table(session, chance, told.played(chance))
            return
        self._later(chance)
        number = sum(
            len(one.rounds)
            for one in self.sessions
            if one.header["table"] == session.header["table"] and one.day == session.day
        )
        header = {**session.header, "session": session.header["number"], "number": number + 1}
        tell = judged_round if session.game == "three_card_poker" else unruled_round
        one, record = tell(chance, header, self.now - timedelta(minutes=1))
        self.pit.tell(record)
        session.rounds.append(one)

    @precondition(lambda self: bool(funds.owing(self._rounds)))
    @rule(chance=CHANCES)
    def the_cage_pays_a_prize(self, chance: Random) -> None:
        self._later(chance)
        of = chance.choice(funds.owing(self._rounds))
        paid = funds.paid_at_the_cage(chance, of, self.day)
        self._tell(
            of, {**session_record(), "stream": "round"}, {"occurred_at": self._local(self.now), **paid}
        )

    @rule(chance=CHANCES)
    def something_is_decided_about_a_fund(self, chance: Random) -> None:
        self._later(chance)
        fund = self.funds[chance.choice(sorted(self.funds))]
        at = self._local(self.now)
        said = {"occurred_at": at, **funds.decided(chance, chance.choice(sorted(self.days)))}
        self._tell(fund, {"format": "pitledger/1", "stream": "fund"}, said)

    @property
    def _rounds(self) -> list[Round]:
        return [one for session in self.sessions for one in session.rounds]

    @precondition(lambda self: any(one.rounds for one in self.sessions))
    @rule(chance=CHANCES)
    def something_is_given_back(self, chance: Random) -> None:
        """Goodwill out of a tray, or a settlement put right, of a round of that session or another."""
        self._later(chance)
        of, pays = chance.choice(self._rounds), self._any(chance)
        chips = told.chips(chance, 2)
        settled = [at for at, one in enumerate(of.log, 1) if one["type"] in {"wager_paid", "wager_collected"}]
        righted = {"corrects": chance.choice(settled)} if settled and chance.random() < 0.5 else {}
        placed = next(one for one in of.log if one["type"] == "wager_placed")
        given = event(
            "adjustment_posted", spot=placed["spot"], wager=placed["wager"], amount=worth(chips),
            direction=chance.choice(("to_patron", "from_patron")), session=pays.key, reason="asked for",
            occurred_at=self._local(self.now), **({"chips": chips} if chance.random() < 0.7 else {}),
            **righted, **told.FLOOR,
        )  # fmt: skip
        # A round knows nothing of adjustments in the books of the house: they are of the tray that pays.
        record = {**session_record(), "stream": "round", **of.header, "after": len(of.log)}
        self.pit.tell({**record, "events": [given]})
        of.log.append(given)
        of.now.append(None)
        pays.beside.append(given)
        own = TABLES[of.header["table"]][2]
        if own != pays.currency:
            pays.strange[own] += worth(chips) * (1 if given["direction"] == "from_patron" else -1)

    # --- counts --------------------------------------------------------------------------------

    def _count(self, session: Session, chance: Random) -> dict[str, int]:
        """The tray as somebody counts it: as it should be, or a chip or two beside."""
        tray = {face: max(count, 0) for face, count in session.whole().chips.items()}
        right = as_said(some(tray))
        return right if chance.random() < 0.5 else told.off(chance, right)

    @precondition(lambda self: any(one.closer is None for one in self.sessions))
    @rule(chance=CHANCES)
    def a_shift_hands_over(self, chance: Random) -> None:
        session = chance.choice([one for one in self.sessions if one.closer is None])
        self._later(chance)
        shifts = ("swing", "grave", "day")
        running = session.counts[-1]["to"] if session.counts else "swing"
        then = shifts[(shifts.index(running) + 1) % 3]
        told_of = event(
            "shift_changed", from_=running, to=then, count=self._count(session, chance),
            occurred_at=self._local(self.now), **told.FLOOR,
        )  # fmt: skip
        self._tell(session, session_record(), told_of, *self._box(chance))

    def _box(self, chance: Random) -> list[Event]:
        """Mostly the box is taken with it."""
        if not told.mostly(chance):
            return []
        self.boxes += 1
        box = f"B-{self.boxes}"
        return [event("box_dropped", box=box, occurred_at=self._local(self.now), **told.FLOOR)]

    @precondition(lambda self: any(one.closer is None for one in self.sessions))
    @rule(chance=CHANCES)
    def a_table_closes(self, chance: Random) -> None:
        session = chance.choice([one for one in self.sessions if one.closer is None])
        self._later(chance)
        end = event("closed", closer=self._count(session, chance), occurred_at=self._local(self.now),
                    **told.FLOOR)  # fmt: skip
        self._tell(session, session_record(), end, *self._box(chance))

    @rule(chance=CHANCES)
    def the_count_room_counts(self, chance: Random) -> None:
        """Every box that waits, of one session: to the cent, or not, and then settled."""
        session = self._any(chance)
        known = {one["box"] for one in session.facts if one["type"] == "drop_counted"}
        waiting = [one["box"] for one in session.facts if one["type"] == "box_dropped"]
        waiting = [box for box in waiting if box not in known]
        cash, documents, coupons = session.whole().accountant.expected_drop()
        for number, box in enumerate(waiting):
            found = (
                {"cash": cash, "documents": documents, "coupons": coupons} if not number else dict(NOTHING)
            )
            found = {name: max(cents, 0) for name, cents in found.items()}
            if not told.mostly(chance):
                found["cash"] += 100_00
            said = {"box": box, "first": found, "second": found, "source": "manual", "by": "C-1"}
            if chance.random() < 0.3:
                said |= {"second": {**found, "cash": found["cash"] + 20_00}, "settled": found}
            self._at_table(session, chance, event("drop_counted", approved_by="C-2", **said))

    # --- what is put right -----------------------------------------------------------------------

    @rule(chance=CHANCES)
    def an_event_of_a_session_is_put_right(self, chance: Random) -> None:
        session = self._any(chance)
        version = chance.randint(1, len(session.log))
        said = session.log[version - 1]
        again: dict[str, Any] = {}
        if said["type"] == "corrected":
            if chance.random() < 0.5:
                return
        elif said["type"] in STAYS or chance.random() < 0.6:
            again = {"event": told.as_it_should_have_been(chance, said)}
        right = event("corrected", corrects=version, reason="misread", **again, **AUDIT)
        self._at_table(session, chance, right)

    @precondition(lambda self: any(one.rounds for one in self.sessions))
    @rule(chance=CHANCES)
    def a_settlement_of_a_round_is_put_right(self, chance: Random) -> None:
        self._later(chance)
        of = chance.choice(self._rounds)
        settled = [at for at, one in enumerate(of.log, 1) if one["type"] in SETTLED]
        if not settled:
            return
        version = chance.choice(settled)
        said = of.log[version - 1]
        again: dict[str, Any] = {}
        # The face of a coupon is what was placed, whatever was paid for it: that is struck out or left.
        if told.mostly(chance) and "tender" not in said:
            more = (
                {"chips": {**said["chips"], "500": said["chips"].get("500", 0) + 1}}
                if "chips" in said
                else {}
            )
            again = {"event": {**said, "amount": said["amount"] + 5_00, **more}}
        at = self._local(self.now)
        right = event("corrected", corrects=version, reason="misread", occurred_at=at, **again, **AUDIT)
        self._tell(of, {**session_record(), "stream": "round"}, right)

    # --- the day ------------------------------------------------------------------------------------

    def _begin_day(self) -> None:
        self.days[self.day] = Stream({"gaming_date": str(self.day)})
        first = opened(jurisdiction=self.jurisdiction, occurred_at=self._local(self.now))
        self._tell(self.days[self.day], day_record(), first)

    @precondition(lambda self: len(self.days) < 3)
    @rule(chance=CHANCES)
    def the_next_gaming_day_begins(self, chance: Random) -> None:
        """What is open stays open, on the date of its opener."""
        self._later(chance)
        self.day += timedelta(days=1)
        self._begin_day()

    @rule(chance=CHANCES)
    def something_is_said_of_a_day(self, chance: Random) -> None:
        self._later(chance)
        gaming_date = chance.choice(sorted(self.days))
        kind = chance.choice(("preliminary", "preliminary", "audited", "counted", "shut", "restated"))
        poker = [one for one in self.sessions if one.game == "poker"]
        if kind == "restated" and not poker:
            return
        one = {
            "preliminary": preliminary(source="manual"),
            "audited": audited(source="manual"),
            "counted": counted("vault", told.chips(chance, 500), source="manual"),
            "shut": shut(chance.choice(sorted(TABLES)), source="manual", by="A-1"),
            "restated": told.restated(chance, poker),
        }[kind]
        self._tell(self.days[gaming_date], day_record(), {"occurred_at": self._local(self.now), **one})
        if (state := STATES.get(kind)) is not None:
            self.checks.issued(gaming_date, state)

    @rule(chance=CHANCES)
    def somebody_notes_what_is_known(self, chance: Random) -> None:
        self._later(chance)
        self.checks.noted(chance.choice(sorted(self.days)), self.now)

    @rule(chance=CHANCES)
    def a_record_is_sent_again(self, chance: Random) -> None:
        """Whoever had no answer sends it all again: nothing is appended."""
        session = chance.choice(self.sessions)
        self.checks.sent_again({**session_record(), **session.header, "events": session.log})

    # --- what must hold -----------------------------------------------------------------------------

    @invariant()
    def the_books_balance_and_one_table_is_right(self) -> None:
        """Every few steps: to read them all into the views takes longer than to record them."""
        self.steps += 1
        if self.steps % 6 == 0:
            self.checks.on_the_way()

    def teardown(self) -> None:
        with self.stack:
            # Where a step has failed already, that is what is to be told.
            if sys.exc_info()[0] is None and self.sessions:
                self.checks.at_the_end(dict(sorted(self.days.items())), self.funds)


NOTHING = {"cash": 0, "documents": 0, "coupons": 0}


def gaming_days(new_pit: NewPit) -> type[GamingDays]:
    """The machine, each of whose examples has a pit of its own."""

    class Here(GamingDays):
        def __init__(self) -> None:
            super().__init__(new_pit)

    return Here
