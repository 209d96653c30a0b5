"""What is said of the seal: verdicts, proofs, the keys."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

# What was done to the ledger since it was sealed.
Kind = Literal[
    "altered", "removed", "inserted", "history_rewritten", "seal_damaged", "checkpoint_forged", "truncated",
    "refused_altered", "refused_removed", "refused_inserted", "refused_rewritten", "refused_truncated",
    "chapter_forged", "chapter_removed",
]  # fmt: skip


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Mismatch(_Answer):
    """One thing that is not as it was sealed; `position` is the first event that it concerns.

    Of kinds that begin with `refused_` it is the number of the refused record.
    """

    kind: Kind
    position: int
    detail: str


class Verification(_Answer):
    """What came of verifying a whole ledger.

    `events` were read and hashed, `unsealed` of them are younger than the
    newest leaf.  `size`, `position` and `root` (hex) are of the newest
    checkpoint that held, null where none did.
    """

    ok: bool
    events: int
    unsealed: int
    unsigned: int = Field(description="sealed events that no checkpoint which held is over")
    checkpoints: int
    refused: int
    refused_unsealed: int
    size: int | None
    position: int | None
    root: str | None
    keys: tuple[str, ...] = Field(description="the verifier keys that were trusted")
    mismatches: tuple[Mismatch, ...]
    more_mismatches: int = Field(description="how many were found beyond those listed")


class InclusionProof(_Answer):
    """That an event is in the signed tree: its leaf's hash and audit path, base64, under a checkpoint."""

    position: int
    stream: str
    version: int
    index: int
    leaf_hash: str
    path: tuple[str, ...]
    checkpoint: str


class ConsistencyProof(_Answer):
    """That one tree is the beginning of another; the path is RFC 6962's, base64."""

    first: int
    second: int
    path: tuple[str, ...]
    checkpoint: str = Field(description="the newest one; `second` is its size unless another was asked for")


class SealKey(_Answer):
    """A public key of the seal, in the form name+hash+key."""

    key: str
    since_size: int
    endorsement: str | None


class SealKeys(_Answer):
    """The keys in the order of their use."""

    keys: tuple[SealKey, ...]
