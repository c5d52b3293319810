"""``wrapture learn`` and ``wrapture show``, run as a person runs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command


def learned(command: Command, *arguments: str) -> dict[str, Any]:
    done = command("learn", *arguments, "-o", "shop.json", "--force")
    assert done.code == 0, done.err
    data: dict[str, Any] = json.loads((command.folder / "shop.json").read_bytes())
    return data


def extracted(command: Command, *pages: str) -> list[list[dict[str, Any]]]:
    done = command("extract", "--wrapper", "shop.json", *pages, "-f", "json")
    assert done.code == 0, done.err
    return [[record["fields"] for record in one["records"]] for one in json.loads(done.out)]


def test_a_wrapper_reads_the_other_pages_of_its_site(wrapture: Command, page: Callable[..., Path]) -> None:
    page("one.html")
    page("two.html", books(3, "Tome"))
    done = wrapture("learn", "one.html", "-o", "shop.json")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines() == [
        "wrapture: shop.json: 8 records a page, columns title, link, author, price",
        "wrapture: read other pages of the site with: wrapture extract --wrapper shop.json PAGE...",
    ]
    one, two = extracted(wrapture, "one.html", "two.html")
    assert [fields["title"] for fields in one] == [f"Book {i}" for i in range(8)]
    assert two == [
        {"title": f"Tome {i}", "link": f"/b/{i}", "author": f"by Author {i}", "price": f"{i}.50 euro"} for i in range(3)
    ]


def test_columns_can_be_named_kept_and_dropped(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    learned(wrapture, "books.html", "--names", "title,-,,price", "--name", "My shop")
    ((first, *_),) = extracted(wrapture, "books.html")
    assert first == {"title": "Book 0", "author": "by Author 0", "price": "0.50 euro"}
    assert wrapture("show", "shop.json").out.startswith(
        "My shop reads the records of a page into a table of 3 columns."
    )


def test_too_many_names_are_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    line = wrapture("learn", "books.html", "-o", "shop.json", "--names", "a,b,c,d,e").fails_with_one_line()
    assert "5 names for 4 columns" in line
    assert not (wrapture.folder / "shop.json").exists()


def test_two_columns_of_one_name_are_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    line = wrapture("learn", "books.html", "-o", "shop.json", "--names", "a,a").fails_with_one_line()
    assert line == "wrapture: two columns would be called 'a': give each its own name"
    assert not (wrapture.folder / "shop.json").exists()


def test_a_candidate_can_be_chosen(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    found = json.loads(wrapture("discover", "books.html", "-f", "json").out)[0]["candidates"]
    assert len(found) > 1
    for number, candidate in enumerate(found, start=1):
        kept = learned(wrapture, "books.html", "--candidate", str(number))["locator"]
        assert {name: kept[name] for name in candidate["locator"]} == candidate["locator"]
    line = wrapture("learn", "books.html", "-o", "x.json", "--candidate", str(len(found) + 1)).fails_with_one_line()
    assert f"there is no candidate {len(found) + 1}: the page has {len(found)}" in line


SHORT = "".join(f"<li><b>Item {i}</b><p>{i} euro</p></li>" for i in range(8))
LONG = "".join(f"<li><b>Thing {i}</b><p>{i} euro</p><p>sold by Shop {i}</p></li>" for i in range(9))


def test_a_pattern_is_added_only_for_a_page_that_is_not_read_whole(
    wrapture: Command, page: Callable[..., Path]
) -> None:
    page("one.html", f"<h1>Shop</h1><ul>{SHORT}</ul>")
    page("same.html", f"<h1>Shop</h1><ul>{SHORT.replace('Item', 'Other')}</ul>")
    page("long.html", f"<h1>Shop</h1><ul>{LONG}</ul>")
    repeats = ("--learner", "repeats")
    alone = learned(wrapture, "one.html", *repeats)
    assert extracted(wrapture, "long.html") == [[]]
    assert learned(wrapture, "one.html", "same.html", *repeats)["locator"] == alone["locator"]
    both = learned(wrapture, "one.html", "same.html", "long.html", "long.html", *repeats)
    assert both["locator"]["patterns"][0] == alone["locator"]["patterns"][0]
    assert len(both["locator"]["patterns"]) == 2
    assert both["learned_from"] == ["one.html", "same.html", "long.html", "long.html"]
    assert both["profile"] == {
        "pages": 4,
        "min_records": 8,
        "max_records": 9,
        "template": ["<li>", "<b>", 1, "</b>", "<p>", 4, "</p>", "</li>"],
        "frame": ["Shop"],
    }
    one, long = extracted(wrapture, "one.html", "long.html")
    assert one[3] == {"title": "Item 3", "price": "3 euro", "text": None}
    assert long[3] == {"title": "Thing 3", "price": "3 euro", "text": "sold by Shop 3"}


def test_an_output_that_is_there_is_kept_unless_forced(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    (wrapture.folder / "shop.json").write_text("precious")
    assert "already there; use --force" in wrapture("learn", "books.html", "-o", "shop.json").fails_with_one_line()
    assert (wrapture.folder / "shop.json").read_text() == "precious"
    assert learned(wrapture, "books.html")["format"] == "wrapture"


def test_a_page_that_can_not_be_read_stops_learning(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    line = wrapture("learn", "books.html", "gone.html", "-o", "shop.json").fails_with_one_line()
    assert line.startswith("wrapture: gone.html: no such file")
    assert not (wrapture.folder / "shop.json").exists()


def test_a_page_without_records_gives_no_wrapper(wrapture: Command, page: Callable[..., Path]) -> None:
    page("none.html", "<p>no list here")
    line = wrapture("learn", "none.html", "-o", "shop.json").fails_with_one_line()
    assert line == "wrapture: none.html: nothing on this page repeats like records"
    assert not (wrapture.folder / "shop.json").exists()


def test_the_address_of_a_saved_page_is_noted(wrapture: Command, page: Callable[..., Path]) -> None:
    page("saved.html", "<!-- saved from url=(0027)http://example.org/list?p=1 -->" + books())
    data = learned(wrapture, "saved.html")
    assert (data["name"], data["addresses"]) == ("example.org", ["http://example.org/list*"])
    assert data["learned_from"] == ["http://example.org/list?p=1"]


def test_an_address_that_is_none_is_not(wrapture: Command, page: Callable[..., Path]) -> None:
    page("odd.html", "<!-- saved from url=(0012)http://[::1/x -->" + books())
    data = learned(wrapture, "odd.html")
    assert (data["name"], data["addresses"]) == ("odd", [])


def test_show_says_what_a_wrapper_does(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    learned(wrapture, "books.html", "--names", "title,link", "--learner", "repeats")
    done = wrapture("show", "shop.json")
    assert (done.code, done.err) == (0, "")
    words = done.out
    assert words.startswith("books reads the records of a page into a table of 4 columns.")
    assert "  LI TEXT P TEXT /P P TEXT /P /LI" in words
    assert "  title   text   in every record" in words
    assert "It expects 8 records on a page." in words
    assert "It was learned by repeats block-level from 1 page:\n  books.html" in words


def test_a_wrapper_for_another_site_finds_nothing_and_says_so(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    learned(wrapture, "books.html")
    page("other.html", "<table>" + "<tr><td>a</td><td>b</td></tr>" * 8 + "</table>")
    done = wrapture("extract", "--wrapper", "shop.json", "other.html")
    said = "wrapture: other.html: no records, where 8 were seen when the wrapper was learned\n"
    assert (done.code, done.out, done.err) == (0, "", said)
