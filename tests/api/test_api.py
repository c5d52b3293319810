"""The library's front door, as a program uses it."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pytest

import wrapture
from tests.conftest import books
from wrapture import errors
from wrapture.errors import (
    NothingFoundError,
    OutputError,
    SourceError,
    WrapperFileError,
    WraptureError,
)
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL
from wrapture.learning.repeats import Repeats
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

FIRST = {"title": "Book 0", "link": "/b/0", "author": "by Author 0", "price": "0.50 euro"}


def test_the_names_at_the_front_door() -> None:
    names = {
        "Camera",
        "CompiledReader",
        "LabelledPage",
        "Library",
        "Page",
        "Table",
        "Visitor",
        "Wrapper",
        "WraptureError",
        "compile_wrapper",
        "discover",
        "extract",
        "extract_all",
        "extract_bulk",
        "extract_pages",
        "fit",
        "follow",
        "label",
        "learn",
        "learn_labelled",
        "learn_one",
        "load",
        "parse",
        "query",
        "read",
        "read_labels",
        "save",
        "search",
        "sections",
        "wrap",
        "write_labels",
    }
    assert all(callable(getattr(wrapture, name)) for name in names)
    assert set(dir(wrapture)) == {*names, "__version__"}


# --- parse ---


def test_a_page_comes_from_text_bytes_files_and_captures(page: Callable[..., Path]) -> None:
    html = books(6, "Käse")
    path = page("list.html", html)
    sources: list[str | bytes | Path | Capture] = [html, html.encode(), path, Capture("x", html.encode())]
    pages = [wrapture.parse(source) for source in sources]
    assert {tuple(one.texts) for one in pages} == {tuple(pages[0].texts)}
    assert [one.name for one in pages] == ["page", "page", str(path), "x"]


@pytest.mark.parametrize("form", ["text", "bytes", "file", "capture"])
def test_an_address_makes_links_absolute(page: Callable[..., Path], form: str) -> None:
    html = books()
    body = html.encode()
    sources: dict[str, str | bytes | Path | Capture] = {
        "text": html,
        "bytes": body,
        "file": page(),
        "capture": Capture("x", body),
    }
    table = wrapture.extract(wrapture.parse(sources[form], url="http://example.org/shop/"))
    assert table.to_dicts()[0]["link"] == "http://example.org/b/0"


def test_a_file_knows_the_address_it_was_saved_from(page: Callable[..., Path]) -> None:
    path = page("saved.html", "<!-- saved from url=(0020)http://example.org/a/ -->" + books())
    assert wrapture.parse(path).url == "http://example.org/a/"
    assert wrapture.parse(path, url="http://other.example/").url == "http://other.example/"


def test_a_file_that_is_no_page_is_our_own_error(tmp_path: Path, page: Callable[..., Path]) -> None:
    for path, what in [
        (tmp_path / "gone.html", "no such file"),
        (tmp_path, "no pages in this folder"),
        (page("picture.html", b"\x89PNG\r\n"), "is a PNG image"),
    ]:
        with pytest.raises(SourceError, match=what) as caught:
            wrapture.parse(path)
        assert caught.value.where == str(path)


def test_a_hostile_page_is_our_own_error() -> None:
    with pytest.raises(SourceError, match="nested too deep"):
        wrapture.parse("<div>" * 1_000_000)


def test_the_name_of_a_file_is_not_taken_for_its_text(page: Callable[..., Path]) -> None:
    with pytest.raises(ValueError, match="is the name of a file"):
        wrapture.parse(str(page()))


# --- discover, extract ---


def test_candidates_are_best_first_with_their_reasons() -> None:
    page = wrapture.parse(books())
    found = wrapture.discover(page)
    assert [candidate.score for candidate in found] == sorted((one.score for one in found), reverse=True)
    best = found[0]
    assert len(best.records) == 1  # one page
    assert len(best.records[0]) == 8
    assert best.score == pytest.approx(sum(reason.weight for reason in best.evidence))
    assert best.found_by == ("rows", "siblings", "repeats block-level")


def test_learners_can_be_given_by_name_or_as_values() -> None:
    page = wrapture.parse(books())
    assert wrapture.discover(page) == wrapture.discover(page, learner="all")
    repeats = [Repeats(BLOCK_LEVEL), Repeats(ALL_TAG)]
    assert wrapture.discover(page, learner="repeats") == wrapture.discover(page, learner=repeats)
    assert wrapture.discover(page, learner=[]) == []
    with pytest.raises(ValueError, match="unknown learner 'nobody'"):
        wrapture.discover(page, learner="nobody")


def test_several_pages_are_judged_together() -> None:
    pages = [wrapture.parse(books(count)) for count in (5, 9)]
    assert [len(records) for records in wrapture.discover(pages)[0].records] == [5, 9]


def test_no_pages_are_a_mistake() -> None:
    for call in (wrapture.discover, wrapture.learn):
        with pytest.raises(ValueError, match="at least one"):
            call([])


def test_a_page_without_records_gives_an_empty_table() -> None:
    table = wrapture.extract(wrapture.parse("<p>no list here"))
    assert (len(table), table.columns, table.to_dicts()) == (0, (), [])
    assert len(table.to_pandas()) == 0
    assert table.to_arrow().num_rows == 0


# --- learn, save, load ---


def test_a_wrapper_goes_to_disk_and_back(tmp_path: Path) -> None:
    page = wrapture.parse(books())
    wrapper = wrapture.learn(page, names=["title", "link"], name="shop")
    wrapture.save(wrapper, tmp_path / "shop.json")
    assert wrapture.load(tmp_path / "shop.json") == wrapper
    other = wrapture.parse(books(4, "Tome"))
    rows = wrapture.extract(other, wrapture.load(tmp_path / "shop.json")).to_dicts()
    assert [row["title"] for row in rows] == [f"Tome {i}" for i in range(4)]


def test_a_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    wrapper = wrapture.learn(wrapture.parse(books()))
    wrapture.save(wrapper, tmp_path / "w.json")
    with pytest.raises(OutputError, match="already there"):
        wrapture.save(wrapper, tmp_path / "w.json")
    wrapture.save(wrapper, tmp_path / "w.json", force=True)


def test_what_can_not_be_learned_or_loaded_is_our_own_error(tmp_path: Path) -> None:
    with pytest.raises(NothingFoundError):
        wrapture.learn(wrapture.parse("<p>no list here"))
    with pytest.raises(NothingFoundError, match="no candidate 99"):
        wrapture.learn(wrapture.parse(books()), candidate=99)
    with pytest.raises(WrapperFileError):
        wrapture.load(tmp_path / "gone.json")
    assert issubclass(WrapperFileError, WraptureError)


# --- tables ---


def test_a_table_goes_into_other_tools() -> None:
    table = wrapture.extract(wrapture.parse(books()))
    assert table.to_dicts()[0] == FIRST
    assert list(table) == table.to_dicts()
    frame = table.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == list(FIRST)
    assert frame.iloc[0].to_dict() == FIRST
    arrow = table.to_arrow()
    assert isinstance(arrow, pa.Table)
    assert arrow.to_pylist() == table.to_dicts()


def test_a_notebook_shows_a_table_and_no_markup_of_the_page() -> None:
    rows = "".join(f"<li><b>&lt;script&gt;{i}</b><p>a &amp; {i}</p></li>" for i in range(6))
    shown = wrapture.extract(wrapture.parse(f"<ul>{rows}</ul>"))._repr_html_()
    assert shown.startswith("<table><thead><tr><th>title</th>")
    assert "<td>&lt;script&gt;0</td><td>a &amp; 0</td>" in shown
    assert "<script>" not in shown


def test_rows_point_at_their_place_on_the_page() -> None:
    page = wrapture.parse(books())
    for i, row in enumerate(wrapture.extract(page).rows):
        assert page.texts_of(row.record) == row.text == f"Book {i} by Author {i} {i}.50 euro"


@pytest.mark.parametrize(
    "error",
    [
        errors.SourceError("page.html", "is gone"),
        errors.WrapperFileError("w.json", "columns", "is missing"),
        errors.LabelError("page.html", "record 1", "is too long"),
        errors.ColumnNamesError("2 names for 1 column", ["a", "b"], ["c"]),
        errors.MissingExtraError("this", "that"),
        errors.NothingFoundError("nothing"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_go_from_one_process_to_another(error: errors.WraptureError) -> None:
    revived = pickle.loads(pickle.dumps(error))
    assert type(revived) is type(error)
    assert str(revived) == str(error)
    assert vars(revived) == vars(error)


@pytest.mark.parametrize("names", ["a,b", ["a", "a"]])
def test_names_are_a_list_of_different_texts(names: Sequence[str]) -> None:
    with pytest.raises(errors.ColumnNamesError):
        wrapture.learn(books(), names=names)


def test_an_open_file_is_not_a_page(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(books())
    with (tmp_path / "page.html").open("rb") as file, pytest.raises(errors.NotAPageError):
        wrapture.discover(file)


def test_parse_names_the_type_that_it_can_not_take() -> None:
    with pytest.raises(errors.NotAPageError, match="of type int"):
        wrapture.parse(5)  # type: ignore[arg-type]
    assert len(wrapture.extract(wrapture.parse(bytearray(books().encode())))) == 8  # type: ignore[arg-type]
