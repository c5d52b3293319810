"""Paths from a record to an element, cheapest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.element_features import (
    LONGEST,
    MEDIUM_COST,
    ElementPredicate,
    common_predicates,
    index_of,
    index_predicate,
    is_named,
    xpath_literal,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.export.trees import Element

LEVELS: Final = 5  # ancestors inside a record that are named
PLAIN: Final = frozenset(["a", "b", "div", "font", "i", "li", "p", "span", "strong", "td", "tr"])
"""Elements whose name says little about their contents."""
BARE: Final = 2.1  # the cost of a name that says little, without predicates
FAR: Final = 0.4  # the cost of a further level


class Path(NamedTuple):
    """The path of an element from its record; ``css`` is None if CSS can't express it."""

    xpath: str
    css: str | None
    cost: float


SELF: Final = Path(".", ":scope", 0.5)
"""The record's own element."""


class _Step(NamedTuple):
    """One element of a path: its name and predicates."""

    xpath: str
    css: str | None
    cost: float


def paths_to(elements: Sequence[Element], rows: Sequence[Element]) -> list[Path]:
    """Return paths from each record to its element; they may select other elements as well."""
    if all(element is row for element, row in zip(elements, rows, strict=True)):
        return [SELF]
    if not all(map(is_named, elements)) or len({element.tag for element in elements}) != 1:
        return []
    chains = [_chain(element, row) for element, row in zip(elements, rows, strict=True)]
    if any(chain is None for chain in chains):
        return []
    inner = [chain or [] for chain in chains]
    whole = [[element, *chain] for element, chain in zip(elements, inner, strict=True)]
    return sorted(distinct(sorted([*_loose(elements, inner), *_strict(whole)], key=_cost)), key=_cost)


def _cost(path: Path) -> float:
    return path.cost


def _chain(element: Element, row: Element) -> list[Element] | None:
    """Return the ancestors of an element below its row, innermost first; None if it is not inside the row."""
    chain: list[Element] = []
    for one in element.iterancestors():
        if one is row:
            return chain
        chain.append(one)
    return None


def _loose(elements: Sequence[Element], chains: Sequence[list[Element]]) -> Iterator[Path]:
    """Yield paths that name the element and at most one ancestor."""
    steps = list(_steps(elements))
    for step in steps:
        yield Path(f".//{step.xpath}", step.css, step.cost)
    for level in range(min(LEVELS, *map(len, chains)) if chains else 0):
        above = [chain[level] for chain in chains]
        if len({one.tag for one in above}) != 1 or not is_named(above[0]):
            continue
        for holder in _steps(above):
            for step in steps:
                cost = holder.cost + step.cost + FAR * level
                yield Path(f".//{holder.xpath}//{step.xpath}", _joined(" ", holder, step), cost + 0.3)
                if level == 0:
                    yield Path(f".//{holder.xpath}/{step.xpath}", _joined(" > ", holder, step), cost + 0.2)


def _joined(joint: str, *steps: _Step) -> str | None:
    return None if any(step.css is None for step in steps) else joint.join(step.css or "" for step in steps)


def _strict(chains: Sequence[list[Element]]) -> Iterator[Path]:
    """Yield paths that name every element on the way, with an index for some."""
    depths = {len(chain) for chain in chains}
    if len(depths) != 1:
        return
    levels = [[chain[-1 - level] for chain in chains] for level in range(depths.pop())]
    if not all(len({one.tag for one in level}) == 1 and is_named(level[0]) for level in levels):
        return
    for numbered in ((), (0,), (len(levels) - 1,), (0, len(levels) - 1), tuple(range(len(levels)))):
        plain = [_Step(level[0].tag, level[0].tag, 1.0) for level in levels]
        steps = [_numbered(level) if n in numbered else plain[n] for n, level in enumerate(levels)]
        cost = 1.0 + sum(step.cost for step in steps)
        yield Path(
            "./" + "/".join(step.xpath for step in steps), _joined(" > ", _Step("", ":scope", 0.0), *steps), cost
        )


def _numbered(elements: Sequence[Element]) -> _Step:
    """Return a step with the index that all elements have, if it is the same."""
    if len({index_of(element) for element in elements}) != 1:
        return _Step(elements[0].tag, elements[0].tag, 1.0)
    test = index_predicate(elements[0])
    return _Step(f"{elements[0].tag}[{test.xpath}]", f"{elements[0].tag}{test.css}", 1.0 + test.cost / 2)


def _steps(elements: Sequence[Element]) -> Iterator[_Step]:
    """Yield an element's name, alone and with each predicate that holds for all."""
    tag = elements[0].tag
    yield _Step(tag, tag, BARE if tag in PLAIN else 1.5)
    if len({index_of(element) for element in elements}) == 1:
        yield _step(tag, index_predicate(elements[0]))
    for test in (*common_predicates(elements), *_inner(elements), *_labelled(elements)):
        yield _step(tag, test)


def _step(tag: str, test: ElementPredicate) -> _Step:
    css = None if test.css is None else test.css if test.css.startswith(".") else f"{tag}{test.css}"
    return _Step(f"{tag}[{test.xpath}]", css, 1.0 + test.cost)


def _inner(elements: Sequence[Element]) -> Iterator[ElementPredicate]:
    """Yield predicates on what is inside all elements, or inside none."""
    below = [{one.tag for one in element.iterdescendants() if is_named(one)} for element in elements]
    for tag in sorted(set.intersection(*below)):
        yield ElementPredicate(f".//{tag}", f":has({tag})", MEDIUM_COST)
    for tag in sorted({"a", "b", "br", "img", "span", "table"}.difference(*below)):
        yield ElementPredicate(f"not(.//{tag})", f":not(:has({tag}))", MEDIUM_COST + 0.5)
    yield ElementPredicate("normalize-space()", None, MEDIUM_COST)
    yield ElementPredicate("not(preceding-sibling::*)", ":first-child", MEDIUM_COST)
    yield ElementPredicate("not(following-sibling::*)", ":last-child", MEDIUM_COST)
    yield ElementPredicate("preceding-sibling::*", ":not(:first-child)", MEDIUM_COST + 0.5)
    yield ElementPredicate("following-sibling::*", ":not(:last-child)", MEDIUM_COST + 0.5)


def _labelled(elements: Sequence[Element]) -> Iterator[ElementPredicate]:
    """Yield predicates on the text before every element, such as a label, and on the text of the elements themselves."""
    before = {element.xpath("normalize-space(preceding-sibling::*[1])") for element in elements}
    label = str(before.pop()) if len(before) == 1 else ""
    if label and len(label) <= LONGEST and (written := xpath_literal(label)) is not None:
        yield ElementPredicate(f"preceding-sibling::*[1][normalize-space()={written}]", None, 1.5)
    own = {element.xpath("normalize-space()") for element in elements}
    text = str(own.pop()) if len(own) == 1 and len(elements) > 1 else ""
    if text and len(text) <= LONGEST and (written := xpath_literal(text)) is not None:
        yield ElementPredicate(f"normalize-space()={written}", None, 1.5)


def distinct(paths: Iterable[Path]) -> list[Path]:
    """Return the distinct paths, in order."""
    return list({path.xpath: path for path in reversed(list(paths))}.values())[::-1]
