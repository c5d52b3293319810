"""Get the pages of a command: which addresses are allowed, and whether a browser renders the pages first."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from wrapture import api
from wrapture.cli.messages import progress, say, say_error
from wrapture.cli.render_option import RenderMode
from wrapture.errors import OutputError, SourceError
from wrapture.model.table import Failure
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from wrapture.api import Camera, Capture, Fetch, Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Intake:
    """The source of pages: ``fetch`` requests addresses, ``lens``, if given, renders the pages.

    Without it, ``standby`` renders fetched pages that are built by scripts.
    """

    fetch: Fetch
    lens: Camera | None = None
    standby: StandbyCamera | None = None

    @property
    def camera(self) -> Camera:
        """The camera, for work that needs one."""
        if self.lens is None:
            raise ValueError("there is no camera: take in pages with render=RenderMode.always")
        return self.lens

    def opened(self) -> AbstractContextManager[object]:
        """Return the context that keeps the camera open, if there is one."""
        return self.lens or self.standby or nullcontext()

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
            return work(source, self._shown(self.read(source)))
        except SourceError as error:
            return Failure(error.where, for_command_line(error.what))
        except OutputError as error:
            return Failure(error.path, for_command_line(error.what))

    def _shown(self, capture: Capture) -> Capture:
        """Return a page as it is to be read: rendered, if that was asked for or is needed."""
        if self.lens is not None:
            return self.lens.shoot(capture)
        needs_scripts = self.standby is not None and capture.fetched and api.is_built_by_scripts(api.read_page(capture))
        return self.standby.shoot(capture) if self.standby is not None and needs_scripts else capture


class StandbyCamera:
    """A camera that runs scripts; its browser starts with the first page that needs one."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._camera: Camera | None = None

    def __enter__(self) -> StandbyCamera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.__exit__(kind, error, trace)

    def shoot(self, capture: Capture) -> Capture:
        """Return the rendered page, or the page as it is if the browser fails; both are announced."""
        say(f"{capture.name}: is built by scripts, so a browser renders it (--render never leaves it as it is)")
        if self._camera is None:
            self._camera = api.Camera(scripts=True, allow_private=self._allow_private).__enter__()
        try:
            return self._camera.shoot(capture)
        except SourceError as error:
            say(f"{error.where}: {error.what}")
            return capture


def intake_for(*, allow_private: bool, render: RenderMode = RenderMode.never, scripts: bool = False) -> Intake:
    """Build the page source for these options; fail early if a needed browser is missing."""
    fetch = api.fetcher(allow_private=allow_private)
    if render is RenderMode.always or scripts:
        api.find_browser()
        return Intake(fetch, api.Camera(scripts=scripts, allow_private=allow_private))
    waits = render is RenderMode.auto and api.has_browser()
    return Intake(fetch, standby=StandbyCamera(allow_private=allow_private) if waits else None)


def opened_page(capture: Capture) -> Page:
    """Return the page of a capture; warn if its content is elsewhere: in the pages of a frameset, or made by scripts."""
    page = api.read_page(capture)
    if page.frames:
        unread = "they could not be read" if page.boxes is not None else "--render reads them with it"
        say(
            f"{page.name}: is a frameset, whose lists stand in other pages: {', '.join(page.frame_addresses)}; {unread}"
        )
    elif api.is_built_by_scripts(page):
        say(
            f"{page.name}: is built by scripts and shows hardly anything without them; --scripts runs them in a browser"
        )
    return page
