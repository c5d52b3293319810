"""The number of records that a site states for a list: "57 results", "1–10 of 230", in many languages.

Three numbers of one line are the first and last record of the page and the total, whatever words stand between them, if the
first two differ by the number of records on the page; the total may come first.  A single number counts beside a word for
results; the lists below have those of about thirty languages.  While a site is wrapped, the line is learned instead: one that
most answers have, whose number is never less than the records of an answer, and equal to them where an answer has one page,
if one has.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.content_lines import lines_of, shown_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

TOTAL: Final = "{total}"
"""Placeholder for the total in a line of a wrapper file."""
ANY: Final = "{number}"
"""Placeholder for another number."""
LONGEST_LINE: Final = 160
"""Characters of a line that states a total: longer ones are prose."""
SLACK: Final = 3
"""Records by which the range of a page may differ from what was read of it: advertisements, or one missed at an end."""
MOST: Final = 1_000_000_000
USUAL: Final = 0.7
"""Share of the answers that have the line with the total: small ones say "1 book" instead of "2 books"."""

VARIED: Final = 4
"""Different numbers in a line that all answers have, from which it states the total even if every answer has more pages."""

_SPACED: Final = """
    results? hits? match(?:es)? items? entries entry records? products? listings? found documents? articles? jobs? offers?
    ergebniss?(?:e|en)? treffern? einträgen? artikeln? produkten? gefunden datensätzen? résultats? réponses? produits? annonces?
    resultados? registros? artículos? productos? encontrad[oa]s? itens produtos risultat[io] prodott[io] elementi trovat[io]
    resultaten? producten gevonden resultater treff træffere? träff(?:ar)? poster osumaa tulosta hakutulosta
    wynik(?:i|ów)? produkt(?:y|ów)? znaleziono výsled(?:ky|ků|ek|kov) nalezeno találat rezultat(?:e|ele|i|a)? sonuç(?:lar)?
    kayıt bulundu результат(?:ов|а|ы|ів)? найдено товаров записей знайдено αποτελέσματα hasil نتائج نتيجة תוצאות परिणाम
