"""May an address be asked for?  The robots.txt of its site says so; it is read once a day.

As RFC 9309 has it: no such file (4xx) allows everything; one that can't be had (5xx, no connection) allows nothing, unless an
older one is at hand.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture.errors import AddressError, FetchError, RobotsError
from wrapture.web.freshness import age_s
from wrapture.web.judging import is_success
from wrapture.web.messages import Request
from wrapture.web.robots import ALL_ALLOWED, NOTHING_ALLOWED, Rules, read_rules, robots_url
from wrapture.web.trouble import NoConnectionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.web.messages import Answer
    from wrapture.web.store import Store

A_DAY_S: Final = 24 * 3600.0
UNREACHABLE_S: Final = 600.0
"""How long one that can't be had is not asked for again."""
FORBIDDEN: Final = "robots.txt does not allow programs to read it; look for another source"


@dataclass(frozen=True, slots=True)
class Site:
    """What is known of a site's robots.txt: its rules, until when they count, and what to say of what they forbid."""

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

    def delay_s(self, url: str, where: str, ask: Callable[[Request], Answer]) -> float:
        """Return how long the site of an address wants us to wait; raises `RobotsError` if it does not want us there.

        `where` names the address in messages; `ask` is called when its robots.txt is not at hand.
        """
        site = self._site(robots_url(url), ask)
        if not site.rules.allow(url):
            raise site.kind(where, site.what)
        if site.rules.delay_s > self._max_crawl_delay_s:
            raise RobotsError(where, _too_slow(site.rules.delay_s, self._max_crawl_delay_s))
        return site.rules.delay_s

    def _site(self, address: str, ask: Callable[[Request], Answer]) -> Site:
        known = self._sites.get(address)
        if known is None or known.until < time.monotonic():
            known = self._sites[address] = self._asked(Request(address), ask)
        return known

    def _asked(self, request: Request, ask: Callable[[Request], Answer]) -> Site:
        stored = self._store.find(request) if self._store else None
        if stored is not None and age_s(stored) < A_DAY_S:
            return _site_of(stored)
        try:
            answer = ask(request)
        except FetchError as error:
            if error.__cause__ is None:  # nobody was asked: the wait was too long, or ended
                raise
            return _unreachable(stored, error)
        if answer.status >= 500:
            return _unreachable(stored, FetchError(answer.url, f"the server answered {answer.status}"))
        if self._store:
            self._store.keep(answer)
        return _site_of(answer)


def _site_of(answer: Answer) -> Site:
    rules = read_rules(answer.body) if is_success(answer.status) else ALL_ALLOWED
    return Site(rules, time.monotonic() + A_DAY_S - max(0.0, age_s(answer)))


def _unreachable(stored: Answer | None, error: FetchError) -> Site:
    """Return the rules of old, or those that allow nothing; a host that nobody reaches has no say in it."""
    until = time.monotonic() + UNREACHABLE_S
    if stored is not None:
        return Site(_site_of(stored).rules, until)
    if isinstance(error, AddressError) or isinstance(error.__cause__, NoConnectionError):
        return Site(NOTHING_ALLOWED, until, error.what, type(error))
    what = f"its robots.txt can't be had ({error.what.partition(';')[0]}), so it must not be asked; try again later"
    return Site(NOTHING_ALLOWED, until, what)


def _too_slow(delay_s: float, longest_s: float) -> str:
    asks = f"robots.txt asks for {delay_s:g} s between requests"
    return f"{asks}, and we wait no longer than {longest_s:g} s; look for another source"
