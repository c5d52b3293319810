"""Politeness: how fast a site is visited, and whether robots.txt is respected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DELAY_S: Final = 1.0
RETRIES: Final = 3
MAX_CRAWL_DELAY_S: Final = 60.0
BACKOFF_S: Final = 1.0
MAX_WAIT_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class Politeness:
    """The rules of a visitor.

    ``delay_s`` is the pause between a response of a host and the next request to it.  A longer Crawl-delay in robots.txt takes
    precedence, up to ``max_crawl_delay_s``: a site that demands more is not visited.  ``robots`` says whether robots.txt is
    read at all.  A request that a server can't answer at the moment is repeated ``retries`` times, after ``backoff_s``, twice
    that, four times that, or when the server says; a request that would have to wait longer than ``max_wait_s`` fails.
    """

    delay_s: float = DELAY_S
    robots: bool = True
    retries: int = RETRIES
    max_crawl_delay_s: float = MAX_CRAWL_DELAY_S
    backoff_s: float = BACKOFF_S
    max_wait_s: float = MAX_WAIT_S
