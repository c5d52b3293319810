"""A collection of documents that is the same every time, and the words that it can be asked for.

How often words are used falls with their rank, as in any text (Zipf's law), so that there are words with no hit, one, a
few, dozens and hundreds.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from html import escape
from random import Random
from typing import TYPE_CHECKING, Final

from tests.engines.words import PLAIN, SMALL, vocabulary

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENTS: Final = 400
SEED: Final = 8
KINDS: Final = ("Report", "Notes", "Letter", "Survey", "Essay", "Review", "Memoir")
AUTHORS: Final = ("Ada Thornwick", "Basil Crofter", "Clara Dunmore", "Edwin Marsh", "Flora Penhallow", "Gideon Vale")
FIRST_DAY: Final = date(1998, 3, 1)
DAYS: Final = 9000
SHORTEST, LONGEST = 12, 260
"""The number of words of a document, between."""

FLATTENING: Final = 4
"""Added to a word's rank: without it, the first words would be in every document."""

SMALL_SHARE: Final = 0.3
"""Which part of a text is small words."""

TIERS: Final = (1, 2, 5, 12, 40, 100, DOCUMENTS)
"""The most documents that words of one rarity are in."""

_TITLE: Final = re.compile(rf"\b(?:{'|'.join(KINDS)})[\s-]+(\d{{4}})\b")
_LINK: Final = re.compile(r"(?:^|/)(\d{4})(?:\.html)?(?:[?#]|$)")


@dataclass(frozen=True, slots=True)
class Document:
    """A document: ``number`` has four digits and stands in the title, too."""

    number: str
    title: str
    author: str
    written: date
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        """The paragraphs, with an empty line between two."""
        return "\n\n".join(self.paragraphs)

    def words(self) -> set[str]:
        """Return the words of the title and the text, in lower case."""
        return set(re.findall("[a-z]+", f"{self.title} {self.text}".lower()))


def number_of(found: str) -> str:
    """Return the number of the document that a title, a record's text or a link speaks of, ``""`` for none.

    >>> number_of("17. Report 0173 on the copper harbour, 2004-02-29"), number_of("http://a:8001/docs/0173.html")
    ('0173', '0173')
    """
    match = _TITLE.search(found) or _LINK.search(found.strip())
    return match[1] if match else ""


def numbers_of(text: str) -> list[str]:
    """Return the numbers of the documents whose titles stand in a text, in its order."""
    return _TITLE.findall(text)


@cache
def collection() -> tuple[Document, ...]:
    """Return all documents, the same ones every time."""
    return tuple(_document(number) for number in range(1, DOCUMENTS + 1))


@cache
def hits() -> Counter[str]:
    """Return in how many documents each word that can be asked for is."""
    counted = Counter(word for document in collection() for word in document.words())
    return Counter({word: counted[word] for word in vocabulary() if counted[word]})


def queries(count: int, seed: int) -> list[str]:
    """Return words that are in at least one document, rare and common ones in turns, each once."""
    random, tiers = Random(seed), [sorted(tier) for tier in _tiers()]
    for tier in tiers:
        random.shuffle(tier)
    turns = [word for turn in range(max(map(len, tiers))) for tier in tiers for word in tier[turn : turn + 1]]
    return turns[:count]


def words_with(least: int, most: int) -> list[str]:
    """Return the words that are in at least and at most so many documents, in alphabetical order."""
    return sorted(word for word, count in hits().items() if least <= count <= most)


def write_pages(folder: Path) -> None:
    """Write each document as a web page, last changed on the day it was written."""
    folder.mkdir(parents=True, exist_ok=True)
    for document in collection():
        path = folder / f"{document.number}.html"
        path.write_text(as_page(document), encoding="utf-8")
        moment = datetime(document.written.year, document.written.month, document.written.day, 12, tzinfo=UTC)
        os.utime(path, (moment.timestamp(), moment.timestamp()))


def as_page(document: Document) -> str:
    """Return the document as a web page."""
    paragraphs = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in document.paragraphs)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">\n'
        f"<title>{escape(document.title)}</title>\n"
        f'<meta name="author" content="{escape(document.author)}">\n</head>\n'
        f"<body>\n{paragraphs}\n</body>\n</html>\n"
    )


def _tiers() -> list[list[str]]:
    bounds = zip((0, *TIERS), TIERS, strict=False)
    return [words for low, high in bounds if (words := words_with(low + 1, high))]


def _document(number: int) -> Document:
    random = Random(SEED * 10_000 + number)
    name = f"{number:04d}"
    return Document(
        name,
        f"{random.choice(KINDS)} {name} on {_subject(random)}",
        random.choice(AUTHORS),
        FIRST_DAY + timedelta(days=random.randrange(DAYS)),
        _paragraphs(random),
    )


def _subject(random: Random) -> str:
    one, other = random.sample(PLAIN, 2)
    return random.choice((f"the {one}", f"the {one} and the {other}", f"a {one} {other}", f"{one}, {other}"))


def _paragraphs(random: Random) -> tuple[str, ...]:
    words = [_word(random) for _ in range(random.randint(SHORTEST, LONGEST))]
    return tuple(" ".join(_sentences(random, words[start : start + 80])) for start in range(0, len(words), 80))


def _sentences(random: Random, words: list[str]) -> list[str]:
    """Return the words as sentences of five to fifteen words."""
    sentences, start = [], 0
    while start < len(words):
        stop = start + random.randint(5, 15)
        sentences.append(" ".join(words[start:stop]).capitalize() + ".")
        start = stop
    return sentences


def _word(random: Random) -> str:
    if random.random() < SMALL_SHARE:
        return random.choice(SMALL)
    words, weights = _ranked()
    return random.choices(words, cum_weights=weights)[0]


@cache
def _ranked() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Return the words that can be asked for with the sums of their weights, as `random.choices` takes them."""
    words, total, sums = vocabulary(), 0.0, []
    for rank in range(len(words)):
        total += 1 / (rank + FLATTENING)
        sums.append(total)
    return words, tuple(sums)
