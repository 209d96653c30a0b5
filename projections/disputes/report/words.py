"""The events of a dispute in words, one sentence each; every type has a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from projections.reports.words import Money, plain

Fields: TypeAlias = Mapping[str, Any]
# Where no round of it says in what it was played.
MONEY: Final = Money("USD")
SEVERAL: Final = Money("(of several currencies: nobody said which)")


class Moneys(NamedTuple):
    """How amounts of a dispute are written: of a round in what that was played in, else in that of all."""

    of_all: Money
    by_round: Mapping[str, Money] = MappingProxyType({})

    def of(self, round: str | None) -> Money:
        """How an amount is written that is of a round; None: of the dispute."""
        return self.of_all if round is None else self.by_round.get(round, self.of_all)


def money_of(played: Iterable[Money]) -> Money:
    """How the amounts of a dispute are written: it is about what its rounds were played in."""
    found = set(played)
    return SEVERAL if len(found) > 1 else next(iter(found), MONEY)


def moneys_of(by_round: Mapping[str, Money]) -> Moneys:
    """The same, with how those of each round are."""
    return Moneys(money_of(by_round.values()), by_round)


def sentence(event: Fields, money: Moneys) -> str:
    """What an event says, without who and when."""
    return SENTENCES[event["type"]](event, money)


def moment(at: datetime | str) -> str:
    """A time as people write it, by the clock that was read, with its offset."""
    read = datetime.fromisoformat(at) if isinstance(at, str) else at
    return f"{read:%d %b %Y, %H:%M:%S} {read:%z}"


def window(event: Fields) -> str:
    """Which cameras in which time, as far as it was said."""
    cameras = ", ".join(event.get("cameras", ()))
    parts = [f"cameras {cameras}" if cameras else ""]
    if event.get("from") or event.get("until"):
        since, until = (moment(event[end]) if event.get(end) else "not said" for end in ("from", "until"))
        parts.append(f"from {since} until {until}")
    return ", ".join(part for part in parts if part)


def _opened(event: Fields, moneys: Moneys) -> str:
    money = moneys.of_all
    about = ", ".join(event["rounds"]) or f"table {event['table']}"
    amount = f", {money(event['amount'])} in dispute" if event.get("amount") is not None else ""
    return f"{event['subject']} complains about {about}{amount}: {event['claim']}"


def _requested(event: Fields, _: Moneys) -> str:
    until = f", before it is erased on {moment(event['expires_at'])}" if event.get("expires_at") else ""
    return _joined(f"{plain(event['what'])} asked for{until}", window(event), event.get("reason"))


def _preserved(event: Fields, _: Moneys) -> str:
    asked = f" as asked for in #{event['request']}" if event.get("request") else ""
    return _joined(f"evidence secured{asked} at {event['location']}", window(event), _digest(event))


def _linked(event: Fields, _: Moneys) -> str:
    said = f"{plain(event['what'])} belongs to the dispute, at {event['location']}"
    return _joined(said, window(event), _digest(event), event.get("description"))


def _digest(event: Fields) -> str | None:
    return f"SHA-256 {event['sha256']}" if event.get("sha256") else None


def _stated(event: Fields, _: Moneys) -> str:
    return f"{event['of']} ({plain(event['role'])}) says: {event['text']}"


def _reviewed(event: Fields, _: Moneys) -> str:
    asked = f", asked for by {event['requested_by']}" if event.get("requested_by") else ""
    return _joined(f"{event['method']}{asked}", window(event)) + f": {event['conclusion']}"


def _ruled(event: Fields, moneys: Moneys) -> str:
    given = [
        f"{moneys.of(one['round'])(abs(one['to_patron']))}"
        f" {'to' if one['to_patron'] >= 0 else 'from'} the patron"
        f" on spot {one['spot']} {plain(one['wager'])} of {one['round']}"
        for one in event.get("wagers", ())
    ]
    rule = f" ({event['rule']})" if event.get("rule") else ""
    more = f"; {'; '.join(given)}" if given else ""
    return f"ruling: {event['ruling']}{rule}{more}; approved by {event['approved_by']}"


def _settled(event: Fields, moneys: Moneys) -> str:
    money = moneys.of(event.get("round"))
    at = "at the cage" if event["at"] == "cage" else f"at the table, in {event['round']}"
    paper = f", document {event['document']}" if event.get("document") else ""
    return (
        f"{money(event['amount'])} {plain(event['direction'])} to settle it, {at}{paper};"
        f" approved by {event['approved_by']}"
    )


def _escalated(event: Fields, _: Moneys) -> str:
    named = f", reference {event['reference']}" if event.get("reference") else ""
    return _joined(f"taken to {event['to']}{named}", event.get("reason"))


def _accessed(event: Fields, _: Moneys) -> str:
    if event["what"] in PERSONAL:
        return f"personal data {PERSONAL[event['what']]}: {event['reason']}"
    form = f" as {event['format']}" if event.get("format") else ""
    at = f" of position {event['as_of']}" if event.get("as_of") is not None else ""
    return _joined(f"{plain(event['what'])}{at} taken{form}", _digest(event)) + f": {event['reason']}"


# What somebody did with personal data who did not take it away.
PERSONAL: Final[Mapping[str, str]] = MappingProxyType(
    {
        "personal_data_kept": "told",
        "personal_data_rekeyed": "opened, and encrypted anew with another master key",
    }
)


def _erased(event: Fields, _: Moneys) -> str:
    why = f"{event['reason']}; approved by {event['approved_by']}"
    return f"personal data of {event['subject']} erased: {why}"


def _closed(event: Fields, moneys: Moneys) -> str:
    money = moneys.of_all
    sums = [f"{name} {money(event[name])}" for name in ("savings", "losses") if event.get(name) is not None]
    violation = f"violation {event['violation']}" if event.get("violation") else None
    return _joined(f"closed: {plain(event['outcome'])}", *sums, violation, event.get("summary"))


def _corrected(event: Fields, moneys: Moneys) -> str:
    instead = event.get("event")
    now = "should not have been recorded" if instead is None else sentence(instead, moneys)
    why = f"Reason: {event['reason']}, approved by {event['approved_by']}"
    return f"#{event['corrects']} corrected: {now}. {why}"


def _joined(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)


SENTENCES: Final[Mapping[str, Callable[[Fields, Moneys], str]]] = MappingProxyType(
    {
        "opened": _opened,
        "evidence_requested": _requested,
        "evidence_preserved": _preserved,
        "evidence_linked": _linked,
        "statement_recorded": lambda event, _: (
            f"{event['of']} ({plain(event['role'])}) says: {event['text']}"
        ),
        "reviewed": _reviewed,
        "ruling_made": _ruled,
        "settlement_paid": _settled,
        "escalated": _escalated,
        "notice_given": lambda event, _: f"told {event['to']}: {event['what']}",
        "accessed": _accessed,
        "personal_data_erased": _erased,
        "closed": _closed,
        "corrected": _corrected,
    }
)
