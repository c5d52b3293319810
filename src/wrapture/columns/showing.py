"""Which columns are shown: the smallest set that covers the record.

A layout knows wholes and their parts, links of pictures beside links of titles, labels and buttons.  A person who opens a table
wants each thing once.  The other columns stay in the wrapper, hidden, each with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from wrapture.columns.families import families_of
from wrapture.columns.whole_or_parts import PartFacts, WholeFacts, shows_whole
from wrapture.model import CONSTANT
from wrapture.reading.label_values import value_beside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wrapture.columns.families import Family
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, Layout, Record
    from wrapture.model.table import Cell

SAME: Final = 0.9  # share of the records in which one column must repeat another, or have the same value
SPARSE: Final = 0.25  # share of the records that must have a value (10 % instead: 1.1 points of match less)
WIDE: Final = 15  # columns of texts that people still read
LEFT_OVER: Final = 0.1  # share of a value that may stand in no other column if it is joined from others
MANY: Final = 8  # records that must all have a text with digits before it is a constant
ENOUGH: Final = 4  # records that are needed to say that a column is nearly empty
TITLE_TAGS: Final = frozenset(["a", "h1", "h2", "h3", "h4", "h5", "h6"])
MIXED: Final = 0.75  # share of the values that columns by label must hold
FEW: Final = 0.25  # share of the texts on buttons that may differ
_BUTTON: Final = re.compile(r"(?:^|[-_])(?:btn|button|cta)(?:$|[-_])|Button$|Btn$", re.I)
_WORD: Final = re.compile(r"[\w$€£¥₹%]+")

Why = Literal["constant", "repeats", "joins", "part", "sparse", "button", "mixed"]


REASONS: Final[dict[Why, str]] = {
    "constant": CONSTANT,
    "repeats": "repeats {}",
    "joins": "joins {}",
    "part": "part of {}",
    "sparse": "nearly empty",
    "button": "a button",
    "mixed": "mixes values with different labels",
}


@dataclass(frozen=True, slots=True)
class Hiding:
    """Why a column is hidden, and the columns that show its values instead."""

    why: Why
    shown_by: tuple[int, ...] = ()

    def words(self, names: Sequence[str]) -> str:
        """Return the reason in words, given the names of all columns."""
        others = " and ".join(names[number] for number in self.shown_by[:3])
        return REASONS[self.why].format(others)


def hidings(
    layout: Layout,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    values: Sequence[Sequence[SeenValue]],
    nesting: Nesting,
    data: Sequence[bool],
) -> dict[int, Hiding]:
    """Return the hidden columns with their reasons.

    `columns` are those of the layout with types and constants; `rows` are sample cells, `values` some of them with their
    places, `nesting` which columns contain which; `data` marks columns that the page itself names.
    """
    table = [[_squeezed(row[number]) for row in rows] for number in range(len(columns))]
    hidden = {i: Hiding("constant") for i, column in enumerate(columns) if column.constant}
    for i, column in enumerate(columns):
        if i not in hidden and column.type_name == "text" and _is_nearly_constant(table[i]):
            hidden[i] = Hiding("constant")
    if layout.labels:
        hidden.update({number: Hiding("mixed") for number in _mixed(layout, columns, values) if number not in hidden})
    _hide_equal(columns, table, rows, values, hidden)
    for family in families_of(layout, nesting):
        _choose(family, columns, table, values, data, hidden)
    _hide_joined(columns, table, hidden)
    for i, column in enumerate(columns):
        if i not in hidden and column.type_name == "text" and _is_button(table[i], values[i]):
            hidden[i] = Hiding("button")
    _hide_sparse(columns, table, data, hidden)
    return hidden


def _squeezed(cell: Cell) -> str:
    """Return the letters, digits and signs of a cell: punctuation and spaces don't make a value another one."""
    text = cell if isinstance(cell, str) else " ".join(cell or ())
    return "".join(_WORD.findall(text.casefold()))


def _is_nearly_constant(values: Sequence[str]) -> bool:
    """Return whether nearly every record has the same text; with digits only if there are many records and all have it."""
    if len(values) < ENOUGH:
        return False
    value, count = Counter(values).most_common(1)[0]
    if any(character.isdigit() for character in value):
        return count == len(values) >= MANY
    return count >= SAME * len(values) and bool(value)


