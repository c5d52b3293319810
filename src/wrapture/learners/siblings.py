"""Look-alike siblings: the children of one element, or of several at the same place in the tree, that resemble each other.

Children are grouped by their names, by the classes they share, and by how alike their shapes are (`wrapture.html.shapes`).  No
group depends on a class alone: names that a machine made (``css-1x2y3z``) are no evidence, and what shows the same structure
belongs together whatever it is called.  Groups whose members have other siblings between them are proposed twice: as they
stand, and with the siblings that follow each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.distance import Levenshtein

from wrapture.extraction.forest import Label
from wrapture.extraction.siblings import family_of, is_like
from wrapture.html.names import readable
from wrapture.html.page import TEXT
from wrapture.html.shapes import write_shape
from wrapture.model import SiblingLocator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.extraction.siblings import Family
    from wrapture.html.page import Page
    from wrapture.model import Sample

MIN_RECORDS: Final = 2
PARENTS: Final = (
    40  # elements whose children are looked at, those first that hold the most text in children of one name
)
GROUPS: Final = 24  # groups under one parent that are proposed
SPREAD: Final = 12  # groups under several parents that are proposed
LEADERS: Final = 6  # different shapes that the children of one element are compared with
COMPARED: Final = 8  # neighbours whose likeness says how alike a group is
LOOSE: Final = 0.0  # any child of the label is a record
ALIKE: Final = 0.5  # likeness of shapes; the length of records differs by what they leave out
CLOSE: Final = 0.8  # the same, where records of two rows of a table are told by their first


class Group(NamedTuple):
    """Elements that may be records: where they stand, what they have in common, and what they are like."""

    parent: int
    members: tuple[int, ...]
    item: Label
    likeness: float = LOOSE
    example: str = ""
    several: bool = False


@dataclass(frozen=True, slots=True)
class Siblings:
    """Propose the groups of look-alike siblings that hold the most text."""

    parents: int = PARENTS
    groups: int = GROUPS
    spread: int = SPREAD

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""
        return "siblings"

    def __call__(self, sample: Sample) -> Iterator[SiblingLocator]:
        """Yield the locators of each page, without repeating one."""
        found = (locator for page in sample.pages for locator in self._propose(page))
        yield from dict.fromkeys(found)

    def _propose(self, page: Page) -> Iterator[SiblingLocator]:
        family = family_of(page)
        children = _shown_children(page)
        several = [parent for parent, shown in children.items() if len(shown) >= MIN_RECORDS]
        weighty = nlargest(self.parents, several, key=lambda parent: _text(page, [parent]))
        under_one = [group for parent in weighty for group in _groups(page, family, parent, children[parent])]
        chosen = nlargest(self.groups, under_one, key=lambda group: _worth(page, family, group))
        chosen += nlargest(self.spread, _spread(page, children), key=lambda group: _worth(page, family, group))
        for group in chosen:
            yield from _locators(page, family, group)


def _shown_children(page: Page) -> dict[int, list[int]]:
    """Return the children with text of each element of the body that has several."""
    offsets, stops, tags, parents = page.offsets, page.stops, page.tags, page.parents
    found: defaultdict[int, list[int]] = defaultdict(list)
    for node in page.contents:
        if tags[node] != TEXT and offsets[node] < offsets[stops[node]]:
            found[parents[node]].append(node)
    return dict(found)


def _text(page: Page, nodes: Iterable[int]) -> int:
    offsets, stops = page.offsets, page.stops
    return sum([offsets[stops[node]] - offsets[node] for node in nodes])


def _by_name(page: Page, nodes: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for node in nodes:
        found.setdefault(page.tags[node], []).append(node)
    return found


def _groups(page: Page, family: Family, parent: int, children: Sequence[int]) -> Iterator[Group]:
    """Yield the groups among the children of an element: of one name, of one class, of one shape."""
    for tag, members in _by_name(page, children).items():
        if len(members) < MIN_RECORDS:
            continue
        yield Group(parent, tuple(members), Label(tag, _shared(page, members)))
        by_class: dict[frozenset[str], list[int]] = {}
        for member in members:
            by_class.setdefault(readable(page.classes(member)), []).append(member)
        if len(by_class) > 1:
            for classes, same in by_class.items():
                if len(same) >= MIN_RECORDS and classes:
                    yield Group(parent, tuple(same), Label(tag, classes))
        yield from _of_shapes(page, family, parent, tag, members)


def _of_shapes(page: Page, family: Family, parent: int, tag: str, members: Sequence[int]) -> Iterator[Group]:
    """Yield the groups of children of one name whose shapes are like one of the commonest, loosely and closely."""
    shapes = [family.shape(member) for member in members]
    common = [shape for shape, _ in Counter(shapes).most_common()]
    for likeness in (ALIKE, CLOSE) if len(common) > 1 else ():
        for leader in _leaders(common, likeness):
            like = {shape for shape in common if is_like(shape, leader, likeness)}
            same = tuple([member for member, shape in zip(members, shapes, strict=True) if shape in like])
            if MIN_RECORDS <= len(same) < len(members):
                yield Group(parent, same, Label(tag, _shared(page, same)), likeness, leader)


def _leaders(shapes: Sequence[str], likeness: float) -> list[str]:
    """Return the first few shapes of which none is like one before."""
    leaders: list[str] = []
    for shape in shapes:
        if len(leaders) == LEADERS:
            break
        if not any(is_like(shape, leader, likeness) for leader in leaders):
            leaders.append(shape)
    return leaders


def _spread(page: Page, children: dict[int, list[int]]) -> Iterator[Group]:
    """Yield the groups of one name and class under several elements that stand at the same place in the tree."""
    tags, parents = page.tags, page.parents
    paths: dict[int, int] = {}
    numbers: dict[tuple[int, str], int] = {}
    for parent in sorted(children):  # an element comes before those inside it
        above = paths.get(parents[parent], -1 - parents[parent])
        paths[parent] = numbers.setdefault((above, tags[parent]), len(numbers))
    found: dict[tuple[int, frozenset[str], str, frozenset[str]], list[int]] = {}
    for parent, nodes in children.items():
        place = paths[parent], readable(page.classes(parent))
        for node in nodes:
            found.setdefault((*place, tags[node], readable(page.classes(node))), []).append(node)
    for (_, _, tag, classes), nodes in found.items():
        if parents[nodes[0]] != parents[nodes[-1]]:
            yield Group(parents[nodes[0]], tuple(nodes), Label(tag, classes), several=True)


def _worth(page: Page, family: Family, group: Group) -> float:
    """Return how much text a group holds, times how alike its neighbours are."""
    shapes = [family.shape(member) for member in group.members[:COMPARED]]
    alike = fmean([Levenshtein.normalized_similarity(one, other) for one, other in pairwise(shapes)])
    return _text(page, group.members) * alike * (1 - 1 / len(group.members))


def _locators(page: Page, family: Family, group: Group) -> Iterator[SiblingLocator]:
    """Yield the locator of a group, and that with the siblings between its members where there are any."""
    parent = Label(page.tags[group.parent], readable(page.classes(group.parent)))
    path = page.path(group.parent)
    example = write_shape(page, group.example)
    plain = SiblingLocator(path, str(parent), str(group.item), example, group.likeness, several=group.several)
    yield plain
    gaps = Counter([b - a for a, b in pairwise(_places(family, group))])
    gap = max(gaps.items(), key=lambda counted: (counted[1], -counted[0]))[0] if gaps else 1
    if gap > 1:
        yield replace(plain, tail=gap - 1)


def _places(family: Family, group: Group) -> list[int]:
    """Return where the members of a group stand among the children of its first member's parent."""
    places = {child: place for place, child in enumerate(family.children(group.parent))}
    return [places[member] for member in group.members if member in places]


def _shared(page: Page, nodes: Sequence[int]) -> frozenset[str]:
    """Return the classes that all nodes have."""
    return readable(frozenset.intersection(*[page.classes(node) for node in nodes]))
