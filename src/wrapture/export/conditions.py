"""What is true of every record's element, so that a selector may say it: of itself, of what is around it and inside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.export import features
from wrapture.export.features import DEAR, FAIR, Saying, class_saying, classes, common_sayings, is_named, negated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.export.trees import Element
    from wrapture.export.values import Language

Slot: TypeAlias = Literal["self", "parent", "ancestor", "before"]
"""Whom a condition speaks of: the record's element, its parent, another ancestor, or a sibling before it."""

LEVELS: Final = 6  # ancestors that are looked at
FEW: Final = 300
"""Records up to which all that stands before them on the page is looked at, which takes long."""
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
COUNTED: Final = ("table", "tr", "td", "ul", "ol", "li", "dl", "div", "blockquote")
"""Elements that are nested in each other: how deep tells the inner from the outer."""


class Condition(NamedTuple):
    """Something that is true of every record's element; ``xpath`` says it as a predicate, ``tag`` is that of a slot."""

    slot: Slot
    tag: str
    saying: Saying | None
    extra: float

    @property
    def cost(self) -> float:
        """What it costs to say."""
        return self.extra + (self.saying.cost if self.saying is not None else 0.0)

    @property
    def predicate(self) -> str:
        """It, as a predicate of the record's element."""
        inner = f"[{self.saying.xpath}]" if self.saying is not None and self.saying.xpath else ""
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
    """Yield what is true of all of some elements, and can be said in a language."""
    for one in _all_conditions(own, others, tag):
        if language == "xpath" or one.saying is None or one.saying.css is not None:
            yield one


def _all_conditions(own: list[Element], others: list[Element], tag: str) -> Iterator[Condition]:
    for saying in (*common_sayings(own), *_lacking(own, others), *_content(own, others), *_standing(own)):
        yield Condition("self", tag, saying, 0.0)
    parents = [element.getparent() for element in own]
    if all(parent is not None and is_named(parent) for parent in parents):
        yield from _above("parent", parents, 0.3)
        yield from (Condition("parent", parents[0].tag, saying, 1.0) for saying in _placed(parents))
    yield from _ancestors(own)
    yield from _before(own)


def _above(slot: Slot, elements: list[Element], extra: float) -> Iterator[Condition]:
    """Yield what is true of all parents, or of one ancestor of each."""
    tags = {element.tag for element in elements}
    tag = tags.pop() if len(tags) == 1 else "*"
    if tag != "*":
        yield Condition(slot, tag, None, 1.0 + extra + (2.0 if tag in ("div", "body", "html") else 0.0))
    for saying in common_sayings(elements):
        yield Condition(slot, "*", saying, 0.5 + extra)
        if tag != "*":
            yield Condition(slot, tag, saying, 0.6 + extra)


def _ancestors(own: list[Element]) -> Iterator[Condition]:
    """Yield what some ancestor of every element has: the same level above it, or the same element for all of a page."""
    chains = [[one for one in element.iterancestors() if is_named(one)][:-1] for element in own]  # without html
    depth = min(map(len, chains))
    for level in range(1, min(depth, LEVELS)):
        yield from _above("ancestor", [chain[level] for chain in chains], 0.8 + 0.1 * level)
    for level in range(1, min(depth, LEVELS) + 1):  # … counted from the body
        same = [chain[-level] for chain in chains]
        yield from _above("ancestor", same, 0.8 + 0.1 * level)
        if len({one.tag for one in same}) == 1:
            yield from (Condition("ancestor", same[0].tag, saying, 2.0) for saying in _placed(same))
    tags = set.intersection(*[{one.tag for one in chain} for chain in chains])
    yield from (Condition("ancestor", tag, None, FAIR + 0.5) for tag in sorted(tags - {"div", "body", "html"}))


def _placed(elements: list[Element]) -> Iterator[Saying]:
    """Yield where all of some elements stand: as what number of their name among their siblings, or on the page."""
    numbers = {features.index_of(element) for element in elements}
    if len(numbers) == 1:
        number = numbers.pop()
        yield Saying(f"count(preceding-sibling::{elements[0].tag})={number - 1}", f":nth-of-type({number})", 5.0)
    distinct = set(elements)
    if len(elements) > FEW:
        return
    orders = {int(element.xpath(f"count(preceding::{element.tag} | ancestor::{element.tag})")) for element in distinct}
    if len(orders) == 1:
        tag = elements[0].tag
        yield Saying(f"count(preceding::{tag} | ancestor::{tag})={orders.pop()}", None, 6.0)