def _is_button(values: Sequence[str], seen: Sequence[SeenValue]) -> bool:
    """Return whether a few texts that recur stand on buttons: ``Buy now``, ``Add to cart``."""
    there = [value for value in values if value]
    if len(there) < ENOUGH or len(set(there)) > max(2, FEW * len(there)):
        return False
    return sum(any(_is_pressed(one, node) for node in one.own) for one in seen) > len(seen) / 2


def _is_pressed(seen: SeenValue, node: int) -> bool:
    page = seen.page
    if page.tags[node] == "button" or page.attribute(node, "role") == "button":
        return True
    return any(_BUTTON.search(one) for one in page.classes(node))


def _mixed(layout: Layout, columns: Sequence[Column], values: Sequence[Sequence[SeenValue]]) -> Iterator[int]:
    """Yield the columns by position whose values are mostly labels, or values that columns by label hold."""
    labels = frozenset(layout.labels)
    known: dict[tuple[int, Record], set[int]] = {}
    for number, column in enumerate(columns):
        if column.kind != "text" or layout.blocks[column.place[0]].label:
            continue
        inside = 0
        for one in values[number]:
            key = (id(one.page), one.record)
            if key not in known:
                pairs = (value_beside(one.page, one.record, label, labels) for label in labels)
                known[key] = {node for pair in pairs if pair is not None for node in (pair.label, *pair.value)}
            shown = [node for node, _ in one.page.displayed(one.span) if one.page.texts[node].strip()]
            inside += known[key].issuperset(shown)
        if inside >= MIXED * max(1, len(values[number])):
            yield number


# --- repeated and joined columns ---


def _hide_equal(
    columns: Sequence[Column],
    table: Sequence[Sequence[str]],
    rows: Sequence[Sequence[Cell]],
    values: Sequence[Sequence[SeenValue]],
    hidden: dict[int, Hiding],
) -> None:
    """Hide columns whose values stand in another one.

    Of equal ones the fullest stays, then the one with the shorter text; of links the one that shows a text.
    """

    def preference(number: int) -> tuple[bool, int, int, int]:
        blind = columns[number].kind == "link" and not any(map(_shows_text, values[number]))
        written = sum(len(cell) for row in rows if isinstance(cell := row[number], str))
        return blind, -sum(map(bool, table[number])), written, number

    kept: list[int] = []
    for number in sorted((n for n in range(len(columns)) if n not in hidden), key=preference):
        same = [other for other in kept if columns[other].kind == columns[number].kind]
        twin = next((other for other in same if _repeats(table[number], table[other])), None)
        if twin is None:
            kept.append(number)
        else:
            hidden[number] = Hiding("repeats", (twin,))


def _shows_text(link: SeenValue) -> bool:
    first, shown = link.span.start, link.page.offsets
    return shown[link.page.stops[first]] > shown[first]


def _repeats(values: Sequence[str], others: Sequence[str]) -> bool:
    filled = [i for i, value in enumerate(values) if value]
    return bool(filled) and sum(values[i] == others[i] for i in filled) >= SAME * len(filled)


def _hide_joined(columns: Sequence[Column], table: Sequence[Sequence[str]], hidden: dict[int, Hiding]) -> None:
    """Hide texts that are put together from the values of other columns, the longest first."""
    shown = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    fixed = [n for n in hidden if hidden[n].why == "constant" and columns[n].kind == "text"]
    for number in sorted(shown, key=lambda n: -sum(map(len, table[n]))):
        others = [n for n in shown if n != number and n not in hidden]
        parts = _joined_from(number, others, fixed, table)
        if parts:
            hidden[number] = Hiding("joins", parts)


