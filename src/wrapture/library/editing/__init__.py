"""Edit the columns of a wrapper: each function returns a new wrapper, and no column is ever lost.

A column is given by its name or by its number, counted from 0 among all columns, hidden ones included.  ``pages`` are pages
that the wrapper reads; their values decide on types and separators.  Impossible edits raise `ColumnError`.
"""

from wrapture.library.editing.adding import add_column
from wrapture.library.editing.carrying import carry_columns
from wrapture.library.editing.column_edits import (
    choose_in_wrapper,
    clean_column,
    keep_column,
    merge_columns,
    move_column,
    rename_column,
    type_column,
)
from wrapture.library.editing.splitting import split_column

__all__ = [
    "add_column",
    "carry_columns",
    "choose_in_wrapper",
    "clean_column",
    "keep_column",
    "merge_columns",
    "move_column",
    "rename_column",
    "split_column",
    "type_column",
]
