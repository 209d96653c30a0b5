"""What has a number: counter checks, slips of fills and credits, forms for commission."""

from __future__ import annotations

from random import Random

from hypothesis.stateful import rule

from tests.days_machine import told
from tests.days_machine.house import Session
from tests.days_machine.telling import CHANCES, Telling
from tests.scenario import Event, event

# A step of a slip, and the one that follows.
SLIPS = {"requested": "issued", "issued": "dispatched", "dispatched": "received"}


class Documents(Telling):
    """Documents as they are given, go on, are void, printed again or sent twice."""

    @rule(chance=CHANCES)
    def a_document_is_given_or_redeemed(self, chance: Random) -> None:
        if not self.documents or chance.random() < 0.6:
            self.documents += 1
            one = told.check_issued(chance, self.documents)
        else:
            one = told.check_redeemed(chance, chance.randint(1, self.documents))
        self._at_table(self._any(chance), chance, one)

    def _serial(self, chance: Random, kind: str) -> int:
        """The next number of a kind; sometimes some are left out."""
        by = chance.randint(2, 4) if chance.random() < 0.2 else 1
        self.serials[kind] = self.serials.get(kind, 0) + by
        return self.serials[kind]

    @rule(chance=CHANCES)
    def a_slip_is_begun(self, chance: Random) -> None:
        """A fill or credit from its request, or on paper from what was done about it, as far as it came."""
        kind, chips = chance.choice(("fill", "credit")), told.chips(chance)
        steps = ["requested", "issued", "dispatched", "received"]
        first, last = chance.choice(((0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)))
        serial = self._serial(chance, kind)
        self._at_table(
            self._any(chance), chance,
            *(told.slip_step(kind, step, serial, chips) for step in steps[first:last]),
        )  # fmt: skip

    def _begun(self, chance: Random) -> tuple[Session, Event] | None:
        """A step of some slip, with its session."""
        known = [
            (session, one)
            for session in self.sessions
            for one in session.facts
            if one["type"].startswith(("fill_", "credit_"))
        ]
        return chance.choice(known) if known else None

    @rule(chance=CHANCES)
    def a_slip_goes_on(self, chance: Random) -> None:
        """Its next step, a void before transport, the same step again, or a reprint."""
        found = self._begun(chance)
        if found is None:
            return
        session, one = found
        kind, step = one["type"].split("_")
        serial, chips = one["slip"]["serial"], one["chips"]
        # Of a step told twice the first is what it was.
        done = {
            other["type"].split("_")[1]: other["chips"]
            for other in reversed(session.facts)
            if other["type"].startswith(f"{kind}_") and other["slip"]["serial"] == serial
        }
        what = chance.choice(("next", "next", "void", "again", "reprint"))
        if what == "reprint":
            self._at_table(session, chance, event("slip_reprinted", slip=one["slip"], **told.FLOOR))
            return
        if what == "void" and not {"dispatched", "received"} & done.keys():
            following, chips = "voided", done.get("voided", {})
        elif what == "next" and step in SLIPS:
            following = SLIPS[step]
            # Whoever counts may count another number of chips than was sent.
            chips = done.get(following, chips if told.mostly(chance) else told.off(chance, chips))
        else:
            following, chips = step, done[step]
        self._at_table(session, chance, told.slip_step(kind, following, serial, chips))

    @rule(chance=CHANCES)
    def commission_is_owed_or_recovered(self, chance: Random) -> None:
        owing = [
            one["slip"]["serial"]
            for session in self.sessions
            for one in session.facts
            if one["type"] == "commission_uncollected"
        ]
        if not owing or chance.random() < 0.5:
            one = told.owed(chance, self._serial(chance, "vigorish"))
        else:
            one = told.recovered(chance, chance.choice(owing), self._serial(chance, "recovery"))
        self._at_table(self._any(chance), chance, one)
