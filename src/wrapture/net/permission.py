"""Whether robots.txt allows an address; the file of a site is read once a day.

As in RFC 9309, a missing file (4xx) allows everything; an unavailable one (5xx, no connection) allows nothing, unless an older
one is stored.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.errors import AddressError, FetchError, RobotsError
from wrapture.net.content_check import is_success
from wrapture.net.fetch_trouble import NoConnectionError
from wrapture.net.freshness import age_s
from wrapture.net.http_messages import Request
from wrapture.net.robots import ALL_ALLOWED, NOTHING_ALLOWED, Rules, read_rules, robots_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.net.http_messages import Response
    from wrapture.net.store import Store

A_DAY_S: Final = 24 * 3600.0
UNREACHABLE_S: Final = 600.0
"""How long an unavailable robots.txt is not requested again."""
FORBIDDEN: Final = "robots.txt disallows it for programs; look for another source"


@dataclass(frozen=True, slots=True)
class Site:
    """The rules of a site's robots.txt, until when they are valid, and the error for what they disallow."""

    rules: Rules
    until: float
    what: str = FORBIDDEN
    kind: type[FetchError] = RobotsError


class Permission:
    """The rules of all sites that were visited."""

    def __init__(self, store: Store | None, max_crawl_delay_s: float) -> None:
        self._store = store
        self._sites: dict[str, Site] = {}
        self._max_crawl_delay_s = max_crawl_delay_s

    def delay_s(self, url: str, where: str, ask: Callable[[Request], Response]) -> float:
        """Return the delay that the site of an address demands; raises `RobotsError` if it disallows the address.

        `where` names the address in messages; `ask` fetches a robots.txt that is not known yet.
        """
        site = self._site(robots_url(url), ask)
        if not site.rules.allow(url):
            raise site.kind(where, site.what)
        if site.rules.delay_s > self._max_crawl_delay_s:
            raise RobotsError(where, _too_slow(site.rules.delay_s, self._max_crawl_delay_s))
        return site.rules.delay_s

    def knows(self, url: str) -> bool:
        """Return whether the rules of an address's site are known, so that they need not be fetched."""
        known = self._sites.get(robots_url(url))
        return known is not None and known.until >= time.monotonic()

    def _site(self, address: str, ask: Callable[[Request], Response]) -> Site:
        known = self._sites.get(address)
        if known is None or known.until < time.monotonic():
            known = self._sites[address] = self._asked(Request(address), ask)
        return known

    def _asked(self, request: Request, ask: Callable[[Request], Response]) -> Site:
        stored = self._store.find(request) if self._store else None
        if stored is not None and age_s(stored) < A_DAY_S:
            return _site_of(stored)
        try:
            answer = ask(request)
        except FetchError as error:
            if error.__cause__ is None:  # no request was sent: the wait was too long, or ended
                raise
            return _unreachable(stored, error)
        if answer.status >= 500:
            return _unreachable(stored, FetchError(answer.url, f"the server answered {answer.status}"))
        if self._store:
            self._store.keep(answer)
        return _site_of(answer)


def _site_of(answer: Response) -> Site:
    rules = read_rules(answer.body) if is_success(answer.status) else ALL_ALLOWED
    return Site(rules, time.monotonic() + A_DAY_S - max(0.0, age_s(answer)))


def _unreachable(stored: Response | None, error: FetchError) -> Site:
    """Return the stored rules, or those that allow nothing, with the reason."""
    until = time.monotonic() + UNREACHABLE_S
    if stored is not None:
        return Site(_site_of(stored).rules, until)
    if isinstance(error, AddressError) or isinstance(error.__cause__, NoConnectionError):
        return Site(NOTHING_ALLOWED, until, error.what, type(error))
    what = f"robots.txt is unavailable ({error.what.partition(';')[0]}), so the site is skipped; try again later"
    return Site(NOTHING_ALLOWED, until, what)


def _too_slow(delay_s: float, longest_s: float) -> str:
    asks = f"robots.txt demands {delay_s:g} s between requests"
    return f"{asks}, more than the limit of {longest_s:g} s; look for another source"
