"""Fuzzy masks as published [1]_, without the departures that `wrapture.reading.masks` lists.

Lexemes of the twelve classes; detectors of moyL lexemes left and right of each separator, moyL being the average length of a
tuple; errors against C_moy; the five rules; the global zone first, then the records in it, then the attributes in each record.

Where [1]_ leaves a choice open:

* A record reaches from its first attribute's beginning to its last's end, the global zone from the first record to the last.
* The fuzzy sets cover errors from -1 to 1, costs may be any size: an error is taken relative to C_moy, so that a detector in
  which nothing is as learned has the error -1.
* A zone or attribute begins and ends at the positions of least error.  There are many records: the next begins at the least
  error within half a tuple of the first position under the threshold, and ends at the least error within two tuples of there.
* The threshold is the value from 0.05 to 0.5 that finds the most on WIEN's clean pages.

None of these choices matters much: even within the labelled record zones, only a fifth of the attributes is found.  Two
neighbouring positions share all but two of their 2 · moyL lexemes, and of those only the class counts.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from wrapture.algo.fuzzy_rules import separator_errors
from wrapture.algo.mask_costs import CostRange, cost_range, summed_costs
from wrapture.html.source import lex_source, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wrapture.html.source import Source
    from wrapture.model import Labels
    from wrapture.model.labelled import LabelledPage

    Numbers: TypeAlias = NDArray[np.float32]
    Classes: TypeAlias = NDArray[np.intp]

CLASSES: Final = ("C1Alph", "CAlph", "Num", "0Alph", "Punc", "/Spc", "Spc", "/Lst", "Lst", "/Html", "Html", "Any")
NUMBERS: Final = {name: number for number, name in enumerate(CLASSES)}
NOTHING: Final = len(CLASSES)  # before and after the page
THRESHOLD: Final = 0.5
BEGIN_WITHIN: Final = 0.5  # average tuples
END_WITHIN: Final = 2.0  # average tuples

Zone: TypeAlias = tuple[int, int]
"""Lexemes ``start <= n < stop``."""


def truths(detectors: Classes) -> Numbers:
    """Return f_p · f_o for each distance (rows) and class (columns), from the instances of a detector, nearest lexeme first.

    The same as `wrapture.algo.mask_costs.position_truth` times `occurrence_truth`, for all distances of a class at once.
    """
    instances, reach = detectors.shape
    table: Numbers = np.zeros((reach, NOTHING + 1), dtype=np.float32)
    distances = np.arange(1, reach + 1)
    for number in range(NOTHING):
        counts = (detectors == number).sum(axis=0)
        learned = distances[counts > 0]
        if len(learned):
            table[:, number] = _of_class(counts / max(1, instances), learned, distances)
    return table


def _of_class(shares: NDArray[np.float64], learned: Classes, distances: Classes) -> NDArray[np.float64]:
    """Return the truths of one class: triangles around the learned distances, each reaching to the neighbouring ones."""
    reach = len(distances)
    ends = np.concatenate([[0], learned, [reach + 1]])
    after = np.searchsorted(ends, distances, side="left")
    below, above = ends[after - 1], ends[after]
    far = 2 * reach  # away from the ends, at which nothing was learned
    to_below = np.where(below > 0, distances - below, far)
    to_above = np.where(above <= reach, above - distances, far)
    nearest = np.minimum(to_below, to_above)
    position = np.where(shares > 0, 1.0, np.maximum(0.0, 1.0 - nearest / (above - below)))
    sides = [
        np.where(to == nearest, shares[np.clip(at, 1, reach) - 1], 0)
        for to, at in ((to_below, below), (to_above, above))
    ]
    occurrence = np.where(shares > 0, shares, np.maximum(*sides))
    product: NDArray[np.float64] = position * occurrence
    return product


def classes_of(source: Source, reach: int) -> Classes:
    """Return the classes of a page's lexemes, padded with `NOTHING` as far as a detector reaches."""
    known: dict[str, int] = {}
    for lexeme in source.lexemes:
        if lexeme not in known:
            known[lexeme] = NUMBERS[names_of(lexeme).lexical_class]
    return np.pad(np.array([known[x] for x in source.lexemes], dtype=np.intp), reach, constant_values=NOTHING)


def sights(reach: int) -> tuple[Classes, Classes]:
    """Return the offsets of a detector's lexemes from its separator, nearest first: to the left, and to the right."""
    return -np.arange(1, reach + 1), np.arange(reach)


@dataclass(frozen=True, slots=True)
class Detectors:
    """One side of all separators: the cost of a class at a distance for each of them, and C_moy of each."""

    sight: Classes
    tables: Numbers  # distance, class, separator
    middles: Numbers

    def errors(self, classes: Classes) -> Numbers:
        """Return the error of each separator (columns) at each position of a page."""
        reach = len(self.sight)
        count = len(classes) - 2 * reach + 1
        streams = [classes[reach + offset : reach + offset + count] for offset in self.sight.tolist()]
        found: Numbers = summed_costs(self.tables, streams) / self.middles - 1
        return found


