"""Pages changed at random, as a site changes them and worse: tags cut, doubled, moved, and odd things put in."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from wrapture.model.table import Table

PUT_IN: Final = (
    "<base href=http://b.example/x/>",
    '<a href="p\tq\nr">k</a>',
    "<a href='?p=1&amp;q=2#f'>z</a>",
    "<a href='x href=' title=\"a>b\">",
    "<a name=x>",
    '<b class="hit\nodd">',
    "<i class>",
    "<span class=' x\u00a0y '>",
    "</span>",
    "<svg><text>drawn</text></svg>",
    "<math><mi>x</mi></math>",
    "<!-- c > < d -->",
    "<!--<script>-->",
    "<?php if (a<b) '<script' ?>",
    "<?x a='<li' ?>",
    "<script>if(a<b)x('<li>')</script>",
    "<script><!--<script></script>--></script>",
    "<script>write('<script>a</scr' + 'ipt>')</script>",
    "<iframe><p></iframe>",
    "<noscript><i>n</i></noscript>",
    "<textarea><li></textarea>",
    "<template><li>x</li></template>",
    "<pre>a\n b</pre>",
    "<xmp><b></xmp>",
    "<select><option>1</select>",
    "<spacer type=block>",
    "<a b'c=1 d\"e=2>",
    "&nbsp;",
    " &amp;lt; ",
    "&#12;&#0;",
    "é\u2003ü",
    "\ue00a",
    "\x0c",
    "\x1f",
    " ",
    "Price: 3; 4/ 5|",
    "<b>",
    "</b>",
    "<td>",
    "</td>",
    "<tr><td>x",
    "<p>",
    "<li>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<br/>",
    "<img src= alt>",
)
LONGEST: Final = 5000  # characters that are put in a second time


def mutated(text: str, random: Random) -> str:
    """Return a page with one to four changes."""
    tags = [match.span() for match in re.finditer("<[^>]*>", text)]
    for _ in range(random.choice((1, 1, 2, 4)) if tags else 0):
        text = _changed(text, random, [random.choice(tags) for _ in range(2)])
    return text


def _changed(text: str, random: Random, tags: list[tuple[int, int]]) -> str:
    (start, stop), (other, end) = tags
    match random.randrange(5):
        case 0:
            return text[:start] + text[stop:]
        case 1 | 2:
            return text[:stop] + random.choice(PUT_IN) + text[stop:]
        case 3:
            return text[:stop] + text[start:stop] + text[stop:]
        case _:
            piece = text[min(start, other) : max(stop, end)]
            return text[:stop] + (piece if len(piece) < LONGEST else "") + text[stop:]


def placeless(table: Table) -> Table:
    """Return a table whose rows don't say where they stand."""
    return replace(table, rows=tuple(replace(row, record=()) for row in table.rows))
