"""A wrapper in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.model import ForestLocator, Locator, MaskLocator, PatternLocator, RowLocator, SiblingLocator
from wrapture.wrappers.jsontext import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.model import Asking, Profile, RowTemplate, Wrapper

TOKENS: Final = 40  # of a pattern that are written out
ITEMS: Final = 5  # of a list that are written out


def describe(wrapper: Wrapper) -> str:
    """Return what a wrapper does as lines of plain text (not markup: patterns hold square brackets)."""
    return "\n".join(map(plain, _lines(wrapper)))


def _lines(wrapper: Wrapper) -> Iterator[str]:
    kept = sum(column.keep for column in wrapper.layout.columns)
    yield f"{wrapper.name} reads the records of a page into a table of {counted(kept, 'column')}."
    if wrapper.addresses:
        yield from _listed("It is for the pages", wrapper.addresses)
    yield ""
    yield from _finding(wrapper.locator)
    if not isinstance(wrapper.locator, MaskLocator):
        blocks = counted(len({block.position for block in wrapper.layout.blocks}), "block")
        yield f"It divides a record by its {wrapper.layout.encoding} tokens into {blocks} of data."
    yield ""
    if wrapper.layout.columns:
        yield "Columns:"
        yield from _columns(wrapper)
        yield ""
    yield _expectation(wrapper.profile)
    yield from _origin(wrapper)
    if wrapper.asking is not None:
        yield ""
        yield from _asking(wrapper.asking)


def _finding(locator: Locator) -> Iterator[str]:
    match locator:
        case PatternLocator():
            patterns = [_shortened(pattern) for pattern in locator.patterns]
            how = "the pattern" if len(patterns) == 1 else f"the longest match of {len(patterns)} patterns"
            yield from _listed(f"It finds records by {how} over the {locator.encoding} tokens of a page", patterns)
        case ForestLocator():
            yield from _listed("It finds records below the element at", [locator.prefix])
            yield from _listed("A record begins with a node like", locator.starts)
            if locator.separators:
                yield from _listed("and ends with one like", locator.separators)
            if locator.descent:
                inside = ", each inside the one before" if locator.nested else ""
                yield f"Their parents are reached from there by {' > '.join(locator.descent)}{inside}."
            if (locator.first, locator.last) != (1, -1):
                yield f"Of these it keeps {_range(locator.first, locator.last)}."
        case RowLocator():
            inside = f" inside {locator.parent}" if locator.parent else ""
            share = f"{round(locator.similarity * 100)} %"
            yield from _listed(
                f"It finds rows{inside} that have more than {share} of this template, in order",
                [_row(locator.template)],
            )
        case SiblingLocator():
            where = "elements" if locator.several else "element"
            yield from _listed(f"It finds records among the children of the {where} at", [" > ".join(locator.path)])
            yield (
                f"that look like {locator.parent}, where there are any."
                if locator.several
                else (f"that looks like {locator.parent}, where there is one.")
            )
            alike = f", and is built like {_shortened(locator.example)}" if locator.likeness else ""
            yield f"A record begins with a child that looks like {locator.item}{alike}."
            if locator.tail:
                yield f"Up to {counted(locator.tail, 'sibling')} after it may belong to it."
        case MaskLocator():
            labelled = sum(len(excerpt.records) for excerpt in locator.excerpts)
            pages = counted(len(locator.excerpts), "page")
            yield f"It finds values by what stands around them in the source of a page, as learned from {pages}"
            yield f"with {counted(labelled, 'labelled record')}, and puts them together to records."


def _asking(asking: Asking) -> Iterator[str]:
    verb = "gets" if asking.method == "GET" else "posts to"
    yield f"A query goes into the field {asking.query} of the form on {asking.page}, which {verb} {asking.action}."
    others = [f"{name}={value}" for name, value in asking.entries if name != asking.query]
    if others:
        yield from _listed("With it are sent", others)
    if asking.fresh:
        yield "The form is opened for each query, as its values change."
    if asking.paging is not None:
        by = "a button" if asking.paging.by == "button" else "a link"
        changes = f", which changes {asking.paging.parameter}" if asking.paging.parameter else ""
        yield f"The next page of an answer is reached by {by}{changes}."
    if asking.nothing:
        yield from _listed("Where there are no results, the site says", asking.nothing)


def _row(template: RowTemplate) -> str:
    """Return a row template in words.

    >>> _row(("<li>", 2, "</li>"))
    '<li> … </li>'
    """
    tokens = [token if isinstance(token, str) else "…" for token in template]
    return " ".join(tokens) if len(tokens) <= TOKENS else f"{' '.join(tokens[:TOKENS])} … ({len(tokens)} tokens)"


def _range(first: int, last: int) -> str:
    """Return which of some records are kept.

    >>> _range(1, 20), _range(3, -1), _range(2, -3)
    ('number 1 to number 20', 'number 3 to the last', 'number 2 to number 3 from the end')
    """
    ends = {
        -1: "the last",
        **({} if last == -1 else {last: f"number {abs(last)}{' from the end' if last < 0 else ''}"}),
    }
    return f"number {first} to {ends[last]}"


def _columns(wrapper: Wrapper) -> Iterator[str]:
    columns = wrapper.layout.columns
    width = max(len(column.name) for column in columns)
    types = max(5, *(len(column.type_name) for column in columns))
    for column, share in zip(columns, wrapper.profile.fill, strict=True):
        dropped = "" if column.keep else ", left out of the table"
        same = ", always the same" if column.constant else ""
        merged = f", merged from {len(column.places)} places" if column.more else ""
        yield f"  {column.name:<{width}}  {column.type_name:<{types}}  {frequency(share)}{same}{merged}{dropped}"


def _expectation(profile: Profile) -> str:
    low, high = profile.min_records, profile.max_records
    return f"It expects {f'between {low} and ' if low < high else ''}{counted(high, 'record')} on a page."


def _origin(wrapper: Wrapper) -> Iterator[str]:
    by = f" by {wrapper.learner}" if wrapper.learner else ""
    origin = f"It was learned{by} from {counted(wrapper.profile.pages, 'page')}"
    yield from _listed(origin, wrapper.learned_from) if wrapper.learned_from else [f"{origin}."]


def _listed(head: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{head}:"
    yield from (f"  {item}" for item in items[:ITEMS])
    if len(items) > ITEMS:
        yield f"  … and {len(items) - ITEMS} more"


def _shortened(pattern: str) -> str:
    tokens = pattern.split()
    return pattern if len(tokens) <= TOKENS else f"{' '.join(tokens[:TOKENS])} … ({len(tokens)} tokens)"


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "page"), counted(20, "page")
    ('1 page', '20 pages')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def frequency(share: float) -> str:
    """Return how often something is there; all and nothing are said only where they are meant.

    >>> frequency(1), frequency(0.9996), frequency(0.5), frequency(0)
    ('in every record', 'in 99 % of the records', 'in 50 % of the records', 'in no record')
    """
    if share in (0, 1):
        return "in every record" if share else "in no record"
    return f"in {min(max(round(share * 100), 1), 99)} % of the records"
