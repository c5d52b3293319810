"""Which words are asked for next: those of the answers so far, of the site, and of most sites, by turns.

By turns, because words of the answers alone stay where they began: help pages lead to help pages, and a wrapper that was
learned from these alone reads nothing else.
"""

from __future__ import annotations

from collections import Counter, deque
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING, Final

from wrapture.html.lines import lines_of, shown_text
from wrapture.robot.words import COMMON, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

FIRST_WORDS: Final = 12
"""Words of each page of the site that are tried."""
LABEL: Final = 0.9
"""Share of the records from which on a word that they have is a label of the page's, not a word of theirs."""
FREQUENT: Final = 0.5
"""Share from which on asking for it would mostly find the same records again."""
MANY: Final = 4
"""Records from which on such shares say something."""


class Queries:
    """Words to ask for, none of them twice."""

    def __init__(self, pages: Sequence[Page], empty: Page) -> None:
        self._own = deque(_words_by_turns(pages))
        self._common = deque(COMMON)
        self._turns = cycle((self._seen_word, self._own_word, self._seen_word, self._common_word))
        self._known = set(words_of(shown_text(empty, line) for line in lines_of(empty)))
        self._lines: Counter[str] = Counter()  # of all answers, that have the word …
        self._answers: Counter[str] = Counter()  # … and answers that do
        self._frequent: set[str] = set()
        self._used: set[str] = set()

    def learn(self, news: Sequence[str], count: int) -> None:
        """Take the words of an answer's news; ``count`` is the number of its records."""
        words = words_of(news)
        if count >= MANY:
            self._known.update(word for word, lines in words.items() if lines >= LABEL * count)
            self._frequent.update(word for word, lines in words.items() if lines >= FREQUENT * count)
        self._lines.update(words)
        self._answers.update(words.keys())

    def next(self) -> str | None:
        """Return a word that may have many records, None where there is no more."""
        for _ in range(4):  # one round
            word = next(self._turns)()
            if word is not None:
                self._used.add(word)
                return word
        return None

    def rare(self, most: int) -> Iterator[str]:
        """Yield words to check with: by turns one of those that were seen least, one of the site, one of most sites."""
        turns = cycle((self._rare_word, self._own_word, self._common_word))
        for _ in range(most):
            word = next(turns)() or self._rare_word()
            if word is not None:
                self._used.add(word)
                yield word

    def _rare_word(self) -> str | None:
        """Return a word that few lines of the answers have: it may have few records."""
        return min(self._unused(), key=lambda word: self._lines[word], default=None)

    def _seen_word(self) -> str | None:
        """Return a word of the answers: one that few of them have but many lines, as far from the others as can be."""
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
    """Yield the most frequent words of some pages, one of each page by turns."""
    of_pages = [
        words_of([page.title, *(shown_text(page, line) for line in lines_of(page))]).most_common(FIRST_WORDS)
        for page in pages
    ]
    for turn in zip_longest(*of_pages):
        yield from (pair[0] for pair in turn if pair is not None)
