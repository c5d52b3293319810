"""The tools of the server, one function each.

A tool's first parameter is its `AgentAccess`; the others are its arguments, and its docstring is what the agent reads.  To add
a tool, write the function and add an entry to `TOOLS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, Field

from wrapture import api
from wrapture.mcp.agent_access import AgentAccess  # noqa: TC001 - the server evaluates the annotations
from wrapture.mcp.tool_results import (
    MAX_ROWS,
    ColumnType,
    DiscoverResult,
    ExtractResult,
    LearnResult,
    LibraryResult,
    ListedWrapper,
    Records,
    SearchResult,
    bounded,
    found_list,
    page_table,
    table_fields,
)
from wrapture.mcp.upkeep_tools import check, follow, repair

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS: Final = 50  # in a result, if the agent does not say
QUERY_S: Final = 30.0
MAX_SEARCH_PAGES: Final = 10
MAX_LEARN_PAGES: Final = 20
MAX_SITES: Final = 10

PageArgument = Annotated[
    str, Field(description="An http(s) address, a file in an allowed folder, or the HTML of the page itself.")
]
Start = Annotated[int, Field(ge=0, description="The first record to return, counted from 0.")]
Limit = Annotated[int, Field(ge=1, le=MAX_ROWS, description="Most records to return.")]


def discover(
    access: AgentAccess,
    page: PageArgument,
    top: Annotated[int, Field(ge=1, le=20, description="How many lists to return.")] = 5,
) -> DiscoverResult:
    """Show the lists on a web page, best first, with the reasons and the first records of each.

    Use it before `learn`, or if `extract` returned the wrong list.
    """
    parsed = access.page(page)
    found = api.discover(parsed)
    confidence = api.page_confidence(found)
    learners = len(api.learners_with(None))
    shown = [
        found_list(parsed, one, number + 1, api.explain(found, number, learners))
        for number, one in enumerate(found[:top])
    ]
    verdict = api.verdict(confidence) if found else "nothing on this page repeats like records"
    return DiscoverResult(page=parsed.name, verdict=verdict, confidence=round(confidence, 3), lists=shown)


def extract(
    access: AgentAccess,
    page: PageArgument,
    wrapper: Annotated[
        str, Field(description="The name of a wrapper of the library, or a wrapper file; by default the list is found.")
    ] = "",
    all_lists: Annotated[
        bool, Field(description="Return every list of data on the page, not only the main one.")
    ] = False,
    guess: Annotated[bool, Field(description="Return the best list even if it is not convincing.")] = False,
    typed: Annotated[bool, Field(description="Return numbers, prices and dates as values, not as texts.")] = False,
    start: Start = 0,
    limit: Limit = ROWS,
) -> ExtractResult:
    """Read the records of a list page (search results, products, tables, threads …) as a table.

    The same page always gives the same records, and no text is invented. Check the result if `sure` is false or `note` is not
    empty. Pages about one thing have no records.
    """
    source = access.input(page)
    if wrapper:
        tables = [api.extract(source, access.wrapper(wrapper))]
    elif all_lists:
        tables = api.extract_all(source, guess=guess)
    else:
        tables = [api.extract(source, guess=guess)]
    return ExtractResult(tables=[page_table(table, start, limit, typed=typed) for table in tables])


def learn(
    access: AgentAccess,
    pages: Annotated[
        list[PageArgument], Field(min_length=1, max_length=MAX_LEARN_PAGES, description="Pages of one site.")
    ],
    name: Annotated[str, Field(max_length=100, description="The name of the wrapper; by default the site's.")] = "",
    list_number: Annotated[
        int, Field(ge=1, description="Which list of the first page, as `discover` counts them.")
    ] = 1,
    columns: Annotated[list[str], Field(description="Only these columns, by name and in this order.")] = [],  # noqa: B006
) -> LearnResult:
    """Learn from pages how a site shows its records, and save that as a wrapper in the library.

    `extract` with the wrapper reads other pages of the site faster, with the same columns, and says if one does not fit.
    """
    library = access.library()
    parsed = [access.page(page) for page in pages]
    wrapper = api.learn(parsed, candidate=list_number, name=name)
    if columns:
        wrapper = api.choose_in_wrapper(wrapper, api.ColumnChoice(tuple(columns)))
    tables = [api.extract(page, wrapper) for page in parsed]
    (saved,) = library.add(wrapper)
    return LearnResult(wrapper=saved, columns=list(tables[0].columns), records=[len(table) for table in tables])


def library(
    access: AgentAccess,
    page: Annotated[
        str, Field(description="Return only wrappers that fit this page: an address, a file or HTML.")
    ] = "",
) -> LibraryResult:
    """List the wrappers of the library, or those that fit a page."""
    known = {entry.name: _listed(entry) for entry in access.library().entries()}
    if not page:
        return LibraryResult(wrappers=list(known.values()))
    matches = access.library().match(access.page(page))
    return LibraryResult(
        wrappers=[known[one.name].model_copy(update={"fit": round(one.fit.value, 3)}) for one in matches]
    )


def search(
    access: AgentAccess,
    wrappers: Annotated[
        list[str],
        Field(
            min_length=1, max_length=MAX_SITES, description="Wrappers of sites with a search form (`wrapture wrap`)."
        ),
    ],
    query: Annotated[str, Field(min_length=1, max_length=500, description="The words to search for.")],
    pages: Annotated[
        int, Field(ge=1, le=MAX_SEARCH_PAGES, description="Most result pages to read from each site.")
    ] = 2,
    start: Start = 0,
    limit: Limit = ROWS,
) -> SearchResult:
    """Send a query to the search forms of one or several sites, and merge their results into one table.

    It obeys robots.txt and pauses between requests, so that it takes seconds for each page.
    """
    answers = api.search([access.wrapper(name) for name in wrappers], query, pages=pages, visitor=access.visitor)
    return SearchResult(
        **table_fields(answers.table, start, limit, typed=False),
        errors=answers.errors,
        more=[one.source for one in answers.found if one.more],
    )


def sql(
    access: AgentAccess,
    query: Annotated[str, Field(max_length=100_000, description="One SELECT in DuckDB's dialect.")],
    data: Annotated[
        list[str],
        Field(
            min_length=1,
            max_length=50,
            description="Files (.csv .jsonl .json .parquet .sqlite .duckdb) or folders of Parquet files in an allowed folder."
            " Each is a table with its name: books.csv is books; a single one is also called records.",
        ),
    ],
    start: Start = 0,
    limit: Limit = ROWS,
) -> Records:
    """Query files of results with SQL. A query reads only the files given, and writes nothing."""
    answer = api.query(query, *[str(access.file(name)) for name in data], timeout_s=QUERY_S)
    rows = islice(answer.tuples(), start, start + limit)
    columns = [
        ColumnType(name=name, type=kind.lower()) for name, kind in zip(answer.columns, answer.types, strict=True)
    ]
    made = (dict(zip(answer.columns, map(api.flat_value, row), strict=True)) for row in rows)
    return Records(columns=columns, **bounded(made, len(answer), start))


def _listed(entry: api.LibraryEntry) -> ListedWrapper:
    return ListedWrapper(
        name=entry.name,
        columns=entry.columns,
        records=[] if entry.error else list(entry.records),
        addresses=list(entry.addresses),
        error=entry.error,
    )


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool: its function and title, whether it ``writes`` to the library, and whether it may visit the ``web``."""

    run: Callable[..., BaseModel]
    title: str
    writes: bool = False
    web: bool = True

    @property
    def hints(self) -> dict[str, Any]:
        """The protocol's annotations: clients ask before they run a tool that writes."""
        return {
            "title": self.title,
            "read_only_hint": not self.writes,
            "destructive_hint": False,  # a name that is taken gets a number
            "idempotent_hint": not self.writes,
            "open_world_hint": self.web,
        }


TOOLS: Final = (
    ToolEntry(discover, "Find the lists of a page"),
    ToolEntry(extract, "Read a page as a table"),
    ToolEntry(learn, "Learn a wrapper", writes=True),
    ToolEntry(check, "Check a wrapper"),
    ToolEntry(repair, "Repair a wrapper", writes=True),
    ToolEntry(library, "List wrappers"),
    ToolEntry(search, "Search sites"),
    ToolEntry(follow, "Open the pages of records"),
    ToolEntry(sql, "Query results", web=False),
)
