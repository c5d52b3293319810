"""Extract words from texts, and the common words to query any site with."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WORD: Final = re.compile(r"[^\W\d_]{4,20}")
IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
"""Scripts without spaces: two characters of a run serve as a word."""

ANYTHING: Final = ("", "*", "%")
"""Queries that some sites answer with everything they have: a source of words, but not a typical result page."""

_NOUNS: Final = "report time people world year home music history water information"
_OTHERS: Final = """
    data system house name book test the and new day one all for with from
    und der haus zeit jahr de la el que para los les des une pour il di che
    example a e 1 2 10 2020 2024 error file user open
"""
COMMON: Final = (*_NOUNS.split(), *ANYTHING, *_OTHERS.split())
"""Words to try if no word of the site has results: ordinary words first, function words and numbers last."""

VOWELS: Final = "aeiou"
CONSONANTS: Final = "bcdfghjklmnpqrstvwxz"


def words_of(texts: Iterable[str]) -> Counter[str]:
    """Return the words of some texts with the number of texts they are in; most function words are too short to count.

    >>> words_of(["The lion slept", "A lion!"]).most_common(1)
    [('lion', 2)]
    """
    return Counter(word for text in texts for word in dict.fromkeys(_words(text)))


def _words(text: str) -> Iterator[str]:
    for found in WORD.finditer(text):
        word = found[0]
        run = IDEOGRAPHS.search(word)
        yield run[0][:2] if run else word.casefold()


def impossible_word(site: str, number: int = 1) -> str:
    """Return a word that no page has, always the same for a site, so that its result page can be cached.

    ``number`` selects one of several.  The word is pronounceable, because search engines drop what does not look like a word.

    >>> impossible_word("https://example.org/") == impossible_word("https://example.org/")
    True
    """
    state = zlib.crc32(f"{number} {site}".encode("utf-8", "replace"))
    letters = []
    for position in range(12):
        letters.append((CONSONANTS if position % 2 == 0 else VOWELS)[state % (20 if position % 2 == 0 else 5)])
        state = state // 7 + (state % 7) * 104_729 + 17 * position
    return f"z{''.join(letters)}xq"
