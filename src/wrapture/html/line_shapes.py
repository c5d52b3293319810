"""Lines and paragraphs of preformatted text that are written alike, wherever they stand.

A repeat must be regular and dense, and headings or rules between groups of lines disturb it.  A line needs no such proof: it is
a unit on its own, like a row of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from wrapture.html.tokens import LINE_LEVEL, custom_names, name_of, symbol, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

MAX_SHAPES: Final = 3  # of lines, and of paragraphs, that are proposed for one page
LONGEST: Final = 60  # tokens: a longer paragraph is not written like others
_LINE: Final = re.compile(f"{symbol('LINE')}[^{symbol('LINE')}]{{1,{LONGEST}}}?{symbol('/LINE')}")
_PARAGRAPH: Final = re.compile(f"{symbol('P')}{symbol('LINE')}[^{symbol('P')}]{{1,{LONGEST}}}?{symbol('/P')}")


def line_shapes(page: Page, least: int) -> Iterator[tuple[str, ...]]:
    """Yield the tokens of the lines, and of the paragraphs, of which at least ``least`` have the same: the most first.

    They are written as the patterns of a `wrapture.model.PatternLocator`; the last ones of each are all together.
    """
    symbols, names = tokens_of(page, LINE_LEVEL).symbols, custom_names(page)
    for kind in (_LINE, _PARAGRAPH):
        shapes = [shape for shape, count in Counter(kind.findall(symbols)).most_common(MAX_SHAPES) if count >= least]
        patterns = [" ".join(name_of(character, names) for character in shape) for shape in shapes]
        yield from filter(None, dict.fromkeys([*((pattern,) for pattern in patterns), tuple(patterns)]))
