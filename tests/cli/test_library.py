"""``wrapture library``, run as a person runs it."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING, Any

import pytest
import typer

from tests.conftest import ROOT, books
from wrapture import api
from wrapture.cli.library_command import app

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

SAVED = "<!-- saved from url=(0030)https://books.example/list?p=1 -->"
ROWS = "".join(f"<tr><td>Case {n} v. State<td class=date>{n} May<td>allowed</tr>" for n in range(1, 9))


@pytest.fixture
def shelf(wrapture: Command, page: Callable[..., Path]) -> Path:
    """A library with a wrapper of a page of books and one of a page of rulings."""
    page("books.html", SAVED + books())
    page("rulings.html", f"<h1>Rulings</h1><table>{ROWS}</table>")
    for name in ("books", "rulings"):
        found = api.learn(api.parse(wrapture.folder / f"{name}.html"), name=name)
        api.save(found, wrapture.folder / f"{name}.json")
    done = wrapture("library", "add", "shelf", "books.json", "rulings.json")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines() == [
        "wrapture: books.json: added to shelf as books",
        "wrapture: rulings.json: added to shelf as rulings",
    ]
    return wrapture.folder / "shelf"


def test_the_wrappers_are_listed(wrapture: Command, shelf: Path) -> None:
    (shelf / "odd.json").write_text("{}")
    found: list[dict[str, Any]] = json.loads(wrapture("library", "list", "shelf", "-f", "json").out)
    assert [one["name"] for one in found] == ["books", "odd", "rulings"]
    assert found[0] == {
        "name": "books",
        "kind": "rows",
        "columns": 4,
        "records": [8, 8],
        "addresses": ["https://books.example/list*"],
        "health": [],
    }
    assert found[1]["error"].startswith("not a wrapper file")
    done = wrapture("library", "list", "shelf")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("shelf: 3 wrappers\n")
    assert re.search(r"books .* rows .* 4 .* 8 .* https://books\.example/list\*; not used yet", done.out)
    assert re.search(r"odd .* broken .* not a wrapper file", done.out)


def test_pages_find_their_wrapper(wrapture: Command, shelf: Path, page: Callable[..., Path]) -> None:
    page("more.html", SAVED + books(5, "Tome"))
    page("none.html", "<p>no list here")
    done = wrapture("library", "match", "shelf", "more.html", "none.html", "gone.html", "rulings.html", "-f", "json")
    more, none, gone, rulings = json.loads(done.out)
    assert done.code == 3
    assert more["page"] == "more.html"
    assert more["matches"] == [{"name": "books", "fit": 1.0, "records": 5, "by_address": True}]
    assert none == {"page": "none.html", "matches": []}
    assert (gone["matches"], gone["error"].partition(";")[0]) == ([], "no such file or folder")
    assert [(one["name"], one["by_address"]) for one in rulings["matches"]] == [("rulings", False)]
    assert done.err.splitlines() == [
        "wrapture: none.html: fits no wrapper of shelf",
        f"wrapture: gone.html: {gone['error']}",
    ]


def test_matches_are_shown_as_a_table(wrapture: Command, shelf: Path) -> None:
    done = wrapture("library", "match", "shelf", "books.html")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("books.html: wrappers that it fits, best first\n")
    assert re.search(r"books .* 100% .* 8 .* yes", done.out)


def test_no_page_can_be_read(wrapture: Command, shelf: Path) -> None:
    assert "gone.html: no such file" in wrapture("library", "match", "shelf", "gone.html").fails_with_one_line()


def test_a_taken_name_gets_a_number_or_is_replaced(wrapture: Command, shelf: Path) -> None:
    assert wrapture("library", "add", "shelf", "books.json").err.endswith("added to shelf as books-2\n")
    assert wrapture("library", "add", "shelf", "books.json", "--force").err.endswith("added to shelf as books\n")
    done = wrapture("library", "remove", "shelf", "books-2", "rulings")
    assert (done.code, done.out) == (0, "")
    undo = r"undo: wrapture library restore shelf [0-9a-f-]{24}\n"
    assert re.fullmatch(
        rf"wrapture: books-2: removed from shelf; {undo}wrapture: rulings: removed from shelf; {undo}", done.err
    )
    assert [path.name for path in shelf.glob("*.json")] == ["books.json"]


def test_a_broken_wrapper_is_not_added_and_nor_are_the_others(wrapture: Command, shelf: Path) -> None:
    (wrapture.folder / "broken.json").write_text("{")
    line = wrapture("library", "add", "new", "books.json", "broken.json").fails_with_one_line()
    assert line.startswith("wrapture: broken.json: line 1, column 2: not JSON")
    assert not (wrapture.folder / "new").exists()


def test_what_is_wrong_is_one_line(wrapture: Command, shelf: Path) -> None:
    line = "wrapture: gone: no such folder; `wrapture library add` creates one"
    missing = [
        ["list", "gone"],
        ["match", "gone", "books.html"],
        ["remove", "gone", "books"],
        ["rename", "gone", "books", "other"],
        ["restore", "gone"],
    ]
    for done in wrapture.each([["library", *words] for words in missing]):
        assert done.fails_with_one_line() == line
    done = wrapture("library", "remove", "shelf", "books", "gone")
    assert "shelf: no wrapper 'gone'" in done.fails_with_one_line()
    assert (shelf / "books.json").exists()


def test_a_wrapper_is_renamed(wrapture: Command, shelf: Path) -> None:
    done = wrapture("library", "rename", "shelf", "books", "Books & more")
    assert (done.code, done.out, done.err) == (0, "", "wrapture: books: renamed to Books-more in shelf\n")
    assert api.load(shelf / "Books-more.json").name == "Books & more"
    taken = wrapture("library", "rename", "shelf", "rulings", "Books more").fails_with_one_line()
    assert (
        taken == "wrapture: shelf: wrapper 'Books-more' already exists; choose another name, or remove that one first"
    )
    assert "no wrapper 'books'" in wrapture("library", "rename", "shelf", "books", "x").fails_with_one_line()


def test_what_was_removed_is_restored(wrapture: Command, shelf: Path) -> None:
    body = (shelf / "books.json").read_bytes()
    undo = wrapture("library", "remove", "shelf", "books", "books").err.rpartition("undo: wrapture ")[2].split()
    assert not (shelf / "books.json").exists()
    bin_shown = wrapture("library", "restore", "shelf")
    assert (bin_shown.code, bin_shown.err) == (0, "")
    assert bin_shown.out.startswith("shelf: 1 wrapper that can be restored\n")
    assert re.search(rf"{undo[-1]} .* books .* 20\d\d-.*Z", bin_shown.out)
    done = wrapture(*undo)
    assert (done.code, done.out, done.err) == (0, "", "wrapture: books: back in shelf\n")
    assert (shelf / "books.json").read_bytes() == body
    assert wrapture("library", "restore", "shelf").err == "wrapture: shelf: nothing is there that could be restored\n"
    again, path = wrapture.each([undo, ["library", "restore", "shelf", "../shelf"]])
    assert f"no '{undo[-1]}' in the trash" in again.fails_with_one_line()
    assert "no '../shelf' in the trash" in path.fails_with_one_line()


def test_the_undo_may_be_pasted(wrapture: Command, shelf: Path) -> None:
    shelf.rename(wrapture.folder / "my shelf; ls")
    line = wrapture("library", "remove", "my shelf; ls", "books").err.rpartition("undo: ")[2]
    program, *words = shlex.split(line)
    assert program == "wrapture"
    assert wrapture(*words).err == "wrapture: books: back in my shelf; ls\n"


def test_pages_that_are_read_are_noted(wrapture: Command, shelf: Path, page: Callable[..., Path]) -> None:
    page("more.html", SAVED + books(5, "Tome"))
    page("changed.html", SAVED + f"<h1>New</h1><table>{ROWS.replace('td', 'th')}</table>")
    page("none.html", "<p>no list here")
    done = wrapture("extract", "--library", "shelf", "more.html", "books.html", "none.html", "-f", "json")
    assert (done.code, len(json.loads(done.out))) == (0, 3)
    assert re.search(r"books .* https://books\.example/list\*; fits the last 2 pages ", listed(wrapture))
    assert re.search(r"rulings .* not used yet ", listed(wrapture))
    done = wrapture("extract", "--library", "shelf", "changed.html")
    told = "fits no wrapper of shelf (books is for its address: no records, where 8 were seen when the wrapper was learned)"
    assert f"changed.html: {told}; --learn-new learns one from it" in done.fails_with_one_line()
    noted = json.loads(wrapture("library", "list", "shelf", "-f", "json").out)
    assert [(one["page"], one["fit"], one["found"]) for one in noted[0]["health"]] == [
        ("changed.html", 0.0, 0),
        ("books.html", 1.0, 8),
        ("more.html", 1.0, 5),
    ]
    assert noted[0]["health"][0].keys() == {"page", "when", "fit", "found", "misfit", "verdict", "likeness"}
    assert "did not fit 1 of the last 3 pages: no records, where 8 were seen when the wrapper was lear" in listed(
        wrapture
    )


KENT = (
    "<title>Opinions of the court of Kent</title><ul>"
    + "".join(f"<li><a href=/{n}>Part {n}</a>" for n in "abcdef")
    + "</ul>"
)


def test_a_saved_page_is_one_for_the_only_wrapper_of_its_site(wrapture: Command, page: Callable[..., Path]) -> None:
    page("old.html", f"{KENT}<table>{court_rows('<tr><td>', '<td>')}</table></html>")
    page("new.html", f"{KENT}{court_rows('<div><h3>', '</h3><p>')}</html>")
    assert wrapture("learn", "old.html", "-o", "court.json").code == 0
    assert wrapture("library", "add", "kent", "court.json").code == 0
    done = wrapture("extract", "--library", "kent", "new.html", "-f", "csv")
    assert "is for its site: no records" in done.err
    assert "the site may have changed" in done.err
    repaired = wrapture("extract", "--library", "kent", "--repair", "new.html", "-f", "json")
    assert "repaired" in repaired.err
    assert wrapture("library", "versions", "kent", "old").code == 0
    assert len(json.loads(wrapture("extract", "--library", "kent", "new.html", "-f", "json").out)[0]["records"]) == 12


def court_rows(start: str, between: str) -> str:
    """Return rulings as rows that begin and are divided by some markup."""
    names = ("Harbor", "Union", "Lopez", "Miller")
    cases = [f"<a href=/op/{n}.pdf>{names[n % 4]} Bank v. {names[n // 4]} Council</a>" for n in range(12)]
    return "".join(f"{start}{case}{between}20-{100 + n}{between}{n + 1} March 2026" for n, case in enumerate(cases))


def test_a_wrapper_that_is_learned_is_noted_with_its_first_page(wrapture: Command, shelf: Path) -> None:
    (shelf / "books.json").unlink()
    done = wrapture("extract", "--library", "shelf", "--learn-new", "books.html", "-f", "json")
    (table,) = json.loads(done.out)
    (found,) = [
        one
        for one in json.loads(wrapture("library", "list", "shelf", "-f", "json").out)
        if one["name"] == table["wrapper"]
    ]
    assert [(one["page"], one["misfit"]) for one in found["health"]] == [("books.html", "")]


def test_a_log_that_can_not_be_written_stops_no_extraction(wrapture: Command, shelf: Path) -> None:
    (shelf / ".health.sqlite").mkdir()
    done = wrapture("extract", "--library", "shelf", "books.html", "-f", "json")
    assert (done.code, done.err, json.loads(done.out)[0]["wrapper"]) == (0, "", "books")
    assert "not used yet" in listed(wrapture)


def listed(wrapture: Command) -> str:
    """Return the table of the library on wide paper."""
    done = wrapture("library", "list", "shelf", env={"COLUMNS": "200"})
    assert (done.code, done.err) == (0, "")
    return done.out


def test_an_empty_library_says_so(wrapture: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = wrapture("library", "list", "empty")
    assert (done.code, done.out, done.err) == (0, "", "wrapture: empty: contains no wrappers\n")
    assert wrapture("library", "list", "empty", "-f", "json").out == "[]\n"


def _commands() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    return dict(group.commands)


@pytest.mark.parametrize("name", _commands())
def test_every_option_is_in_the_reference_and_no_other(name: str) -> None:
    text = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    found = re.search(rf"^## `wrapture library {name}`\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    known = {option for one in _commands()[name].params for option in one.opts if option.startswith("-")}
    assert set(re.findall(r"`(--?[a-z-]+)", found[1])) == known
