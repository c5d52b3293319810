"""Find the query field of a form: the one with the most evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.site.forms.form import TYPED, Control, Form
from wrapture.site.forms.form_words import named_for_query, plainly, says

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKED: Final = frozenset(TYPED - {"password", "email", "tel", "number"})
"""Kinds of controls that can take a query."""
OF_SEARCH, OF_NAME, OF_WORD, OF_TEXT = 4.0, 3.0, 2.0, 1.0
"""Weights of the control's kind, its whole name, a word in its name, a word in its label."""
OF_PERSON, OF_NUMBER = -1.0, -3.0
"""Weights of a name that means something else: a person's name, or a number, a date, an address."""


def query_control(form: Form) -> Control | None:
    """Return the query field of a form, the first of several equal ones, or None if all take something else.

    In a search for people, the person's name is the query; a single field always is.

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
    """Yield the weight of each piece of evidence for a field."""
    name, label = plainly(control.name), plainly(control.label)
    yield OF_SEARCH * (control.kind == "search")
    yield OF_NAME * named_for_query(control.name)
    yield OF_WORD * (says("search", name) or says("query name", name))
    yield OF_TEXT * (says("search", label) or says("search", plainly(control.value)))
    yield OF_PERSON * (says("name", name) or says("user", name))
    yield OF_NUMBER * any(says(group, name) for group in ("number", "email", "captcha"))
