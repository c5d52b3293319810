"""Searching the selector of a column: the cheapest that gives the wrapper's value in every record.

If the texts of a value are all the texts of an element, the search is for this element; else for the element that contains
them, and then for which of its texts.  Each path (see `element_paths`) is tried on all records and its result compared with
what the wrapper reads, so only the values decide.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.element_paths import Path, distinct, paths_to
from wrapture.export.plan import ValueSource
from wrapture.export.plan_reading import read_source
from wrapture.export.textpieces import lowest_of, piece_paths
from wrapture.html.elements import HIDDEN_TEXT
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.export.plan import Joining, Language
    from wrapture.export.trees import Element, SelectorTree, Text
    from wrapture.model import Kind
    from wrapture.model.table import Cell

TRIED: Final = 600  # sources tried for a column
WAYS: Final = 300  # paths tried to an element
WRONG: Final = 0.5
"""Share of records with a value in which a source may be wrong; above it, it is not a source of this column."""
JOININGS: Final[tuple[tuple[Joining, float], ...]] = (("", 0.0), (" ", 0.05), ("lines", 0.1), ("blocks", 2.0))
"""How texts may be joined, with the cost of each way."""


class SearchedRecord(NamedTuple):
    """A record in which a value is searched for: its element, the expected value, and its texts and elements."""

    row: Element
    tree: SelectorTree
    expected: Cell
    texts: tuple[tuple[Text, ...], ...]
    elements: tuple[Element, ...]


class TriedSource(NamedTuple):
    """A source that was tried: the number of records in which it is wrong, and its cost."""

    wrong: int
    cost: float
    source: ValueSource


def find_source(seen: Sequence[SearchedRecord], kind: Kind, language: Language, *, many: bool) -> TriedSource | None:
    """Return the source that is right in the most records, None if none is in about half of them."""
    filled = [one for one in seen if one.expected is not None]
    if not filled:
        return None
    best: TriedSource | None = None
    candidates = sorted(_candidates(filled, kind, language, many=many), key=lambda pair: pair[0])
    for cost, source in candidates[:TRIED]:
        if best is not None and best.wrong == 0:
            break
        wrong = _wrong(seen, kind, language, source, len(seen) if best is None else best.wrong)
        if best is None or wrong < best.wrong:
            best = TriedSource(wrong, cost, source)
    return best if best is not None and best.wrong <= len(filled) * WRONG else None


def _wrong(seen: Sequence[SearchedRecord], kind: Kind, language: Language, source: ValueSource, most: int) -> int:
    """Return the number of records in which a source is wrong, counting no further than `most`."""
    wrong = 0
    for one in seen:
        wrong += read_source(language, source, kind, one.row, one.tree) != one.expected
        if wrong >= most:
            break
    return wrong


# --- candidates ---


def _candidates(
    filled: Sequence[SearchedRecord], kind: Kind, language: Language, *, many: bool
) -> Iterator[tuple[float, ValueSource]]:
    if kind != "text":
        targets = [[[element] for element in one.elements] for one in filled]
        for path in _paths(filled, targets):
            yield from _address_sources(path, kind, language, many=many)
        return
    joinings = _joinings(filled)
    targets = [[_chain(texts, one.row) for texts in one.texts] for one in filled]
    for path in _paths(filled, targets):
        yield from _text_sources(path, language, joinings, many=many)
    if not many:
        placed = [(one.row, one.texts[0]) for one in filled if one.texts and one.texts[0]]
        for path in piece_paths(placed):
            yield from _string_sources(path, language)


def _address_sources(path: Path, kind: Kind, language: Language, *, many: bool) -> Iterator[tuple[float, ValueSource]]:
    name = ATTRIBUTES[kind]
    selector = _selector_of(path, language)
    if selector is None:
        return
    if many:
        yield path.cost, ValueSource(selector, many=True)
        return
    yield path.cost, ValueSource(f"{selector}/@{name}" if language == "xpath" else f"{selector}::attr({name})")


def _joinings(filled: Sequence[SearchedRecord]) -> list[tuple[Joining, float]]:
    """Return the ways to join the texts of some values: only one for single texts without line ends."""
    lines = any(
        "\n" in text
        for one in filled
        for text in ([one.expected] if isinstance(one.expected, str) else one.expected or ())
    )
    single = all(len(texts) == 1 for one in filled for texts in one.texts)
    return [pair for pair in JOININGS if pair[0] == "" or (lines if pair[0] == "lines" else not single)]


def _text_sources(
    path: Path, language: Language, joinings: Sequence[tuple[Joining, float]], *, many: bool
) -> Iterator[tuple[float, ValueSource]]:
    """Yield the sources that give the text of an element."""
    selector = _selector_of(path, language)
    if selector is None:
        return
    within = f"{selector}//text()" if language == "xpath" else f"{selector} ::text"
    for joining, cost in joinings:
        elements = many or joining == "blocks"
        yield path.cost + cost, ValueSource(selector if elements else within, joining, many)


def _string_sources(path: Path, language: Language) -> Iterator[tuple[float, ValueSource]]:
    selector = _selector_of(path, language)
    if selector is not None:
        yield path.cost, ValueSource(selector)
        yield path.cost + 0.05, ValueSource(selector, " ")


def _selector_of(path: Path, language: Language) -> str | None:
    return path.xpath if language == "xpath" else path.css


def _paths(filled: Sequence[SearchedRecord], targets: list[list[list[Element]]]) -> list[Path]:
    """Return paths to one of the elements that contain each value, for all records or for those of each name."""
    rows = [one.row for one, own in zip(filled, targets, strict=True) for _ in own]
    chains = [chain for own in targets for chain in own]
    pairs = [(row, chain) for row, chain in zip(rows, chains, strict=True) if chain]
    if not pairs:
        return []
    found: list[Path] = []
    for tag in _shared_tags([chain for _, chain in pairs]):
        for outer in (True, False):
            found += _ways(pairs, tag, outer=outer)
    if all(chain[-1] is row for row, chain in pairs):
        found.append(Path(".", ":scope", 0.5))
    plain = distinct(sorted(found, key=lambda path: path.cost))[:WAYS]
    return [*plain, *_indexed_paths(pairs, plain), *([] if found else _union_paths(pairs))]


def _shared_tags(chains: Sequence[list[Element]]) -> list[str]:
    tags = set.intersection(*[{element.tag for element in chain} for chain in chains])
    return sorted(tag for tag in tags if isinstance(tag, str))


def _ways(pairs: Sequence[tuple[Element, list[Element]]], tag: str, *, outer: bool) -> list[Path]:
    """Return paths to the outermost or innermost element of this name that contains each value."""
    chosen = []
    for row, chain in pairs:
        named = [element for element in chain if element.tag == tag and element is not row]
        if not named:
            return []
        chosen.append((named[-1 if outer else 0], row))
    return paths_to([element for element, _ in chosen], [row for _, row in chosen])


def _indexed_paths(pairs: Sequence[tuple[Element, list[Element]]], plain: Sequence[Path]) -> Iterator[Path]:
    """Yield paths that select one of several elements by its index in the record, which CSS can't."""
    for path in plain[:20]:
        if not path.xpath.startswith(".//"):
            continue
        orders = {order for row, chain in pairs if (order := _order(row, path, chain)) is not None}
        for order in sorted(orders)[:3]:
            yield Path(f"({path.xpath})[{order}]", None, path.cost + 1.5 + 0.3 * order)
        yield Path(f"({path.xpath})[last()]", None, path.cost + 2.5)


