"""Find what a step refers to on the current page: a field by name, id or label; a button or link by its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from wrapture.model import Span
from wrapture.site.forms import find_forms, login_forms
from wrapture.site.forms.controls import Controls
from wrapture.site.forms.form import CHECKABLE, SUBMITTING, TYPED, Form
from wrapture.site.forms.ownership import find_owners
from wrapture.site.script.driver import StepError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.site.forms import Control

T = TypeVar("T")

NO_FORM: Final = -1
"""The node of the pseudo-form for controls outside of forms."""
PRESSED: Final = SUBMITTING | {"button", "reset"}
UNTYPED: Final = PRESSED | CHECKABLE | {"hidden", "file", "select"}
CHOSEN: Final = CHECKABLE | {"select"}
ROLES: Final = frozenset({"button", "link", "tab"})
"""ARIA roles of elements that scripts use as buttons."""
SHOWN: Final = 6
"""Names to list in a message."""
MAX_TEXT: Final = 200
"""Characters of a button's or link's text to compare."""


class FoundControl(NamedTuple):
    """A control and its form."""

    form: Form
    control: Control


class Target(NamedTuple):
    """What can be clicked: a button with its form, or a link with its address."""

    node: int
    names: tuple[str, ...]
    field: FoundControl | None = None
    url: str = ""

    @property
    def text(self) -> str:
        """The visible text."""
        return self.names[0] if self.names else ""


def forms_of(page: Page) -> list[Form]:
    """Return the forms of a page, and last a pseudo-form with the controls that belong to no form."""
    owners = find_owners(page)
    orphans = [node for node in owners.controls if node not in owners.forms]
    reader = Controls(page) if orphans else None
    controls = tuple(reader.read(node) for node in orphans) if reader else ()
    return [*find_forms(page), *([Form(NO_FORM, "", "dialog", controls=controls)] if controls else [])]


# --- fields ---


def field_named(page: Page, forms: Sequence[Form], name: str, *, choose: bool = False) -> FoundControl:
    """Return the first field with a name, id or label, in the order of forms; raises `StepError`."""
    fields = [
        FoundControl(form, one)
        for form in forms
        for one in form.controls
        if one.kind not in PRESSED and not one.disabled
    ]
    fitting = [
        one for one in fields if (one.control.kind in CHOSEN) is choose and one.control.kind not in ("hidden", "file")
    ]
    found = _first(fitting, name, lambda one: _names_of_field(page, one.control))
    if found is not None:
        return found
    other = _first(fields, name, lambda one: _names_of_field(page, one.control))
    if other is not None:
        raise StepError(f"the field {name!r} {_unfit(other.control, choose)}")
    known = dict.fromkeys(one.control.label or one.control.name for one in fitting)
    raise StepError(f"no field {name!r} on {page.url}; {_there_are(known)}")


def _names_of_field(page: Page, control: Control) -> tuple[str, ...]:
    return control.name, page.attribute(control.node, "id") or "", control.label.strip(" :*")


def _unfit(control: Control, choose: bool) -> str:
    if control.kind == "hidden":
        return "is hidden and can't be filled by a person; leave it as it is"
    if control.kind == "file":
        return "takes a file, which is never sent; leave it as it is"
    return "is typed into; use fill" if choose else "takes one of several options; use choose"


def login_field(page: Page) -> tuple[Form, Control | None, Control]:
    """Return the login form of a page with its user and password fields; raises `StepError`."""
    for form in login_forms(page):
        place = next((i for i, one in enumerate(form.controls) if one.kind == "password" and not one.disabled), None)
        if place is not None:
            return form, _user_field(form.controls, place), form.controls[place]
    raise StepError(f"no login form found on {page.url}; open its page first, or use fill and click")


def _user_field(controls: Sequence[Control], password: int) -> Control | None:
    """Return the last text field before the password, or else the first one after it."""
    typed = [i for i, one in enumerate(controls) if one.kind in TYPED - {"password"} and not one.disabled]
    before, after = [i for i in typed if i < password], [i for i in typed if i > password]
    return controls[before[-1]] if before else controls[after[0]] if after else None


# --- buttons and links ---


def target_named(page: Page, forms: Sequence[Form], text: str, number: int | None) -> Target:
    """Return the button or link with a text: the first, or the one with a number; raises `StepError`.

    Links with the same text but different addresses need a number.
    """
    targets = [*_buttons(page, forms), *_links(page)]
    found = _fitting(targets, text, lambda one: one.names)
    if not found:
        raise StepError(f"no button or link {text!r} on {page.url}; {_there_are(one.text for one in targets)}")
    if number is not None:
        if number > len(found):
            raise StepError(f"only {len(found)} buttons and links {text!r} on {page.url}; give a lower number")
        return found[number - 1]
    if found[0].field is None and len({one.url for one in found}) > 1:
        raise StepError(f"{len(found)} links say {text!r}; write click: {{text: {text}, number: 1}} or another number")
    return found[0]


def _buttons(page: Page, forms: Iterable[Form]) -> Iterator[Target]:
    for form in forms:
        for control in form.controls:
            if control.kind in PRESSED and not control.disabled:
                names = (control.label, control.value, control.name, page.attribute(control.node, "id") or "")
                yield Target(control.node, tuple(filter(None, names)), FoundControl(form, control))


def _links(page: Page) -> Iterator[Target]:
    """Yield the links of a page, and elements that scripts use as buttons."""
    for node, tag in enumerate(page.tags):
        href = page.address(node, "href") if tag in ("a", "area") else None
        if href is not None or page.attribute(node, "role") in ROLES:
            names = (_text(page, node), *(page.attribute(node, one) or "" for one in ("aria-label", "title", "id")))
            yield Target(node, tuple(filter(None, (name.strip() for name in names))), url=href or "")


def _text(page: Page, node: int) -> str:
    """Return the text of a link, or the alternative texts of its images."""
    span = Span(node, page.stops[node])
    images = (page.attribute(one, "alt") or "" for one in span if page.tags[one] == "img")
    return page.text(span)[:MAX_TEXT] or " ".join(images).strip()[:MAX_TEXT]


# --- names ---


def _first(
    candidates: Sequence[FoundControl], name: str, names: Callable[[FoundControl], tuple[str, ...]]
) -> FoundControl | None:
    return next(iter(_fitting(candidates, name, names)), None)


def _fitting(candidates: Sequence[T], name: str, names: Callable[[T], tuple[str, ...]]) -> list[T]:
    """Return the items with a name: exactly, or else ignoring case."""
    wanted = " ".join(name.split())
    exact = [one for one in candidates if wanted in names(one)]
    return exact or [one for one in candidates if wanted.casefold() in {known.casefold() for known in names(one)}]


def _there_are(names: Iterable[str]) -> str:
    """Return a list of the first names, for a message."""
    known = [name[:40] for name in dict.fromkeys(names) if name]
    if not known:
        return "there is none at all; where a script adds it: run with `render`, and wait for it"
    return f"there are {', '.join(map(repr, known[:SHOWN]))}{' …' if len(known) > SHOWN else ''}"
