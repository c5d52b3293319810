"""The one record of a page about one thing: its values by their labels, by the paths of their elements, and in its data."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any, Final

from wrapture.html.elements import STRUCK
from wrapture.html.page_data import data_of
from wrapture.lazy_regex import lazy_regex
from wrapture.model import Span
from wrapture.model.table import Row, Table, joined, table_of
from wrapture.model.wrapper import MAX_NAME
from wrapture.reading.article_text import article_text
from wrapture.reading.data_reading import values_of
from wrapture.reading.label_values import without_label
from wrapture.reading.page_metadata import META, metadata
from wrapture.reading.page_outline import PageOutline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, FieldPath, Kind, PageField, PageLocator
    from wrapture.model.table import Cell

MOST_ITEMS: Final = 200  # values of a list
ENDING: Final = 2  # steps at the end of a path that tell an element where the path has changed
MOST_OBJECTS: Final = 1_000
TWICE: Final = 2
SCHEMA: Final = lazy_regex(r"https?://schema\.org/(?=\w+$)")
"""The beginning of addresses that stand for a word: ``http://schema.org/InStock``."""
MARKUP: Final = lazy_regex(r"</?[a-z][^<>]{0,200}>", re.IGNORECASE)
SOURCES: Final = {"link": ("href",), "image": ("src", "data-src", "data-original", "content")}
"""Attributes with the addresses of links and images; those for images that load late come after ``src``."""
DATA_TYPE: Final = "@type"
ARTICLE: Final = "Article"
ARTICLES: Final = frozenset(
    [
        "NewsArticle",
        "ReportageNewsArticle",
        "AnalysisNewsArticle",
        "OpinionNewsArticle",
        "BlogPosting",
        "LiveBlogPosting",
    ]
)
"""Kinds of articles, which a site uses in turns; a field of one is a field of all."""
HEADING: Final = "h1"
"""The path of the only main heading of a page, wherever it stands."""
RUNNING_TEXT: Final = "text()"
"""The path of the paragraphs of a page's article, wherever they stand."""


def read_one(locator: PageLocator, columns: Sequence[Column], page: Page) -> Table:
    """Return the table of the one record of a page, with the columns that are kept; empty if it has none of the values."""
    kept = [column for column in columns if column.keep]
    cells = tuple(page_cells(locator, kept, page))
    if not any(cells):
        return table_of(page.name, kept, ())
    shown = [cell for cell, column in zip(cells, kept, strict=True) if column.kind == "text" and not column.hidden]
    return table_of(page.name, kept, (Row(joined(shown) or "", cells),))


def page_cells(locator: PageLocator, columns: Sequence[Column], page: Page) -> Iterator[Cell]:
    """Yield the value of each column; those of a merged column are joined."""
    outline = outline_of(page, locator.names)
    data: dict[FieldPath, Cell] = {}
    if any(field.data for field in locator.fields):
        data = data_values(page)
    for column in columns:
        found = [_value(locator.fields[place[0]], column.kind, outline, data) for place in column.places]
        yield found[0] if len(found) == 1 else joined(found, column.joined_by)


def outline_of(page: Page, names: Sequence[str]) -> PageOutline:
    """Return the outline of a page, made once for the same names."""
    kept = page.cache.get("outline")
    if kept is None or kept[0] != names:
        kept = page.cache["outline"] = (names, PageOutline(page, names))
    outline: PageOutline = kept[1]
    return outline


def spans_of(field: PageField, outline: PageOutline) -> tuple[Span, ...]:
    """Return where the values of a field stand on a page; nothing for a field of the page's data."""
    if field.label:
        return tuple(span for one in outline.labelled.get(field.label, ())[:1] for span in one.values)
    if not field.path:
        return ()
    if field.path == RUNNING_TEXT:
        return article_text(outline.page, outline.outside)
    nodes = outline.nodes.get(field.path) or _by_ending(field.path, outline)
    chosen = nodes if field.every else nodes[field.number : field.number + 1]
    return tuple(Span(node, outline.page.stops[node]) for node in chosen[:MOST_ITEMS])


