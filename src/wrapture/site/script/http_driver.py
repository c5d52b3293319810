"""Run the steps of a script over plain HTTP, without running the scripts of pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from wrapture.html.parsing import read_page
from wrapture.net.http_messages import Request
from wrapture.net.redacted_messages import masked_answer
from wrapture.net.redaction import holds, masker
from wrapture.site.forms import default_button, encoded, entries, pressed
from wrapture.site.forms.form import SUBMITTING
from wrapture.site.page_visits import capture_of
from wrapture.site.pagination import next_request
from wrapture.site.script.driver import Shot, StepError
from wrapture.site.script.filling import with_picks, with_text
from wrapture.site.script.find_controls import NO_FORM
from wrapture.site.script.meta_refresh import leads_on_to

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.net.http_messages import Method, Response
    from wrapture.net.visitor import Visitor
    from wrapture.site.forms import Control, Form
    from wrapture.site.script.filling import Pick
    from wrapture.site.script.find_controls import FoundControl, Target
    from wrapture.site.script.secrets import Filling, Vault

NOW: Final = 0.0
"""Maximum age of stored pages: none, because responses depend on the steps before."""
MAX_LEADS: Final = 5
"""Most meta refreshes in a row."""
RENDER: Final = "it needs the page's scripts; run with `render`"


class HttpDriver:
    """The current page and its filled forms; requests go through a visitor and share its cookies."""

    def __init__(self, visitor: Visitor, vault: Vault) -> None:
        self._visitor = visitor
        self._vault = vault
        self._answer: Response | None = None
        self._page: Page | None = None
        self._forms: dict[int, Form] = {}  # filled forms, by node

    def look(self) -> Page:
        """Return the current page with secrets masked."""
        if self._page is None:
            raise StepError("no page is open; open one first")
        return self._page

    def open(self, url: str) -> None:
        """Go to an address."""
        self._ask(Request(url))

    def put(self, field: FoundControl, filling: Filling) -> None:
        """Put a text into a field."""
        form = self._form(field)
        self._forms[form.node] = with_text(form, field.control, filling.text)

    def pick(self, field: FoundControl, picks: tuple[Pick, ...]) -> None:
        """Choose options."""
        form = self._form(field)
        self._forms[form.node] = with_picks(form, picks)

    def press(self, target: Target) -> None:
        """Submit a form by a button, or follow a link."""
        page = self.look()
        if target.field is not None:
            self._ask(self._sent(self._form(target.field), target.field.control))
        elif urlsplit(target.url).scheme in ("http", "https") and not _stays_here(target.url, page.url or ""):
            self._ask(Request(target.url, referer=page.url or ""))
        else:
            raise StepError(f"the link {target.text!r} leads to no other page; {RENDER}")

    def enter(self, field: FoundControl) -> None:
        """Submit the form of a field by its first button, if it has one."""
        form = self._form(field)
        self._ask(self._sent(form, default_button(form)))

    def wait_for(self, text: str, seconds: float) -> bool:  # noqa: ARG002 - nothing changes with time
        """Return whether the page shows a text; it does not change."""
        page = self.look()
        return text in page.text(page.body)

    def turn(self) -> bool:
        """Go to the next page of the list; return whether there is one."""
        request = next_request(self.look())
        if request is None:
            return False
        self._ask(request)
        return True

    def scroll(self) -> None:
        """Refuse: without a browser nothing comes by scrolling."""
        raise StepError("pages are scrolled in a browser; use `render=True`")

    def shot(self) -> Shot:
        """Return the current page as received, with secrets masked."""
        self.look()
        plain = masked_answer(cast("Response", self._answer))
        return Shot(plain.url, plain.body, plain.asked, plain.hops, plain.charset)

    def _form(self, field: FoundControl) -> Form:
        if field.form.node == NO_FORM:
            raise StepError(f"{field.control.label or field.control.name!r} belongs to no form; {RENDER}")
        return self._forms.get(field.form.node, field.form)

    def _sent(self, form: Form, button: Control | None) -> Request:
        """Return the request of a form whose button is pressed."""
        method = pressed(form, button).method
        if (button is not None and button.kind not in SUBMITTING) or method not in ("GET", "POST"):
            raise StepError(f"this does not submit a form; {RENDER}")
        sent = encoded(form, entries(form, button=button), button)
        return Request(sent.url, cast("Method", method), sent.body, sent.content_type, self.look().url or "")

    def _ask(self, request: Request) -> None:
        """Make a response the current page, following immediate meta refreshes."""
        page = self._answered(request)
        for _ in range(MAX_LEADS):
            url = leads_on_to(page)
            if url is None:
                break
            page = self._answered(Request(url, referer=page.url or ""))

    def _answered(self, request: Request) -> Page:
        request = replace(request, secrets=self._vault.secrets)
        check_secrets(request)
        self._answer = self._visitor.open(request, max_age_s=NOW)
        self._page = page = read_page(capture_of(masked_answer(self._answer)))
        self._forms = {}
        return page


def check_secrets(request: Request) -> None:
    """Raise `StepError` if a secret would be sent in an address, or unencrypted from an https page."""
    if holds(request.url, request.secrets):
        raise StepError("a secret would be part of the address, which is refused; the form must use POST")
    in_clear = request.referer.lower().startswith("https:") and not request.url.lower().startswith("https:")
    if in_clear and request.secrets and masker(request.secrets).search(request.body):
        raise StepError("a secret would be sent unencrypted (https to http), which is refused; ask the site for https")


def _stays_here(url: str, own: str) -> bool:
    """Return whether a link only jumps within its own page."""
    return "#" in url and url.partition("#")[0] == own.partition("#")[0]
