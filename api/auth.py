"""Who asks, and whether they may: API keys and tokens, and the scopes that routes need.

Recorder = Annotated[Principal, needs(Scope.RECORDING)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends
from fastapi.params import Depends as Dependency
from fastapi.security import APIKeyHeader, HTTPAuthorizationCredentials, HTTPBearer

from api import keys
from api.errors import CredentialsInvalid, CredentialsMissing, ScopeMissing
from api.scopes import Scope, known
from api.services import Services, Shared
from ledger.settings import Settings

# No name that is longer goes into `recorded_by`.
LONGEST_NAME: Final = 200

Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Depends(
        HTTPBearer(auto_error=False, description="An API key (pl_…), or a token of the identity provider.")
    ),
]
KeyHeader = Annotated[
    str | None, Depends(APIKeyHeader(name="X-API-Key", auto_error=False, description="An API key (pl_…)."))
]


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks.  `id` is theirs alone; `name` stands as `recorded_by` with what they record."""

    id: str
    name: str
    scopes: frozenset[Scope]

    @property
    def sees_all(self) -> bool:
        """Whether they may see faces that nobody has been shown yet."""
        return Scope.SURVEILLANCE in self.scopes


def identified(services: Shared, bearer: Bearer, key: KeyHeader) -> Principal:
    """Who asks.  Raises CredentialsMissing, CredentialsInvalid, IssuerUnavailable, StoreUnavailable."""
    sent = key if bearer is None else bearer.credentials
    if not sent:
        raise CredentialsMissing
    if sent.startswith(keys.PREFIX):
        return _holder(services, sent)
    if services.tokens is None:
        raise CredentialsInvalid(detail="it is no API key, and no identity provider is set up here")
    return _bearer(services.tokens.claims(sent), services.settings)


def _holder(services: Services, text: str) -> Principal:
    """The holder of an API key."""
    found = services.read(lambda connection: keys.find(connection, text))
    if found is None:
        raise CredentialsInvalid(detail="no such key is in force")
    return Principal(f"key:{found.name}", found.name, found.scopes)


def _bearer(claims: dict[str, Any], settings: Settings) -> Principal:
    """The subject of a token, with the scopes among those it names."""
    said = claims.get(settings.oidc_scopes_claim, "")
    words = said.split() if isinstance(said, str) else [str(one) for one in said or ()]
    name = str(claims["sub"])
    # What is kept for a key in the database, and stands in the record, is text that can be read.
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise CredentialsInvalid(detail="its subject is empty, too long or no text that can be read")
    return Principal(f"{claims['iss']}|{name}", name, known(words))


def needs(*scopes: Scope) -> Dependency:
    """A dependency: the principal, who has one of these scopes at least (of none given, any)."""

    def allowed(principal: Annotated[Principal, Depends(identified)]) -> Principal:
        if not principal.scopes.intersection(scopes or Scope):
            raise ScopeMissing(principal=principal.name, scope=" or ".join(scopes) or "of any kind")
        return principal

    allowed.scopes = scopes  # type: ignore[attr-defined]  # told to the OpenAPI document
    dependency: Dependency = Depends(allowed)
    return dependency


Recorder = Annotated[Principal, needs(Scope.RECORDING)]
Accountant = Annotated[Principal, needs(Scope.ACCOUNTING)]
Bookkeeper = Annotated[Principal, needs(Scope.ACCOUNTING, Scope.RECORDING)]
Follower = Annotated[Principal, needs(Scope.REPORTING)]
DisputeDesk = Annotated[Principal, needs(Scope.DISPUTES)]
Watcher = Annotated[Principal, needs(Scope.DISPUTES, Scope.SURVEILLANCE)]
Confidant = Annotated[Principal, needs(Scope.PERSONAL)]
Auditor = Annotated[Principal, needs(Scope.INTEGRITY)]
Examiner = Annotated[Principal, needs(Scope.ACCOUNTING, Scope.INTEGRITY)]
Operator = Annotated[Principal, needs(Scope.OPERATIONS)]
Anyone = Annotated[Principal, needs()]
Searcher = Annotated[Principal, needs(Scope.DISPUTES, Scope.ACCOUNTING, Scope.SURVEILLANCE, Scope.REPORTING)]
Investigator = Annotated[Principal, needs(Scope.DISPUTES, Scope.ACCOUNTING, Scope.SURVEILLANCE)]
Onlooker = Annotated[Principal, needs(Scope.DISPUTES, Scope.ACCOUNTING, Scope.SURVEILLANCE, Scope.RECORDING)]
