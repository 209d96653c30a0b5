"""What HTTP itself refuses, each with a permanent code, beside the refusals of the ledger.

They are LedgerErrors, so that one table in `problems.py` gives every refusal
its status and every answer has the same shape.
"""

from __future__ import annotations

from ledger.errors import LedgerError, NotFound, Unavailable


class HttpRefusal(LedgerError):
    """A request that never reached the ledger."""


class BodyTooLarge(HttpRefusal):
    code = "body_too_large"
    text = "a record may have at most {limit} bytes: send it in several, with `after`"


class BodyDamaged(HttpRefusal):
    code = "body_damaged"
    text = "the body is not what its Content-Encoding says: {detail}"


class MediaTypeUnsupported(HttpRefusal):
    code = "media_type_unsupported"
    text = "{given} is not understood here; send {known}"


class NotAcceptable(HttpRefusal):
    code = "not_acceptable"
    text = "this is given as {known}"


class HeaderInvalid(HttpRefusal):
    code = "header_invalid"
    text = "{header}: {detail}"


class CursorInvalid(HttpRefusal):
    code = "cursor_invalid"
    text = "this cursor was not given here: begin without one, and pass on what you are given"


class CredentialsMissing(HttpRefusal):
    code = "credentials_missing"
    text = (
        "say who you are: Authorization: Bearer, with an API key (pl_…) or a token of your identity provider"
    )


class CredentialsInvalid(HttpRefusal):
    code = "credentials_invalid"
    text = "this key or token is not valid: {detail}"


class ScopeMissing(HttpRefusal):
    code = "scope_missing"
    text = "{principal} may not do this: it needs the scope {scope}"


class ScopeUnknown(HttpRefusal):
    code = "scope_unknown"
    text = "there is no scope {scope!r}; known: {known}"


class KeyNameInvalid(HttpRefusal):
    code = "key_name_invalid"
    text = "{name!r} is no name for a key: up to 100 letters, digits, spaces and . _ @ -"


class KeyNotFound(NotFound):
    code = "key_not_found"
    text = "no key in force has the id or name {key}"


class HandNotFound(NotFound):
    code = "hand_not_found"
    text = "the round {round} has no hand at {place}: say a spot in play, dealer, board or stand"


class SchemaNotFound(NotFound):
    code = "schema_not_found"
    text = "there is no schema {schema}; known: {known}"


class RouteNotFound(HttpRefusal):
    code = "route_not_found"
    text = "there is nothing at {path}; /openapi.json lists what there is"


class MethodNotAllowed(HttpRefusal):
    code = "method_not_allowed"
    text = "{method} is not possible at {path}"


class PreconditionRequired(HttpRefusal):
    code = "precondition_required"
    text = "say what you continue: If-Match with the ETag of the stream, the number of events that it has"


class RequestRefused(HttpRefusal):
    code = "request_refused"
    text = "{detail}"


class IssuerUnavailable(Unavailable):
    code = "issuer_unavailable"
    text = "the identity provider does not answer: {detail}"


class InternalError(Unavailable):
    code = "internal_error"
    text = (
        "a fault of ours, logged as incident {incident}; nothing is half-written, the request may be repeated"
    )
