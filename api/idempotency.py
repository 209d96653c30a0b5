"""Idempotency-Key: the first answer to a request is its answer for ever.

What the append's transaction decided (2xx, 409, 412, 422) is written in that
transaction and given again, byte for byte, to the same request with the same
key.  A key belongs to who sent it.  What never reached the ledger (400, 401,
403, 413, 428, 429, 5xx) is not kept: the same request may succeed later.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Depends, Request, Response
from fastapi.params import Header

from api.auth import Principal
from api.errors import HeaderInvalid
from api.strictness import said_once
from ledger.application.ledger import Ledger, Receipt
from ledger.application.remembering import KeyTaken, Remembered
from ledger.errors import KeyReused

KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
# What the transaction decided.
KEPT: Final = frozenset({200, 201, 409, 412, 422})
REPLAYED: Final = "Idempotency-Replayed"


def idempotency_key(
    request: Request,
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            description="1 to 255 visible characters of yours, new for each request: repeat the request with"
            " the same key and you are given the first answer again, and nothing is recorded twice.",
        ),
    ] = None,
) -> str | None:
    """The key of a request, if it has one.  Raises HeaderInvalid."""
    said_once(request, "Idempotency-Key")
    if key is not None and KEY.fullmatch(key) is None:
        raise HeaderInvalid(header="Idempotency-Key", detail="1 to 255 visible characters of ASCII")
    return key


Key = Annotated[str | None, Depends(idempotency_key)]


def digest_of(request: Request, body: bytes) -> bytes:
    """What makes a request the same request: its method, its target and its body."""
    target = request.url.path + ("?" + request.url.query if request.url.query else "")
    return hashlib.sha256(b"\0".join((request.method.encode(), target.encode(), body))).digest()


def once(
    ledger: Ledger,
    principal: Principal,
    key: str | None,
    *,
    digest: bytes,
    record: Callable[[Callable[[Receipt], Remembered | None] | None], Receipt],
    say: Callable[[Receipt], Response],
) -> Response:
    """The answer to a request that records, given once and then remembered.

    `record` does it, and is given what makes the row to keep; `say` turns what
    became of it into an answer.  Raises KeyReused where the key was another
    request's.
    """
    if key is None:
        return say(record(None))
    earlier = ledger.recorder.remembered(principal.id, key)
    if earlier is None:
        try:
            return say(record(lambda receipt: _kept(principal, key, digest, say(receipt))))
        except KeyTaken as taken:
            earlier = taken.remembered
    if earlier.digest != digest:
        raise KeyReused(stored=earlier.digest.hex(), sent=digest.hex())
    return _again(earlier)


def _kept(principal: Principal, key: str, digest: bytes, answer: Response) -> Remembered | None:
    if answer.status_code not in KEPT:
        return None
    headers = {name: value for name, value in answer.headers.items() if name != "content-length"}
    return Remembered(
        principal=principal.id,
        key=key,
        digest=digest,
        status=answer.status_code,
        body=bytes(answer.body),
        headers=json.dumps(headers).encode(),
    )


def _again(earlier: Remembered) -> Response:
    headers = {**json.loads(earlier.headers or b"{}"), REPLAYED: "true"}
    return Response(earlier.body, earlier.status, headers)
