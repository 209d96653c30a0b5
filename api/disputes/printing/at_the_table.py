"""The rounds in dispute on paper: timeline, hands drawn, the four truths, context, equipment, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from api.disputes.printing.blocks import (
    NOT_RECORDED,
    Block,
    Grid,
    Hand,
    Hands,
    Line,
    Pairs,
    Part,
    Words,
    drawn,
    grid_or,
    listed,
    moment,
    said,
)
from api.rounds.pages import EVIDENCE, in_order
from projections.disputes.report.model import Movement, Played, Step
from projections.reports.four_truths import DASH, by_the_rules, declared, named, settled
from projections.reports.words import Money, face, faces, plain

Document: TypeAlias = Mapping[str, Any]
# What a round did to the tray, part by part: the first two and the third make the last.
TRAY: Final = MappingProxyType(
    {
        "before": "tray before",
        "change": "change by the round",
        "between": "by others meanwhile",
        "after": "tray after",
    }
)
# Of an event of a deck what stands in columns of its own.
SAID_BESIDE: Final = frozenset({"version", "type", "occurred_at", "source", "by"})


def at_the_table(one: Played, promotion: Sequence[Step]) -> Iterator[Part]:
    """The parts of one round; `promotion` are the terms that were linked to the dispute."""
    report, money = one.report, Money(one.report["currency"], one.report["unit"] or 1)
    at = f"Round {one.round}"
    yield Part(f"{at}: what happened", [_timeline(report)])
    yield Part(f"{at}: the hands", list(_hands(report)))
    yield Part(f"{at}: the four truths of each wager", [*_truths(one, money), *_moves(one, money)])
    yield Part(f"{at}: unknown or contradictory", [_unsettled(report)])
    yield Part(f"{at}: context", list(_context(one, money)))
    yield Part(f"{at}: cards and shoe", list(_equipment(one)))
    yield Part(f"{at}: rules and limits in force", list(_rules(report, money, promotion)))
    yield Part(f"{at}: corrections", [_corrections(report)])


def _timeline(report: Document) -> Block:
    rows = [
        Line(
            (
                f"#{event['version']}",
                moment(event["occurred_at"]),
                moment(event["recorded_at"]),
                _who(event),
                _says(event),
            ),
            "bad" if event["findings"] else "soft" if event["corrected_by"] else "plain",
        )
        for event in report["timeline"]
    ]
    columns: tuple[str, ...] = ("event", "by the floor’s clock", "recorded", "who, and source", "what")
    return grid_or(rows, Grid(columns, (), wide=("what",)))


def _who(event: Document) -> str:
    approved = f", approved by {event['approved_by']}" if event["approved_by"] else ""
    return f"{said(event['by'])} ({said(event['source'])}){approved}"


def _says(event: Document) -> str:
    corrected = f" (corrected by #{event['corrected_by']})" if event["corrected_by"] else ""
    found = f" [{', '.join(plain(code) for code in event['findings'])}]" if event["findings"] else ""
    return f"{event['says']}{corrected}{found}" + (f" – {event['note']}" if event["note"] else "")


def _hands(report: Document) -> Iterator[Block]:
    places = [place for place in sorted(report["cards"], key=in_order) if report["cards"][place]]
    if not places:
        yield Words("No card is recorded.", "soft")
        return
    yield Hands(
        [
            Hand(
                f"Spot {place}" if place.isdecimal() else place.capitalize(),
                [drawn(card["card"], down=card["face"] == "down") for card in report["cards"][place]],
            )
            for place in places
        ]
    )
    yield Words("In the order dealt; a line under a card: it was dealt face down; a back: a face nobody"
                " recorded, or one withheld.", "soft")  # fmt: skip
    rows = [
        Line(
            (
                place, str(card["position"]), _card(card["card"]), _card(card["recorded"]), card["face"],
                "yes" if card["shown"] else "no", f"#{card['version']}", said(card["source"]),
                said(card["shoe_position"]),
            )
        )
        for place in places
        for card in report["cards"][place]
    ]  # fmt: skip
    columns: tuple[str, ...] = (
        "hand",
        "place",
        "card",
        "first recorded",
        "dealt",
        "shown",
        "event",
        "source",
        "in the shoe",
    )
    yield Grid(columns, rows, numbers=("place", "in the shoe"))


def _card(said_: str | None) -> str:
    return NOT_RECORDED if said_ is None else face(said_)


def _truths(one: Played, money: Money) -> Iterator[Block]:
    rows = [
        Line(
            (
                named(wager),
                money(wager["stake"]) + (f" + {money(wager['late'])} late" if wager["late"] else ""),
                by_the_rules(wager["rules"], money),
                declared(wager["declared"]),
                settled(wager["settled"], money),
                money(wager["adjusted"]) if wager["adjusted"] else DASH,
                money(wager["house"]["mispaid"]) if wager["house"]["mispaid"] else DASH,
            ),
            "bad" if wager["house"]["mispaid"] else "plain",
        )
        for wager in sorted(one.report["wagers"], key=lambda wager: int(wager["spot"]))
    ]
    columns = ("wager", "stake", "the rules give", "declared", "settled", "adjusted", "difference")
    numbers = ("stake", "adjusted", "difference")
    yield grid_or(rows, Grid(columns, (), numbers=numbers, wide=("the rules give", "settled")))
    yield Words("A difference is seen from the house: negative where it paid or returned more than the rules"
                " give.", "soft")  # fmt: skip


def _moves(one: Played, money: Money) -> Iterator[Block]:
    """Bets against "no more bets", then what was paid, collected and returned."""
    bets = [
        Line(
            (
                f"#{bet.version}", moment(bet.occurred_at), f"spot {bet.spot} {plain(bet.wager)}",
                money(bet.amount), f"#{bet.closed_by}, {moment(bet.closed_at)}" if bet.closed_by else DASH,
                "late" if bet.late else "in time",
            ),
            "bad" if bet.late else "plain",
        )
        for bet in one.bets
    ]  # fmt: skip
    columns: tuple[str, ...] = ("event", "placed", "wager", "amount", "no more bets", "")
    yield grid_or(bets, Grid(columns, (), numbers=("amount",), wide=("wager",)))
    moved = [_movement(movement, money) for movement in one.movements]
    columns = ("event", "what", "wager", "amount", "chips")
    yield grid_or(moved, Grid(columns, (), numbers=("amount",), wide=("chips",)))


def _unsettled(report: Document) -> Block:
    """What the record leaves open, with what would settle it."""
    rows = [
        Line((f"#{one['event']}", plain(one["kind"]), one["what"], "; ".join(one["settled_by"])), "bad")
        for one in report["unsettled"]
    ]
    columns = ("event", "kind", "what is open", "what would settle it")
    return grid_or(rows, Grid(columns, (), wide=columns[2:]), "nothing is unknown or contradictory")


def _movement(one: Movement, money: Money) -> Line:
    counts = sorted(((int(face), count) for face, count in (one.chips or {}).items()), reverse=True)
    chips = listed(f"{count} × {money(face)}" for face, count in counts)
    wager = f"spot {one.spot} {plain(one.wager)}"
    return Line((f"#{one.version}", plain(one.type), wager, money(one.amount), chips))


def _context(one: Played, money: Money) -> Iterator[Block]:
    rows = [
        Line(
            (
                f"{near.place:+d}", near.round, near.status, moment(near.opened_at),
                DASH if near.house_win is None else money(near.house_win),
                listed(plain(code) for code in near.findings) if near.findings else "nothing",
            ),
            "bad" if near.findings else "plain",
        )
        for near in one.neighbours
    ]  # fmt: skip
    columns: tuple[str, ...] = ("place", "round", "status", "opened", "house won", "found")
    yield grid_or(
        rows, Grid(columns, (), numbers=("place", "house won"), wide=("found",)), "no other round there"
    )
    tray = one.report["tray"]
    if tray["change"] is None:
        yield Words("What lay in the tray is not known yet.", "soft")
        return
    parts = [part for part in TRAY if part != "between" or any(_sums(tray[part]))]
    told = [tray[part] for part in parts]
    chips = sorted({int(chip) for one in told if one for chip in one["by_denomination"]}, reverse=True)
    rows = [Line((money(chip), *(_count(one, chip) for one in told))) for chip in chips]
    if any(one and one["unspecified"] for one in told):
        rows.append(Line(("not told", *(_rest(one, money) for one in told))))
    rows.append(Line(("total", *(_total(one, money) for one in told))))
    columns = ("chip", *(TRAY[part] for part in parts))
    yield Grid(columns, rows, numbers=columns[1:])


def _sums(vector: Document) -> Iterator[int]:
    """All that a vector says, denomination by denomination."""
    yield from (vector["total"], vector["unspecified"], *vector["by_denomination"].values())


def _count(vector: Document | None, face: int) -> str:
    return "not counted" if vector is None else str(vector["by_denomination"].get(str(face), 0))


def _rest(vector: Document | None, money: Money) -> str:
    """What moved of which nobody told the chips."""
    return "not counted" if vector is None else money(vector["unspecified"])


def _total(vector: Document | None, money: Money) -> str:
    return "not counted" if vector is None else money(vector["total"])


def _equipment(one: Played) -> Iterator[Block]:
    kit = one.equipment
    inspected = kit.inspected
    yield Pairs(
        [
            ("Dealt by", said(kit.dealing and plain(kit.dealing))),
            ("Dealer signed in", listed(one.dealers)),
            ("Acted", listed(one.report["people"]["acted"])),
            ("Deck", said(kit.deck)),
            ("Batch, backs", f"{said(kit.batch)}, {said(kit.backs)}"),
            ("Inspected", NOT_RECORDED if inspected is None else _inspected(inspected)),
            ("Shoe", said(kit.shoe)),
            ("Burned cards", listed(said(card) for card in kit.burned)),
            ("Cut card", listed(kit.cuts)),
        ]
    )
    if not kit.shuffles:
        yield Words("No shuffle is recorded.", "bad")
    rows = [
        Line((f"#{event['version']}", moment(event.get("occurred_at")), plain(event["type"]),
              _of_the_deck(event), said(event.get("by"))))
        for event in kit.deck_events
    ]  # fmt: skip
    columns: tuple[str, ...] = ("event", "when", "the deck", "what is said of it", "by")
    yield grid_or(rows, Grid(columns, (), wide=("what is said of it",)), "nothing is recorded of the deck")
    for finding in kit.deck_findings:
        yield Words(f"Deck #{finding['event']}: {finding['detail']}", "bad")


def _of_the_deck(event: Document) -> str:
    """What else an event of a deck says, field by field; cards as faces."""
    told = ((name, fact) for name, fact in event.items() if name not in SAID_BESIDE)
    return ", ".join(f"{plain(name)} {_fact(name, fact)}" for name, fact in told if fact is not None) or DASH


def _fact(name: str, fact: object) -> str:
    if name == "card":
        return face(str(fact))
    if isinstance(fact, list):
        return faces(fact)
    if isinstance(fact, dict):
        return f"{plain(str(fact.get('type')))} ({_of_the_deck(fact)})"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return str(fact)


def _inspected(event: Document) -> str:
    machine = f" on {event['machine']}, receipt {said(event.get('receipt'))}" if event.get("machine") else ""
    who = f"by {said(event.get('by'))}, approved by {said(event.get('approved_by'))}"
    return f"{moment(event.get('occurred_at'))} {who}{machine}"


def _rules(report: Document, money: Money, promotion: Sequence[Step]) -> Iterator[Block]:
    held = report["rules_in_force"]
    used = held["submission"]
    limits = [
        f"{plain(wager)} {_limit(limit['minimum'], money, 'no minimum')} to"
        f" {_limit(limit['maximum'], money, 'no maximum')}"
        for wager, limit in report["limits"].items()
    ]
    yield Pairs(
        [
            ("Game", f"{report['title'] or report['game_title']}, {held['section']}"),
            ("Rules version", held["rules_version"]),
            ("Submission", f"{used['name']}, version {used['version']}"),
            ("Limits", listed(limits)),
            ("Terms of a promotion", listed(f"#{one.version}: {one.says}" for one in promotion)),
        ]
    )
    rows = [
        Line((plain(table["wager"]), table["table"],
              "; ".join(f"{plain(row)} {prize}" for row, prize in table["rows"].items()),
              f"{EVIDENCE[table['evidence']]}: {table['source']}"))
        for table in held["pay_tables"]
    ]  # fmt: skip
    yield grid_or(
        rows, Grid(("wager", "table", "rows", "how well known"), (), wide=("rows", "how well known"))
    )


def _limit(amount: int | None, money: Money, otherwise: str) -> str:
    return otherwise if amount is None else money(amount)


def _corrections(report: Document) -> Block:
    rows = [
        Line(
            (
                f"#{one['version']} of #{one['corrects']}",
                one["first_recorded"]["says"],
                "should not have been recorded"
                if one["as_corrected"] is None
                else one["as_corrected"]["says"],
                one["reason"],
                f"{said(one['by'])}, approved by {one['approved_by']}, {moment(one['occurred_at'])}",
            )
        )
        for one in report["corrections"]
    ]
    columns: tuple[str, ...] = ("event", "as first recorded", "as corrected", "reason", "who and when")
    return grid_or(rows, Grid(columns, (), wide=columns[1:4]), "nothing was corrected")
