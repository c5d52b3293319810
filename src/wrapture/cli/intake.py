"""How the pages of a command come in: which addresses may be asked, and whether a browser draws the pages first."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from wrapture.capture.fetch import fetch as fetch_page
from wrapture.capture.sources import expand, fetcher, read
from wrapture.cli import display
from wrapture.errors import OutputError, SourceError
from wrapture.extraction.table import Failure
from wrapture.html.read import read_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.capture.camera import Camera
    from wrapture.capture.sources import Fetch
    from wrapture.html.page import Page
    from wrapture.model import Capture

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Intake:
    """How pages come in: ``fetch`` asks for addresses, ``lens`` draws the pages where there is one."""

    fetch: Fetch = fetch_page
    lens: Camera | None = None

    @property
    def camera(self) -> Camera:
        """The camera, for work that can't do without one."""
        if self.lens is None:
            raise ValueError("there is no camera: take in pages with render=True")
        return self.lens

    def opened(self) -> AbstractContextManager[object]:
        """Return what keeps the camera open, if there is one."""
        return nullcontext() if self.lens is None else self.lens

    def read(self, source: str) -> Capture:
        """Return one page as it came, not drawn; raises `SourceError`."""
        capture = read(source, fetch=self.fetch)
        if isinstance(capture, Failure):
            raise SourceError(capture.page, capture.error)
        return capture

    def each_page(self, sources: Sequence[str], work: Callable[[Page], T]) -> Iterator[T | Failure]:
        """Yield what `work` makes of each page, or its failure, which is said at once."""
        return self.each_capture(sources, lambda _, capture: work(_page(capture)))

    def each_capture(self, sources: Sequence[str], work: Callable[[str, Capture], T]) -> Iterator[T | Failure]:
        """Yield what `work` makes of each source and its capture, or the failure, which is said; with a progress bar."""
        for source in display.progress(expand(sources)):
            result = self._attempt(source, work)
            if isinstance(result, Failure):
                display.say(f"{result.page}: {result.error}")
            yield result

    def page_without_results(self, source: str | None) -> Page | None:
        """Return the page that has no results; where it can't be read, the work stops: its menus would pass for records."""
        if source is None:
            return None
        page = self._attempt(source, lambda _, capture: _page(capture))
        if isinstance(page, Failure):
            raise SourceError(page.page, page.error)
        return page

    def _attempt(self, source: str, work: Callable[[str, Capture], T]) -> T | Failure:
        try:
            capture = self.read(source)
            return work(source, capture if self.lens is None else self.lens.shoot(capture))
        except SourceError as error:
            return Failure(error.where, error.what)
        except OutputError as error:
            return Failure(error.path, error.what)


def intake_for(*, allow_private: bool, render: bool = False, scripts: bool = False) -> Intake:
    """Return how pages come in as a person wants it; the browser is looked for at once, where it is needed."""
    lens = _camera(scripts=scripts, allow_private=allow_private) if render or scripts else None
    return Intake(fetcher(allow_private=allow_private), lens)


def _camera(*, scripts: bool, allow_private: bool) -> Camera:
    """Return a camera, after looking for its browser: before the work, not in the middle of it."""
    from wrapture.capture.browser import find_browser
    from wrapture.capture.camera import Camera

    find_browser()
    return Camera(scripts=scripts, allow_private=allow_private)


def _page(capture: Capture) -> Page:
    """Return the page of a capture, after a word on one whose content is elsewhere."""
    page = read_page(capture)
    if page.frames:
        unread = "they could not be read" if page.boxes is not None else "--render reads them with it"
        display.say(
            f"{page.name}: is a frameset, whose lists stand in other pages: {', '.join(page.frame_addresses)}; {unread}"
        )
    return page
