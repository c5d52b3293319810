"""Tools beyond a single page: check and repair wrappers, and follow the links of records."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field

from wrapture import api
from wrapture.mcp.agent_access import AgentAccess  # noqa: TC001 - the server evaluates the annotations
from wrapture.mcp.tool_results import MAX_ROWS, Records, table_fields

MAX_PAGES: Final = 20
PagesArgument = Annotated[
    list[str],
    Field(
        min_length=1,
        max_length=MAX_PAGES,
        description="Addresses, files in allowed folders, or HTML of one site's pages.",
    ),
]
WrapperArgument = Annotated[str, Field(description="The name of a wrapper of the library, or a wrapper file.")]


class CheckedPage(BaseModel):
    """Whether one page fits a wrapper."""

    page: str
    verdict: str
    reasons: list[str]
    records: int


class CheckResult(BaseModel):
    """Whether a wrapper still fits its site."""

    overall: str = Field(description="fits, changed or unclear")
    summary: str
    pages: list[CheckedPage]


class RepairResult(BaseModel):
    """A repaired wrapper, saved in the library under a new name, or why there is none."""

    wrapper: str = Field(description="The name of the repaired wrapper; empty if the repair was refused.")
    reasons: list[str]
    kept: list[str] = Field(description="Columns that were found again.")
    new: list[str]
    gone: list[str]
    records: list[int] = Field(description="How many records it finds on each page.")


class FollowResult(Records):
    """The records of a page with what their own pages say."""

    pages: int = Field(description="How many pages were read.")
    left: int = Field(description="How many links were not followed, because of the limit.")
    failures: dict[str, str] = Field(description="Why a page could not be read, by page.")


def check(access: AgentAccess, wrapper: WrapperArgument, pages: PagesArgument) -> CheckResult:
    """Check whether a wrapper still fits pages of its site, and why not."""
    loaded = access.wrapper(wrapper)
    checks = [api.check(access.input(page), loaded) for page in pages]
    return CheckResult(
        overall=api.overall(checks),
        summary=api.check_summary(checks),
        pages=[
            CheckedPage(page=one.page, verdict=one.verdict, reasons=list(one.reasons), records=one.fit.found)
            for one in checks
        ],
    )


def repair(access: AgentAccess, wrapper: WrapperArgument, pages: PagesArgument) -> RepairResult:
    """Adapt a wrapper to pages of its site as they are now, and save it in the library beside the old one.

    Column names are kept. Nothing is saved if the repair is not sure.
    """
    library = access.library()
    made = api.repair(access.wrapper(wrapper), [access.page(page) for page in pages])
    saved = library.add(made.wrapper)[0] if made.wrapper is not None else ""
    return RepairResult(
        wrapper=saved,
        reasons=list(made.reasons),
        kept=made.named("kept"),
        new=made.named("new"),
        gone=made.named("gone"),
        records=list(made.records),
    )


def follow(
    access: AgentAccess,
    page: Annotated[
        str, Field(description="An http(s) address, a file in an allowed folder, or the HTML of a list page.")
    ],
    wrapper: Annotated[str, Field(description="A wrapper that reads the list; by default the list is found.")] = "",
    column: Annotated[str, Field(description="The column of links to follow; by default `link`.")] = "",
    limit: Annotated[int, Field(ge=1, le=MAX_PAGES, description="Most pages to open.")] = 10,
) -> FollowResult:
    """Open the page of each record of a list, and add what these pages say as columns.

    It obeys robots.txt and pauses between requests, so that it takes seconds for each page.
    """
    table = api.extract(access.input(page), access.wrapper(wrapper) if wrapper else None)
    done = api.follow(table, column, limit=limit, visitor=access.visitor)
    return FollowResult(
        **table_fields(done.table, 0, MAX_ROWS, typed=False),
        pages=done.pages,
        left=done.left,
        failures={one.page: one.error for one in done.failures},
    )
