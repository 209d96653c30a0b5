"""A reconciliation as an accountant reads it: the tray, the win as a sum, what may explain what is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from api.cli import terminal
from api.cli.moved import say_moved

if TYPE_CHECKING:
    from projections.days.answers import Opener
    from projections.reconciliation.answers import (
        Candidate,
        Figures,
        PeriodFigures,
        Reconciliation,
        SessionFigures,
        TrayRow,
    )
    from projections.theory.answers import Theoretical

# An amount as it is written in its currency.
Written: TypeAlias = Callable[[int | None], str]
# Figures of a session or a sum: their name, themselves, their currency.
Group: TypeAlias = "tuple[str, Figures, str]"

WIN: Final = (
    "session", "win", "round win", "rules", "mispaid", "unjudged", "coupons", "exceptions", "tray", "box",
)  # fmt: skip
RATES: Final = ("", "drop", "win", "hold", "of cash", "handle", "pc", "hours")
SHIFTS: Final = (
    "shift", "opener", "fills", "credits", "expected", "counted", "tray", "drop", "box", "round win", "win",
)  # fmt: skip
HOLDS: Final[Mapping[bool | None, str]] = {
    None: "cannot be said yet",
    True: "holds",
    False: "DOES NOT HOLD",
}
# Exceptions shown one by one for each of many tables.
MOST_EXCEPTIONS: Final = 3
# Events that a candidate is shown with.
MOST_EVIDENCE: Final = 5


def show(found: Reconciliation, *, whole: bool, state: str | None) -> None:
    """Write it; `whole` shows each session with its tray and all that may explain what is off.

    `state` is the one that was asked for, None for the day as it stands.
    """
    _heading(found, state)
    if not found.sessions:
        terminal.say(f"no session is recorded on {found.gaming_date}")
    for session in found.sessions:
        _session(session, whole=whole)
        if whole:
            _whole(session)
        elif session.candidates:
            _first(session)
    if found.sessions:
        _sums(found, whole=whole)
    _apart(found)


def _heading(found: Reconciliation, state: str | None) -> None:
    """Which report it is, where it is not simply the day as it stands."""
    known = "" if found.as_known_at is None else f", as known at {found.as_known_at.isoformat()}"
    position = f"as of position {found.as_of:,}{known}"
    if state is not None:
        terminal.say(f"{found.gaming_date}, {state} report, {position}")
    elif found.last_state != "live" or known:
        terminal.say(f"{found.gaming_date}, {found.state_in_words}, {position}")
        say_moved(found)


def _money(currency: str) -> Written:
    """How amounts of a currency are written."""
    return partial(terminal.money, currency=currency)


def _session(one: SessionFigures, *, whole: bool) -> None:
    money, drop, game = _money(one.currency), one.drop, one.game or "no game offered"
    pit = "" if one.pit is None else f", {one.pit}"
    lasted = "" if one.hours is None else f", {_hours(one.hours)} hours"
    status = one.status.replace("_", " ")
    plays = f", in{terminal.named(one.currency)}" if terminal.named(one.currency) else ""
    terminal.say(f"{one.table}/{one.gaming_date}/{one.number}   {game}, {status}{pit}{lasted}{plays}")
    terminal.say(f"  opener {money(one.opener)}  fills {money(one.fills)}  credits {money(one.credits)}")
    closers = f"  closer expected {money(one.expected_closer)}  counted {money(one.counted_closer)}"
    terminal.say(closers + (f"  variance {money(one.variance.total)}" if one.variance else ""))
    if one.variance and any(one.variance.by_denomination.values()):
        terminal.say(f"  off by {_off(one.variance.by_denomination, money)}")
    boxes = f"  drop expected {money(drop.expected)}  counted {money(drop.counted)}"
    terminal.say(f"{boxes}  variance {money(drop.variance)}")
    for other in one.drop_offset_by:
        terminal.say(f"  perhaps the boxes were swapped: that of {other} is off by as much, the other way")
    if one.continuity is not None:
        _opener(one.continuity, money)
    _exceptions(one, whole=whole)
    _beside(one, money)
    terminal.say(f"  the identity {HOLDS[one.identity_holds]}")


def _opener(one: Opener, money: Written) -> None:
    """By what an opener differs from the closer before it, or did."""
    if one.status == "differs":
        terminal.say(f"  opener off by {money(one.amount)} from the closer of {one.previous}")
        for asked in one.asked:
            terminal.say(f"    {asked.words}")
    if (closed := one.settled) is not None:
        was = f"opener was off by {money(closed.amount)} from the closer of {one.previous}"
        terminal.say(f"  {was}: {closed.count} put right by #{closed.version} of {closed.session}")


def _beside(one: SessionFigures, money: Written) -> None:
    """What is stated beside the figures, and taken out of none."""
    for slip in one.in_transit:
        said = f"{slip.evidence.sentence} ({terminal.chips(slip.by_denomination, one.currency)})"
        terminal.say(f"  in transit {money(slip.amount)}: {said}")
    for currency, cents in one.other_currencies.items():
        moved = f"{terminal.money(cents, currency)} {currency}"
        terminal.say(f"  in another currency {moved}, in these figures as they are: nothing was exchanged")
    if one.outstanding_color:
        terminal.say(f"  outstanding color {money(one.outstanding_color)}, part of the variance")
    if one.theoretical is not None and one.theoretical.win is not None:
        terminal.say(f"  {_theory(one.theoretical, money)}")


def _hours(hours: float) -> str:
    """Hours with two places, none where they are whole."""
    return f"{hours:.2f}".removesuffix(".00")


def _exceptions(one: SessionFigures, *, whole: bool) -> None:
    """What stands outside the closed list, one by one; many in short where many tables are shown."""
    many = len(one.exception_items)
    if many > MOST_EXCEPTIONS and not whole:
        total = terminal.money(one.exceptions, one.currency)
        terminal.say(f"  {many} exceptions, {total} in all (--table {one.table} lists them)")
        return
    for item in one.exception_items:
        said = f"{item.type} #{item.version} of {item.stream}"
        terminal.say(f"  exception {terminal.money(item.amount, one.currency)}: {said}")


def _theory(one: Theoretical, money: Written) -> str:
    """What the wagers of closed rounds should have won, and how far from it they are."""
    z = "" if one.z is None else f", {one.z} sigma off{': an alarm' if one.alarm else ''}"
    return f"theoretical win {money(one.win)}  sigma {money(one.sigma)}  won {money(one.actual)}{z}"


def _off(chips: Mapping[int, int], money: Written) -> str:
    """`+1×5.00  -1×25.00`."""
    off = sorted((face, count) for face, count in chips.items() if count)
    return "  ".join(f"{count:+}×{money(face)}" for face, count in off)


def _first(one: SessionFigures) -> None:
    """The likeliest candidate of each shift in short; the table by itself shows all of them."""
    for candidate in one.candidates or ():
        if candidate.rank == 1:
            shift = "" if candidate.shift is None else f"{candidate.shift}: "
            said = "; ".join(part.sentence for part in candidate.explanations)
            terminal.say(f"  perhaps: {shift}{said} (--table {one.table} shows the evidence)")


# --- one session, whole -----------------------------------------------------------


def _whole(one: SessionFigures) -> None:
    if one.opener is not None:
        _tray(one.tray, _money(one.currency))
    if len(one.shifts) > 1:
        rows = [_shift(shift.shift, shift, one.currency) for shift in one.shifts]
        terminal.table("Shifts", SHIFTS, rows, numbers=SHIFTS[1:])
        if any(len(box.shifts) > 1 for box in one.by_box):
            boxes = [_shift(" + ".join(box.shifts), box, one.currency) for box in one.by_box]
            terminal.table("From one drop box to the next", SHIFTS, boxes, numbers=SHIFTS[1:])
    _identity(one)
    if one.candidates:
        terminal.say("What may explain the tray: candidates, of which nothing is booked")
        for candidate in one.candidates:
            if candidate.rank == 1:
                if candidate.shift is not None:
                    terminal.say(f" shift {candidate.shift}")
                _candidate(candidate, _money(one.currency))
                continue
            said = "; ".join(part.sentence for part in candidate.explanations)
            terminal.say(f"  {candidate.rank}. {_amount(candidate, _money(one.currency))}: {said}")


def _tray(rows: Sequence[TrayRow], money: Written) -> None:
    """The tray by denomination, line by line."""
    from projections.reconciliation.rows import WORDS

    faces = sorted({face for row in rows for face in row.by_denomination})
    unspecified = any(row.unspecified for row in rows)
    columns = (
        "tray",
        *(money(face).removesuffix(".00") for face in faces),
        *(["no chips"] if unspecified else []),
        "value",
        "running",
    )
    lines = [
        (
            WORDS.get(row.movement, row.movement.replace("_", " ")),
            *(_count(row.by_denomination.get(face, 0), signed=row.movement == "variance") for face in faces),
            *([money(row.unspecified) if row.unspecified else ""] if unspecified else []),
            money(row.total),
            "" if row.running is None else money(row.running),
        )
        for row in rows
    ]
    terminal.table("Tray", columns, lines, numbers=columns[1:])


def _count(count: int, *, signed: bool) -> str:
    if not count:
        return ""
    return f"{count:+,}" if signed else f"{count:,}"


def _identity(one: SessionFigures) -> None:
    """The win as a sum of its terms."""
    win, tray = one.round_win, None if one.variance is None else one.variance.total
    rows = [
        ("", "by the rules", win.rules),
        ("+", "mispaid", win.mispayments),
        ("+", "cannot be judged", win.unjudged),
        ("=", "round win", win.total),
        ("+", "coupons, at face", one.match_play),
        ("+", "exceptions", one.exceptions),
        ("+", "tray over or short", tray),
        ("+", "drop over or short", one.drop.variance),
        ("=", "win: closer + credits + drop - opener - fills", one.accounting_win),
    ]
    lines = [(sign, name, terminal.money(cents, one.currency)) for sign, name, cents in rows]
    terminal.table("What the win is made of", ("", "term", "amount"), lines, numbers=("amount",))


def _candidate(one: Candidate, money: Written) -> None:
    """One candidate with what it points at."""
    terminal.say(f"  {one.rank}. {_amount(one, money)}: {one.reason}")
    for part in one.explanations:
        terminal.say(f"     {money(part.amount)}: {part.sentence}")
        for evidence in part.evidence[:MOST_EVIDENCE]:
            number = "" if evidence.version is None else f" #{evidence.version}"
            terminal.say(f"       {evidence.stream}{number}  {evidence.sentence}")
        more = part.more + max(0, len(part.evidence) - MOST_EVIDENCE)
        if more:
            terminal.say(f"       and {more:,} more that would do as well")


def _amount(one: Candidate, money: Written) -> str:
    left = one.remains.total
    return money(one.amount) + (f", leaving {money(left)}" if left else "")


# --- sums, and what stands apart --------------------------------------------------


def _sums(found: Reconciliation, *, whole: bool) -> None:
    if not whole or len(found.sessions) > 1:
        rows = [_win(f"{one.table}/{one.number}", one, one.currency) for one in found.sessions]
        rows += [_win(*one) for one in _totals(found)]
        terminal.table("Win, and what it is made of", WIN, rows, numbers=WIN[1:])
    rates = [_rate(*one) for one in _groups(found)]
    terminal.table("Hold", RATES, rates, numbers=RATES[1:])
    for currency, sums in found.by_currency.items():
        if len(sums.by_shift) > 1:
            shifts = [_shift(name, one, currency) for name, one in sums.by_shift.items()]
            terminal.table(_named("By shift", currency, found), SHIFTS, shifts, numbers=SHIFTS[1:])


def _groups(found: Reconciliation) -> Iterator[Group]:
    """Sessions, games, pits and the total; groups of one name say nothing new."""
    for one in found.sessions:
        yield f"{one.table}/{one.number}", one, one.currency
    for currency, sums in found.by_currency.items():
        for groups in (sums.by_game, sums.by_pit):
            if len(groups) > 1:
                yield from ((_named(name, currency, found), one, currency) for name, one in groups.items())
    if len(found.sessions) > 1:
        yield from _totals(found)


def _totals(found: Reconciliation) -> Iterator[Group]:
    """The total of each currency."""
    for currency, sums in found.by_currency.items():
        yield _named("total", currency, found), sums.total, currency


def _named(name: str, currency: str, found: Reconciliation) -> str:
    """A sum's name, with its currency where there are several."""
    return name if len(found.by_currency) == 1 else f"{name} {currency}"


