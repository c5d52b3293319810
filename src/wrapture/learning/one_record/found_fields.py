"""The fields of pages about one thing: labelled values, elements at the same path, and values of the pages' data.

A field is kept if its values differ between pages, because what is the same everywhere belongs to the site.  A labelled value
is also kept if it stands among others that differ: the sample may happen to have one colour only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.elements import TEXT_LEVEL
from wrapture.html.page import TEXT
from wrapture.model import PageField, Span
from wrapture.reading.page_metadata import META
from wrapture.reading.page_outline import PageOutline, names_of
from wrapture.reading.page_reading import HEADING, RUNNING_TEXT, data_cell, data_values, spans_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Kind
    from wrapture.model.table import Cell
    from wrapture.reading.page_labels import Labelled

FEWEST: Final = 2  # pages that have a field
MOST_NUMBERED: Final = 8  # elements at one path that are fields of their own
MOST_NAMES: Final = 1_500
MOST_FIELDS: Final = 90
HEADLINES: Final = 2  # links of a section that leads elsewhere
HEADLINE_WORDS: Final = 3  # of each on average
MOSTLY: Final = 0.6  # share of a section's text in its links
SURE: Final = 3  # pages from which on a value that never differs is the site's
INLINE: Final = frozenset(["a", "time", "data", "b", "strong", "em", "i", "span", "small", "cite", "code"])
_SITE: Final = """
    BreadcrumbList Organization WebSite WebPage ItemPage ImageObject SearchAction ItemList ListItem SiteNavigationElement
    CollectionPage WPHeader WPFooter Corporation OnlineStore Store
"""
SITE_TYPES: Final = frozenset(_SITE.split())
"""Types of things in JSON-LD that describe the site, or the page as such."""
PERSON: Final = "Person"
_ASIDE: Final = """
    publisher logo width height inLanguage mainEntityOfPage isPartOf isAccessibleForFree potentialAction @id @context hasPart
    sameAs copyrightHolder copyrightYear speakable cssSelector
"""
ASIDE: Final = frozenset(_ASIDE.split())
"""Names in JSON-LD of what describes the site, or how the page is made."""


class FoundField(NamedTuple):
    """A field, what it holds, and its first node on the first page that has it; data comes after everything on the page."""

    field: PageField
    kind: Kind
    page: int
    node: int


class OutlinedPages(NamedTuple):
    """The outlines of pages of one site, and the names that they share."""

    outlines: list[PageOutline]
    names: tuple[str, ...]


def outlined(pages: Sequence[Page]) -> OutlinedPages:
    """Return the outlines of pages, by the names that at least two of them have; numbers of one page are left out."""
    counts = Counter(name for page in pages for name in {name for node in page.body for name in names_of(page, node)})
    least = min(FEWEST, len(pages))
    shared = [
        name for name, count in counts.items() if count >= least and (count * 2 >= len(pages) or not _has_digit(name))
    ]
    names = tuple(sorted(shared, key=lambda name: (-counts[name], name))[:MOST_NAMES])
    return OutlinedPages([PageOutline(page, names) for page in pages], names)


def found_fields(outlines: Sequence[PageOutline]) -> list[FoundField]:
    """Return the fields of some pages in page order: texts and links as they stand, images after them, data last."""
    labelled = list(_labelled(outlines))
    covered = [_covered(outline, {one.field.label for one in labelled}) for outline in outlines]
    article = _running_text(outlines, covered)
    placed = [*_without_repeats(list(_by_path(outlines, covered)), outlines), *article]
    if not any(map(is_title, placed)):
        placed += _only_heading(outlines)
    images = list(_images(outlines))
    found = sorted([*labelled, *placed], key=lambda one: (not is_title(one), one.page, one.node))
    return [*found, *images, *_in_data([outline.page for outline in outlines])][:MOST_FIELDS]


def is_title(one: FoundField) -> bool:
    """Return whether a field is the text of a page's main heading."""
    return one.kind == "text" and one.field.path.rpartition(" > ")[2].startswith("h1") and not one.field.every


