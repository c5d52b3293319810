"""Models of the API's responses about the library: wrappers, their history and versions; see `answers`."""

from typing import Literal

from pydantic import BaseModel


class HealthNoteAnswer(BaseModel):
    """How well a page fitted a wrapper of the library; `verdict` is that of a check, empty if the page was only read."""

    page: str
    when: str
    fit: float
    found: int
    misfit: str
    verdict: str
    likeness: float | None


class LibraryWrapper(BaseModel):
    """A wrapper of the library."""

    name: str
    kind: str
    columns: int
    records: tuple[int, int]
    addresses: list[str]
    error: str
    health: list[HealthNoteAnswer]
    words: str


class WrapperVersionAnswer(BaseModel):
    """An earlier version of a wrapper, and when it was replaced."""

    version: str
    when: str


class WrapperHistory(BaseModel):
    """The health of a wrapper over time, its earlier versions, and the page that it is run on; newest first."""

    health: list[HealthNoteAnswer]
    versions: list[WrapperVersionAnswer]
    page: str


class LibraryCheck(BaseModel):
    """What a check of a wrapper's page, as it is now, said."""

    words: str
    verdict: str
    reasons: list[str]


class LibraryAnswer(BaseModel):
    """The wrappers of the library."""

    folder: str
    wrappers: list[LibraryWrapper]


class Named(BaseModel):
    """The new name."""

    name: str


class Deleted(BaseModel):
    """The token that undoes a deletion."""

    undo: str


class Restored(BaseModel):
    """The restored desk or wrapper."""

    restored: Literal["desk", "wrapper"]
    name: str
    id: str | None
