"""Give the columns of a newly learned wrapper the names, order and edits of the old wrapper's."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.columns.hiding import REASONS
from wrapture.drift.column_mapping import map_columns, share_kept, shared_columns
from wrapture.drift.repairs import ColumnMove
from wrapture.errors import ColumnError
from wrapture.library.editing.splitting import split_column
from wrapture.library.editing.wrapper_draft import filled, free_name, with_columns
from wrapture.library.profile import with_profile
from wrapture.model import DataLocator, MaskLocator
from wrapture.model.table import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.drift.column_mapping import ColumnPair
    from wrapture.html.page import Page
    from wrapture.library.editing.wrapper_draft import Filled
    from wrapture.model import Column, ValueType, Wrapper

BETTER: Final = 0.02  # by how much a split must raise the share kept
SURE: Final = 0.6  # score from which on a merged column is taken as one column of the new page, not put together again


class Carried(NamedTuple):
    """A wrapper with the old columns, what became of each, and the share of them that is there again."""

    wrapper: Wrapper
    moves: tuple[ColumnMove, ...]
    kept: float


def carry(old: Wrapper, new: Wrapper, pages: Sequence[Page], given: Mapping[str, str] | None = None) -> Carried:
    """Return a newly learned wrapper with the columns of the old one, as far as the pages have them."""
    new = _split_again(old, new, pages, given)
    pairs = map_columns(old.layout.columns, new.layout.columns, given)
    shared = shared_columns(old.layout.columns, new.layout.columns, pairs)
    takers = {pair.new: old.layout.columns[pair.old].name for pair in pairs}
    repeats = {pair.old: REASONS["repeats"].format(takers[pair.new]) for pair in shared}
    found = {pair.old: pair for pair in (*pairs, *shared)}
    columns: list[Filled] = []
    moves: list[ColumnMove] = []
    for number, column in enumerate(old.layout.columns):
        hidden = repeats.get(number, column.hidden) if column.hidden else ""
        carried = (
            _merged(old, new, column, found)
            or _single(new, replace(column, hidden=hidden), found.get(number))
            or _from_parts(old, new, number, found)
        )
        if carried is not None:
            columns.append(carried)
        moves.append(_move(column, carried, found.get(number), new))
    taken = {pair.new for pair in pairs}
    fresh = list(_fresh(new, taken, [column.name for column, _ in columns]))
    moves += [
        ColumnMove(column.name, "new", column.name, sample=_sample(column)) for column, _ in fresh if not column.hidden
    ]
    shown = [move for move in moves if move.fate == "new" or _is_shown(old, move.name)]
    kept = share_kept(old.layout.columns, old.profile.fill, pairs)
    return Carried(with_columns(new, [*columns, *fresh]), tuple(shown), kept)


def _is_shown(old: Wrapper, name: str) -> bool:
    return any(column.is_shown for column in old.layout.columns if column.name == name)


def _single(new: Wrapper, column: Column, pair: ColumnPair | None) -> Filled | None:
    """Return the new column that an old one is, with the old one's name and edits."""
    if pair is None:
        return None
    own, fill = filled(new)[pair.new]
    return _as_old(own, column), fill


def _as_old(own: Column, column: Column) -> Column:
    label = own.profile.label if own.profile else own.name
    profile = replace(own.profile, label=label) if own.profile else None
    kind = own.type if own.type.name == column.type.name else _type_for(own, column)
    return replace(
        own,
        name=column.name,
        keep=column.keep,
        hidden=column.hidden,
        constant=column.constant,
        type=kind,
        profile=profile,
        clean=column.clean,
        joined_by=column.joined_by,
    )


def _type_for(own: Column, column: Column) -> ValueType:
    """Return the type of a column that the new page would read as another: the old one unless the values speak against it.

    A price that has become a text, because one value says "on request", is still a price.
    """
    return column.type if own.type.name == "text" or column.type.name == "text" else own.type


def _merged(old: Wrapper, new: Wrapper, column: Column, found: Mapping[int, ColumnPair]) -> Filled | None:
    """Return a merged column put together again from the new columns that its members are; None if it is not merged."""
    if not column.more:
        return None
    known = {one.place: number for number, one in enumerate(old.layout.columns) if not one.more}
    members = [found.get(known.get(place, -1)) for place in column.places]
    whole = found.get(old.layout.columns.index(column))
    if not all(members) or (whole is not None and whole.score >= SURE):
        return None
    return _together(new, column, [pair for pair in members if pair is not None])


