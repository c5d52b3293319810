"""The desk: the state of one piece of work in the studio, as a value; each step makes a new one, so undo is easy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from wrapture.errors import StudioError

if TYPE_CHECKING:
    from wrapture.model import Labels, Media, Wrapper
    from wrapture.studio.by_hand import ByHand

How: TypeAlias = Literal["candidate", "labels", "opened"]
"""Where the wrapper comes from: a chosen list, labels, or a file."""

MAX_STEPS: Final = 200
"""Most steps that can be undone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The learner and, for the repeats learner, IEPAD's parameters; None is the default."""

    learner: str = "all"
    encoding: str | None = None
    min_length: int | None = None
    min_count: int | None = None
    max_variance: float | None = None
    min_density: float | None = None


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page on a desk: its capture without the bytes, which are stored under ``id``.

    The wrapper is learned from pages with ``learn``; the others are for testing.  ``scripts`` says that those of a
    rendered page ran.
    """

    id: str
    name: str
    url: str | None = None
    charset: str | None = None
    media: Media = "html"
    folder: str | None = None
    fetched: bool = False
    learn: bool = True
    scripts: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """Where a wrapper was opened from or saved to: its name and path, the wrapper, and the stamp of the file then."""

    name: str
    path: str
    wrapper: Wrapper
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class LabelledDraft:
    """The labels of one page of a desk, as places in its source."""

    page: str
    names: tuple[str, ...]
    records: tuple[Labels, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """The state of a desk.

    ``choice`` is the number of the chosen candidate of the page ``chosen_on``, from 1; 0 if the wrapper is not one of them.
    ``edited`` says whether columns were edited; ``note`` is a message of the last step; ``by_hand`` are
    corrections that no rule covers.
    """

    pages: tuple[DeskPage, ...] = ()
    settings: Settings = Settings()
    chosen_on: str = ""
    choice: int = 0
    how: How = "candidate"
    wrapper: Wrapper | None = None
    labels: tuple[LabelledDraft, ...] = ()
    name: str = ""
    edited: bool = False
    note: str = ""
    by_hand: tuple[ByHand, ...] = ()

    @property
    def learned_from(self) -> list[DeskPage]:
        """The pages that the wrapper is learned from, the one with the chosen list first."""
        return sorted((page for page in self.pages if page.learn), key=lambda page: page.id != self.chosen_on)

    def page(self, page_id: str) -> DeskPage | None:
        """Return a page by its id, or None if it is not on the desk."""
        return next((page for page in self.pages if page.id == page_id), None)


@dataclass(frozen=True, slots=True)
class DeskStep:
    """A step: its description, and the desk after it."""

    words: str
    desk: Desk


@dataclass(frozen=True, slots=True)
class History:
    """All steps of a desk, and the current one.

    ``revision`` counts every change, including undo and redo, so that a window can detect that it is out of date.
    """

    id: str
    steps: tuple[DeskStep, ...] = field(default=(DeskStep("", Desk()),))
    at: int = 0
    revision: int = 0
    saved: Saved | None = None

    @property
    def desk(self) -> Desk:
        """The current desk."""
        return self.steps[self.at].desk

    @property
    def undoes(self) -> str | None:
        """The description of the step that undo reverts."""
        return self.steps[self.at].words if self.at else None

    @property
    def redoes(self) -> str | None:
        """The description of the step that redo repeats."""
        return self.steps[self.at + 1].words if self.at + 1 < len(self.steps) else None

    @property
    def is_saved(self) -> bool:
        """Whether the wrapper was saved and has not changed since."""
        return self.saved is not None and self.saved.wrapper == self.desk.wrapper

    def stepped(self, words: str, desk: Desk, *, again: bool = False) -> History:
        """Return the history with one more step; undone steps are dropped.

        With ``again`` it replaces the last step if that has the same description, as for each move of a slider.
        """
        before = self.at if again and self.at and self.undoes == words else self.at + 1
        steps = (*self.steps[:before], DeskStep(words, desk))
        dropped = max(0, len(steps) - MAX_STEPS - 1)
        return replace(self, steps=steps[dropped:], at=len(steps) - 1 - dropped, revision=self.revision + 1)

    def undone(self) -> History:
        """Return the history one step back, if there is one."""
        return replace(self, at=max(0, self.at - 1), revision=self.revision + 1)

    def redone(self) -> History:
        """Return the history one step forward, if a step was undone."""
        return replace(self, at=min(len(self.steps) - 1, self.at + 1), revision=self.revision + 1)

    def saved_to(self, saved: Saved) -> History:
        """Return the history with the current wrapper marked as saved."""
        return replace(self, saved=saved, revision=self.revision + 1)


def corrections_on(desk: Desk, page: DeskPage) -> tuple[ByHand, ...]:
    """Return the corrections by hand on one page."""
    return tuple(one for one in desk.by_hand if one.page == page.id)


def page_of(desk: Desk, page_id: str) -> DeskPage:
    """Return a page of a desk; raises `StudioError` if it is not there."""
    page = desk.page(page_id)
    if page is None:
        raise StudioError(f"page {page_id[:40]!r} is not on this desk; it may have been removed")
    return page
