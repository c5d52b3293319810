"""The selector of a column: the cheapest that gives the wrapper's value in every record.

Where the texts of a value are all the texts of an element, this element is looked for; else the element that they are pieces
of, and then which of its texts.  Each way to say where that is (see `paths`) is tried on all records; what comes out is held
against what the wrapper reads, so nothing but the values decides.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.paths import Path, distinct, paths_to
from wrapture.export.reading import read_source
from wrapture.export.textpieces import lowest_of, piece_paths
from wrapture.export.values import Source
from wrapture.extraction.reading import ATTRIBUTES
from wrapture.html.elements import SILENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.export.trees import Element, Text, Tree
    from wrapture.export.values import Joining, Language
    from wrapture.extraction.table import Cell
    from wrapture.model import Kind

TRIED: Final = 600  # sources that are tried for a column
WAYS: Final = 300  # ways to an element
WRONG: Final = 0.5
"""Share of records with a value in which a source may be wrong: with more of them it is no source of this column."""
JOININGS: Final[tuple[tuple[Joining, float], ...]] = (("", 0.0), (" ", 0.05), ("lines", 0.1), ("blocks", 2.0))
"""How texts may be joined, with what that costs."""


class Seen(NamedTuple):
    """A record in which a value is looked for: its element, what is to come out, and where that stands."""

    row: Element
    tree: Tree
    said: Cell
    texts: tuple[tuple[Text, ...], ...]
    elements: tuple[Element, ...]


class Choice(NamedTuple):
    """A source that was tried: in how many records it gives something else, and what it costs."""

    wrong: int
    cost: float
    source: Source


def find_source(seen: Sequence[Seen], kind: Kind, language: Language, *, many: bool) -> Choice | None:
    """Return the source that gives what is to come out in the most records, None where none does in about half of them."""
    filled = [one for one in seen if one.said is not None]
    if not filled:
        return None
    best: Choice | None = None
    candidates = sorted(_candidates(filled, kind, language, many=many), key=lambda pair: pair[0])
    for cost, source in candidates[:TRIED]:
        if best is not None and best.wrong == 0:
            break
        wrong = _wrong(seen, kind, language, source, len(seen) if best is None else best.wrong)
        if best is None or wrong < best.wrong:
            best = Choice(wrong, cost, source)
    return best if best is not None and best.wrong <= len(filled) * WRONG else None


def _wrong(seen: Sequence[Seen], kind: Kind, language: Language, source: Source, most: int) -> int:
    """Return in how many records a source gives something else; not more than are worth counting."""
    wrong = 0
    for one in seen:
        wrong += read_source(language, source, kind, one.row, one.tree) != one.said
        if wrong >= most:
            break
    return wrong


# --- what is tried ---


def _candidates(
    filled: Sequence[Seen], kind: Kind, language: Language, *, many: bool
) -> Iterator[tuple[float, Source]]:
    if kind != "text":
        targets = [[[element] for element in one.elements] for one in filled]
        for path in _paths(filled, targets):
            yield from _addressed(path, kind, language, many=many)
        return
    joinings = _joinings(filled)
    targets = [[_chain(texts, one.row) for texts in one.texts] for one in filled]
    for path in _paths(filled, targets):
        yield from _texted(path, language, joinings, many=many)
    if not many:
        placed = [(one.row, one.texts[0]) for one in filled if one.texts and one.texts[0]]
        for path in piece_paths(placed):
            yield from _strings(path, language)


def _addressed(path: Path, kind: Kind, language: Language, *, many: bool) -> Iterator[tuple[float, Source]]:
    name = ATTRIBUTES[kind]
    said = _said(path, language)
    if said is None:
        return
    if many:
        yield path.cost, Source(said, many=True)
        return
    yield path.cost, Source(f"{said}/@{name}" if language == "xpath" else f"{said}::attr({name})")


def _joinings(filled: Sequence[Seen]) -> list[tuple[Joining, float]]:
    """Return how the texts of some values may be joined: there is one way for single texts without lines."""
    lines = any(
        "\n" in text for one in filled for text in ([one.said] if isinstance(one.said, str) else one.said or ())
    )
    single = all(len(texts) == 1 for one in filled for texts in one.texts)
    return [pair for pair in JOININGS if pair[0] == "" or (lines if pair[0] == "lines" else not single)]


def _texted(
    path: Path, language: Language, joinings: Sequence[tuple[Joining, float]], *, many: bool
) -> Iterator[tuple[float, Source]]:
    """Yield the sources that give the text of an element."""
    said = _said(path, language)
    if said is None:
        return
    within = f"{said}//text()" if language == "xpath" else f"{said} ::text"
    for joining, cost in joinings:
        elements = many or joining == "blocks"
        yield path.cost + cost, Source(said if elements else within, joining, many)


def _strings(path: Path, language: Language) -> Iterator[tuple[float, Source]]:
    said = _said(path, language)
    if said is not None:
        yield path.cost, Source(said)
        yield path.cost + 0.05, Source(said, " ")


def _said(path: Path, language: Language) -> str | None:
    return path.xpath if language == "xpath" else path.css


def _paths(filled: Sequence[Seen], targets: list[list[list[Element]]]) -> list[Path]:
    """Return ways to one of the elements that hold each value, for all records or for those of each name."""
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
    return [*plain, *_numbered(pairs, plain), *([] if found else _united(pairs))]


def _shared_tags(chains: Sequence[list[Element]]) -> list[str]:
    tags = set.intersection(*[{element.tag for element in chain} for chain in chains])
    return sorted(tag for tag in tags if isinstance(tag, str))


def _ways(pairs: Sequence[tuple[Element, list[Element]]], tag: str, *, outer: bool) -> list[Path]:
    """Return ways to the outermost or innermost element of a name that holds each value."""
    chosen = []
    for row, chain in pairs:
        named = [element for element in chain if element.tag == tag and element is not row]
        if not named:
            return []
        chosen.append((named[-1 if outer else 0], row))
    return paths_to([element for element, _ in chosen], [row for _, row in chosen])


def _numbered(pairs: Sequence[tuple[Element, list[Element]]], plain: Sequence[Path]) -> Iterator[Path]:
    """Yield ways that name one of several elements by its number in the record; CSS can't."""
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


def _united(pairs: Sequence[tuple[Element, list[Element]]]) -> Iterator[Path]:
    """Yield ways to elements of several names, each for some of the records; CSS would have to say each to its end."""
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
    """Return the elements inside of a record whose texts are just these, from the inside out."""
    if not texts:
        return []
    chain = []
    for element in (lowest := lowest_of(texts), *lowest.iterancestors()):
        if count_texts(element) != len(texts):
            break
        chain.append(element)
        if element is row:
            return chain
    return chain if chain and row in chain[-1].iterancestors() else []


def count_texts(element: Element) -> int:
    """Return how many texts an element displays."""
    return sum(1 for text in element.xpath(".//text()") if text.strip() and not _is_silent(text, element))


def _is_silent(text: object, within: Element) -> bool:
    parent = text.getparent()  # type: ignore[attr-defined]  # a text of lxml knows where it stands
    holder = parent.getparent() if text.is_tail else parent  # type: ignore[attr-defined]
    return holder is not None and holder is not within and holder.tag in SILENT


def expected(values: Iterable[str], *, many: bool) -> Cell:
    """Return what is to come out of a record that has these values."""
    found = tuple([value for value in values if value])
    return (found or None) if many else next(iter(found), None)
