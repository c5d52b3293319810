"""The nouns of a bulk run: frozen values that are sent between processes.

A run reads *units*: a few hundred pages of the input that one process reads together.  The outcome of a unit is a value,
too: the process that reads it writes nothing, so one that dies leaves nothing behind, and a cluster needs no shared disk.
Pages of a unit are numbered from 0, always in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import Chunk
    from wrapture.bulk.inputs.remote_access import Grant
    from wrapture.drift.drift_notice import DriftNotice

DeadKind = Literal["unreadable", "refused", "no wrapper", "no records", "misfit", "memory", "time", "died", "error"]
"""Why a page has no records in the output.

``unreadable``: its bytes could not be read; ``refused``: it is not HTML, or hostile to the parser; ``no wrapper``: no wrapper
of the library fits; ``no records``; ``misfit``: its fit is below the minimum; ``memory`` and ``time``: it exceeded a limit;
``died``: the process that read it died repeatedly; ``error``: a bug in Wrapture.
"""

PartFormat = Literal["parquet", "rows"]
"""How the records of a unit are stored until the run is done: as Parquet, or as JSON Lines."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table of pages contain the HTML and the address; empty to guess by name."""

    html: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits of one page."""

    time_s: float = 30.0
    memory_mb: int = 1024


@dataclass(frozen=True, slots=True)
class Job:
    """How every page is read: all that the result depends on, beside the input.

    ``wrapper`` is the text of a wrapper file, or ``library`` a folder of them.  Pages that fit less than ``min_fit`` are dead
    letters.  With ``texts``, typed columns are followed by one with the page's own text; without ``typed``, there is only text.
    ``repaired`` are names of wrappers with the texts of the repaired ones, which read the pages that the old ones don't fit.
    ``grants`` say what may be reached to read the input, with logins: they are not a part of what the result depends on.
    """

    wrapper: str = ""
    library: str = ""
    part_format: PartFormat = "parquet"
    min_fit: float = 0.0
    typed: bool = True
    texts: bool = False
    all_columns: bool = False
    limits: PageLimits = PageLimits()
    repaired: tuple[tuple[str, str], ...] = ()
    grants: tuple[Grant, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """Pages of the input that are read together.

    ``source`` is the file or folder they come from, as the user named it, and ``weight`` their share of its bytes;
    ``identity`` is the same whenever the same input is listed, and differs after a change.
    """

    number: int
    source: str
    chunk: Chunk
    weight: int
    identity: str


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A page without records in the output, and why: ``place`` is its number in the unit, ``source`` where it was read."""

    page: str
    source: str
    place: int
    kind: DeadKind
    reason: str


@dataclass(frozen=True, slots=True)
class UnitPart:
    """The records that one wrapper read in a unit, as a file; ``columns`` are those before the ones of provenance, with kinds.

    ``unread`` counts, for typed columns, the texts that could not be parsed and are empty in the file.
    """

    wrapper: str
    body: bytes
    rows: int
    columns: tuple[tuple[str, str], ...]
    unread: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of pages: ``seen`` are all pages, ``read`` those with records, ``unfit`` those of them that fit badly.

    Other entries of an archive (pictures, style sheets, requests) are ``passed`` over, and are no pages.
    """

    seen: int = 0
    read: int = 0
    unfit: int = 0
    dead: int = 0
    passed: int = 0
    records: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.seen + other.seen,
            self.read + other.read,
            self.unfit + other.unfit,
            self.dead + other.dead,
            self.passed + other.passed,
            self.records + other.records,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a unit; ``seen == read + dead`` always holds for its tally.  ``drift`` says which sites changed."""

    number: int
    identity: str
    tally: Tally
    parts: tuple[UnitPart, ...]
    dead: tuple[DeadLetter, ...]
    by_wrapper: tuple[tuple[str, Tally], ...]
    drift: tuple[DriftNotice, ...] = ()


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem with the input without a page to blame, such as a truncated archive."""

    source: str
    what: str
