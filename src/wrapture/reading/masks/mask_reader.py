"""From a mask and a page's source to records: separators, cells, records, zone; each cell has its error."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from wrapture.html.source import lex_source
from wrapture.reading.masks.decoding import best_cells
from wrapture.reading.masks.detectors import Detectors
from wrapture.reading.masks.excerpts import lexed_excerpts
from wrapture.reading.masks.gaps import Verdicts, kind_of_mark, learn_gaps
from wrapture.reading.masks.instances import lexemes_around
from wrapture.reading.masks.lexeme_view import FAR, NEAR, Vocabulary, counted, view_of
from wrapture.reading.masks.mask_cells import LONGEST, THRESHOLD, Foreign, Values, candidates
from wrapture.reading.masks.value_division import ValueDivision, widened
from wrapture.reading.masks.value_likeness import Familiarity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wrapture.model import MaskLocator
    from wrapture.reading.masks.excerpts import LexedExcerpt
    from wrapture.reading.masks.instances import Places
    from wrapture.reading.masks.lexeme_view import LexemeView, Symbols
    from wrapture.reading.masks.mask_cells import Cells

ZONE_THRESHOLD: Final = 0.5  # upper bound for the error of a zone's separator …
ZONE_MARGIN: Final = 0.1  # … which must also be this much below the error at the first (last) record found
ZONE_NEAR: Final = 4  # lexemes between the separators of zone and record, because the first field may differ
OUTSIDE: Final = 0.7  # the share of the cells that may be cut off at either end: a menu is smaller than the list
DOUBTFUL: Final = (
    0.3  # of two cells of one attribute, one with at least this error is dropped; otherwise the second begins a record
)
FULL: Final = 0.5  # a record needs this share of the number of attributes that the sparsest labelled record has …
SURE: Final = 0.4  # … and the cells of the first and the last record a total confidence of this share of that number


class FoundCell(NamedTuple):
    """A value: ``[start, end)`` in characters of the source, and its error from 0 (as learned) to `THRESHOLD`.

    ``more`` are the further values of an attribute that has several in the record.
    """

    start: int
    end: int
    error: float
    more: tuple[FoundCell, ...] = ()

    @property
    def confidence(self) -> float:
        """From 1 for a cell without error to 0 for one at the threshold."""
        return 1.0 - self.error / THRESHOLD

    @property
    def values(self) -> tuple[FoundCell, ...]:
        """All values of the attribute in the record."""
        return (self._replace(more=()), *self.more)


Numbered: TypeAlias = dict[int, list[int]]
"""A record: the indexes of the cells chosen for each attribute."""


@lru_cache(maxsize=64)
def reader_of(mask: MaskLocator) -> MaskReader:
    """Return the reader of a mask, cached because building it takes as long as reading about twenty pages."""
    return MaskReader(mask)


class MaskReader:
    """A mask prepared for reading pages: everything that does not depend on the page is computed once."""

    def __init__(self, mask: MaskLocator) -> None:
        self.names = mask.names
        excerpts = lexed_excerpts(mask.excerpts)
        texts = [excerpt.lexemes for excerpt in excerpts]
        separators = list(separators_of(excerpts))
        zones = [[(n, e.zone[side]) for n, e in enumerate(excerpts)] for side in (0, 1)]
        places = [(each, NEAR) for each in separators] + [(each, FAR) for each in zones]
        self._vocabulary = Vocabulary(lexemes_around(texts, places))
        self._attributes = Detectors(texts, separators, NEAR, self._vocabulary)
        self._zone = Detectors(texts, zones, FAR, self._vocabulary)
        self._barest = min(sum(map(bool, record)) for excerpt in excerpts for record in excerpt.records)
        self._familiarity = Familiarity(self._vocabulary, excerpts)
        self._gaps = learn_gaps(excerpts, self._vocabulary)
        self._verdicts = Verdicts(self._gaps, self._vocabulary.marks)
        self._values = _values(excerpts)
        self._foreign = self._foreign_rows(excerpts)
        self._followers = frozenset(_followers(excerpts))
        self._scattered = frozenset(_scattered(excerpts))
        self._division = ValueDivision(excerpts)
        self.repeated = self._scattered | excerpts[0].lists

    def _foreign_rows(self, excerpts: Sequence[LexedExcerpt]) -> NDArray[np.bool_]:
        """Return for each attribute (rows) and symbol (columns) whether the symbol is a tag that no labelled value holds."""
        vocabulary = self._vocabulary
        inside = [_kinds_inside(excerpts, attribute) for attribute in range(len(self.names))]
        seen = np.array([[kind in kinds for kind in vocabulary.kinds] for kinds in inside], dtype=bool)
        found: NDArray[np.bool_] = vocabulary.are_tags & ~seen
        return found

    def read(self, text: str) -> list[tuple[FoundCell | None, ...]]:
        """Return the records of a page's source, each with a cell (or None) for each attribute."""
        lexemes = lex_source(text).lexemes
        view = view_of(lexemes, self._vocabulary)
        marks = self._verdicts.marks(view.symbols)
        candidates = self._candidates(view)
        cells, begins = best_cells(candidates, self._verdicts, marks, self._followers, self._scattered)
        cells = widened(cells, candidates, self._division, lexemes)
        records = self._in_zone(view, cells, self._records(cells, begins))
        return self._found(view, lexemes, cells, records)

    def _candidates(self, view: LexemeView) -> Cells:
        strong = self._attributes.strong(view)
        weak = partial(self._attributes.likely_errors, view)
        foreign, strange = Foreign(view, self._foreign), self._familiarity.on(view)
        return candidates(strong, self._values, foreign, strange, weak, view.size)

    def _records(self, cells: Cells, begins: Sequence[bool]) -> list[Numbered]:
        """Return the records that have enough attributes, from the first confident one to the last."""
        errors = cells.errors.tolist()
        records: list[Numbered] = []
        for number, (attribute, begins_one) in enumerate(zip(cells.attributes.tolist(), begins, strict=True)):
            rivals = [] if begins_one else records[-1].get(attribute, [])
            if rivals and attribute in self._scattered:
                rivals.append(number)
            elif begins_one or (rivals and errors[rivals[0]] < DOUBTFUL and errors[number] < DOUBTFUL):
                records.append({attribute: [number]})
            elif not rivals or errors[number] < errors[rivals[0]]:
                records[-1][attribute] = [number]
        full = [record for record in records if len(record) >= FULL * self._barest]
        confidences = [sum(1 - errors[some[0]] / THRESHOLD for some in record.values()) for record in full]
        sure = [number for number, found in enumerate(confidences) if found >= SURE * self._barest]
        return full[sure[0] : sure[-1] + 1] if sure else full

    def _in_zone(self, view: LexemeView, cells: Cells, records: list[Numbered]) -> list[Numbered]:
        """Return the records inside the zone, which may only end at a gap longer than any between labelled records."""
        begins = cells.starts[[min(map(min, record.values())) for record in records]]
        ends = cells.stops[[max(map(max, record.values())) for record in records]]
        cuts = ((begins[1:] - ends[:-1] > self._gaps.longest).nonzero()[0] + 1).tolist()
        if not cuts:
            return records
        sizes = [0, *accumulate(map(len, records))]
        firsts = [0, *(n for n in cuts if sizes[n] <= OUTSIDE * sizes[-1])]
        stops = [len(records), *(n for n in reversed(cuts) if sizes[-1] - sizes[n] <= OUTSIDE * sizes[-1])]
        first = _cut(firsts, self._zone_errors(view, begins[firsts], 0))
        return records[first : _cut(stops, self._zone_errors(view, ends[np.array(stops) - 1], 1))]

    def _zone_errors(self, view: LexemeView, places: Symbols, side: int) -> list[float]:
        """Return the smallest error of the zone's begin (or end) near each of the given places."""
        near = np.add.outer(places, np.arange(-ZONE_NEAR, ZONE_NEAR + 1))
        positions = np.minimum(np.maximum(near, 0), view.size - 1).ravel()
        errors = self._zone.errors(view, positions, np.full(near.size, side))
        found: list[float] = errors.reshape(near.shape).min(axis=1).tolist()
        return found

    def _found(
        self, view: LexemeView, lexemes: Sequence[str], cells: Cells, records: Sequence[Numbered]
    ) -> list[tuple[FoundCell | None, ...]]:
        """Return the records with their places in characters of the source."""
        offsets = counted(view.lengths).tolist()
        places = list(zip(cells.starts.tolist(), cells.stops.tolist(), cells.errors.tolist(), strict=True))

        def cell(attribute: int, numbers: Sequence[int]) -> FoundCell | None:
            found = [
                FoundCell(offsets[one], offsets[two], error)
                for start, stop, error in map(places.__getitem__, numbers)
                for one, two in self._division.pieces(lexemes, attribute, (start, stop))
            ]
            return found[0]._replace(more=tuple(found[1:])) if found else None

        attributes = range(len(self.names))
        return [tuple([cell(number, record.get(number, ())) for number in attributes]) for record in records]


