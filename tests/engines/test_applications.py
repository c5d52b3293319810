"""Applications of other kinds: wrapped from their address alone, then asked for words that the robot has not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command import Command
from tests.engines.applications import KINDS, PASSWORD, running
from tests.engines.collection import queries
from tests.engines.measure import PAGES, UNSEEN, measured
from wrapture.library.wrapper_file import load
from wrapture.site.page_turning import shortfall
from wrapture.site.searching import leaves

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.net.visitor import Visitor

AT_ONCE = ("--allow-private", "--delay", "0", "--store", "pages")
LOGIN = "steps:\n  - open: {start}\n  - log in: {{user: ann, password: {{secret: ADMIN_PASSWORD}}}}\n"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "admin"])
def test_an_application_is_wrapped_and_asked(kind: str, tmp_path: Path) -> None:
    with running(kind) as (engine, own):
        done = Command(tmp_path)("wrap", engine.start, "-o", "site.json", *AT_ONCE)
        assert done.code == 0, done.err
        wrapper = load(tmp_path / "site.json")
        figures = measured(wrapper, engine, seed=2026)
        assert figures.has > 300
        assert figures.recall >= 0.99
        assert figures.precision >= 0.99
        assert wrapper.query_form is not None
        assert "{total}" in wrapper.query_form.total
        assert own.asked[0] == ("GET", "/robots.txt")
        assert {method for method, _ in own.asked} == {"GET"}


def test_a_shortfall_against_the_stated_total_is_said(tmp_path: Path) -> None:
    with running("packages") as (engine, _):
        assert Command(tmp_path)("wrap", engine.start, "-o", "site.json", *AT_ONCE).code == 0
        wrapper = load(tmp_path / "site.json")
        large = max(queries(UNSEEN, seed=2026), key=lambda query: len(engine.truth(query)))
        told = [shortfall(list(leaves(wrapper, large, _visitor(), pages=pages))) for pages in (1, PAGES)]
        assert told == [f"30 of {len(engine.truth(large))} records read, as the site counts them", ""]


def test_an_admin_behind_a_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)
    with running("admin") as (engine, own):
        refused = Command(tmp_path)("wrap", engine.start, "-o", "site.json", *AT_ONCE[:-1], "none")
        assert "wants a login" in refused.err
        (tmp_path / "login.yaml").write_text(LOGIN.format(start=engine.start), encoding="utf-8")
        login = ("--before", "login.yaml", "--session", "admin.session")
        done = Command(tmp_path)("wrap", engine.start, "-o", "site.json", *login, *AT_ONCE)
        assert done.code == 0, done.err
        for query in queries(UNSEEN, seed=2026)[:8]:
            found = Command(tmp_path)("search", "site.json", query, "-f", "csv", "--pages", "50", *login, *AT_ONCE)
            numbers = [engine.id_of(line) for line in found.out.splitlines()[1:]]
            assert sorted(numbers) == sorted(engine.truth(query))
        assert own.asked.count(("POST", "/login")) == 1
        assert not [path for _, path in own.asked if "change" in path]


def _visitor() -> Visitor:
    from tests.engines.measure import visitor

    return visitor()
