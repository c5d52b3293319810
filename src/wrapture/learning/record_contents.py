"""What the records of a list are made of: pictures, headings, long texts, controls, rows of tables, links alone."""

from __future__ import annotations

from operator import mul, sub
from typing import TYPE_CHECKING, Final

from wrapture.algo.span_totals import running_sums
from wrapture.learning.list_signs import COUNTED, NUMBER, PAGINATION_WORDS, TALLY
from wrapture.model import Span

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from wrapture.algo.page_sums import TagSums, TextSums
    from wrapture.algo.span_totals import SpanTotal
    from wrapture.learning.page_facts import PageFacts

PICTURES: Final = frozenset(["img", "picture", "svg", "video"])
HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
FIELDS: Final = frozenset(["input", "select", "textarea"])
ITEMS: Final = frozenset(["li", "article"])
CELLS: Final = frozenset(["td", "th"])
LONG: Final = 80  # characters of a text that says more than a title
PARAGRAPH: Final = 200  # characters of a text that is a paragraph
SHORT_LABEL: Final = 30  # characters; a shorter link alone is a label
NEARLY_ALL: Final = 0.9  # share of a record's text in links
FOLLOWED: Final = 8  # records whose first link is examined


KINDS: Final = (PICTURES, HEADINGS, frozenset(["button"]), FIELDS)
"""The elements that are counted."""


class ContentFacts:
    """How many pictures, headings and so on come before each node of a page; ``contents`` are the sums of its `KINDS`."""

    def __init__(
        self,
        characters: Sequence[int],
        in_link: Sequence[int],
        link_nodes: list[int],
        contents: Sequence[TagSums],
        texts: TextSums,
    ) -> None:
        pictures, headings, buttons, fields = contents
        self.pictures, self.headings = pictures.sums, headings.sums
        self.buttons, self.fields = buttons.sums, fields.sums
        self.long_texts, self.prose = texts.long_texts, texts.prose
        self.linked = running_sums(map(mul, in_link, map(sub, characters[1:], characters)))
        self.heading_nodes = headings.nodes
        self.link_nodes = link_nodes

    @property
    def counted(self) -> tuple[array[int], ...]:
        """What `measure_contents` takes the sums of, in this order."""
        return self.pictures, self.headings, self.long_texts, self.buttons, self.fields

    def prose_outside(self, start: int, stop: int) -> int:
        """Return how many characters of paragraphs stand before and after some nodes."""
        return self.prose[-1] - (self.prose[stop] - self.prose[start])


def measure_contents(
    facts: PageFacts, some: Sequence[tuple[int, int]], totals: Sequence[SpanTotal]
) -> dict[str, float]:
    """Return the evidence that the contents of some records of a list give, by name, given what they hold in total."""
    (_, pictures), (_, headings), (_, long_texts), (_, buttons), (_, fields) = totals
    tags, count = facts.page.tags, len(some)
    starts = [tags[start] for start, _ in some]
    short = [(start, stop) for start, stop in some if facts.characters[stop] - facts.characters[start] <= SHORT_LABEL]
    texts = [_text(facts, start, stop) for start, stop in short]
    return {
        "pictures": pictures / count,
        "headings": headings / count,
        "long texts": long_texts / count,
        "buttons": buttons / count,
        "fields": fields / count,
        "rows": starts.count("tr") / count,
        "cells": sum([tag in CELLS for tag in starts]) / count,
        "items": sum([tag in ITEMS for tag in starts]) / count,
        "short links": sum([_is_linked(facts, start, stop) for start, stop in short]) / count,
        "page turns": sum([_turns(text) for text in texts]) / count,
        "tallies": sum([bool(COUNTED.fullmatch(text)) for text in texts]) / count,
        **_followed(facts, some[:FOLLOWED]),
    }


def _text(facts: PageFacts, start: int, stop: int) -> str:
    """Return the text of a record; most short records have one, which is found faster by itself."""
    one = facts.texts[stop] - facts.texts[start] == 1
    return facts.first_text(start, stop) if one else facts.page.text(Span(start, stop))


def _is_linked(facts: PageFacts, start: int, stop: int) -> bool:
    shown = facts.characters[stop] - facts.characters[start]
    return shown > 0 and facts.contents.linked[stop] - facts.contents.linked[start] >= NEARLY_ALL * shown


def _turns(text: str) -> bool:
    """Return whether a text is a page number, a word for another page, or a count of records."""
    return bool(NUMBER.fullmatch(text) or PAGINATION_WORDS.fullmatch(text) or TALLY.match(text))


def _followed(facts: PageFacts, some: Sequence[tuple[int, int]]) -> dict[str, float]:
    """Return how many of the first links of records lead somewhere, and to how many addresses."""
    links, nodes = facts.links, facts.contents.link_nodes
    first = [nodes[links[start]] for start, stop in some if links[stop] > links[start]]
    addresses = [(facts.page.attribute(node, "href") or "#").strip() for node in first]
    dead = sum([address.startswith(("#", "javascript:")) for address in addresses])
    return {
        "dead links": dead / len(some),
        "different links": len(set(addresses)) / len(some),
    }
