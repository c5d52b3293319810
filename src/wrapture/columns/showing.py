"""Which columns are shown: the smallest set that covers the record.

A layout knows wholes and their parts, links of pictures beside links of titles, labels and buttons.  A person who opens a table
wants each thing once.  The other columns stay in the wrapper, hidden, each with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.columns.families import families_of
from wrapture.columns.hiding import Hiding
from wrapture.columns.naming.value_roles import looks_of
from wrapture.columns.redundancy import hide_bare_amounts, hide_equal, hide_joined, hide_sparse, squeezed
from wrapture.columns.whole_or_parts import PartFacts, WholeFacts, shows_whole
from wrapture.reading.label_values import COLONS, value_beside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wrapture.columns.families import Family
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, Layout, Record
    from wrapture.model.table import Cell

SAME: Final = 0.9  # share of the records that must have the same value
MANY: Final = 8  # records that must all have a text with digits before it is a constant
ENOUGH: Final = 4  # records that are needed to speak of a constant or a button
TITLE_TAGS: Final = frozenset(["a", "h1", "h2", "h3", "h4", "h5", "h6"])
MIXED: Final = 0.75  # share of the values that columns by label must hold
MAX_LABEL: Final = 40  # characters
LABELS: Final = 3  # labels that one value may have; more are the keys of different values
FEW: Final = 0.25  # share of the texts on buttons that may differ
TELLING: Final = frozenset(["date", "age", "time", "duration", "email", "phone"])
"""What texts may look like that are values of their own although they have no type."""
_NOT_DISPLAYED: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_BUTTON: Final = re.compile(r"(?:^|[-_])(?:btn|button|cta)(?:$|[-_])|Button$|Btn$", re.I)


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
    table = [[squeezed(row[number]) for row in rows] for number in range(len(columns))]
    hidden = {i: Hiding("constant") for i, column in enumerate(columns) if column.constant}
    for i, column in enumerate(columns):
        if i not in hidden and column.type_name == "text" and _is_nearly_constant(table[i]):
            hidden[i] = Hiding("constant")
        if i not in hidden and not data[i] and _are_labels(values[i]):
            hidden[i] = Hiding("labels")
    keys = [i for i, seen in enumerate(values) if i not in hidden and not data[i] and _is_unseen(seen)]
    hidden |= {i: Hiding("unseen") for i in keys if not is_linked(values[i])}
    if layout.labels:
        hidden.update({number: Hiding("mixed") for number in _mixed(layout, columns, values) if number not in hidden})
    hide_equal(columns, table, rows, values, hidden)
    hide_bare_amounts(columns, table, nesting, hidden)
    for family in families_of(layout, nesting):
        _choose(family, columns, table, values, data, hidden)
    hide_joined(columns, table, hidden)
    for i, column in enumerate(columns):
        if i not in hidden and column.type_name == "text" and _is_button(table[i], values[i]):
            hidden[i] = Hiding("button")
        if i not in hidden and not data[i] and _is_link_label(table[i], values[i]):
            hidden[i] = Hiding("alike")
    hide_sparse(columns, table, data, hidden)
    return hidden


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


def _are_labels(seen: Sequence[SeenValue]) -> bool:
    """Return whether all values are labels, of which the page has several for one value: ``Release date:``, ``Released:``."""
    texts = [one.text.rstrip() for one in seen if one.is_text]
    if len(texts) < ENOUGH or len(set(texts)) > LABELS:
        return False
    return all(text.endswith(COLONS) and len(text) <= MAX_LABEL for text in texts)


def _is_link_label(values: Sequence[str], seen: Sequence[SeenValue]) -> bool:
    """Return whether one text stands on all links: ``Agenda``, ``Transcript``; which records have it, the link says."""
    there = {value for value in values if value}
    if len(there) != 1 or sum(map(bool, values)) < ENOUGH or any(map(str.isdigit, there.pop())):
        return False
    return sum(any(one.page.tags[node] == "a" for node in one.own) for one in seen if one.is_text) > len(seen) / 2


def _is_unseen(seen: Sequence[SeenValue]) -> bool:
    """Return whether most values stand in elements of their own that are not displayed, as keys to sort by do."""
    return sum(any(_hides(one, node) for node in one.own) for one in seen if one.is_text) > len(seen) / 2


def _hides(seen: SeenValue, node: int) -> bool:
    attributes = seen.page.attributes(node)
    return "hidden" in attributes or _NOT_DISPLAYED.search(attributes.get("style") or "") is not None


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
        _facts(part, columns[part], table, values[part], inner, is_named=data[part], family=family)
        for part in sorted([*shown.values(), *constant])
    ]
    kind = columns[family.whole].type
    is_price = kind.name == "price" and not kind.prefix
    whole = WholeFacts(family.division, family.separators, is_linked(values[family.whole]), is_price)
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
    family: Family,
) -> PartFacts:
    tags = [frozenset(_tags_inside(one, wholes.get((id(one.page), one.record)))) for one in seen]
    usual = Counter(tags).most_common(1)[0][0] if tags else frozenset[str]()
    both = [bool(value) for value, outer in zip(table[part], table[family.whole], strict=True) if outer]
    telling = family.division != "cut" and not TELLING.isdisjoint(looks_of(seen))
    return PartFacts(
        usual,
        tuple(one.text for one in seen),
        sum(both) / len(both) if both else 0.0,
        is_typed=column.type_name != "text" or telling,
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
