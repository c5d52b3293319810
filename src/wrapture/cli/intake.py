"""Get the pages of a command: which addresses are allowed, and whether a browser renders the pages first."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from wrapture import api
from wrapture.cli.messages import progress, say, say_error
from wrapture.errors import OutputError, SourceError
from wrapture.model.table import Failure
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.api import Camera, Capture, Fetch, Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Intake:
    """The source of pages: ``fetch`` requests addresses, ``lens``, if given, renders the pages."""

    fetch: Fetch
    lens: Camera | None = None

    @property
    def camera(self) -> Camera:
        """The camera, for work that needs one."""
        if self.lens is None:
            raise ValueError("there is no camera: take in pages with render=True")
        return self.lens

    def opened(self) -> AbstractContextManager[object]:
        """Return the context that keeps the camera open, if there is one."""
        return nullcontext() if self.lens is None else self.lens

    def read(self, source: str) -> Capture:
        """Return one page as received, not rendered; raises `SourceError`."""
        capture = api.read_source(source, fetch=self.fetch)
        if isinstance(capture, Failure):
            raise SourceError(capture.page, capture.error)
        return capture

    def each_page(self, sources: Sequence[str], work: Callable[[Page], T]) -> Iterator[T | Failure]:
        """Yield the result of `work` for each page, or its failure, which is printed at once."""
        return self.each_capture(sources, lambda _, capture: work(opened_page(capture)))

    def each_capture(self, sources: Sequence[str], work: Callable[[str, Capture], T]) -> Iterator[T | Failure]:
        """Yield the result of `work` for each source and its capture, or the failure, which is printed; with a progress bar."""
        for source in progress(api.expand(sources)):
            result = self._attempt(source, work)
            if isinstance(result, Failure):
                say_error(f"{result.page}: {result.error}")
            yield result

    def page_without_results(self, source: str | None) -> Page | None:
        """Return the page without results; raise if it can't be read, because its menus would pass for records."""
        if source is None:
            return None
        page = self._attempt(source, lambda _, capture: opened_page(capture))
        if isinstance(page, Failure):
            raise SourceError(page.page, page.error)
        return page

    def _attempt(self, source: str, work: Callable[[str, Capture], T]) -> T | Failure:
        try:
            capture = self.read(source)
            return work(source, capture if self.lens is None else self.lens.shoot(capture))
        except SourceError as error:
            return Failure(error.where, for_command_line(error.what))
        except OutputError as error:
            return Failure(error.path, for_command_line(error.what))


def intake_for(*, allow_private: bool, render: bool = False, scripts: bool = False) -> Intake:
    """Build the page source for these options; fail early if a needed browser is missing."""
    lens = _camera(scripts=scripts, allow_private=allow_private) if render or scripts else None
    return Intake(api.fetcher(allow_private=allow_private), lens)


def _camera(*, scripts: bool, allow_private: bool) -> Camera:
    """Return a camera; raise if its browser is missing, before the work rather than in the middle of it."""
    api.find_browser()
    return api.Camera(scripts=scripts, allow_private=allow_private)


def opened_page(capture: Capture) -> Page:
    """Return the page of a capture; warn if its content is elsewhere, as in a frameset."""
    page = api.read_page(capture)
    if page.frames:
        unread = "they could not be read" if page.boxes is not None else "--render reads them with it"
        say(
            f"{page.name}: is a frameset, whose lists stand in other pages: {', '.join(page.frame_addresses)}; {unread}"
        )
    return page
