"""The one place where configuration is read: `PITLEDGER_*` variables and `.env`.

Settings are read once, at the start, and are frozen from then on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator, Field, SecretStr, StringConstraints, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from ledger.jurisdictions.profiles import DEFAULT, NAMES

PREFIX: Final = "PITLEDGER_"
# Names that Postgres keeps for itself, or where everybody's tables lie.
RESERVED_SCHEMAS: Final = frozenset({"public", "information_schema"})


class InvalidSettings(ValueError):
    """Configuration that cannot be used; the message names each variable at fault."""


def _not_reserved(name: str) -> str:
    if name in RESERVED_SCHEMAS or name.startswith("pg_"):
        raise ValueError(f"{name} is a schema of Postgres itself")
    return name


def _absolute(path: Path) -> Path:
    return path.expanduser().absolute()


def _understood_by_libpq(url: SecretStr) -> SecretStr:
    try:
        conninfo_to_dict(url.get_secret_value())
    except ProgrammingError:
        # libpq's own message may quote the password.
        raise ValueError("not a connection URL (postgresql://user@host:5432/database)") from None
    return url


def _encrypted_or_here(url: str) -> str:
    """Refuse an issuer whose keys anybody on the way could exchange."""
    parts = urlsplit(url)
    here = parts.hostname in {"127.0.0.1", "::1", "localhost"}
    if not parts.hostname or (parts.scheme != "https" and not (parts.scheme == "http" and here)):
        raise ValueError("an issuer is an https:// URL (http:// on this very machine alone)")
    return url


def _has_a_profile(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"there is a profile of {', '.join(NAMES)}")
    return name


# A property is a schema, and a schema's name has at most 63 bytes.
PropertyName = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"), AfterValidator(_not_reserved)
]
AbsolutePath = Annotated[Path, AfterValidator(_absolute)]
Jurisdiction = Annotated[str, AfterValidator(_has_a_profile)]
IssuerUrl = Annotated[str, AfterValidator(_encrypted_or_here)]
DatabaseUrl = Annotated[SecretStr, AfterValidator(_understood_by_libpq)]


class Settings(BaseSettings):
    """What the operator decides; every field is a variable `PITLEDGER_<FIELD>`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        # `.env` is shared with docker compose, which keeps variables of its own there.
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        # A default is configuration too, and `~` is nobody's directory.
        validate_default=True,
    )

    database_url: DatabaseUrl | None = Field(
        default=None, description="The Postgres to use; absent: the embedded one under home."
    )
    database_password_file: AbsolutePath | None = Field(
        default=None, description="A file with the password that the URL leaves out."
    )
    home: AbsolutePath = Field(
        default=Path("~/.local/share/pitledger"), description="Where the embedded Postgres keeps its files."
    )
    property: PropertyName = Field(default="demo", description="The property served: one schema, one ledger.")
    host: str = Field(default="127.0.0.1", min_length=1, description="The address that the API listens on.")
    port: int = Field(default=8000, ge=1, le=65535, description="The port that the API listens on.")
    hands: AbsolutePath | None = Field(
        default=None, description="A folder of hand histories that the demo imports too."
    )
    jurisdiction: Jurisdiction = Field(
        default=DEFAULT, description="Whose rules a gaming day follows that names none itself."
    )
    shortages: int = Field(
        default=3, ge=1, description="How many short openers of a table make a pattern; no rule read says it."
    )
    shortage_days: int = Field(default=7, ge=1, le=366, description="Within how many gaming days.")
    alarm_sigma: int = Field(
        default=3, ge=1, le=100, description="From how many sigma off a win alarms; no rule read says it."
    )
    video_days: int = Field(
        default=7,
        ge=1,
        le=3660,
        description="How long surveillance video is kept here, where the jurisdiction says no less.",
    )
    max_body_bytes: int = Field(
        default=8 * 1024 * 1024,
        ge=1024,
        le=1024**3,
        description="The longest record that the API takes, in bytes; of NDJSON the longest line.",
    )
    chart_of_accounts: AbsolutePath | None = Field(
        default=None,
        description="A JSON file with the property's numbers and names of general-ledger accounts.",
    )
    seal_key_file: AbsolutePath | None = Field(
        default=None,
        description="The Ed25519 key (PEM) that signs checkpoints; absent: made as seal.key under home.",
    )
    personal_key_file: AbsolutePath | None = Field(
        default=None,
        description="The master key of personal data (32 bytes, base64); absent: personal.key under home.",
    )
    oidc_issuer: IssuerUrl | None = Field(
        default=None, description="The identity provider whose tokens are taken; absent: API keys alone."
    )
    oidc_audience: str | None = Field(
        default=None, min_length=1, description="What its tokens must be meant for (aud)."
    )
    oidc_scopes_claim: str = Field(
        default="scope", min_length=1, description="The claim that lists scopes, as a text or a list."
    )

    @model_validator(mode="after")
    def _a_password_needs_a_server(self) -> Self:
        if self.database_password_file is not None and self.database_url is None:
            raise ValueError("database_password_file is given without database_url")
        return self

    @model_validator(mode="after")
    def _an_issuer_needs_an_audience(self) -> Self:
        if (self.oidc_issuer is None) != (self.oidc_audience is None):
            raise ValueError("oidc_issuer and oidc_audience go together")
        return self


def load_settings() -> Settings:
    """The settings of this process.  Raises InvalidSettings naming each variable at fault."""
    try:
        return Settings()
    except ValidationError as refusal:
        raise InvalidSettings("; ".join(_faults(refusal))) from None


def _faults(refusal: ValidationError) -> list[str]:
    return [
        f"{PREFIX}{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg'].removeprefix('Value error, ')}"
        if fault["loc"]
        else fault["msg"].removeprefix("Value error, ")
        for fault in refusal.errors(include_url=False, include_input=False)
    ]
