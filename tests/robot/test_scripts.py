"""Scripts by plain HTTP, on a shop that runs here."""

from __future__ import annotations

import json
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.robot.scripts import (
    LOG_IN,
    QUICK,
    SEARCH,
    Run,
    files_with_a_secret,
    holds_a_secret,
    open_shop,
    rows_of,
    written,
)
from tests.robot.shop import PASSWORD
from wrapture.cli.run_command import run_steps
from wrapture.cli.visits import Visits
from wrapture.errors import AddressError, FetchError, ScriptError, WraptureError
from wrapture.net.exchange import USER_AGENT
from wrapture.net.store import open_store
from wrapture.net.visitor import Visitor
from wrapture.site.script import parse_script, run_script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.robot.shop import Shop


@pytest.fixture
def shop() -> Iterator[Shop]:
    with open_shop() as server:
        yield server


def test_a_login_a_search_and_its_pages(shop: Shop) -> None:
    run = Run(shop, *SEARCH)
    last = run()
    assert [name for name, _ in run.saved] == ["results"] * 3
    assert list(map(len, run.records())) == [4, 4, 2]
    assert rows_of(last) == run.records()[2]
    assert run.records()[0][0] == "Court report 2 soft"
    assert shop.paths("POST") == ["/enter"]
    assert {one.agent for one in shop.asked} == {USER_AGENT}
    assert "step 9 of 9: next, 5 pages at most, saved as results" in run.said
    assert run.said[-1] == "the list ends after 3 pages"
    assert f"SHOP_PASSWORD is for {shop.url('/enter')}" in run.said


def test_the_visitor_has_the_session_afterwards(shop: Shop) -> None:
    run = Run(shop, *LOG_IN)
    assert run().title == "Welcome"
    assert b"<title>Desk</title>" in run.visitor.open(shop.url("/desk")).body


def test_pages_are_saved_as_they_came_with_the_way_there(shop: Shop) -> None:
    run = Run(shop, "open: {shop}/hop", "save: start")
    run()
    ((_, shot),) = run.saved
    assert shot.url == shop.url("/")
    assert shot.hops == (shop.url("/hop"), shop.url("/hop2"))
    assert shot.body == run.visitor.open(shop.url("/")).body


