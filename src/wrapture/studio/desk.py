"""The desk: one piece of work in the studio, as a value; what a person does gives the next one, and undo the one before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from wrapture.model import Labels, Media, Wrapper

How: TypeAlias = Literal["candidate", "labels", "opened"]
"""Where the wrapper comes from: a list that was found and chosen, what a person labelled, or a file."""

MAX_STEPS: Final = 200
"""Steps that can be taken back."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Who looks for records and, where that is the repeats learner, with which of IEPAD's parameters; None is the default."""

    learner: str = "all"
    encoding: str | None = None
    min_length: int | None = None
    min_count: int | None = None
    max_variance: float | None = None
    min_density: float | None = None


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page on a desk: what is known of its capture, whose bytes are kept under ``id``.

    The wrapper is learned from the pages that say ``learn``; the others are there to test it.
    """

    id: str
    name: str
    url: str | None = None
    charset: str | None = None
    media: Media = "html"
    folder: str | None = None
    fetched: bool = False
    learn: bool = True


@dataclass(frozen=True, slots=True)
class Saved:
    """Where a wrapper was opened from or saved to: its name there, what was saved, and the stamp of the file then."""

    name: str
    path: str
    wrapper: Wrapper
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class LabelledDraft:
    """The labels of one page of a desk, in places of its source."""

    page: str
    names: tuple[str, ...]
    records: tuple[Labels, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """What is on a desk at one moment.

    ``choice`` counts the candidates of the page ``chosen_on`` from 1; it is 0 where the wrapper is not one of them.  ``edited``
    says whether a person has changed columns, ``note`` what the last step left to say.
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

    @property
    def learned_from(self) -> list[DeskPage]:
        """The pages that the wrapper is learned from, the one that its list was chosen on before the others."""
        return sorted((page for page in self.pages if page.learn), key=lambda page: page.id != self.chosen_on)

    def page(self, page_id: str) -> DeskPage | None:
        """Return a page by its id, None where it is not on the desk."""
        return next((page for page in self.pages if page.id == page_id), None)


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, in words, and what the desk was like after it."""

    words: str
    desk: Desk


@dataclass(frozen=True, slots=True)
class History:
    """All steps of a desk up to the last, and which of them the desk is at.

    ``revision`` counts every change, undo and redo among them, so that two windows can tell that they saw the same.
    """

    id: str
    steps: tuple[Step, ...] = field(default=(Step("", Desk()),))
    at: int = 0
    revision: int = 0
    saved: Saved | None = None

    @property
    def desk(self) -> Desk:
        """What is on the desk now."""
        return self.steps[self.at].desk

    @property
    def undoes(self) -> str | None:
        """The step that undo takes back, in words."""
        return self.steps[self.at].words if self.at else None

    @property
    def redoes(self) -> str | None:
        """The step that redo does again, in words."""
        return self.steps[self.at + 1].words if self.at + 1 < len(self.steps) else None

    @property
    def is_saved(self) -> bool:
        """Whether the wrapper was saved, and nothing was done to it since."""
        return self.saved is not None and self.saved.wrapper == self.desk.wrapper

    def stepped(self, words: str, desk: Desk, *, again: bool = False) -> History:
        """Return the history with one more step; what was undone before is forgotten.

        A step that is the last one done ``again``, as each move of a slider is, takes its place.
        """
        before = self.at if again and self.at and self.undoes == words else self.at + 1
        steps = (*self.steps[:before], Step(words, desk))
        dropped = max(0, len(steps) - MAX_STEPS - 1)
        return replace(self, steps=steps[dropped:], at=len(steps) - 1 - dropped, revision=self.revision + 1)

    def undone(self) -> History:
        """Return the history one step back; at the beginning there is none."""
        return replace(self, at=max(0, self.at - 1), revision=self.revision + 1)

    def redone(self) -> History:
        """Return the history one step on again, where a step was taken back."""
        return replace(self, at=min(len(self.steps) - 1, self.at + 1), revision=self.revision + 1)

    def saved_to(self, saved: Saved) -> History:
        """Return the history with the wrapper of this moment saved somewhere."""
        return replace(self, saved=saved, revision=self.revision + 1)
