"""The number of results that a page states."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.totals import stated_total, total_line


@pytest.mark.parametrize(
    ("text", "count", "total"),
    [
        ("57 results", 10, 57),
        ("About 1,230 results (0.42 seconds)", 10, 1230),
        ("1–10 of 230", 10, 230),
        ("Showing 1 to 10 of 230 entries", 10, 230),
        ("Treffer 11 bis 20 von 1.234", 10, 1234),
        ("Ergebnisse: 57", 10, 57),
        ("1 à 10 sur 230 résultats", 10, 230),
        ("57 resultados encontrados", 10, 57),
        ("1-10 di 230", 10, 230),
        ("Найдено 57 результатов", 10, 57),
        ("全 230 件中 1 - 10 件", 10, 230),
        ("共 230 条记录,当前显示 11-20 条", 10, 230),
        ("총 230건 중 1-10", 10, 230),
        ("Hits 1-10 of about 57", 10, 57),
        ("In 2024 we showed 1-10", 10, None),
        ("230 件", 10, 230),
        ("共 57 条结果", 10, 57),
        ("Znaleziono 57 wyników", 10, 57),
        ("57 találat", 10, 57),
        ("57 sonuç", 10, 57),
        ("Page 1 of 6", 10, None),
        ("Copyright 2024", 10, None),
        ("Top 10 items of 2024", 10, None),
        ("3 results", 10, None),
    ],
)
def test_totals_in_many_languages(text: str, count: int, total: int | None) -> None:
    assert stated_total(parse_page(f"<p>{text}</p>"), count) == total


def answers(line: str) -> list[tuple[object, str, int, bool]]:
    found = [("river", 57, 10), ("stone", 8, 8), ("garden", 1230, 10)]
    return [
        (parse_page(f"<p>{line.format(n=f'{n:,}', q=q)}</p><p>Since 1987</p>"), q, count, n > count)
        for q, n, count in found
    ]


def test_the_line_is_learned_from_answers() -> None:
    line = total_line(answers("We have {n} books about {q}"))  # type: ignore[arg-type]
    assert line == "We have {total} books about {query}"
    page = parse_page("<p>We have 1,999 books about the sea</p>")
    assert stated_total(page, 10, line.replace("{query}", "the sea")) == 1999
    assert stated_total(parse_page("<p>57 results</p>"), 10, line) is None


def test_other_numbers_are_no_totals() -> None:
    assert total_line(answers("Books of {q} since 1987")) == ""  # type: ignore[arg-type]


def test_a_line_about_results_comes_before_a_filter_that_counts_them() -> None:
    found = [
        (parse_page(f"<p>Books ({n})</p><p>Found {n} results</p>"), q, count, more)
        for q, n, count, more in [("river", 57, 10, True), ("stone", 8, 8, False), ("garden", 1230, 10, True)]
    ]
    assert total_line(found) == "Found {total} results"


def test_a_range_comes_before_a_filter_though_every_answer_has_more_pages() -> None:
    found = [
        (parse_page(f"<li>Ann Hale ({n // 3})</li><p>1-10 of {n} results for {q}</p>"), q, 10, True)
        for q, n in (("river", 57), ("stone", 38), ("garden", 123), ("harbour", 61))
    ]
    assert total_line(found) == "{number}-{number} of {total} results for {query}"


def test_another_number_may_stand_behind_the_word_for_results() -> None:
    found = [
        (parse_page(f"<p>{n} results (400 total)</p>"), query, 30, True)
        for query, n in (("river", 57), ("stone", 38), ("garden", 123), ("harbour", 61))
    ]
    assert total_line(found) == "{total} results ({number} total)"


def test_a_line_of_records_states_no_total() -> None:
    """``search`` once said "15 of 102 records read", from "paperback, 102 pages"."""
    found = [
        (parse_page("".join(f"<p>paperback, {start + n} pages</p>" for n in range(10))), q, 10, True)
        for q, start in (("river", 100), ("stone", 130), ("garden", 150), ("winter", 170))
    ]
    assert total_line(found) == ""
