"""From a form to how a site is asked, and from there to the request of a query."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from wrapture.html.forms import Form, encoded, entries, find_forms, query_control
from wrapture.model import Asking
from wrapture.web.messages import Request

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.web.messages import Method

TOKEN_NAME: Final = re.compile(
    r"csrf|xsrf|token|nonce|viewstate|eventvalidation|authenticity|sessid|session|formkey", re.I
)
TOKEN_LENGTH: Final = 16
"""Characters of a hidden value from which on, in a posted form, it is taken to be of this visit alone."""


def asking_of(form: Form, page: Page) -> Asking | None:
    """Return how a site is asked by a form, None where the form takes no query or can't be sent."""
    field = query_control(form)
    if field is None or not field.name or form.method not in ("GET", "POST"):
        return None
    sent = entries(form, {field.name: "", **_required(form, page)})
    return Asking(
        page=page.url or form.action,
        action=form.action,
        query=field.name,
        entries=sent,
        method=cast("Method", form.method),
        enctype=form.enctype,
        charset=form.charset,
        fresh=any(
            _is_of_a_visit(form, control.name, control.value) for control in form.controls if control.kind == "hidden"
        ),
    )


def request_for(asking: Asking, query: str, form_page: Page | None = None) -> Request:
    """Return the request that a query makes; ``form_page`` is the form's page as it is now, where its values change."""
    sent = _renewed(asking, form_page) if form_page is not None else asking.entries
    pairs, asked = [], False
    for name, value in sent:
        pairs.append((name, query if name == asking.query and not asked else value))
        asked = asked or name == asking.query
    form = Form(-1, asking.action, asking.method, asking.enctype, asking.charset)
    url, body, content_type = encoded(form, tuple(pairs))
    return Request(url, asking.method, body, content_type, referer=asking.page)


def _renewed(asking: Asking, page: Page) -> tuple[tuple[str, str], ...]:
    """Return what the form sends as it stands on its page now; as it was, where it is no longer there."""
    for form in find_forms(page):
        field = query_control(form)
        if form.action == asking.action and field is not None and field.name == asking.query:
            return entries(form, {asking.query: "", **_required(form, page)})
    return asking.entries


def _required(form: Form, page: Page) -> dict[str, str]:
    """Return the first choice that says something for each list of choices that must not be left as it comes."""
    selects = [control for control in form.controls if control.kind == "select"]
    needed = [control for control in selects if page.attribute(control.node, "required") is not None]
    found: dict[str, str] = {}
    for control in needed:
        chosen = [choice.value for choice in control.choices if choice.chosen]
        offered = [choice.value for choice in control.choices if choice.value and not choice.disabled]
        if offered and not any(chosen):
            found[control.name] = offered[0]
    return found


def _is_of_a_visit(form: Form, name: str, value: str) -> bool:
    """Return whether a hidden value looks as if it is made anew for each visit."""
    return bool(value) and bool(TOKEN_NAME.search(name) or (form.method == "POST" and len(value) >= TOKEN_LENGTH))
