"""SoftMealy [1]_: a single-pass transducer whose transitions are contextual rules on separators, learned from labels.

States are the attributes, what follows each of them, and the beginning of the page.  A rule describes the tokens left and right
of a separator, each by a name from the taxonomy text < kind < class < group, or not at all.  A transition has several rules if
the labelled separators don't agree: each is generalized token by token, up the taxonomy, over as many labelled separators as
possible without firing where the transition must not be taken.  The transducer passes over the page once and takes the first
transition whose rule fires.

The paper itself was not available; where details are unknown, the choice favours SoftMealy, except for the last:

* Rules of several lengths are tried, with words by their class and by their text; the one that covers the most labelled
  separators is kept.
* A record may begin after any attribute that ended one in training (the paper's states for the end of a tuple and for the
  beginning of the next are one), and the beginning of a record is learned from all records of all pages.
* A separator that no rule can distinguish from other places gets a rule if it is right more often than wrong (0 to 1.5 points).
* It has the same lexemes as the masks, with their texts.
* A rule looks at both sides of a separator, including a value's first or last token: [1]_ describes a separator by its left
  and its right context.  `learn_one_sided` is a stronger variant that ignores a side if the other is enough.

.. [1] Hsu, Dung: Generating finite-state transducers for semi-structured data extraction from the web. 1998.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from wrapture.html.source import lex_source, names_of
from wrapture.model import label_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wrapture.model import Labels
    from wrapture.model.labelled import LabelledPage

    Places: TypeAlias = NDArray[np.intp]
    Tokens: TypeAlias = NDArray[np.int32]  # one row a level of the taxonomy, one column a token, with margins

Lengths: TypeAlias = tuple[tuple[int, int], ...]
State: TypeAlias = int  # -1: the page's beginning; 2a: inside attribute a; 2a + 1: after it
START: Final[State] = -1

LENGTHS: Final[Lengths] = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 4), (6, 6))
"""How many tokens left and right a rule may look at; if two lengths cover as much, the first is taken.

With at most (2, 2), record recall with anomalies is 1 to 6 points lower.
"""

ONE_SIDED: Final[Lengths] = ((1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (0, 3))
"""Lengths of rules that look at one side only.  Tried first, they make a stronger learner; tried last, they change nothing."""

MARGIN: Final = 6  # padding tokens around a page: as far as a rule looks
TEXT, KIND, CLASS, GROUP = range(4)
WORDS: Final = frozenset(["C1Alph", "CAlph", "0Alph", "Num"])
GROUPS: Final = {**dict.fromkeys(WORDS, "word"), "Punc": "mark", "Any": "mark"}  # all others are tags and spacing
NAMES: Final[dict[tuple[int, str], int]] = {}
PARENTS: Final[dict[int, int]] = {}


class Condition(NamedTuple):
    """The token at a distance from the separator (-1 is left of it) has a certain name at a level of the taxonomy."""

    distance: int
    level: int
    name: int


Rule: TypeAlias = tuple[Condition, ...]


class Edge(NamedTuple):
    """Where a transition goes: into an attribute, which may begin a record, or out of one."""

    to: State
    is_new: bool


@cache
def names(lexeme: str) -> tuple[int, int, int, int]:
    """Return the numbers of a lexeme's names, from its text up."""
    found = names_of(lexeme)
    group = GROUPS.get(found.lexical_class, "tag")
    numbers = tuple(
        NAMES.setdefault(key, len(NAMES) + 1)  # 0 is for the margins
        for key in enumerate([found.text, found.kind, found.lexical_class, group])
    )
    PARENTS.update(pairwise(numbers))
    text, kind, lexical_class, group_number = numbers
    return text, kind, lexical_class, group_number


def tokens_of(lexemes: Sequence[str]) -> Tokens:
    """Return the names of some lexemes, with a margin left and right."""
    rows = np.array([names(lexeme) for lexeme in lexemes], dtype=np.int32).reshape(len(lexemes), 4)
    return np.pad(rows.T, ((0, 0), (MARGIN, MARGIN)))


def firing(rule: Rule, tokens: Tokens, places: Places) -> Places:
    """Return those of some places at which a rule fires."""
    for distance, level, name in rule:
        places = places[tokens[level, places + distance] == name]
    return places


