"""What is shown of lists and tables, and the lines to copy."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.conftest import books
from wrapture.api import discover, learn, parse, save
from wrapture.learning.learners import LEARNERS
from wrapture.model import MaskLocator
from wrapture.studio import desk_views as views
from wrapture.studio.copied_lines import command_lines
from wrapture.studio.desk import Desk, DeskPage, History, Saved, Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_kind_of_locator_is_shown_on_a_line(learner: str) -> None:
    for candidate in discover(parse(books()), learner=learner):
        line = views.pattern_line(candidate.locator)
        assert line
        assert "\n" not in line
        assert len(line) <= views.MAX_PATTERN


def test_a_mask_is_shown_by_its_names() -> None:
    assert views.pattern_line(MaskLocator(("title", "price"), ())) == "surroundings of labelled title, price"


def test_how_sure_it_is_is_said_for_all_learners_alone() -> None:
    page = parse(books())
    assert views.candidates_view(page, discover(page), Settings())["verdict"].startswith("The first is")
    alone = views.candidates_view(page, discover(page, learner="repeats"), Settings("repeats"))
    assert alone["confidence"] is None
    assert views.candidates_view(page, [], Settings())["candidates"] == []


def test_a_long_table_is_cut_and_says_so() -> None:
    page = parse(books(views.MAX_ROWS + 10))
    table = views.table_view(learn(parse(books())), page)
    assert len(table["rows"]) == views.MAX_ROWS
    assert table["cut"]
    assert table["found"] == views.MAX_ROWS + 10


def test_hidden_columns_are_in_the_table_too() -> None:
    wrapper = learn(parse(books()), names=["-"])
    table = views.table_view(wrapper, parse(books()))
    assert len(table["columns"]) == len(wrapper.layout.columns)
    assert all(len(row["cells"]) == len(row["places"]) == len(table["columns"]) for row in table["rows"])


def test_lines_are_safe_to_copy() -> None:
    wrapper = learn(parse(books()), name="it's; rm -rf $HOME")
    pages = (DeskPage("a", "my page's `x`.html"), DeskPage("b", "b", "https://shop.example/?a=1&b=2", fetched=True))
    history = History("a1b2c3").stepped("", Desk(pages, wrapper=wrapper, name=wrapper.name))
    unsaved = command_lines(history)
    assert unsaved["shell"].startswith("# ")
    lines = command_lines(history.saved_to(Saved("x", "/lib/it's.json", wrapper)))
    words = shlex.split(lines["shell"])
    assert words[:4] == ["wrapture", "extract", "--wrapper", "/lib/it's.json"]
    assert words[4:] == ["my page's `x`.html", "https://shop.example/?a=1&b=2", "-o", "it-s-rm--rf-HOME.csv"]
    compile(lines["python"], "lines", "exec")
    private = command_lines(history, allow_private=True)
    assert shlex.split(private["shell"], comments=True)[-1] == "--allow-private"
    assert "wrapture.read(source, wrapper, allow_private=True)" in private["python"]
    compile(private["python"], "lines", "exec")
    assert history.saved_to(Saved("x", "", wrapper)).is_saved
    assert not history.saved_to(Saved("x", "", replace(wrapper, name="other"))).is_saved


def test_lines_of_python_run_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, saved = tmp_path / "books.html", tmp_path / "books.json"
    page.write_text(books(), encoding="utf-8")
    wrapper = learn(page)
    save(wrapper, saved)
    history = History("a1b2c3").stepped("", Desk((DeskPage("a", str(page)),), wrapper=wrapper, name="books"))
    exec(command_lines(history.saved_to(Saved("x", str(saved), wrapper)))["python"], {})
    assert capsys.readouterr().out == f"{page} 8 1.0\n"
