"""Tokens of an identity provider: OpenID Connect discovery, its keys cached, algorithms pinned.

PyJWT does all that is cryptographic, and keeps the provider's keys: fetched
again when they are old, or at most every half minute for a key it does not
know, so that nobody makes us ask at will.
"""

from __future__ import annotations

import json
import urllib.request
from threading import Lock
from typing import Any, Final

import jwt
from jwt import PyJWKClient

from api.errors import CredentialsInvalid, IssuerUnavailable

# Signatures that a verifier cannot forge: never a shared secret, never none.
ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
REQUIRED: Final = ("exp", "iat", "iss", "aud", "sub")
LEEWAY_S: Final = 30
TIMEOUT_S: Final = 5
KEYS_LIVE_S: Final = 300
LONGEST_DOCUMENT: Final = 1 << 20


class TokenVerifier:
    """Verifies the tokens of one issuer that are meant for one audience.  Threads may share it."""

    def __init__(self, issuer: str, audience: str) -> None:
        self.issuer = issuer
        self.audience = audience
        self._lock = Lock()
        self._keys: PyJWKClient | None = None

    def claims(self, token: str) -> dict[str, Any]:
        """What a token says, once all of it has been checked.

        Raises CredentialsInvalid, IssuerUnavailable.
        """
        try:
            key = self._client().get_signing_key_from_jwt(token)
            return jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                audience=self.audience,
                issuer=self.issuer,
                leeway=LEEWAY_S,
                options={"require": list(REQUIRED)},
            )
        except jwt.PyJWKClientConnectionError as trouble:
            raise IssuerUnavailable(detail="its keys cannot be fetched") from trouble
        except jwt.PyJWTError as refused:
            raise CredentialsInvalid(detail=_said(refused)) from refused

    def _client(self) -> PyJWKClient:
        with self._lock:
            if self._keys is None:
                self._keys = PyJWKClient(
                    _keys_of(self.issuer), cache_jwk_set=True, lifespan=KEYS_LIVE_S, timeout=TIMEOUT_S
                )
            return self._keys


def _keys_of(issuer: str) -> str:
    """Where an issuer says that its keys are.  Raises IssuerUnavailable."""
    url = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    try:
        # The settings allow no other scheme than https, and http to this very machine.
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:  # noqa: S310 - see above
            said = json.loads(answer.read(LONGEST_DOCUMENT))
    except (OSError, ValueError) as trouble:
        raise IssuerUnavailable(detail=f"no discovery document at {url}") from trouble
    if not isinstance(said, dict) or said.get("issuer") != issuer or not said.get("jwks_uri"):
        raise IssuerUnavailable(detail=f"the document at {url} is not that of {issuer}")
    return str(said["jwks_uri"])


def _said(refused: jwt.PyJWTError) -> str:
    """One sentence, never the token itself."""
    match refused:
        case jwt.ExpiredSignatureError():
            return "it has expired"
        case jwt.InvalidAudienceError():
            return "it is meant for somebody else (aud)"
        case jwt.InvalidIssuerError():
            return "somebody else issued it (iss)"
        case jwt.InvalidAlgorithmError():
            return "its algorithm is not one of those allowed"
        case jwt.MissingRequiredClaimError():
            return f"it does not say {refused.claim}"
        case _:
            return "its form or signature is wrong"
