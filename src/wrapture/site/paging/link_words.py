"""Interpret link texts: does a link lead to the next page, to a numbered page, or nowhere of the kind."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind: TypeAlias = Literal["next", "previous", "first", "last", "page"]

ONWARD: Final = ">»›→▶►⟩❯⇒⏵➔▸⟶〉》❱⏩➜→⇨"
BACK: Final = "<«‹←◀◄⟨❮⇐⏴◂⟵〈《❰⏪⇦"
ENDS: Final = "|⏭⏮⇤⇥"
PUNCTUATION: Final = " \t\n[](){}.,:;-–—_·•…\"'!*/\\=~+"

LONGEST: Final = 48  # characters of a text that may be a pagination word with its context
MOST_WORDS: Final = 6
MOST_ON_A_PAGE: Final = 200  # results of a range that is the text of a link
LARGEST: Final = 999_999  # the number of a page; larger ones are identifiers


def plain_text(text: str) -> str:
    """Return a text in lower case, with compatibility characters normalized."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _vocabulary(words: str) -> frozenset[str]:
    return frozenset(map(plain_text, words.split()))


STRONG: Final[dict[Kind, str]] = {
    "next": """next nxt newer suivant suivante suivants suivantes nächste nächster nächsten nächstes siguiente
        siguientes próximo próxima próximos próximas proximo proxima seguinte seguintes successivo
        successiva successivi prossimo prossima prossimi següent volgende nästa neste næste seuraava
        następna następny następne następnej dalej další naslednja sljedeća sljedeće sledeća sledeći
        ďalšia ďalšie ďalší következő următoarea următorul urmatoarea urmatorul înainte inainte
        следующая следующий следующие след следваща следващи наступна наступний далее дальше вперед
        вперёд επόμενη επόμενο επόμενα sonraki ileri selanjutnya berikutnya seterusnya tiếp sau kế
        التالي التالية التالى بعدی بعد הבא הבאה अगला अगले পরবর্তী ถัดไป หน้าถัดไป järgmine nākamā
        nākamais toliau kitas susunod tuloy""",
    "previous": """previous prev previus older précédent précédente précédents précédentes precedent precedente
        precedenti vorherige vorheriger vorherigen vorige vorheriges zurück anterior anteriores
        anteriors vorig föregående forrige edellinen poprzednia poprzedni poprzednie poprzedniej
        wstecz předchozí předešlé předešlá predchádzajúca predchádzajúce prejšnja prethodna
        prethodno előző anterioara anterioară precedentă предыдущая предыдущий предыдущие пред
        предишна предишни попередня попередній назад προηγούμενη προηγούμενο önceki geri sebelumnya
        sebelum trước السابق السابقة قبلی پیشین הקודם הקודמת पिछला पिछले পূর্ববর্তী ก่อนหน้า eelmine
        iepriekšējā ankstesnis atgal nakaraan""",
    "first": """first première premier erste ersten erster primera primero primeira primeiro prima première eerste
        första første ensimmäinen pierwsza pierwszy první prva prvi első prima первая первый начало
        πρώτη ilk pertama đầu الأولى اولین نخست ראשון ראשונה पहला প্রথম หน้าแรก esimene""",
    "last": """last dernière dernier derniere letzte letzten letzter última ultimo último ultima laatste sista
        siste sidste viimeinen ostatnia ostatni poslední zadnja posljednja utolsó ultima последняя
        последний конец посл τελευταία son terakhir cuối الأخيرة الاخيرة آخرین אחרון अंतिम শেষ
        หน้าสุดท้าย viimane""",
}
"""Words that suffice for a kind of link, in many languages."""

WEAK: Final[dict[Kind, str]] = {
    "next": """more continued continue weiter weitere mehr plus más mas mais altri meer mer flere enemmän więcej
        více viac еще ещё mehr daha""",
    "previous": """back ältere älteren anciens antérieurs retour atrás volver voltar indietro terug tillbaka tilbage
        takaisin zpět späť vissza înapoi inapoi""",
    "first": "start début debut anfang inicio início inizio begin beginning alku początek αρχή",
    "last": "end fin ende fine final finale slut slutt einde koniec konec fim",
}
"""Ambiguous words, which only count among pagination links."""

