"""Choose the next query word: from the results so far, the site, and a common list, in turn.

In turn, because words of the results alone never leave the topic they began with: help pages lead to help pages, and a
wrapper learned from those alone reads nothing else.
"""

from __future__ import annotations

from collections import Counter, deque
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING, Final

from wrapture.html.content_lines import lines_of, shown_text
from wrapture.site.word_lists import COMMON, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

FIRST_WORDS: Final = 12
"""Words to try from each page of the site."""
LABEL: Final = 0.9
"""Share of the records from which a word is a label of the page, not content."""
FREQUENT: Final = 0.5
"""Share of the records from which a query for the word would mostly find the same records again."""
MANY: Final = 4
"""Fewest records for such shares to be meaningful."""


class Queries:
    """Query words, each returned once."""

    def __init__(self, pages: Sequence[Page], empty: Page) -> None:
        self._own = deque(_words_by_turns(pages))
        self._common = deque(COMMON)
        self._turns = cycle((self._seen_word, self._own_word, self._seen_word, self._common_word))
        self._known = set(words_of(shown_text(empty, line) for line in lines_of(empty)))
        self._lines: Counter[str] = Counter()  # lines of all result pages with the word
        self._answers: Counter[str] = Counter()  # result pages with the word
        self._frequent: set[str] = set()
        self._used: set[str] = set()

    def learn(self, news: Sequence[str], count: int) -> None:
        """Add the words of a result page's new lines; ``count`` is the number of its records."""
        words = words_of(news)
        if count >= MANY:
            self._known.update(word for word, lines in words.items() if lines >= LABEL * count)
            self._frequent.update(word for word, lines in words.items() if lines >= FREQUENT * count)
        self._lines.update(words)
        self._answers.update(words.keys())

    def next(self) -> str | None:
        """Return a word that may have many results, or None if there are no more words."""
        for _ in range(4):  # one round
            word = next(self._turns)()
            if word is not None:
                self._used.add(word)
                return word
        return None

    def rare(self, most: int) -> Iterator[str]:
        """Yield words to check with, in turn: one seen least often, one of the site, one of the common list."""
        turns = cycle((self._rare_word, self._own_word, self._common_word))
        for _ in range(most):
            word = next(turns)() or self._rare_word()
            if word is not None:
                self._used.add(word)
                yield word

    def _rare_word(self) -> str | None:
        """Return a word that is in few lines of the results, so that it may have few results."""
        return min(self._unused(), key=lambda word: self._lines[word], default=None)

    def _seen_word(self) -> str | None:
        """Return a word that is in few result pages but in many lines, to get away from the earlier queries."""
        words = self._unused()
        rank = {word: (word in self._frequent, self._answers[word], -self._lines[word]) for word in words}
        return min(words, key=lambda word: rank[word], default=None)

    def _unused(self) -> list[str]:
        return [word for word in self._lines if word not in self._known and word not in self._used]

    def _own_word(self) -> str | None:
        return self._first(self._own)

    def _common_word(self) -> str | None:
        return self._first(self._common)

    def _first(self, words: deque[str]) -> str | None:
        while words:
            word = words.popleft()
            if word not in self._used:
                return word
        return None


def _words_by_turns(pages: Sequence[Page]) -> Iterator[str]:
    """Yield the most frequent words of some pages, one of each page in turn."""
    of_pages = [
        words_of([page.title, *(shown_text(page, line) for line in lines_of(page))]).most_common(FIRST_WORDS)
        for page in pages
    ]
    for turn in zip_longest(*of_pages):
        yield from (pair[0] for pair in turn if pair is not None)
