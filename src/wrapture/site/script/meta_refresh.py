"""Immediate redirects by ``<meta http-equiv=refresh>``, with which many logins end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.site.caution import is_harmful

if TYPE_CHECKING:
    from wrapture.html.page import Page

AT_ONCE_S: Final = 1.0
"""A page with a longer delay is meant to be read."""
_CONTENT: Final = re.compile(r"\s*(\d{0,4}(?:\.\d{0,4})?)\s*[;,\s]\s*(?:url\s*=\s*)?(['\"]?)(.*)", re.I | re.S)


def leads_on_to(page: Page) -> str | None:
    """Return the address that a page redirects to at once, or None if it does not or if that may have side effects.

    >>> from wrapture.html.lexbor import parse_page
    >>> page = parse_page("<meta http-equiv=Refresh content='0; URL=/home'>", url="http://a.example/login")
    >>> leads_on_to(page)
    'http://a.example/home'
    """
    for node, tag in enumerate(page.tags):
        if tag == "meta" and (page.attribute(node, "http-equiv") or "").strip().lower() == "refresh":
            return _address(page, page.attribute(node, "content") or "")
    return None


def _address(page: Page, content: str) -> str | None:
    match = _CONTENT.fullmatch(content)
    if match is None or float(match[1].rstrip(".") or "0") >= AT_ONCE_S:
        return None
    written = match[3].partition(match[2])[0] if match[2] else match[3]
    url = page.absolute(written.strip()) if written.strip() else ""
    leads = (
        url.lower().startswith(("http://", "https://")) and url.partition("#")[0] != (page.url or "").partition("#")[0]
    )
    return url if leads and not is_harmful(url, since=page.url or "") else None
