"""What came of work for a desk: tables and wrappers beside its pages, kept on disk, the last of each kind."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from wrapture.errors import StudioError
from wrapture.files import atomic_writer
from wrapture.model import Column, ValueType
from wrapture.model.table import Row, table_of

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model.table import Cell, Table

    Data = dict[str, Any]

RESULTS: Final = "results"
MAX_SHOWN: Final = 2_000
"""Most rows of a result to send to the browser; files have all rows."""

ResultKind = Literal["pages", "addresses", "follow", "wrap", "search", "check", "repair", "watch"]


@dataclass(frozen=True, slots=True)
class DeskResult:
    """The result of one kind of work.

    ``words`` say in one sentence what came of it, ``remarks`` what else a person should know.  ``wrapper`` is the text of a
    wrapper file, ``lines`` are commands that do the same without the studio, ``repair`` is the report of a repair.
    """

    kind: ResultKind
    words: str
    remarks: tuple[str, ...] = ()
    table: Table | None = None
    wrapper: str = ""
    lines: str = ""
    repair: Data | None = None
    when: str = field(
        default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


class DeskResults:
    """The results in the folders of desks."""

    def __init__(self, desks: Path) -> None:
        self._desks = desks

    def keep(self, desk_id: str, result: DeskResult) -> str:
        """Write a result in place of the last of its kind, and return its name."""
        path = self._path(desk_id, result.kind)
        path.parent.mkdir(parents=True, exist_ok=True)
        table = None if result.table is None else table_data(result.table.shown())
        data = {name: getattr(result, name) for name in result.__slots__} | {"table": table}
        with atomic_writer(path, force=True) as temporary:
            temporary.write_text(json.dumps(data), encoding="utf-8")
        return result.kind

    def get(self, desk_id: str, kind: str) -> DeskResult:
        """Return a result; raises `StudioError` if there is none."""
        try:
            data = json.loads(self._path(desk_id, kind).read_bytes())
            table = None if data["table"] is None else _table(data["table"])
            return DeskResult(**data | {"table": table, "remarks": tuple(data["remarks"])})
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise StudioError(f"this desk has no result {kind[:40]!r}; it may have been deleted") from error

    def of(self, desk_id: str) -> list[DeskResult]:
        """Return the results of a desk, the last first; unreadable ones are left out."""
        found = []
        with suppress(OSError):
            for path in sorted((self._desks / desk_id / RESULTS).glob("*.json")):
                with suppress(StudioError):
                    found.append(self.get(desk_id, path.stem))
        return sorted(found, key=lambda one: one.when, reverse=True)

    def drop(self, desk_id: str, kind: str) -> None:
        """Delete a result."""
        self._path(desk_id, kind).unlink(missing_ok=True)

    def _path(self, desk_id: str, kind: str) -> Path:
        if not (desk_id.isalnum() and kind.isalpha()):
            raise StudioError(f"{kind[:40]!r}: is not a result")
        return self._desks / desk_id / RESULTS / f"{kind}.json"


def result_view(result: DeskResult) -> Data:
    """Return a result for the browser; long tables are cut."""
    table = result.table
    return {
        "kind": result.kind,
        "words": result.words,
        "remarks": list(result.remarks),
        "when": result.when,
        "lines": result.lines,
        "repair": result.repair,
        "opens": bool(result.wrapper),
        "table": None if table is None else table_view(table),
    }


def table_view(table: Table) -> Data:
    """Return a table for the browser: names, types and cells."""
    return {
        "columns": [{"name": name, "type": kind} for name, kind in table.types.items()],
        "rows": [
            [list(cell) if isinstance(cell, tuple) else cell for cell in row.cells] for row in table.rows[:MAX_SHOWN]
        ],
        "total": len(table),
    }


def table_data(table: Table) -> Data:
    """Return a table as JSON data, from which `_table` makes it again."""
    known = {column.name: column for column in table.described}
    columns = [known.get(name, Column(name, "text", ())) for name in table.columns]
    return {
        "page": table.page,
        "columns": [{"name": one.name, "kind": one.kind, "type": asdict(one.type)} for one in columns],
        "rows": [list(row.cells) for row in table.rows],
    }


def _table(data: Data) -> Table:
    columns = [Column(one["name"], one["kind"], (), type=ValueType(**one["type"])) for one in data["columns"]]
    rows = tuple(Row("", tuple(map(_cell, row))) for row in data["rows"])
    return table_of(data["page"], columns, rows)


def _cell(value: Any) -> Cell:
    return tuple(value) if isinstance(value, list) else value
