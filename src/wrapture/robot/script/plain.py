"""Steps by plain HTTP: pages as servers send them, forms as they would be sent, no script run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from wrapture.html.forms import default_button, encoded, entries, pressed
from wrapture.html.forms.model import SUBMITTING
from wrapture.html.read import read_page
from wrapture.robot.script.driver import Shot, StepError
from wrapture.robot.script.filling import with_picks, with_text
from wrapture.robot.script.finding import NO_FORM
from wrapture.robot.script.refreshing import leads_on_to
from wrapture.robot.turning import next_request
from wrapture.robot.visiting import capture_of
from wrapture.web.masking import holds, masker
from wrapture.web.messages import Request
from wrapture.web.private import masked_answer

if TYPE_CHECKING:
    from wrapture.html.forms import Control, Form
    from wrapture.html.page import Page
    from wrapture.robot.script.filling import Pick
    from wrapture.robot.script.finding import Field, Target
    from wrapture.robot.script.vault import Filling, Vault
    from wrapture.web.messages import Answer, Method
    from wrapture.web.visitor import Visitor

NOW: Final = 0.0
"""The age of a page from the store that is good enough: none, for what a site answers depends on the steps before."""
MAX_LEADS: Final = 5
"""Pages in a row that only lead on to another."""
RENDER: Final = "it needs a script of the page: run with --render"


class Plain:
    """The page at hand and what was filled in on it; it asks by a visitor, whose cookies it shares."""

    def __init__(self, visitor: Visitor, vault: Vault) -> None:
        self._visitor = visitor
        self._vault = vault
        self._answer: Answer | None = None
        self._page: Page | None = None
        self._forms: dict[int, Form] = {}  # as they were filled

    def look(self) -> Page:
        """Return the page at hand, without what is secret."""
        if self._page is None:
            raise StepError("there is no page at hand; open one first")
        return self._page

    def open(self, url: str) -> None:
        """Go to an address."""
        self._ask(Request(url))

    def put(self, field: Field, filling: Filling) -> None:
        """Put a text into a field."""
        form = self._form(field)
        self._forms[form.node] = with_text(form, field.control, filling.text)

    def pick(self, field: Field, picks: tuple[Pick, ...]) -> None:
        """Choose options."""
        form = self._form(field)
        self._forms[form.node] = with_picks(form, picks)

    def press(self, target: Target) -> None:
        """Send a form by a button, or follow a link."""
        page = self.look()
        if target.field is not None:
            self._ask(self._sent(self._form(target.field), target.field.control))
        elif urlsplit(target.url).scheme in ("http", "https") and not _stays_here(target.url, page.url or ""):
            self._ask(Request(target.url, referer=page.url or ""))
        else:
            raise StepError(f"the link {target.text!r} leads to no other page; {RENDER}")

    def enter(self, field: Field) -> None:
        """Send the form of a field by its first button, or by none where it has none."""
        form = self._form(field)
        self._ask(self._sent(form, default_button(form)))

    def wait_for(self, text: str, seconds: float) -> bool:  # noqa: ARG002 - nothing changes with time
        """Return whether the page shows a text; it does not change."""
        page = self.look()
        return text in page.text(page.body)

    def turn(self) -> bool:
        """Go on to the next page of the list at hand."""
        request = next_request(self.look())
        if request is None:
            return False
        self._ask(request)
        return True

    def shot(self) -> Shot:
        """Return the page at hand as it came, without what is secret."""
        self.look()
        plain = masked_answer(cast("Answer", self._answer))
        return Shot(plain.url, plain.body, plain.asked, plain.hops, plain.charset)

    def _form(self, field: Field) -> Form:
        if field.form.node == NO_FORM:
            raise StepError(f"{field.control.label or field.control.name!r} belongs to no form; {RENDER}")
        return self._forms.get(field.form.node, field.form)

    def _sent(self, form: Form, button: Control | None) -> Request:
        """Return the request of a form whose button is pressed."""
        method = pressed(form, button).method
        if (button is not None and button.kind not in SUBMITTING) or method not in ("GET", "POST"):
            raise StepError(f"this sends no form; {RENDER}")
        sent = encoded(form, entries(form, button=button), button)
        return Request(sent.url, cast("Method", method), sent.body, sent.content_type, self.look().url or "")

    def _ask(self, request: Request) -> None:
        """Have an answer at hand, and those that its page leads on to at once."""
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
    """Raise `StepError` where a secret would go out in an address, or in the clear from a page that came safely."""
    if holds(request.url, request.secrets):
        raise StepError("a secret would stand in the address, which is refused; the form must be one that is posted")
    in_clear = request.referer.lower().startswith("https:") and not request.url.lower().startswith("https:")
    if in_clear and request.secrets and masker(request.secrets).search(request.body):
        raise StepError("a secret would go out in the clear (https to http), which is refused; ask the site for https")


def _stays_here(url: str, own: str) -> bool:
    """Return whether a link only jumps on its own page."""
    return "#" in url and url.partition("#")[0] == own.partition("#")[0]
