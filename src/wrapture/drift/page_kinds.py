"""Pages that are not list pages at all: blocks, consent, logins, errors served with status 200, "no results".

Such a page says nothing about the wrapper, so it is neither a change of the site nor a reason to repair anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from wrapture.html.content_lines import lines_of, shown_text
from wrapture.html.script_built import is_built_by_scripts
from wrapture.reading.page_messages import message_of
from wrapture.reading.site_marks import is_complete

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page
    from wrapture.model import Wrapper

PageKind: TypeAlias = Literal["blocked", "consent", "login", "error", "no results", "empty", "scripts", "truncated"]
"""What a page is if it is not a list page."""

EMPTY: Final = 20  # characters of a page that shows nothing
LONGEST_LINE: Final = 240  # characters of a line that is a message
LINES: Final = 400  # looked at for a message

NOTHING: Final = re.compile(
    r"\b(?:no|0|zero) (?:\w+ ){0,3}"
    r"(?:results?|matches|records?|items?|entries|listings?|products?|documents?|hits?|jobs|events)\b"
    r"(?: (?:were |was )?(?:found|match|available|to (?:show|display)|for))?|nothing (?:was )?found|"
    r"(?:did|does|do) not match any|couldn't find any|could not find any|(?:there are|we found) no |your search .{0,60}no |"
    r"keine (?:\w+ )?(?:treffer|ergebnisse|einträge|angebote)|nichts gefunden|aucun (?:\w+ )?(?:résultat|élément)|"
    r"(?:sin|no hay|ningún) resultados?|nessun risultato|nenhum (?:resultado|registro)|geen resultaten|inga träffar|"
    r"brak wyników|žádné výsledky",
    re.IGNORECASE,
)


class KindFound(NamedTuple):
    """What a page is, and the text that says so."""

    kind: PageKind
    said: str


def page_kind(wrapper: Wrapper, page: Page) -> KindFound | None:
    """Return what a page without the wrapper's records is, None if it may be a list page."""
    text = page.text(page.body)
    if is_built_by_scripts(page):
        return KindFound("scripts", "shows nothing without its scripts")
    if len(text) < EMPTY and not page.images(page.body):
        return KindFound("empty", text)
    if wrapper.profile.site is not None and wrapper.profile.site.complete and not is_complete(page):
        return KindFound("truncated", "its source breaks off before </html>")
    return _by_words(wrapper, page, text)


def _by_words(wrapper: Wrapper, page: Page, text: str) -> KindFound | None:
    """Return what the words of a page say it is."""
    message = message_of(page, text)
    if message is not None:
        return KindFound(message.kind, message.said)
    remark = next(_remarks(wrapper, page), "")
    return KindFound("no results", remark) if remark else None


def _remarks(wrapper: Wrapper, page: Page) -> Iterator[str]:
    """Yield the lines of a page that say that nothing was found: those that the site is known to say, and usual ones."""
    form = wrapper.query_form
    known = frozenset(form.nothing) if form is not None else frozenset[str]()
    for line in lines_of(page)[:LINES]:
        text = shown_text(page, line)
        if len(text) <= LONGEST_LINE and (text in known or NOTHING.search(text)):
            yield text
