"""The chart of accounts that a gaming date's journal is posted to, and a property's own in its place.

The names are those of accounting A.5; what it does not name is named likewise.
A property's general ledger has its own numbers and names: a JSON file says them
by key, `{"cash": {"number": "1010", "name": "Soft count"}, …}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from projections.errors import ChartUnreadable

AccountKey: TypeAlias = Literal[
    "cash", "cash_at_cage", "counter_checks", "other_documents", "promotional_match_play",
    "promotional_coupons", "table_over_short", "drop_over_short", "win_rounds", "win_coupon_face",
    "fees", "poker_rake", "poker_restated", "exceptions", "goodwill", "chip_liability",
    "progressive_expense", "progressive_liability", "fund_liability", "fund_seeds",
]  # fmt: skip


class GlAccount(NamedTuple):
    """One account of the general ledger; `number` is None where no chart of the property says one.

    `source` is where the name is from: A.5, or ours by the same manner, which is
    configuration that nobody has confirmed.
    """

    key: AccountKey
    name: str
    source: Literal["accounting A.5", "configuration, unverified"]
    number: str | None = None


OURS: Final = "configuration, unverified"
# fmt: off
DEFAULT: Final[tuple[GlAccount, ...]] = (
    GlAccount("cash", "Cash (soft count)", "accounting A.5"),
    GlAccount("cash_at_cage", "Cage", OURS),
    GlAccount("counter_checks", "Counter checks receivable (net)", "accounting A.5"),
    GlAccount("other_documents", "Redemptions and card documents receivable", OURS),
    GlAccount("promotional_match_play", "Promotional allowance – match play", "accounting A.5"),
    GlAccount("promotional_coupons", "Promotional allowance – chip coupons", OURS),
    GlAccount("table_over_short", "Table over/short", "accounting A.5"),
    GlAccount("drop_over_short", "Drop over/short", OURS),
    GlAccount("win_rounds", "Table games win – rounds", "accounting A.5"),
    GlAccount("win_coupon_face", "Table games win – coupon face", "accounting A.5"),
    GlAccount("fees", "Table games – coin, fees and commission", OURS),
    GlAccount("poker_rake", "Poker revenue – rake", OURS),
    GlAccount("poker_restated", "Poker revenue restated", OURS),
    GlAccount("exceptions", "Exchanges and movements outside the list", OURS),
    GlAccount("goodwill", "Goodwill to patrons", OURS),
    GlAccount("progressive_expense", "Progressive contributions", OURS),
    GlAccount("fund_seeds", "Funds – seeds, resets and adjustments by the house", OURS),
    GlAccount("progressive_liability", "Progressive liability", OURS),
    GlAccount("fund_liability", "Bad-beat and high-hand funds held for players", OURS),
    GlAccount("chip_liability", "Gaming-chip liability", "accounting A.5"),
)
# fmt: on
Chart: TypeAlias = Mapping[AccountKey, GlAccount]

_Said = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Entry(BaseModel):
    """What a property's file says of an account."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: _Said | None = None
    name: _Said | None = None


_FILE: Final = TypeAdapter(dict[AccountKey, Entry])


def chart(file: Path | None = None) -> Chart:
    """The chart of accounts in its order, with a property's own numbers and names where a file says them.

    Raises ChartUnreadable.
    """
    own = {} if file is None else _read(file)
    found: dict[AccountKey, GlAccount] = {}
    for account in DEFAULT:
        said = own.get(account.key, Entry())
        found[account.key] = account._replace(name=said.name or account.name, number=said.number)
    return MappingProxyType(found)


def _read(file: Path) -> dict[AccountKey, Entry]:
    try:
        return _FILE.validate_json(file.read_bytes())
    except OSError as refusal:
        raise ChartUnreadable(file=str(file), detail=refusal.strerror or "cannot be read") from None
    except ValidationError as refusal:
        fault = refusal.errors(include_url=False, include_input=False)[0]
        place = "/".join(str(part) for part in fault["loc"] if part != "[key]")
        detail = f"{place}: {fault['msg']}" if place else fault["msg"]
        raise ChartUnreadable(file=str(file), detail=detail) from None
