"""Forms and controls as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

FormKind: TypeAlias = Literal["search", "login", "other"]
"""What a form is for."""

SUBMITTING: Final = frozenset(["submit", "image"])
"""Kinds of controls that submit the form."""
CHECKABLE: Final = frozenset(["checkbox", "radio"])
"""Kinds of controls that are submitted only if checked."""
TYPED: Final = frozenset(["text", "search", "email", "url", "tel", "number", "password", "textarea"])
"""Kinds of controls for typed text."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a select: its value, its visible text, whether it is selected initially, and whether it is disabled."""

    value: str
    text: str
    chosen: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """One control: ``kind`` is the type of an input or a button, ``select`` or ``textarea``.

    ``value``, ``checked`` and ``choices`` are the initial state, ``label`` is the visible label.  A ``disabled`` control is
    never submitted.  ``action``, ``method`` and ``enctype`` are a button's overrides, or empty; ``dirname`` is the name for
    submitting the text direction.
    """

    node: int
    name: str
    kind: str
    value: str = ""
    label: str = ""
    choices: tuple[Option, ...] = ()
    checked: bool = False
    disabled: bool = False
    multiple: bool = False
    max_length: int | None = None
    action: str = ""
    method: str = ""
    enctype: str = ""
    dirname: str = ""
    direction: str = "ltr"


@dataclass(frozen=True, slots=True)
class Form:
    """One form: how it is submitted, and its controls in document order.

    ``action`` is absolute if the page's address is known, and defaults to that address; ``method`` is ``GET``, ``POST`` or
    ``dialog`` (which submits nothing); ``charset`` is the encoding of its entries.
    """

    node: int
    action: str
    method: str = "GET"
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    controls: tuple[Control, ...] = ()
    name: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class JudgedForm:
    """A form with the probabilities that it is a search or a login form."""

    form: Form
    search: float
    login: float

    @property
    def kind(self) -> FormKind:
        """The more likely of the two, or ``other`` if neither is likely."""
        if max(self.search, self.login) < LIKELY:
            return "other"
        return "search" if self.search >= self.login else "login"


LIKELY: Final = 0.5
"""Smallest probability for a form to be classified as search or login."""
