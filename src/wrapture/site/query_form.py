"""Turn an HTML form into a query form, and a query into a request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import quote

from wrapture.model import QueryForm
from wrapture.net.http_messages import Request
from wrapture.site.forms import Form, encoded, entries, find_forms, query_control
from wrapture.site.new_lines import PLACE

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.net.http_messages import Method

TOKEN_NAME: Final = re.compile(
    r"csrf|xsrf|token|nonce|viewstate|eventvalidation|authenticity|sessid|session|formkey", re.I
)
TOKEN_LENGTH: Final = 16
"""Fewest characters of a hidden value in a POST form to be taken for a one-time token."""


def query_form_of(form: Form, page: Page) -> QueryForm | None:
    """Return the query form of an HTML form, or None if it takes no query or can't be submitted."""
    field = query_control(form)
    if field is None or not field.name or form.method not in ("GET", "POST"):
        return None
    sent = entries(form, {field.name: "", **_required(form, page)})
    return QueryForm(
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


def request_for(query_form: QueryForm, query: str, form_page: Page | None = None) -> Request:
    """Return the request for a query; ``form_page`` is the form's page, fetched again if its values change."""
    if query_form.in_path:
        return Request(_address_of(query_form, query), referer=query_form.page)
    sent = _renewed(query_form, form_page) if form_page is not None else query_form.entries
    pairs, asked = [], False
    for name, value in sent:
        pairs.append((name, query if name == query_form.query and not asked else value))
        asked = asked or name == query_form.query
    form = Form(-1, query_form.action, query_form.method, query_form.enctype, query_form.charset)
    url, body, content_type = encoded(form, tuple(pairs))
    return Request(url, query_form.method, body, content_type, referer=query_form.page)


def _address_of(query_form: QueryForm, query: str) -> str:
    """Return the address of a query that stands in its path."""
    address = query_form.action.replace(PLACE, quote(query.encode(query_form.charset, "replace"), safe=""))
    others = tuple(pair for pair in query_form.entries if pair[0] != query_form.query)
    return encoded(Form(-1, address), others).url if others else address


def _renewed(query_form: QueryForm, page: Page) -> tuple[tuple[str, str], ...]:
    """Return the entries of the form on its reloaded page, or the stored ones if it is gone."""
    for form in find_forms(page):
        field = query_control(form)
        if form.action == query_form.action and field is not None and field.name == query_form.query:
            return entries(form, {query_form.query: "", **_required(form, page)})
    return query_form.entries


def _required(form: Form, page: Page) -> dict[str, str]:
    """Return the first nonempty option of each required select without a selected value."""
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
    """Return whether a hidden value looks like a one-time token."""
    return bool(value) and bool(TOKEN_NAME.search(name) or (form.method == "POST" and len(value) >= TOKEN_LENGTH))