def _order(row: Element, path: Path, chain: list[Element]) -> int | None:
    found = row.xpath(path.xpath)
    return next((number for number, element in enumerate(found, start=1) if element in chain), None)


def _union_paths(pairs: Sequence[tuple[Element, list[Element]]]) -> Iterator[Path]:
    """Yield paths to elements of several names, each for some of the records; in CSS each would have to be written in full."""
    groups: dict[str, list[tuple[Element, list[Element]]]] = {}
    for row, chain in pairs:
        groups.setdefault(str(chain[0].tag), []).append((row, chain))
    if not 1 < len(groups) <= 3:
        return
    some = [sorted(_ways(own, tag, outer=False), key=lambda path: path.cost)[:8] for tag, own in groups.items()]
    for paths in product(*some):
        xpath = " | ".join(path.xpath for path in paths)
        yield Path(f"({xpath})", None, 1.0 + sum(path.cost for path in paths))


# --- elements that hold just a value ---


def _chain(texts: Sequence[Text], row: Element) -> list[Element]:
    """Return the elements inside a record whose texts are exactly these, innermost first."""
    lowest = lowest_of(texts) if texts else None
    if lowest is None:
        return []
    chain = []
    for element in (lowest, *lowest.iterancestors()):
        if count_texts(element) != len(texts):
            break
        chain.append(element)
        if element is row:
            return chain
    return chain if chain and row in chain[-1].iterancestors() else []


def count_texts(element: Element) -> int:
    """Return the number of texts that an element displays."""
    return sum(1 for text in element.xpath(".//text()") if text.strip() and not _is_hidden(text, element))


def _is_hidden(text: object, within: Element) -> bool:
    parent = text.getparent()  # type: ignore[attr-defined]  # lxml's texts know their parent
    holder = parent.getparent() if text.is_tail else parent  # type: ignore[attr-defined]
    return holder is not None and holder is not within and holder.tag in HIDDEN_TEXT


def expected(values: Iterable[str], *, many: bool) -> Cell:
    """Return the expected value of a record with these values."""
    found = tuple([value for value in values if value])
    return (found or None) if many else next(iter(found), None)
