"""Nothing is lost: not when the browser is closed, nor when the studio is killed, nor when two of them run."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from tests.conftest import books
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command
    from tests.studio.running import Studio


def test_work_is_there_after_the_studio_was_killed(start_studio: Callable[..., Studio]) -> None:
    first = start_studio()
    work = first.begin().add("books.html", books())
    work.edit(op="rename", column=work.column("title"), name="Buch").step("name", name="Mine")
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()

    second = start_studio()
    (summary,) = second.do("GET", "/api/studio")["desks"]
    assert (summary["name"], summary["pages"], summary["records"]) == ("Mine", 1, 8)
    again = second.do("GET", work.path)
    assert again == work.desk
    undone = second.do("POST", f"{work.path}/undo", {"revision": again["revision"]})
    assert undone["name"] != "Mine"


def test_the_token_and_the_port_survive_a_restart(start_studio: Callable[..., Studio]) -> None:
    first = start_studio()
    first.stop()
    second = start_studio()
    assert (second.token, second.port) == (first.token, first.port)
    third = start_studio()  # while the second runs
    assert third.token == first.token
    assert third.port != first.port


def test_two_studios_on_one_folder_see_each_other(start_studio: Callable[..., Studio]) -> None:
    one, two = start_studio(), start_studio()
    work = one.begin().add("books.html", books())
    seen = two.do("GET", work.path)
    assert seen == work.desk
    work.step("name", name="by one")
    assert two.ask("POST", f"{work.path}/name", {"revision": seen["revision"], "name": "by two"}).status == 409
    assert two.do("GET", work.path)["name"] == "by one"
    work.step("save", name="Both")
    assert [one["name"] for one in two.do("GET", "/api/library")["wrappers"]] == ["Both"]


def test_pages_and_wrappers_can_be_named_on_the_command_line(
    start_studio: Callable[..., Studio], page: Callable[..., Path], wrapture: Command, tmp_path: Path
) -> None:
    pages = [page("one.html"), page("two.html", books(6, "Tome"))]
    studio = start_studio(*pages)
    opened = studio.do("GET", f"/api/desks/{studio.do('GET', '/api/studio')['open']}")
    assert [one["found"] for one in opened["pages"]] == [8, 6]
    wrapper = tmp_path / "books.json"
    assert wrapture("learn", pages[0], "-o", wrapper).code == 0
    with_wrapper = start_studio(wrapper, pages[1])
    opened = with_wrapper.do("GET", f"/api/desks/{with_wrapper.do('GET', '/api/studio')['open']}")
    assert opened["how"] == "opened"
    assert opened["pages"][0]["found"] == 6


def test_what_is_not_there_is_said_before_anything_is_served(wrapture: Command, tmp_path: Path) -> None:
    done = wrapture("studio", "--no-browser", "--folder", tmp_path / "home", "nothing.html")
    assert "no such file" in done.fails_with_one_line()


def test_a_port_that_is_taken_is_said(start_studio: Callable[..., Studio], wrapture: Command, tmp_path: Path) -> None:
    running = start_studio()
    done = wrapture("studio", "--no-browser", "--folder", tmp_path / "other", "--port", str(running.port))
    assert "can't be used" in done.fails_with_one_line()


def test_ctrl_c_ends_it_quietly(start_studio: Callable[..., Studio]) -> None:
    studio = start_studio()
    studio.begin()
    studio.process.send_signal(signal.SIGINT)
    assert studio.process.wait(PATIENCE_S) in (0, 130, -signal.SIGINT)
    assert "Traceback" not in studio.log.read_text()


def test_a_broken_desk_does_not_hide_the_others(start_studio: Callable[..., Studio], tmp_path: Path) -> None:
    studio = start_studio()
    good, bad = studio.begin().add("books.html", books()), studio.begin()
    (tmp_path / "home" / "desks" / bad.desk["id"] / "desk.json").write_text("{not json")
    names = {one["id"]: one["name"] for one in studio.do("GET", "/api/studio")["desks"]}
    assert "can't be read" in names[bad.desk["id"]]
    assert names[good.desk["id"]] == good.desk["name"]
    assert "can't be read" in studio.ask("GET", bad.path).error
