"""Conditions that hold for every record's element, for use in a selector: on itself, its surroundings and its contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.export import element_features as features
from wrapture.export.element_features import (
    HIGH_COST,
    MEDIUM_COST,
    ElementPredicate,
    class_predicate,
    classes,
    common_predicates,
    is_named,
    negated,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.export.plan import Language
    from wrapture.export.trees import Element

Slot: TypeAlias = Literal["self", "parent", "ancestor", "before"]
"""What a condition is about: the record's element, its parent, another ancestor, or a preceding sibling."""

LEVELS: Final = 6  # ancestors that are examined
MAX_RECORDS: Final = 300
"""Maximum number of records for which everything before them on the page is examined, which takes long."""
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
COUNTED: Final = ("table", "tr", "td", "ul", "ol", "li", "dl", "div", "blockquote")
"""Elements that nest: their depth distinguishes inner from outer ones."""


class Condition(NamedTuple):
    """A condition that holds for every record's element; ``xpath`` is its predicate, ``tag`` the element name of its slot."""

    slot: Slot
    tag: str
    test: ElementPredicate | None
    extra: float

    @property
    def cost(self) -> float:
        """The cost of writing it."""
        return self.extra + (self.test.cost if self.test is not None else 0.0)

    @property
    def predicate(self) -> str:
        """The condition as a predicate of the record's element."""
        inner = f"[{self.test.xpath}]" if self.test is not None and self.test.xpath else ""
        match self.slot:
            case "self":
                return inner
            case "parent":
                return f"[parent::{self.tag}{inner}]"
            case "ancestor":
                return f"[ancestor::{self.tag}{inner}]"
            case "before":
                return f"[preceding-sibling::{self.tag}{inner}]"


def conditions_of(own: list[Element], others: list[Element], tag: str, language: Language) -> Iterator[Condition]:
    """Yield the conditions that hold for all of these elements and can be expressed in a language."""
    for one in _all_conditions(own, others, tag):
        if language == "xpath" or one.test is None or one.test.css is not None:
            yield one


def _all_conditions(own: list[Element], others: list[Element], tag: str) -> Iterator[Condition]:
    for test in (*common_predicates(own), *_lacking(own, others), *_content(own, others), *_standing(own)):
        yield Condition("self", tag, test, 0.0)
    parents = [element.getparent() for element in own]
    if all(parent is not None and is_named(parent) for parent in parents):
        yield from _above("parent", parents, 0.3)
        yield from (Condition("parent", parents[0].tag, test, 1.0) for test in _placed(parents))
    yield from _ancestors(own)
    yield from _before(own)


def _above(slot: Slot, elements: list[Element], extra: float) -> Iterator[Condition]:
    """Yield conditions that hold for all parents, or for one ancestor of each."""
    tags = {element.tag for element in elements}
    tag = tags.pop() if len(tags) == 1 else "*"
    if tag != "*":
        yield Condition(slot, tag, None, 1.0 + extra + (2.0 if tag in ("div", "body", "html") else 0.0))
    for test in common_predicates(elements):
        yield Condition(slot, "*", test, 0.5 + extra)
        if tag != "*":
            yield Condition(slot, tag, test, 0.6 + extra)


def _ancestors(own: list[Element]) -> Iterator[Condition]:
    """Yield conditions on an ancestor of every element: at the same level above it, or the same element for a whole page."""
    chains = [[one for one in element.iterancestors() if is_named(one)][:-1] for element in own]  # without html
    depth = min(map(len, chains))
    for level in range(1, min(depth, LEVELS)):
        yield from _above("ancestor", [chain[level] for chain in chains], 0.8 + 0.1 * level)
    for level in range(1, min(depth, LEVELS) + 1):  # … counted from the body
        same = [chain[-level] for chain in chains]
        yield from _above("ancestor", same, 0.8 + 0.1 * level)
        if len({one.tag for one in same}) == 1:
            yield from (Condition("ancestor", same[0].tag, test, 2.0) for test in _placed(same))
    tags = set.intersection(*[{one.tag for one in chain} for chain in chains])
    yield from (Condition("ancestor", tag, None, MEDIUM_COST + 0.5) for tag in sorted(tags - {"div", "body", "html"}))


def _placed(elements: list[Element]) -> Iterator[ElementPredicate]:
    """Yield the position of these elements: their index among siblings of their name, or on the page."""
    numbers = {features.index_of(element) for element in elements}
    if len(numbers) == 1:
        number = numbers.pop()
        yield ElementPredicate(
            f"count(preceding-sibling::{elements[0].tag})={number - 1}", f":nth-of-type({number})", 5.0
        )
    distinct = set(elements)
    if len(elements) > MAX_RECORDS:
        return
    orders = {int(element.xpath(f"count(preceding::{element.tag} | ancestor::{element.tag})")) for element in distinct}
    if len(orders) == 1:
        tag = elements[0].tag
        yield ElementPredicate(f"count(preceding::{tag} | ancestor::{tag})={orders.pop()}", None, 6.0)


