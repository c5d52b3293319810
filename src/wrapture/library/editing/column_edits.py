"""Rename, hide, move, merge, clean and type columns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.algo.linear_regex import compiled
from wrapture.columns.describing import typed
from wrapture.errors import ColumnError
from wrapture.library.editing.wrapper_draft import (
    filled,
    free_name,
    looked_at,
    number_of,
    share,
    with_column,
    with_columns,
)
from wrapture.library.profile import with_profile
from wrapture.model.column_choice import check_names
from wrapture.model.table import joined
from wrapture.model.wrapper import MAX_NAME
from wrapture.values import type_as
from wrapture.values.cleaning import MAX_STEPS, MAX_TEXT, Regex, Replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.library.editing.wrapper_draft import Ref
    from wrapture.model import Column, TypeName, ValueType, Wrapper
    from wrapture.model.column_choice import ColumnChoice
    from wrapture.model.table import Cell
    from wrapture.values.cleaning import CleanStep

MAX_MERGED = 100
"""Most places of a merged column, as allowed in a wrapper file."""


def rename_column(wrapper: Wrapper, column: Ref, name: str) -> Wrapper:
    """Return a wrapper with one column renamed."""
    number = number_of(wrapper, column)
    own, new = wrapper.layout.columns[number], name.strip()
    others = [one.name.casefold() for i, one in enumerate(wrapper.layout.columns) if i != number]
    if not new:
        raise ColumnError(own.name, "a name must not be blank; give it one")
    if len(new) > MAX_NAME:
        raise ColumnError(own.name, f"a name has at most {MAX_NAME} characters; shorten it")
    if not new.isprintable():
        raise ColumnError(own.name, "a name must be one line of printable characters; change it")
    if new.casefold() in others:
        raise ColumnError(own.name, f"another column is named {new!r}; choose another name")
    return with_column(wrapper, number, replace(own, name=new))


def keep_column(wrapper: Wrapper, column: Ref, keep: bool) -> Wrapper:
    """Return a wrapper with one column hidden or shown."""
    number = number_of(wrapper, column)
    own = wrapper.layout.columns[number]
    if not keep and [i for i, one in enumerate(wrapper.layout.columns) if one.is_shown] == [number]:
        raise ColumnError(own.name, "is the only column shown; show another one first")
    return with_column(wrapper, number, replace(own, keep=keep, hidden="" if keep else own.hidden))


def choose_in_wrapper(wrapper: Wrapper, choice: ColumnChoice) -> Wrapper:
    """Return a wrapper with columns chosen and renamed by name; those left out stay in the file, to be shown again.

    Raises `ColumnNamesError` for a name that the wrapper does not have.
    """
    columns = filled(wrapper)
    check_names(choice, [column.name for column, _ in columns])
    order = choice.order([column for column, _ in columns])
    named = choice.named(column for _, column in order)
    taken = [column.name for column in named]
    left = [(column, columns[number][1]) for (number, _), column in zip(order, named, strict=True)]
    for number in sorted(set(range(len(columns))) - {number for number, _ in order}):
        column, fill = columns[number]
        taken.append(free_name(column.name, taken))
        left.append((replace(column, keep=False, name=taken[-1]), fill))
    return with_columns(wrapper, left)


def move_column(wrapper: Wrapper, column: Ref, to: int) -> Wrapper:
    """Return a wrapper with one column moved to a number, counted from 0 among all columns."""
    number = number_of(wrapper, column)
    columns = filled(wrapper)
    if not 0 <= to < len(columns):
        raise ColumnError(columns[number][0].name, f"no position {to}; choose one from 0 to {len(columns) - 1}")
    columns.insert(to, columns.pop(number))
    return with_columns(wrapper, columns)


def merge_columns(wrapper: Wrapper, columns: Sequence[Ref], pages: Sequence[Page], joined_by: str = " ") -> Wrapper:
    """Return a wrapper with several text columns merged into one: their values in this order, with a text between.

    The merged column takes the position and the name of the first one; the originals are hidden.
    """
    numbers = [number_of(wrapper, column) for column in columns]
    chosen = [wrapper.layout.columns[number] for number in numbers]
    places = _places(chosen)
    first = chosen[0]
    rows = looked_at(wrapper, pages, first.name)
    values = [joined([row[number] for number in numbers], joined_by) for row in rows]
    whole = replace(first, place=places[0], more=places[1:], keep=True, hidden="", joined_by=joined_by)
    (merged,) = typed([whole], [[value] for value in values])
    taken = [one.name for one in wrapper.layout.columns]
    merged = with_profile(merged, values)
    hidden = [(replace(one, keep=one.keep and i not in numbers), fill) for i, (one, fill) in enumerate(filled(wrapper))]
    own, fill = hidden[numbers[0]]
    hidden[numbers[0]] = (replace(own, name=free_name(f"{first.name[: MAX_NAME - 10]}_part", taken)), fill)
    hidden.insert(numbers[0], (merged, share(values)))
    return with_columns(wrapper, hidden)


def _places(columns: Sequence[Column]) -> tuple[tuple[int, ...], ...]:
    """Return the places of the columns to merge; raises `ColumnError` if they can't be merged."""
    if len(columns) < 2:
        name = columns[0].name if columns else "-"
        raise ColumnError(name, "a merge needs at least two columns; choose another one as well")
    places: list[tuple[int, ...]] = []
    for column in columns:
        if column.kind != "text":
            raise ColumnError(column.name, f"holds {column.kind} addresses, and only texts can be merged; leave it out")
        if column.clean:
            raise ColumnError(
                column.name, "is cleaned; merge first and clean the merged column, or remove its cleaning"
            )
        if set(places).intersection(column.places):
            raise ColumnError(column.name, "its text is already part of the others; leave it out")
        places += column.places
    if len(places) > MAX_MERGED:
        raise ColumnError(columns[0].name, f"at most {MAX_MERGED} texts can be merged; choose fewer")
    return tuple(places)


