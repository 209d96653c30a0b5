"""What must hold of random gaming days, said by the views and held against the books of the house."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from difflib import unified_diff
from operator import attrgetter
from typing import Any

from projections.rebuild import digest
from projections.reconciliation.answers import CurrencySums, Figures, Reconciliation, SessionFigures
from projections.reconciliation.moved import FIGURES
from projections.reconciliation.states import Issued
from projections.runner import Projector, projecting
from projections.tracking import VIEWS
from tests.book.accountant import worth
from tests.days_machine import funds
from tests.days_machine.house import Part, Session, Stream, as_said, gaps, openers, some, used
from tests.projections.pit import Pit

# What a journal posts to that is win, in the sign of a credit.
WIN = frozenset({
    "win_rounds", "win_coupon_face", "fees", "poker_rake", "exceptions", "goodwill", "table_over_short",
    "drop_over_short",
})  # fmt: skip


class Checks:
    """Asks the views of a pit, and compares."""

    def __init__(self, pit: Pit, sessions: list[Session]) -> None:
        self.pit = pit
        self.sessions = sessions
        self._first: dict[date, str] = {}
        self._audited: dict[date, str] = {}
        self._noted: list[tuple[date, datetime, str]] = []
        self._turn = 0

    # --- what is noted, to be asked again ----------------------------------------------------

    def issued(self, gaming_date: date, kind: Issued) -> None:
        """A report was printed: the first preliminary one stays, an audited one is the last."""
        said = _document(self.pit.views.reconcile(gaming_date, state=kind))
        if kind == "preliminary":
            assert self._first.setdefault(gaming_date, said) == said
        else:
            self._audited[gaming_date] = said

    def noted(self, gaming_date: date, now: datetime) -> None:
        """What is known at this time."""
        self._noted.append((gaming_date, now, _document(self.pit.views.reconcile(gaming_date))))

    def sent_again(self, record: dict[str, Any]) -> None:
        head = self.pit.ledger.recorder.head()
        said = json.dumps({"property": self.pit.settings.property, **record})
        (receipt,) = self.pit.ledger.record_all([said], by="test")
        assert (receipt.status, self.pit.ledger.recorder.head()) == ("already_there", head), receipt

    # --- on the way -----------------------------------------------------------------------------

    def on_the_way(self) -> None:
        """The trial balance is zero, and one session, in its turn, is as the house has it."""
        views = self.pit.views
        assert set(views.trial_balance().out_of_balance.values()) <= {0}
        self._turn += 1
        one = self.sessions[self._turn % len(self.sessions)]
        told = views.reconcile(one.day, table=one.header["table"])
        (figures,) = [found for found in told.sessions if found.number == one.header["number"]]
        is_as_told(figures, one)

    # --- at the end -----------------------------------------------------------------------------------

    def at_the_end(self, days: Mapping[date, Stream], of_funds: Mapping[str, Stream]) -> None:
        """All of it; `days` are the gaming dates as told, `of_funds` what was decided about funds."""
        for gaming_date, stream in days.items():
            told = self.pit.views.reconcile(gaming_date)
            own = [one for one in self.sessions if one.day == gaming_date]
            self._the_day(told, own)
            self._what_moved(told)
            restated: Counter[str] = Counter()
            for one in stream.facts:
                if one["type"] == "poker_revenue_restated":
                    restated[one["session"]] += one["amount"]
            self._poker(gaming_date, own, restated)
            self._the_journal(gaming_date, own, restated)
            funds.float_is_as_told(self.pit.views, self.sessions, dict(days), gaming_date)
        funds.are_as_told(self.pit.views, self.sessions, days, of_funds)
        self._slips(sorted(days))
        self._every_event_balances()
        self._what_was_said_is_still_said()
        self._views_are_a_fold_of_the_log()

    def _the_day(self, told: Reconciliation, own: list[Session]) -> None:
        by_key = {f"{one.table}/{one.gaming_date}/{one.number}": one for one in told.sessions}
        assert sorted(by_key) == sorted(one.key for one in own)
        against = openers(self.sessions)
        for one in own:
            figures = by_key[one.key]
            is_as_told(figures, one)
            found = figures.continuity
            assert found is not None
            assert (found.status, found.by_denomination) == against[one.key], one.key
        assert set(told.by_currency) == {one.currency for one in own}
        for currency, sums in told.by_currency.items():
            alike = [one for one in own if one.currency == currency]
            adds_up(sums.total, alike)
            for name, figures_of in sums.by_game.items():
                adds_up(figures_of, [one for one in alike if one.game == name])
            for name, figures_of in sums.by_pit.items():
                adds_up(figures_of, [one for one in alike if one.pit == name])
            assert set(sums.by_game) == {one.game for one in alike}
            assert set(sums.by_pit) == {one.pit for one in alike}
            self._the_shifts(sums, alike)
        self._over_currencies(told)

    def _over_currencies(self, told: Reconciliation) -> None:
        """What is in one currency alone is said again, what is in several is not."""
        sums = list(told.by_currency.values())
        if sums:
            assert told.total == (sums[0].total if len(sums) == 1 else None)
        for whole, parts in (
            (told.by_game, [one.by_game for one in sums]),
            (told.by_pit, [one.by_pit for one in sums]),
            (told.by_shift, [one.by_shift for one in sums]),
        ):
            for name, said in whole.items():
                known = [part[name] for part in parts if name in part]
                assert said == (known[0] if len(known) == 1 else None)

    def _what_moved(self, told: Reconciliation) -> None:
        """What is said to have moved since the day was printed or audited is what was said otherwise then."""
        if told.last_state == "live":
            assert (told.changed_since, told.moved) == (False, [])
            return
        then = self.pit.views.reconcile(told.gaming_date, state=told.last_state)
        was, now = _figures(then), _figures(told)
        moved = {(one.session, one.figure): one.now for one in told.moved if one.figure != "poker_restated"}
        there = {session for session, _ in was}
        fresh = {place: cents for place, cents in now.items() if place[0] not in there and cents}
        changed = {place: now.get(place) for place, cents in was.items() if now.get(place) != cents}
        assert moved == changed | fresh
        assert told.changed_since is bool(told.moved)

    def _poker(self, gaming_date: date, own: list[Session], restated: Counter[str]) -> None:
        found = self.pit.views.poker_revenue(gaming_date, gaming_date)
        poker = [one for one in own if one.game == "poker"]
        assert {one.session: (one.revenue, one.restated) for one in found.sessions} == {
            one.key: (one.win, restated[one.key]) for one in poker
        }
        assert {one.session: one.amount for one in found.left_out} == {
            key: cents for key, cents in restated.items() if key not in {one.key for one in poker}
        }
        known = [one.win + restated[one.key] for one in poker if one.win is not None]
        assert found.revenue == sum(known)

    def _the_shifts(self, told: CurrencySums, own: list[Session]) -> None:
        by_name: dict[str, Part] = {}
        for one in own:
            for name, part in zip(shift_names(one), one.parts(), strict=True):
                by_name.setdefault(name, Part()).add(part)
        assert set(told.by_shift) == set(by_name)
        for name, part in by_name.items():
            found, accountant = told.by_shift[name], part.accountant
            assert (found.fills, found.credits) == (part.of["F"], part.of["C"])
            assert (found.round_win, found.match_play) == (accountant.round_win(), part.of["MP"])
            assert found.exceptions == part.of["X"] + part.of["Xb"]
            assert found.drop_expected == sum(accountant.expected_drop())
            assert found.identity_holds is not False

    def _the_journal(self, gaming_date: date, own: list[Session], restated: Counter[str]) -> None:
        journal = self.pit.views.journal(gaming_date)
        if journal.last_state != "live":
            # What funds post was said whole, whatever was not counted yet.
            then = self.pit.views.journal(gaming_date, state=journal.last_state)
            assert (then.funds == journal.funds) or journal.changed_since
        assert all(total.balances for total in journal.totals)
        # What is restated is posted where the session is on the date and counted.
        won: Counter[str] = Counter()
        for one in own:
            if one.win is not None:
                won[one.currency] += one.win + restated[one.key]
        posted: Counter[str] = Counter()
        for line in journal.lines:
            if line.account in WIN:
                posted[line.currency] += line.credit - line.debit
        assert all(posted[name] == won[name] for name in {*posted, *won})
        left_out = {one.key for one in own if one.win is None} | (set(restated) - {one.key for one in own})
        assert {one.session for one in journal.left_out} == left_out

    def _slips(self, days: Sequence[date]) -> None:
        numbers = self.pit.views.slip_numbers(days[0], days[-1], jurisdiction="NJ")
        told = used(self.sessions)
        missing = {(one.type, one.first_missing, one.last_missing) for one in numbers.gaps}
        assert missing == {
            (kind, *gap) for kind, uses in told.items() for gap in gaps(serial for serial, _ in uses)
        }
        assert {one.type: (one.first, one.last, one.used) for one in numbers.series} == {
            kind: (uses[0][0], uses[-1][0], len({serial for serial, _ in uses}))
            for kind, uses in told.items()
        }
        twice = {
            f"{kind}/A/{serial}"
            for kind, uses in told.items()
            for (serial, _), times in Counter(uses).items()
            if times > 1
        }
        assert {one.name for one in numbers.repeated} == twice
        void = {
            f"{kind}/A/{serial}" for kind, uses in told.items() for serial, step in uses if "void" in step
        }
        assert {one.name for one in numbers.voided} == void

    def _every_event_balances(self) -> None:
        with projecting(self.pit.settings) as connection:
            off = connection.execute(
                "SELECT position, sum(amount) FROM inventory_postings"
                " GROUP BY position HAVING sum(amount) <> 0"
            ).fetchall()
        assert off == []

    def _what_was_said_is_still_said(self) -> None:
        views = self.pit.views
        for gaming_date, said in self._first.items():
            assert _differing(said, views.reconcile(gaming_date, state="preliminary")) == []
        for gaming_date, said in self._audited.items():
            assert _differing(said, views.reconcile(gaming_date, state="audited")) == []
        for gaming_date, time, said in self._noted:
            assert _differing(said, views.reconcile(gaming_date, as_known_at=time)) == []

    def _views_are_a_fold_of_the_log(self) -> None:
        """Written in one piece they are what they became step by step."""
        settings = self.pit.settings
        before = {view: digest(settings, view, with_places=True) for view in VIEWS}
        with projecting(settings) as connection:
            names = [table.name for view in VIEWS.values() for table in view("").tables]
            connection.execute(f"TRUNCATE {', '.join(names)}")
            connection.execute(
                "UPDATE tracking SET notification_id = 0 WHERE application_name <> '__migration__'"
            )
        Projector(settings).catch_up()
        assert {view: digest(settings, view, with_places=True) for view in VIEWS} == before


def shift_names(session: Session) -> list[str]:
    """The shifts of a session in their order."""
    counts = session.counts
    opened = session.first("opened")
    assert opened is not None
    if not counts:
        return [opened["shift"]]
    return [*(one["from"] for one in counts), counts[-1]["to"]]


def is_as_told(found: SessionFigures, told: Session) -> None:
    """The figures of a session against the accountant's, and the identity."""
    whole = told.whole()
    of, accountant, drop = whole.of, whole.accountant, told.drop
    closer, expected = told.closer, accountant.expected_drop()
    assert (found.opener, found.fills, found.credits) == (of["O"], of["F"], of["C"]), told.key
    assert found.expected_closer == accountant.expected_closer() == whole.tray, told.key
    assert (found.game, found.pit) == (told.game, told.pit)
    assert found.round_win.total == accountant.round_win(), told.key
    assert (found.match_play, found.exceptions) == (of["MP"], of["X"] + of["Xb"]), told.key
    assert found.exceptions == sum(item.amount for item in found.exception_items)
    assert found.drop.expected == sum(expected)
    shown = drop or expected
    assert (found.drop.cash, found.drop.documents, found.drop.coupons) == shown
    assert found.drop.counted == (None if drop is None else sum(drop)), told.key
    assert found.accounting_win == told.win, told.key
    _is_judged_as_told(found, told)
    assert +Counter(found.other_currencies) == +told.strange, told.key
    assert -Counter(found.other_currencies) == -told.strange, told.key
    if closer is None:
        assert found.variance is None
        return
    assert found.variance is not None
    chips = Counter(closer)
    chips.subtract(whole.chips)
    assert some(found.variance.by_denomination) == some(chips), told.key
    assert found.variance.unspecified == -whole.unspecified
    assert found.variance.total == worth(as_said(closer)) - whole.tray
    _identity(found, counted=told.win is not None)


