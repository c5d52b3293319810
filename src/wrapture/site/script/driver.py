"""The driver protocol, which runs the steps of a script over plain HTTP or in a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from wrapture.html.page import Page
    from wrapture.site.script.filling import Pick
    from wrapture.site.script.find_controls import FoundControl, Target
    from wrapture.site.script.secrets import Filling


class StepError(Exception):
    """A step can't be done: the message says why and what to do; the runner adds which step."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The current page as it is saved, with secrets masked; ``hops`` are the addresses that redirected to ``url``.

    ``charset`` is what the server declared, and may be wrong.
    """

    url: str
    body: bytes = field(repr=False)
    asked: datetime
    hops: tuple[str, ...] = ()
    charset: str | None = None
    rendered: bool = False


class Driver(Protocol):
    """The current page and the actions on it, which raise `StepError` or `SourceError` if they fail."""

    def look(self) -> Page:
        """Return the current page; fields and targets refer to the nodes of the last page returned."""

    def open(self, url: str) -> None:
        """Go to an address."""

    def put(self, field: FoundControl, filling: Filling) -> None:
        """Type into a field."""

    def pick(self, field: FoundControl, picks: tuple[Pick, ...]) -> None:
        """Choose options."""

    def press(self, target: Target) -> None:
        """Press a button or follow a link."""

    def enter(self, field: FoundControl) -> None:
        """Submit the form of a field, as the Enter key does."""

    def wait_for(self, text: str, seconds: float) -> bool:
        """Return whether the page shows a text, within some seconds if the page can change."""

    def turn(self) -> bool:
        """Go to the next page of the list; return whether there is one."""

    def scroll(self) -> None:
        """Scroll to the end of the page, and wait until it has settled."""

    def shot(self) -> Shot:
        """Return the current page for saving."""