def _from_parts(old: Wrapper, new: Wrapper, number: int, found: Mapping[int, ColumnPair]) -> Filled | None:
    """Return a shown text that is gone, put together from the new columns that its hidden parts are; None if there are none.

    The page that had ``24-117 Lee v. Kerr`` in one place now has the number and the names in two.
    """
    column = old.layout.columns[number]
    if not column.is_shown or column.profile is None or number in found:
        return None
    whole = column.profile.samples
    places = {i: place for i in found if (place := _place_in(whole, old.layout.columns[i])) is not None}
    parts = sorted((i for i in places if not old.layout.columns[i].is_shown), key=places.__getitem__)
    return _together(new, column, [found[i] for i in parts]) if parts else None


def _place_in(whole: Sequence[str], part: Column) -> int | None:
    """Return where the first value of a column stands in the whole value, None if one of its values does not."""
    known = part.profile.samples if part.profile else ()
    rows = [(value, text) for value, text in zip(known, whole, strict=False) if value and text]
    inside = bool(rows) and part.kind == "text" and all(value in text for value, text in rows)
    return rows[0][1].index(rows[0][0]) if inside else None


def _together(new: Wrapper, column: Column, members: Sequence[ColumnPair]) -> Filled:
    """Return an old column made of several new ones, in this order."""
    (first, fill), *others = [filled(new)[pair.new] for pair in members]
    places = [place for other, _ in others for place in other.places]
    samples = zip(*[one.profile.samples if one.profile else () for one, _ in ((first, fill), *others)], strict=False)
    together = with_profile(replace(first, more=(*first.more, *places)), [joined(row) for row in samples], column.name)
    return _as_old(together, column), max(fill, *(share for _, share in others), 0.0)


def _fresh(new: Wrapper, taken: set[int], names: Sequence[str]) -> Iterator[Filled]:
    """Yield the columns that the old wrapper did not have, renamed if their names are taken.

    They are left out of the table: a repaired wrapper gives the table that it always gave.
    """
    used = list(names)
    for number, (column, fill) in enumerate(filled(new)):
        if number not in taken:
            used.append(free_name(column.name, used))
            yield replace(column, name=used[-1], keep=False), fill


def _move(column: Column, carried: Filled | None, pair: ColumnPair | None, new: Wrapper) -> ColumnMove:
    if carried is None:
        return ColumnMove(column.name, "gone", was=_sample(column))
    called = new.layout.columns[pair.new].name if pair else carried[0].name
    sure = round(pair.score, 2) if pair else None
    return ColumnMove(column.name, "kept", called, sure, _sample(column), _sample(carried[0]))


def _sample(column: Column) -> str:
    return next(filter(None, column.profile.samples), "") if column.profile else ""


# --- splits ---


def _split_again(old: Wrapper, new: Wrapper, pages: Sequence[Page], given: Mapping[str, str] | None) -> Wrapper:
    """Return the new wrapper with columns split as a person split the old ones, where that gives more of the old columns."""
    if isinstance(old.locator, MaskLocator | DataLocator) or isinstance(new.locator, MaskLocator | DataLocator):
        return new
    for separators in _separators(old, new, given):
        tries = [new, *_splits(new, separators, pages)]
        new = max(tries, key=lambda one: _kept(old, one, given) + BETTER * (one is new))
    return new


def _separators(old: Wrapper, new: Wrapper, given: Mapping[str, str] | None) -> list[tuple[str, ...]]:
    """Return the separators of old columns that are pieces of a text and are not found on the new page."""
    pieces = {i: parts for i, one in enumerate(old.layout.columns) if one.is_shown and (parts := _cut_by(old, one))}
    if not pieces:
        return []
    found = {pair.old for pair in map_columns(old.layout.columns, new.layout.columns, given) if pair.score >= SURE}
    return list(dict.fromkeys(separators for number, separators in pieces.items() if number not in found))


def _cut_by(wrapper: Wrapper, column: Column) -> tuple[str, ...]:
    """Return the separators that a text is cut by of which a column is a piece, none if it is whole."""
    return wrapper.layout.blocks[column.place[0]].parts[column.place[1]].separators if len(column.place) > 2 else ()


def _splits(new: Wrapper, separators: tuple[str, ...], pages: Sequence[Page]) -> Iterator[Wrapper]:
    same = len(set(separators)) == 1
    for column in new.layout.columns:
        if column.is_shown and column.kind == "text":
            with suppress(ColumnError):
                yield split_column(
                    new, column.name, pages, by="text" if same else "marks", text=separators[0] if same else ""
                )


def _kept(old: Wrapper, new: Wrapper, given: Mapping[str, str] | None) -> float:
    pairs = map_columns(old.layout.columns, new.layout.columns, given)
    return share_kept(old.layout.columns, old.profile.fill, pairs)