def _is_judged_as_told(found: SessionFigures, told: Session) -> None:
    win, judged = found.round_win, told.judged
    if judged is None:
        assert (win.rules, win.mispayments) == (None, None), told.key
    else:
        assert (win.rules or 0, win.mispayments or 0) == judged, told.key
    assert win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged


def _identity(found: Figures, *, counted: bool) -> None:
    """W = W_r + MP + X + v_T + v_D.  Source: A.4, formula 7."""
    assert found.identity_holds is (True if counted else None)
    if counted:
        assert found.variance is not None
        assert found.drop.variance is not None
        explained = found.round_win.total + found.match_play + found.exceptions
        assert found.accounting_win == explained + found.variance.total + found.drop.variance


def adds_up(found: Figures | None, sessions: Iterable[Session]) -> None:
    """Figures of several sessions against the sum of them; what cannot be said of one is not said."""
    assert found is not None, "a sum in one currency is always said"
    told = list(sessions)
    every = Part()
    for one in told:
        every.add(one.whole())
    accountant = every.accountant
    assert (found.opener, found.fills, found.credits) == (every.of["O"], every.of["F"], every.of["C"])
    assert found.expected_closer == every.tray
    assert (found.round_win.total, found.match_play) == (accountant.round_win(), every.of["MP"])
    assert found.exceptions == every.of["X"] + every.of["Xb"]
    wins = [one.win for one in told]
    known = [win for win in wins if win is not None]
    assert found.accounting_win == (sum(known) if len(known) == len(wins) else None)
    _identity(found, counted=len(known) == len(wins))


def _figures(told: Reconciliation) -> dict[tuple[str, str], int]:
    """The figures of a reconciliation that are said, by session and name."""
    return {
        (f"{one.table}/{one.gaming_date}/{one.number}", figure): cents
        for one in told.sessions
        for figure in FIGURES
        if (one.variance is not None or figure != "variance.total")
        and (cents := attrgetter(figure)(one)) is not None
    }


def _document(answer: Reconciliation) -> str:
    """An answer, but for what is later than it, and for the name of the moment that was asked for."""
    said = answer.model_dump(mode="json", exclude={"lag", "as_known_at", "as_of"})
    return json.dumps(said, indent=1)


def _differing(said: str, again: Reconciliation) -> list[str]:
    """Lines in which an answer is not what it was."""
    return list(unified_diff(said.splitlines(), _document(again).splitlines(), "before", "now", lineterm=""))
