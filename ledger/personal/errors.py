"""What is refused of personal data, each refusal with a permanent code; none repeats a word of it."""

from __future__ import annotations

from ledger.errors import NotFound, Unavailable


class PersonalDataNotFound(NotFound):
    """Nobody told who it is, or it was erased."""

    code = "personal_data_not_found"
    text = "nothing is kept of who complains in the dispute {dispute}, or it was erased"


class PersonalKeyUnusable(Unavailable):
    """The master key is not there, is no key, or another one encrypted what is stored."""

    code = "personal_key_unusable"
    text = "the master key of personal data cannot be used: {detail}"
