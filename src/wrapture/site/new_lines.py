"""Find the lines of a result page that the page without results does not have: its news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import lines_of, shown_text

if TYPE_CHECKING:
    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page

QUERY: Final = "\ue000"
"""Placeholder for the query in a line that repeats it: a private use character."""
SHORTEST_REMARK: Final = 6
LONGEST_REMARK: Final = 300
MOST_REMARKS: Final = 10
STRAYS: Final = 0.25
"""Share of the result pages that may contain a remark with the query in it: sites that show something else if they found
nothing are counted as having answered."""
NUMBER: Final = re.compile(r"\d+")
OTHER_NUMBER: Final = re.compile(r"[1-9]")
"""A line with a number other than 0 shows the time taken, or today's date."""


PLACE: Final = "{query}"
"""Placeholder for the query in a remark."""


class Background:
    """The lines of the page for an impossible query: page furniture, or the message that nothing was found.

    Lines that the page for an ``other`` impossible query does not have are there by chance: things shown instead of results.
    """

    def __init__(self, page: Page, query: str, other: Page | None = None, other_query: str = "") -> None:
        self.page = page
        self.texts = _texts(page, query)
        again = set(self.texts if other is None else _texts(other, other_query))
        self._lasting = [text for text in self.texts if text in again]

    def news(self, page: Page, query: str) -> list[Line]:
        """Return the lines of a result page that are not in the background, ignoring differences in query and numbers."""
        known = {NUMBER.sub("0", _with(text, query)) for text in self.texts}
        return [line for line, text in nonempty_lines(page) if NUMBER.sub("0", text) not in known]

    def remarks(self, answers: list[tuple[Page, str]]) -> tuple[str, ...]:
        """Return the lines that are on none of the result pages in `answers`, which come with their queries."""
        said = [({text for _, text in nonempty_lines(page)}, query) for page, query in answers]
        alone = [text for text in self._lasting if _share(text, said) <= (STRAYS if QUERY in text else 0)]
        sized = [text for text in alone if SHORTEST_REMARK <= len(text.replace(QUERY, "")) <= LONGEST_REMARK]
        lasting = [text for text in sized if not OTHER_NUMBER.search(text)]
        return tuple(text.replace(QUERY, PLACE) for text in lasting[:MOST_REMARKS])


def _share(text: str, said: list[tuple[set[str], str]]) -> float:
    """Return the share of result pages that have a line of the background."""
    return sum(_with(text, query) in texts for texts, query in said) / len(said) if said else 0.0


def remarked(page: Page, query: str, remarks: tuple[str, ...]) -> float:
    """Return the share of the remarks that are on a page; remarks are lines that the site shows if it finds nothing."""
    wanted = {_with(remark.replace(PLACE, QUERY), query) for remark in remarks}
    return len(wanted.intersection(text for _, text in nonempty_lines(page))) / len(wanted) if wanted else 0.0


def nonempty_lines(page: Page) -> list[tuple[Line, str]]:
    """Return the nonempty lines of a page with their text in lower case."""
    found = ((line, shown_text(page, line).casefold()) for line in lines_of(page))
    return [(line, text) for line, text in found if text]


def _texts(page: Page, query: str) -> tuple[str, ...]:
    """Return the texts of a page's lines, with the query replaced by its placeholder."""
    spoken = re.compile(re.escape(query), re.IGNORECASE)
    return tuple(dict.fromkeys(spoken.sub(QUERY, shown_text(page, line)) for line in lines_of(page)))


def _with(text: str, query: str) -> str:
    """Return a background line with another query in it."""
    return " ".join(text.replace(QUERY, query).casefold().split())
