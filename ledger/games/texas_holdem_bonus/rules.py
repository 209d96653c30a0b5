"""Texas hold 'em bonus."""

from ledger.games.seam import EMPTY, Adjudication, Game, RoundView, Submission, WagerKind


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    return Adjudication()


def conform(seen: RoundView, submission: Submission) -> tuple[()]:
    return ()


def closes(seen: RoundView) -> frozenset[str]:
    return frozenset()


TEXAS_HOLDEM_BONUS = Game(
    name="texas_holdem_bonus", title="Texas hold 'em bonus", section="13:69F-28", rules_version="1", banked="house",
    wagers={n: WagerKind(n, "x", n) for n in ('ante', 'flop', 'turn', 'river', 'bonus')},
    procedure=(), pay_tables=EMPTY, rows=EMPTY, options=EMPTY,
    adjudicate=adjudicate, conform=conform, closes=closes,
)