def _cut(places: Sequence[int], errors: Sequence[float]) -> int:
    """Return the place with the smallest error if it is below the threshold and clearly better than the first one."""
    best = min(range(len(places)), key=errors.__getitem__)
    clear = errors[best] < ZONE_THRESHOLD and errors[0] - errors[best] >= ZONE_MARGIN
    return places[best] if clear else places[0]


def separators_of(excerpts: Sequence[LexedExcerpt]) -> Iterator[Places]:
    """Yield the labelled instances of the begin and then the end of each attribute."""
    for attribute in range(len(excerpts[0].longest)):
        for side in (0, 1):
            yield [
                (number, cell[side])
                for number, excerpt in enumerate(excerpts)
                for record in excerpt.records
                for cell in record[attribute]
            ]


def _stretches(excerpts: Sequence[LexedExcerpt], attribute: int) -> Iterator[tuple[str, ...]]:
    for excerpt in excerpts:
        for record in excerpt.records:
            yield from (excerpt.lexemes[slice(*cell)] for cell in record[attribute])


def _scattered(excerpts: Sequence[LexedExcerpt]) -> Iterator[int]:
    """Yield the attributes with several cells in a labelled record."""
    for excerpt in excerpts:
        for record in excerpt.records:
            yield from (attribute for attribute, cells in enumerate(record) if len(cells) > 1)


def _values(excerpts: Sequence[LexedExcerpt]) -> Values:
    attributes = range(len(excerpts[0].longest))
    least = [0 if any(not one for one in _stretches(excerpts, attribute)) else 1 for attribute in attributes]
    shown = [max((len(one) for one in _stretches(excerpts, attribute)), default=0) for attribute in attributes]
    longest = [max(shown[attribute], *(e.longest[attribute] for e in excerpts)) for attribute in attributes]
    return Values(np.array(least), np.maximum(LONGEST[0], LONGEST[1] * np.array(longest)))


def _kinds_inside(excerpts: Sequence[LexedExcerpt], attribute: int) -> frozenset[str]:
    return frozenset(kind_of_mark(lexeme) for stretch in _stretches(excerpts, attribute) for lexeme in stretch)


def _followers(excerpts: Sequence[LexedExcerpt]) -> Iterator[tuple[int, int]]:
    for excerpt in excerpts:
        for record in excerpt.records:
            order = sorted((cell, attribute) for attribute, cells in enumerate(record) for cell in cells)
            yield from ((one, two) for (_, one), (_, two) in pairwise(order))
