"""Answers of several sources as one table."""

from __future__ import annotations

from wrapture.model import Column, ValueType
from wrapture.model.table import Row, Table
from wrapture.site.merging import merged
from wrapture.site.metasearch import SourceAnswer


def table(source: str, rows: list[tuple[str, str]], names: tuple[str, str] = ("title", "link")) -> SourceAnswer:
    described = (Column(names[0], "text", (0, 0)), Column(names[1], "link", (0, 1)))
    made = tuple(Row(f"{title} {link}", (title, link)) for title, link in rows)
    return SourceAnswer(source, (Table(f"https://{source}/?q", names, made, described=described),))


def doubles(*found: SourceAnswer) -> list[str | tuple[str, ...] | None]:
    return [row.cells[1] for row in merged("q", found).rows]


def test_sources_take_turns_and_are_named() -> None:
    one = table("a", [("First of a", "http://a/1"), ("Second of a", "http://a/2")])
    other = table("b", [("First of b", "http://b/1")])
    rows = merged("q", [one, other]).rows
    assert [row.cells[:1] + row.cells[2:4] for row in rows] == [
        ("a", "1", "First of a"),
        ("b", "1", "First of b"),
        ("a", "2", "Second of a"),
    ]
    assert [row.cells[-1] for row in rows] == ["https://a/?q", "https://b/?q", "https://a/?q"]


def test_the_same_address_is_the_same_record() -> None:
    one = table("a", [("The sea", "https://www.shop.example/sea/#top")])
    assert doubles(one, table("b", [("Sea (book)", "http://shop.example/sea")])) == [None, "1"]


def test_the_same_title_is_the_same_record_at_another_source_only() -> None:
    rows = [("A history of rivers", "http://a/1"), ("A History of Rivers!", "http://a/2")]
    assert doubles(table("a", rows)) == [None, None]
    assert doubles(table("a", rows[:1]), table("b", [("A History of Rivers!", "http://b/9")])) == [None, "1"]


def test_a_short_title_tells_nothing() -> None:
    assert doubles(table("a", [("Sea", "http://a/1")]), table("b", [("Sea", "http://b/1")])) == [None, None]


def test_a_third_one_points_at_the_first() -> None:
    sources = [table(name, [("A history of rivers", f"http://{name}/1")]) for name in "abc"]
    assert doubles(*sources) == [None, "1", "1"]


def test_titles_and_links_of_all_sources_are_one_column_each() -> None:
    found = merged("q", [table("a", [("x", "y")]), table("b", [("u", "v")], ("name", "address"))])
    assert found.columns == ("source", "duplicate_of", "rank", "title", "link", "found_at")
    assert found.rows[1].cells == ("b", None, "1", "u", "v", "https://b/?q")


def test_a_column_that_sources_disagree_on_is_of_texts() -> None:
    number = Column("title", "text", (0, 0), type=ValueType("number"))
    other = table("b", [("7", "http://b/1")])
    typed = Table("p", ("title",), (Row("7", ("7",)),), described=(number,))
    found = merged("q", [SourceAnswer("a", (typed,)), other])
    assert found.types["title"] == "text"
    assert merged("q", [SourceAnswer("a", (typed,))]).types["title"] == "number"


def test_a_source_s_own_column_keeps_its_name() -> None:
    found = merged("q", [table("a", [("x", "y")], ("source", "found_at"))])
    assert found.columns == ("source_", "duplicate_of", "source", "found_at", "found_at_")


def test_no_answer_is_an_empty_table() -> None:
    assert merged("q", [SourceAnswer("a", (), "gone")]).rows == ()