"""
_UNSPACED: Final = ["結果", "結", "件", "结果", "条", "筆", "项", "項", "개", "건", "결과", "ผลลัพธ์"]
WORD: Final = re.compile(rf"\b(?:{'|'.join(_SPACED.split())})\b|{'|'.join(_UNSPACED)}|kết quả", re.IGNORECASE)
"""Words beside the number of results."""
NUMBER: Final = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,5}|\d{1,10})(?!\d|[.,]\d)", re.ASCII)
TIME: Final = re.compile(r"\d\s*(?:ms|s|sec(?:onds?)?|sekunden?|secondes?|segundos?|secondi)\b", re.IGNORECASE)


class _Counted(NamedTuple):
    """A line with numbers: its text with placeholders, and the numbers."""

    template: str
    numbers: tuple[int, ...]


def stated_total(page: Page, count: int, line: str = "") -> int | None:
    """Return the total that a page states for the list of which it shows ``count`` records, or None.

    ``line`` is the line that states it, learned before, with `TOTAL` in the place of the number.
    """
    lines = list(_lines(page))
    if line:
        return next((number for text in lines if (number := _in_line(line, text)) is not None), None)
    ranges = [total for text in lines if (total := _of_range(text, count)) is not None]
    named = [total for text in lines if (total := _of_word(text)) is not None and total >= count]
    return next(iter(ranges or named), None)


def total_line(answers: Sequence[tuple[Page, str, int, bool]]) -> str:
    """Return the line that states the total on the answers to some queries, "" if there is none.

    An answer is its page, its query, the number of its records, and whether it has more pages.  A line that an answer has
    several times, with different numbers, is one of its records.
    """
    votes: Counter[str] = Counter()
    values: defaultdict[str, set[int]] = defaultdict(set)
    wrong: set[str] = set()
    sure: set[str] = set()
    for page, query, count, more in answers:
        readings = sorted(set(_readings(page, query)))
        repeated = Counter(template for template, _ in readings)
        for template, total in dict(readings).items():
            votes[template] += 1
            values[template].add(total)
            if total < count or (total == count and more) or repeated[template] > 1:
                wrong.add(template)
            if total == count and not more:
                sure.add(template)
    usual = [line for line, number in votes.items() if number >= USUAL * len(answers) and line not in wrong]
    varied = [line for line in usual if votes[line] == len(answers) and len(values[line]) >= VARIED and _is_plain(line)]
    stated = [line for line in usual if line in sure]

    def rank(line: str) -> tuple[bool, int]:  # filters count results, too, but fewer and without a word for them
        return WORD.search(line) is None, -sum(values[line])

    return next(iter([*sorted(stated, key=rank), *sorted(varied, key=rank)]), "")


def _is_plain(line: str) -> bool:
    """Return whether a line has no other number, or a word for results behind the total: "39 results (400 in all)"."""
    return ANY not in line or WORD.match(line.partition(TOTAL)[2].lstrip()) is not None


def _readings(page: Page, query: str) -> Iterator[tuple[str, int]]:
    """Yield each way to take one number of a line for the total, with the other numbers as placeholders."""
    for text in _lines(page):
        if query and query.casefold() in text.casefold() and NUMBER.search(query):
            continue
        plain = re.sub(re.escape(query), "{query}", text, flags=re.IGNORECASE) if query else text
        counted = _counted(plain)
        for place, number in enumerate(() if TIME.search(plain) else counted.numbers[:4]):
            parts = counted.template.split(ANY)
            marks = [TOTAL if n == place else ANY for n in range(len(parts) - 1)]
            yield "".join(a + b for a, b in zip(parts, [*marks, ""], strict=True)), number


def _in_line(line: str, text: str) -> int | None:
    """Return the total in a text that reads like a line with placeholders."""
    pattern = re.escape(line)
    for mark, group in ((TOTAL, f"({NUMBER.pattern})"), (ANY, f"(?:{NUMBER.pattern})"), ("{query}", ".*")):
        pattern = pattern.replace(re.escape(mark), group)
    found = re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE)
    return _value(found[1]) if found else None


def _lines(page: Page) -> Iterator[str]:
    """Yield the short lines of a page that have numbers."""
    for line in lines_of(page):
        text = shown_text(page, line)
        if len(text) <= LONGEST_LINE and NUMBER.search(text):
            yield text


def _counted(text: str) -> _Counted:
    """Return a text with its numbers as placeholders; what follows a colon or stands in seconds is left as it is.

    >>> _counted("1-10 of 1,230 books")
    _Counted(template='{number}-{number} of {number} books', numbers=(1, 10, 1230))
    """
    return _Counted(NUMBER.sub(ANY, text), tuple(_value(found[0]) for found in NUMBER.finditer(text)))


def _of_range(text: str, count: int) -> int | None:
    """Return the total of a line such as "1–10 of 230": three numbers, of which the first two are the page's range.

    The total may come first, with a word for results behind it.

    >>> _of_range("11–20 von 230 Büchern", 10), _of_range("Seite 1 von 3, 2024", 10), _of_range("230件中 1-10件", 10)
    (230, None, 230)
    """
    found = list(NUMBER.finditer(text))
    numbers = [_value(one[0]) for one in found]
    for at, (one, two, three) in enumerate(zip(numbers, numbers[1:], numbers[2:], strict=False)):
        if _is_range(one, two, three, count):
            return three
        if _is_range(two, three, one, count) and WORD.match(text[found[at].end() :].lstrip()):
            return one
    return None


def _is_range(first: int, last: int, total: int, count: int) -> bool:
    """Return whether two numbers may be the first and last of ``count`` records on a page, and a third that of all."""
    return (
        1 <= first <= last <= total <= MOST and bool(count) and abs(last - first + 1 - count) <= min(SLACK, count // 2)
    )


def _of_word(text: str) -> int | None:
    """Return the number of a line that has one number and a word for results.

    >>> _of_word("57 results (0.03 seconds)"), _of_word("Es wurden 1.234 Treffer gefunden"), _of_word("Top 10 items of 2024")
    (57, 1234, None)
    """
    numbers = [_value(found[0]) for found in NUMBER.finditer(TIME.sub(" ", text))]
    return numbers[0] if len(numbers) == 1 and numbers[0] <= MOST and WORD.search(text) else None


def _value(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))
