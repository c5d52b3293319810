"""A visitor for work in the studio: it tells how far it is, stops when its user cancels, and keeps the pages it has read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from wrapture.api import Visitor, capture_of
from wrapture.errors import LostSiteError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Camera
    from wrapture.model import Capture
    from wrapture.studio.background_tasks import BackgroundTask


class TakenPage(NamedTuple):
    """A page that was read, and its picture if it was rendered."""

    capture: Capture
    png: bytes | None = None
    scripts: bool = False


class PageVisitor(Visitor):
    """A visitor for one task.

    A cancelled task ends like one whose site stops answering: what was read before is kept.  ``total`` is the number of pages
    to read, where it is known.
    """

    def __init__(
        self,
        task: BackgroundTask,
        camera: Camera | None = None,
        *,
        scripts: bool = False,
        total: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(show=None if camera is None else partial(self._rendered, camera), **options)
        if camera is not None:
            camera.sender = self
        self.taken: list[TakenPage] = []
        self.total = total
        self._task = task
        self._scripts = scripts

    def open(self, request: Any, *, max_age_s: float | None = None) -> Any:
        """Return a page; raises `FetchError`."""
        url = request if isinstance(request, str) else request.url
        number = len(self.taken) + 1
        many = f" of {self.total}" if self.total and self.total >= number else ""
        self._stop_if_cancelled(url)
        self._task.say(f"Reading page {number}{many}", number - 1, self.total)
        answer = super().open(request, max_age_s=max_age_s)
        self._stop_if_cancelled(url)
        if self.show is None:
            self.taken.append(TakenPage(capture_of(answer)))
        return answer

    def read(self, address: str) -> Capture:
        """Return the page at an address, rendered if the visitor renders."""
        capture = capture_of(self.open(address))
        return capture if self.show is None else self.show(capture)

    def read_all(self, addresses: Sequence[str]) -> list[Capture]:
        """Return the pages at some addresses."""
        return [self.read(address) for address in addresses]

    def _rendered(self, camera: Camera, capture: Capture) -> Capture:
        rendered, png = camera.photograph(capture)
        self.taken.append(TakenPage(rendered, png, self._scripts))
        return rendered

    def _stop_if_cancelled(self, url: str) -> None:
        if self._task.is_cancelled:
            raise LostSiteError(url, "was not read, because the work was cancelled")
