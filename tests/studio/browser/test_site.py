"""From one page to its site: following pages, details, the site's search, checks, repairs, changes."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.studio.browser import walk
from tests.studio.browser.window import Window, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio

HTML = "text/html; charset=utf-8"
LONGEST = 10  # letters of a word that means something
WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath")


@pytest.fixture
def trusting(start_studio: Callable[..., Studio], open_context: Callable[..., BrowserContext], watch: Watch) -> Window:
    """A window of a studio that may ask this machine."""
    own = start_studio("--allow-private")
    watch.home = f"http://127.0.0.1:{own.port}/"
    return Window(open_context().new_page(), own)


def page_of(content: str) -> str:
    head = "<!doctype html><html lang=en><title>Lamps</title><h1>Lamps</h1>"
    return f"{head}{content}<address>Lamp shop</address></html>"


def lamps(count: int = 8, price: float = 10.5) -> str:
    """Return a list page of lamps, each with a page of its own."""
    rows = "".join(
        f'<li class="item"><h3><a href="/lamp/{i}">{WORDS[i].title()} lamp</a></h3>'
        f'<p class="maker">by {WORDS[-i - 1].title()} &amp; Sons</p><p class="price">${price + i:.2f}</p></li>'
        for i in range(count)
    )
    return page_of(f"<ul>{rows}</ul>")


def changed_lamps(count: int = 8) -> str:
    """Return the same list with another template."""
    rows = "".join(
        f'<tr><td>${10.5 + i:.2f}</td><td><a href="/lamp/{i}">{WORDS[i].title()} lamp</a></td>'
        f"<td>by {WORDS[-i - 1].title()} &amp; Sons</td></tr>"
        for i in range(count)
    )
    return page_of(f"<table>{rows}</table>")


def detail(number: int) -> str:
    return (
        f"<!doctype html><title>{WORDS[number].title()} lamp</title><h1>{WORDS[number].title()} lamp</h1>"
        f"<dl><dt>Weight</dt><dd>{number + 2} kg</dd><dt>Material</dt><dd>{WORDS[-number - 1]} wood</dd></dl>"
        f"<p>Article number L-{1000 + number}</p>"
    )


class Searchable(dict[str, tuple[str, bytes]]):
    """The pages of a shop whose search finds the lamps with a word in their names."""

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or str(path).startswith("/search?")

    def get(self, path: str, default: Any = None) -> Any:
        if not path.startswith("/search?"):
            return super().get(path, default)
        asked = parse_qs(urlsplit(path).query).get("q", [""])[0].lower()
        return HTML, results_for(asked).encode()


def results_for(word: str) -> str:
    """Return the result page of a search: sixteen lamps with the word in their names, none for a made-up one."""
    names = (
        [f"{word} {one} number {i}" for one in WORDS for i in range(2)]
        if word.isalpha() and len(word) < LONGEST
        else []
    )
    rows = "".join(
        f'<li><a href="/x/{name.replace(" ", "-")}">{name.title()}</a><p>{len(name)} in stock, ${i}.90</p></li>'
        for i, name in enumerate(names)
    )
    found = f"<p>{len(names)} lamps found</p><ol>{rows}</ol>" if names else "<p>Nothing was found.</p>"
    return page_of(FORM + found)


FORM = '<form action="/search" role="search"><input type="search" name="q" aria-label="Search"><button>Search</button></form>'


@pytest.fixture
def shop(elsewhere: Counted) -> Counted:
    """A shop with a list and a page for each thing in it."""
    elsewhere.pages["/lamps"] = (HTML, lamps().encode())
    for number in range(8):
        elsewhere.pages[f"/lamp/{number}"] = (HTML, detail(number).encode())
    return elsewhere


def opened(window: Window, address: str) -> Window:
    window.go().type("given", address, enter=True)
    return window.ready()


def test_the_details_of_each_record_are_joined_to_the_table(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "site")
    window.click("follow")
    expect(window.at("result-table").locator("tbody tr")).to_have_count(8)
    window.sees("result-table", "9 kg")
    window.sees("sentence", "8 pages opened")
    row = window.at("result-table").locator("tbody tr").first
    expect(
        row.locator("a.cell-link svg").first
    ).to_be_visible()  # addresses are icons, and no text is broken into lines
    assert row.evaluate("row => row.getBoundingClientRect().height") < 40
    window.click("result-download")
    with window.tab.expect_download() as download:
        window.click("result-csv")
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert len(rows) == 8
    assert "amber wood" in rows[7].values()
    window.click("result-back")
    expect(window.at("result-table")).to_have_count(0)
    window.tab.reload()
    window.ready()
    window.click("result-tab")
    expect(window.at("result-table").locator("tbody tr")).to_have_count(8)
    window.click("open-follow")
    window.sees("how", "opened from a file")


def test_following_details_is_cancelled(trusting: Window, shop: Counted) -> None:
    shop.leads["/lamp/3"] = "/endless"
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "site")
    window.click("follow")
    window.sees("progress", "Reading page 4")
    window.click("cancel")
    shop.closing.set()
    expect(window.at("progress")).to_have_count(0)
    expect(window.at("follow")).to_be_visible()


def test_what_has_changed_is_listed(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "site")
    window.click("watch")
    window.sees("outcome-watch", "Nothing has changed: 8 records")
    shop.pages["/lamps"] = (HTML, lamps().replace("$12.50", "$11.00").encode())
    window.click("watch")
    expect(window.at("result-table").locator("tbody tr")).to_have_count(1)
    window.sees("result-table", "$11.00")
    window.sees("outcome-watch", "1 change since the last time")
    window.sees("result-lines", "wrapture watch", 0)


def test_a_check_leaves_pages_that_fit_out_of_the_table(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "test")
    shop.pages["/lamps"] = (HTML, lamps(price=20.5).encode())
    window.click("check-again")
    window.sees("outcome-check", "The wrapper fits (1 page: 1 fits)")
    expect(window.at("page-tab")).to_have_count(1)
    window.click("addresses-open")
    window.type("addresses", f"{shop.url('/lamps')}\n{shop.url('/nowhere')}")
    window.click("addresses-check")
    window.sees("outcome-check", "/nowhere: the server answered 404")
    expect(window.at("page-tab")).to_have_count(1)


def test_a_changed_page_is_noticed_and_the_wrapper_repaired(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.save(window, "Lamps")
    before = window.headers()
    shop.pages["/lamps"] = (HTML, changed_lamps().encode())
    walk.panel(window, "test")
    window.click("check-again")
    window.sees("checks-words", "The site has changed")
    window.sees("misfit", "changed")
    window.click("repair")
    window.sees("sentence", "Repaired by learning the page anew: 8 records")
    expect(window.at("repair-after").locator("tbody tr")).to_have_count(8)
    expect(window.at("repair-before").locator("tbody tr")).to_have_count(8)
    window.click("repair-keep")
    expect(window.at("repair-after")).to_have_count(0)
    window.click("page-tab", 1)
    until(lambda: set(window.headers()) == set(before) and len(window.cells("price")) == 8)
    assert window.cells("price")[2] == "$12.50"
    window.press("Control+s")
    window.sees("saved", "saved as Lamps")
    window.click("library-open")
    window.click("wrapper-history")
    window.sees("history", "Lamps over time")
    window.sees("history", "changed: no records, where 8 were seen")
    window.click("wrapper-check")
    expect(window.at("toast").last).to_contain_text("the wrapper fits (1 page: 1 fits)")
    with window.tab.expect_download() as download:
        window.click("wrapper-download")
        window.click("wrapper-csv")
    assert "12.5,$" in Path(download.value.path()).read_text("utf-8-sig")
    window.click("version-back")
    expect(window.at("toast").last).to_contain_text("is as it was")
    expect(window.at("version-back")).to_have_count(2)
    window.click("wrapper-check")
    expect(window.at("toast").last).to_contain_text("the site has changed")
    window.click("back")
    window.click("undo")
    window.sees("page-tab", "0 records", 1)


def test_a_wrapper_of_the_library_is_run(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.save(window, "Lamps")
    asked = list(shop.asked).count("/lamps")
    window.click("library-open")
    row = window.at("wrapper").first
    expect(row.locator(".wrapper-mark")).to_have_text("L")
    expect(row).to_contain_text("8 rows, just now")
    window.click("wrapper-run")
    until(lambda: list(shop.asked).count("/lamps"), wanted=asked + 1)
    expect(window.at("row")).to_have_count(8)


def test_the_columns_of_a_repair_are_corrected(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    shop.pages["/lamps"] = (HTML, changed_lamps().encode())
    walk.panel(window, "test")
    window.click("check-again")
    window.click("repair")
    expect(window.at("fate").first).to_be_visible()
    names = window.at("fate").locator("th").all_inner_texts()
    choices = window.at("fate-choice")
    maker, title = names.index("author"), names.index("title")
    one, two = choices.nth(maker).input_value(), choices.nth(title).input_value()
    window.select("fate-choice", two, maker)
    expect(choices.nth(title)).to_have_value("")
    window.select("fate-choice", one, title)
    window.click("repair-again")
    expect(window.at("repair-keep")).to_be_visible()
    window.click("repair-keep")
    window.click("page-tab", 1)
    until(lambda: "author" in window.headers() and window.cells("author")[:1] == ["Amber lamp"])
    assert window.cells("title")[0] == "by Heath & Sons"


def test_a_repair_is_left(trusting: Window, shop: Counted) -> None:
    window = opened(trusting, shop.url("/lamps"))
    shop.pages["/lamps"] = (HTML, changed_lamps().encode())
    walk.panel(window, "test")
    window.click("check-again")
    window.click("repair")
    window.click("repair-leave")
    expect(window.at("result-tab")).to_have_count(0)
    assert window.desk["how"] == "candidate"


def test_the_search_of_the_site_is_wrapped_and_asked(trusting: Window, shop: Counted) -> None:
    shop.pages = Searchable(shop.pages)
    shop.pages["/"] = (HTML, page_of(FORM + "<p>The finest lamps of amber, cedar and birch wood.</p>").encode())
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "site")
    expect(window.at("wrap-address")).to_have_value(shop.url("/"))
    window.click("wrap")
    window.sees("outcome-wrap", "its search works")
    window.type("query", "velvet", enter=True)
    expect(window.at("result-table").locator("tbody tr")).to_have_count(16)
    window.sees("result-table", "Velvet Amber Number 0")
    window.sees("sentence", "16 records for “velvet”")
    window.click("open-wrap")
    window.sees("how", "opened from a file")


def test_what_fails_is_said(trusting: Window, shop: Counted, watch: Watch) -> None:
    window = opened(trusting, shop.url("/lamps"))
    walk.panel(window, "site")
    window.type("wrap-address", shop.url("/nowhere"))
    window.click("wrap")
    window.sees("toast-error", "404")
    expect(window.at("wrap")).to_be_visible()
    walk.panel(window, "test")
    window.click("addresses-open")
    window.type("addresses", f"{shop.url('/lamps')}\n{shop.url('/nowhere')}")
    window.click("addresses-check")
    window.sees("toast", "the wrapper fits (1 page: 1 fits)")
    assert watch.errors == []
