"""Labels on the command line: drafted, learned from, refined, begun with a value for each column."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import books
from tests.labelled import NAMES, shop
from wrapture.capture.labelfile import read_labels, write_labels

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command
    from wrapture.learning.fuzzy import LabelledPage


@pytest.fixture
def labelled(tmp_path: Path) -> list[LabelledPage]:
    """Three labelled pages: saved, the first two in ``first.jsonl``, the last in ``more.jsonl``, all in ``all.jsonl``."""
    pages = [replace(page, name=str(tmp_path / page.name)) for page in (shop(8), shop(6, 8), shop(9, 20))]
    for page in pages:
        (tmp_path / page.name).write_text(page.text, "utf-8")
    for name, some in (("first", pages[:2]), ("more", pages[2:]), ("all", pages)):
        write_labels(some, tmp_path / f"{name}.jsonl")
    return pages


def wrapper(command: Command, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((command.folder / name).read_text())
    return found


# --- learn --labels ---


@pytest.mark.usefixtures("labelled")
def test_a_wrapper_is_learned_from_labels_and_reads_other_pages(wrapture: Command) -> None:
    done = wrapture("learn", "--labels", "first.jsonl", "-o", "shop.json")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0] == "wrapture: shop.json: 6 to 8 records a page, columns page, title, price"
    read = wrapture("extract", "--wrapper", "shop.json", "shop-20.html", "--format", "json")
    (page,) = json.loads(read.out)
    assert [record["fields"]["price"] for record in page["records"]] == [f"{n}.50" for n in range(20, 29)]
    assert wrapper(wrapture, "shop.json")["locator"]["kind"] != "mask"


@pytest.mark.usefixtures("labelled")
def test_a_mask_is_learned_on_request(wrapture: Command) -> None:
    assert wrapture("learn", "--labels", "first.jsonl", "--mask", "-o", "shop.json").code == 0
    read = wrapture("extract", "--wrapper", "shop.json", "shop-20.html", "--format", "json")
    (page,) = json.loads(read.out)
    assert [record["fields"]["price"] for record in page["records"]] == [f"{n}.50" for n in range(20, 29)]
    assert set(page["records"][0]["confidences"]) == set(NAMES)
    assert page["fit"] > 0.8


@pytest.mark.parametrize(("wrong", "code"), [(0, 0), (1, 0), (2, 4)])
def test_what_is_read_is_checked_against_the_labels(wrapture: Command, wrong: int, code: int) -> None:
    """Of twelve records, some have their price labelled as their title: with two of them, nine tenths are not reached."""
    page = shop(12)
    records = [
        (place, price, title) if number < wrong else (place, title, price)
        for number, (place, title, price) in enumerate(page.records)
    ]
    (wrapture.folder / "shop.html").write_text(page.text)
    write_labels(
        [replace(page, name=str(wrapture.folder / "shop.html"), records=tuple(records))], wrapture.folder / "l.jsonl"
    )
    done = wrapture("learn", "--labels", "l.jsonl", "-o", "shop.json")
    assert done.code == code
    assert (wrapture.folder / "shop.json").exists()
    assert ("it reads" in done.err) == (wrong > 0)
    assert ("less than 90%" in done.err) == (code == 4)


@pytest.mark.usefixtures("labelled")
def test_refining_is_learning_from_all(wrapture: Command) -> None:
    assert wrapture("learn", "--mask", "--labels", "first.jsonl", "-o", "first.json").code == 0
    assert wrapture("learn", "--labels", "more.jsonl", "--refine", "first.json", "-o", "refined.json").code == 0
    assert wrapture("learn", "--mask", "--labels", "first.jsonl", "more.jsonl", "-o", "both.json").code == 0
    assert (
        wrapture("learn", "--mask", "--labels", "first.jsonl", "--labels", "more.jsonl", "-o", "twice.json").code == 0
    )
    assert wrapture("learn", "--mask", "--labels", "all.jsonl", "-o", "all.json").code == 0
    files = [(wrapture.folder / f"{name}.json").read_bytes() for name in ("refined", "both", "twice", "all")]
    assert files == files[:1] * 4


@pytest.mark.usefixtures("labelled")
def test_columns_are_named_and_dropped(wrapture: Command) -> None:
    wrapture("learn", "--labels", "all.jsonl", "-o", "shop.json", "--names", "-,,amount", "--name", "the shop")
    found = wrapper(wrapture, "shop.json")
    assert [column["name"] for column in found["columns"]][:3] == ["page", "title", "amount"]
    assert [column["name"] for column in found["columns"] if column["keep"]] == ["title", "amount"]
    assert found["name"] == "the shop"


def test_pages_lie_below_the_root(wrapture: Command, labelled: list[LabelledPage]) -> None:
    (wrapture.folder / "elsewhere").mkdir()
    write_labels(labelled, wrapture.folder / "elsewhere" / "labels.jsonl", wrapture.folder)
    done = wrapture("learn", "--labels", "elsewhere/labels.jsonl", "--root", ".", "-o", "shop.json")
    assert done.code == 0
    assert "elsewhere/shop-0.html: no such file" in (
        wrapture("learn", "--labels", "elsewhere/labels.jsonl", "-o", "other.json").fails_with_one_line()
    )


@pytest.mark.usefixtures("labelled")
def test_a_label_that_does_not_fit_names_page_and_label(wrapture: Command) -> None:
    row = json.loads((wrapture.folder / "all.jsonl").read_text().splitlines()[0])
    row["records"][2][1] = [5, 10**7]
    (wrapture.folder / "bad.jsonl").write_text(json.dumps(row))
    line = wrapture("learn", "--labels", "bad.jsonl", "-o", "shop.json").fails_with_one_line()
    assert line.startswith("wrapture: shop-0.html: record 3, attribute 2: [5, 10000000) is not a place in a text of")
    assert not (wrapture.folder / "shop.json").exists()


@pytest.mark.usefixtures("labelled")
def test_the_labels_of_one_site_are_chosen(wrapture: Command) -> None:
    rows = [json.loads(line) for line in (wrapture.folder / "all.jsonl").read_text().splitlines()]
    sites = [{**row, "site": f"site-{n % 2}"} for n, row in enumerate(rows)]
    (wrapture.folder / "sites.jsonl").write_text("\n".join(map(json.dumps, sites)))
    line = wrapture("learn", "--labels", "sites.jsonl", "-o", "shop.json").fails_with_one_line()
    assert "has pages of 2 sites (site-0, site-1)" in line
    assert wrapture("learn", "--labels", "sites.jsonl", "--site", "site-1", "-o", "shop.json").code == 0
    assert wrapper(wrapture, "shop.json")["learned_from"] == ["shop-8.html"]


@pytest.mark.usefixtures("labelled")
def test_a_folder_gets_a_wrapper_for_each_site(wrapture: Command) -> None:
    rows = [json.loads(line) for line in (wrapture.folder / "all.jsonl").read_text().splitlines()]
    sites = [{**row, "site": f"site-{n % 2}"} for n, row in enumerate(rows)]
    (wrapture.folder / "sites.jsonl").write_text("\n".join(map(json.dumps, sites)))
    (wrapture.folder / "wrappers").mkdir()
    done = wrapture("learn", "--labels", "sites.jsonl", "-o", "wrappers")
    assert done.code == 0
    assert sorted(path.name for path in (wrapture.folder / "wrappers").iterdir()) == ["site-0.json", "site-1.json"]
    assert wrapper(wrapture, "wrappers/site-0.json")["learned_from"] == ["shop-0.html", "shop-20.html"]
    assert wrapper(wrapture, "wrappers/site-0.json")["name"] == "site-0"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "give pages to learn from, or --labels FILE"),
        (("books.html", "--refine", "x.json"), "is for labels"),
        (("books.html", "--labels-to", "x.jsonl"), "is for labels"),
        (("books.html", "--mask"), "is for labels"),
        (("--labels", "a.jsonl", "--label-with", "a=b"), "not both"),
        (("--labels", "a.jsonl", "--render"), "labels point into a page's source"),
        (("--label-with", "a=b"), "name the page with the values"),
        (("books.html", "--label-with", "title"), "'title' is not a name and a value"),
    ],
)
def test_options_that_do_not_go_together(wrapture: Command, options: tuple[str, ...], said: str) -> None:
    done = wrapture("learn", *options, "-o", "shop.json", env={"COLUMNS": "200"})
    assert done.code == 2
    assert said in done.err


@pytest.mark.usefixtures("labelled")
def test_only_a_mask_is_refined(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    wrapture("learn", "books.html", "-o", "books.json")
    line = wrapture("learn", "--labels", "all.jsonl", "--refine", "books.json", "-o", "x.json").fails_with_one_line()
    assert "has no mask" in line


@pytest.mark.usefixtures("labelled")
def test_a_mask_in_words_and_in_a_library(wrapture: Command) -> None:
    wrapture("learn", "--labels", "first.jsonl", "--mask", "-o", "shop.json")
    assert "It finds values by what stands around them" in wrapture("show", "shop.json").out
    wrapture("library", "add", "wrappers", "shop.json")
    done = wrapture("extract", "--library", "wrappers", "shop-20.html", "--format", "json")
    assert len(json.loads(done.out)[0]["records"]) == 9


# --- label ---


def test_what_a_learner_finds_is_written_as_labels(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("label", "books.html", "-o", "labels.jsonl", "--names", "title,link,author,price")
    assert done.code == 0
    assert "8 records on 1 page, labelled with title, link, author, price" in done.err
    (found,) = read_labels(wrapture.folder / "labels.jsonl")
    values = [found.text[start:end] for (start, end), _ in found.cells(found.records[3])]
    assert sorted(values) == sorted(["Book 3", "/b/3", "by Author 3", "3.50 euro"])


def test_labels_can_be_corrected_and_learned_from(wrapture: Command, page: Callable[..., Path]) -> None:
    """The learner takes "by Author 3" for the author, and "3.50 euro" for the price: the words in front and behind go."""
    page()
    page("more.html", books(5, noun="Film"))
    wrapture("label", "books.html", "-o", "labels.jsonl", "--names", "title,link,author,price")
    row = json.loads((wrapture.folder / "labels.jsonl").read_text())
    for record in row["records"]:
        record[2][0] += len("by ")
        record[3][1] -= len(" euro")
    (wrapture.folder / "labels.jsonl").write_text(json.dumps(row))
    assert wrapture("learn", "--labels", "labels.jsonl", "-o", "books.json").code == 0
    done = wrapture("extract", "--wrapper", "books.json", "more.html", "--format", "json")
    assert [record["fields"] for record in json.loads(done.out)[0]["records"]][4] == {
        "link": "/b/4",
        "title": "Film 4",
        "author": "Author 4",
        "price": "4.50",
    }


@pytest.mark.usefixtures("labelled")
def test_what_a_wrapper_reads_is_written_as_labels(wrapture: Command) -> None:
    wrapture("learn", "--labels", "first.jsonl", "-o", "shop.json")
    assert wrapture("label", "shop-20.html", "--wrapper", "shop.json", "-o", "found.jsonl").code == 0
    assert read_labels(wrapture.folder / "found.jsonl") == read_labels(wrapture.folder / "more.jsonl")


@pytest.mark.parametrize("source", ["gone.html", "-"])
def test_only_saved_pages_are_labelled(wrapture: Command, source: str) -> None:
    done = wrapture("label", source, "-o", "labels.jsonl", stdin=books().encode())
    assert ("no such file" if source == "gone.html" else "save it to a file first") in done.fails_with_one_line()
    assert not (wrapture.folder / "labels.jsonl").exists()


# --- learn --label-with ---

EXAMPLES = ("--label-with", "title=Book 2", "--label-with", "euro=2.50")


def test_one_value_for_each_column_is_enough(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("more.html", books(5, noun="Film"))
    done = wrapture("learn", "books.html", *EXAMPLES, "-o", "books.json", "--labels-to", "labels.jsonl")
    assert done.code == 0
    assert "took 8 records, the last of which is: Book 7, 7.50" in done.err
    (found,) = read_labels(wrapture.folder / "labels.jsonl")
    assert (found.names, len(found.records)) == (("title", "euro"), 8)
    read = wrapture("extract", "--wrapper", "books.json", "more.html", "--format", "json")
    assert [record["fields"] for record in json.loads(read.out)[0]["records"]] == [
        {"title": f"Film {n}", "euro": f"{n}.50"} for n in range(5)
    ]


def test_two_values_of_one_column_are_a_list(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(
        f"<li><b>Book {n}</b><p>{' '.join(f'<i>Tag {n}{k}</i>' for k in range(1 + n % 3))}</p></li>" for n in range(8)
    )
    page(content=f"<title>Books</title><ul>{rows}</ul><p>The end</p>")
    typed = ("--label-with", "title=Book 2", "--label-with", "tag=Tag 20", "--label-with", "tag=Tag 21")
    assert wrapture("learn", "books.html", *typed, "-o", "books.json", "--labels-to", "labels.jsonl").code == 0
    labels = [record[1] for record in json.loads((wrapture.folder / "labels.jsonl").read_text())["records"]]
    assert [labels[0], len(labels[1]), len(labels[2])] == [[47, 53], 2, 3]
    read = wrapture("extract", "--wrapper", "books.json", "books.html", "--format", "json")
    tags = [record["fields"]["tag"] for record in json.loads(read.out)[0]["records"]]
    assert tags[:3] == [["Tag 00"], ["Tag 10", "Tag 11"], ["Tag 20", "Tag 21", "Tag 22"]]


def test_a_value_that_is_not_there_is_named(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    line = wrapture("learn", "books.html", "--label-with", "title=Boat 2", "-o", "books.json").fails_with_one_line()
    assert line.startswith("wrapture: books.html: title: ")
    assert "Boat 2" in line


def test_values_stand_on_one_page(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("more.html")
    line = wrapture("learn", "books.html", "more.html", *EXAMPLES, "-o", "books.json").fails_with_one_line()
    assert "is 2 pages, and the values are on one" in line


LEARN = ("learn", "books.html", *EXAMPLES, "-o", "books.json", "--labels-to", "labels.jsonl")


def test_a_person_agrees(wrapture: Command, page: Callable[..., Path]) -> None:
    page(content=books(12))
    code, shown = wrapture.asked(b"\n", *LEARN)
    assert code == 0
    assert "Book 9" in shown
    assert "… and 2 more" in shown
    assert "Are these the records, and their values? [Y/n]" in shown
    assert wrapper(wrapture, "books.json")["profile"]["max_records"] == 12


def test_a_person_does_not_agree_and_keeps_the_labels(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    code, shown = wrapture.asked(b"no\n", *LEARN)
    assert code == 1
    assert "nothing is learned; correct labels.jsonl" in shown
    assert not (wrapture.folder / "books.json").exists()
    assert len(read_labels(wrapture.folder / "labels.jsonl")) == 1


def test_nobody_is_asked_where_the_answer_is_given(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    code, shown = wrapture.asked(b"", *LEARN, "--yes")
    assert code == 0
    assert "Are these" not in shown
