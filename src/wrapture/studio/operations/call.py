"""A call of the API as a value, and the register of all operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import StudioError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel

    from wrapture.studio import requests
    from wrapture.studio.workshop import Workshop

MAX_BYTES: Final = 16 * 1024 * 1024
"""Of a page that is given to the studio: ten times the largest list page of the corpus."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request: what stands in its address, behind it, and in its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    content: bytes = b""
    content_type: str = ""
    form: Any = None  # what the body says, checked, where the operation takes a form

    @property
    def desk(self) -> str:
        """The desk that is meant."""
        return self.path["desk"]

    @property
    def revision(self) -> int:
        """The revision that the caller has seen: in the form, or behind the address."""
        if self.form is not None:
            return int(self.form.revision)
        told = self.query.get("revision", "")
        if not told.isdecimal() or len(told) > 9:
            raise StudioError("revision: say which revision of the desk you have seen, as in ?revision=3")
        return int(told)


@dataclass(frozen=True, slots=True)
class File:
    """An answer that is a file to keep."""

    content: bytes
    content_type: str
    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One call of the API; ``takes`` and ``gives`` are forms, None for bytes that go in or come out."""

    method: str
    path: str
    summary: str
    run: Callable[[Workshop, Call], Any]
    takes: type[requests.Request] | None = None
    gives: type[BaseModel] | None = None
    query: Mapping[str, str] = field(default_factory=dict)  # what stands behind the address, with its meaning
    takes_bytes: bool = False


OPERATIONS: Final[list[Operation]] = []


def operation(method: str, path: str, **more: Any) -> Callable[[Callable[[Workshop, Call], Any]], Callable[..., Any]]:
    """Return a decorator that makes a function an operation; the first line of its docstring is the summary."""

    def register(run: Callable[[Workshop, Call], Any]) -> Callable[..., Any]:
        summary = (run.__doc__ or "").splitlines()[0].rstrip(".")
        OPERATIONS.append(Operation(method, path, summary, run, **more))
        return run

    return register


REVISION: Final = {"revision": "the revision of the desk that the caller has seen"}
