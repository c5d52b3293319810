"""From wrappers to answers: one source or several at once, page after page."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.robot.conftest import visitor
from tests.robot.site import PAGE_SIZE, Site, titles
from wrapture.errors import NotAskableError
from wrapture.library.wrapper_file import save
from wrapture.site.merging import merged
from wrapture.site.metasearch import ask_all
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

if TYPE_CHECKING:
    from tests.command import Command
    from wrapture.model import Wrapper

SiteWith = Callable[..., Site]


def test_pages_are_followed_to_the_end(library: Site, library_wrapper: Wrapper) -> None:
    pages = list(leaves(library_wrapper, "railway", visitor(), pages=50))
    found = [row.text for leaf in pages for row in leaf.table.rows]
    assert len(found) == len(library.found("railway")) == 20
    assert len(pages) == 2
    assert [leaf.more for leaf in pages] == [True, False]
    assert all(leaf.remark == "" for leaf in pages)


def test_no_more_pages_are_read_than_asked_for(library_wrapper: Wrapper) -> None:
    pages = list(leaves(library_wrapper, "volume", visitor(), pages=3))
    assert sum(len(leaf.table) for leaf in pages) == 3 * PAGE_SIZE
    assert pages[-1].more


def endless(query: str, start: int, count: int) -> str:
    """A pager that always leads on, and shows the last page again and again."""
    last = max(0, (count - 1) // PAGE_SIZE * PAGE_SIZE)
    following = urlencode({"q": query, "start": min(start + PAGE_SIZE, last), "t": start + 1})
    return f'<p class=pager><a href="/search?{following}">Next page</a>'


def circling(query: str, start: int, count: int) -> str:
    """A pager that leads back to the first page after the last."""
    following = (start + PAGE_SIZE) if start + PAGE_SIZE < count else 0
    return f'<p class=pager><a href="/search?{urlencode({"q": query, "start": following})}">Next page</a>'


@pytest.mark.parametrize("pagination", [endless, circling])
def test_it_stops_where_no_new_records_come(site_with: SiteWith, library_wrapper: Wrapper, pagination: object) -> None:
    site = site_with(pagination=pagination)
    pages = list(leaves(moved(library_wrapper, site), "railway", visitor(), pages=50))
    assert sum(len(leaf.table) for leaf in pages) == 20
    assert len(site.asked) <= 5


def moved(wrapper: Wrapper, site: Site) -> Wrapper:
    """Return a wrapper that asks another site, built like the one that it was learned from."""
    assert wrapper.query_form is not None
    query_form = replace(wrapper.query_form, page=site.address, action=f"{site.address}search")
    return replace(wrapper, query_form=query_form, name=f"site {site.address}")


def off_site(query: str, start: int, count: int) -> str:
    return '<p class=pager><a href="http://192.0.2.1/search?page=2">Next page</a></p>'


def test_a_next_page_on_another_host_is_not_followed(site_with: SiteWith, library_wrapper: Wrapper) -> None:
    site = site_with(pagination=off_site)
    assert len(list(leaves(moved(library_wrapper, site), "railway", visitor(), pages=5))) == 1


def test_nothing_found_is_no_complaint(library_wrapper: Wrapper) -> None:
    (leaf,) = leaves(library_wrapper, "nowhere", visitor())
    assert (len(leaf.table), leaf.remark, leaf.more) == (0, "", False)


def test_a_site_that_changed_is_told(site_with: SiteWith, library_wrapper: Wrapper) -> None:
    site = site_with(changed=True)
    (leaf,) = leaves(moved(library_wrapper, site), "railway", visitor())
    assert "the site may have changed" in leaf.remark


def test_a_wrapper_that_can_not_ask_says_so(library_wrapper: Wrapper) -> None:
    with pytest.raises(NotAskableError, match="wrapture wrap ADDRESS"):
        list(leaves(replace(library_wrapper, query_form=None), "railway", visitor()))


def test_several_sources_are_merged_by_turns_and_duplicates_marked(
    site_with: SiteWith, library_wrapper: Wrapper
) -> None:
    other = site_with(books=[*titles()[40:], "Volume 500 of the winter railway almanac"])
    found = ask_all([library_wrapper, moved(library_wrapper, other)], "railway", visitor(), pages=50)
    table = merged("railway", found)
    assert table.columns[:2] == ("source", "duplicate_of")
    assert table.columns[-1] == "found_at"
    sources = [row.cells[0] for row in table.rows]
    assert sources[:4] == [library_wrapper.name, f"site {other.address}"] * 2
    doubles = [row for row in table.rows if row.cells[1] is not None]
    assert len(doubles) == len(set(other.books) & set(found_titles(titles(), "railway")))
    for row in doubles:
        first = table.rows[int(str(row.cells[1])) - 1]
        assert title(row.text) == title(first.text)
        assert row.cells[0] != first.cells[0]
    assert all(str(row.cells[-1]).startswith("http://127.0.0.1") for row in table.rows)


def found_titles(books: list[str], word: str) -> list[str]:
    return [book for book in books if word in book.split()]


def title(text: str) -> str:
    return text.partition(" Printed")[0]


def test_a_source_that_fails_is_told_beside_the_others(
    site_with: SiteWith, library_wrapper: Wrapper, wrapture: Command
) -> None:
    query_form = library_wrapper.query_form
    assert query_form is not None
    dead = replace(library_wrapper, name="dead", query_form=replace(query_form, action="http://127.0.0.1:1/search"))
    changed = replace(moved(library_wrapper, site_with(changed=True)), name="changed")
    for name, wrapper in (("alive", library_wrapper), ("dead", dead), ("changed", changed)):
        save(replace(wrapper, name=name), wrapture.folder / f"{name}.json")
    done = wrapture(
        "search", "alive.json", "dead.json", "changed.json", "unicorn", *PRIVATE, "--retries", "0", "--format", "json"
    )
    assert done.code == 0, done.err
    table, failure = json.loads(done.out)
    assert [record["fields"]["source"] for record in table["records"]] == ["alive"]
    assert failure["page"] == "dead"
    assert "no connection" in failure["error"]
    assert "dead: " in done.err
    assert "changed: " in done.err
    assert "the site may have changed" in done.err


PRIVATE = ("--allow-private", "--delay", "0", "--store", "pages")


def test_all_sources_failing_is_a_failure(library_wrapper: Wrapper, wrapture: Command) -> None:
    assert library_wrapper.query_form is not None
    dead = replace(library_wrapper, query_form=replace(library_wrapper.query_form, action="http://127.0.0.1:1/search"))
    save(dead, wrapture.folder / "dead.json")
    assert wrapture("search", "dead.json", "unicorn", *PRIVATE, "--retries", "0").code == 1


def test_a_search_is_traced_and_replayed(site_with: SiteWith, wrapture: Command) -> None:
    site = site_with()
    save(wrap(site.address, visitor()).wrapper, wrapture.folder / "w.json")
    first = wrapture("search", "w.json", "railway", *PRIVATE, "-o", "a.csv")
    assert first.code == 0, first.err
    asked = len(site.asked)
    again = wrapture("search", "w.json", "railway", "--store", "pages", "--offline", "-o", "b.csv")
    assert again.code == 0, again.err
    assert len(site.asked) == asked
    assert (wrapture.folder / "a.csv").read_bytes() == (wrapture.folder / "b.csv").read_bytes()
    rows = list(csv.DictReader((wrapture.folder / "a.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 20
    kept = "".join(path.read_text("utf-8") for path in Path(wrapture.folder / "pages").rglob("*.json"))
    assert all(row["found_at"] in kept for row in rows)


def test_a_query_alone_is_a_mistake_that_is_told(wrapture: Command) -> None:
    done = wrapture("search", "railway")
    assert done.code == 2
    assert "wrapper files" in done.err


def growing(query: str, start: int, count: int) -> str:
    """A pager that shows the same list, but longer."""
    following = urlencode({"q": query, "sort": "title", "shown": PAGE_SIZE + start + PAGE_SIZE})
    return f'<p class=pager><a href="/search?{following}">More</a></p>'


def test_a_list_that_grows_gives_each_record_once(site_with: SiteWith, library_wrapper: Wrapper) -> None:
    site = site_with()
    plain = site.results

    def results(values: dict[str, str]) -> tuple[int, str]:
        shown = int(values.get("shown", "10"))
        status, text = plain({**values, "start": "0"})
        books = site.found(values.get("q", ""))[:shown]
        items = "".join(
            f'<li><h3><a href="/book/{b.split()[1]}?shown={shown}">{b}</a></h3><p>Printed in 1950, by press 9.</p>'
            for b in books
        )
        head = text.partition("<ol>")[0]
        return status, f"{head}<ol>{items}</ol>{growing(values['q'], shown - PAGE_SIZE, 0)}"

    site.results = results  # type: ignore[method-assign]
    pages = list(leaves(moved(library_wrapper, site), "railway", visitor(), pages=50))
    found = [title(row.text) for leaf in pages for row in leaf.table.rows]
    assert sorted(found) == sorted(site.found("railway"))
    assert len(pages) == 2


def test_a_site_that_leads_to_its_only_result_gives_that(site_with: SiteWith, library_wrapper: Wrapper) -> None:
    site = site_with()
    plain = site.page

    def page(path: str, values: dict[str, str]) -> tuple[int, str]:
        if path == "/search" and len(site.found(values.get("q", ""))) == 1:
            return 302, "/book/007"
        if path.startswith("/book/"):
            return 200, "<h1>Library</h1><h2>Volume 007 of the river harbour chronicle unicorn</h2><p>A book.</p>"
        return plain(path, values)

    site.page = page  # type: ignore[method-assign]
    (leaf,) = leaves(moved(library_wrapper, site), "unicorn", visitor())
    assert [row.text for row in leaf.table.rows] == ["Library"]
    assert f"{site.address}book/007" in leaf.table.rows[0].cells
    assert leaf.remark == ""
