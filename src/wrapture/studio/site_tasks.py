"""From one page to its site: further pages, details, the site's search, checks, repairs and changes.

Every function does with the pages and the wrapper of a desk what the command of the same name does, by the same library call,
and returns what came of it.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture import api
from wrapture.errors import SourceError, StudioError
from wrapture.model.table import Row, Table
from wrapture.studio.copied_lines import follow_line, search_line, watch_lines
from wrapture.studio.desk_results import DeskResult
from wrapture.studio.desk_tables import tables_of
from wrapture.studio.repair_views import repair_result
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.api import PageCheck
    from wrapture.model import Wrapper
    from wrapture.model.table import Failure
    from wrapture.studio.background_tasks import BackgroundTask
    from wrapture.studio.page_visitor import PageVisitor, TakenPage
    from wrapture.studio.service import Service

DELAY_S: Final = 1.0
SHOWN: Final = 5  # pages that failed, by name


class SiteTasks:
    """The work for one desk: its service, and the task that tells how far it is."""

    def __init__(self, service: Service, task: BackgroundTask) -> None:
        self._service = service
        self._task = task
        self._history = service.history(task.desk)
        self._desk = self._history.desk

    # --- pages ---

    def pages(self, count: int) -> DeskResult:
        """Read the following pages of the list, up to so many on the desk, and add them to it."""
        wrapper = self._wrapper()
        known = [page for page in self._desk.pages if page.url]
        if not known:
            raise StudioError("no page of this desk has an address; give the addresses of the other pages")
        wanted = count - len(known) + 1
        with self._visiting(known[-1].url or "", total=wanted) as visitor:
            found = api.extract_pages(known[-1].url or "", wrapper, pages=max(2, wanted), visitor=visitor)
        del visitor.taken[found.pages :]  # a page without new records ends the list
        self._add(visitor.taken, again=False)
        remarks = [*found.remarks, *filter(None, ["" if self._task.is_cancelled else found.error])]
        return DeskResult("pages", self._read_so_far(), tuple(map(for_command_line, remarks)))

    def addresses(self, addresses: Sequence[str]) -> DeskResult:
        """Read a list of addresses and add the pages to the desk."""
        taken, failed = self._fetch(addresses)
        self._add(taken, again=True)
        return DeskResult("addresses", self._read_so_far(), tuple(failed))

    def check(self, addresses: Sequence[str]) -> DeskResult:
        """Read pages as they are now, and check whether the wrapper still fits them.

        They are added to the desk, but for those that still fit and are on it already: their records would be there twice.
        """
        wrapper = self._wrapper()
        taken, failed = self._fetch(addresses) if addresses else ([], [])
        known = {page.url for page in self._desk.pages}
        read = [(one, api.check(api.read_page(one.capture), wrapper)) for one in taken]
        self._add([one for one, said in read if said.verdict != "fits" or one.capture.url not in known], again=True)
        pages = [] if addresses else self._desk.pages
        checks = [*(said for _, said in read), *(self._service.check(self._task.desk, page) for page in pages)]
        self._note(checks)
        lines = f"wrapture check {self._path(wrapper)} {' '.join(addresses)}".strip()
        return DeskResult("check", api.check_summary(checks), tuple(failed), lines=lines)

    # --- tables ---

    def follow(self, column: str, limit: int) -> DeskResult:
        """Open the page of each record, and join what it says to the table of the desk."""
        wrapper = self._wrapper()
        table = self._table()
        with self._visiting(self._first_address(table, column)) as visitor:
            visitor.total = min(limit, len(table))
            found = api.follow(table, column, limit=limit, visitor=visitor)
        new = len(found.table.shown().columns) - len(table.shown().columns)
        words = (
            f"{counted(found.pages, 'page')} opened: {counted(new, 'more column')} for {counted(len(table), 'record')}"
        )
        left = [f"{counted(found.left, 'page')} beyond the limit of {limit} not opened"] if found.left else []
        lines = follow_line(self._path(wrapper), column)
        return DeskResult(
            "follow", words, (*left, *_failures(found.failures)), found.table, api.dump_wrapper(found.wrapper), lines
        )

    def wrap(self, address: str) -> DeskResult:
        """Find the search of a site and learn to read its results."""
        with self._visiting(address) as visitor:
            found = api.wrap_site(address, visitor, say=lambda words: self._task.say(_short(words)))
        wrapper = found.wrapper
        asked = (
            f"its search works: asked for {', '.join(dict.fromkeys(found.queries))}"
            if found.queries
            else "it is a list of pages"
        )
        words = f"{wrapper.name}: {asked}; {counted(len(wrapper.layout.columns), 'column')} read"
        return DeskResult("wrap", words, tuple(map(for_command_line, found.remarks)), wrapper=api.dump_wrapper(wrapper))

    def search(self, query: str, pages: int) -> DeskResult:
        """Ask the wrapped site a query."""
        wrapped = api.parse_wrapper(
            self._service.site_results.get(self._task.desk, "wrap").wrapper, "the site's search"
        )
        start = wrapped.query_form.page if wrapped.query_form is not None else ""
        with self._visiting(start, total=pages) as visitor:
            found = api.search(wrapped, query, pages=pages, visitor=visitor)
        errors = [f"{name}: {for_command_line(error)}" for name, error in found.errors.items()]
        if errors and not len(found.table):
            raise StudioError(errors[0])
        words = f"{counted(len(found.table), 'record')} for “{query}”"
        table = found.table.without(["source", "duplicate_of"])  # there is one source only
        return DeskResult("search", words, tuple(errors), table, lines=search_line(wrapped.name, query, pages))

    # --- the site over time ---

    def watch(self) -> DeskResult:
        """Read the pages of the desk again, and compare their records with those of the last time."""
        wrapper = self._wrapper()
        pages = [page for page in self._desk.pages if page.url and page.fetched]
        if not pages:
            raise StudioError("no page of this desk was read from an address; open one by its address")
        journal = api.watch(self._service.folder / "desks" / self._task.desk / "watch")
        with journal.locked():
            if journal.state.source(wrapper.name) is None:  # as the pages were when they were opened
                stored = [self._service.capture(self._task.desk, page) for page in pages]
                journal.round(api.WatchedSource(wrapper.name, wrapper, lambda: stored))
            with self._visiting(pages[0].url or "", total=len(pages)) as visitor:
                fresh = api.WatchedSource(wrapper.name, wrapper, lambda: visitor.read_all([p.url or "" for p in pages]))
                found = journal.round(fresh)
        self._task.check()
        words = OUTCOMES[found.outcome].format(
            records=counted(found.records, "record"), changes=counted(len(found.changes), "change")
        )
        rows = tuple(Row("", api.change_cells(one)) for one in found.changes)
        table = Table(wrapper.name, api.CHANGE_CELLS, rows) if rows else None
        lines = watch_lines(self._history, allow_private=self._service.allow_private)
        return DeskResult("watch", words, tuple(map(for_command_line, found.messages)), table, lines=lines)

    def repair(self, page_ids: Sequence[str], mapping: dict[str, str], *, same_site: bool) -> DeskResult:
        """Adapt the wrapper to pages of the site as they are now; it is used only if a person accepts it."""
        wrapper = self._wrapper()
        known = self._service.results(self._task.desk)
        chosen = [parsed for page, parsed in known if page.id in page_ids]
        fitting = [parsed for page, parsed in known if self._service.check(self._task.desk, page).verdict == "fits"]
        if not chosen:
            raise StudioError("choose a page that no longer fits; its list is what the wrapper is adapted to")
        self._task.say("Looking for the list and its columns")
        found = api.repair(wrapper, chosen, mapping=mapping or None, same_site=same_site)
        return repair_result(wrapper, found, chosen[0], fitting[0] if fitting else chosen[0], list(page_ids), mapping)

    # --- inside ---

    def _wrapper(self) -> Wrapper:
        return self._service.wrapper(self._task.desk)

    def _note(self, checks: Sequence[PageCheck]) -> None:
        """Log in the library what a check of a saved wrapper came to."""
        saved = self._history.saved
        if saved is not None and self._history.is_saved:
            self._service.library.note_checks(saved.name, checks)

    def _path(self, wrapper: Wrapper) -> str:
        saved = self._history.saved
        return saved.path if saved is not None else f"{api.slug_of(wrapper.name)}.json"

    def _table(self) -> Table:
        """Return the records of all pages of the desk, as the studio shows them."""
        tables = [one for one in tables_of(self._service, self._task.desk) if isinstance(one, Table)]
        if not tables:
            raise StudioError("there is no table yet; add a page, or choose one of its lists")
        return replace(tables[0], rows=tuple(row for one in tables for row in one.rows))

    @staticmethod
    def _first_address(table: Table, column: str) -> str:
        cells = table[column] if column in table.columns else [cell for row in table.rows for cell in row.cells]
        return next((cell for cell in cells if isinstance(cell, str) and cell.startswith("http")), "")

    @contextmanager
    def _visiting(self, address: str, total: int | None = None) -> Iterator[PageVisitor]:
        """Yield a visitor that pauses between requests to a site, and renders pages if those of the desk are rendered."""
        from wrapture.studio.page_visitor import PageVisitor

        rendered = [page for page in self._desk.pages if page.media == "snapshot"]
        scripts = any(page.scripts for page in rendered)
        camera = self._service.camera(scripts=scripts) if rendered else None
        politeness = api.Politeness(delay_s=0 if _is_this_machine(address) else DELAY_S)
        with camera or nullcontext():
            private = self._service.allow_private
            visitor = PageVisitor(
                self._task, camera, scripts=scripts, total=total, politeness=politeness, allow_private=private
            )
            self._task.at_cancel(visitor.close)
            with visitor:
                yield visitor

    def _fetch(self, addresses: Sequence[str]) -> tuple[list[TakenPage], list[str]]:
        """Return the pages at some addresses, and what is wrong with those that could not be read."""
        failed = []
        with self._visiting(addresses[0], total=len(addresses)) as visitor:
            for address in addresses:
                if self._task.is_cancelled:
                    break
                try:
                    visitor.read(address)
                except SourceError as error:
                    failed.append(f"{error.where}: {for_command_line(error.what)}")
        return visitor.taken, failed

    def _add(self, taken: Sequence[TakenPage], *, again: bool) -> None:
        """Add pages that were read to the desk, in one step."""
        self._service.add_all(self._task.desk, taken, again=again)

    def _read_so_far(self) -> str:
        pages = self._service.history(self._task.desk).desk.pages
        records = sum(len(one) for one in tables_of(self._service, self._task.desk) if isinstance(one, Table))
        read = counted(len(pages) - len(self._desk.pages), "more page")
        cancelled = ", then cancelled" if self._task.is_cancelled else ""
        return (
            f"{read} read{cancelled}: {counted(records, 'record')} on {counted(len(pages), 'page')}."
            " Download has all of them."
        )


OUTCOMES: Final = {
    "first": "{records} noted; run it again later to see what has changed",
    "same": "Nothing has changed: {records}, as before",
    "changes": "{changes} since the last time, {records} now",
    "site changed": "The site itself has changed, so records can't be compared",
    "unclear": "Can't tell: a page is not as it was",
    "unreadable": "A page could not be read",
}


def _failures(failures: Sequence[Failure]) -> list[str]:
    shown = [f"{one.page}: {for_command_line(one.error)}" for one in failures[:SHOWN]]
    more = len(failures) - SHOWN
    return [*shown, f"and {counted(more, 'more page')} that could not be read"] if more > 0 else shown


def _short(words: str) -> str:
    return words if len(words) <= 160 else f"{words[:159]}…"


def _is_this_machine(address: str) -> bool:
    """Return whether an address is one of this machine, which needs no pauses."""
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
