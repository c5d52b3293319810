"""Lists in preformatted text: lines and paragraphs are records, and no record is cut out of them."""

from __future__ import annotations

import pytest

import wrapture

WORDS = ["kelp", "dulse", "laver", "wrack", "nori", "agar"]


def texts(html: str) -> list[str]:
    return [row.text for row in wrapture.extract(html).rows]


def test_lines_without_a_tag_are_records() -> None:
    lines = [f"{word}   {n}.50   sea {n}" for n, word in enumerate(WORDS)]
    table = wrapture.extract("<h1>Plants</h1><pre>\n" + "\n".join(lines) + "\n</pre>")
    assert [row.text for row in table.rows] == [" ".join(line.split()) for line in lines]
    assert [tuple(row.values())[:3] for row in table.to_dicts()] == [
        (word, f"{n}.50", f"sea {n}") for n, word in enumerate(WORDS)
    ]


def test_a_record_begins_with_its_line_and_not_in_it() -> None:
    lines = [f"{n}. [{100 - n}] <a href='/{word}'>All about {word}</a>  {n}K" for n, word in enumerate(WORDS, 1)]
    found = texts("<h1>Results</h1><pre>\n" + "\n".join(lines) + "\n</pre>")
    assert found == [f"{n}. [{100 - n}] All about {word} {n}K" for n, word in enumerate(WORDS, 1)]


def test_short_paragraphs_are_records() -> None:
    found = texts("<pre>" + "\n\n".join(f"Q: What is {word}?\nA: A plant called {word}." for word in WORDS) + "</pre>")
    assert found == [f"Q: What is {word}?\nA: A plant called {word}." for word in WORDS]


def test_groups_of_rows_are_no_records() -> None:
    rows = [f"{word}   {n}.50   sea {n}" for n, word in enumerate(WORDS)]
    found = texts("<pre>" + "\n\n".join("\n".join(rows[i : i + 2]) for i in (0, 2, 4)) + "</pre>")
    assert found == [" ".join(row.split()) for row in rows]


def test_a_rule_is_no_record() -> None:
    rows = [f"{word:<8}  {n}.50" for n, word in enumerate(WORDS)]
    found = texts("<pre>\n" + "\n".join(["plants of the sea", "-" * 20, *rows]) + "\n</pre>")
    assert not any("---" in text for text in found)
    assert found[-len(rows) :] == [" ".join(row.split()) for row in rows]


@pytest.mark.parametrize("tag", ["listing", "xmp"])
def test_other_preformatted_elements_have_lines_too(tag: str) -> None:
    lines = [f"{word}   {n}.50   sea {n}" for n, word in enumerate(WORDS)]
    assert len(texts(f"<{tag}>\n" + "\n".join(lines) + f"\n</{tag}>")) == len(WORDS)


def test_a_wrapper_reads_the_lines_of_another_page() -> None:
    pages = ["<pre>" + "\n".join(f"{word}   {n}.5" for word in WORDS) + "</pre>" for n in (1, 2)]
    wrapper = wrapture.learn(pages[0])
    assert [row.text for row in wrapture.extract(pages[1], wrapper).rows] == [f"{word} 2.5" for word in WORDS]


def test_a_record_may_have_a_text_of_its_own_and_more() -> None:
    records = [f"<pre>Title: {word}\nYear: {1990 + n}</pre><p><a href='/{n}'>More</a>" for n, word in enumerate(WORDS)]
    found = texts("<h1>Books</h1>" + "\n".join(records))
    assert found == [f"Title: {word}\nYear: {1990 + n} More" for n, word in enumerate(WORDS)]
