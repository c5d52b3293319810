"""The nouns of a bulk run: frozen values that go from process to process.

A run reads *units*: a few hundred pages of the input that one process reads together.  What comes of a unit is a value, too:
the process that reads it writes nothing, so one that dies leaves nothing behind, and a cluster needs no disk in common.
Pages of a unit are counted from 0 on, always in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from wrapture.bulk.inputs.chunks import Chunk

DeadKind = Literal["unreadable", "refused", "no wrapper", "no records", "misfit", "memory", "time", "died", "error"]
"""Why a page has no records in the output.

``unreadable``: its bytes could not be had; ``refused``: it is no HTML page, or one that nobody should parse; ``no wrapper``:
none of the library fits; ``no records``; ``misfit``: it fits less than was asked for; ``memory`` and ``time``: it took more
than a page may; ``died``: the process that read it died, again and again; ``error``: a fault of Wrapture's.
"""

PartFormat = Literal["parquet", "rows"]
"""How the records of a unit are kept until the run is done: as a Parquet file, or as JSON Lines with a record each."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table of pages hold their HTML and their address; empty to be told by their names."""

    html: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class PageLimits:
    """What one page may take before it is given up."""

    time_s: float = 30.0
    memory_mb: int = 1024


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every page: all that the result depends on, beside the input.

    ``wrapper`` is the text of a wrapper file, or ``library`` a folder of them.  Pages that fit less than ``min_fit`` are dead
    letters.  With ``texts``, columns of a type are followed by one with what the page says.
    """

    wrapper: str = ""
    library: str = ""
    part_format: PartFormat = "parquet"
    min_fit: float = 0.0
    texts: bool = False
    constants: bool = False
    limits: PageLimits = PageLimits()


@dataclass(frozen=True, slots=True)
class Unit:
    """Some pages of the input that are read together.

    ``source`` is the file or folder they come from, as it was named, and ``weight`` how many of its bytes they stand for;
    ``identity`` is the same whenever the same input is listed, and another one when it has changed.
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
class Part:
    """The records that one wrapper read in a unit, as a file; ``columns`` are those after the leading ones, with kinds.

    ``unread`` says of columns with a type how many of their texts are none of it, and are empty in the file.
    """

    wrapper: str
    body: bytes
    rows: int
    columns: tuple[tuple[str, str], ...]
    unread: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of pages: ``seen`` are all that came in, ``read`` those with records; ``unfit`` ones are read, but fit badly.

    What lies beside pages in an archive (pictures, style sheets, requests) is ``passed`` over, and no page.
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
    """What came of a unit; ``seen == read + dead`` of its tally always holds."""

    number: int
    identity: str
    tally: Tally
    parts: tuple[Part, ...]
    dead: tuple[DeadLetter, ...]
    by_wrapper: tuple[tuple[str, Tally], ...]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with the input that no page stands for, such as an archive that breaks off."""

    source: str
    what: str
