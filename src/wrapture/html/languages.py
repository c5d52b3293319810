"""The language of a page: what it declares or, if it declares nothing, what its commonest words say."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wrapture.html.page import Page

LOOKED_AT: Final = 20_000  # characters of text
LEAST: Final = 12  # words of a language that a text must have
LEAD: Final = 2.0  # times as many as of the next language
_WORD: Final = re.compile(r"[^\W\d_]+")
WORDS: Final = {
    "en": "the of and to in for is on with by from this that are you your our all at or",
    "de": "der die das und in den von zu mit für auf ist im nicht eine ein des dem sie alle",
    "fr": "le la les des et en du une pour dans est sur par avec plus au ce vous tous votre",
    "es": "el la los las de en del una para con por su más se es que todos al como",
    "it": "il la di che in per un una del della con sono le gli più dei nel alla tutti",
    "pt": "os as de em do da para com não uma por mais dos das no na todos ou pelo",
    "nl": "de het een en van in op voor met is te zijn aan door niet bij naar alle ook",
    "sv": "och att det som en på är av för med till den inte om ett har alla från",
    "pl": "na do się nie że jest od za dla po przez są oraz lub jak ale czy",
    "cs": "na se je do pro že jako od za by jsou podle nebo ale tak který jeho",
}
"""The commonest words of some languages; those of one letter are initials and abbreviations in any language."""
_LANGUAGES: Final = {
    word: [code for code, words in WORDS.items() if word in words.split()]
    for words in WORDS.values()
    for word in words.split()
}


def language_of(page: Page) -> str:
    """Return the code of a page's language without its region, "" if neither the page nor its words tell."""
    root = next((node for node, tag in enumerate(page.tags[:3]) if tag == "html"), None)
    declared = (page.attribute(root, "lang") or "") if root is not None else ""
    code = re.split(r"[-_]", declared.strip().lower())[0]
    return code if code.isalpha() and len(code) <= 3 else language_of_text(page.text(page.body)[:LOOKED_AT])


def language_of_text(text: str) -> str:
    """Return the language whose commonest words a text has, "" if that is not clear.

    >>> language_of_text("the sea and the wind of the north, by the shore of all that is in the bay")
    'en'
    >>> language_of_text("4711 - 0815")
    ''
    """
    found = Counter(code for word in _WORD.findall(text.casefold()) for code in _LANGUAGES.get(word, ()))
    best = found.most_common(2)
    if not best or best[0][1] < LEAST or (len(best) > 1 and best[0][1] < LEAD * best[1][1]):
        return ""
    return best[0][0]