def exact(tokens: Tokens, place: int, lengths: tuple[int, int], lowest: int) -> Rule:
    """Return the rule for one place, which knows words by their text or, if that is the lowest level, by their class."""
    conditions = []
    for distance in range(-lengths[0], lengths[1]):
        column = tokens[:, place + distance]
        level = lowest if column[GROUP] == NAMES.get((GROUP, "word")) else TEXT
        conditions.append(Condition(distance, level, int(column[level])))
    return tuple(conditions)


def generalized(rule: Rule, tokens: Tokens, place: int) -> Rule:
    """Return the most specific rule that fires wherever a rule does, and also at a place."""
    wider = (_climbed(condition, tokens[:, place + condition.distance]) for condition in rule)
    return tuple(condition for condition in wider if condition is not None)


def _climbed(condition: Condition, token: Tokens) -> Condition | None:
    """Return the most specific condition that holds wherever one does, and also for a token; None if there is none."""
    distance, level, name = condition
    while level <= GROUP and token[level] != name:
        level, name = level + 1, PARENTS.get(name, 0)
    return Condition(distance, level, name) if level <= GROUP else None


@dataclass(frozen=True, slots=True)
class Covering:
    """A rule with the number of labelled separators it covers."""

    rule: Rule
    count: int


def induce(tokens: Tokens, taken: Places, passed: Places, lengths: Lengths = LENGTHS) -> Iterator[Covering]:
    """Yield rules that fire at the places where a transition was taken and, if possible, at none that was passed."""
    while len(taken):
        best = _best(tokens, taken, passed, lengths) or _least_wrong(tokens, taken, passed)
        if best is not None:
            yield best
            taken = np.setdiff1d(taken, firing(best.rule, tokens, taken))
        else:
            taken = taken[1:]


def _best(tokens: Tokens, taken: Places, passed: Places, lengths: Lengths) -> Covering | None:
    """Return the first of the rules that cover the most, among those that cover the first place and none that was passed."""
    best: Covering | None = None
    for lowest, length in product((CLASS, TEXT), lengths):
        rule = _widened(tokens, taken, passed, length, lowest)
        if rule is not None and (best is None or rule.count > best.count):
            best = rule
            if best.count == len(taken):
                break
    return best


def _widened(tokens: Tokens, taken: Places, passed: Places, lengths: tuple[int, int], lowest: int) -> Covering | None:
    """Return the rule of the first place, generalized over the others; None if even that rule fires too early."""
    rule = exact(tokens, int(taken[0]), lengths, lowest)
    if len(firing(rule, tokens, passed)):
        return None
    tried = {rule, ()}
    for place in _unlike(tokens, taken, lengths):
        wider = generalized(rule, tokens, place)
        if wider not in tried and not len(firing(wider, tokens, passed)):
            rule = wider
        tried.add(wider)
    return Covering(rule, len(firing(rule, tokens, taken)))


def _unlike(tokens: Tokens, places: Places, lengths: tuple[int, int]) -> list[int]:
    """Return one place for each distinct context of tokens, in order."""
    windows = tokens[TEXT, places[:, None] + np.arange(-lengths[0], lengths[1])]
    _, firsts = np.unique(windows, axis=0, return_index=True)
    unlike: list[int] = places[np.sort(firsts)].tolist()
    return unlike


def _least_wrong(tokens: Tokens, taken: Places, passed: Places) -> Covering | None:
    """Return the longest rule of the first place if it is right more often than wrong."""
    rule = exact(tokens, int(taken[0]), (MARGIN, MARGIN), TEXT)
    right, wrong = len(firing(rule, tokens, taken)), len(firing(rule, tokens, passed))
    return Covering(rule, right) if right > wrong else None


