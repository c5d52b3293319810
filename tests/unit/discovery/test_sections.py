"""Sections: lists without a common part, in their order, each with the heading above it."""

from __future__ import annotations

import wrapture


def items(noun: str, count: int = 5) -> str:
    return (
        "<ul>"
        + "".join(f"<li><a href={i}>{noun} {i}</a><br>a text about {noun} {i}</li>" for i in range(count))
        + "</ul>"
    )


def found(html: str, most: int = 5) -> list[tuple[str, int]]:
    page = wrapture.parse(html)
    sections = wrapture.sections(page, most=most)
    return [(section.heading, len(section.candidate.records[0])) for section in sections]


def test_every_section_has_its_heading() -> None:
    html = f"<h1>Search</h1><h2>News</h2>{items('Story', 4)}<h2>Shops</h2>{items('Shop', 7)}<p>foot"
    assert found(html) == [("News", 4), ("Shops", 7)]


def test_the_nearest_heading_counts_though_a_line_stands_between() -> None:
    assert found(f"<h2>News</h2><p>4 stories today</p>{items('Story')}") == [("News", 5)]


def test_without_a_heading_the_line_above_is_it() -> None:
    assert found(f"<div>Our stories</div>{items('Story')}") == [("Our stories", 5)]


def test_a_long_text_is_no_heading() -> None:
    assert found(f"<div>{'word ' * 40}</div>{items('Story')}") == [("", 5)]
    assert found(items("Story")) == [("", 5)]


def test_records_of_one_section_are_not_the_heading_of_the_next() -> None:
    assert found(f"<h2>News</h2>{items('Story')}<hr>{items('Shop')}")[1:] == [("", 5)]


def test_menus_are_no_sections() -> None:
    menu = "<nav><ul>" + "".join(f"<li><a href={i}>Department {i}</a></li>" for i in range(9)) + "</ul></nav>"
    assert found(f"{menu}<h2>News</h2>{items('Story')}") == [("News", 5)]


def test_no_more_than_asked_for_and_those_are_the_best() -> None:
    html = f"<h2>Short</h2>{items('S', 3)}<h2>Long</h2>{items('Long story', 12)}"
    assert found(html, most=1) == [("Long", 12)]


def test_a_page_without_lists_has_no_sections() -> None:
    assert found("<p>nothing") == []