def data_values(page: Page) -> dict[FieldPath, Cell]:
    """Return what a page's JSON-LD and its head say about things: the paths begin with the type of the thing."""
    found: dict[FieldPath, Cell] = {(META, name): value for name, value in metadata(page).items()}
    for kind, thing in _things(page):
        for path, cell in values_of(thing, first=True):
            found.setdefault((kind, *path), _plain(cell))
    return found


def _plain(cell: Cell) -> Cell:
    """Return a value of a page's data without markup: some sites write it twice escaped."""
    if not isinstance(cell, str):
        return (cell and tuple(text for one in cell if (text := str(_plain(one) or "")))) or None
    if SCHEMA.match(cell):
        return SCHEMA.sub("", cell)
    for _ in range(TWICE):
        if "&" in cell:
            cell = unescape(cell)
    return " ".join(MARKUP.sub(" ", cell).split()) if "<" in cell else cell


def data_cell(data: dict[FieldPath, Cell], path: FieldPath) -> Cell:
    """Return a value of a page's data, from the head of the page if the thing itself lacks it."""
    own = data.get(path)
    if own is not None or len(path) < 2:
        return own
    whole = len(path) == 2 or path[-1] == "name" or path[1:] == ("image", "url")
    return data.get((META, path[1])) if whole else None


def _value(field: PageField, kind: Kind, outline: PageOutline, data: dict[FieldPath, Cell]) -> Cell:
    if field.data:
        cell = data_cell(data, field.data)
        return outline.page.absolute(cell) if kind != "text" and isinstance(cell, str) else cell
    spans = spans_of(field, outline)
    if kind != "text":
        values = [value for span in spans if (value := _address(outline.page, span, kind))]
    else:
        texts = (
            without_label(outline.page.text(span), field.label) if field.label else outline.page.text(span)
            for span in spans
        )
        values = [text for text in (text.lstrip(":： ") if field.label else text for text in texts) if text]
    if field.path == RUNNING_TEXT:
        return "\n".join(values) or None
    if field.every or (field.label and len(values) > 1):
        return tuple(values) or None
    return values[0] if values else None


def _address(page: Page, span: Span, kind: Kind) -> str | None:
    """Return the first address of a kind in a span."""
    for node in span:
        if page.tags[node] != ("a" if kind == "link" else "img"):
            continue
        for name in SOURCES[kind]:
            address = page.address(node, name)
            if address and not address.startswith(("data:", "javascript:")):
                return address
    return None


def _by_ending(path: str, outline: PageOutline) -> list[int]:
    """Return the only element whose path ends like another: an element around it was added or has gone."""
    if path == HEADING:
        headings = [
            node for node, tag in enumerate(outline.page.tags) if tag == HEADING and node not in outline.outside
        ]
        return headings if len(headings) == 1 else []
    steps = path.split(" > ")
    ending = " > ".join(steps[-ENDING:])
    if not any(mark in steps[-1] for mark in ".#@") and steps[-1] != "h1":
        return []
    alike = [
        nodes
        for other, nodes in outline.nodes.items()
        if (other.endswith(f" > {ending}") or other == ending) and is_struck(other) == is_struck(path)
    ]
    return alike[0] if len(alike) == 1 else []


def is_struck(path: str) -> bool:
    """Return whether an element stands in one that strikes text out, such as an old price."""
    return any(step in STRUCK or step.split(".")[0] in STRUCK for step in path.split(" > "))


def _things(page: Page) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the things in a page's JSON-LD with their types, those inside lists and graphs included."""
    waiting: list[object] = list(data_of(page))
    for _ in range(MOST_OBJECTS):
        if not waiting:
            return
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            kind = value.get(DATA_TYPE)
            kind = kind[0] if isinstance(kind, list) and kind else kind
            if isinstance(kind, str) and len(kind) <= MAX_NAME:
                yield ARTICLE if kind in ARTICLES else kind, value
            waiting[:0] = [inner for name in ("@graph", "mainEntity") if (inner := value.get(name))]
