"""Lists of several pages: all of them in order, in one table, politely, and complete or told."""

from __future__ import annotations

import csv
import signal
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.robot.catalogue import PAGE_SIZE, Catalogue, products, serving
from tests.robot.test_interrupt import ended_at
from wrapture import api
from wrapture.errors import NothingFoundError
from wrapture.library.wrapper_file import dumps, loads
from wrapture.net.store import open_store
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.command import Command

    ShopWith = Callable[..., Catalogue]

QUICKLY = ("--allow-private", "--delay", "0", "--store", "pages")  # ports come back, so the page cache won't do


@pytest.fixture
def shop_with() -> Iterator[ShopWith]:
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(serving(Catalogue(**settings)))


def titles(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig") as file:
        return [row["title"] for row in csv.DictReader(file)]


def test_all_pages_are_one_table_in_order(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(100))
    done = wrapture("extract", shop.address, "--pages", "all", "-o", "all.csv", *QUICKLY)
    assert done.code == 0, done.err
    assert titles(wrapture.folder / "all.csv") == [item["title"] for item in shop.items]
    assert "read, as the site counts them" not in done.err
    with (wrapture.folder / "all.csv").open(encoding="utf-8-sig") as file:
        last = list(csv.DictReader(file))[-1]
    assert last["link"] == f"{shop.address}product/100"
    assert last["found_at"] == f"{shop.address}?page=5"
    assert len(shop.asked) == len(set(shop.asked)) == 1 + 5  # robots.txt, and each page once


def test_some_pages(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(100))
    done = wrapture("extract", shop.address, "--pages", "2", "-f", "csv", *QUICKLY)
    assert len(done.out.splitlines()) == 1 + 2 * PAGE_SIZE
    assert "there are more than 2 pages; --pages all reads them" in done.err


def test_a_shortfall_is_said(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(100), shown=60)
    done = wrapture("extract", shop.address, "--pages", "all", "-f", "csv", *QUICKLY)
    assert "60 of 100 records read, as the site counts them" in done.err


@pytest.mark.slow
def test_a_killed_run_goes_on(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(120))
    arguments = ("extract", shop.address, "--pages", "all", "--store", "pages", "--allow-private", "-o", "all.csv")
    assert ended_at(shop, 4, signal.SIGKILL, wrapture.folder, *arguments, "--delay", "0.2") != 0  # type: ignore[arg-type]
    done = wrapture(*arguments, "--delay", "0")
    assert done.code == 0, done.err
    assert len(titles(wrapture.folder / "all.csv")) == 120
    assert len(shop.asked) - len(set(shop.asked)) <= 1  # the request that was under way


def test_robots_are_obeyed(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(60), robots="User-agent: *\nDisallow: /?page=3\n")
    done = wrapture("extract", shop.address, "--pages", "all", "-f", "csv", *QUICKLY)
    assert len(done.out.splitlines()) == 1 + 2 * PAGE_SIZE
    assert "robots.txt" in done.err
    assert "48 records of 2 pages read so far" in done.err
    assert "/?page=3" not in shop.asked


def test_saved_pages_in_a_folder_and_an_archive(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(70))
    for name in ("pages", "pages.warc.gz"):
        wrapture("extract", shop.address, "--pages", "all", "-f", "csv", *QUICKLY[:-1], name)
    asked = len(shop.asked)
    saved = wrapture.folder / "saved"
    saved.mkdir()
    with open_store(wrapture.folder / "pages") as store:
        for number, response in enumerate(one for one in store if "robots" not in one.url):
            note = f"<!-- saved from url=({len(response.url):04}){response.url} -->".encode()
            (saved / f"{number}.html").write_bytes(note + response.body)
    for source in ("saved", "pages.warc.gz"):
        done = wrapture("extract", source, "--pages", "all", "-o", f"{source}.csv")
        assert done.code == 0, done.err
        assert titles(wrapture.folder / f"{source}.csv") == [item["title"] for item in shop.items]
    assert len(shop.asked) == asked


def test_a_missing_saved_page_is_said(shop_with: ShopWith, tmp_path: Path) -> None:
    shop = shop_with(items=products(100))
    for number in (1, 2, 4):
        text = shop.listed(number).replace(
            "<!DOCTYPE html>", f"<!-- saved from url=(0001)https://shop.example/?page={number} -->"
        )
        (tmp_path / f"{number}.html").write_text(text, encoding="utf-8")
    found = api.extract_pages(str(tmp_path))
    assert len(found.table) == 2 * PAGE_SIZE
    assert any("?page=3: is the next page of the list" in remark for remark in found.remarks)


def test_a_list_without_a_search_form_is_wrapped(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(60))
    done = wrapture("wrap", shop.address, "-o", "w.json", *QUICKLY)
    assert done.code == 0, done.err
    assert "read the whole list with: wrapture extract --wrapper w.json --pages all" in done.err
    wrapper = api.load(wrapture.folder / "w.json")
    assert wrapper.listing is not None
    assert (wrapper.listing.page, wrapper.listing.total) == (shop.address, 60)
    assert loads(dumps(wrapper)).listing == wrapper.listing
    again = wrapture("extract", "--wrapper", "w.json", "--pages", "all", "-o", "all.csv", *QUICKLY)
    assert again.code == 0, again.err
    assert titles(wrapture.folder / "all.csv") == [item["title"] for item in shop.items]


def test_a_page_without_a_list_is_none(shop_with: ShopWith) -> None:
    shop = shop_with(items=products(60))
    with pytest.raises(NothingFoundError):
        wrap(f"{shop.address}product/7", visitor())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--pages", "none"), "neither a number of pages nor all"),
        (("--pages", "0"), "neither a number of pages nor all"),
        (("--pages", "2", "--all"), "reads single pages"),
        (("--store", "x"), "add --pages"),
    ],
)
def test_options_that_do_not_go_together(wrapture: Command, options: tuple[str, ...], said: str) -> None:
    done = wrapture("extract", "page.html", *options)
    assert done.code == 2
    assert said in " ".join(done.err.replace("│", " ").split())
