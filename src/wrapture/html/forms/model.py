"""The nouns of forms: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

FormKind: TypeAlias = Literal["search", "login", "other"]
"""What a form is for."""

SUBMITTING: Final = frozenset(["submit", "image"])
"""Kinds of controls that send the form when they are pressed."""
CHECKABLE: Final = frozenset(["checkbox", "radio"])
"""Kinds of controls that are sent only where they are checked."""
TYPED: Final = frozenset(["text", "search", "email", "url", "tel", "number", "password", "textarea"])
"""Kinds of controls that a person types into."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a select: what is sent, what is shown, whether it is chosen from the start, and if it can't be."""

    value: str
    text: str
    chosen: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """One control: ``kind`` is the type of an input or a button, ``select`` or ``textarea``.

    ``value`` is what is sent where nobody touches it, ``label`` what a person reads beside it; ``checked`` and ``choices``
    are as the page comes.  A ``disabled`` one is never sent.  ``action``, ``method`` and ``enctype`` are those of a button
    that has its own (else empty); ``dirname`` is the name under which the direction of the text is sent too.
    """

    node: int
    name: str
    kind: str
    value: str = ""
    label: str = ""
    choices: tuple[Choice, ...] = ()
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
    """One form: where and how it is sent, and its controls in the order of the page.

    ``action`` is absolute where the page's address is known, and that address where the form names none; ``method`` is
    ``GET``, ``POST`` or ``dialog`` (which sends nothing); ``charset`` is the encoding its entries are sent in.
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
    """A form with how likely it is a search and a login form, 0 to 1."""

    form: Form
    search: float
    login: float

    @property
    def kind(self) -> FormKind:
        """The likelier of the two where it is likely at all."""
        if max(self.search, self.login) < LIKELY:
            return "other"
        return "search" if self.search >= self.login else "login"


LIKELY: Final = 0.5
"""From this probability on a form is taken for what it may be."""
