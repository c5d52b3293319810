"""The field of a form that takes the query: the one with most signs of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.forms.model import TYPED, Control, Form
from wrapture.html.forms.words import named_for_query, plainly, says

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKED: Final = frozenset(TYPED - {"password", "email", "tel", "number"})
"""Kinds of controls that take words."""
OF_SEARCH, OF_NAME, OF_WORD, OF_TEXT = 4.0, 3.0, 2.0, 1.0
"""What each sign counts: its kind, its whole name, a word in its name, a word beside it."""
OF_PERSON, OF_NUMBER = -1.0, -3.0
"""What a word of something else in its name counts: of a person's name, or of a number, a date, an address."""


def query_control(form: Form) -> Control | None:
    """Return the field of a form that takes the query, None where all take something else; of several alike, the first.

    A form that is a search by a person's name takes that as its query, and one with a single field whatever that takes.

    >>> found = query_control(Form(0, "", controls=(Control(1, "place", "text"), Control(2, "q", "text"))))
    >>> found and found.name
    'q'
    """
    fields = [one for one in form.controls if one.kind in ASKED and one.name and not one.disabled]
    if len(fields) == 1:
        return fields[0]
    best = max(fields, key=_signs, default=None)
    return best if best is not None and _signs(best) >= OF_PERSON else None


def _signs(control: Control) -> float:
    return sum(_each_sign(control))


def _each_sign(control: Control) -> Iterator[float]:
    """Yield what each sign of a query counts for a field."""
    name, label = plainly(control.name), plainly(control.label)
    yield OF_SEARCH * (control.kind == "search")
    yield OF_NAME * named_for_query(control.name)
    yield OF_WORD * (says("search", name) or says("query name", name))
    yield OF_TEXT * (says("search", label) or says("search", plainly(control.value)))
    yield OF_PERSON * (says("name", name) or says("user", name))
    yield OF_NUMBER * any(says(group, name) for group in ("number", "email", "captcha"))
