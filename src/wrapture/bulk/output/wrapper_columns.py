"""The output columns of a wrapper, known before any page is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.rows.row_schema import RowOptions, out_columns

if TYPE_CHECKING:
    from wrapture.bulk.jobs import Job
    from wrapture.model import Column, Layout, Wrapper
    from wrapture.rows.row_schema import OutColumn


def wrapper_columns(wrapper: Wrapper, job: Job) -> tuple[OutColumn, ...]:
    """Return the output columns without those of provenance, in order."""
    origins = chosen(wrapper, all_columns=job.all_columns)
    lists = [is_list(column, wrapper.layout) for column in origins]
    return out_columns(origins, lists, RowOptions(typed=job.typed, texts=job.texts))


def chosen(wrapper: Wrapper, *, all_columns: bool) -> list[Column]:
    """Return the output columns of a wrapper: those that are kept, without hidden ones unless there are no others."""
    kept = list(wrapper.table_columns)
    return kept if all_columns else [column for column in kept if column.is_shown] or kept


def is_list(column: Column, layout: Layout) -> bool:
    """Return whether the cells of a column are lists; those of a merged column are one text."""
    if not layout.blocks or not column.place or column.more:
        return False
    return layout.blocks[column.place[0]].parts[column.place[1]].every