def clean_column(wrapper: Wrapper, column: Ref, steps: Sequence[CleanStep], pages: Sequence[Page]) -> Wrapper:
    """Return a wrapper with the values of one column cleaned by these steps, in place of those it had.

    Its type is decided anew, unless a person chose another than its values suggested.
    """
    number = number_of(wrapper, column)
    own = wrapper.layout.columns[number]
    _check_steps(own, steps)
    changed = with_column(wrapper, number, replace(own, clean=tuple(steps), constant=False))
    before, values = ([row[number] for row in looked_at(one, pages, own.name)] for one in (wrapper, changed))
    if not any(values):
        raise ColumnError(own.name, "nothing would be left of its values; change the steps")
    chosen = None if _suggested(own, before).name == own.type.name else type_as(own.type.name, values)
    new = replace(changed.layout.columns[number], type=chosen or _suggested(own, values))
    columns = filled(changed)
    columns[number] = (with_profile(new, values), share(values))
    return with_columns(changed, columns)


def _suggested(column: Column, values: Sequence[Cell]) -> ValueType:
    """Return the type that the values of a column suggest."""
    (found,) = typed([replace(column, type=type(column.type)())], [[value] for value in values])
    return found.type


def _check_steps(column: Column, steps: Sequence[CleanStep]) -> None:
    """Raise `ColumnError` for steps that a wrapper file can't have."""
    if column.kind != "text":
        raise ColumnError(
            column.name, f"holds {column.kind} addresses, and only texts can be cleaned; leave it as it is"
        )
    if len(steps) > MAX_STEPS:
        raise ColumnError(column.name, f"at most {MAX_STEPS} steps; leave some out")
    for step in steps:
        texts = [getattr(step, name) for name in step.__slots__]
        if any(text is not None and len(text) > MAX_TEXT for text in texts) or (
            isinstance(step, Replace) and not step.find
        ):
            raise ColumnError(column.name, f"a text to find has 1 to {MAX_TEXT} characters; change the step")
        if isinstance(step, Regex):
            try:
                compiled(step.pattern)
            except ValueError as error:
                raise ColumnError(column.name, f"the expression can't be used: {error}") from error


def type_column(wrapper: Wrapper, column: Ref, type_name: TypeName, pages: Sequence[Page]) -> Wrapper:
    """Return a wrapper with one column read as a type, whose details (decimal mark, date order, …) its values decide."""
    number = number_of(wrapper, column)
    own = wrapper.layout.columns[number]
    if own.kind != "text":
        raise ColumnError(own.name, f"holds {own.kind} addresses, and only texts have a type; leave it as it is")
    if type_name == "text":
        return with_column(wrapper, number, replace(own, type=type(own.type)()))
    kind = type_as(type_name, [row[number] for row in looked_at(wrapper, pages, own.name)])
    if kind is None:
        raise ColumnError(own.name, f"none of its values is a {type_name}; choose another type")
    return with_column(wrapper, number, replace(own, type=kind, constant=False))
