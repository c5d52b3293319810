"""What a column edit would make of some values, to look at before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import ColumnError
from wrapture.studio.desk_steps import edit_columns
from wrapture.studio.desk_views import table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Wrapper
    from wrapture.model.table import Cell, Table
    from wrapture.studio.desk import Desk
    from wrapture.studio.desk_steps import Edit
    from wrapture.studio.labelling import Tools

SHOWN: Final = 6  # records to show, those that change first
MAX_TEXT: Final = 120  # characters of a value


def preview_of(tools: Tools, desk: Desk, edit: Edit) -> dict[str, Any]:
    """Return the values of the edited columns as they are and as they would be, or why the edit can't be made."""
    try:
        after = edit_columns(tools, desk, edit)[1]
    except ColumnError as error:
        return {"before": [], "after": [], "changed": 0, "problem": str(error)}
    page = tools.page((desk.learned_from or list(desk.pages))[0])
    one, two = (table_of(each, page) for each in (desk.wrapper, after.wrapper) if each is not None)
    names = [one.columns[number] for number in edit.columns]
    new = [name for name in _shown_names(after.wrapper) if _differs(one, two, name)] or names
    pairs = list(zip(_rows(one, names), _rows(two, new), strict=True))
    differing = [number for number, (old, now) in enumerate(pairs) if old != now]
    order = [*differing, *(number for number in range(len(pairs)) if number not in set(differing))][:SHOWN]
    return {
        "before": _columns(names, [pairs[number][0] for number in sorted(order)]),
        "after": _columns(new, [pairs[number][1] for number in sorted(order)]),
        "changed": len(differing),
        "problem": "",
    }


def _shown_names(wrapper: Wrapper | None) -> list[str]:
    return [] if wrapper is None else [column.name for column in wrapper.layout.columns if column.is_shown]


def _differs(before: Table, after: Table, name: str) -> bool:
    return name not in before.columns or before[name] != after[name]


def _rows(table: Table, names: Sequence[str]) -> list[list[str]]:
    return [[_text(table[name][number]) for name in names] for number in range(len(table))]


def _text(cell: Cell) -> str:
    return ("" if cell is None else cell if isinstance(cell, str) else ", ".join(cell))[:MAX_TEXT]


def _columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    return [{"name": name, "values": [row[number] for row in rows]} for number, name in enumerate(names)]
