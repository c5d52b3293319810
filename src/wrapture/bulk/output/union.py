"""What the formats with one table for all wrappers share: one header, one kind for each column, and rows to go with them.

The columns are those of all parts together, in the order they are first seen, named as `wrapture.sinks.rows` tells.  Where two
wrappers have columns of one name and different kinds, the column is a text: numbers are written out, and so are days.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wrapture.bulk.output.columns import LEAD, LIST
from wrapture.bulk.output.workfolder import committed
from wrapture.sinks.rows import SEPARATOR, header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from wrapture.bulk.model import Part
    from wrapture.bulk.output.workfolder import KeptPart

LEAD_KINDS: Final = ("string", "integer", "string", "number")
MIXED: Final = "mixed"
"""The kind of a column that holds values of several kinds, each as a text."""


class Union(NamedTuple):
    """The columns of all wrappers: the ``keys`` of their values in the lines, the ``names`` that go out, and their kinds."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]


def union_of(work: Path, known: Iterable[Part]) -> Union:
    """Return the columns of the leading part, of parts that are known beforehand and of all that are kept."""
    kinds: dict[str, str] = {}
    seen: set[tuple[tuple[str, str], ...]] = set()
    for part in _all_parts(work, known):
        if part.columns not in seen:  # all parts of a wrapper have the same
            seen.add(part.columns)
            for name, kind in part.columns:
                kinds[name] = kind if kinds.get(name, kind) == kind else MIXED
    keys = tuple(kinds)
    return Union((*LEAD, *keys), header(keys, LEAD), (*LEAD_KINDS, *kinds.values()))


def _all_parts(work: Path, known: Iterable[Part]) -> Iterator[Part | KeptPart]:
    yield from known
    for unit in committed(work):
        yield from unit.parts


def line_files(work: Path, name: str) -> Iterator[Path]:
    """Yield the files of this name of all units that have one with something in it, in order."""
    for unit in committed(work):
        path = unit.folder / name
        if path.is_file() and path.stat().st_size:
            yield path


def flat_rows(
    paths: Iterable[Path], union: Union, writers: Sequence[Callable[[Any], object] | None]
) -> Iterator[list[Any]]:
    """Yield a row for each line, with nothing for what it lacks; what is there is written by the writer of its column."""
    written = [(i, writer) for i, writer in enumerate(writers) if writer is not None]
    for path in paths:
        with path.open("rb") as lines:
            for line in lines:
                row = list(map(json.loads(line).get, union.keys))
                for i, writer in written:
                    if row[i] is not None:
                        row[i] = writer(row[i])
                yield row


def as_text(value: Any) -> str:
    """Return a value as one text; several are joined as the flat sinks do.

    >>> as_text([1.5, None, 2]), as_text("x")
    ('1.5 |  | 2', 'x')
    """
    if isinstance(value, list):
        return SEPARATOR.join("" if one is None else as_text(one) for one in value)
    return value if isinstance(value, str) else repr(value)


def is_told_as_text(kind: str) -> bool:
    """Return whether the values of a kind must be made texts where there are no lists."""
    return kind == MIXED or kind.endswith(LIST)