PIECES: Final[tuple[tuple[str, Kind], ...]] = (
    ("次", "next"),
    ("下一", "next"),
    ("下頁", "next"),
    ("下页", "next"),
    ("后页", "next"),
    ("后一页", "next"),
    ("다음", "next"),
    ("新しい投稿", "next"),
    ("前へ", "previous"),
    ("前の", "previous"),
    ("上一", "previous"),
    ("上頁", "previous"),
    ("上页", "previous"),
    ("前页", "previous"),
    ("前一页", "previous"),
    ("이전", "previous"),
    ("過去の投稿", "previous"),
    ("首页", "first"),
    ("首頁", "first"),
    ("第一页", "first"),
    ("最初", "first"),
    ("先頭", "first"),
    ("처음", "first"),
    ("末页", "last"),
    ("末頁", "last"),
    ("尾页", "last"),
    ("尾頁", "last"),
    ("最后", "last"),
    ("最後", "last"),
    ("마지막", "last"),
)
"""Words in scripts without spaces, found at the beginning or anywhere in a text."""

RESULTS: Final = _vocabulary(
    """page pages pg seite seiten página páginas pagina pagine paginas pàgina sida side sivu strona stronę stránka strana
        strani stranica oldal страница страницы страницу страници стр сторінка σελίδα sayfa halaman trang صفحة صفحه
        الصفحة עמוד पृष्ठ results result résultats résultat ergebnisse treffer einträge resultados resultaten resultat
        risultati výsledky wyniki результаты hits items records posts entries articles beiträge matches listings
        documents titles products"""
)
"""Names of paginated things, as used beside such words."""

COMPANIONS: Final = _vocabulary(
    """to the la le les die der das el los las a à o of de go show view see load item entry post article set в на do zum zur
        an ans"""
)
"""Words beside them that do not change the meaning."""

SPACELESS_COMPANIONS: Final = (
    "ページ",
    "页",
    "頁",
    "へ",
    "記事",
    "投稿",
    "の",
    "件",
    "を",
    "見る",
    "表示",
    "章",
    "페이지",
    "글",
    "目",
)
CHARACTERS_A_WORD: Final = 2  # of a text without spaces

OLDER: Final = _vocabulary(
    "older ältere älteren anciens antérieurs antiguos antiguas vecchi oude äldre eldre starsze starší старые"
)
NEWER: Final = _vocabulary("newer neuere neueren récents recientes recenti nieuwe nyare nyere nowsze novější новые")


def _kinds(vocabulary: dict[Kind, str]) -> dict[str, Kind]:
    return {plain_text(word): kind for kind, words in vocabulary.items() for word in words.split()}


_OF_STRONG: Final = _kinds(STRONG)
_OF_WEAK: Final = _kinds(WEAK)
_NUMBER: Final = re.compile(r"(?<!\w)(?:\d{1,3}(?:[.,'\u2019\u00a0 ]\d{3})+|\d{1,6})(?!\w)")
_RANGE: Final = re.compile(r"([1-9]\d{0,5})\s*[-–—]\s*([1-9]\d{0,5})")
_SPACELESS: Final = re.compile(r"(?:第\s*)?(\d{1,6})\s*(?:页|頁|ページ|ページ目|쪽|페이지)")


@dataclass(frozen=True, slots=True)
class LinkMeaning:
    """The meaning of a text: the kind of link, the page number, and how explicit it is.

    ``form`` is ``number``, ``range``, ``arrow``, ``word`` or ``weak``; ``full`` is whether pages, results or a number of them
    are spoken of too; ``extra`` counts words beside that mean something else; ``double`` is whether there are several arrows;
    ``age`` is 1 where the text speaks of newer things, -1 of older ones.
    """

    kind: Kind
    form: str
    number: int | None = None
    full: bool = False
    extra: int = 0
    age: int = 0
    double: bool = False


def said_by(text: str) -> LinkMeaning | None:
    """Return the pagination meaning of a text, or None if it has none."""
    plain = plain_text(text)
    if not plain or len(plain) > LONGEST:
        return None
    return _as_number(plain.strip(PUNCTUATION)) or _as_words(plain) or _as_arrow(plain)


