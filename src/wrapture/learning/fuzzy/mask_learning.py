"""From labelled pages to a mask: an excerpt of each page, so that more can be added later.

Everything that extraction needs (frequency matrices, costs, C_min and C_max: see `wrapture.reading.masks.detectors`) is
computed from the excerpts.  C_min and C_max are costs under the final frequencies, so keeping only frequencies would not
suffice: adding a page changes the cost of earlier instances.  With excerpts, adding pages equals learning from all at once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from wrapture.errors import LabelError, NothingFoundError
from wrapture.html.source import READ_ATTRIBUTES, is_tag, lex_source
from wrapture.model import Excerpt, MaskLocator, label_of, places_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.source import Source
    from wrapture.model import Place
    from wrapture.model.labelled import LabelledPage

MARGIN: Final = 40  # lexemes kept before and after the list, more than any detector reaches in text
KEPT_OF_VALUE: Final = 12  # lexemes kept at each end of a value; no detector reaches the rest
KEPT_OF_LIST: Final = 100  # the same if the page has several values of the attribute: their gaps are inside
SHOWN: Final = 40  # characters of a tag in a message
LEFT_OUT: Final = " "  # replaces what is left out, so that the lexemes on both sides stay separate

HALVES: Final = re.compile("[\ud800-\udfff]")  # lone surrogates, which no file can hold


def learn_mask(pages: Iterable[LabelledPage]) -> MaskLocator:
    """Return the mask of some labelled pages; raises `NothingFoundError` if none has a record."""
    return _joined((), (), list(pages))


def refine(mask: MaskLocator, pages: Iterable[LabelledPage]) -> MaskLocator:
    """Return a mask with more labelled pages: the same as learning from all at once."""
    return _joined(mask.names, mask.excerpts, list(pages))


def _joined(names: tuple[str, ...], excerpts: tuple[Excerpt, ...], pages: Sequence[LabelledPage]) -> MaskLocator:
    labelled = [page for page in pages if page.records]
    for page in labelled:
        names = _agreed(names, page)
    if not names:
        raise NothingFoundError("no page has a labelled record: there is nothing to learn from")
    return MaskLocator(names, excerpts + tuple(excerpt_of(page) for page in labelled))


def _agreed(names: tuple[str, ...], page: LabelledPage) -> tuple[str, ...]:
    """Return the attribute names after adding a page: names replace numbers."""
    if names and page.width != len(names):
        raise LabelError(page.name, "record 1", f"has {page.width} attributes, but earlier pages have {len(names)}")
    if page.names and names and page.names != names and not are_numbers(names):
        raise LabelError(page.name, "names", f"are {', '.join(page.names)}, but {', '.join(names)} on earlier pages")
    if names and not are_numbers(names):
        return names
    return page.names or tuple(str(number) for number in range(1, page.width + 1))


def are_numbers(names: tuple[str, ...]) -> bool:
    """Return whether the attributes have no names and are numbered."""
    return names == tuple(str(number) for number in range(1, len(names) + 1))


def excerpt_of(page: LabelledPage) -> Excerpt:
    """Return the list of a labelled page with its surroundings."""
    source = lex_source(page.text)
    _check_ends(page, source)
    lists = {n for record in page.records for n, label in enumerate(record) if len(places_in(label)) > 1}
    kept = sorted(
        (place, KEPT_OF_LIST if n in lists else KEPT_OF_VALUE) for r in page.records for place, n in page.cells(r)
    )
    cells = [place for place, _ in kept]
    zone = page.zone or (cells[0][0], cells[-1][1])
    first, _ = source.lexemes_in(min(zone[0], cells[0][0]), len(page.text))
    _, last = source.lexemes_in(0, max(zone[1], cells[-1][1]))
    start = source.offsets[_outside_of_tags(source, max(0, first - MARGIN))]
    stop = source.offsets[min(len(source), last + MARGIN)]
    cuts = list(_cuts(source, kept))
    text = LEFT_OUT.join(page.text[one:two] for one, two in _kept(start, stop, cuts))
    text = HALVES.sub("\N{REPLACEMENT CHARACTER}", text)
    moved = _Moved(start, cuts)
    records = tuple(tuple(label_of(list(map(moved, places_in(label)))) for label in record) for record in page.records)
    return Excerpt(text, records, moved(zone), _longest(source, page))


def _check_ends(page: LabelledPage, source: Source) -> None:
    """Raise `LabelError` for an attribute whose labels all cut a tag; one that cuts a word is extended to the whole word."""
    for number in range(page.width):
        places = [place for record in page.records for place in places_in(record[number])]
        cuts = [cut for place in places if (cut := _cut_tag(source, place))]
        if cuts and len(cuts) == len(places):
            what = (
                f"lies inside {cuts[0]}: inside tags, only the values of {', '.join(READ_ATTRIBUTES)} can be labelled"
            )
            raise LabelError(page.name, f"attribute {number + 1}", what)


def _cut_tag(source: Source, place: Place) -> str:
    """Return the tag that a place begins or ends in, empty if there is none."""
    for end in place:
        lexeme, _ = source.lexemes_in(end, end)
        tag = source.lexemes[lexeme] if lexeme < len(source) and source.offsets[lexeme] < end else ""
        if tag and is_tag(tag):
            return tag if len(tag) <= SHOWN else f"{tag[: SHOWN - 1]}…"
    return ""


def _outside_of_tags(source: Source, lexeme: int) -> int:
    """Return a lexeme, or the start of the tag that it is a piece of."""
    piece = next((n for n in range(lexeme - 1, -1, -1) if is_tag(source.lexemes[n])), None)
    while piece is not None and piece >= 0 and source.lexemes[piece][-1] != ">":
        lexeme = piece
        if source.lexemes[piece][0] == "<":
            break
        piece -= 1
    return lexeme


def _cuts(source: Source, cells: Iterable[tuple[Place, int]]) -> Iterator[Place]:
    """Yield what is left out of long values: all but so many lexemes at both ends, and tags, which distant detectors see."""
    for cell, kept in cells:
        first, last = source.lexemes_in(*cell)
        inner = range(first + kept, last - kept)
        tags = [n for n in inner if is_tag(source.lexemes[n])]
        for one, two in pairwise([inner.start - 1, *tags, inner.stop]):
            if one + 1 < two:
                yield source.offsets[one + 1], source.offsets[two]


def _kept(start: int, stop: int, cuts: Sequence[Place]) -> Iterator[Place]:
    """Yield what is kept between the cuts."""
    for begin, end in cuts:
        yield start, begin
        start = end
    yield start, stop


class _Moved:
    """Maps places of a page to an excerpt that begins at ``start`` and lacks what was cut."""

    def __init__(self, start: int, cuts: Sequence[Place]) -> None:
        self._ends = [end for _, end in cuts]
        shorter = (end - begin - len(LEFT_OUT) for begin, end in cuts)
        self._missing = list(accumulate(shorter, initial=start))

    def __call__(self, place: Place) -> Place:
        begin, end = (offset - self._missing[bisect_right(self._ends, offset)] for offset in place)
        return begin, end


def _longest(source: Source, page: LabelledPage) -> tuple[int, ...]:
    counts: list[int] = [0] * page.width
    for record in page.records:
        for number, label in enumerate(record):
            for place in places_in(label):
                first, last = source.lexemes_in(*place)
                counts[number] = max(counts[number], last - first)
    return tuple(counts)
