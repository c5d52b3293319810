"""Text that is struck out stands for another value than the text beside it: it is aligned with struck text alone.

``<del>£20</del> <ins>£15</ins>`` in one record and ``£15`` in the next have the current price in common, though the tags alone
would pair it with the old one, which comes first.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.algo.align import union_template
from wrapture.html.elements import STRUCK
from wrapture.html.node_kinds import STRUCK_NAME
from wrapture.html.tokens import TEXT_SYMBOL, symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

STARTS: Final = "".join([symbol(name) for name in (*sorted(STRUCK), STRUCK_NAME)])
_STRUCK_TEXT: Final = "\x7f"
"""Stands for a text in a struck element while strings are aligned; no token has this symbol."""
_ENDS: Final = "".join([chr(ord(start) + 1) for start in STARTS])
_STEPS: Final = re.compile(f"[{STARTS}{_ENDS}{TEXT_SYMBOL}]")


@lru_cache(maxsize=8192)
def apart(symbols: str) -> str:
    """Return symbols with those of struck texts replaced by one of their own."""
    if not any(start in symbols for start in STARTS):
        return symbols
    depth = 0

    def step(found: re.Match[str]) -> str:
        nonlocal depth
        character = found[0]
        depth = max(0, depth + (character in STARTS) - (character in _ENDS))
        return _STRUCK_TEXT if depth and character == TEXT_SYMBOL else character

    return _STEPS.sub(step, symbols)


def merged(strings: Sequence[str]) -> str:
    """Return the template of token strings in which no struck text shares the position of another text."""
    return union_template([apart(one) for one in strings]).replace(_STRUCK_TEXT, TEXT_SYMBOL)
