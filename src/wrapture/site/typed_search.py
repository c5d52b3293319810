"""Searches by script, found with a browser: what is typed leads to an address, or its results are drawn in place."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from wrapture.errors import RenderError
from wrapture.model import QueryForm
from wrapture.site.caution import is_harmful
from wrapture.site.form_search import SEARCH_WORDS, worthy_forms
from wrapture.site.forms import query_control
from wrapture.site.forms.ownership import find_owners
from wrapture.site.new_lines import PLACE
from wrapture.site.page_visits import capture_of
from wrapture.site.word_lists import impossible_word

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.net.visitor import Visitor

KINDS: Final = frozenset(["text", "search", ""])
SIGNS: Final = ("name", "id", "class", "placeholder", "aria-label", "title", "role", "type")
"""Attributes in which a field says that it takes a query."""
NAMED: Final = re.compile(r"\b(q|query|searchbox|keywords?)\b", re.IGNORECASE)
MOST_FIELDS: Final = 3
IN_PATH: Final = "query"
"""The name of the entry that stands for a query in the path of an address."""


def typed_search(visitor: Visitor, page: Page) -> QueryForm | None:
    """Return the query form that stands for a field without a form, None without a browser or an address as its result."""
    if visitor.lead is None or page.url is None:
        return None
    word = impossible_word(page.url, 1)
    for place in fields_without_form(page)[:MOST_FIELDS]:
        with suppress(RenderError):
            address = visitor.lead(capture_of(visitor.open(page.url)), place, word)
            if (found := query_form_at(address, word, page.url)) is not None:
                return found
    return None


def drawn_searches(page: Page) -> list[QueryForm]:
    """Return the query forms of the fields of a page that take a query, if a script may draw the results in place.

    >>> from wrapture.html.lexbor import parse_page
    >>> page = parse_page("<input id=x><form><input name=q></form><input type=search id=find>", url="http://a/")
    >>> [(form.query, form.typed) for form in drawn_searches(page)]
    [('find', 2), ('q', 1)]
    """
    if page.url is None:
        return []
    inputs = [node for node, tag in enumerate(page.tags) if tag == "input"]
    asked = [control.node for form in worthy_forms(page) if (control := query_control(form)) is not None]
    places = [*fields_without_form(page), *(inputs.index(node) for node in asked if node in inputs)]
    return [_drawn_form(page, page.url, inputs[place], place) for place in places[:MOST_FIELDS]]


def _drawn_form(page: Page, url: str, node: int, place: int) -> QueryForm:
    called = (page.attribute(node, name) for name in ("name", "id", "placeholder"))
    query = next(filter(None, called), IN_PATH)
    return QueryForm(url, url, query, ((query, ""),), typed=place)


def fields_without_form(page: Page) -> list[int]:
    """Return the places, among all inputs of a page, of those that take a query and belong to no form."""
    inputs = [node for node, tag in enumerate(page.tags) if tag == "input"]
    owned = find_owners(page).forms
    return [n for n, node in enumerate(inputs) if node not in owned and _takes_query(page, node)]


def _takes_query(page: Page, node: int) -> bool:
    attributes = page.attributes(node)
    said = " ".join(attributes.get(name) or "" for name in SIGNS)
    kind = (attributes.get("type") or "").lower()
    return kind in KINDS and bool(SEARCH_WORDS.search(said) or NAMED.search(said))


def query_form_at(address: str, word: str, start: str) -> QueryForm | None:
    """Return the query form whose query for a word is an address of the same site, None if the word is no part of it.

    >>> found = query_form_at("http://a/find?sort=new&q=zyx", "zyx", "http://a/")
    >>> found and (found.action, found.query, found.entries)
    ('http://a/find', 'q', (('sort', 'new'), ('q', '')))
    >>> found = query_form_at("http://a/find/zyx/?sort=new", "zyx", "http://a/")
    >>> found and (found.action, found.in_path, found.entries)
    ('http://a/find/{query}/', True, (('query', ''), ('sort', 'new')))
    """
    parts = urlsplit(address)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    name = next((name for name, value in pairs if value == word), "")
    action = parts._replace(query="", fragment="").geturl()
    if parts.netloc != urlsplit(start).netloc or is_harmful(action):
        return None
    if name:
        return QueryForm(start, action, name, tuple((one, "" if one == name else value) for one, value in pairs))
    if word not in unquote(parts.path):
        return None
    path = unquote(parts.path).replace(word, PLACE, 1)
    others = tuple(pair for pair in pairs if pair[0] != IN_PATH)
    place = parts._replace(path=quote(path, safe="/{}"), query="", fragment="").geturl()
    return QueryForm(start, place, IN_PATH, ((IN_PATH, ""), *others), in_path=True)
