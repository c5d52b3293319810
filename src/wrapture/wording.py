"""Small pieces of text handling that several packages share."""

from __future__ import annotations

import re
from typing import Final

OPTIONS: Final = {
    "allow_private": "--allow-private",
    "columns": "--html-column or --url-column",
    "cookies": "--cookies",
    "before": "--before",
    "all_columns": "--all-columns",
    "force": "--force",
    "format": "--format",
    "guess": "--guess",
    "header": "--header",
    "html": "--html-column",
    "limits": "--page-time or --page-memory",
    "mapping": "--map",
    "mask": "--mask",
    "min_fit": "--min-fit",
    "pages": "--pages",
    "port": "--port",
    "render": "--render",
    "repair": "--repair",
    "restart": "--restart",
    "same_site": "--same-site",
    "site": "--site",
    "texts": "--texts",
    "timeout_s": "--timeout",
    "typed": "--typed or --text",
    "workers": "--workers",
}
"""Arguments of Python functions, and the options of commands that set them."""
SHOWN_CHARS: Final = 60
"""Characters of an argument that an error shows."""
_ARGUMENT: Final = re.compile(rf"`({'|'.join(OPTIONS)})(?:=True)?`")


def for_command_line(message: str) -> str:
    """Return a message with the options of the command line in place of the arguments that it names in backquotes.

    >>> for_command_line("already there; use `force=True` to replace it")
    'already there; use --force to replace it'
    """
    return _ARGUMENT.sub(lambda found: OPTIONS[found[1]], message)


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "page"), counted(20, "page")
    ('1 page', '20 pages')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown_input(given: object) -> str:
    """Return the beginning of an argument, on one line, as an error names it.

    >>> shown_input("a" * 99)[-4:]
    'aaa…'
    """
    shown = repr(given)
    return shown if len(shown) <= SHOWN_CHARS else f"{shown[:SHOWN_CHARS]}…"


def encodable(text: str) -> str:
    r"""Return a text that UTF-8 can encode: surrogate pairs are joined, lone surrogates replaced.

    Pages and Linux file names may contain them.

    >>> encodable("caf\udce9.html"), encodable("\ud83d\ude00"), encodable("plain")
    ('caf�.html', '😀', 'plain')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
