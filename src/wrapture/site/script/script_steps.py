"""The steps of a script: frozen values, a closed union."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from wrapture.net.web_address import without_password


@dataclass(frozen=True, slots=True)
class Secret:
    """The name of a secret: an environment variable, or else prompted for."""

    name: str


Value: TypeAlias = str | Secret
Fields: TypeAlias = tuple[tuple[str, Value], ...]
"""Names of fields with their values."""


@dataclass(frozen=True, slots=True)
class Open:
    """Go to an address; after the first step it may be relative to the current page."""

    url: str


@dataclass(frozen=True, slots=True)
class LogIn:
    """Fill and submit the login form of the current page; ``others`` are its further fields."""

    user: Value | None
    password: Secret
    others: Fields = ()


@dataclass(frozen=True, slots=True)
class Fill:
    """Type into fields."""

    fields: Fields


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose options of selects, radio buttons and checkboxes."""

    fields: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Click:
    """Press a button or follow a link: the first with a text, or the one with a number; ``sure`` to accept side effects."""

    text: str
    number: int | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class ClickUntilGone:
    """Press a button such as "load more" until it is gone or changes nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class ScrollUntilStill:
    """Scroll to the end of the page until nothing new comes, at most ``times`` times."""

    times: int


@dataclass(frozen=True, slots=True)
class Send:
    """Submit the form of a field, as the Enter key does."""

    field: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for some seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WaitFor:
    """Wait until the page shows a text."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class SavePage:
    """Save the current page under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Next:
    """Go to the next page of a list, at most ``pages`` times, and save each under a name."""

    pages: int
    save: str


Step: TypeAlias = (
    Open | LogIn | Fill | Choose | Click | ClickUntilGone | ScrollUntilStill | Send | Wait | WaitFor | SavePage | Next
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A step with its number and its line in the file, both counted from 1."""

    step: Step
    number: int
    line: int

    @property
    def place(self) -> str:
        """The location for messages."""
        return f"step {self.number} (line {self.line})"


@dataclass(frozen=True, slots=True)
class Script:
    """All steps of a script file."""

    path: str
    steps: tuple[Placed, ...]

    @property
    def secrets(self) -> tuple[str, ...]:
        """The names of all secrets, each once."""
        return tuple(dict.fromkeys(name for placed in self.steps for name in secrets_of(placed.step)))


def secrets_of(step: Step) -> list[str]:
    """Return the names of the secrets that a step needs."""
    match step:
        case LogIn(user, password, others):
            values = [user, password, *(value for _, value in others)]
        case Fill(fields):
            values = [value for _, value in fields]
        case _:
            values = []
    return [value.name for value in values if isinstance(value, Secret)]


def described(step: Step) -> str:  # noqa: C901 - one case for each step
    """Return a short description of a step, without the values it fills in.

    >>> described(Fill((("q", "court"), ("key", Secret("KEY")))))
    'fill q, key'
    """
    match step:
        case Open(url):
            said = f"open {without_password(url)}"
        case LogIn(user):
            said = f"log in as {user}" if isinstance(user, str) else "log in"
        case Fill(fields) | Choose(fields):
            said = f"{'fill' if isinstance(step, Fill) else 'choose'} {', '.join(name for name, _ in fields)}"
        case Click(text):
            said = f"click {text}"
        case ClickUntilGone(text):
            said = f"click {text} until it is gone"
        case ScrollUntilStill():
            said = "scroll until nothing new comes"
        case Send(field):
            said = f"send {field}"
        case Wait(seconds):
            said = f"wait {seconds:g} s"
        case WaitFor(text):
            said = f"wait for {text!r}"
        case SavePage(name):
            said = f"save {name}"
        case Next(pages, save):
            said = f"next, {pages} pages at most, saved as {save}"
    return said
