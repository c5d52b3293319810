"""Features of a form for classification: named numbers between 0 and 1."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.site.forms.form import SUBMITTING, TYPED, Control, Form
from wrapture.site.forms.form_words import named_for_query, plainly, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.html.page import Page

MAX_CONTROLS: Final = 60  # of a form to consider
MAX_TEXT: Final = 1_000  # characters of each of its texts
MAX_NODES: Final = 400  # nodes of a form to read
ADDRESS_TAIL: Final = 120  # characters of an address, from its path on
MAX_PICTURE: Final = 20  # nodes of a button
AGAINST_LOGIN: Final = ("register: form", "register: button", "recovery: form", "newsletter: form", "contact: form")
"""Features that a plain login form with one field and a password does not have."""
PRESSED: Final = SUBMITTING | {"button"}


@dataclass(frozen=True, slots=True)
class Said:
    """The normalized texts of a form: its attributes, action, buttons, field names, field labels, and all visible text."""

    form: str
    action: str
    buttons: str
    names: str
    texts: str
    shown: str


def features_of(page: Page, form: Form) -> dict[str, float]:
    """Return the features of a form, by name."""
    controls = form.controls[:MAX_CONTROLS]
    typed = [one for one in controls if one.kind in TYPED]
    said = _said(page, form, controls, typed)
    found = {**_counts(page, form, controls, typed), **_words(said)}
    found["bare login"] = found["nothing else"] and not any(found[name] for name in AGAINST_LOGIN)
    return {name: float(value) for name, value in found.items()}


def _counts(page: Page, form: Form, controls: Sequence[Control], typed: Sequence[Control]) -> dict[str, float]:
    kinds = Counter(one.kind for one in controls)
    plain = len(typed) - kinds["password"]
    return {
        "is sent by GET": form.method == "GET",
        "no field": not typed,
        "one field": plain == 1,
        "two fields": plain == 2,
        "many fields": min(max(plain - 2, 0), 5) / 5,
        "one password": kinds["password"] == 1,
        "passwords": kinds["password"] > 1,
        "one field and a password": plain == 1 and kinds["password"] == 1,
        "nothing else": plain == 1
        and kinds["password"] == 1
        and not kinds["select"] + kinds["radio"] + kinds["textarea"],
        "nothing but one field": plain == 1 and len(typed) == 1 and not kinds["select"] and not kinds["checkbox"],
        "long text": kinds["textarea"] > 0,
        "email field": kinds["email"] > 0,
        "search field": kinds["search"] > 0 or _has_role(page, form, controls),
        "file": kinds["file"] > 0,
        "selects": min(kinds["select"], 4) / 4,
        "checkbox": kinds["checkbox"] == 1,
        "boxes": min(kinds["checkbox"] + kinds["radio"], 8) / 8,
        "hidden fields": min(kinds["hidden"], 8) / 8,
        "no button": not any(kinds[kind] for kind in PRESSED),
        "picture as a button": kinds["image"] > 0,
        "field named for a query": any(named_for_query(one.name) for one in typed if one.kind != "password"),
    }


def _words(said: Said) -> dict[str, float]:
    fields = said.names + said.texts
    own_texts = said.form + said.action + said.buttons
    return {
        "search: anywhere": says("search", own_texts + fields),
        "search: form": says("search", said.form),
        "search: action": says("search", said.action),
        "search: button": says("search", said.buttons),
        "search: field name": says("search", said.names),
        "search: field text": says("search", said.texts),
        "login: anywhere": says("login", own_texts),
        "login: form": says("login", said.form),
        "login: action": says("login", said.action),
        "login: button": says("login", said.buttons),
        "login: shown": says("login", said.shown),
        "remember: shown": says("remember", said.shown + fields),
        "user: field": says("user", fields),
        "register: form": says("register", said.form + said.action),
        "register: button": says("register", said.buttons),
        "recovery: form": says("recovery", said.form + said.action + said.buttons),
        "recovery: shown": says("recovery", said.shown),
        "newsletter: form": says("newsletter", said.form + said.action + said.buttons),
        "newsletter: shown": says("newsletter", said.shown),
        "contact: form": says("contact", said.form + said.action),
        "contact: field": says("contact", fields + said.buttons),
        "email: field": says("email", fields),
        "name: field": says("name", fields),
        "cart": says("cart", said.form + said.action + said.buttons + fields),
        "display": says("display", said.form + said.buttons + fields),
        "captcha": says("captcha", said.form + fields),
    }


def _has_role(page: Page, form: Form, controls: Sequence[Control]) -> bool:
    """Return whether a form, its parent or one of its controls has a search role."""
    nodes = [form.node, page.parents[form.node], *(one.node for one in controls)]
    return any("search" in (page.attribute(node, "role") or "").lower() for node in nodes if node >= 0)


def _said(page: Page, form: Form, controls: Sequence[Control], typed: Sequence[Control]) -> Said:
    return Said(
        form=_attributes(page, [form.node], ("id", "name", "class", "title", "aria-label", "onsubmit"))
        + _attributes(page, [page.parents[form.node]], ("id", "class")),
        action=plainly(_tail(form.action)),
        buttons=_buttons(page, [one for one in controls if one.kind in PRESSED]),
        names=_attributes(page, [one.node for one in typed], ("name", "id", "class")),
        texts=_attributes(page, [one.node for one in typed], ("placeholder", "title", "aria-label", "value"))
        + _joined(one.label for one in typed),
        shown=plainly(page.text(Span(form.node, min(page.stops[form.node], form.node + MAX_NODES)))[:MAX_TEXT]),
    )


def _buttons(page: Page, buttons: Sequence[Control]) -> str:
    """Return the texts of buttons and the names of their images."""
    spans = [range(one.node, min(page.stops[one.node], one.node + MAX_PICTURE)) for one in buttons]
    pictures = [node for span in spans for node in span if page.tags[node] != TEXT]
    own = _attributes(page, pictures, ("name", "id", "class", "title", "alt", "value", "aria-label"))
    return (
        own + _joined(one.label for one in buttons) + _joined(_tail(page.attribute(n, "src") or "") for n in pictures)
    )


def _attributes(page: Page, nodes: Sequence[int], names: Sequence[str]) -> str:
    return _joined(page.attribute(node, name) or "" for node in nodes if node >= 0 for name in names)


def _joined(texts: Iterable[str]) -> str:
    joined = " ".join(filter(None, texts))
    return plainly(joined[:MAX_TEXT])


def _tail(address: str) -> str:
    """Return an address from its path on: a host name says nothing about a form."""
    return address.partition("://")[2].partition("/")[2][:ADDRESS_TAIL] if "://" in address else address[:ADDRESS_TAIL]
