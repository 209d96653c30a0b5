"""The report as JSON, HTML and PDF: the same bytes of the same report, whoever prints it and when.

JSON is the report itself, canonical: keys in order, no space, UTF-8.  Its
SHA-256 stands on every page of the other two, which are drawn from one layout.
What people typed comes to both as text and is never run: autoescaped in HTML,
a value of a JSON input in typst.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

import typst
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from api.disputes.printing.at_the_desk import after_the_rounds, before_the_rounds
from api.disputes.printing.at_the_table import at_the_table
from api.disputes.printing.blocks import Part, Printed
from api.disputes.printing.first_page import first_page
from api.disputes.printing.letters import EXPLAINED, drawable, latin
from projections.disputes.report.model import DisputeReport
from projections.reports.words import plain

Form: TypeAlias = Literal["json", "html", "pdf"]

MEDIA_TYPES: Final[Mapping[Form, str]] = MappingProxyType(
    {"json": "application/json", "html": "text/html", "pdf": "application/pdf"}
)
# Categories of Unicode that turn what stands beside them around, or hide it: controls, formats, surrogates,
# private and unassigned ones.
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def written(report: DisputeReport, form: Form) -> bytes:
    """The report in one form."""
    return WRITERS[form](report)


def _json(report: DisputeReport) -> bytes:
    document = report.model_dump(mode="json")
    return json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _html(report: DisputeReport) -> bytes:
    return _pages().get_template("dispute.html").render(printed=laid_out(report)).encode()


def _pdf(report: DisputeReport) -> bytes:
    printed = laid_out(report)
    given = _given(printed)
    if (told := drawable(given)) != given:
        given = _given(printed._replace(foot=printed.foot + EXPLAINED))
        told = drawable(given)
    # An archive wants a date: that of the last event told, for a clock would make other bytes each time.
    dated = report.events[-1].recorded_at.replace(microsecond=0)
    try:
        return _set(told, dated)
    except typst.TypstError as refused:
        if UNDRAWABLE not in refused.message:
            raise
        # Letters that are drawn alone and not beside one another.
        return _set(latin(given), dated)


def _set(told: str, dated: datetime) -> bytes:
    """The paper, of blocks as JSON.  Raises TypstError where a letter cannot be drawn."""
    return typst.compile(
        files("api.disputes").joinpath("templates", "dispute.typ").read_bytes(),
        format="pdf",
        sys_inputs={"report": told},
        # Those of a machine would make other bytes there.
        ignore_system_fonts=True,
        pdf_standards=STANDARD,
        timestamp=dated,
    )


def _given(printed: Printed) -> str:
    return json.dumps(_plain(printed), ensure_ascii=False)


# Readable for as long as there are archives.
STANDARD: Final = "a-2a"
# What typst says of a letter that no font has, where that is not admitted.
UNDRAWABLE: Final = "could not be displayed"
WRITERS: Final[Mapping[Form, Callable[[DisputeReport], bytes]]] = MappingProxyType(
    {"json": _json, "html": _html, "pdf": _pdf}
)


def laid_out(report: DisputeReport) -> Printed:
    """The pages of a report."""
    digest = sha256(_json(report)).hexdigest()
    parts: list[Part] = [
        *first_page(report),
        *before_the_rounds(report),
        *(part for one in report.rounds for part in at_the_table(one, report.promotion)),
        *after_the_rounds(report),
    ]
    printed = Printed(
        title=f"Dispute {report.dispute}",
        subtitle=f"Report as of position {report.as_of:,} of the ledger of {report.property}",
        status=plain(report.status),
        parts=parts,
        foot=f"{report.dispute}, position {report.as_of}, {report.integrity.software}."
        f" SHA-256 of the JSON form without proofs: {digest}",
    )
    return cast("Printed", _seen(printed))


def _seen(part: Any) -> Any:  # noqa: ANN401 - blocks, and what they are made of
    """The same without characters that nobody sees and that show the rest otherwise than it is."""
    if isinstance(part, str):
        return "".join(
            letter
            if letter == "\n" or unicodedata.category(letter) not in UNSEEN
            else "\N{REPLACEMENT CHARACTER}"
            for letter in part
        )
    if isinstance(part, tuple) and hasattr(part, "_fields"):
        return type(part)(*(_seen(one) for one in part))
    if isinstance(part, Sequence):
        return [_seen(one) for one in part]
    return part


def _plain(part: Any) -> Any:  # noqa: ANN401 - blocks, and what they are made of
    """Blocks as JSON objects with their fields by name."""
    if isinstance(part, tuple) and hasattr(part, "_asdict"):
        return {name: _plain(one) for name, one in part._asdict().items()}
    return [_plain(one) for one in part] if isinstance(part, list | tuple) else part


@cache
def _pages() -> Environment:
    return Environment(
        loader=ChoiceLoader([PackageLoader("api.disputes"), PackageLoader("api.rounds")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
