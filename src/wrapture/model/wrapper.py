"""Wrappers: a named locator with its layout, its profile, and how its site is queried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from wrapture.model.context import ContextColumn
    from wrapture.model.layout import Column, Layout
    from wrapture.model.locator import Locator, RowTemplate

MAX_NAME: Final = 200
"""Characters of a name in a wrapper file; what has a longer one on a page is left out when a wrapper is learned."""


@dataclass(frozen=True, slots=True)
class SiteMarks:
    """What tells a site's pages from those of other sites, whatever their template.

    ``hosts`` are the hosts that the pages name, the commonest first; ``title`` are the words that their titles have in common;
    ``language`` is a code such as ``en``, empty if unknown; ``complete`` whether the source ends with ``</html>``.
    """

    hosts: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    language: str = ""
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """What was seen when a wrapper was learned, used to detect pages that no longer fit."""

    pages: int
    min_records: int
    max_records: int
    fill: tuple[float, ...]  # per column, the share of records that have a value
    template: RowTemplate = ()  # what the records had in common
    frame: tuple[str, ...] = ()  # what surrounded them, in the same tokens
    site: SiteMarks | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a page fits a wrapper: 0 not at all, 1 as well as the pages it was learned from.

    ``similarity`` compares the page's records with the wrapper's row template; ``frame`` is the share of the learned
    surroundings that the page has.  Both are None if the wrapper has no such data.  ``found`` is the number of records,
    ``expected`` the fewest and the most seen when the wrapper was learned.
    """

    value: float
    similarity: float | None
    frame: float | None
    found: int
    expected: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pagination:
    """How the pages of a result list are linked: by links, or by the buttons of a form.

    ``parameter`` is the part of the address that changes from page to page and ``step`` by how much, if it is a number.
    """

    by: Literal["link", "button"] = "link"
    parameter: str = ""
    step: int | None = None


@dataclass(frozen=True, slots=True)
class QueryForm:
    """How to query a site: its search form, filled in as a browser would.

    ``page`` is the address of the page with the form and ``action`` where it is sent; ``entries`` are all names and values
    sent, in order, including ``query``, whose value is replaced by the query.  ``fresh`` means that other values change from
    visit to visit, so the form has to be loaded again for each query.  ``in_path`` means that the query is not sent as an
    entry: it stands for ``{query}`` in the path of ``action``.  ``typed`` means that nothing is sent: a browser types the
    query into that input of ``page``, counted from 0, and the page's script draws the results.  ``nothing`` are the lines of
    the page that is shown when there are no results, ``total`` is the line that states how many there are, with ``{total}`` in
    the place of the number.
    """

    page: str
    action: str
    query: str
    entries: tuple[tuple[str, str], ...]
    method: Literal["GET", "POST"] = "GET"
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    fresh: bool = False
    in_path: bool = False
    typed: int | None = None
    paging: Pagination | None = None
    nothing: tuple[str, ...] = ()
    total: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of several pages that needs no query: the address of its first ``page``, and how its pages are linked.

    ``total`` is the number of records that the site stated when the wrapper was learned, if it did.
    """

    page: str
    paging: Pagination | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A named locator with its columns, the addresses it applies to, and what was seen on the pages it was learned from.

    ``spares`` are other locators that found the same records on those pages, for pages of the site on which ``locator`` fails;
    ``context`` are columns from where a record stands on the page, after those of the layout;
    ``query_form`` is how to query the site for pages that the wrapper reads, if that is known; ``listing`` where a list
    of several pages begins that needs no query.
    """

    name: str
    locator: Locator
    layout: Layout
    profile: Profile
    addresses: tuple[str, ...] = ()  # patterns such as https://example.org/search*
    learned_from: tuple[str, ...] = ()
    learner: str = ""
    query_form: QueryForm | None = None
    spares: tuple[Locator, ...] = ()
    listing: Listing | None = None
    context: tuple[ContextColumn, ...] = ()

    @property
    def table_columns(self) -> tuple[Column, ...]:
        """The columns of the tables that it reads: those it keeps, and those of the context."""
        kept = [column for column in self.layout.columns if column.keep]
        return (*kept, *(one.column for one in self.context))
