"""Sections: lists without overlaps, in page order, each with its heading and kind."""

from __future__ import annotations

import wrapture


def items(noun: str, count: int = 5) -> str:
    return (
        "<ul>"
        + "".join(f"<li><a href={i}>{noun} {i}</a><br>a text about {noun} {i}</li>" for i in range(count))
        + "</ul>"
    )


def found(html: str, most: int = 12) -> list[tuple[str, int]]:
    page = wrapture.parse(html)
    sections = wrapture.sections(page, most=most)
    return [(section.heading, len(section.candidate.records[0])) for section in sections]


def test_every_section_has_its_heading() -> None:
    html = f"<h1>Search</h1><h2>News</h2>{items('Story', 4)}<h2>Shops</h2>{items('Shop', 7)}<p>foot"
    assert found(html) == [("News", 4), ("Shops", 7)]


def test_the_nearest_heading_counts_despite_a_line_between() -> None:
    assert found(f"<h2>News</h2><p>4 stories today</p>{items('Story')}") == [("News", 5)]


def test_without_a_heading_the_line_above_is_it() -> None:
    assert found(f"<div>Our stories</div>{items('Story')}") == [("Our stories", 5)]


def test_a_long_text_is_no_heading() -> None:
    assert found(f"<div>{'word ' * 40}</div>{items('Story')}") == [("", 5)]
    assert found(items("Story")) == [("", 5)]


def test_records_of_one_section_are_not_the_heading_of_the_next() -> None:
    menu = "<nav>" + "".join(f"<a href={i}>Department {i}</a> " for i in range(9)) + "</nav>"
    assert found(f"<h2>News</h2>{items('Story')}{menu}") == [("News", 5), ("", 9)]


def test_a_link_above_a_menu_and_the_number_of_a_page_are_no_headings() -> None:
    menu = (
        "<div><a href=/>Start</a></div><ul>" + "".join(f"<li><a href={i}>Part {i}</a></li>" for i in range(9)) + "</ul>"
    )
    pager = "<div>1</div><div>" + "".join(f"<a href=?p={i}>{i}</a> " for i in range(2, 9)) + "</div>"
    assert [heading for heading, _ in found(f"{menu}<h2>News</h2>{items('Story')}{pager}")] == ["", "News", ""]


def test_the_heading_of_a_section_counts_from_further_away() -> None:
    lines = "".join(f"<p><a href=s{i}>Choose view {i}</a></p>" for i in range(5))
    assert ("News", 5) in found(f"<main><h2>News</h2>{lines}<div>{items('Story')}</div></main>")


def test_the_head_of_a_table_is_neither_a_section_nor_a_heading() -> None:
    head = "<tr><td><b>Name</b></td><td><b>Price</b></td><td><b>Year</b></td></tr>"
    rows = "".join(f"<tr><td><a href={i}>Book {i}</a></td><td>{i}.50 euro</td><td>19{i}0</td></tr>" for i in range(9))
    assert [heading for heading, _ in found(f"<h2>Books</h2><table>{head}{rows}</table>")] == ["Books"]


def test_the_main_list_is_one_and_others_follow_with_their_kinds() -> None:
    menu = "<nav><ul>" + "".join(f"<li><a href={i}>Department {i}</a></li>" for i in range(9)) + "</ul></nav>"
    page = wrapture.parse(f"{menu}<h2>News</h2>{items('Story', 9)}")
    sections = wrapture.sections(page)
    assert [(one.kind, one.main) for one in sections] == [("navigation", False), ("results", True)]
    assert sections[1].candidate.records == wrapture.discover(page)[0].records


def test_headings_divide_the_main_list() -> None:
    page = wrapture.parse(f"<h2>News</h2>{items('Story', 4)}<h2>Shops</h2>{items('Shop', 7)}<p>foot")
    assert len(wrapture.discover(page)[0].records[0]) == 4 + 7
    assert [(one.kind, one.main) for one in wrapture.sections(page)] == [("results", True), ("results", True)]


def test_a_list_inside_a_record_is_no_section() -> None:
    tags = "<ul>" + "".join(f"<li><a href=t{i}>tag {i}</a></li>" for i in range(4)) + "</ul>"
    rows = "".join(
        f"<article><h3><a href={i}>Story {i}</a></h3><p>about story {i}</p>{tags}</article>" for i in range(6)
    )
    assert [count for _, count in found(rows)] == [6]


def test_without_a_convincing_list_there_is_a_main_one_only_as_a_guess() -> None:
    menu = "<nav>" + "".join(f"<a href={i}>Part {i}</a> " for i in range(5)) + "</nav>"
    page = wrapture.parse(f"<meta property=og:type content=article>{menu}<p>{'A long story. ' * 60}</p>")
    assert [(one.kind, one.main) for one in wrapture.sections(page)] == [("navigation", False)]
    assert [(one.kind, one.main) for one in wrapture.sections(page, guess=True)] == [("results", True)]


def test_columns_of_one_list_share_its_heading_and_kind() -> None:
    column = "<ul>{}</ul>".format("".join(f"<li><a href=r{i}>search {i}</a></li>" for i in range(4)))
    page = wrapture.parse(f"{items('Story', 9)}<div><h3>Related searches</h3>{column}{column}</div>")
    assert [(one.heading, one.kind) for one in wrapture.sections(page)][1:] in (
        [("Related searches", "related")],
        [("Related searches", "related")] * 2,
    )


def test_the_best_are_kept_up_to_the_limit() -> None:
    html = f"<h2>Short</h2>{items('S', 3)}<h2>Long</h2>{items('Long story', 12)}"
    assert found(html, most=1) == [("Long", 12)]


def test_a_page_without_lists_has_no_sections() -> None:
    assert found("<p>nothing") == []