def _joined_from(
    number: int, others: Sequence[int], fixed: Sequence[int], table: Sequence[Sequence[str]]
) -> tuple[int, ...]:
    """Return the columns whose values make up those of a column in nearly all records, perhaps with constants; else none."""
    filled = [i for i, value in enumerate(table[number]) if value]
    used: Counter[int] = Counter()
    made = 0
    for i in filled:
        rest, parts = table[number][i], []
        for other in sorted(others, key=lambda n: -len(table[n][i])):
            piece = table[other][i]
            if piece and piece in rest and piece != table[number][i]:
                rest = rest.replace(piece, "", 1)
                parts.append(other)
        for other in fixed if parts else ():
            rest = rest.replace(table[other][i], "", 1)
        if parts and len(rest) <= LEFT_OVER * len(table[number][i]):
            made += 1
            used.update(parts)
    if not filled or made < SAME * len(filled):
        return ()
    return tuple(sorted(part for part, times in used.items() if times > made / 2)) or (used.most_common(1)[0][0],)


def _hide_sparse(
    columns: Sequence[Column], table: Sequence[Sequence[str]], data: Sequence[bool], hidden: dict[int, Hiding]
) -> None:
    """Hide columns that few records fill; those that the page itself names only in a wide table.  One text stays."""
    if len(table[0] if table else ()) < ENOUGH:
        return
    shown = [number for number in range(len(columns)) if number not in hidden]
    is_wide = sum(columns[number].kind == "text" for number in shown) > WIDE
    sparse = [number for number in shown if (is_wide or not data[number]) and _fill(table[number]) < SPARSE]
    texts = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    if set(texts) - set(sparse):
        hidden.update({number: Hiding("sparse") for number in sparse})


def _fill(values: Sequence[str]) -> float:
    return sum(map(bool, values)) / len(values) if values else 0.0


# --- whole or parts ---


def _choose(
    family: Family,
    columns: Sequence[Column],
    table: Sequence[Sequence[str]],
    values: Sequence[Sequence[SeenValue]],
    data: Sequence[bool],
    hidden: dict[int, Hiding],
) -> None:
    """Hide the whole of a family or its parts."""
    if family.whole in hidden:
        return
    constant = [part for part in family.parts if part in hidden and hidden[part].why == "constant"]
    shown = {_shown_as(part, hidden): part for part in family.parts}
    shown = {number: part for number, part in shown.items() if number not in hidden and number != family.whole}
    if not shown:
        return
    inner = {(id(seen.page), seen.record): seen for seen in values[family.whole]}
    facts = [
        _facts(part, columns[part], table, values[part], inner, is_named=data[part], whole=family.whole)
        for part in sorted([*shown.values(), *constant])
    ]
    whole = WholeFacts(family.division, family.separators, is_linked(values[family.whole]))
    if shows_whole(whole, facts):
        hidden.update({part: Hiding("part", (family.whole,)) for part in shown})
    else:
        hidden[family.whole] = Hiding("joins", tuple(shown))


def _shown_as(part: int, hidden: Mapping[int, Hiding]) -> int:
    """Return the column that shows a part: itself, or the one that it repeats (``part 1`` for ``, part 1``)."""
    return hidden[part].shown_by[0] if part in hidden and hidden[part].why == "repeats" else part


def _facts(
    part: int,
    column: Column,
    table: Sequence[Sequence[str]],
    seen: Sequence[SeenValue],
    wholes: Mapping[tuple[int, Record], SeenValue],
    *,
    is_named: bool,
    whole: int,
) -> PartFacts:
    tags = [frozenset(_tags_inside(one, wholes.get((id(one.page), one.record)))) for one in seen]
    usual = Counter(tags).most_common(1)[0][0] if tags else frozenset[str]()
    both = [bool(value) for value, outer in zip(table[part], table[whole], strict=True) if outer]
    return PartFacts(
        usual,
        tuple(one.text for one in seen),
        sum(both) / len(both) if both else 0.0,
        is_typed=column.type_name != "text",
        is_constant=column.constant or _is_nearly_constant(table[part]),
        is_named=is_named,
    )


def is_linked(seen: Sequence[SeenValue]) -> bool:
    """Return whether most values are the whole text of a link or a heading."""
    return sum(any(one.page.tags[node] in TITLE_TAGS for node in one.own) for one in seen) > len(seen) / 2


def _tags_inside(seen: SeenValue, whole: SeenValue | None) -> Iterable[str]:
    """Return the elements that show only this value and lie inside the whole."""
    nodes = seen.own if whole is None else [n for n in seen.own if whole.span.start <= n < whole.span.stop]
    return (seen.page.tags[node] for node in nodes)
