"""An accountant who has never seen a posting: A.4 from the records alone, line by line.

Independent of the book on purpose: it reads what was recorded, adds it up in
its own way, and must come to the same.  Corrections are put right beforehand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.scenario import Event

Chips = Mapping[str, int]


def worth(chips: Chips | None) -> int:
    return sum(int(denomination) * count for denomination, count in (chips or {}).items())


class Accountant:
    """The terms of A.4 by symbol in cents, the tray by denomination, and the box as a count splits it."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.chips: Counter[int] = Counter()
        self.unspecified = 0
        self._slips: set[tuple[str, int, str]] = set()
        self._away: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
        self._forms: set[tuple[str, int]] = set()

    def read(self, events: Iterable[Event]) -> None:
        for event in events:
            line = LINES.get(event["type"])
            if line is not None:
                line(self, event)

    def tray(self, amount: int, chips: Chips | None, sign: int = 1) -> None:
        """Chips in (sign 1) or out of the tray, or an amount of which no chips are known."""
        if chips is None:
            self.unspecified += sign * amount
        for denomination, count in (chips or {}).items():
            self.chips[int(denomination)] += sign * count

    def opened(self, event: Event) -> None:
        self.of["O"] += worth(event["opener"])
        self.tray(0, event["opener"])

    def bought(self, event: Event) -> None:
        symbol = {"cash": "Bc", "coupon": "Bk", "counter_check": "Bm"}.get(event["tender"], "Bd")
        self.of[symbol] += event["tendered"]
        self.of["X"] += event["tendered"] - worth(event["chips"])
        self.tray(0, event["chips"], -1)

    def issued(self, event: Event) -> None:
        self.of["Bm"] += event["amount"]
        if "chips" in event:
            self.of["X"] += event["amount"] - worth(event["chips"])
        self.tray(event["amount"], event.get("chips"), -1)

    def redeemed(self, event: Event) -> None:
        cash, chips = event.get("cash", 0), event.get("chips")
        in_chips = worth(chips) if chips is not None else 0 if cash else event["amount"]
        beside = in_chips + cash - event["amount"]
        if chips is not None:
            self.of.update({"Rm": in_chips - beside, "Rc": cash, "X": beside})
        else:
            self.of.update({"Rm": in_chips, "Rc": cash - beside, "Xb": beside})
        if chips is not None or not cash:
            self.tray(in_chips, chips)

    def changed(self, event: Event) -> None:
        self.of["X"] += worth(event["in"]) - worth(event["out"])
        self.tray(0, event["in"])
        self.tray(0, event["out"], -1)

    def moved(self, event: Event) -> None:
        self.of["X"] += worth(event["chips"])
        self.tray(0, event["chips"])

    def slip(self, event: Event) -> None:
        """A step counts once: a fill as it is received, a credit as it is sent, a void as it comes back."""
        kind, step = event["type"].split("_")
        serial = event["slip"]["serial"]
        if (kind, serial, step) in self._slips:
            return
        away = self._away[kind, serial]
        chips = dict(away) if step == "voided" else event["chips"]
        self._slips.add((kind, serial, step))
        if step == "voided":
            away.clear()
        elif step in {"dispatched", "received"}:
            for chip, count in chips.items():
                away[chip] += count if step == "dispatched" else -count
        sign = {"fill_received": 1, "credit_dispatched": -1, "credit_voided": 1}.get(event["type"], 0)
        self.of["F" if kind == "fill" else "C"] += worth(chips) * (sign if kind == "fill" else -sign)
        self.tray(0, chips, sign)

    def taken(self, event: Event) -> None:
        amount = worth(event["chips"]) if "chips" in event else event["amount"]
        to_box = event["type"] == "rake_taken"
        to_box = event.get("into", "drop_box" if to_box else "table_inventory") == "drop_box"
        progressive = event["type"] == "progressive_swept"
        self.of[("Gb" if to_box else "G") if progressive else ("Rb" if to_box else "V")] += amount
        if not to_box:
            self.tray(amount, event.get("chips"))

    def totaled(self, event: Event) -> None:
        self.of["L"] += worth(event["collected"])
        self.of["P"] += worth(event["paid"])
        self.of["Lc"] += event.get("cash_collected", 0)
        self.of["G"] += worth(event.get("swept"))
        self.of["MP"] += sum(event.get("coupons", ()))
        for chips, sign in ((event["collected"], 1), (event["paid"], -1), (event.get("swept", {}), 1)):
            self.tray(0, chips, sign)
        color_lost, color_won = event.get("color_collected", 0), event.get("color_paid", 0)
        self.of.update({"L": color_lost, "P": color_won})
        self.tray(color_lost - color_won, None)

    def color_sold(self, event: Event) -> None:
        """No value chip goes out; where some come in they are counted."""
        worth_it, tender, chips = event["count"] * event["value"], event["tender"], event.get("chips")
        given = event["tendered"] if chips is None else worth(chips)
        self.of["X"] += given - worth_it
        if tender != "chips":
            symbol = {"cash": "Bc", "coupon": "Bk", "counter_check": "Bm"}.get(tender, "Bd")
            self.of[symbol] += event["tendered"]
            self.tray(worth_it, None, -1)
            return
        self.tray(given, chips)
        self.tray(worth_it, None, -1)

    def color_cashed(self, event: Event) -> None:
        worth_it = event["count"] * event["value"]
        self.of["X"] += worth_it - worth(event["chips"])
        self.tray(worth_it, None)
        self.tray(0, event["chips"], -1)

    def cashed_out(self, event: Event) -> None:
        self.of.update({"P": event["amount"], "X": event["amount"] - worth(event["chips"])})
        self.tray(0, event["chips"], -1)

    def recovered(self, event: Event) -> None:
        """Commission that comes in is won then, by tray or box; a recovery form counts once."""
        if "slip" in event:
            form = (event["slip"]["type"], event["slip"]["serial"])
            if form in self._forms:
                return
            self._forms.add(form)
        into, amount = event.get("into", "table_inventory"), event["amount"]
        beside = worth(event["chips"]) - amount if "chips" in event else 0
        if into == "table_inventory":
            self.of.update({"V": amount, "X": beside})
            self.tray(amount, event.get("chips"))
        elif into == "drop_box":
            self.of.update({"Rb": amount, "Xb": beside})

    def collected(self, event: Event) -> None:
        """A stake taken in a round: a coupon or cash into the box, chips into the tray."""
        promoted = dict.fromkeys(("match_play", "promo_single", "promo_multi"), "MP")
        symbol = {**promoted, "cash": "Lc"}.get(event.get("tender", "chips"), "L")
        self.of[symbol] += event["amount"]
        if symbol == "L":
            self.tray(event["amount"], event.get("chips"))

    def paid(self, event: Event) -> None:
        """Winnings; with them the coupon that won them is dropped."""
        self.of["P"] += event["amount"]
        self.of["MP"] += event["amount"] if event.get("tender") in {"match_play", "promo_single"} else 0
        self.tray(event["amount"], event.get("chips"), -1)

    def prize(self, event: Event) -> None:
        """A prize of a fund that the tray paid; what the cage paid is none of the table's."""
        if event["at"] == "table_inventory":
            self.of["P"] += event["amount"]
            self.tray(event["amount"], event.get("chips"), -1)

    def adjusted(self, event: Event) -> None:
        sign = 1 if event["direction"] == "to_patron" else -1
        if "corrects" in event:
            self.of["P"] += sign * event["amount"]
        else:
            self.of["X"] -= sign * event["amount"]
        self.tray(event["amount"], event.get("chips"), -sign)

    def said(self) -> dict[str, int]:
        """The terms that are not nothing."""
        return {symbol: amount for symbol, amount in self.of.items() if amount}

    def expected_closer(self) -> int:
        of = self.of
        buy_ins = of["Bc"] + of["Bm"] + of["Bd"] + of["Bk"]
        return (
            of["O"] + of["F"] - of["C"] - buy_ins + of["Rm"] + of["L"] + of["V"] + of["G"] - of["P"] + of["X"]
        )

    def expected_drop(self) -> tuple[int, int, int]:
        of = self.of
        cash = of["Bc"] + of["Lc"] + of["Rc"] + of["Rb"] + of["Gb"] + of["Xb"]
        return cash, of["Bm"] - of["Rm"] - of["Rc"] + of["Bd"], of["Bk"] + of["MP"]

    def round_win(self) -> int:
        of = self.of
        return of["L"] + of["Lc"] + of["V"] + of["Rb"] + of["G"] + of["Gb"] - of["P"]


LINES: Mapping[str, Callable[[Accountant, dict[str, Any]], None]] = {
    "opened": lambda accountant, event: accountant.opened(event) if "opener" in event else None,
    "buy_in": Accountant.bought,
    "counter_check_issued": Accountant.issued,
    "counter_check_redeemed": Accountant.redeemed,
    "color_changed": Accountant.changed,
    "tip_changed": Accountant.changed,
    "bad_beat_changed": Accountant.changed,
    "movement_recorded": Accountant.moved,
    **{
        f"{kind}_{step}": Accountant.slip
        for kind in ("fill", "credit")
        for step in ("dispatched", "received", "voided")
    },
    "coin_taken": Accountant.taken,
    "rake_taken": Accountant.taken,
    "progressive_swept": Accountant.taken,
    "play_totaled": Accountant.totaled,
    "color_issued": Accountant.color_sold,
    "color_cashed": Accountant.color_cashed,
    "game_account_cashed_out": Accountant.cashed_out,
    "commission_recovered": Accountant.recovered,
    "wager_collected": Accountant.collected,
    "wager_paid": Accountant.paid,
    "progressive_paid": Accountant.prize,
    "adjustment_posted": Accountant.adjusted,
}