def test_what_is_stored_is_asked_anew(shop: Shop, tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for _ in range(2):  # a token of the first visit would not do for the second
            assert Run(shop, *LOG_IN, store=store)().title == "Welcome"
    assert shop.paths("POST") == ["/enter"] * 2


@pytest.mark.parametrize(
    ("steps", "what"),
    [
        (["click: Log out"], "step 2 (line 3): 'Log out' may change something on the site"),
        (["click: Nowhere"], "no button or link 'Nowhere'"),
        (["click: Top"], "leads to no other page; it needs the page's scripts; run with `render`"),
        (["wait: {{for: nothing of the kind}}"], "does not show 'nothing of the kind'"),
        (["fill: {{q: x}}"], "no field 'q'"),
        (["log in: {{user: ann, password: {{secret: SHOP_PASSWORD}}}}"], "no login form found"),
        (
            ["open: /login", "log in: {{user: ann, password: {{secret: WRONG}}}}"],
            "step 3 (line 4): {shop}/enter still shows the login form; check the user and the password",
        ),
        (["open: /login", "fill: {{Password: plainly}}"], "a password must not be in the file"),
        (["open: /leak", "fill: {{key: {{secret: WRONG}}}}", "click: Send"], "a secret would be part of the address"),
        (["open: /leak", "fill: {{key: {{secret: WRONG}}}}", "send: key"], "a secret would be part of the address"),
    ],
)
def test_a_step_that_can_not_be_done_is_told(shop: Shop, steps: list[str], what: str) -> None:
    run = Run(shop, "open: {shop}/", *steps)
    with pytest.raises(ScriptError) as caught:
        run()
    assert what.replace("{shop}", shop.url("").rstrip("/")) in str(caught.value)
    assert not any(path.startswith(("/logout", "/sink")) for path in shop.paths())


def test_harm_is_done_only_when_told(shop: Shop) -> None:
    desk = (*LOG_IN, "open: /desk")
    with pytest.raises(ScriptError, match="'Delete all' may change something on the site; if that is intended"):
        Run(shop, *desk, "click: Delete all")()
    assert "/remove" not in shop.paths("POST")
    with pytest.raises(FetchError, match="404"):
        Run(shop, *desk, "click: {{text: Delete all, sure: true}}")()
    assert "/remove" in shop.paths("POST")


def test_enter_sends_the_form_of_a_field(shop: Shop) -> None:
    page = Run(shop, *LOG_IN, "open: /desk", "fill: {{q: report 7}}", "send: q")()
    assert rows_of(page) == ["Court report 7 hard"]


def test_private_addresses_are_refused_unless_allowed(shop: Shop) -> None:
    script = parse_script(written(shop, "open: {shop}/"))
    with pytest.raises(AddressError):
        run_script(script, Visitor(politeness=QUICK))
    assert shop.asked == []


def test_nothing_is_asked_where_a_secret_is_missing(shop: Shop) -> None:
    script = parse_script(written(shop, "open: {shop}/", "fill: {{q: {{secret: NOWHERE}}}}"))
    with pytest.raises(ScriptError, match="set the environment variable NOWHERE"):
        run_script(script, Visitor(politeness=QUICK, allow_private=True), ask=lambda _: None)
    assert shop.asked == []


# --- the command ---


@pytest.fixture
def trip(monkeypatch: pytest.MonkeyPatch) -> Visits:
    monkeypatch.setenv("SHOP_PASSWORD", PASSWORD)
    monkeypatch.setenv("WRONG", "not the right one")
    return Visits(delay=0.0, max_age=0.0, allow_private=True)


def run_command(tmp_path: Path, text: str, trip: Visits, *, render: bool = False, force: bool = False) -> int:
    path = tmp_path / "shop.yaml"
    path.write_text(text, encoding="utf-8")
    return run_steps(path, tmp_path / "out", trip, render=render, force=force)


def test_the_command_saves_pages_with_an_index(
    shop: Shop, tmp_path: Path, trip: Visits, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(tmp_path, written(shop, *SEARCH), trip) == 0
    index = json.loads((tmp_path / "out/index.json").read_text(encoding="utf-8"))
    assert [entry["file"] for entry in index] == ["results.html", "results-2.html", "results-3.html"]
    assert index[1]["url"].endswith("&page=2")
    printed = capfd.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    assert lines[0] == f"wrapture: step 1 of 9: open {shop.url('/login')}"
    assert lines[-1] == f"wrapture: 3 pages saved to {tmp_path / 'out'}"


def test_a_run_is_replayed_without_the_network(shop: Shop, tmp_path: Path, trip: Visits) -> None:
    run_command(tmp_path, written(shop, *SEARCH), trip)
    first = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.html")}
    asked = len(shop.asked)
    for path in (tmp_path / "out").glob("*.html"):
        path.unlink()
    run_command(tmp_path, written(shop, *SEARCH), replace(trip, offline=True), force=True)
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.html")} == first
    assert len(shop.asked) == asked


@pytest.mark.parametrize(
    "steps",
    [
        (*LOG_IN, "save: in", "open: /desk", "save: desk"),
        ("open: {shop}/login", "save: form", "log in: {{user: ann, password: {{secret: WRONG}}}}"),
        ("open: {shop}/login", "log in: {{user: {{secret: SHOP_PASSWORD}}, password: {{secret: WRONG}}}}"),
        ("open: {shop}/leak", "save: leak", "fill: {{key: {{secret: SHOP_PASSWORD}}}}", "click: Send"),
        (*LOG_IN, "click: Nowhere"),
        (*LOG_IN, "open: /gone"),
    ],
)
def test_no_secret_is_written_anywhere(
    shop: Shop, tmp_path: Path, trip: Visits, capfd: pytest.CaptureFixture[str], steps: tuple[str, ...]
) -> None:
    shop.echo = True  # the worst of sites
    told = ""
    try:
        run_command(tmp_path, written(shop, *steps), trip)
    except WraptureError as error:
        told = repr(error) + "".join(traceback.format_exception(error))
    printed = capfd.readouterr()
    assert not holds_a_secret((told + printed.out + printed.err).encode())
    assert files_with_a_secret(tmp_path) == []


def test_the_search_for_secrets_finds_them(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>%C3%B6rc+hard&amp;42</p>", encoding="utf-8")
    assert len(files_with_a_secret(tmp_path)) == 1
