"""Names from text and markup: labels are taken as they are, class names only if they are meaningful."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.vocabulary import ABBREVIATIONS, FIELDS, GENERIC, WEAK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_NAME: Final = 40  # characters
MAX_WORDS: Final = 3  # words of a class name
MIN_LETTERS: Final = 3  # letters of a word: shorter ones are abbreviations that only their author knows

PLAIN: Final = frozenset(["number", "id", "code"])
"""Words that need another one to say what they are."""
ENDS: Final = frozenset(["start", "end"])
"""Words that are sides of the screen unless another word is with them: ``items-end``, but ``date-end``."""
STYLED: Final = frozenset(
    ["font", "text", "line", "typo", "typography", "letter", "max", "min", "type", "body", "heading"]
)
"""Words after which others are about looks: ``font-family``, ``text-title-small``."""
_LOOKS: Final = "size family weight height width color position level title caption subtitle overline label end start"
LOOKS: Final = frozenset(_LOOKS.split())

_NO_WORD: Final = re.compile(r"[^\w]+|_+")
_CAMEL: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|[0-9]+")
_HASHED: Final = re.compile(
    r"^(?:css|sc|jss|jsx|emotion|svelte|styled|chakra|mui|ant|tw|wp|sp)[-_]?\w*\d|^_|^sc-|^css-|^jsx-", re.I
)
_SIZED: Final = re.compile(r"(?:^|[-_])size[-_](?:\d+|[sml]|x+[sl]|small|base|medium|large|mini)(?=$|[-_])", re.I)
"""The size of letters: ``a-size-small``."""
_PLACED: Final = re.compile(
    r"(?:^|[-_])position[-_](?:absolute|relative|fixed|sticky|static|top|bottom|left|right)", re.I
)
"""Where on the screen an element is: ``position-absolute``."""
_SUBTITLE: Final = re.compile(r"sub[-_]?title", re.I)
_MODULE: Final = re.compile(r"^_(?P<name>[A-Za-z][A-Za-z-]+)_[A-Za-z0-9]{4,6}_\d+$")
"""A name that a bundler has made unique: ``_dealRating_vwu5d_1``."""
LONGEST: Final = 200  # characters of a class: the time to tell what a bundler added grows with their square
_UNIQUE: Final = re.compile(r"(?<=[A-Za-z])__(?=.*(?:\d|.[A-Z]))[A-Za-z0-9+-]{5,6}$")
"""What a bundler appends to make a name unique: ``dealLabel__N2ZmM``."""
_PARTS: Final = re.compile(r"[-_:.]+")
_VOWEL: Final = re.compile(r"[aeiouyäöüåøæéèáíóúаеиоуыэюяα-ω]|[^\x00-\u024f]")


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Return a text as a name: lower-case words joined by ``_``, at most `MAX_NAME` characters; empty if it has no words.

    >>> slug("List Price ($)"), slug("Год выпуска:"), slug("—")
    ('list_price', 'год_выпуска', '')
    """
    words = [word for word in _NO_WORD.split(text.lower()) if word]
    name = ""
    for word in words:
        longer = f"{name}_{word}" if name else word[:MAX_NAME]
        if len(longer) > MAX_NAME:
            break
        name = longer
    return name


@lru_cache(maxsize=8192)
def class_name(token: str, context: frozenset[str] = frozenset()) -> str:
    """Return the name suggested by a class, empty if none; words of the `context` are left out.

    Only words of the vocabulary count: half of the other class names on pages of today mean nothing to a reader.

    >>> class_name("product-card__price", frozenset(["product"])), class_name("bookTitle"), class_name("lblCaseNo")
    ('price', 'title', 'case')
    >>> class_name("a-size-small"), class_name("file-size")
    ('', 'size')
    >>> class_name("number-of-bids"), class_name("car-sub-title"), class_name("_dealRating_vwu5d_1")
    ('bids', 'subtitle', 'rating')
    >>> class_name("css-1x2y3z"), class_name("justify-between"), class_name("col-md-4"), class_name("description_sryaw")
    ('', '', '', 'description')
    """
    words = [word for word in class_words(token) if word in FIELDS]
    words = [word for word in words if word not in WEAK] or words
    if words[:1] == ["number"]:  # ``number-of-bids``
        words = words[1:] or words
    own = [word for word in words if word not in context]
    if set(own) <= PLAIN:  # "number" says little, "case_number" says all
        own = words
    return slug("_".join(own[-MAX_WORDS:])) if not set(own) <= ENDS else ""


@lru_cache(maxsize=4096)
def class_words(token: str) -> tuple[str, ...]:
    """Return the meaningful words of a class name."""
    if len(token) > LONGEST:
        return ()
    module = _MODULE.match(token)
    token = module["name"] if module else _UNIQUE.sub("", token)
    if _HASHED.search(token) or len(token) > 80:
        return ()
    plain = _SUBTITLE.sub("subtitle", _PLACED.sub("", _SIZED.sub("", token.rpartition("__")[2].partition("--")[0])))
    words = [word for part in _PARTS.split(plain) for word in _camel_words(part)]
    said = [ABBREVIATIONS.get(word, word) for word in _without_looks(words) if word not in GENERIC]
    useful = (word for word in said if len(word) >= MIN_LETTERS and _VOWEL.search(word) and not _is_compound(word))
    return tuple(dict.fromkeys(useful))


def _without_looks(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that are not about looks."""
    styled = False
    for word in words:
        if not (styled and ABBREVIATIONS.get(word, word) in LOOKS):
            yield word
        styled = styled or word in STYLED


def _is_compound(word: str) -> bool:
    """Return whether a word is a compound of two meaningless ones: ``smallgray``."""
    return any(word[:i] in GENERIC and word[i:] in GENERIC - FIELDS for i in range(1, len(word) - 2))


@lru_cache(maxsize=1024)
def all_words(classes: str) -> frozenset[str]:
    """Return all words of some class names."""
    parts = [part for token in classes.split() for part in _PARTS.split(token)]
    return frozenset(ABBREVIATIONS.get(word, word) for part in parts for word in _camel_words(part))


def _camel_words(part: str) -> list[str]:
    """Return the words of a part in lower case; digits stick to the letters beside them, and a mix of both is not a word."""
    words = [word.lower() for word in _CAMEL.findall(part)]
    mixed = len(words) > 2 and sum(len(word) <= 2 for word in words) > len(words) / 2
    return [] if mixed else [word for word in words if not word.isdigit()]