def _only_heading(outlines: Sequence[PageOutline]) -> Iterator[FoundField]:
    """Yield the main heading, if each page has one and they stand at different paths."""
    field = PageField(HEADING)
    places = [spans_of(field, outline) for outline in outlines]
    if not all(places):
        return
    texts = [_text(outline, spans[0].start) for outline, spans in zip(outlines, places, strict=True)]
    if len(texts) == 1 or _vary(texts, len(texts)):
        yield FoundField(field, "text", 0, places[0][0].start)


def _running_text(outlines: Sequence[PageOutline], covered: Sequence[set[int]]) -> list[FoundField]:
    """Return the field of the running text, if half of the pages have some that is not labelled; its nodes are then covered."""
    field = PageField(RUNNING_TEXT)
    spans = [spans_of(field, outline) for outline in outlines]
    whole = sum(len(span) for found in spans for span in found)
    known = sum(node in nodes for nodes, found in zip(covered, spans, strict=True) for span in found for node in span)
    texts = [outline.page.texts_of(found) for outline, found in zip(outlines, spans, strict=True)]
    if 2 * sum(map(bool, spans)) < len(spans) or 2 * known > whole or not (len(texts) == 1 or _vary(texts, len(texts))):
        return []
    for nodes, found in zip(covered, spans, strict=True):
        nodes.update(node for span in found for node in span)
    first = next(n for n, found in enumerate(spans) if found)
    return [FoundField(field, "text", first, spans[first][0].start)]


def _has_digit(name: str) -> bool:
    return any(map(str.isdigit, name))


# --- labels ---


def _labelled(outlines: Sequence[PageOutline]) -> Iterator[FoundField]:
    """Yield the labelled values that differ between pages, and those that stand among such."""
    by_label: dict[str, list[tuple[int, Labelled]]] = defaultdict(list)
    for n, outline in enumerate(outlines):
        for label, found in outline.labelled.items():
            by_label[label].append((n, found[0]))
    places = {label: {_place(outlines[n], one) for n, one in found} for label, found in by_label.items()}
    differing = {label for label, found in by_label.items() if _differ(outlines, found)}
    good = {place for label in differing for place in places[label]}
    for label, pairs in by_label.items():
        n, first = pairs[0]
        if first.is_section and not _is_plain_section(outlines[n], first):
            continue
        if all(one.bare for _, one in pairs) and len(outlines) == 1:
            continue
        if label in differing or (not first.is_section and places[label] & good):
            yield FoundField(PageField(label=label), "text", n, first.node)


def _place(outline: PageOutline, one: Labelled) -> str:
    """Return where a pair stands: the path of the element that holds such pairs."""
    kind = outline.page.tags[one.node]
    return f"{outline.paths[one.within] if kind in ('th', 'td', 'dt') else _above(outline, one.within)} {kind}"


def _above(outline: PageOutline, node: int) -> str:
    return outline.paths[max(outline.page.parents[node], 0)]


def _differ(outlines: Sequence[PageOutline], found: Sequence[tuple[int, Labelled]]) -> bool:
    """Return whether the values beside a label differ between pages; one page alone proves nothing against a value."""
    if len(outlines) == 1:
        return True
    values = {tuple(outlines[n].page.text(span) for span in one.values) for n, one in found}
    return len(found) >= FEWEST and len(values) > 1


def _is_plain_section(outline: PageOutline, one: Labelled) -> bool:
    """Return whether what stands below a heading is one value: a text or a list, and no labelled values."""
    inside = {node for span in one.values for node in span}
    others = (other for found in outline.labelled.values() for other in found if other.node != one.node)
    if any(other.node in inside for other in others):
        return False
    if _is_list_of_headlines(outline.page, inside):
        return False
    texts = [node for node in inside if outline.page.tags[node] in ("p", "li", "div", TEXT)]
    return bool(texts) and not any(outline.page.tags[node] in ("table", "article") for node in inside)


def _is_list_of_headlines(page: Page, inside: set[int]) -> bool:
    """Return whether a section only leads to other pages, by links of several words each."""
    links = [node for node in inside if page.tags[node] == "a" and page.offsets[node] < page.offsets[page.stops[node]]]
    words = sum(len(page.text(Span(node, page.stops[node])).split()) for node in links)
    linked = sum(page.offsets[page.stops[node]] - page.offsets[node] for node in links)
    shown = sum(len(page.texts[node]) for node in inside)
    return len(links) >= HEADLINES and words >= HEADLINE_WORDS * len(links) and linked > MOSTLY * shown


