"""Find the search form of a site: on the given page, or on pages that it links to."""

from __future__ import annotations

import re
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag, urlsplit

from wrapture.errors import LostSiteError, SourceError
from wrapture.site.caution import is_harmful
from wrapture.site.forms import entries, find_forms, query_control, search_forms
from wrapture.site.page_visits import visit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wrapture.html.page import Page
    from wrapture.net.visitor import Visitor
    from wrapture.site.forms import Form

MAX_PAGES: Final = 12
"""Most pages of a site to open in search of a form."""
MAX_DEPTH: Final = 3
MAX_LINKS: Final = 200
"""Most links of a page to consider."""

CODE: Final = re.compile(r"\b(sql|code|command|cmd|script|expr(ession)?|formula|program|shell|eval)\b", re.IGNORECASE)
"""Names of fields that take code."""
FRAMES: Final = frozenset(["frame", "iframe"])
SEARCH_WORDS: Final = re.compile(
    r"search|query|find|browse|catalog|suche|recherche|chercher|buscar|busca|pesquis|cerca|ricerca|zoek|s[øo]g|hledat|szukaj"
    r"|ara\b|поиск|検索|搜索|查询|검색|بحث",
    re.IGNORECASE,
)


def search_forms_of(visitor: Visitor, first: Page, say: Callable[[str], None]) -> Iterator[tuple[Page, list[Form]]]:
    """Yield pages of a site with their search forms, if any: the start page first, then linked pages.

    Forms with the same action and entries are yielded once.  Linked pages that can't be fetched are skipped.
    """
    waiting: deque[tuple[str, int]] = deque()
    seen: set[str] = set()
    forms: set[tuple[object, ...]] = set()
    for page, depth in _pages_of(visitor, first, waiting, say):
        seen.add(_bare(page.url or ""))
        found = [form for form in worthy_forms(page) if _key(form) not in forms]
        forms.update(map(_key, found))
        yield page, list({_key(form): form for form in reversed(found)}.values())[::-1]
        if depth < MAX_DEPTH:
            _queue(waiting, seen, links_of(page), depth + 1)


def _key(form: Form) -> tuple[object, ...]:
    return form.action, entries(form)


def _pages_of(
    visitor: Visitor, first: Page, waiting: deque[tuple[str, int]], say: Callable[[str], None]
) -> Iterator[tuple[Page, int]]:
    """Yield the first page, then those that wait to be opened, each with the number of links that lead to it."""
    yield first, 0
    for _ in range(1, MAX_PAGES):
        if not waiting:
            return
        address, depth = waiting.popleft()
        try:
            page = visit(visitor, address)
        except LostSiteError:
            raise
        except SourceError as error:
            say(str(error))
            continue
        yield page, depth


def pages_beside(visitor: Visitor, page: Page, most: int = 3) -> list[Page]:
    """Return a few other pages of the site from different sections, as a source of query words."""
    parts: dict[str, str] = {}
    for address, _ in links_of(page):
        part = urlsplit(address).path.strip("/").partition("/")[0]
        if part and _bare(address) != _bare(page.url or ""):
            parts.setdefault(part, address)
    found: list[Page] = []
    for address in list(parts.values())[:most]:
        with suppress(SourceError):
            found.append(visit(visitor, address))
    return found


def worthy_forms(page: Page) -> list[Form]:
    """Return the forms of a page worth trying: those that look like searches, then other GET forms with a text field."""
    likely = [form for form in search_forms(page) if not _takes_code(form)]
    nodes = {form.node for form in likely}
    others = [form for form in find_forms(page) if form.node not in nodes and _is_harmless(form)]
    return [*likely, *others]


def _is_harmless(form: Form) -> bool:
    """Return whether a form that does not look like a search may be tried: it uses GET and has no password or file."""
    kinds = {control.kind for control in form.controls}
    plain = form.method == "GET" and not kinds & {"password", "file", "textarea", "email", "tel"}
    return plain and query_control(form) is not None and not is_harmful(form.action) and not _takes_code(form)


def _takes_code(form: Form) -> bool:
    """Return whether a form takes code instead of words: the effect of sending a word there is unknown."""
    field = query_control(form)
    return field is not None and (field.kind == "textarea" or bool(CODE.search(field.name)))


def _queue(waiting: deque[tuple[str, int]], seen: set[str], links: list[tuple[str, str]], depth: int) -> None:
    """Queue new links, those about searching at the front."""
    promising: list[tuple[str, int]] = []
    others: list[tuple[str, int]] = []
    for address, text in links:
        if _bare(address) not in seen:
            seen.add(_bare(address))
            speaks = SEARCH_WORDS.search(text) or SEARCH_WORDS.search(urlsplit(address).path)
            (promising if speaks else others).append((address, depth))
    waiting.extendleft(reversed(promising))
    waiting.extend(others)


def links_of(page: Page) -> list[tuple[str, str]]:
    """Return the harmless links of a page within its site, with their texts; those of its frames first."""
    found: list[tuple[str, str]] = []
    frames = [node for node, tag in enumerate(page.tags) if tag in FRAMES]
    for node in (*frames, *(node for node, tag in enumerate(page.tags) if tag == "a")):
        if len(found) >= MAX_LINKS:
            break
        address = page.address(node, "src" if page.tags[node] in FRAMES else "href")
        if address and _is_of_site(address, page.url or ""):
            text = " ".join("".join(page.texts[node : page.stops[node]]).split())
            if not is_harmful(address, text):
                found.append((address, text))
    return found


def _is_of_site(address: str, own: str) -> bool:
    try:
        one, other = urlsplit(address), urlsplit(own)
    except ValueError:
        return False
    return one.scheme in ("http", "https") and one.netloc == other.netloc and not FILES.search(one.path)


FILES: Final = re.compile(
    r"\.(pdf|zip|gz|tar|png|jpe?g|gif|svg|css|js|json|jsono|csv|xml|rss|atom|mp[34]|docx?|xlsx?|txt|db)$", re.I
)
"""File name suffixes of addresses that are not pages."""


def _bare(address: str) -> str:
    return urldefrag(address)[0].rstrip("/")
