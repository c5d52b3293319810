"""What an answer says that the page without results does not: its news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.html.lines import lines_of, shown_text

if TYPE_CHECKING:
    from wrapture.html.lines import Line
    from wrapture.html.page import Page

QUERY: Final = "\ue000"
"""What stands for the query in a line that repeats it: a character of the private use area."""
SHORTEST_REMARK: Final = 6
LONGEST_REMARK: Final = 300
MOST_REMARKS: Final = 10
STRAYS: Final = 0.25
"""Share of the answers that may have a line with the query in it all the same: sites that show something else where they have
nothing are taken to have answered."""
NUMBER: Final = re.compile(r"\d+")
OTHER_NUMBER: Final = re.compile(r"[1-9]")
"""A line with a number that is not 0 tells the time it took, or today's date."""


PLACE: Final = "{query}"
"""What stands for the query in a remark."""


class Background:
    """The lines of the page that answers an impossible query: they stand on every page, or say that nothing was found.

    What the page that answers an ``other`` such query has not, is chance: things that the site shows instead.
    """

    def __init__(self, page: Page, query: str, other: Page | None = None, other_query: str = "") -> None:
        self.page = page
        self.texts = _texts(page, query)
        again = set(self.texts if other is None else _texts(other, other_query))
        self._lasting = [text for text in self.texts if text in again]

    def news(self, page: Page, query: str) -> list[Line]:
        """Return the lines of an answer that are not of the background, be it with another query or other numbers in them."""
        known = {NUMBER.sub("0", _with(text, query)) for text in self.texts}
        return [line for line, text in told(page) if NUMBER.sub("0", text) not in known]

    def remarks(self, answers: list[tuple[Page, str]]) -> tuple[str, ...]:
        """Return the lines that stand here alone and on none of the answers (pages with results, and their queries)."""
        said = [({text for _, text in told(page)}, query) for page, query in answers]
        alone = [text for text in self._lasting if _share(text, said) <= (STRAYS if QUERY in text else 0)]
        sized = [text for text in alone if SHORTEST_REMARK <= len(text.replace(QUERY, "")) <= LONGEST_REMARK]
        lasting = [text for text in sized if not OTHER_NUMBER.search(text)]
        return tuple(text.replace(QUERY, PLACE) for text in lasting[:MOST_REMARKS])


def _share(text: str, said: list[tuple[set[str], str]]) -> float:
    """Return the share of answers that have a line of the background."""
    return sum(_with(text, query) in texts for texts, query in said) / len(said) if said else 0.0


def remarked(page: Page, query: str, remarks: tuple[str, ...]) -> float:
    """Return the share of some remarks that stand on an answer: lines that were seen only where there are no results."""
    wanted = {_with(remark.replace(PLACE, QUERY), query) for remark in remarks}
    return len(wanted.intersection(text for _, text in told(page))) / len(wanted) if wanted else 0.0


def told(page: Page) -> list[tuple[Line, str]]:
    """Return the lines of a page that say something, with what they say in small letters."""
    found = ((line, shown_text(page, line).casefold()) for line in lines_of(page))
    return [(line, text) for line, text in found if text]


def _texts(page: Page, query: str) -> tuple[str, ...]:
    """Return what the lines of a page say, the query in them replaced by its sign."""
    spoken = re.compile(re.escape(query), re.IGNORECASE)
    return tuple(dict.fromkeys(spoken.sub(QUERY, shown_text(page, line)) for line in lines_of(page)))


def _with(text: str, query: str) -> str:
    """Return a line of the background as it would be for another query."""
    return " ".join(text.replace(QUERY, query).casefold().split())