def _win(name: str, one: Figures, currency: str) -> tuple[str, ...]:
    win = one.round_win
    tray = None if one.variance is None else one.variance.total
    sums = (
        one.accounting_win, win.total, win.rules, win.mispayments, win.unjudged,
        one.match_play, one.exceptions, tray, one.drop.variance,
    )  # fmt: skip
    return (name, *map(_money(currency), sums))


def _rate(name: str, one: Figures, currency: str) -> tuple[str, ...]:
    hours = getattr(one, "hours", None)
    drop = one.drop.expected if one.drop.counted is None else one.drop.counted
    return (
        name,
        terminal.money(drop, currency),
        terminal.money(one.accounting_win, currency),
        _percent(one.hold),
        _percent(one.cash_hold),
        terminal.money(one.handle or None, currency),
        _percent(one.pc),
        terminal.DASH if hours is None else _hours(hours),
    )


def _percent(ratio: float | None) -> str:
    return terminal.DASH if ratio is None else f"{ratio:.2%}"


def _shift(name: str, one: PeriodFigures, currency: str) -> tuple[str, ...]:
    tray = None if one.variance is None else one.variance.total
    sums = (
        one.opener, one.fills, one.credits, one.expected, one.counted, tray,
        one.drop_counted, one.drop_variance, one.round_win, one.accounting_win,
    )  # fmt: skip
    return (name, *map(_money(currency), sums))


def _apart(found: Reconciliation) -> None:
    for table in found.no_activity:
        said = f": {table.reason}" if table.reason else "" if table.said else ", inferred"
        terminal.say(f"{table.table}: no activity{said}")
    for name in found.said_shut:
        terminal.say(f"{name}: said not to have opened, and was played")
    for stray in found.stray_rounds:
        terminal.say(f"round {stray.key}: {stray.why.replace('_', ' ')}")
