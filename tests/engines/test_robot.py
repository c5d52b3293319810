"""The robot at real search engines: from the address alone to a wrapper, and from the wrapper to all that the engine has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.command import Command
from tests.engines.collection import queries
from tests.engines.engine import UNHEARD, Engine
from tests.engines.measure import UNSEEN, measured, visitor
from wrapture.library.wrapper_file import load
from wrapture.site.searching import leaves

if TYPE_CHECKING:
    from pathlib import Path

    from tests.engines.roundup import Trackers

ENGINES: Final = ("omega", "namazu", "datasette", "datasette_table", "roundup")
AT_ONCE: Final = ("--allow-private", "--delay", "0")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Engine)
    return found


@pytest.fixture(scope="module")
def wrapper(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wrapper file that the command makes from the engine's address."""
    folder = tmp_path_factory.mktemp("wrapped")
    done = Command(folder)("wrap", engine.start, "-o", "site.json", "--store", "pages", *AT_ONCE)
    assert done.code == 0, done.err
    return folder / "site.json"


def test_what_the_engine_has_is_found_and_nothing_else(engine: Engine, wrapper: Path) -> None:
    figures = measured(load(wrapper), engine, seed=2026)
    assert figures.has > 500
    assert figures.recall >= 0.99
    assert figures.precision >= 0.99


def test_what_the_engine_has_not_is_not_found(engine: Engine, wrapper: Path) -> None:
    for query in UNHEARD:
        (leaf,) = leaves(load(wrapper), query, visitor())
        assert (leaf.table.rows, leaf.remark) == ((), "")


def test_the_command_gives_the_same(engine: Engine, wrapper: Path) -> None:
    query = queries(UNSEEN, seed=5)[0]
    done = Command(wrapper.parent)("search", "site.json", query, "-f", "json", "--store", "pages", *AT_ONCE)
    assert done.code == 0, done.err
    (table,) = json.loads(done.out)
    assert {engine.id_of(record["text"]) for record in table["records"]} == engine.truth(query)


def test_the_wrapper_says_how_the_site_is_asked(engine: Engine, wrapper: Path) -> None:
    query_form = load(wrapper).query_form
    assert query_form is not None
    assert query_form.action.startswith(
        engine.start.split("/cgi-bin")[0].split("/open")[0].split("/library")[0].rstrip("/")
    )
    assert query_form.paging is not None
    done = Command(wrapper.parent)("show", "site.json")
    assert f"field {query_form.query}" in done.out


LOGIN: Final = """
steps:
  - open: {start}
  - log in: {{user: {user}, password: {{secret: TRACKER_PASSWORD}}}}
"""


def test_a_site_behind_a_login_is_learned_and_asked_after_a_script(
    trackers: Trackers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_PASSWORD", trackers.password)
    monkeypatch.setenv("WRAPTURE_HOME", str(tmp_path / "home"))
    engine, wrapture = trackers.closed, Command(tmp_path)
    (tmp_path / "login.yaml").write_text(LOGIN.format(start=engine.start, user=trackers.user), encoding="utf-8")
    login = ("--before", "login.yaml", *AT_ONCE)
    done = wrapture("wrap", engine.start, "-o", "site.json", *login)
    assert done.code == 0, done.err
    query = queries(UNSEEN, seed=5)[2]
    done = wrapture("search", "site.json", query, "-f", "json", *login)
    assert done.code == 0, done.err
    (table,) = json.loads(done.out)
    assert {engine.id_of(record["text"]) for record in table["records"]} == engine.truth(query)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert trackers.password.encode() not in kept