def _as_number(plain: str) -> LinkMeaning | None:
    """Return the meaning of a number, alone or with a word for page."""
    if not any(character.isdigit() for character in plain):
        return None
    found = _RANGE.fullmatch(plain)
    if found:
        return _as_range(int(found[1]), int(found[2]))
    spaceless = _SPACELESS.fullmatch(plain)
    digits = [spaceless[1]] if spaceless else _NUMBER.findall(plain)
    rest = [] if spaceless else [word for word in _words(_NUMBER.sub(" ", plain, count=1)) if word not in RESULTS]
    if len(digits) != 1 or any(_OF_STRONG.get(word) != "last" for word in rest) or len(rest) > 1:
        return None
    number = int(re.sub(r"\D", "", digits[0]))
    return LinkMeaning("page", "number", number) if number <= LARGEST else None


def _as_range(first: int, last: int) -> LinkMeaning | None:
    """Return the page with a range of results, with its number if all pages have the same size."""
    size = last - first + 1
    if not 2 <= size <= MOST_ON_A_PAGE:
        return None
    return LinkMeaning("page", "range", (first - 1) // size + 1 if (first - 1) % size == 0 else None)


def _as_words(plain: str) -> LinkMeaning | None:
    """Return the meaning of the words of a text, or None if words of two kinds contradict."""
    words = _words(plain)
    if not words or len(words) > MOST_WORDS:
        return None
    strong = {_OF_STRONG[word] for word in words if word in _OF_STRONG}
    weak = {_OF_WEAK[word] for word in words if word in _OF_WEAK}
    pieces = {kind for piece, kind in PIECES if piece in plain}
    kinds = strong or pieces or weak
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    full = any(word in RESULTS or word.isdigit() for word in words) or (bool(pieces) and "ページ" in plain)
    plainly = bool(strong or pieces) or (full and kind == "next")
    extra = _beside(plain) // CHARACTERS_A_WORD if pieces and not strong else _others(words)
    if extra and not plainly:  # "read more", "back to the list"
        return None
    return LinkMeaning(kind, "word" if plainly else "weak", full=full, extra=extra, age=_age(words, plain))


def _others(words: Sequence[str]) -> int:
    """Return the number of words that are not about pagination."""
    known = (_OF_STRONG, _OF_WEAK, COMPANIONS, RESULTS, NEWER)
    return sum(not word.isdigit() and not any(word in some for some in known) for word in words)


def _age(words: Sequence[str], plain: str) -> int:
    """Return 1 if the words mean newer, -1 if older, otherwise 0."""
    newer = not NEWER.isdisjoint(words) or "新しい" in plain
    older = not OLDER.isdisjoint(words) or "過去" in plain
    return int(newer) - int(older)


def _beside(plain: str) -> int:
    """Return the number of characters of a text without spaces that are not about pagination."""
    for piece in (*(piece for piece, _ in PIECES), *SPACELESS_COMPANIONS):
        plain = plain.replace(piece, "")
    return sum(character.isalnum() for character in plain)


def _as_arrow(plain: str) -> LinkMeaning | None:
    """Return the meaning of a text of arrows only; two arrows, or one at a bar, lead to the end."""
    marks = [mark for mark in plain if mark not in PUNCTUATION]
    onward, back = sum(mark in ONWARD for mark in marks), sum(mark in BACK for mark in marks)
    ends = sum(mark in ENDS for mark in marks)
    if not marks or (bool(onward) == bool(back) and not ends) or onward + back + ends != len(marks):
        return None
    if not onward and not back:
        return None
    if ends:
        return LinkMeaning("last" if onward else "first", "arrow", double=True)
    return LinkMeaning("next" if onward else "previous", "arrow", double=onward + back > 1)


def _words(plain: str) -> list[str]:
    """Return the words of a text without punctuation around them."""
    marks = PUNCTUATION + ONWARD + BACK + ENDS
    for mark in ONWARD + BACK + ENDS + "/":
        plain = plain.replace(mark, " ")
    stripped = (word.strip(marks) for word in plain.split())
    return [word for word in stripped if word]
