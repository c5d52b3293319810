"""Whether the part in C is there: it reads records off the parser's tree, without a Python object for any node.

It is built on installation where there is a C compiler.  Nothing needs it: without it, the same is read by regular expressions
over markup.  ``WRAPTURE_NATIVE=0`` turns it off.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from selectolax import lexbor

VERSION: Final = 1
"""Of what is called there: it may have been built before these modules were changed."""
ELEMENT, HIDDEN, BLANK, SHOWN = range(4)
"""Kinds of steps: an element, a text that is not displayed, a blank one, another one."""
ANY, EXACT, FIRST_WORD = range(3)
"""What is demanded of an attribute's value."""

_PAGE: Final = "<p title='a&amp;b' class='one two'>x<!-- y --><b hidden> z&nbsp;</b>\n<script>s</script>"


@cache
def is_there() -> bool:
    """Return whether the part in C was built, is not turned off, and gets on with the parser that is installed."""
    if os.environ.get("WRAPTURE_NATIVE") == "0":
        return False
    try:
        from wrapture.html import _tree

        _tree.bind(lexbor.__file__)
    except ImportError:  # not built, or a parser whose own functions can't be found
        return False
    return _tree.VERSION == VERSION and _reads_rightly()


def _reads_rightly() -> bool:
    """Return whether a small page is read as it should be: a parser that has changed must not go unnoticed."""
    from wrapture.html._tree import Form, size

    title, word = (b"title", b"", ANY), (b"class", b"one", FIRST_WORD)
    steps = (
        (0, ELEMENT, b"p", (title, word), b"title", True, 0),
        (1, SHOWN, b"", None, b"", False, 0),
        (1, ELEMENT, b"b", ((b"hidden", b"", EXACT),), b"href", False, -1),
        (2, SHOWN, b"", None, b"", False, 1),
        (1, BLANK, b"", None, b"", False, -1),
        (1, ELEMENT, b"script", None, b"", False, -1),
        (2, HIDDEN, b"", None, b"", False, -1),
    )
    form = Form(steps, 1, 2, (((0, False), (1, False)),), (1,))
    other = Form((steps[0], (1, BLANK, b"", None, b"", False, 1), *steps[2:]), 1, 2, (), ())
    page = lexbor.LexborHTMLParser(_PAGE)
    node = page.css_first("p")
    if node is None or size(node.mem_id) != len(steps) or other.match(node.mem_id) is not None:
        return False
    return form.match((node.mem_id, node.mem_id)) == (None, "a&b", "x z", " z\xa0")
