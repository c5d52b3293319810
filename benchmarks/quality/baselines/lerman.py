"""Rows and columns in the manner of [1]_: a page template from several pages, then the slot with the list, then its rows.

1. Page template: tokens that occur exactly once on each of the pages, in the same order on all.
2. The list is in the slot between two template tokens that has the most text.
3. Extracts are the texts between the separators of the slot (tags); each has a class by what is before it, by what is after it,
   and by the kinds of its first and last word.
4. Rows begin where the class of the slot's first repeated extract occurs again.

[1]_ finds the classes by AutoClass and the rows by grammar induction with DataPro; neither is available.  The rule for rows is
the regular grammar that it most often ends with: one row is one cycle of classes.

.. [1] Lerman, Knoblock, Minton: Automatic data extraction from lists and tables in web sources. 2001.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.source import is_tag, lex_source, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_ROWS: Final = 2


class Extract(NamedTuple):
    """A text of a slot with its class."""

    text: str
    kind: tuple[str, ...]


def unique_tokens(lexemes: Sequence[str]) -> list[str]:
    """Return the tokens that occur once, in order."""
    counts = Counter(lexemes)
    return [one for one in lexemes if counts[one] == 1 and not one.isspace()]


def page_template(pages: Sequence[Sequence[str]]) -> list[str]:
    """Return the tokens that occur once on every page, in an order that all pages have."""
    template = unique_tokens(pages[0])
    for page in pages[1:]:
        blocks = SequenceMatcher(None, template, unique_tokens(page), autojunk=False).get_matching_blocks()
        template = [one for block in blocks for one in template[block.a : block.a + block.size]]
    return template


def list_slot(lexemes: Sequence[str], template: Sequence[str]) -> tuple[int, int]:
    """Return the slot with the most text, between two neighbouring tokens of the template."""
    known = set(template)
    edges = [-1, *(n for n, one in enumerate(lexemes) if one in known), len(lexemes)]

    def text(slot: tuple[int, int]) -> int:
        return sum(len(one) for one in lexemes[slot[0] + 1 : slot[1]] if not is_tag(one) and not one.isspace())

    start, stop = max(pairwise(edges), key=text)
    return start + 1, stop


def extracts(lexemes: Sequence[str]) -> list[Extract]:
    """Return the texts between the tags, each with its class."""
    found: list[Extract] = []
    before, words = "", list[str]()
    for one in [*lexemes, "</end>"]:
        if not is_tag(one):
            words.append(one)
            continue
        text = "".join(words).strip()
        if text:
            spoken = [word for word in words if not word.isspace()]
            ends = (names_of(spoken[0]).lexical_class, names_of(spoken[-1]).lexical_class)
            found.append(Extract(text, (names_of(before).kind if before else "", names_of(one).kind, *ends)))
        before, words = one, []
    return found


def rows_of(found: Sequence[Extract]) -> list[list[str]]:
    """Return rows: each begins where the first class that recurs occurs; nothing if none recurs."""
    layouts = [one.kind[:2] for one in found]  # by layout: the words of a first column differ
    counts = Counter(layouts)
    first = next((kind for kind in layouts if counts[kind] >= MIN_ROWS), None)
    starts = [n for n, kind in enumerate(layouts) if kind == first]
    if len(starts) < MIN_ROWS:
        return []
    ends = [*starts[1:], min(len(found), starts[-1] + (starts[-1] - starts[-2]))]
    return [[one.text for one in found[a:b]] for a, b in zip(starts, ends, strict=True)]


def read_like_lerman(text: str, others: Sequence[str]) -> list[list[str]]:
    """Return the rows of a page, each as the texts of its cells; the other pages of the site give the template."""
    pages = [lex_source(one).lexemes for one in (text, *others)]
    start, stop = list_slot(pages[0], page_template(pages))
    return rows_of(extracts(pages[0][start:stop]))
