"""How a site is visited: slowly, one request at a time, and as its robots.txt asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DELAY_S: Final = 1.0
RETRIES: Final = 3
MAX_CRAWL_DELAY_S: Final = 60.0
BACKOFF_S: Final = 1.0
MAX_WAIT_S: Final = 120.0


@dataclass(frozen=True, slots=True)
class Manners:
    """What a visitor keeps to.

    ``delay_s`` lies between an answer of a host and the next request to it; a longer Crawl-delay of its robots.txt counts,
    up to ``max_crawl_delay_s``: a site that wants more is not visited.  ``robots`` says whether robots.txt is asked for at
    all.  A request that a server can't answer just now is repeated ``retries`` times, after ``backoff_s``, twice that, four
    times that, or when the server says; one that would have to wait longer than ``max_wait_s`` is given up.
    """

    delay_s: float = DELAY_S
    robots: bool = True
    retries: int = RETRIES
    max_crawl_delay_s: float = MAX_CRAWL_DELAY_S
    backoff_s: float = BACKOFF_S
    max_wait_s: float = MAX_WAIT_S
