"""Similar siblings: the children of one element, or of several at the same place in the tree, that resemble each other.

Children are grouped by their names, by the classes they share, and by the likeness of their shapes (`wrapture.html.shapes`).
No group depends on a class alone: generated names (``css-1x2y3z``) are no evidence, and elements of the same structure belong
together whatever they are called.  Groups with other siblings between their members are proposed twice: as they are, and with
the siblings that follow each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.distance import Levenshtein

from wrapture.algo.averages import mean
from wrapture.html.class_names import readable
from wrapture.html.node_kinds import node_kinds
from wrapture.html.page import TEXT
from wrapture.html.shapes import write_shape
from wrapture.model import SiblingLocator
from wrapture.model.wrapper import MAX_NAME
from wrapture.reading.forest import NodeLabel
from wrapture.reading.sibling_matching import family_of, is_like

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record, Sample
    from wrapture.reading.sibling_matching import SiblingFamily

MIN_RECORDS: Final = 2
PARENTS: Final = 40  # elements whose children are examined, those with the most text in children of one name first
GROUPS: Final = 24  # groups under one parent that are proposed
SPREAD: Final = 12  # groups under several parents that are proposed
LEADERS: Final = 6  # distinct shapes that the children of one element are compared with
COMPARED: Final = 8  # neighbours whose likeness measures that of a group
LOOSE: Final = 0.0  # any child with the label is a record
ALIKE: Final = 0.5  # likeness of shapes; records differ in length by what they omit
CLOSE: Final = 0.8  # the same, for records of two table rows that are recognized by their first row


class SiblingGroup(NamedTuple):
    """Elements that may be records: where they are, what they have in common, and an example."""

    parent: int
    members: tuple[int, ...]
    item: NodeLabel
    likeness: float = LOOSE
    example: str = ""
    several: bool = False


@dataclass(frozen=True, slots=True)
class Siblings:
    """Propose the groups of similar siblings that contain the most text."""

    parents: int = PARENTS
    groups: int = GROUPS
    spread: int = SPREAD

    @property
    def name(self) -> str:
        """The name that candidates carry in ``found_by``."""
        return "siblings"

    def __call__(self, sample: Sample) -> Iterator[SiblingLocator]:
        """Yield the distinct locators of each page."""
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


def siblings_of(page: Page, records: Sequence[Record]) -> SiblingLocator | None:
    """Return a locator of records that are elements of one name with the same parent, None if they are not."""
    spans = [record[0] for record in records if len(record) == 1]
    members = [span.start for span in spans if page.tags[span.start] != TEXT and page.stops[span.start] == span.stop]
    kinds = {(page.parents[member], page.tags[member]) for member in members}
    if len(members) < max(MIN_RECORDS, len(records)) or len(kinds) > 1:
        return None
    parent, tag = kinds.pop()
    group = SiblingGroup(parent, tuple(members), NodeLabel(tag, _shared(page, members)))
    return next(_locators(page, family_of(page), group), None)


def _shown_children(page: Page) -> dict[int, list[int]]:
    """Return, for each element of the body with several children that have text, those children."""
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


def _groups(page: Page, family: SiblingFamily, parent: int, children: Sequence[int]) -> Iterator[SiblingGroup]:
    """Yield the groups among the children of an element: of one name, of one class, of one shape."""
    for tag, members in _by_name(page, children).items():
        if len(members) < MIN_RECORDS:
            continue
        yield SiblingGroup(parent, tuple(members), NodeLabel(tag, _shared(page, members)))
        by_class: dict[frozenset[str], list[int]] = {}
        for member in members:
            by_class.setdefault(readable(page.classes(member)), []).append(member)
        if len(by_class) > 1:
            for classes, same in by_class.items():
                if len(same) >= MIN_RECORDS and classes:
                    yield SiblingGroup(parent, tuple(same), NodeLabel(tag, classes))
        yield from _of_shapes(page, family, parent, tag, members)


def _of_shapes(
    page: Page, family: SiblingFamily, parent: int, tag: str, members: Sequence[int]
) -> Iterator[SiblingGroup]:
    """Yield the groups of children of one name with a shape like one of the most common, loosely and closely."""
    shapes = [family.shape(member) for member in members]
    common = [shape for shape, _ in Counter(shapes).most_common()]
    for likeness in (ALIKE, CLOSE) if len(common) > 1 else ():
        for leader in _leaders(common, likeness):
            like = {shape for shape in common if is_like(shape, leader, likeness)}
            same = tuple([member for member, shape in zip(members, shapes, strict=True) if shape in like])
            if MIN_RECORDS <= len(same) < len(members):
                yield SiblingGroup(parent, same, NodeLabel(tag, _shared(page, same)), likeness, leader)


def _leaders(shapes: Sequence[str], likeness: float) -> list[str]:
    """Return the first few shapes that are unlike each other."""
    leaders: list[str] = []
    for shape in shapes:
        if len(leaders) == LEADERS:
            break
        if not any(is_like(shape, leader, likeness) for leader in leaders):
            leaders.append(shape)
    return leaders


def _spread(page: Page, children: dict[int, list[int]]) -> Iterator[SiblingGroup]:
    """Yield the groups of one name and class under several elements at the same place in the tree."""
    tags, parents = page.tags, page.parents
    paths: dict[int, int] = {}
    numbers: dict[tuple[int, str], int] = {}
    for parent in sorted(children):  # an element comes before those inside it
        above = paths.get(parents[parent], -1 - parents[parent])
        paths[parent] = numbers.setdefault((above, tags[parent]), len(numbers))
    found: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    kind_of, kinds = node_kinds(page)
    classed = [readable(frozenset((written or "").split())) for _, written in kinds]
    sets = {classes: number for number, classes in enumerate(classed)}
    labels = {kind: number for number, kind in enumerate(zip([tag for tag, _ in kinds], classed, strict=True))}
    set_of = [sets[classes] for classes in classed]  # numbers are hashed in no time
    label_of = [labels[tag, classes] for (tag, _), classes in zip(kinds, classed, strict=True)]
    for parent, nodes in children.items():
        path, own = paths[parent], set_of[kind_of[parent]]
        for node in nodes:
            found[path, own, label_of[kind_of[node]]].append(node)
    for (_, _, label), nodes in found.items():
        tag, classes = kinds[label][0], classed[label]
        if parents[nodes[0]] != parents[nodes[-1]]:
            yield SiblingGroup(parents[nodes[0]], tuple(nodes), NodeLabel(tag, classes), several=True)


def _worth(page: Page, family: SiblingFamily, group: SiblingGroup) -> float:
    """Return the amount of text in a group, times the likeness of its neighbours."""
    shapes = [family.shape(member) for member in group.members[:COMPARED]]
    alike = mean([Levenshtein.normalized_similarity(one, other) for one, other in pairwise(shapes)])
    return _text(page, group.members) * alike * (1 - 1 / len(group.members))


def _locators(page: Page, family: SiblingFamily, group: SiblingGroup) -> Iterator[SiblingLocator]:
    """Yield the locator of a group, and one that includes the siblings between its members, if there are any."""
    parent = NodeLabel(page.tags[group.parent], readable(page.classes(group.parent)))
    path = page.path(group.parent)
    if max(map(len, path)) > MAX_NAME:
        return
    example = write_shape(page, group.example)
    plain = SiblingLocator(path, str(parent), str(group.item), example, group.likeness, several=group.several)
    yield plain
    gaps = Counter([b - a for a, b in pairwise(_places(family, group))])
    gap = max(gaps.items(), key=lambda counted: (counted[1], -counted[0]))[0] if gaps else 1
    if gap > 1:
        yield replace(plain, tail=gap - 1)


def _places(family: SiblingFamily, group: SiblingGroup) -> list[int]:
    """Return the indices of a group's members among the children of its first member's parent."""
    places = {child: place for place, child in enumerate(family.children(group.parent))}
    return [places[member] for member in group.members if member in places]


def _shared(page: Page, nodes: Sequence[int]) -> frozenset[str]:
    """Return the classes that all nodes have."""
    return readable(frozenset.intersection(*[page.classes(node) for node in nodes]))
