"""``wrapture forms``: show the forms of pages, their purpose and what they send."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from wrapture import api
from wrapture.cli.messages import say, show_pages
from wrapture.cli.options import AllowPrivate, ListFormat, ListFormatOption, Sources, command_app
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from wrapture.api import Control, Form, JudgedForm, Page

HIDDEN_VALUE: Final = "***"
"""Shown in place of a password that a page contains."""
SHOWN_CHOICES: Final = 5  # options of a select in the table
SHOWN_VALUE: Final = 40  # characters of a value in the table
HEADINGS: Final = ("field", "kind", "value", "label")

app = command_app()


@app.command()
def forms(
    sources: Sources,
    output_format: ListFormatOption = ListFormat.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the forms on pages: searches, logins and others, and what they send."""
    from wrapture.cli.intake import intake_for

    intake = intake_for(allow_private=allow_private)
    found = list(intake.each_capture(sources, lambda _, capture: api.read_page(capture)))
    sys.exit(show_pages(found, _page_object, _print_page, as_json=output_format is ListFormat.json))


# --- JSON ---


def _page_object(page: Page | Failure) -> dict[str, object]:
    if isinstance(page, Failure):
        return {"page": page.page, "forms": [], "error": page.error}
    return {"page": page.name, "forms": [_form_object(one) for one in api.judge_forms(page)]}


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
    checked = {"checked": control.checked} if control.kind in api.CHECKABLE else {}
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
    """Return the query field of a search form; other forms have none."""
    return api.query_control(judged.form) if judged.kind == "search" else None


# --- tables ---


def _print_page(page: Page) -> None:
    from wrapture.cli.display import print_grid

    forms = api.judge_forms(page)
    if not forms:
        say(f"{page.name}: no forms on this page")
    for number, judged in enumerate(forms, start=1):
        title = f"{page.name}: form {number} of {len(forms)}: {_verdict(judged)}; {_target(judged.form)}"
        query = _query(judged)
        rows = [_row(control, query) for control in judged.form.controls]
        print_grid(title, HEADINGS, rows)


def _verdict(judged: JudgedForm) -> str:
    """Return the kind of a form and its probability; if it is neither search nor login, the probability of being neither."""
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
    """Return the value that is sent by default: of a select, the selected option first, then the others."""
    if control.kind in api.CHECKABLE:
        return f"[{'x' if control.checked else ' '}] {_short(control.value)}"
    if control.kind != "select":
        return _short(_value(control))
    ordered = sorted(control.choices, key=lambda one: not one.chosen)
    shown = [_short(one.value or one.text) for one in ordered[:SHOWN_CHOICES]]
    return ", ".join(shown) + (" …" if len(ordered) > SHOWN_CHOICES else "")


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_VALUE else f"{text[:SHOWN_VALUE]}…"
