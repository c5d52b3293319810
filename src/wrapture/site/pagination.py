"""Pagination: get from one result page to the next, by a link or a form button."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, cast
from urllib.parse import parse_qsl, urlsplit

from wrapture.model import Pagination
from wrapture.net.http_messages import Request
from wrapture.site.caution import is_harmful
from wrapture.site.forms import encoded, entries, find_forms, pressed
from wrapture.site.paging import find_paging
from wrapture.site.paging.next_page import counts_on
from wrapture.site.paging.page_addresses import PageAddress, is_number

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.net.http_messages import Method


FEWEST: Final = 5
"""Fewest records of a page for an address that skips as many to be more than a coincidence."""

ABOUT: Final = 2
PAGES: Final = re.compile(r"pag(?!esize|e_size)|seite|sivu|sid[ae]$|strona|pg$", re.IGNORECASE)
"""Names of parameters that count pages."""


def next_request(page: Page, count: int = 0) -> Request | None:
    """Return the request for the next page, or None if there is none on the same site.

    ``count`` is the number of records on this page: a link that skips exactly as many is a next link, whatever its text.
    """
    if page.url is None:
        return None
    link = find_paging(page).onward
    if link is None:
        skipping = _skipping(page, page.url, count)
        return None if skipping is None else Request(skipping, referer=page.url)
    request = _pressed(page, link.node) if link.is_button else Request(link.url, referer=page.url)
    if request is None or not _stays(request.url, page.url) or is_harmful(request.url, link.text, since=page.url):
        return None
    return request


def last_request(page: Page) -> Request | None:
    """Return the request for the last result page, or the last one that this page links to."""
    paging = find_paging(page)
    numbered = [link for link in paging.pages if link.number is not None and link.number > (paging.current or 1)]
    last = paging.last or max(numbered, key=lambda link: link.number or 0, default=None)
    if last is None or last.is_button or page.url is None or not _stays(last.url, page.url):
        return None
    return None if is_harmful(last.url, last.text, since=page.url) else Request(last.url, referer=page.url)


def pagination_of(first: Page, request: Request) -> Pagination:
    """Return how a request for the second page differs from the first page: the parameter and its increment."""
    by: Literal["link", "button"] = "button" if _is_button(first) else "link"
    before, after = _parameters(first.url or ""), _parameters(request.url)
    changed = {name: value for name, value in after.items() if before.get(name) != value and is_number(value)}
    if len(changed) != 1:
        return Pagination(by)
    name, value = next(iter(changed.items()))
    start = before.get(name, "")
    step = int(value) - int(start) if is_number(start) else None
    return Pagination(by, name, step if step and step > 0 else None)


def _is_button(page: Page) -> bool:
    link = find_paging(page).onward
    return link is not None and link.is_button


def _pressed(page: Page, node: int) -> Request | None:
    """Return the request of the form with a button, or None if the button belongs to no form."""
    for form in find_forms(page):
        for control in form.controls:
            if control.node == node and (method := pressed(form, control).method) in ("GET", "POST"):
                sent = encoded(form, entries(form, button=control), control)
                return Request(sent.url, cast("Method", method), sent.body, sent.content_type, referer=page.url or "")
    return None


def _skipping(page: Page, own: str, count: int) -> str | None:
    """Return the address of a link to the same list that skips as many more records as the page has."""
    if count < FEWEST:
        return None
    links = [address for address in page.links(page.contents) if _stays(address, own)]
    counted = (address for address in links if _counts_pages(own, address))
    return next(counted, None) or next((address for address in links if _skips(own, address, count)), None)


def _counts_pages(own: str, address: str) -> bool:
    """Return whether an address has the next number in a parameter for pages: page 10 of 10 records each is no skip of 10."""
    before, after = _parameters(own), _parameters(address)
    changed = [name for name in after if after[name] != before.get(name)]
    if len(changed) != 1 or not PAGES.match(changed[0]) or not counts_on(PageAddress(own), PageAddress(address)):
        return False
    return int(after[changed[0]]) == int(before.get(changed[0], "1")) + 1


def _skips(own: str, address: str, count: int) -> bool:
    """Return whether a number in an address is larger by `count`, or by roughly that if its name is that of an offset.

    Roughly, because a page may have records of several lists and only one of them continues.
    """
    here, there = PageAddress(own), PageAddress(address)
    before, after = _parameters(own), _parameters(address)
    if counts_on(here, there):
        (name,) = [name for name in after if after[name] != before.get(name)]
        return int(after[name]) - int(before.get(name, "0")) == count
    same_list = urlsplit(own).path == urlsplit(address).path and bool(before.items() & after.items())
    further = (there.page_number or 0) - (here.page_number or 0)
    return same_list and count / ABOUT <= further <= count * ABOUT


def _stays(url: str, own: str) -> bool:
    """Return whether an address is http(s) and on the same host."""
    try:
        one, other = urlsplit(url), urlsplit(own)
    except ValueError:
        return False
    return one.scheme in ("http", "https") and one.netloc == other.netloc


def _parameters(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query))
