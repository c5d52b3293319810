"""Where one place holds several values of an attribute: the value found is divided as the labelled ones are.

Several values of one attribute in a record are found as one, from the beginning of the first to the end of the last.  Whether
a gap divides it (``Ann, Bo``) or belongs to a single value (``Ann Lee, Ph.D.``) is decided by logistic regression over what
stands around the gap, how long the pieces are, and what they are, learned from all such gaps in labelled values.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from wrapture.html.source import Names, names_of
from wrapture.reading.masks.gaps import kind_of_mark

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from wrapture.reading.masks.excerpts import LexedExcerpt, Stretch
    from wrapture.reading.masks.mask_cells import Cells

    Sample: TypeAlias = tuple[list[int], bool]
    """The numbers of the features at a gap, and whether it divides two labelled values."""

REACH: Final = 4  # lexemes on each side of a gap; with 3, a point fewer records are divided rightly on WIEN's sites
ROUNDS: Final = 200  # of gradient ascent with steps that shrink (Adagrad)
RATE: Final = 0.3
DECAY: Final = 0.1  # 1.0 changes nothing
MAX_SAMPLES: Final = 4_000  # gaps of one attribute that are learned from, evenly spaced
MAX_WIDER: Final = 16  # candidates that a cell may be widened to, those with the smallest errors
MAX_FORMS: Final = 32  # forms of gaps of one attribute, the most common ones
NOTHING: Final = Names("", "", "")
_WHITE: Final = ("blank", "break")


class GapForm(NamedTuple):
    """A gap between two values: its texts before the first mark or tag, its marks and tags, and its texts after the last.

    White space is one blank, however much there is.  Words between the marks may differ from gap to gap.
    """

    before: tuple[str, ...]
    marks: tuple[str, ...]
    after: tuple[str, ...]

    def stop(self, lexemes: Sequence[str], start: int, stop: int) -> int | None:
        """Return where a gap of this form that begins at ``start`` ends, None if there is none before ``stop``."""
        at: int | None = _passed(lexemes, start, stop, self.before)
        for number, mark in enumerate(self.marks):
            while number and at is not None and at < stop and not _mark(lexemes[at]):
                at += 1
            at = None if at is None or at >= stop or _mark(lexemes[at]) != mark else at + 1
        return None if at is None else _passed(lexemes, at, stop, self.after)


class ValueDivision:
    """Divides the values of attributes of which a labelled record has several."""

    def __init__(self, excerpts: Sequence[LexedExcerpt]) -> None:
        labelled: dict[int, list[tuple[LexedExcerpt, tuple[Stretch, ...]]]] = {}
        for excerpt in excerpts:
            for record, attribute in product(excerpt.values, sorted(excerpt.lists)):
                if record[attribute]:
                    labelled.setdefault(attribute, []).append((excerpt, record[attribute]))
        self._dividers = {attribute: _Divider(values) for attribute, values in labelled.items()}

    @property
    def attributes(self) -> Sequence[int]:
        """The attributes whose values it divides."""
        return tuple(self._dividers)

    def pieces(self, lexemes: Sequence[str], attribute: int, whole: Stretch) -> list[Stretch]:
        """Return the values in the place where an attribute was found."""
        return self._dividers[attribute].pieces(lexemes, whole) if attribute in self._dividers else [whole]


def widened(cells: Cells, candidates: Cells, division: ValueDivision, lexemes: Sequence[str]) -> Cells:
    """Return cells, in page order, with those of lists widened to candidates that add values to them.

    A value of a list alone costs no more than the whole list, so it may have been preferred.  Of candidates that overlap, the
    one with the smaller error is taken, of equal ones the longer.
    """
    starts, stops = cells.starts.tolist(), cells.stops.tolist()
    wider = sorted(_wider(cells, candidates, division), key=lambda one: (one[0], one[1][0] - one[1][1]))
    done = set()
    for _, whole, number in wider:
        before = stops[number - 1] if number else 0
        after = starts[number + 1] if number + 1 < len(starts) else len(lexemes)
        own = starts[number], stops[number]
        has_room = number not in done and before <= whole[0] and whole[1] <= after
        if has_room and own in division.pieces(lexemes, int(cells.attributes[number]), whole):
            starts[number], stops[number] = whole
            done.add(number)
    return cells._replace(starts=np.array(starts, dtype=np.intp), stops=np.array(stops, dtype=np.intp))


def _wider(cells: Cells, candidates: Cells, division: ValueDivision) -> Iterator[tuple[float, Stretch, int]]:
    """Yield the candidates that contain a cell of a list and overlap no other cell, with their errors."""
    lowest = np.concatenate(([0], cells.stops[:-1]))
    highest = np.concatenate((cells.starts[1:], [np.iinfo(np.intp).max]))
    for attribute in division.attributes:
        known = candidates.only((candidates.attributes == attribute).nonzero()[0])
        known = known.only(np.argsort(known.starts, kind="stable"))
        for number in (cells.attributes == attribute).nonzero()[0].tolist():
            start, stop = int(cells.starts[number]), int(cells.stops[number])
            first, last = np.searchsorted(known.starts, (lowest[number], start + 1)).tolist()
            near = range(first, last)
            found = sorted((float(known.errors[n]), (int(known.starts[n]), int(known.stops[n]))) for n in near)
            wider = (one for one in found if stop <= one[1][1] <= highest[number] and one[1] != (start, stop))
            yield from ((error, whole, number) for error, whole in islice(wider, MAX_WIDER))


class _Divider:
    """Divides the values of one attribute."""

    def __init__(self, labelled: Sequence[tuple[LexedExcerpt, tuple[Stretch, ...]]]) -> None:
        gaps = [(e.lexemes, (one[1], two[0])) for e, values in labelled for one, two in pairwise(values)]
        forms = Counter(form_of(lexemes[slice(*gap)]) for lexemes, gap in gaps)
        self._forms = tuple(form for form, _ in forms.most_common(MAX_FORMS))
        self._numbers: dict[Hashable, int] = {}
        samples = [sample for excerpt, values in labelled for sample in self._samples(excerpt.lexemes, values)]
        self._weights = _weights(samples[:: 1 + len(samples) // MAX_SAMPLES], len(self._numbers))

    def _samples(self, lexemes: Sequence[str], values: Sequence[Stretch]) -> Iterator[Sample]:
        whole = (values[0][0], values[-1][1])
        divides = {(one[1], two[0]) for one, two in pairwise(values)}
        for form, gap in self._gaps(lexemes, whole):
            known = [self._numbers.setdefault(key, len(self._numbers)) for key in _features(lexemes, whole, form, gap)]
            yield known, gap in divides

    def _gaps(self, lexemes: Sequence[str], whole: Stretch) -> Iterator[tuple[GapForm, Stretch]]:
        """Yield the gaps in a value that have the form of a labelled one, in order."""
        start, stop = whole
        for at, form in product(range(start + 1, stop), self._forms):
            end = form.stop(lexemes, at, stop)
            if end is not None and end < stop:
                yield form, (at, end)

    def pieces(self, lexemes: Sequence[str], whole: Stretch) -> list[Stretch]:
        """Return the values in a place."""
        found: list[Stretch] = []
        start = whole[0]
        for form, (end, following) in self._gaps(lexemes, whole):
            if end > start and self._score(_features(lexemes, whole, form, (end, following))) > 0:
                found.append((start, end))
                start = following
        return [*found, (start, whole[1])]

    def _score(self, features: Iterable[Hashable]) -> float:
        return sum(self._weights[self._numbers[key]] for key in features if key in self._numbers)


def form_of(lexemes: Sequence[str]) -> GapForm:
    """Return the form of a gap.

    >>> form_of([",", " "]), form_of(["</a>", " ", "and", " ", '<a href="', "/", "x", '">'])
    (GapForm(before=(), marks=(',',), after=(' ',)), GapForm(before=(), marks=('</a', '<a', '/', '">'), after=()))
    """
    marked = [number for number, lexeme in enumerate(lexemes) if _mark(lexeme)]
    if not marked:
        return GapForm(_texts(lexemes), (), ())
    first, last = marked[0], marked[-1]
    return GapForm(_texts(lexemes[:first]), tuple(_mark(lexemes[n]) for n in marked), _texts(lexemes[last + 1 :]))


def _mark(lexeme: str) -> str:
    """Return the kind of a mark or tag, "" for words, numbers and white space."""
    kind = kind_of_mark(lexeme)
    return "" if kind in _WHITE else kind


def _texts(lexemes: Iterable[str]) -> tuple[str, ...]:
    """Return the texts of words and of white space."""
    found: list[str] = []
    for lexeme in lexemes:
        text = _text(lexeme)
        if text != " " or found[-1:] != [" "]:
            found.append(text)
    return tuple(found)


def _text(lexeme: str) -> str:
    return " " if names_of(lexeme).kind in _WHITE else lexeme


def _passed(lexemes: Sequence[str], at: int, stop: int, texts: Sequence[str]) -> int | None:
    """Return the position after some texts, None if others stand there."""
    for text in texts:
        if at >= stop or _text(lexemes[at]) != text:
            return None
        at += 1
        while text == " " and at < stop and _text(lexemes[at]) == " ":
            at += 1
    return at


def _features(lexemes: Sequence[str], whole: Stretch, form: GapForm, gap: Stretch) -> Iterator[Hashable]:
    """Yield what is known about a gap: its form, the names of the lexemes beside it, and the pieces and their lengths."""
    yield form
    for distance in range(REACH):
        for side, place in enumerate((gap[0] - 1 - distance, gap[1] + distance)):
            names = names_of(lexemes[place]) if whole[0] <= place < whole[1] else NOTHING
            yield side, distance, names.lexical_class
            yield side, distance, names.kind, "kind"
            yield side, distance, names.text, "text"
    for side, piece in enumerate(((whole[0], gap[0]), (gap[1], whole[1]))):
        yield side, (piece[1] - piece[0]).bit_length()
        yield side, tuple(lexemes[slice(*piece)])


def _weights(samples: Sequence[Sample], count: int) -> list[float]:
    """Return the weight of each feature by logistic regression."""
    weights, squares = np.zeros(count), np.full(count, 1e-8)
    features = np.array([number for known, _ in samples for number in known], dtype=np.intp)
    owners = np.repeat(np.arange(len(samples)), [len(known) for known, _ in samples])
    truth = np.array([divides for _, divides in samples], dtype=np.float64)
    for _ in range(ROUNDS):
        sums = np.bincount(owners, weights[features], len(samples))
        wrong = truth - 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
        slope = np.bincount(features, wrong[owners], count) - DECAY * weights
        squares += slope * slope
        weights += RATE * slope / np.sqrt(squares)
    found: list[float] = weights.tolist()
    return found