def _covered(outline: PageOutline, labels: set[str]) -> set[int]:
    """Return the nodes of labelled values that are fields, and of their labels."""
    found: set[int] = set()
    for label in labels:
        for one in outline.labelled.get(label, ())[:1]:
            found.update(range(one.node, outline.page.stops[one.node]))
            if not one.is_section:
                found.add(one.within)
            for span in one.values:
                found.update(span)
    return found


# --- paths ---


def _by_path(outlines: Sequence[PageOutline], covered: Sequence[set[int]]) -> Iterator[FoundField]:
    """Yield the elements at the same path whose texts differ between pages, and the links of single ones."""
    for path, nodes in _units(outlines, covered).items():
        first = min(nodes)
        counts = {len(found) for found in nodes.values()}
        numbered = len(nodes) == len(outlines) and len(counts) == 1 and max(counts) <= MOST_NUMBERED
        is_item = outlines[first].page.tags[nodes[first][0]] == "li"
        if max(counts) == 1 or (numbered and not is_item):
            for number in range(max(counts)):
                places = {n: found[number] for n, found in nodes.items()}
                yield from _single(outlines, PageField(path, number=number), places)
        elif _vary([tuple(_text(outlines[n], node) for node in found) for n, found in nodes.items()], len(outlines)):
            yield FoundField(PageField(path, every=True), "text", first, nodes[first][0])


def _single(outlines: Sequence[PageOutline], field: PageField, places: dict[int, int]) -> Iterator[FoundField]:
    first = min(places)
    if _vary([_text(outlines[n], node) for n, node in places.items()], len(outlines)):
        yield FoundField(field, "text", first, places[first])
    if outlines[first].page.tags[places[first]] == "a":
        links = [outlines[n].page.address(node, "href") for n, node in places.items()]
        leads = [(outlines[n].page.attribute(node, "href") or "#")[0] != "#" for n, node in places.items()]
        if any(leads) and _vary(links, len(outlines)):
            yield FoundField(field, "link", first, places[first])


def _units(outlines: Sequence[PageOutline], covered: Sequence[set[int]]) -> dict[str, dict[int, list[int]]]:
    """Return the elements that hold one text each, by path and page."""
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for n, outline in enumerate(outlines):
        for path, nodes in outline.nodes.items():
            if not path:  # the body itself: its text is that of the page
                continue
            units = [
                node
                for node in nodes
                if node not in covered[n]
                and _is_unit(outline.page, node)
                and not _is_all_in(outline.page, node, covered[n])
            ]
            if units:
                found[path][n] = units
    return found


def _is_unit(page: Page, node: int) -> bool:
    """Return whether an element holds one text: a block without blocks inside, or an element of a line."""
    start, stop = node, page.stops[node]
    if page.offsets[start] == page.offsets[stop]:
        return False
    if page.tags[node] in TEXT_LEVEL:
        return page.tags[node] in INLINE
    inner = (one for one in range(start + 1, stop) if page.tags[one] != TEXT and page.tags[one] not in TEXT_LEVEL)
    return all(page.offsets[one] == page.offsets[page.stops[one]] for one in inner)


def _is_all_in(page: Page, node: int, covered: set[int]) -> bool:
    """Return whether all text of an element is that of fields which are known already."""
    return all(one in covered or not page.texts[one].strip() for one in range(node, page.stops[node]))


def _vary(values: Iterable[object], pages: int) -> bool:
    """Return whether values differ between pages; a value of one page alone, of several, is an accident."""
    found = [value for value in values if value]
    if pages == 1:
        return False
    return len(found) >= FEWEST and len(set(found)) > 1


def _text(outline: PageOutline, node: int) -> str:
    return " ".join("".join(outline.page.texts[node : outline.page.stops[node]]).split())


