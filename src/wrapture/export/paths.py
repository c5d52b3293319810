"""Ways to say where an element stands in its record, the cheapest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.export.features import FAIR, LONGEST, Saying, common_sayings, index_of, index_saying, is_named, literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.export.trees import Element

LEVELS: Final = 5  # of ancestors inside of a record that are named
PLAIN: Final = frozenset(["a", "b", "div", "font", "i", "li", "p", "span", "strong", "td", "tr"])
"""Elements whose name says little of what they hold."""
BARE: Final = 2.1  # what a name alone costs that says little
FAR: Final = 0.4  # what a level more costs


class Path(NamedTuple):
    """Where an element stands, from its record's: ``css`` is None where CSS can't say it."""

    xpath: str
    css: str | None
    cost: float


SELF: Final = Path(".", ":scope", 0.5)
"""The record's own element."""


class _Step(NamedTuple):
    """One element of a path: its name with what is said of it."""

    xpath: str
    css: str | None
    cost: float


def paths_to(elements: Sequence[Element], rows: Sequence[Element]) -> list[Path]:
    """Return the ways to lead from each record to its element; there may be other elements that they lead to as well."""
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
    """Return the ancestors of an element below its row, from the inside out; None where it is not inside of it."""
    chain: list[Element] = []
    for one in element.iterancestors():
        if one is row:
            return chain
        chain.append(one)
    return None


def _loose(elements: Sequence[Element], chains: Sequence[list[Element]]) -> Iterator[Path]:
    """Yield paths that name the element, and one ancestor at most."""
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
    """Yield paths that name every element on the way, with numbers at some of them."""
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
    """Return a step with the number that all elements have, where they have the same."""
    if len({index_of(element) for element in elements}) != 1:
        return _Step(elements[0].tag, elements[0].tag, 1.0)
    saying = index_saying(elements[0])
    return _Step(f"{elements[0].tag}[{saying.xpath}]", f"{elements[0].tag}{saying.css}", 1.0 + saying.cost / 2)


def _steps(elements: Sequence[Element]) -> Iterator[_Step]:
    """Yield an element's name, alone and with each thing that is true of all."""
    tag = elements[0].tag
    yield _Step(tag, tag, BARE if tag in PLAIN else 1.5)
    if len({index_of(element) for element in elements}) == 1:
        yield _said(tag, index_saying(elements[0]))
    for saying in (*common_sayings(elements), *_inner(elements), *_labelled(elements)):
        yield _said(tag, saying)


def _said(tag: str, saying: Saying) -> _Step:
    css = None if saying.css is None else saying.css if saying.css.startswith(".") else f"{tag}{saying.css}"
    return _Step(f"{tag}[{saying.xpath}]", css, 1.0 + saying.cost)


def _inner(elements: Sequence[Element]) -> Iterator[Saying]:
    """Yield what is inside of all elements, or of none."""
    below = [{one.tag for one in element.iterdescendants() if is_named(one)} for element in elements]
    for tag in sorted(set.intersection(*below)):
        yield Saying(f".//{tag}", f":has({tag})", FAIR)
    for tag in sorted({"a", "b", "br", "img", "span", "table"}.difference(*below)):
        yield Saying(f"not(.//{tag})", f":not(:has({tag}))", FAIR + 0.5)
    yield Saying("normalize-space()", None, FAIR)
    yield Saying("not(preceding-sibling::*)", ":first-child", FAIR)
    yield Saying("not(following-sibling::*)", ":last-child", FAIR)
    yield Saying("preceding-sibling::*", ":not(:first-child)", FAIR + 0.5)
    yield Saying("following-sibling::*", ":not(:last-child)", FAIR + 0.5)


def _labelled(elements: Sequence[Element]) -> Iterator[Saying]:
    """Yield the text of what stands before every element, as a label does, and the text of the elements themselves."""
    before = {element.xpath("normalize-space(preceding-sibling::*[1])") for element in elements}
    label = str(before.pop()) if len(before) == 1 else ""
    if label and len(label) <= LONGEST and (written := literal(label)) is not None:
        yield Saying(f"preceding-sibling::*[1][normalize-space()={written}]", None, 1.5)
    own = {element.xpath("normalize-space()") for element in elements}
    text = str(own.pop()) if len(own) == 1 and len(elements) > 1 else ""
    if text and len(text) <= LONGEST and (written := literal(text)) is not None:
        yield Saying(f"normalize-space()={written}", None, 1.5)


def distinct(paths: Iterable[Path]) -> list[Path]:
    """Return paths without those that were there before."""
    return list({path.xpath: path for path in reversed(list(paths))}.values())[::-1]
