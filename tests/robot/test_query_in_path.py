"""Sites whose queries stand in the path of an address: ``/search/QUERY``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import pytest

from tests.robot.site import PAGE_SIZE, Site, serving
from wrapture import load, save
from wrapture.errors import NothingFoundError
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.command import Command


@dataclass
class Paths(Site):
    """A site without a form: its script makes the address of a query."""

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        if path.startswith("/search/"):
            return self.results({**values, "q": unquote(path.removeprefix("/search/"))})
        if path == "/search":
            return 404, "<p>No such page"
        return super().page(path, values)

    def form(self, query: str) -> str:
        return f"<p>{' '.join(self.books[:3])}</p>"

    def following(self, query: str, start: int, count: int) -> str:
        if start + PAGE_SIZE >= count:
            return ""
        return f'<p class=pager><a href="/search/{quote(query)}?start={start + PAGE_SIZE}">Next page</a></p>'


@pytest.fixture
def paths() -> Iterator[Paths]:
    site = Paths()
    with serving(site):
        yield site


def test_a_query_in_the_path_is_wrapped_and_searched(paths: Paths, tmp_path: Path) -> None:
    wrapped = wrap(f"{paths.address}search/{{query}}", visitor()).wrapper
    save(wrapped, tmp_path / "paths.json")
    wrapper = load(tmp_path / "paths.json")
    assert wrapper.query_form is not None
    assert wrapper.query_form.action == f"{paths.address}search/{{query}}"
    for query in ("survey", "bridge chronicle", "unicorn"):
        found = [cell for leaf in leaves(wrapper, query, visitor(), pages=20) for cell in leaf.table["title"]]
        assert found == paths.found(query)
    assert [leaf.table.rows for leaf in leaves(wrapper, "a/b nothing", visitor(), pages=20)] == [()]
    assert "/search/a%2Fb%20nothing" in paths.asked


def test_the_command_takes_the_place_of_the_query(paths: Paths, wrapture: Command) -> None:
    options = ("--allow-private", "--delay", "0", "--store", "pages")
    done = wrapture("wrap", f"{paths.address}search/{{query}}", "-o", "w.json", *options)
    assert done.code == 0, done.err
    found = wrapture("search", "w.json", "unicorn", "-f", "csv", *options)
    assert "Volume 007" in found.out
    shown = wrapture("show", "w.json")
    assert f"A query goes into the address {paths.address}search/{{query}}." in " ".join(shown.out.split())


def test_a_place_that_takes_no_query_is_refused(paths: Paths) -> None:
    with pytest.raises(NothingFoundError, match=r"must be in the path"):
        wrap(f"{paths.address}search?a-{{query}}=b", visitor())


def test_a_form_s_query_may_be_named_in_the_address(library: Site) -> None:
    """Where the form is hard to find, its address is enough."""
    wrapper = wrap(f"{library.address}search?q={{query}}&sort=title", visitor()).wrapper
    assert wrapper.query_form is not None
    assert not wrapper.query_form.in_path
    assert [leaf.table["title"] for leaf in leaves(wrapper, "unicorn", visitor(), pages=2)] == [
        library.found("unicorn")
    ]
