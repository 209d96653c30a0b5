"""An identity provider on 127.0.0.1: a discovery document, keys that rotate, tokens of any kind."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

AUDIENCE = "pitledger"


class Issuer:
    """What it says, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/realms/pit"
        self.said = self.url  # what its discovery document calls itself
        self.asked: list[str] = []
        self.keys: dict[str, rsa.RSAPrivateKey] = {}
        self.rotate("first")

    def rotate(self, kid: str) -> None:
        self.keys[kid] = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def answer(self, path: str) -> dict[str, Any] | None:
        self.asked.append(path)
        if path == "/realms/pit/.well-known/openid-configuration":
            return {"issuer": self.said, "jwks_uri": f"{self.url}/keys"}
        if path == "/realms/pit/keys":
            return {
                "keys": [
                    {
                        **json.loads(RSAAlgorithm.to_jwk(key.public_key())),
                        "kid": kid,
                        "use": "sig",
                        "alg": "RS256",
                    }
                    for kid, key in self.keys.items()
                ]
            }
        return None

    def token(self, *, kid: str = "first", headers: dict[str, Any] | None = None, **claims: Any) -> str:
        """A token for an hour; claims of None are left out."""
        now = int(time.time())
        said = {"iss": self.url, "aud": AUDIENCE, "sub": "F-22", "iat": now, "exp": now + 3600, **claims}
        said = {name: value for name, value in said.items() if value is not None}
        return jwt.encode(said, self.keys[kid], algorithm="RS256", headers={"kid": kid, **(headers or {})})


@contextmanager
def running() -> Iterator[Issuer]:
    """An issuer that answers."""
    issuers: list[Issuer] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = issuers[0].answer(self.path)
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        issuers.append(Issuer(server.server_port))
        worker = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        worker.start()
        try:
            yield issuers[0]
        finally:
            server.shutdown()
            worker.join()
