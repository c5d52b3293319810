"""Telling class names written by people from generated ones: only the former recur on the next page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

GENERATED: Final = re.compile(
    r"\d{3}"  # a counter or a hash
    r"|[a-z]\d+[a-z]"  # css-1x2y3z
    r"|[A-Z]{2}[a-z]|[a-z][A-Z][a-z]?[A-Z]"  # sc-bdVaJa
    r"|^[_-]|--$"
)


@lru_cache(maxsize=4096)
def readable(classes: frozenset[str]) -> frozenset[str]:
    """Return the classes that do not look generated.

    >>> sorted(readable(frozenset(["result", "css-1x2y3z", "sc-bdVaJa", "post-18231", "list-item"])))
    ['list-item', 'result']
    """
    return frozenset([name for name in classes if not GENERATED.search(name)])
