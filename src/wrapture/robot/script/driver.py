"""What runs the steps of a script: the same verbs for plain HTTP and for a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from wrapture.html.page import Page
    from wrapture.robot.script.filling import Pick
    from wrapture.robot.script.finding import Field, Target
    from wrapture.robot.script.vault import Filling


class StepError(Exception):
    """A step can't be done: the text says why and what to do; who runs the script says which step."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The page at hand as it is saved: no secret stands in it; ``hops`` are the addresses that led on to ``url``.

    ``charset`` is what the server said, and may be wrong.
    """

    url: str
    body: bytes = field(repr=False)
    asked: datetime
    hops: tuple[str, ...] = ()
    charset: str | None = None
    rendered: bool = False


class Driver(Protocol):
    """A page at hand and what can be done with it; what can't be done raises `StepError` or `SourceError`."""

    def look(self) -> Page:
        """Return the page at hand; nodes in fields and targets are those of the last look."""

    def open(self, url: str) -> None:
        """Go to an address."""

    def put(self, field: Field, filling: Filling) -> None:
        """Type into a field."""

    def pick(self, field: Field, picks: tuple[Pick, ...]) -> None:
        """Choose options."""

    def press(self, target: Target) -> None:
        """Press a button or follow a link."""

    def enter(self, field: Field) -> None:
        """Send the form of a field, as the Enter key in it does."""

    def wait_for(self, text: str, seconds: float) -> bool:
        """Return whether the page shows a text, in so many seconds where it can change."""

    def turn(self) -> bool:
        """Go on to the next page of the list at hand; return whether there is one."""

    def shot(self) -> Shot:
        """Return the page at hand to be saved."""
