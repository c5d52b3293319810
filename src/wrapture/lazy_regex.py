"""Regular expressions that are compiled when they are first used.

A start compiles about two hundred of them otherwise, and a page needs half: that is a tenth of the time of a small command.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from typing import Any


class _LazyRegex:
    """Stands for a compiled expression; each method is looked up once and kept, so that calls cost nothing more."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying and pickling ask for such names before there is anything to compile
            raise AttributeError(name)
        found = getattr(re.compile(self._source, self._flags), name)
        self.__dict__[name] = found
        return found


def lazy_regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression with the methods of `re.Pattern`, to be compiled on first use; a wrong one fails only then.

    >>> bool(lazy_regex("[a-z]+").fullmatch("tea"))
    True
    """
    return cast("re.Pattern[str]", _LazyRegex(source, flags))
