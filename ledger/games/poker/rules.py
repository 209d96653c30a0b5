"""Poker."""

from ledger.games.seam import EMPTY, Adjudication, Game, RoundView, Submission, WagerKind


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    return Adjudication()


def conform(seen: RoundView, submission: Submission) -> tuple[()]:
    return ()


def closes(seen: RoundView) -> frozenset[str]:
    return frozenset()


POKER = Game(
    name="poker", title="Poker", section="13:69F-14", rules_version="1", banked="players",
    wagers={n: WagerKind(n, "x", n) for n in ('ante', 'blind', 'straddle', 'bring_in', 'bet')},
    procedure=(), pay_tables=EMPTY, rows=EMPTY, options=EMPTY,
    adjudicate=adjudicate, conform=conform, closes=closes,
)
