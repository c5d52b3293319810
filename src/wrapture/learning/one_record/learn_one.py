"""Learn a wrapper for pages about one thing, such as those behind the links of a list."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import NothingFoundError
from wrapture.learning.learn import name_for, rename
from wrapture.learning.one_record.field_names import named_fields, repeated
from wrapture.learning.one_record.found_fields import found_fields, outlined
from wrapture.library.profile import profile_of, remember_columns
from wrapture.model import Column, PageLocator, ValueType, Wrapper, masked_layout
from wrapture.reading.frame import frame_of
from wrapture.reading.page_reading import page_cells
from wrapture.values.deciding import type_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page
    from wrapture.learning.one_record.found_fields import FoundField
    from wrapture.model import Layout
    from wrapture.model.table import Cell

MOST_FOLDERS: Final = 5
FEW_LINKS: Final = 3
UNNAMED: Final = re.compile(r"(texts|links|items|headings)(_\d+)?")
LOOSE: Final = re.compile(r"(?:^|_)links?(_\d+)?$")
LINKS: Final = re.compile(r"links?(_\d+)?")
NUMBERED: Final = re.compile(r"_\d+$")
LEARNER: Final = "one"
"""The name of this learner in wrappers."""


def learn_one(pages: Sequence[Page], *, names: Sequence[str] = (), name: str = "") -> Wrapper:
    """Return the wrapper of pages about one thing each; raises `NothingFoundError` if nothing on them differs.

    One page alone gives its labelled values and its data; from two pages on, all that differs.
    """
    outlines, shared = outlined(pages)
    found = found_fields(outlines)
    if not found:
        raise NothingFoundError(
            f"{pages[0].name}: these pages have no values that differ; give pages about different things"
        )
    locator = PageLocator(tuple(one.field for one in found), shared)
    layout = rename(_layout(locator, found, pages), names)
    everything = [replace(column, keep=True) for column in layout.columns]
    tables = [[tuple(page_cells(locator, everything, page))] for page in pages]
    wrapper = Wrapper(
        name=name or name_for(pages[0]),
        locator=locator,
        layout=layout,
        profile=profile_of(layout, tables, (), frame_of([(page, ()) for page in pages])),
        addresses=_addresses(pages),
        learned_from=tuple(page.url or page.name for page in pages),
        learner=LEARNER,
    )
    return remember_columns(wrapper, pages)


def _addresses(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return patterns of the pages' addresses: each folder that they are in, or their sites if there are many folders."""
    parts = [urlsplit(page.url) for page in pages if page.url]
    folders = dict.fromkeys(f"{one.scheme}://{one.netloc}{one.path.rpartition('/')[0]}/*" for one in parts)
    sites = dict.fromkeys(f"{one.scheme}://{one.netloc}/*" for one in parts)
    return tuple(folders if len(folders) <= MOST_FOLDERS else sites)


def _layout(locator: PageLocator, found: Sequence[FoundField], pages: Sequence[Page]) -> Layout:
    """Return the columns of the fields, named and typed; data that repeats what the pages show is hidden."""
    plain = [Column(str(n), one.kind, (n,)) for n, one in enumerate(found)]
    rows = [list(page_cells(locator, plain, page)) for page in pages]
    cells: list[list[Cell]] = [[row[n] for row in rows] for n in range(len(found))]
    names = named_fields(found, cells, [page.title for page in pages])
    repeats = repeated(found, cells)
    columns = [
        replace(
            column,
            name=names[n],
            type=type_of(cells[n]) if column.kind == "text" else ValueType(),
            hidden="repeats what the page shows"
            if n in repeats and names[n] != "title"
            else "links without a name"
            if _is_menu(one, names[n])
            else "",
        )
        for n, (column, one) in enumerate(zip(plain, found, strict=True))
    ]
    columns = sorted(_without_loose_links(columns), key=lambda column: column.name != "title")
    return masked_layout(tuple(columns))


def _is_menu(one: FoundField, name: str) -> bool:
    """Return whether a field is a list of links that nothing on the page names."""
    in_link = any(step == "a" or step.startswith(("a.", "a#")) for step in one.field.path.split(" > "))
    return one.field.every and in_link and bool(UNNAMED.fullmatch(name))


def _without_loose_links(columns: Sequence[Column]) -> list[Column]:
    """Return columns, with links that nothing names hidden if there are several: they lead to other pages of the site."""
    stems = Counter(_stem(column) for column in columns if column.kind == "link" or LINKS.fullmatch(column.name))
    loose = {stem for stem, count in stems.items() if count >= FEW_LINKS and LOOSE.search(stem)}
    return [replace(column, hidden="a link without a name") if _stem(column) in loose else column for column in columns]


def _stem(column: Column) -> str:
    return NUMBERED.sub("", column.name)