def _before(own: list[Element]) -> Iterator[Condition]:
    """Yield what stands before every element, among its siblings."""
    tags = [{one.tag for one in element.itersiblings(preceding=True) if is_named(one)} for element in own]
    yield from (Condition("before", tag, None, DEAR) for tag in sorted(set.intersection(*tags)))


def _lacking(own: list[Element], others: list[Element]) -> Iterator[Saying]:
    """Yield what no element has that others have."""
    has = frozenset().union(*map(classes, own))
    for name in sorted(frozenset().union(*map(classes, others)) - has if others else ()):
        if (saying := class_saying(name)) is not None:
            yield negated(saying)
    names = {str(name) for one in others for name in one.attrib} - {str(name) for one in own for name in one.attrib}
    for name in sorted(names):
        if (there := features.attribute_saying(name)) is not None:
            yield negated(there)


def _content(own: list[Element], others: list[Element]) -> Iterator[Saying]:
    """Yield what is inside of every element, and what never is."""
    yield from _children(own)
    below = [{one.tag for one in element.iterdescendants() if is_named(one)} for element in own]
    for tag in sorted(set.intersection(*below)):
        yield Saying(f".//{tag}", f":has({tag})", FAIR + 1.5)
    there = set().union(*below)
    for tag in sorted({one.tag for other in others for one in other.iterdescendants() if is_named(one)} - there):
        yield Saying(f"not(.//{tag})", f":not(:has({tag}))", DEAR)
    named = [frozenset().union(*map(classes, element.iterdescendants())) for element in own]
    for name in sorted(frozenset.intersection(*named)):
        if (saying := class_saying(name)) is not None:
            yield Saying(f".//*[{saying.xpath}]", f":has({saying.css})", saying.cost + 1.5)
    if all(element.xpath("boolean(normalize-space())") for element in own):
        yield Saying("normalize-space()", None, FAIR + 1.0)


def _children(own: list[Element]) -> Iterator[Saying]:
    counts = [_counts(element) for element in own]
    for tag in sorted(set().union(*counts)):
        fewest, most = min(one.get(tag, 0) for one in counts), max(one.get(tag, 0) for one in counts)
        if fewest:
            nth = f":nth-of-type({fewest})" if fewest > 1 else ""
            yield Saying(f"{tag}[{fewest}]" if fewest > 1 else tag, f":has(> {tag}{nth})", FAIR + 1.0 + 0.1 * fewest)
        yield Saying(f"not({tag}[{most + 1}])", f":not(:has(> {tag}:nth-of-type({most + 1})))", DEAR + 0.5)


def _counts(element: Element) -> dict[str, int]:
    found: dict[str, int] = {}
    for child in element:
        if is_named(child):
            found[child.tag] = found.get(child.tag, 0) + 1
    return found


def _standing(own: list[Element]) -> Iterator[Saying]:
    """Yield where every element stands: not first, not last, so deep, after which heading."""
    before = min(sum(1 for _ in element.itersiblings("*", preceding=True)) for element in own)
    after = min(sum(1 for _ in element.itersiblings("*")) for element in own)
    if before:
        css = ":not(:first-child)" if before == 1 else f":nth-child(n+{before + 1})"
        yield Saying(
            f"count(preceding-sibling::*)>={before}" if before > 1 else "preceding-sibling::*", css, DEAR + before * 0.2
        )
    if after:
        css = ":not(:last-child)" if after == 1 else f":nth-last-child(n+{after + 1})"
        yield Saying(
            f"count(following-sibling::*)>={after}" if after > 1 else "following-sibling::*", css, DEAR + after * 0.2
        )
    for tag in COUNTED:
        depths = {sum(1 for _ in element.iterancestors(tag)) for element in own}
        if len(depths) == 1 and (depth := depths.pop()):
            yield Saying(f"count(ancestor::{tag})={depth}", None, 5.0)
    yield from _headed(own) if len(own) <= FEW else ()


def _headed(own: list[Element]) -> Iterator[Saying]:
    """Yield after which heading every element stands."""
    for tag in HEADINGS:
        titles = {str(element.xpath(f"normalize-space(preceding::{tag}[1])")) for element in own}
        title = titles.pop() if len(titles) == 1 else ""
        said = features.literal(title) if 0 < len(title) <= features.LONGEST else None
        if said is not None:
            yield Saying(f"preceding::{tag}[1][normalize-space()={said}]", None, 5.0)
