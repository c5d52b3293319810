"""From pages to a wrapper."""

from __future__ import annotations

import pytest

import wrapture
from tests.conftest import books
from wrapture.errors import NothingFoundError, WraptureError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import Ranked, address_patterns, learn_wrapper, name_for, rename
from wrapture.learning.learners import learners_named
from wrapture.model import Column, Layout, PatternLocator

LEARNERS = learners_named("repeats")
LAYOUT = Layout("block-level", "", (), tuple(Column(f"text_{i}", "text", (0, i)) for i in range(3)))


@pytest.mark.parametrize(
    ("name", "url", "expected"),
    [
        ("page.html", "https://shop.example/list?p=1", "shop.example"),
        ("folder/books.html", None, "books"),
        ("-", None, "-"),
        ("page.html", "http://[::1/broken", "page"),
        ("page.html", "file:///home/page.html", "page"),
        (" .html", None, "wrapper"),
        ("", None, "wrapper"),
        ("x" * 300, None, "x" * 200),
    ],
)
def test_a_wrapper_is_named_after_its_site_or_file(name: str, url: str | None, expected: str) -> None:
    assert name_for(parse_page("", name=name, url=url)) == expected


def test_addresses_leave_out_the_query_and_repeat_none() -> None:
    urls = [
        "http://a.example/list?p=1",
        "http://a.example/list?p=2#x",
        None,
        "http://[::1/broken",
        "https://b.example/",
    ]
    pages = [parse_page("", url=url) for url in urls]
    assert address_patterns(pages) == ("http://a.example/list*", "https://b.example/*")


def test_names_rename_drop_and_keep_columns() -> None:
    renamed = rename(LAYOUT, ["title", "-"])
    assert [(column.name, column.keep) for column in renamed.columns] == [
        ("title", True),
        ("text_1", False),
        ("text_2", True),
    ]
    assert rename(LAYOUT, ["", "b"]).columns[0].name == "text_0"
    assert rename(LAYOUT, []) == LAYOUT
    with pytest.raises(WraptureError, match="4 names for 3 columns"):
        rename(LAYOUT, ["a", "b", "c", "d"])


def test_a_choice_is_counted_from_1() -> None:
    page = wrapture.parse(books())
    found = wrapture.discover(page, learner=LEARNERS)
    assert [Ranked(LEARNERS).choose([page], n + 1) for n in range(len(found))] == found
    for wrong in (0, -1, len(found) + 1):
        with pytest.raises(NothingFoundError, match=f"no candidate {wrong}"):
            Ranked(LEARNERS).choose([page], wrong)


def test_the_profile_tells_what_was_seen() -> None:
    rows = "".join(f"<li><h3>T{i}</h3>{'' if i in (1, 2, 5, 6) else '<p>P</p>'}</li>" for i in range(8))
    page = wrapture.parse(f"<ul>{rows}</ul>")
    wrapper = learn_wrapper([page], LEARNERS)
    assert (wrapper.profile.pages, wrapper.profile.min_records, wrapper.profile.max_records) == (1, 8, 8)
    assert wrapper.profile.fill == (1.0, 0.5)
    assert wrapper.learner == "repeats block-level"


def test_a_later_page_adds_a_pattern_only_where_records_are_missed() -> None:
    plain = "<h1>x</h1><ul>" + "".join(f"<li><b>T{i}</b><p>a{i}</p></li>" for i in range(6)) + "</ul>"
    richer = "<h1>x</h1><ul>" + "".join(f"<li><b>T{i}</b><p>a{i}</p><p>b{i}</p></li>" for i in range(7)) + "</ul>"
    other = "<h1>x</h1><table>" + "".join(f"<tr><td>{i}<td>a<td>b" for i in range(9)) + "</table>"
    pages = [wrapture.parse(html) for html in (plain, plain, richer, richer, other)]
    locators = [learn_wrapper(pages[:n], LEARNERS).locator for n in range(1, 6)]
    patterns = [len(locator.patterns) for locator in locators if isinstance(locator, PatternLocator)]
    assert patterns == [1, 1, 2, 2, 2]  # a list of another kind is another list


def test_a_first_page_without_records_leaves_it_to_the_others() -> None:
    empty, full = wrapture.parse("<p>x"), wrapture.parse(books())
    assert learn_wrapper([empty, full], LEARNERS).locator == learn_wrapper([full], LEARNERS).locator
    with pytest.raises(NothingFoundError, match="nothing on this page repeats"):
        learn_wrapper([empty, empty], LEARNERS)
    with pytest.raises(NothingFoundError, match="nothing on this page repeats"):  # a choice is of the first page
        learn_wrapper([empty, full], LEARNERS, choice=2)