def _before(own: list[Element]) -> Iterator[Condition]:
    """Yield conditions on what precedes every element among its siblings."""
    tags = [{one.tag for one in element.itersiblings(preceding=True) if is_named(one)} for element in own]
    yield from (Condition("before", tag, None, HIGH_COST) for tag in sorted(set.intersection(*tags)))


def _lacking(own: list[Element], others: list[Element]) -> Iterator[ElementPredicate]:
    """Yield the absence of classes and attributes that only other elements have."""
    has = frozenset().union(*map(classes, own))
    for name in sorted(frozenset().union(*map(classes, others)) - has if others else ()):
        if (test := class_predicate(name)) is not None:
            yield negated(test)
    names = {str(name) for one in others for name in one.attrib} - {str(name) for one in own for name in one.attrib}
    for name in sorted(names):
        if (there := features.attribute_predicate(name)) is not None:
            yield negated(there)


def _content(own: list[Element], others: list[Element]) -> Iterator[ElementPredicate]:
    """Yield conditions on the contents of every element: what is always inside, and what never is."""
    yield from _children(own)
    below = [{one.tag for one in element.iterdescendants() if is_named(one)} for element in own]
    for tag in sorted(set.intersection(*below)):
        yield ElementPredicate(f".//{tag}", f":has({tag})", MEDIUM_COST + 1.5)
    there = set().union(*below)
    for tag in sorted({one.tag for other in others for one in other.iterdescendants() if is_named(one)} - there):
        yield ElementPredicate(f"not(.//{tag})", f":not(:has({tag}))", HIGH_COST)
    named = [frozenset().union(*map(classes, element.iterdescendants())) for element in own]
    for name in sorted(frozenset.intersection(*named)):
        if (test := class_predicate(name)) is not None:
            yield ElementPredicate(f".//*[{test.xpath}]", f":has({test.css})", test.cost + 1.5)
    if all(element.xpath("boolean(normalize-space())") for element in own):
        yield ElementPredicate("normalize-space()", None, MEDIUM_COST + 1.0)


def _children(own: list[Element]) -> Iterator[ElementPredicate]:
    counts = [_counts(element) for element in own]
    for tag in sorted(set().union(*counts)):
        fewest, most = min(one.get(tag, 0) for one in counts), max(one.get(tag, 0) for one in counts)
        if fewest:
            nth = f":nth-of-type({fewest})" if fewest > 1 else ""
            yield ElementPredicate(
                f"{tag}[{fewest}]" if fewest > 1 else tag, f":has(> {tag}{nth})", MEDIUM_COST + 1.0 + 0.1 * fewest
            )
        yield ElementPredicate(
            f"not({tag}[{most + 1}])", f":not(:has(> {tag}:nth-of-type({most + 1})))", HIGH_COST + 0.5
        )


def _counts(element: Element) -> dict[str, int]:
    found: dict[str, int] = {}
    for child in element:
        if is_named(child):
            found[child.tag] = found.get(child.tag, 0) + 1
    return found


def _standing(own: list[Element]) -> Iterator[ElementPredicate]:
    """Yield conditions on the position of every element: not first, not last, at this depth, after this heading."""
    before = min(sum(1 for _ in element.itersiblings("*", preceding=True)) for element in own)
    after = min(sum(1 for _ in element.itersiblings("*")) for element in own)
    if before:
        css = ":not(:first-child)" if before == 1 else f":nth-child(n+{before + 1})"
        yield ElementPredicate(
            f"count(preceding-sibling::*)>={before}" if before > 1 else "preceding-sibling::*",
            css,
            HIGH_COST + before * 0.2,
        )
    if after:
        css = ":not(:last-child)" if after == 1 else f":nth-last-child(n+{after + 1})"
        yield ElementPredicate(
            f"count(following-sibling::*)>={after}" if after > 1 else "following-sibling::*",
            css,
            HIGH_COST + after * 0.2,
        )
    for tag in COUNTED:
        depths = {sum(1 for _ in element.iterancestors(tag)) for element in own}
        if len(depths) == 1 and (depth := depths.pop()):
            yield ElementPredicate(f"count(ancestor::{tag})={depth}", None, 5.0)
    yield from _headed(own) if len(own) <= MAX_RECORDS else ()


def _headed(own: list[Element]) -> Iterator[ElementPredicate]:
    """Yield the heading that every element comes after."""
    for tag in HEADINGS:
        titles = {str(element.xpath(f"normalize-space(preceding::{tag}[1])")) for element in own}
        title = titles.pop() if len(titles) == 1 else ""
        written = features.xpath_literal(title) if 0 < len(title) <= features.LONGEST else None
        if written is not None:
            yield ElementPredicate(f"preceding::{tag}[1][normalize-space()={written}]", None, 5.0)
