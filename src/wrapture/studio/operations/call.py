"""A call of the API as a value, and the registry of all operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wrapture.errors import StudioError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel

    from wrapture.studio import requests
    from wrapture.studio.service import Service

MAX_BYTES: Final = 16 * 1024 * 1024
"""Largest page to upload: ten times the largest list page of the corpus."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request: its path and query parameters, and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    content: bytes = b""
    content_type: str = ""
    form: Any = None  # the validated body, if the operation takes one

    @property
    def desk(self) -> str:
        """The id of the desk."""
        return self.path["desk"]

    @property
    def revision(self) -> int:
        """The revision that the caller has seen, from the body or the query."""
        if self.form is not None:
            return int(self.form.revision)
        revision = self.query.get("revision", "")
        if not revision.isdecimal() or len(revision) > 9:
            raise StudioError(
                "revision: missing or invalid; give the revision of the desk you have seen, as in ?revision=3"
            )
        return int(revision)


@dataclass(frozen=True, slots=True)
class Download:
    """A response that is a file to download."""

    content: bytes
    content_type: str
    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API; ``takes`` and ``gives`` are the request and response models, None for raw bytes."""

    method: str
    path: str
    summary: str
    run: Callable[[Service, Call], Any]
    takes: type[requests.ApiRequest] | None = None
    gives: type[BaseModel] | None = None
    query: Mapping[str, str] = field(default_factory=dict)  # query parameters with their descriptions
    takes_bytes: bool = False


OPERATIONS: Final[list[Operation]] = []


def operation(method: str, path: str, **more: Any) -> Callable[[Callable[[Service, Call], Any]], Callable[..., Any]]:
    """Return a decorator that makes a function an operation; the first line of its docstring is the summary."""

    def register(run: Callable[[Service, Call], Any]) -> Callable[..., Any]:
        summary = (run.__doc__ or "").splitlines()[0].rstrip(".")
        OPERATIONS.append(Operation(method, path, summary, run, **more))
        return run

    return register


REVISION: Final = {"revision": "the revision of the desk that the caller has seen"}
