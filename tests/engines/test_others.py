"""Applications of others: wrapped from their address alone, then asked for words that the robot has not seen."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.command import Command
from tests.engines.collection import queries
from tests.engines.engine import UNHEARD, need
from tests.engines.measure import PAGES, UNSEEN, measured
from tests.engines.others import KINDS, PASSWORD, REMEDY, Site, login_steps, missing, site, visiting
from wrapture.library.wrapper_file import load
from wrapture.site.page_turning import shortfall
from wrapture.site.searching import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.net.visitor import Visitor

AT_ONCE: Final = ("--allow-private", "--delay", "0", "--store", "pages")
FORBIDDEN: Final = ("/basket/", "/accounts/", "/private/", "/-/changelog")
"""What robots.txt of the sites disallows."""
CHANGING: Final = ("/add/", "/change/", "/delete/", "/edit", "/save", "/create", "/logout", "/register", "/upload")
OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "admin": ("--before", "login.yaml", "--session", "admin.session"),
    "manual": ("--render",),
}
DELAY_S: Final = 0.2


@pytest.fixture(scope="module", autouse=True)
def password() -> Iterator[None]:
    """The password of the admin, where scripts take it from."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADMIN_PASSWORD", PASSWORD)
        yield


@pytest.fixture(scope="module", params=list(KINDS))
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Each application in turn."""
    need(missing(), REMEDY)
    with site(request.param, tmp_path_factory.mktemp(request.param)) as running:
        yield running


@pytest.fixture(scope="module")
def wrapped(served: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wrapper that the command makes from the address."""
    folder, start = tmp_path_factory.mktemp("wrapped"), served.engine.start
    (folder / "login.yaml").write_text(login_steps(start), encoding="utf-8")
    done = Command(folder)("wrap", start, "-o", "site.json", *AT_ONCE, *OPTIONS.get(served.engine.name, ()))
    assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="module")
def robot(served: Site) -> Iterator[Visitor]:
    """A visitor that has logged in where that is needed, and renders where scripts draw the pages."""
    with visiting(served) as own:
        yield own


def test_what_the_site_shows_is_found_and_nothing_else(served: Site, wrapped: Path, robot: Visitor) -> None:
    figures = measured(load(wrapped / "site.json"), served.engine, seed=2026, by=robot)
    assert figures.has > 200
    assert figures.recall >= 0.99
    assert figures.precision >= 0.99


def test_what_the_site_has_not_is_not_found(served: Site, wrapped: Path, robot: Visitor) -> None:
    (leaf,) = leaves(load(wrapped / "site.json"), UNHEARD[1], robot)
    assert (leaf.table.rows, leaf.remark) == ((), "")


def test_robots_txt_is_kept_and_nothing_is_changed(served: Site, wrapped: Path) -> None:
    assert wrapped.is_dir()  # the robot has been there
    asked = served.requests()
    assert asked[0]["path"] == "/robots.txt"
    assert not [one for one in asked if one["path"].startswith(FORBIDDEN)]
    assert not [one for one in asked if any(word in one["path"] for word in CHANGING)]
    sent = {(one["method"], one["path"]) for one in asked if one["method"] != "GET"}
    assert sent <= KINDS[served.engine.name].sends


def test_a_shortfall_against_the_stated_total_is_said(served: Site, wrapped: Path, robot: Visitor) -> None:
    wrapper = load(wrapped / "site.json")
    if served.engine.name == "packages":
        assert wrapper.query_form is not None
        assert not wrapper.query_form.total  # this site states none
        return
    large = max(queries(UNSEEN, seed=2026), key=lambda query: len(served.engine.truth(query)))
    first, all_of_it = (list(leaves(wrapper, large, robot, pages=pages)) for pages in (1, PAGES))
    stated, read = first[0].total, sum(len(leaf.table) for leaf in all_of_it)
    assert stated is not None
    if first[0].more:
        assert shortfall(first) == f"{len(first[0].table)} of {stated} records read, as the site counts them"
    assert shortfall(all_of_it) == (
        "" if read == stated else f"{read} of {stated} records read, as the site counts them"
    )


def test_the_pace_is_kept(served: Site, wrapped: Path) -> None:
    if served.engine.name == "manual":
        return  # a browser loads the parts of a page at once
    before = len(served.requests())
    options = ("--allow-private", "--delay", str(DELAY_S), "--store", "other", *OPTIONS.get(served.engine.name, ()))
    done = Command(wrapped)("search", "site.json", queries(UNSEEN, seed=5)[5], *options)
    assert done.code == 0, done.err
    times = [one["at"] for one in served.requests()[before:]]
    assert len(times) > 1
    assert min(later - earlier for earlier, later in pairwise(times)) >= DELAY_S


def test_a_login_or_a_browser_is_named_where_it_is_needed(served: Site, tmp_path: Path) -> None:
    needed: Any = {"admin": "it wants a login", "manual": "--render runs them in a browser"}.get(served.engine.name)
    if needed is not None:
        done = Command(tmp_path)("wrap", served.engine.start, "-o", "site.json", *AT_ONCE)
        assert done.code == 1
        assert needed in done.err