def _without_repeats(found: list[FoundField], outlines: Sequence[PageOutline]) -> list[FoundField]:
    """Return fields without those that repeat others: an element of a line that is all of it, a line that only joins others."""
    texts = [one for one in found if one.kind == "text"]
    dropped: set[FoundField] = set()
    for outer in texts:
        inner = [one for one in texts if one is not outer and one.field.path.startswith(f"{outer.field.path} > ")]
        if not inner:
            continue
        whole = _values(outer.field, outlines)
        same = [one for one in inner if _values(one.field, outlines) == whole]
        if same:
            dropped.update(same)
        elif len(set(_remainders(whole, [_values(one.field, outlines) for one in inner]))) == 1:
            dropped.add(outer)
        else:
            dropped.update(one for one in inner if not _is_named(one.field.path))
    return [one for one in found if one not in dropped]


def _is_named(path: str) -> bool:
    step = path.rpartition(" > ")[2]
    return step.split(".")[0] in ("a", "time", "data") or any(mark in step for mark in ".#@")


def _values(field: PageField, outlines: Sequence[PageOutline]) -> list[tuple[str, ...]]:
    found = [outline.nodes.get(field.path, []) for outline in outlines]
    chosen = [nodes if field.every else nodes[field.number : field.number + 1] for nodes in found]
    return [tuple(_text(outline, node) for node in nodes) for outline, nodes in zip(outlines, chosen, strict=True)]


def _remainders(whole: Sequence[tuple[str, ...]], parts: Sequence[Sequence[tuple[str, ...]]]) -> Iterator[str]:
    """Yield what is left of a line on each page that has it, without its parts."""
    for n, texts in enumerate(whole):
        if texts:
            rest = " ".join(texts)
            for part in parts:
                for text in sorted(part[n], key=len, reverse=True):
                    rest = rest.replace(text, " ", 1)
            yield " ".join(rest.split())


# --- images and data ---


def _images(outlines: Sequence[PageOutline]) -> Iterator[FoundField]:
    """Yield the images whose addresses differ between pages."""
    nodes: dict[str, dict[int, list[int]]] = defaultdict(dict)
    for n, outline in enumerate(outlines):
        for path, found in outline.nodes.items():
            if outline.page.tags[found[0]] == "img":
                nodes[path][n] = found
    for path, places in nodes.items():
        sources = [tuple(outlines[n].page.attribute(node, "src") for node in found) for n, found in places.items()]
        if _vary(sources, len(outlines)):
            several = max(map(len, places.values())) > 1
            first = min(places)
            yield FoundField(PageField(path, every=several), "image", first, places[first][0])


def _in_data(pages: Sequence[Page]) -> Iterator[FoundField]:
    """Yield the values of the pages' JSON-LD that differ, of the thing that most pages describe, then those of their heads."""
    found = [data_values(page) for page in pages]
    aside = {META, *SITE_TYPES}
    every = dict.fromkeys(path for values in found for path in values if ASIDE.isdisjoint(path))
    kinds = Counter(path[0] for path in every if path[0] not in aside)
    pages_with = Counter(kind for values in found for kind in {path[0] for path in values})
    dated = sum((META, "datePublished") in values for values in found)
    if 2 * dated > len(found):
        kinds.pop(PERSON, None)  # whoever wrote it
    main = max(kinds, key=lambda kind: (pages_with[kind], kinds[kind]), default=META)
    own = [path for path in every if path[0] == main]
    said = {name for path in own for name in path[1:]}
    for path in [*own, *(path for path in every if path[0] == META != main and path[1] not in said)]:
        cells: list[Cell] = [data_cell(values, path) for values in found]
        if len(pages) == 1 or _vary(cells, len(pages)):
            yield FoundField(PageField(data=path), _kind_of(cells), len(pages), 0)


def _kind_of(cells: Sequence[Cell]) -> Kind:
    """Return what the values of data are: addresses if all of them are."""
    texts = [cell for cell in cells if cell]
    if not all(
        isinstance(text, str) and text.startswith(("http://", "https://", "/")) and " " not in text for text in texts
    ):
        return "text"
    images = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg")
    return "image" if all(str(text).lower().partition("?")[0].endswith(images) for text in texts) else "link"
