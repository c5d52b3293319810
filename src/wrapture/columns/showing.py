"""Which columns are shown: the smallest set that covers the record.

A layout knows wholes and their parts, links of pictures beside links of titles, labels and buttons.  A person who opens a table
wants each thing once.  The other columns stay in the wrapper, hidden, each with the reason.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.columns.families import families_of
from wrapture.columns.hiding import Hiding
from wrapture.columns.naming.value_labels import label_before
from wrapture.columns.naming.value_roles import looks_of
from wrapture.columns.redundancy import (
    hide_addresses,
    hide_again,
    hide_bare_amounts,
    hide_equal,
    hide_hosts,
    hide_joined,
    hide_schemes,
    hide_sparse,
    hide_times,
    hide_told,
    hide_variants,
    squeezed,
)
from wrapture.columns.silent_columns import aside, is_linked, is_nearly_constant, without_news
from wrapture.columns.whole_or_parts import PartFacts, WholeFacts, shows_whole
from wrapture.reading.label_values import value_beside

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wrapture.columns.families import Family
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.said_names import Suggestion, Suggestions
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, Layout, Record
    from wrapture.model.table import Cell

_SCORE: Final = re.compile(r"\d{1,3} ?[:–-] ?\d{1,3}")
"""The result of a match, each number perhaps in an element of its own."""
_CURRENCY: Final = re.compile(r"[A-Z]{0,3}[$€£¥₹₽₩₺]|EUR|USD|GBP|CHF|CAD|AUD|PLN|SEK|NOK|DKK|zł|Kč|kr\.?")
"""A currency in an element of its own: nobody wants an amount without it."""
MIXED: Final = 0.75  # share of the values that columns by label must hold
POWERS: Final = ("2", "3", "²", "³")
"""What the units of areas and volumes end in; the number above the line may be an element of its own."""
TELLING: Final = frozenset(["date", "age", "time", "duration", "email", "phone"])
"""What texts may look like that are values of their own although they have no type."""


def hidings(
    layout: Layout,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    values: Sequence[Sequence[SeenValue]],
    nesting: Nesting,
    said: Suggestions,
) -> dict[int, Hiding]:
    """Return the hidden columns with their reasons.

    `columns` are those of the layout with types and constants; `rows` are sample cells, `values` some of them with their
    places, `nesting` which columns contain which; `said` is what the page itself calls them.
    """
    data = [one is not None for one in said]
    table = [[squeezed(row[number]) for row in rows] for number in range(len(columns))]
    hidden = dict(_lines_of_prose(layout, columns))
    hidden |= {n: why for n, why in without_news(columns, table, values, data).items() if n not in hidden}
    if layout.labels:
        hidden.update({number: Hiding("mixed") for number in _mixed(layout, columns, values) if number not in hidden})
    hide_equal(columns, table, rows, values, hidden)
    hide_again(columns, rows, hidden)
    hide_bare_amounts(columns, table, nesting, hidden)
    hide_hosts(columns, rows, hidden)
    hide_schemes(columns, rows, hidden)
    hide_addresses(columns, rows, hidden)
    hide_times(columns, rows, hidden)
    hide_variants(columns, rows, hidden)
    hide_told(columns, table, nesting, hidden)
    for family in families_of(layout, nesting):
        _choose(family, columns, table, values, said, hidden)
    hide_joined(columns, table, hidden)
    for i, column in enumerate(columns):
        if i not in hidden and column.kind == "text" and (reason := aside(column, table[i], values[i], said[i])):
            hidden[i] = reason
    hide_sparse(columns, table, said, hidden)
    return hidden


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


def _lines_of_prose(layout: Layout, columns: Sequence[Column]) -> Iterator[tuple[int, Hiding]]:
    """Yield the columns at the places of a merged one: lines of one paragraph, with all that they were divided into."""
    for merged, column in enumerate(columns):
        positions = {layout.blocks[place[0]].position for place in column.places} if column.more else ()
        for number, other in enumerate(columns):
            block = layout.blocks[other.place[0]]
            if other.kind == "text" and not other.more and block.position in positions and not block.element:
                yield number, Hiding("part", (merged,))


# --- whole or parts ---


def _choose(
    family: Family,
    columns: Sequence[Column],
    table: Sequence[Sequence[str]],
    values: Sequence[Sequence[SeenValue]],
    said: Suggestions,
    hidden: dict[int, Hiding],
) -> None:
    """Hide the whole of a family or its parts."""
    if family.whole in hidden:
        _hide_rest(family, columns, hidden)
        return
    constant = [part for part in family.parts if part in hidden and hidden[part].why == "constant"]
    shown = {number: part for part in family.parts for number, part in _shown_as(part, hidden)}
    shown = {number: part for number, part in shown.items() if number not in hidden and number != family.whole}
    if not shown:
        return
    inner = {(id(seen.page), seen.record): seen for seen in values[family.whole]}
    facts = [
        _facts(part, columns[part], table, values[part], inner, name=said[part], family=family)
        for part in sorted([*shown.values(), *constant])
    ]
    kind = columns[family.whole].type
    is_score = all(_SCORE.fullmatch(one.text) for one in values[family.whole])
    is_amount = (
        is_score
        or (kind.name == "price" and not kind.prefix)
        or (kind.name == "number" and kind.unit.endswith(POWERS))
        or (any(map(_is_currency, facts)) and "price" in looks_of(values[family.whole]))
        or _is_date(family, values)
    )
    whole = WholeFacts(family.division, family.separators, is_linked(values[family.whole]), is_amount)
    if shows_whole(whole, facts) and (is_amount or not any(_has_parts(part, hidden) for part in family.parts)):
        hidden.update({part: Hiding("part", (family.whole,)) for part in shown})
    else:
        hidden[family.whole] = Hiding("joins", tuple(shown))


def _hide_rest(family: Family, columns: Sequence[Column], hidden: dict[int, Hiding]) -> None:
    """Hide the parts of a whole that another column shows: a price said for screen readers, an address that a link has."""
    reason = hidden[family.whole]
    if reason.why != "repeats":
        return
    if columns[family.whole].type_name == "price" or columns[reason.shown_by[0]].kind == "link":
        parts = {number for part in family.parts for number, _ in _shown_as(part, hidden)} - set(hidden)
        hidden.update({part: Hiding("part", reason.shown_by) for part in parts})


def _is_date(family: Family, values: Sequence[Sequence[SeenValue]]) -> bool:
    """Return whether a whole is a date in pieces, as calendars draw it: ``Mar`` above ``3``; ``1/37`` counts pictures."""
    seen = values[family.whole]
    if not all(any(map(str.isalpha, one.text)) for one in seen):
        return False
    return "date" in looks_of(seen) and not any("date" in looks_of(values[part]) for part in family.parts)


def _is_currency(part: PartFacts) -> bool:
    return bool(part.texts) and all(map(_CURRENCY.fullmatch, part.texts))


def _has_parts(part: int, hidden: Mapping[int, Hiding]) -> bool:
    """Return whether a part is itself shown as several values: then the text around it is no single one either."""
    return part in hidden and hidden[part].why == "joins" and len(hidden[part].shown_by) > 1


def _shown_as(part: int, hidden: Mapping[int, Hiding]) -> list[tuple[int, int]]:
    """Return the columns that show a part: itself, the one that it repeats (``part 1`` for ``, part 1``), or its own parts."""
    if part in hidden and hidden[part].why == "joins":
        return [one for inner in hidden[part].shown_by for one in _shown_as(inner, hidden)]
    return [(hidden[part].shown_by[0] if part in hidden and hidden[part].why == "repeats" else part, part)]


def _facts(
    part: int,
    column: Column,
    table: Sequence[Sequence[str]],
    seen: Sequence[SeenValue],
    wholes: Mapping[tuple[int, Record], SeenValue],
    *,
    name: Suggestion | None,
    family: Family,
) -> PartFacts:
    marks = [_marks_inside(one, wholes.get((id(one.page), one.record))) for one in seen]
    tags, style = commonest(marks)[0] if marks else (frozenset[str](), "")
    both = [bool(value) for value, outer in zip(table[part], table[family.whole], strict=True) if outer]
    telling = family.division != "cut" and not TELLING.isdisjoint(looks_of(seen))
    return PartFacts(
        tags,
        tuple(one.text for one in seen),
        sum(both) / len(both) if both else 0.0,
        is_typed=column.type_name != "text" or telling,
        is_constant=column.constant or is_nearly_constant(table[part]),
        is_named=name is not None,
        style=style,
        is_labelled=name is not None and name.source == "label" and all(map(label_before, seen)),
    )


def _marks_inside(seen: SeenValue, whole: SeenValue | None) -> tuple[frozenset[str], str]:
    """Return the names and classes of the elements that show only this value and lie inside the whole."""
    nodes = seen.own if whole is None else [n for n in seen.own if whole.span.start <= n < whole.span.stop]
    tags = frozenset(seen.page.tags[node] for node in nodes)
    return tags, " ".join(filter(None, (seen.page.attribute(node, "class") for node in nodes)))
