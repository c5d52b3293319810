"""Which wrapper reads a page: always the same one, or the one of a library that fits the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.drift.reading_health import fits_now
from wrapture.html.parsing import read_page
from wrapture.library.address_match import is_at
from wrapture.library.library_reader import LibraryReader, RoutedTable
from wrapture.library.wrapper_file import loads
from wrapture.library.wrapper_library import Library
from wrapture.reading.fitted_reading import read_capture

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wrapture.bulk.jobs import Job
    from wrapture.model import Capture, Wrapper
    from wrapture.model.table import Table

UNNAMED: Final = "records"


def name_of(wrapper: Wrapper) -> str:
    """Return the name of a wrapper in the output."""
    return wrapper.name or UNNAMED


def router_of(job: Job) -> Callable[[Capture], RoutedTable | None]:
    """Return the function that reads a page for a job; it returns None if no wrapper fits."""
    route = LibraryReader(Library(job.library)) if job.library else _by_wrapper(loads(job.wrapper))
    return _with_repaired(route, job) if job.repaired else route


def old_wrapper(job: Job, name: str) -> Wrapper:
    """Return a wrapper of a job by its name in the output."""
    return Library(job.library).load(name)[0] if job.library else loads(job.wrapper)


def _with_repaired(route: Callable[[Capture], RoutedTable | None], job: Job) -> Callable[[Capture], RoutedTable | None]:
    """Return a function that reads pages with the repaired wrappers if the old ones don't fit them.

    The tables have the columns of the old wrappers, which are those of the output.
    """
    repaired = {name: (old_wrapper(job, name), loads(text)) for name, text in job.repaired}

    def read(capture: Capture) -> RoutedTable | None:
        found = route(capture)
        if found is not None and (found.name not in repaired or _fits(found.wrapper, found.table, capture)):
            return found
        for name in (found.name,) if found is not None else _at(repaired, capture):
            old, new = repaired[name]
            table = read_capture(new, capture)
            if table.rows and _fits(new, table, capture):
                return RoutedTable(name, old, _in_columns(old, table))
        return found

    return read


def _fits(wrapper: Wrapper, table: Table, capture: Capture) -> bool:
    return fits_now(wrapper, table, lambda: read_page(capture))


def _at(repaired: Mapping[str, tuple[Wrapper, Wrapper]], capture: Capture) -> list[str]:
    """Return the names of the repaired wrappers that are for the address of a page."""
    address = capture.url
    return [
        name for name, (old, _) in repaired.items() if address and any(is_at(one, address) for one in old.addresses)
    ]


def _in_columns(wrapper: Wrapper, table: Table) -> Table:
    """Return a table with the columns of a wrapper; those that it does not have are empty."""
    columns = wrapper.table_columns
    places = [table.columns.index(one.name) if one.name in table.columns else None for one in columns]
    rows = [
        replace(row, cells=tuple(None if place is None else row.cells[place] for place in places), confidences=())
        for row in table.rows
    ]
    return replace(table, columns=tuple(one.name for one in columns), described=columns, rows=tuple(rows))


def _by_wrapper(wrapper: Wrapper) -> Callable[[Capture], RoutedTable]:
    name = name_of(wrapper)
    return lambda capture: RoutedTable(name, wrapper, read_capture(wrapper, capture))
