"""Match page addresses against the address patterns of a wrapper.

Patterns look like ``https://example.org/search*``; only ``*`` is special.  ``http`` and ``https`` are equivalent, and case
matters in the path only, because neither difference makes a page belong to another site.
"""

from __future__ import annotations

import re
from typing import Final

ANY: Final = "*"
"""Any number of characters; as a host, the key for all patterns whose host contains a wildcard."""
_SCHEME: Final = re.compile(r"https?://", re.IGNORECASE)
_HOST: Final = re.compile(r"[^/?#]*")


def host_of(address: str) -> str:
    """Return the host of an address or pattern, or ``*`` if the pattern's host contains a wildcard.

    >>> host_of("https://Example.org:8080/search*"), host_of("http://*.example.org/"), host_of("example.org?q=*")
    ('example.org:8080', '*', 'example.org')
    """
    host = _split(address)[0]
    return ANY if ANY in host else host


def is_at(pattern: str, address: str) -> bool:
    """Return whether an address matches a pattern.

    >>> is_at("https://example.org/search*", "http://Example.org/search?q=sea"), is_at("https://a.org/*", "https://b.org/")
    (True, False)
    """
    return _is_like("".join(_split(pattern)), "".join(_split(address)))


def _split(address: str) -> tuple[str, str]:
    """Return the host in lower case and the rest of an address; a host alone gets the root path."""
    rest = _SCHEME.sub("", address.strip(), count=1)
    match = _HOST.match(rest)
    host = match[0] if match is not None else ""
    path = rest[len(host) :]
    return host.lower(), path or ("" if ANY in host else "/")


def _is_like(pattern: str, text: str) -> bool:
    """Return whether a text matches a pattern; each part between two ``*`` is searched for once, so the cost is linear."""
    first, *others = pattern.split(ANY)
    if not others:
        return text == pattern
    if not text.startswith(first):
        return False
    place = len(first)
    for part in others[:-1]:
        found = text.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return text.endswith(others[-1]) and len(text) - len(others[-1]) >= place
