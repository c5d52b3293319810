"""Run a script: find what each step refers to on the current page, and let a driver do it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from wrapture.errors import ScriptError
from wrapture.site.caution import is_harmful
from wrapture.site.forms import default_button, pressed
from wrapture.site.script.driver import StepError
from wrapture.site.script.filling import picks_for
from wrapture.site.script.find_controls import FoundControl, Target, field_named, forms_of, login_field, target_named
from wrapture.site.script.script_steps import (
    Choose,
    Click,
    ClickUntilGone,
    Fill,
    LogIn,
    Next,
    Open,
    SavePage,
    ScrollUntilStill,
    Secret,
    Send,
    Wait,
    WaitFor,
    described,
    secrets_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.page import Page
    from wrapture.site.forms import Form
    from wrapture.site.script.driver import Driver, Shot
    from wrapture.site.script.script_steps import Fields, Script, Step, Value
    from wrapture.site.script.secrets import Filling, Vault


MOST_PRESSES: Final = 500


def run(
    script: Script, driver: Driver, vault: Vault, save: Callable[[str, Shot], None], say: Callable[[str], None]
) -> Page:
    """Return the last page after all steps; raises `ScriptError` if a step fails, `SourceError` if a page does.

    `save` is called with each page to save and its name, `say` with a line for each step.
    """
    runner = _Runner(driver, vault, save, say)
    for placed in script.steps:
        say(f"step {placed.number} of {len(script.steps)}: {described(placed.step)}")
        try:
            runner.do(placed.step)
        except StepError as error:
            raise ScriptError(script.path, placed.place, str(error)) from error
    return driver.look()


CHANGES: Final = "may change something on the site"


class _Runner:
    """Runs steps one after the other; ``at_work`` is the place of the form filled last, which is searched first."""

    def __init__(
        self, driver: Driver, vault: Vault, save: Callable[[str, Shot], None], say: Callable[[str], None]
    ) -> None:
        self._driver = driver
        self._vault = vault
        self._save = save
        self._say = say
        self._at_work: int | None = None

    def do(self, step: Step) -> None:  # noqa: C901 - one case for each step
        """Do a step."""
        match step:
            case Open(url):
                self._open(url)
            case LogIn():
                self._log_in(step)
            case Fill(fields):
                self._fill(fields)
            case Choose(fields):
                self._choose(fields)
            case Click():
                self._click(step)
            case ClickUntilGone(text):
                self._click_until_gone(text)
            case ScrollUntilStill(times):
                self._scroll(times)
            case Send(name):
                self._send(name)
            case Wait() | WaitFor():
                self._wait(step)
            case SavePage(name):
                self._save(name, self._driver.shot())
            case Next(pages, name):
                self._go_through(pages, name)

    def _open(self, url: str) -> None:
        absolute = url if url.lower().startswith(("http://", "https://")) else _joined(self._driver.look().url, url)
        self._at_work = None
        self._driver.open(absolute)

    def _fill(self, fields: Fields) -> None:
        for name, value in fields:
            page, forms = self._forms()
            field = self._worked_on(field_named(page, forms, name), page)
            if isinstance(value, Secret):
                self._say(f"{value.name} is for {field.form.action or page.url}")
            self._put(field, self._vault.filling(value))

    def _choose(self, fields: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        for name, wanted in fields:
            page, forms = self._forms()
            field = self._worked_on(field_named(page, forms, name, choose=True), page)
            self._driver.pick(field, picks_for(field, wanted))

    def _wait(self, step: Wait | WaitFor) -> None:
        if isinstance(step, Wait):
            time.sleep(step.seconds)
        elif not self._driver.wait_for(step.text, step.seconds):
            raise StepError(f"{self._driver.look().url} does not show {step.text!r}; check what it shows instead")

    def _put(self, field: FoundControl, filling: Filling) -> None:
        if field.control.kind == "password" and not filling.is_secret:
            raise StepError("a password must not be in the file; write its value as {secret: NAME}")
        self._driver.put(field, filling)

    def _log_in(self, step: LogIn) -> None:
        """Fill and submit the login form; raises `StepError` if the site shows it again."""
        page = self._driver.look()
        form, user, password = login_field(page)
        self._at_work = _place(page, form)
        for name in secrets_of(step):
            self._say(f"{name} is for {form.action}")
        if step.user is not None:
            if user is None:
                raise StepError("the login form has no field for the user; leave user: out, or use fill and click")
            self._put(FoundControl(form, user), self._vault.filling(step.user))
        self._put(FoundControl(form, password), self._vault.filling(step.password))
        for name, value in step.others:
            self._set(name, value)
        self._send_login()
        if _asks_again(self._driver.look(), form):
            raise StepError(f"{self._driver.look().url} still shows the login form; check the user and the password")

    def _set(self, name: str, value: Value) -> None:
        """Fill a text field or choose options, depending on the field."""
        page, forms = self._forms()
        try:
            self._put(field_named(page, forms, name), self._vault.filling(value))
        except StepError:
            if not isinstance(value, str):
                raise
            field = field_named(page, forms, name, choose=True)
            self._driver.pick(field, picks_for(field, (value,)))

    def _send_login(self) -> None:
        form, _, password = login_field(self._driver.look())
        button = default_button(form)
        self._at_work = None
        if button is None:
            self._driver.enter(FoundControl(form, password))
        else:
            self._driver.press(Target(button.node, (button.label,), FoundControl(form, button)))

    def _send(self, name: str) -> None:
        page, forms = self._forms()
        field = field_named(page, forms, name)
        if is_harmful(pressed(field.form).action, since=page.url or ""):
            raise StepError(f"the form of {name!r} {CHANGES}; if that is intended, click its button with sure: true")
        self._at_work = None
        self._driver.enter(field)

    def _click(self, step: Click) -> None:
        page, forms = self._forms()
        target = target_named(page, forms, step.text, step.number)
        url = target.url if target.field is None else pressed(*target.field).action
        said = target.names[:1] if target.field is None else (target.text, target.field.control.value)
        if not step.sure and any(is_harmful(url, text, since=page.url or "") for text in said or ("",)):
            raise StepError(f"{step.text!r} {CHANGES}; if that is intended: click: {{text: {step.text}, sure: true}}")
        self._at_work = None
        self._driver.press(target)

    def _click_until_gone(self, text: str) -> None:
        """Press a button again and again; it must be there at first."""
        for number in range(MOST_PRESSES):
            page, forms = self._forms()
            before = _size(page)
            try:
                target = target_named(page, forms, text, None)
            except StepError:
                if not number:
                    raise
                return
            if target.field is not None and target.field.control.disabled:
                return
            self._click(Click(text))
            if _size(self._driver.look()) == before:
                return

    def _scroll(self, times: int) -> None:
        """Scroll until the page no longer grows."""
        for _ in range(times):
            before = _size(self._driver.look())
            self._driver.scroll()
            if _size(self._driver.look()) == before:
                return

    def _go_through(self, pages: int, name: str) -> None:
        """Save the pages after the current one; the list ends at a page that was seen before."""
        self._at_work = None
        seen = {_looks(self._driver.look())}
        for _ in range(pages):
            if not self._driver.turn() or (now := _looks(self._driver.look())) in seen:
                self._say(f"the list ends after {len(seen)} pages")
                return
            seen.add(now)
            self._save(name, self._driver.shot())

    def _forms(self) -> tuple[Page, list[Form]]:
        """Return the current page and its forms, the one filled last before all others."""
        page = self._driver.look()
        forms = forms_of(page)
        first = [] if self._at_work is None else forms[self._at_work : self._at_work + 1]
        return page, [*first, *(form for form in forms if form not in first)]

    def _worked_on(self, field: FoundControl, page: Page) -> FoundControl:
        self._at_work = _place(page, field.form)
        return field


def _joined(base: str | None, url: str) -> str:
    try:
        return urljoin(base or "", url)
    except ValueError as error:
        raise StepError(f"{url!r} is not an address; check it") from error


def _place(page: Page, form: Form) -> int | None:
    nodes = [one.node for one in forms_of(page)]
    return nodes.index(form.node) if form.node in nodes else None


def _asks_again(page: Page, form: Form) -> bool:
    """Return whether a page has the login form that was just submitted: the same password field of the same form."""
    try:
        again, _, password = login_field(page)
    except StepError:
        return False
    return again.action == form.action and password.name in {
        one.name for one in form.controls if one.kind == "password"
    }


def _size(page: Page) -> tuple[str | None, int, int]:
    """Return what changes as a page grows."""
    return page.url, len(page), page.offsets[-1]


def _looks(page: Page) -> tuple[str, int]:
    """Return what distinguishes one page of a list from another."""
    return page.text(page.body), len(page)
