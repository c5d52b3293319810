"""What ``forms`` does: show the forms of pages, what they are for and what they send."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from wrapture.capture.fetch import fetch as fetch_page
from wrapture.capture.sources import expand, read
from wrapture.cli import display
from wrapture.cli.commands import FAILED
from wrapture.errors import SourceError
from wrapture.extraction.table import Failure
from wrapture.html.forms import judge_forms, query_control
from wrapture.html.forms.model import CHECKABLE
from wrapture.html.read import read_page
from wrapture.sinks.jsonout import dump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.capture.sources import Fetch
    from wrapture.html.forms import Control, Form, JudgedForm
    from wrapture.html.page import Page

HIDDEN_VALUE: Final = "***"
"""What stands for a password that a page holds."""
SHOWN_CHOICES: Final = 5  # of a select in the table
SHOWN_VALUE: Final = 40  # characters of a value in the table
HEADINGS: Final = ("field", "kind", "value", "label")


def run(sources: Sequence[str], as_json: bool, fetch: Fetch = fetch_page) -> int:
    """Print the forms of pages, as JSON or for the eye; return 1 where no page could be read."""
    found = [_page(source, fetch) for source in display.progress(expand(sources))]
    if as_json:
        sys.stdout.write("[" + ",\n".join(dump(_page_object(one)) for one in found) + "]\n")
    else:
        for one in found:
            if not isinstance(one, Failure):
                _print_page(one)
    return FAILED if found and all(isinstance(one, Failure) for one in found) else 0


def _page(source: str, fetch: Fetch) -> Page | Failure:
    """Return one page, or the failure to read it, which is said."""
    result: Page | Failure
    try:
        capture = read(source, fetch=fetch)
        result = capture if isinstance(capture, Failure) else read_page(capture)
    except SourceError as error:
        result = Failure(error.where, error.what)
    if isinstance(result, Failure):
        display.say(f"{result.page}: {result.error}")
    return result


# --- JSON ---


def _page_object(page: Page | Failure) -> dict[str, object]:
    if isinstance(page, Failure):
        return {"page": page.page, "forms": [], "error": page.error}
    return {"page": page.name, "forms": [_form_object(one) for one in judge_forms(page)]}


def _form_object(judged: JudgedForm) -> dict[str, object]:
    form, query = judged.form, _query(judged)
    return {
        "kind": judged.kind,
        "search": round(judged.search, 3),
        "login": round(judged.login, 3),
        "method": form.method,
        "action": form.action,
        "enctype": form.enctype,
        "query": query.name if query is not None else None,
        "fields": [_field_object(control) for control in form.controls],
    }


def _field_object(control: Control) -> dict[str, object]:
    choices = [{"value": one.value, "text": one.text, "chosen": one.chosen} for one in control.choices]
    checked = {"checked": control.checked} if control.kind in CHECKABLE else {}
    return {
        "name": control.name,
        "kind": control.kind,
        "value": next((one.value for one in control.choices if one.chosen), _value(control)),
        "label": control.label,
        "choices": choices,
        **checked,
        **({"disabled": True} if control.disabled else {}),
    }


def _value(control: Control) -> str:
    return HIDDEN_VALUE if control.kind == "password" and control.value else control.value


def _query(judged: JudgedForm) -> Control | None:
    """Return the field of a search that takes the query; other forms have none."""
    return query_control(judged.form) if judged.kind == "search" else None


# --- for the eye ---


def _print_page(page: Page) -> None:
    forms = judge_forms(page)
    if not forms:
        display.say(f"{page.name}: no forms on this page")
    for number, judged in enumerate(forms, start=1):
        title = f"{page.name}: form {number} of {len(forms)}: {_verdict(judged)}; {_target(judged.form)}"
        query = _query(judged)
        rows = [_row(control, query) for control in judged.form.controls]
        display.print_grid(title, HEADINGS, rows)


def _verdict(judged: JudgedForm) -> str:
    """Return what a form is taken for and how sure that is: of one that is neither, how likely it is something else."""
    sure = {"search": judged.search, "login": judged.login}.get(judged.kind, 1 - max(judged.search, judged.login))
    return f"{judged.kind} ({100 * sure:.0f} %)"


def _target(form: Form) -> str:
    kind = f" as {form.enctype}" if form.method == "POST" else ""
    return f"{form.method} {form.action or '(the page itself)'}{kind}"


def _row(control: Control, query: Control | None) -> tuple[str, str, str, str]:
    taking = " ← the query" if query is not None and control.node == query.node else ""
    kind = f"{control.kind}{', disabled' if control.disabled else ''}"
    return f"{control.name or '–'}{taking}", kind, _shown_value(control), control.label


def _shown_value(control: Control) -> str:
    """Return what is sent as the page comes: the chosen option first, then others that could be."""
    if control.kind in CHECKABLE:
        return f"[{'x' if control.checked else ' '}] {_short(control.value)}"
    if control.kind != "select":
        return _short(_value(control))
    ordered = sorted(control.choices, key=lambda one: not one.chosen)
    shown = [_short(one.value or one.text) for one in ordered[:SHOWN_CHOICES]]
    return ", ".join(shown) + (" …" if len(ordered) > SHOWN_CHOICES else "")


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_VALUE else f"{text[:SHOWN_VALUE]}…"
