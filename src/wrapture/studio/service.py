"""The studio's service: all operations of the API as methods, on top of the desk store, the caches and the library.

Every desk has a lock; a window that has not seen the last step gets `StaleDeskError`.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from secrets import token_hex
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeVar

from wrapture.api import WRAPPER_SUFFIX as SUFFIX
from wrapture.api import Library, check, fetcher, next_request, read_page, slug_of
from wrapture.api import dump_wrapper as dumps
from wrapture.api import parse_wrapper as loads
from wrapture.api import read_source as read
from wrapture.errors import SourceError, StaleDeskError, StudioError
from wrapture.model import Span
from wrapture.model.table import Failure
from wrapture.studio import desk_steps as steps
from wrapture.studio import desk_views as views
from wrapture.studio.background_tasks import BackgroundTasks
from wrapture.studio.cache import RecentValues, StudioCache
from wrapture.studio.desk import Desk, DeskPage, History, Saved, corrections_on, page_of
from wrapture.studio.desk_results import DeskResults
from wrapture.studio.labelling import Tools
from wrapture.studio.page_show import PageShow, picture_of
from wrapture.studio.store import DeskStore
from wrapture.wording import counted

T = TypeVar("T")

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from pathlib import Path

    from wrapture.api import Camera, Page, PageCheck, Serve, Stamp
    from wrapture.model import Capture, Fit, Record, Wrapper
    from wrapture.studio.labelling import Stepped
    from wrapture.studio.page_visitor import TakenPage

    Step = Callable[[Tools, Desk], Stepped]

KEPT_DESKS: Final = 20
KEPT_VIEWS: Final = 60
"""Tables to cache, so that switching between the pages of a desk is free."""
KEPT_FITS: Final = 1_000
"""Fits and checks to cache: each step asks for those of all pages."""


@dataclass
class _Known:
    """A cached desk with the stamp of its file: one pair, so that no thread sees half of a change."""

    stamped: tuple[History, Stamp | None] | None = None


class Service:
    """The desks in one folder, and the library that wrappers are saved to.

    ``allow_private`` permits requests to this machine and private networks.
    """

    def __init__(self, folder: Path, library: Path, *, allow_private: bool = False) -> None:
        self.folder = folder
        self.allow_private = allow_private
        self.asked_for: str | None = None  # the desk that the command line opened
        self.library = Library(library)
        self.show = PageShow(folder, allow_private=allow_private)
        self.tasks = BackgroundTasks()
        self.site_results = DeskResults(folder / "desks")
        self._store = DeskStore(folder / "desks")
        self._cache = StudioCache()
        self._histories: RecentValues[str, _Known] = RecentValues(KEPT_DESKS)
        self._fits: RecentValues[tuple[str, Wrapper], tuple[Fit | None, str]] = RecentValues(KEPT_FITS)
        self._checks: RecentValues[tuple[str, Wrapper], PageCheck] = RecentValues(KEPT_FITS)
        self._tables: RecentValues[Hashable, views.Data] = RecentValues(KEPT_VIEWS)
        self._locks: defaultdict[str, RLock] = defaultdict(RLock)

    # --- desks ---

    def summaries(self) -> list[views.Data]:
        """Return the existing desks, the last used first."""
        return [{name: getattr(one, name) for name in one.__slots__} for one in self._store.summaries()]

    def create(self, wrapper: Wrapper | None = None, saved: Saved | None = None) -> views.Data:
        """Return a new desk, empty or with a wrapper on it."""
        history = self._store.create()
        if wrapper is not None:
            desk = Desk(how="opened", wrapper=wrapper, name=wrapper.name)
            history = replace(history.stepped(f"Open {wrapper.name}", desk), saved=saved)
        self._keep(history)
        return self._view(history)

    def desk(self, desk_id: str) -> views.Data:
        """Return the view of a desk."""
        with self._locks[desk_id]:
            return self._view(self._history(desk_id))

    def revision(self, desk_id: str) -> int:
        """Return the revision of a desk."""
        return self._history(desk_id).revision

    def history(self, desk_id: str) -> History:
        """Return the history of a desk."""
        return self._history(desk_id)

    def step(self, desk_id: str, revision: int, step: Step, *, again: bool = False) -> views.Data:
        """Apply and save a step and return the desk; raises `StaleDeskError` if the revision is out of date.

        Consecutive steps with ``again`` replace each other, so that one undo reverts all of them.
        """
        with self._changing(desk_id):
            history = self._current(desk_id, revision)
            words, desk = step(self._tools(desk_id), history.desk)
            return self._stepped(history.stepped(words, desk, again=again))

    def look(self, desk_id: str, revision: int, see: Callable[[Tools, Desk], T]) -> T:
        """Return what a function makes of a desk, which stays as it is."""
        with self._locks[desk_id]:
            return see(self._tools(desk_id), self._current(desk_id, revision).desk)

    def undo(self, desk_id: str, revision: int) -> views.Data:
        """Undo the last step and return the desk."""
        with self._changing(desk_id):
            return self._stepped(self._current(desk_id, revision).undone())

    def redo(self, desk_id: str, revision: int) -> views.Data:
        """Redo the step that was undone last and return the desk."""
        with self._changing(desk_id):
            return self._stepped(self._current(desk_id, revision).redone())

    def delete(self, desk_id: str) -> str:
        """Move a desk to the trash and return the token that restores it."""
        with self._locks[desk_id]:
            self._store.discard(desk_id)
            self._histories.drop(desk_id)
        return desk_id

    def restore(self, desk_id: str) -> History:
        """Restore a desk from the trash."""
        return self._store.restore(desk_id)

    # --- pages ---

    def read(self, source: str) -> Capture:
        """Return the capture of a file or an address; raises `SourceError`."""
        capture = read(source, fetch=fetcher(allow_private=self.allow_private))
        if isinstance(capture, Failure):
            raise SourceError(capture.page, capture.error)
        return capture

    def camera(self, *, scripts: bool = False) -> Camera:
        """Return a camera for rendering pages."""
        from wrapture.api import Camera

        return Camera(scripts=scripts, allow_private=self.allow_private)

    def add(
        self,
        desk_id: str,
        revision: int,
        capture: Capture,
        *,
        learn: bool,
        png: bytes | None = None,
        scripts: bool = False,
    ) -> views.Data:
        """Add a page and return the desk; a page that can't be parsed is rejected before it is stored.

        ``png`` is the picture of a page that was rendered, with its ``scripts`` or without.
        """
        with self._locks[desk_id]:
            self._current(desk_id, revision)
            page = self._put(desk_id, capture, png, learn=learn, scripts=scripts)
            return self.step(desk_id, revision, lambda tools, desk: steps.add_page(tools, desk, page))

    def _put(
        self, desk_id: str, capture: Capture, png: bytes | None, *, learn: bool = False, scripts: bool = False
    ) -> DeskPage:
        """Store a page that can be parsed, and return it."""
        parsed = read_page(capture)
        page_id = self._store.put_page(desk_id, capture, png)
        about = (capture.name, capture.url, capture.charset, capture.media, capture.folder, capture.fetched)
        self._cache.page(f"{desk_id}/{page_id}", lambda: parsed)
        return DeskPage(page_id, *about, learn, scripts)

    def add_all(self, desk_id: str, taken: Sequence[TakenPage], *, again: bool) -> None:
        """Add pages that were read for a desk in one step, whatever its revision.

        A page whose address is on the desk already is added only if it was read ``again`` and has changed.
        """
        with self._changing(desk_id):
            history = self._history(desk_id)
            known = {page.url for page in history.desk.pages}
            pages = [
                self._put(desk_id, one.capture, one.png, scripts=one.scripts)
                for one in taken
                if again or one.capture.url not in known
            ]
            new = {page.id: page for page in pages if history.desk.page(page.id) is None}
            if new:
                desk = replace(history.desk, pages=(*history.desk.pages, *new.values()), note="")
                self._keep(history.stepped(f"Read {counted(len(new), 'more page')}", desk))

    def capture(self, desk_id: str, page: DeskPage) -> Capture:
        """Return a page of a desk as it was read."""
        return self._store.capture(desk_id, page)

    def check(self, desk_id: str, page: DeskPage) -> PageCheck:
        """Return whether a page fits the wrapper of a desk, and why not."""
        wrapper = self.wrapper(desk_id)
        return self._checks.get((page.id, wrapper), lambda: check(self._page(desk_id, page), wrapper))

    def page_step(
        self, desk_id: str, revision: int, page_id: str, step: Callable[[Tools, Desk, DeskPage], Stepped]
    ) -> views.Data:
        """Apply a step on one page and return the desk."""
        return self.step(desk_id, revision, lambda tools, desk: step(tools, desk, page_of(desk, page_id)))

    def row(self, desk_id: str, page_id: str, number: int) -> Record:
        """Return the record of a row in a page's table."""
        rows = self.table(desk_id, page_id)["rows"]
        if not 0 <= number < len(rows):
            raise StudioError(f"no record {number + 1}; the table has {len(rows)}")
        return tuple(Span(*span) for span in rows[number]["spans"])

    def nodes(self, desk_id: str, page_id: str) -> views.Data:
        """Return the nodes of a page, for the frame that shows it."""
        page = page_of(self._history(desk_id).desk, page_id)
        with self._locks[desk_id]:
            parsed, capture = self._page(desk_id, page), self._store.capture(desk_id, page)
        return self.show.nodes(parsed, capture)  # may wait for the network, which must not keep others from the desk

    def image(self, desk_id: str, page_id: str, address: str) -> Serve | None:
        """Return an image of a page, or None if it is unavailable."""
        page = page_of(self._history(desk_id).desk, page_id)
        return self.show.image(self._page(desk_id, page), self._store.capture(desk_id, page), address)

    def candidates(self, desk_id: str, page_id: str) -> views.Data:
        """Return the lists on a page."""
        with self._locks[desk_id]:
            desk = self._history(desk_id).desk
            page = self._page(desk_id, page_of(desk, page_id))
            return views.candidates_view(page, self._cache.candidates(page, desk.settings), desk.settings)

    def table(self, desk_id: str, page_id: str) -> views.Data:
        """Return the table that the wrapper of a desk reads on one of its pages."""
        with self._locks[desk_id]:
            desk = self._history(desk_id).desk
            page, wrapper = page_of(desk, page_id), desk.wrapper
            if wrapper is None:
                return views.empty_table()
            parsed, made = self._page(desk_id, page), corrections_on(desk, page)
            how_well = self._fit(desk_id, page, wrapper)
            key = page.id, views.table_key(wrapper, parsed, *how_well), made
            return self._tables.get(
                key, lambda: {**views.table_view(wrapper, parsed, *how_well, made), "stamp": token_hex(8)}
            )

    def next_page(self, desk_id: str, page_id: str) -> str | None:
        """Return the address of the next page of a page's list, or None if no link leads there."""
        page = self._page(desk_id, page_of(self._history(desk_id).desk, page_id))
        request = next_request(page, int(self.table(desk_id, page_id)["found"]))
        return request.url if request is not None and request.method == "GET" else None

    def picture(self, desk_id: str, page_id: str) -> views.Data:
        """Return the picture of a rendered page with the boxes of its nodes."""
        page = page_of(self._history(desk_id).desk, page_id)
        parsed, png = self._page(desk_id, page), self._store.picture(desk_id, page)
        if png is not None:
            return picture_of(parsed, parsed, png)
        return self.show.picture(page.id, self.camera(), parsed, self._store.capture(desk_id, page))

    def results(self, desk_id: str) -> list[tuple[DeskPage, Page]]:
        """Return the pages of a desk, parsed."""
        with self._locks[desk_id]:
            desk = self._history(desk_id).desk
            return [(page, self._page(desk_id, page)) for page in desk.pages]

    # --- wrappers ---

    def wrapper(self, desk_id: str) -> Wrapper:
        """Return the wrapper of a desk under the desk's name; raises `StudioError` if there is none yet."""
        desk = self._history(desk_id).desk
        if desk.wrapper is None:
            raise StudioError("no wrapper yet; add a page, or choose one of its lists")
        return replace(desk.wrapper, name=desk.name or desk.wrapper.name)

    def open_file(self, desk_id: str, revision: int, text: str, name: str) -> views.Data:
        """Put the wrapper of a file on a desk and return the desk; raises `WrapperFileError`."""
        wrapper = loads(text, name)

        def opened(_: Tools, desk: Desk) -> Stepped:
            pages = tuple(replace(page, learn=False) for page in desk.pages)
            on = replace(desk, pages=pages, wrapper=wrapper, how="opened", choice=0, chosen_on="", labels=(), note="")
            return f"Open {wrapper.name}", replace(on, name=wrapper.name)

        return self.step(desk_id, revision, opened)

    def open_wrapper(self, name: str) -> views.Data:
        """Return a new desk with a wrapper of the library."""
        wrapper, stamp = self.library.load(name)
        return self.create(wrapper, Saved(name, self._path(name), wrapper, stamp))

    def save(self, desk_id: str, revision: int, name: str, *, overwrite: bool) -> views.Data:
        """Save the wrapper to the library and return the desk; raises `LibraryConflictError` if the name is taken."""
        with self._changing(desk_id):
            history = self._current(desk_id, revision)
            wrapper = replace(self.wrapper(desk_id), name=name.strip() or "wrapper")
            slug = slug_of(wrapper.name)
            known = history.saved.stamp if history.saved is not None and history.saved.name == slug else None
            stamp = self.library.save(wrapper, slug, stamp=known, replace=overwrite)
            if history.desk.wrapper != wrapper or history.desk.name != wrapper.name:
                named = replace(history.desk, name=wrapper.name, wrapper=wrapper)
                history = history.stepped(f"Name it {wrapper.name}", named)
            history = history.saved_to(Saved(slug, self._path(slug), wrapper, stamp))
            self._note_health(history)
            return self._stepped(history)

    def wrapper_file(self, desk_id: str) -> str:
        """Return the text of the wrapper's file."""
        return dumps(self.wrapper(desk_id))

    # --- inside ---

    def _note_health(self, history: History) -> None:
        """Log in the library how well the pages of a desk fit its saved wrapper."""
        if history.saved is None or not history.is_saved:
            return
        wrapper = history.saved.wrapper
        fits = [(page, self._fit(history.id, page, wrapper)[0]) for page in history.desk.pages]
        self.library.notes([(history.saved.name, page.url or page.name, fit) for page, fit in fits if fit is not None])

    def _path(self, name: str) -> str:
        return str(self.library.folder.resolve() / f"{name}{SUFFIX}")

    @contextmanager
    def _changing(self, desk_id: str) -> Iterator[None]:
        """Keep other windows, and other studios on the same folder, from changing a desk while the block runs."""
        with self._locks[desk_id], self._store.changing(desk_id):
            yield

    def _tools(self, desk_id: str) -> Tools:
        return Tools(lambda page: self._page(desk_id, page), self._cache.ranked)

    def _page(self, desk_id: str, page: DeskPage) -> Page:
        return self._cache.page(f"{desk_id}/{page.id}", lambda: read_page(self._store.capture(desk_id, page)))

    def _history(self, desk_id: str) -> History:
        """Return a desk as it is on disk: another studio with the same folder may have changed it."""
        known = self._histories.get(desk_id, _Known)
        stamp = self._store.stamp(desk_id)
        stamped = known.stamped
        if stamped is None or stamped[1] != stamp:
            known.stamped = stamped = self._store.load(desk_id), stamp
        return stamped[0]

    def _current(self, desk_id: str, revision: int) -> History:
        history = self._history(desk_id)
        if history.revision != revision:
            raise StaleDeskError(desk_id, history.revision)
        return history

    def _keep(self, history: History) -> None:
        self._store.save(history)
        known = self._histories.get(history.id, _Known)
        known.stamped = history, self._store.stamp(history.id)

    def _stepped(self, history: History) -> views.Data:
        self._keep(history)
        return self._view(history)

    def _view(self, history: History) -> views.Data:
        desk = history.desk
        pages = []
        for page in desk.pages:
            parsed = self._page(history.id, page)
            fit, flaw = self._fit(history.id, page, desk.wrapper) if desk.wrapper is not None else (None, "")
            dropped = sum(not one.column for one in corrections_on(desk, page))
            pages.append(views.page_view(page, parsed, self._store.size(history.id, page), fit, flaw, dropped))
        return views.desk_view(history, pages)

    def _fit(self, desk_id: str, page: DeskPage, wrapper: Wrapper) -> tuple[Fit | None, str]:
        return self._fits.get((page.id, wrapper), lambda: views.fit_on(wrapper, self._page(desk_id, page)))