@dataclass(frozen=True, slots=True)
class Published:
    """The separators' detectors: begin and end of the global zone, of a record, and of each attribute."""

    width: int
    reach: int
    left: Detectors
    right: Detectors
    threshold: float = THRESHOLD

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""
        source = lex_source(text)
        classes = classes_of(source, self.reach)
        left, right = self.left.errors(classes), self.right.errors(classes)
        errors = np.abs(separator_errors(left.ravel(), right.ravel())).reshape(left.shape).T
        zone = self._zone(errors, 0, (0, len(source)))
        records = self._records(errors, zone) if zone else []
        labels = [self._labels(errors, record, source.offsets) for record in records]
        return [record for record in labels if any(record)]

    def _zone(self, errors: Numbers, number: int, inside: Zone) -> Zone | None:
        """Return the zone or attribute of a number: from the least error of its begin to the least of its end after it."""
        start = self._least(errors[2 * number], *inside)
        stop = None if start is None else self._least(errors[2 * number + 1], start, inside[1])
        return None if start is None or stop is None else (start, stop)

    def _least(self, errors: Numbers, start: int, stop: int) -> int | None:
        """Return the position of the least error from `start` to `stop`, both included; None if it is above the threshold."""
        best = start + int(errors[start : stop + 1].argmin())
        return best if errors[best] < self.threshold else None

    def _records(self, errors: Numbers, zone: Zone) -> list[Zone]:
        begins = (errors[2] < self.threshold).nonzero()[0]
        records: list[Zone] = []
        place = zone[0]
        while True:
            later = begins[(begins >= place) & (begins < zone[1])]
            if not len(later):
                return records
            first = int(later[0])
            start = self._least(errors[2], first, min(zone[1] - 1, first + int(BEGIN_WITHIN * self.reach))) or first
            stop = self._least(errors[3], start + 1, min(zone[1], start + 1 + int(END_WITHIN * self.reach)))
            if stop is not None:
                records.append((start, stop))
            place = stop if stop is not None else start + 1

    def _labels(self, errors: Numbers, record: Zone, offsets: Sequence[int]) -> Labels:
        zones = [self._zone(errors, 2 + attribute, record) for attribute in range(self.width)]
        return tuple(zone and (offsets[zone[0]], offsets[zone[1]]) for zone in zones)


def learn_published(pages: Sequence[LabelledPage]) -> Published | None:
    """Return the mask of some labelled pages, as published; None if they have no labels to learn from."""
    labelled = [page for page in pages if page.records]
    if not labelled:
        return None
    sources = [lex_source(page.text) for page in labelled]
    places = [_separators(page, source) for page, source in zip(labelled, sources, strict=True)]
    lengths = [stop - start for found in places for start, stop in zip(found[2], found[3], strict=True)]
    reach = max(1, round(fmean(lengths)))
    classes = [classes_of(source, reach) for source in sources]
    left, right = (_learn(classes, places, sight) for sight in sights(reach))
    return Published(labelled[0].width, reach, left, right)


def _separators(page: LabelledPage, source: Source) -> list[list[int]]:
    """Return where the begin and end of the global zone, of the records and of each attribute are on a page."""
    cells = [[(source.lexemes_in(*place), number) for place, number in page.cells(record)] for record in page.records]
    records = [(record[0][0][0], record[-1][0][1]) for record in cells]
    attributes = [[place for record in cells for place, number in record if number == n] for n in range(page.width)]
    zones = [[(records[0][0], records[-1][1])], records, *attributes]
    return [[zone[side] for zone in found] for found in zones for side in (0, 1)]


def _learn(pages: Sequence[Classes], places: Sequence[Sequence[Sequence[int]]], sight: Classes) -> Detectors:
    """Return one side's detectors, from the classes and separators of each page."""
    tables, middles = [], []
    for number in range(len(places[0])):
        found = [np.array(of_page[number], dtype=np.intp) + len(sight) for of_page in places]
        instances = np.concatenate([page[at[:, None] + sight] for page, at in zip(pages, found, strict=True)])
        tables.append(truths(instances))
        middles.append(_spread(tables[-1], instances).middle or 1.0)
    return Detectors(sight, np.stack(tables, axis=-1), np.array(middles, dtype=np.float32))


def _spread(table: Numbers, instances: Classes) -> CostRange:
    """Return the cost range of the labelled instances: C_min and C_max."""
    return cost_range(np.take_along_axis(table, instances.T, axis=1).sum(axis=0))
