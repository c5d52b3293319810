"""Selectors of records, of columns, and of the next page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.errors import NothingFoundError
from wrapture.export import export
from wrapture.export.example_records import example_of
from wrapture.export.next_link import next_page
from wrapture.export.planning import Planned, planned
from wrapture.export.separators import find_cut
from wrapture.export.trees import libxml_tree
from wrapture.model import Capture, PatternLocator

if TYPE_CHECKING:
    from wrapture.export.plan import Language
    from wrapture.model import Wrapper


def capture(html: str, name: str = "page") -> Capture:
    return Capture(name, html.encode(), "https://books.example/list", charset="utf-8")


def plan(html: str, language: Language = "css", *more: str) -> Planned:
    wrapper = wrapture.learn(wrapture.parse(html))
    return plan_of(wrapper, language, html, *more)


def plan_of(wrapper: Wrapper, language: Language, *pages: str) -> Planned:
    examples = [example_of(wrapper, libxml_tree(capture(page)), wrapper.layout.columns) for page in pages]
    return planned(wrapper, examples, wrapper.layout.columns, language)


def listed(item: str, around: str = "{}", count: int = 7) -> str:
    return f"<!doctype html><title>t</title>{around.format(''.join(item.format(i) for i in range(count)))}"


def test_a_class_is_preferred_to_a_position() -> None:
    html = listed("<li class='hit odd{0}'><b>Item {0}</b><p>costs {0} euro</li>", "<ul><li>menu</ul><ul id=x>{}</ul>")
    assert plan(html).plan.rows == "li.hit"


def test_generated_classes_are_avoided() -> None:
    html = listed("<div class='css-1x2y3z'><b>Item {0}</b><p>costs {0} euro</div>", "<main>{}</main><div>Foot</div>")
    assert "css-1x" not in plan(html).plan.rows


def test_other_elements_of_the_name_are_kept_out() -> None:
    head = "<tr><th>Name<th>Price<th>Place</tr>"
    html = listed(
        "<tr><td>Name {0}<td>{0} euro<td>Place {0}</tr>", f"<table>{head}{{}}</table><table><tr><td>x</table>"
    )
    for language in ("css", "xpath"):
        found = plan(html, language)
        assert found.comparison.is_same
        assert found.comparison.records == 7


def test_records_of_several_siblings_are_put_together() -> None:
    html = listed("<dt>Term {0}<dd>Meaning {0}", "<dl>{}</dl>")
    found = plan(html)
    assert found.plan.following == 1
    assert found.comparison.is_same


def test_a_text_between_elements_is_a_matter_for_xpath() -> None:
    html = listed("<li><b>Item {0}</b> said {0}<br>costs {0} euro<br>in place {0}</li>", "<ul>{}</ul>")
    assert plan(html, "xpath").comparison.is_same
    assert not plan(html, "css").comparison.is_same  # and it says so


def test_texts_are_joined_as_they_are_displayed() -> None:
    html = listed("<li><h3>Item {0}</h3><p>by <i>A{0}</i>, <b>19{0}0</b><br>new</p></li>", "<ul>{}</ul>")
    wrapper = wrapture.learn(wrapture.parse(html))
    assert "by A0, 1900" in wrapture.extract(wrapture.parse(html), wrapper).rows[0].cells
    assert plan_of(wrapper, "xpath", html).comparison.is_same


def test_a_page_more_makes_the_selector_more_general() -> None:
    first = listed("<div class='hit a'><h3>Item {0}</h3><p>costs {0} euro</div>", "<main>{}</main>")
    second = listed(
        "<div class='hit b'><h3>Item {0}</h3><p>costs {0} euro</div>", "<main>{}</main><div class=a>x</div>"
    )
    wrapper = wrapture.learn([wrapture.parse(first), wrapture.parse(second)])
    found = plan_of(wrapper, "css", first, second)
    assert found.plan.rows == "div.hit"
    assert found.comparison.is_same
    assert found.comparison.pages == 2


def test_differences_are_reported() -> None:
    html = listed("<li><b>Item {0}</b> said {0}<br>costs {0} euro</li>", "<ul>{}</ul>")
    difference = plan(html).comparison.differences[0]
    assert difference.count == 7
    assert difference.example[0] != difference.example[1] == "Item 0 said 0"


@pytest.mark.parametrize(
    ("pager", "path"),
    [
        ("<a rel=next href=/2>Next</a>", '//a[@rel="next"]/@href'),
        ("<p><a href=/0>Previous</a> <a href=/2>Next page</a>", '//a[normalize-space()="Next page"]/@href'),
        (
            "<ul class=pages><li aria-current=page>1<li><a href=/2>2</a><li><a href=/3>3</a></ul>",
            "//li[@aria-current]/following-sibling::*[1]/descendant-or-self::a/@href",
        ),
        ("<p>no pages", ""),
    ],
)
def test_the_next_page_is_found_by_what_its_link_is(pager: str, path: str) -> None:
    html = listed("<li><b>Item {0}</b><p>costs {0} euro</li>", f"<ul>{{}}</ul>{pager}")
    wrapper = wrapture.learn(wrapture.parse(html))
    example = example_of(wrapper, libxml_tree(capture(html)), wrapper.layout.columns)
    assert next_page([example]) == path


def test_a_piece_is_cut_by_its_surroundings() -> None:
    texts = [("Price: 5 euro, new", "5"), ("Price: 12 euro, old", "12")]
    assert find_cut(texts) == ((("Price:", "euro,"), 1),)
    assert find_cut([("same", "same")]) == ()
    assert find_cut([]) == ()


def test_without_a_page_the_records_are_what_the_wrapper_names() -> None:
    html = listed("<li class=hit><b>Item {0}</b><p>costs {0} euro</li>", "<ul>{}</ul>")
    wrapper = wrapture.learn(wrapture.parse(html))
    made = export(wrapper, [], "css")
    assert '"records": "ul > li"' in made.text or '"records": "li' in made.text
    assert made.complaints == ("not checked on a page: give pages that the wrapper reads",)
    assert not made.comparison.is_same


def test_a_wrapper_that_names_no_elements_needs_a_page() -> None:
    wrapper = wrapture.learn(wrapture.parse(listed("<li><b>Item {0}</b><p>{0} euro</li>", "<ul>{}</ul>")))
    from dataclasses import replace

    bare = replace(wrapper, locator=PatternLocator("block-level", ("LI TEXT /LI",)))
    with pytest.raises(NothingFoundError, match="give a page"):
        export(bare, [], "parsel")


def test_a_page_without_records_is_no_example() -> None:
    wrapper = wrapture.learn(wrapture.parse(listed("<li><b>Item {0}</b><p>{0} euro</li>", "<ul>{}</ul>")))
    with pytest.raises(NothingFoundError, match="finds no records here"):
        export(wrapper, [capture("<p>nothing")], "parsel")
