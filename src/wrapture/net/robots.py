"""The rules of a robots.txt for us (RFC 9309), whatever the file holds.

protego does the matching.  It gets only the lines that can concern us: all other robots share one name, because it copies each
rule to each robot of its group, and 15,000 robots with 25,000 rules fit into 500 KiB: a tenth of each took it 7 s.  What
remains is bounded: 30,000 rules such as ``/*a*1`` took 0.2 s to parse, and 0.14 s for an address of 8,000 characters
(protego 0.7, whose matching never backtracks).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from protego import Protego

if TYPE_CHECKING:
    from collections.abc import Iterator

PRODUCT: Final = "wrapture"
"""Our name in a robots.txt."""
MAX_BYTES: Final = 500 * 1024
"""The minimum of RFC 9309; the rest is ignored."""
MAX_PATTERN: Final = 2048
"""Characters of a path; hardly any address is longer."""
OTHERS: Final = "other"

_LINE: Final = re.compile(
    r"(?:(?P<agent>user[ -]?agent)|(?P<allow>allow)|(?P<disallow>dis+all?ow)|(?P<delay>crawl[ -]?delay))"
    r"[ \t]*[: \t](?P<value>.*)",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"[a-z_-]+", re.IGNORECASE)
_NEWLINE: Final = re.compile(r"\r\n|\r|\n")
_OTHER_NEWLINES: Final = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Characters that end a line for protego, but not in RFC 9309."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one robots.txt; without ``rules`` everything is allowed, or nothing."""

    rules: Protego | None = None
    otherwise: bool = True

    def allow(self, url: str) -> bool:
        """Return whether an address of this site is allowed."""
        return self.otherwise if self.rules is None else self.rules.can_fetch(url, PRODUCT)

    @property
    def delay_s(self) -> float:
        """The pause that it demands between requests."""
        return 0.0 if self.rules is None else self.rules.crawl_delay(PRODUCT) or 0.0


ALL_ALLOWED: Final = Rules()
NOTHING_ALLOWED: Final = Rules(otherwise=False)


def read_rules(body: bytes) -> Rules:
    r"""Return the rules of a robots.txt.

    >>> read_rules(b"User-agent: *\nDisallow: /private").allow("https://example.org/private/1")
    False
    """
    text = body[:MAX_BYTES].decode("utf-8-sig", "replace")
    return Rules(Protego.parse("\n".join(_lines(text))))


def robots_url(url: str) -> str:
    """Return the address of the robots.txt that applies to an address.

    >>> robots_url("https://ann@example.org:8443/list?q=1")
    'https://example.org:8443/robots.txt'
    """
    scheme, netloc, *_ = urlsplit(url)
    return f"{scheme}://{netloc.rpartition('@')[2].lower()}/robots.txt"


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that can concern us, in their standard spelling."""
    for raw in _NEWLINE.split(text):
        found = _LINE.match(_OTHER_NEWLINES.sub(" ", raw.partition("#")[0]).strip())
        if found:
            value = found["value"].lstrip(": \t")
            yield from [f"User-agent: {_agent(value)}"] if found["agent"] else _rule(found, value)


def _agent(value: str) -> str:
    """Return which robots a group is for: us, all, or others."""
    if value.startswith("*"):
        return "*"
    token = _TOKEN.match(value)
    return PRODUCT if token and token[0].lower() == PRODUCT else OTHERS


def _rule(found: re.Match[str], value: str) -> list[str]:
    """Return a rule with a pattern of bounded length, which never allows more than the site does."""
    if found["disallow"]:
        return [f"Disallow: {value[:MAX_PATTERN]}"]
    if len(value) > MAX_PATTERN:
        return []
    return [f"Allow: {value}" if found["allow"] else f"Crawl-delay: {value}"]
