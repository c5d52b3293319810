"""Tables and curves of the papers as data files: what a run measured, and what the page shows.

A file in ``data/`` holds one table (``head`` and ``rows``) or one figure (``curves``).  A cell is a number, a text, or a
`Missing` with its reason: no cell is empty without one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE: Final = Path(__file__).parent
DATA: Final = HERE / "data"
FIGURES: Final = HERE / "figures"


@dataclass(frozen=True, slots=True)
class Missing:
    """A cell without a figure, and the reason."""

    why: str


Cell: TypeAlias = float | int | str | Missing
NOT_AGAIN: Final = Missing("not measured again")
"""A cell that a run left out: the data file keeps the one that it has."""
Curve: TypeAlias = "tuple[tuple[float, float], ...]"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a paper, measured again: each row begins with its name."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.head):
                raise ValueError(f"{len(row)} cells in {row[0]!r}, {len(self.head)} in the head")
            if any(cell == "" for cell in row[1:]):
                raise ValueError(f"an empty cell in {row[0]!r} has no reason")

    def cell(self, row: str, column: str) -> Cell:
        """Return the cell of the first row with this name."""
        found = next((one for one in self.rows if one[0] == row), None)
        if found is None or column not in self.head:
            raise KeyError(f"{row}/{column}")
        return found[self.head.index(column)]

    def markdown(self) -> str:
        """Return the table with the reasons for its missing cells below it."""
        reasons: dict[str, int] = {}
        lines = [_line(self.head), "|" + "---|" * len(self.head)]
        lines += [_line([shown(cell, reasons) for cell in row]) for row in self.rows]
        notes = [f"[{number}] {why}" for why, number in reasons.items()]
        return "\n".join([*lines, *([f"\n{'; '.join(notes)}."] if notes else [])])


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """A figure of a paper: named curves over one axis."""

    x: str
    y: str
    curves: dict[str, Curve] = field(default_factory=dict)


def completed(found: PaperTable | PaperFigure, before: PaperTable | PaperFigure) -> PaperTable | PaperFigure:
    """Return a table or figure of which a run left out something, with the cells and curves of the run before."""
    if isinstance(found, PaperFigure) and isinstance(before, PaperFigure):
        return PaperFigure(found.x, found.y, {**before.curves, **found.curves})
    if not isinstance(found, PaperTable) or not isinstance(before, PaperTable):
        raise TypeError("a table and a figure can't be joined")
    if not any(cell == NOT_AGAIN for row in found.rows for cell in row):
        return found
    if found.head != before.head:
        raise ValueError("the table has other columns than before: measure it as a whole")
    pairs = zip(found.rows, before.rows, strict=True)
    return PaperTable(found.head, tuple(_completed_row(own, old) for own, old in pairs))


def _completed_row(own: tuple[Cell, ...], old: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if own[0] != old[0]:
        raise ValueError(f"row {own[0]!r} was {old[0]!r} before: measure the table as a whole")
    return tuple(before if cell == NOT_AGAIN else cell for cell, before in zip(own, old, strict=True))


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def shown(cell: Cell, reasons: dict[str, int] | None = None) -> str:
    """Return a cell as text; a missing one refers to its reason, which is added to ``reasons``.

    >>> shown(98.25), shown(12), shown(-0.04), shown(0.1234)
    ('98.2', '12', '-0.04', '0.12')
    """
    if isinstance(cell, Missing):
        known = {} if reasons is None else reasons
        return f"– [{known.setdefault(cell.why, len(known) + 1)}]"
    if isinstance(cell, float):
        return f"{cell:.2f}" if abs(cell) < 2 else f"{cell:.1f}"
    return str(cell)


def save(name: str, found: PaperTable | PaperFigure, about: dict[str, object]) -> None:
    """Write a table or figure to its data file."""
    DATA.mkdir(exist_ok=True)
    if isinstance(found, PaperTable):
        body: dict[str, Any] = {"head": found.head, "rows": [[_written(cell) for cell in row] for row in found.rows]}
    else:
        body = {"x": found.x, "y": found.y, "curves": {key: _rounded(curve) for key, curve in found.curves.items()}}
    rows = ",\n".join(f'"{key}": {_json(value)}' for key, value in {**about, **body}.items())
    (DATA / f"{name}.json").write_text("{\n" + rows + "\n}\n", encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON with one row of a table per line, so that two runs can be compared."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


def _rounded(curve: Curve) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in curve]


def _written(cell: Cell) -> object:
    if isinstance(cell, Missing):
        return {"why": cell.why}
    return round(cell, 4) if isinstance(cell, float) else cell


def load(name: str) -> PaperTable | PaperFigure:
    """Return the table or figure of a data file."""
    found = about(name)
    if "curves" in found:
        curves = {key: tuple((x, y) for x, y in curve) for key, curve in found["curves"].items()}
        return PaperFigure(found["x"], found["y"], curves)
    rows = tuple(tuple(Missing(c["why"]) if isinstance(c, dict) else c for c in row) for row in found["rows"])
    return PaperTable(tuple(found["head"]), rows)


def load_table(name: str) -> PaperTable:
    """Return the table of a data file."""
    found = load(name)
    if not isinstance(found, PaperTable):
        raise TypeError(f"{name} is a figure")
    return found


def about(name: str) -> dict[str, Any]:
    """Return the whole content of a data file; an empty one if there is none."""
    path = DATA / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
