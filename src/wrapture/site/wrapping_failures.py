"""Why a site could not be wrapped, and what to do: it wants a login, its results are drawn by scripts, or it has no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.script_built import is_built_by_scripts
from wrapture.site.forms import find_forms
from wrapture.site.typed_search import fields_without_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

ADVICE = "give the address of the search page, or of a search with {query} for its words, or write a script (see wrapture run)"

SCRIPT = "write a script with fill, click and save (see wrapture run)"

LOGIN = "it wants a login; log in first with a script, named by `before`, or bring `cookies` or `header`"


def reason_for(page: Page, answers: Sequence[Page]) -> str:
    """Return why no wrapper could be learned from a site's first page and the answers of its forms, and what to do about it."""
    if wants_login(page):
        return LOGIN
    what = "no form returns a list of records" if answers else "no search form found"
    if page.boxes is None and any(map(may_be_drawn, [page, *answers])):
        return f"{what}, and its pages are drawn by scripts; `render=True` runs them in a browser"
    if not answers and fields_without_form(page):
        what = f"{what}, but a search field without a form"
        if page.boxes is None:
            return f"{what}; `render=True` types into it in a browser"
        return f"{what}, and what is typed into it shows no list of records; {SCRIPT}"
    return f"{what}; {ADVICE}"


def wants_login(page: Page) -> bool:
    """Return whether a page asks for a password and offers no search."""
    return any(control.kind == "password" for form in find_forms(page) for control in form.controls)


def may_be_drawn(page: Page) -> bool:
    """Return whether scripts may draw what a page shows: it is built by them, or tells browsers without them so."""
    return is_built_by_scripts(page) or ("noscript" in page.tags and "script" in page.tags)
