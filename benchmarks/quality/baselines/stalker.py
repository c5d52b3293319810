"""STALKER [1]_: values found by landmarks, with rules that are disjunctions of SkipTo sequences, learned from labels.

A rule skips to one landmark after the other; a landmark is a few consecutive tokens, each given by its text or its class.  It
is learned by sequential covering: a disjunct starts with the token beside the value of the shortest example, and is refined,
by longer landmarks or by a landmark before, until it is never wrong and misses nothing.

The paper's hierarchy (page, list, record, attribute) is kept.  Where a choice was needed, it favours STALKER:

* A record reaches from the end of the record before to the end of its own last value, so that what is left of its first value
  belongs to it.  The list begins as many tokens before the first value as the records are apart at least.
* The end of a value is found from its beginning, not backwards from the end of the record.
* Disjuncts that would find a value in labelled records without one come last.

.. [1] Muslea, Minton, Knoblock: A hierarchical approach to wrapper induction. Agents 1999.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.html.source import lex_source, names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.model import Labels
    from wrapture.model.labelled import LabelledPage

Terminal: TypeAlias = str  # "=text" of a token, or its class
Landmark: TypeAlias = tuple[Terminal, ...]
Disjunct: TypeAlias = tuple[Landmark, ...]

MOST_EXAMPLES: Final = 60  # of one rule, from the first pages on
REFINEMENTS: Final = 3  # of one disjunct
BEAM: Final = 4  # disjuncts that are refined at a time; the paper refines the best one
NEAR: Final = 30  # tokens of the seed, from its beginning and its end, that a new landmark is taken from
LONGEST: Final = 5  # tokens of a landmark
DISJUNCTS: Final = 8


class Tokens:
    """The tokens of a text without white space, where each begins and ends, and where each terminal occurs."""

    def __init__(self, text: str) -> None:
        source = lex_source(text)
        spots = [n for n, lexeme in enumerate(source.lexemes) if not lexeme.isspace()]
        self.starts = [source.offsets[n] for n in spots]
        self.ends = [source.offsets[n] + len(source.lexemes[n]) for n in spots]
        self.terminals = [_terminals(source.lexemes[n]) for n in spots]
        self.places: dict[Terminal, list[int]] = defaultdict(list)
        for n, own in enumerate(self.terminals):
            for terminal in own:
                self.places[terminal].append(n)

    def __len__(self) -> int:
        return len(self.starts)

    def find(self, landmark: Landmark, start: int, stop: int) -> int:
        """Return the first place of a landmark from start on that ends by stop, -1 if there is none."""
        spots = self.places.get(landmark[0], [])
        for n in range(bisect_left(spots, start), len(spots)):
            here = spots[n]
            if here + len(landmark) > stop:
                return -1
            if all(one in self.terminals[here + k] for k, one in enumerate(landmark[1:], 1)):
                return here
        return -1


def _terminals(lexeme: str) -> tuple[Terminal, Terminal]:
    return f"={lexeme}", names_of(lexeme).lexical_class


class Example(NamedTuple):
    """A part of a page, and the token that a rule must find in it; None if it must find nothing."""

    tokens: Tokens
    start: int
    stop: int
    target: int | None


@dataclass(frozen=True, slots=True)
class SkipRule:
    """Disjuncts in the order they are tried; ``until`` stops in front of the last landmark, otherwise behind it."""

    disjuncts: tuple[Disjunct, ...]
    until: bool

    def find(self, tokens: Tokens, start: int, stop: int) -> int | None:
        """Return the token that the rule finds."""
        found = (skip(one, tokens, start, stop, until=self.until) for one in self.disjuncts)
        return next((place for place in found if place is not None), None)


def skip(disjunct: Disjunct, tokens: Tokens, start: int, stop: int, *, until: bool) -> int | None:
    """Return where a sequence of landmarks leads."""
    place = here = start
    for landmark in disjunct:
        here = tokens.find(landmark, place, stop)
        if here < 0:
            return None
        place = here + len(landmark)
    return here if until else place


def learn_rule(examples: Sequence[Example], *, until: bool) -> SkipRule:
    """Return the rule of some examples by sequential covering."""
    chosen = examples[:MOST_EXAMPLES]
    left = [one for one in chosen if one.target is not None]
    none = [one for one in chosen if one.target is None]
    found: list[tuple[int, Disjunct]] = []
    while left and len(found) < DISJUNCTS:
        disjunct = _learn_disjunct(left, none, until=until)
        covered = [one for one in left if _is_right(disjunct, one, until=until)]
        if not covered:
            left = left[1:]
            continue
        found.append((sum(_finds(disjunct, one, until=until) for one in none), disjunct))
        left = [one for one in left if one not in covered]
    return SkipRule(tuple(one for _, one in sorted(found, key=lambda pair: pair[0])), until)


def _finds(disjunct: Disjunct, one: Example, *, until: bool) -> bool:
    return skip(disjunct, one.tokens, one.start, one.stop, until=until) is not None


def _is_right(disjunct: Disjunct, one: Example, *, until: bool) -> bool:
    return skip(disjunct, one.tokens, one.start, one.stop, until=until) == one.target


def _learn_disjunct(left: Sequence[Example], none: Sequence[Example], *, until: bool) -> Disjunct:
    """Return the disjunct of the shortest example, refined until it is never wrong or nothing gets better."""
    seed = min(left, key=lambda one: (one.target or 0) - one.start)

    def worth(disjunct: Disjunct) -> tuple[int, int, int, int]:
        places = [skip(disjunct, one.tokens, one.start, one.stop, until=until) for one in left]
        right = sum(place == one.target for place, one in zip(places, left, strict=True))
        wrong = sum(place not in (one.target, None) for place, one in zip(places, left, strict=True))
        wrong += sum(_finds(disjunct, one, until=until) for one in none)
        return (
            right - 2 * wrong,
            right,
            -sum(map(len, disjunct)),
            sum(t.startswith("=") for one in disjunct for t in one),
        )

    tried = dict.fromkeys(_first(seed, until=until))
    beam = list(tried)
    for _ in range(REFINEMENTS):
        if not beam or worth(beam[0])[:2] == (len(left), len(left)):  # right everywhere
            break
        wider = dict.fromkeys(new for one in beam for new in _refined(one, seed, until=until) if new not in tried)
        tried |= wider
        beam = sorted([*beam, *wider], key=worth, reverse=True)[:BEAM]
    return max(tried, key=worth, default=())


def _first(seed: Example, *, until: bool) -> Iterator[Disjunct]:
    """Yield the disjuncts of one landmark of one token: the one before the target or, with ``until``, at it."""
    place = (seed.target or 0) - (not until)
    if seed.start <= place < seed.stop:
        yield from (((terminal,),) for terminal in seed.tokens.terminals[place])


def _refined(disjunct: Disjunct, seed: Example, *, until: bool) -> Iterator[Disjunct]:
    """Yield disjuncts with the last landmark longer by a token, or with one more landmark before."""
    terminals = seed.tokens.terminals
    last = disjunct[-1]
    if len(last) < LONGEST:
        if until:
            place = (seed.target or 0) + len(last)
            wider = [(*last, one) for one in terminals[place]] if place < seed.stop else []
        else:
            place = (seed.target or 0) - len(last) - 1
            wider = [(one, *last) for one in terminals[place]] if place >= seed.start else []
        yield from ((*disjunct[:-1], one) for one in wider)
    reach = range(seed.start, seed.target or 0)
    near = dict.fromkeys(one for n in [*reach[:NEAR], *reach[-NEAR:]] for one in terminals[n])
    yield from ((*disjunct[:at], (one,), *disjunct[at:]) for one in near for at in range(len(disjunct)))


@dataclass(frozen=True, slots=True)
class Stalker:
    """The rules of the list, of its records, and of the beginning and end of each attribute."""

    list_start: SkipRule
    record_end: SkipRule
    begins: tuple[SkipRule, ...]
    ends: tuple[SkipRule, ...]

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""
        tokens = Tokens(text)
        place = self.list_start.find(tokens, 0, len(tokens))
        records: list[Labels] = []
        while place is not None and place < len(tokens):
            stop = self.record_end.find(tokens, place, len(tokens))
            if stop is None or stop <= place:
                break
            record = tuple(self._value(tokens, number, place, stop) for number in range(len(self.begins)))
            if any(record):
                records.append(record)
            place = stop
        return records

    def _value(self, tokens: Tokens, number: int, start: int, stop: int) -> tuple[int, int] | None:
        begin = self.begins[number].find(tokens, start, stop)
        if begin is None or begin >= stop:
            return None
        end = self.ends[number].find(tokens, begin, len(tokens))
        return None if end is None or end <= begin else (tokens.starts[begin], tokens.ends[end - 1])


def learn_stalker(pages: Sequence[LabelledPage]) -> Stalker | None:
    """Return the rules of some labelled pages; None if they have no records."""
    labelled = [(page, Tokens(page.text)) for page in pages if page.records]
    if not labelled:
        return None
    lists, ends, begins, stops = [], [], defaultdict(list), defaultdict(list)
    for page, tokens in labelled:
        cells = [[(_inside(tokens, place), number) for place, number in page.cells(one)] for one in page.records]
        apart = [b[0][0][0] - a[-1][0][1] for a, b in itertools.pairwise(cells)]
        start = max(0, cells[0][0][0][0] - min(apart, default=3))
        lists.append(Example(tokens, 0, len(tokens), start))
        for record in cells:
            stop = record[-1][0][1]
            ends.append(Example(tokens, start, len(tokens), stop))
            known = {number: place for place, number in reversed(record)}
            for number in range(page.width):
                begin, end = known.get(number, (None, None))
                begins[number].append(Example(tokens, start, stop, begin))
                if begin is not None:
                    stops[number].append(Example(tokens, begin, len(tokens), end))
            start = stop
    width = labelled[0][0].width
    return Stalker(
        learn_rule(lists, until=False),
        learn_rule(ends, until=True),
        tuple(learn_rule(begins[n], until=False) for n in range(width)),
        tuple(learn_rule(stops[n], until=True) for n in range(width)),
    )


def _inside(tokens: Tokens, place: tuple[int, int]) -> tuple[int, int]:
    """Return the tokens of a value."""
    return bisect_left(tokens.starts, place[0]), bisect_left(tokens.starts, place[1])


def rules_of(stalker: Stalker) -> Iterable[SkipRule]:
    """Return all rules, for reading."""
    return (stalker.list_start, stalker.record_end, *stalker.begins, *stalker.ends)
