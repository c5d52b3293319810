"""Which wrapper reads a page: always the same one, or the one of a library that fits the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.library.library_reader import LibraryReader, RoutedTable
from wrapture.library.wrapper_file import loads
from wrapture.library.wrapper_library import Library
from wrapture.reading.fitted_reading import read_capture

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.bulk.jobs import Job
    from wrapture.model import Capture, Wrapper

UNNAMED: Final = "records"


def name_of(wrapper: Wrapper) -> str:
    """Return the name of a wrapper in the output."""
    return wrapper.name or UNNAMED


def router_of(job: Job) -> Callable[[Capture], RoutedTable | None]:
    """Return the function that reads a page for a job; it returns None if no wrapper fits."""
    return LibraryReader(Library(job.library)) if job.library else _by_wrapper(loads(job.wrapper))


def _by_wrapper(wrapper: Wrapper) -> Callable[[Capture], RoutedTable]:
    name = name_of(wrapper)
    return lambda capture: RoutedTable(name, wrapper, read_capture(wrapper, capture))
