"""Scrapy with a real server on this machine: exported spiders, and spiders that read by a wrapper."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from scrapy.http import HtmlResponse

import wrapture
from tests.conftest import ROOT, books
from wrapture.capture.fetch import fetch
from wrapture.export import export
from wrapture.html.parsing import read_page
from wrapture.model import QueryForm
from wrapture.scrapy import WrapperSpider, items, read_response

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.model import Wrapper

QUERY: Final = "history"
PAGES: Final = 3
TIMEOUT_S: Final = 60
FAST: Final = ("-s", "DOWNLOAD_DELAY=0", "-s", "LOG_LEVEL=WARNING", "-s", "TELNETCONSOLE_ENABLED=False")


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    """The example shop, at a port of its own; its address."""
    spec = importlib.util.spec_from_file_location("shop", ROOT / "examples" / "shop.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = module.server(0)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def address(shop: str, number: int = 1) -> str:
    return f"{shop}/search?q={QUERY}&by=rank&page={number}"


@pytest.fixture(scope="module")
def wrapper(shop: str) -> Wrapper:
    return wrapture.learn(read_page(fetch(address(shop), allow_private=True)), name="shop")


def wanted(shop: str, wrapper: Wrapper) -> list[dict[str, Any]]:
    """Return what the wrapper reads on all pages of the answer."""
    found: list[dict[str, Any]] = []
    for number in range(1, PAGES + 1):
        table = wrapture.extract(read_page(fetch(address(shop, number), allow_private=True)), wrapper)
        found += table.to_dicts()
    assert len(found) > 20
    return found


def run_spider(program: Path, *arguments: str) -> tuple[list[dict[str, Any]], str]:
    """Return the items of a spider that ``scrapy runspider`` runs, and what it said."""
    output = program.with_suffix(".jsonl")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", program, "-O", output, *FAST, *arguments],
        cwd=program.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = output.read_text("utf-8").splitlines() if output.exists() else []
    return [json.loads(line) for line in lines], done.stderr


def test_an_exported_spider_gives_the_records_of_all_pages(shop: str, wrapper: Wrapper, tmp_path: Path) -> None:
    pages = [fetch(address(shop, number), allow_private=True) for number in (1, PAGES)]
    made = export(wrapper, pages, "scrapy")
    assert made.comparison.is_same
    (tmp_path / "spider.py").write_text(made.text, encoding="utf-8")
    found, said = run_spider(tmp_path / "spider.py", "-a", f"url={address(shop)}")
    assert found == wanted(shop, wrapper)
    assert said == ""


def test_an_exported_spider_asks_as_the_wrapper_does(shop: str, wrapper: Wrapper, tmp_path: Path) -> None:
    entries = (("q", "rivers"), ("by", "rank"))
    asked = replace(wrapper, query_form=QueryForm(f"{shop}/", f"{shop}/search", "q", entries))
    made = export(asked, [fetch(address(shop, number), allow_private=True) for number in (1, PAGES)], "scrapy")
    (tmp_path / "spider.py").write_text(made.text, encoding="utf-8")
    found, _ = run_spider(tmp_path / "spider.py", "-a", f"query={QUERY}")
    assert found == wanted(shop, wrapper)


SPIDER: Final = """
from wrapture.scrapy import WrapperSpider

class Shop(WrapperSpider):
    name = "shop"
    wrapper = "shop.json"
    custom_settings = {{"DEPTH_LIMIT": 5}}
    start_urls = [{url!r}]
    {more}
"""


def test_a_spider_reads_by_a_wrapper_and_follows(shop: str, wrapper: Wrapper, tmp_path: Path) -> None:
    wrapture.save(wrapper, tmp_path / "shop.json")
    (tmp_path / "spider.py").write_text(SPIDER.format(url=address(shop), more="follow = True"), encoding="utf-8")
    found, said = run_spider(tmp_path / "spider.py")
    assert found == wanted(shop, wrapper)
    assert "does not fit" not in said


def test_a_spider_warns_of_a_page_that_does_not_fit_and_ends(shop: str, wrapper: Wrapper, tmp_path: Path) -> None:
    wrapture.save(wrapper, tmp_path / "shop.json")
    (tmp_path / "spider.py").write_text(SPIDER.format(url=f"{shop}/", more="most_misfits = 1"), encoding="utf-8")
    found, said = run_spider(tmp_path / "spider.py", "-s", "LOG_LEVEL=INFO")
    assert found == []
    assert "no records, where 10 were seen" in said
    assert "pages_do_not_fit_the_wrapper" in said


# --- one response ---


def response(html: str, **headers: str) -> HtmlResponse:
    return HtmlResponse("https://books.example/list", body=html.encode(), headers=headers)


def test_items_are_the_records_of_a_response() -> None:
    learned = wrapture.learn(wrapture.parse(books()))
    found = items(response(books(12)), learned)
    table = wrapture.extract(wrapture.parse(books(12), url="https://books.example/list"), learned)
    assert found == table.to_dicts()
    assert len(found) == 12
    assert found[0]["link"] == "https://books.example/b/0"


def test_typed_items_hold_what_the_texts_say() -> None:
    learned = wrapture.learn(wrapture.parse(books()))
    first = items(response(books()), learned, typed=True)[1]
    assert first["price"] == 1.5
    assert first["price_currency"] == "EUR"


def test_the_charset_of_the_server_counts() -> None:
    learned = wrapture.learn(wrapture.parse(books()))
    html = books().replace("<meta charset=utf-8>", "").replace("Book 0", "Café")
    latin = HtmlResponse(
        "https://x.example/", body=html.encode("latin-1"), headers={"Content-Type": "text/html; charset=latin1"}
    )
    assert items(latin, learned)[0]["title"] == "Café"


def test_a_table_says_how_well_the_page_fits() -> None:
    learned = wrapture.learn(wrapture.parse(books()))
    table = read_response(response(books()), learned)
    assert table.fit is not None
    assert table.fit.value == 1.0


def test_parse_can_add_the_fit() -> None:
    class Books(WrapperSpider):
        name = "books"
        wrapper = wrapture.learn(wrapture.parse(books()))
        with_fit = True

    (first, *_) = Books().parse(response(books()))
    assert first["_fit"] == 1.0


def test_a_wrapper_file_can_be_named(tmp_path: Path) -> None:
    wrapture.save(wrapture.learn(wrapture.parse(books())), tmp_path / "books.json")
    assert len(items(response(books()), tmp_path / "books.json")) == 8
