"""Describe a wrapper in plain English, for ``wrapture show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.library.json_text import plain
from wrapture.model import (
    DataLocator,
    ForestLocator,
    Locator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.model import Profile, QueryForm, RowTemplate, Wrapper

TOKENS: Final = 40  # tokens of a pattern to show
ITEMS: Final = 5  # items of a list to show


CONTEXT: Final = {
    "section": "the heading above the record",
    "depth": "how deep the record is in its thread, 0 at the top",
    "parent": "the number of the record it replies to, counted from 1",
    "rating": "the rating that the record draws as stars",
}
"""What context columns hold."""


def describe(wrapper: Wrapper) -> str:
    """Return a description of a wrapper as plain text, not rich markup: patterns contain square brackets."""
    return "\n".join(map(plain, _lines(wrapper)))


def _lines(wrapper: Wrapper) -> Iterator[str]:
    kept = sum(column.is_shown for column in wrapper.table_columns)
    yield f"{wrapper.name} reads the records of a page into a table of {counted(kept, 'column')}."
    if wrapper.addresses:
        yield from _listed("It is for the pages", wrapper.addresses)
    yield ""
    yield from _finding(wrapper.locator)
    if wrapper.spares:
        yield f"Where that finds nothing, it tries {counted(len(wrapper.spares), 'spare locator')}."
    if not isinstance(wrapper.locator, MaskLocator | DataLocator | PageLocator):
        blocks = counted(len({block.position for block in wrapper.layout.blocks}), "block")
        yield f"It divides a record by its {wrapper.layout.encoding} tokens into {blocks} of data."
    yield ""
    if wrapper.layout.columns:
        yield "Columns:"
        yield from _columns(wrapper)
        yield from (f"  {one.name}: {CONTEXT[one.what]}" for one in wrapper.context)
        yield ""
    yield _expectation(wrapper.profile)
    yield from _origin(wrapper)
    if wrapper.query_form is not None:
        yield ""
        yield from _query_form(wrapper.query_form)


def _finding(locator: Locator) -> Iterator[str]:  # noqa: C901 - one case for each kind
    match locator:
        case PatternLocator():
            patterns = [_shortened(pattern.split()) for pattern in locator.patterns]
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
            yield from _siblings(locator)
        case MaskLocator():
            labelled = sum(len(excerpt.records) for excerpt in locator.excerpts)
            pages = counted(len(locator.excerpts), "page")
            yield f"It finds values by what stands around them in the source of a page, as learned from {pages}"
            yield f"with {counted(labelled, 'labelled record')}, and puts them together to records."
        case PageLocator():
            yield from _values(locator)
        case DataLocator():
            place = " > ".join(locator.path) or "the top"
            yield from _listed(
                "It finds records in the data of a page's scripts and attributes, in the array at", [place]
            )


def _values(locator: PageLocator) -> Iterator[str]:
    yield "It reads pages about one thing: the page is the record."
    ways = {
        "It finds values beside the labels": [field.label for field in locator.fields if field.label],
        "It finds values in the elements at": [field.path for field in locator.fields if field.path],
        "It finds values in the page's JSON-LD at": [" > ".join(field.data) for field in locator.fields if field.data],
    }
    for how, places in ways.items():
        if places:
            yield from _listed(how, places)


def _siblings(locator: SiblingLocator) -> Iterator[str]:
    where = "elements" if locator.several else "element"
    yield from _listed(f"It finds records among the children of the {where} at", [" > ".join(locator.path)])
    yield (
        f"that look like {locator.parent}, where there are any."
        if locator.several
        else (f"that looks like {locator.parent}, where there is one.")
    )
    alike = f", and is built like {_shortened(locator.example.split())}" if locator.likeness else ""
    yield f"A record begins with a child that looks like {locator.item}{alike}."
    if locator.tail:
        yield f"Up to {counted(locator.tail, 'sibling')} after it may belong to it."


def _query_form(query_form: QueryForm) -> Iterator[str]:
    verb = "gets" if query_form.method == "GET" else "posts to"
    field = f"the field {query_form.query} of the form on {query_form.page}, which {verb}"
    if query_form.typed is None:
        yield f"A query goes into {'the address' if query_form.in_path else field} {query_form.action}."
    else:
        yield f"A query is typed into the field {query_form.query} of {query_form.page}, whose script draws the results."
    others = [f"{name}={value}" for name, value in query_form.entries if name != query_form.query]
    if others:
        yield from _listed("With it are sent", others)
    if query_form.fresh:
        yield "The form is opened for each query, as its values change."
    if query_form.paging is not None:
        by = "a button" if query_form.paging.by == "button" else "a link"
        changes = f", which changes {query_form.paging.parameter}" if query_form.paging.parameter else ""
        yield f"The next page of an answer is reached by {by}{changes}."
    if query_form.nothing:
        yield from _listed("Where there are no results, the site says", query_form.nothing)


def _row(template: RowTemplate) -> str:
    """Return a row template as text, with an ellipsis for each gap.

    >>> _row(("<li>", 2, "</li>"))
    '<li> … </li>'
    """
    return _shortened([token if isinstance(token, str) else "…" for token in template])


def _range(first: int, last: int) -> str:
    """Return the range of records to keep, in words.

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
        same = f", hidden: {column.hidden}" if column.hidden else ""
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


def _shortened(tokens: Sequence[str]) -> str:
    return " ".join(tokens) if len(tokens) <= TOKENS else f"{' '.join(tokens[:TOKENS])} … ({len(tokens)} tokens)"


def frequency(share: float) -> str:
    """Return a share of records in words; "every" and "no" only if that is exact.

    >>> frequency(1), frequency(0.9996), frequency(0.5), frequency(0)
    ('in every record', 'in 99 % of the records', 'in 50 % of the records', 'in no record')
    """
    if share in (0, 1):
        return "in every record" if share else "in no record"
    return f"in {min(max(round(share * 100), 1), 99)} % of the records"