@dataclass(frozen=True, slots=True)
class SoftMealy:
    """A transducer: for each state, the rules of its outgoing transitions in the order they are tried."""

    width: int
    rules: dict[State, list[tuple[Rule, Edge]]]

    def extract(self, text: str) -> list[Labels]:
        """Return the records of a page."""
        source = lex_source(text)
        tokens = tokens_of(source.lexemes)
        firings: dict[State, list[tuple[int, int]]] = {}
        records: list[defaultdict[int, list[tuple[int, int]]]] = []
        state, place, begin = START, MARGIN, MARGIN
        while True:
            if state not in firings:
                firings[state] = self._firings(state, tokens)
            at = bisect_left(firings[state], (place, 0))
            if at == len(firings[state]):
                break
            place, number = firings[state][at]
            state, is_new = self.rules[state][number][1]
            if state % 2:
                records[-1][state // 2].append((source.offsets[begin - MARGIN], source.offsets[place - MARGIN]))
                place += place == begin  # go on after an empty attribute
            else:
                begin = place
                if is_new or not records:
                    records.append(defaultdict(list))
        return [tuple(label_of(record[number]) for number in range(self.width)) for record in records if record]

    def _firings(self, state: State, tokens: Tokens) -> list[tuple[int, int]]:
        """Return the places at which a transition leaves a state, each with the number of the first rule that fires."""
        first: dict[int, int] = {}
        everywhere = np.arange(MARGIN, tokens.shape[1] - MARGIN + 1)
        for number, (rule, _) in enumerate(self.rules.get(state, [])):
            for place in firing(rule, tokens, everywhere).tolist():
                first.setdefault(place, number)
        return sorted(first.items())


class Walks:
    """The training pages in one sequence, with the places where each transition was taken and each state was passed."""

    def __init__(self, pages: Sequence[LabelledPage]) -> None:
        self.taken: dict[State, dict[Edge, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.passed: dict[State, list[int]] = defaultdict(list)
        self.begins: dict[Edge, list[int]] = defaultdict(list)
        self.lasts = {START}
        self.tails: list[int] = []
        pieces: list[Tokens] = []
        for page in pages:
            pieces.append(self._walk(page, sum(piece.shape[1] for piece in pieces)))
        self.tokens = np.concatenate(pieces, axis=1)

    def _walk(self, page: LabelledPage, offset: int) -> Tokens:
        source = lex_source(page.text)
        shift = offset + MARGIN
        state, done = START, shift
        for record in page.records:
            for order, (place, attribute) in enumerate(page.cells(record)):
                first, stop = (shift + number for number in source.lexemes_in(*place))
                self._step(state, Edge(2 * attribute, order == 0), done, first)
                self._step(2 * attribute, Edge(2 * attribute + 1, False), first, stop)
                state, done = 2 * attribute + 1, stop
            self.lasts.add(state)
        self.tails += range(done, shift + len(source) + 1)
        return tokens_of(source.lexemes)

    def _step(self, state: State, edge: Edge, done: int, place: int) -> None:
        self.taken[state][edge].append(place)
        self.passed[state] += range(done, place)
        if edge.is_new:
            self.begins[edge].append(place)

    def rules(self, state: State, lengths: Lengths) -> list[tuple[Rule, Edge]]:
        """Return the rules of a state's outgoing transitions, those that cover the most first."""
        taken = {edge: places for edge, places in self.taken[state].items() if not edge.is_new}
        passed = self.passed[state]
        if state in self.lasts:
            taken, passed = taken | self.begins, passed + self.tails
        found = []
        for edge in taken:
            rivals = [place for other, places in taken.items() if other != edge for place in places]
            own, others = np.unique(taken[edge]), np.unique(np.array(passed + rivals, dtype=np.intp))
            found += [
                (one.count, one.rule, edge) for one in induce(self.tokens, own, np.setdiff1d(others, own), lengths)
            ]
        return [(rule, edge) for _, rule, edge in sorted(found, key=lambda one: -one[0])]


def learn_softmealy(pages: Sequence[LabelledPage], lengths: Lengths = LENGTHS) -> SoftMealy:
    """Return the transducer of some labelled pages."""
    walks = Walks(pages)
    states = {START, *walks.lasts, *walks.taken}
    width = max((page.width for page in pages), default=0)
    return SoftMealy(width, {state: walks.rules(state, lengths) for state in states})


def learn_one_sided(pages: Sequence[LabelledPage]) -> SoftMealy:
    """Return the transducer whose rules look at only one side of a separator if that is enough."""
    return learn_softmealy(pages, (*ONE_SIDED, *LENGTHS))
