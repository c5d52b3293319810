"""What a person changes of a wrapper's columns: each function returns a new wrapper, and nothing is ever lost.

A column is named by its number, counted from 0 among all columns, kept or not, or by its name.  ``pages`` are pages that the
wrapper reads: their values are looked at where something must be decided.  What can't be done raises `ColumnError`.
"""

from wrapture.wrappers.editing.adding import add_column
from wrapture.wrappers.editing.carrying import carry_columns
from wrapture.wrappers.editing.columns import keep_column, merge_columns, move_column, rename_column, type_column
from wrapture.wrappers.editing.splitting import split_column

__all__ = [
    "add_column",
    "carry_columns",
    "keep_column",
    "merge_columns",
    "move_column",
    "rename_column",
    "split_column",
    "type_column",
]
