"""Following the links of a table: every page read, every cell in its own row, nothing requested twice."""

from __future__ import annotations

import csv
import json
import signal
import stat
from typing import TYPE_CHECKING, Any

import pytest

from tests.robot.catalogue import Catalogue, products
from tests.robot.test_interrupt import ended_at
from tests.robot.test_whole_lists import QUICKLY, shop_with
from wrapture import api
from wrapture.model.table import Row, Table

from .conftest import visitor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command
    from tests.robot.test_whole_lists import ShopWith

__all__ = ["shop_with"]

TRUE_COLUMNS = {
    "title": "title",
    "price": "price",
    "sku": "sku",
    "maker": "manufacturer",
    "material": "material",
    "weight": "weight",
    "colour": "colour",
    "stock": "stock",
    "description": "description",
    "gtin": "gtin13",
}


def links(shop: Catalogue) -> Table:
    rows = [Row("", (f"{shop.address}product/{n}", str(n))) for n in range(1, len(shop.items) + 1)]
    return Table("links", ("link", "number"), tuple(rows))


def wrong_cells(shop: Catalogue, records: list[dict[str, Any]]) -> list[tuple[int, str, Any]]:
    """Return the cells that differ from the truth, by the number of the row."""
    return [
        (n, name, record.get(column))
        for n, (item, record) in enumerate(zip(shop.items, records, strict=True), start=1)
        for name, column in TRUE_COLUMNS.items()
        if (record.get(column) or None) != item[name]
    ]


@pytest.mark.slow
def test_three_hundred_products(shop_with: ShopWith, wrapture: Command) -> None:
    """The whole way, as a user has it: a list of 13 pages, 300 products; killed in between, and resumed."""
    shop = shop_with()
    command = (
        "follow",
        shop.address,
        "-o",
        "all.csv",
        "--text",
        "--all-columns",
        "--store",
        "pages",
        "--allow-private",
    )
    assert ended_at(shop, 120, signal.SIGKILL, wrapture.folder, *command, "--delay", "0.01") != 0  # type: ignore[arg-type]
    done = wrapture(*command, "--delay", "0")
    assert done.code == 0, done.err
    assert "300 pages read, 0 failed" in done.err
    assert len(shop.asked) - len(set(shop.asked)) <= 1  # the request that was under way when it was killed
    with (wrapture.folder / "all.csv").open(encoding="utf-8-sig") as file:
        records = list(csv.DictReader(file))
    assert [record["link"] for record in records] == [f"{shop.address}product/{n}" for n in range(1, 301)]
    wrong = wrong_cells(shop, records)
    assert len(wrong) <= 0.05 * 300 * len(TRUE_COLUMNS), wrong[:10]
    assert not [cell for cell in wrong if cell[2]], "a value that is there is in its own row"


@pytest.mark.parametrize("style", ["dl", "lines", "divs"])
def test_other_markup(shop_with: ShopWith, style: str) -> None:
    shop = shop_with(items=products(60), style=style)
    found = api.follow(links(shop), visitor=visitor())
    assert found.pages == 60
    assert wrong_cells(shop, found.table.to_dicts(all_columns=True)) == []
    assert found.table["features"][0] == tuple(shop.items[0]["features"])


def test_a_page_that_fails_costs_its_own_cells(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(40), broken=frozenset([7, 20]))
    (wrapture.folder / "links.csv").write_text(
        "number,link\n" + "".join(f"{n},{shop.address}product/{n}\n" for n in range(1, 41)), encoding="utf-8"
    )
    done = wrapture("follow", "links.csv", "--column", "link", "-f", "csv", "--text", "--retries", "0", *QUICKLY)
    assert done.code == 0
    records = list(csv.DictReader(done.out.lstrip("\ufeff").splitlines()))
    assert [n for n, record in enumerate(records, start=1) if not record["title"]] == [7, 20]
    assert "38 pages read, 2 failed" in done.err
    assert f"{shop.address}product/7: " in done.err


def test_the_limit_is_said(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(40))
    done = wrapture("follow", shop.address, "--limit", "10", "-f", "csv", *QUICKLY)
    assert "10 pages read, 0 failed" in done.err
    assert "30 pages left out by --limit" in done.err
    assert sum("/product/" in path for path in shop.asked) == 10


def test_addresses_in_two_columns_are_followed_as_one(shop_with: ShopWith) -> None:
    """Lists whose records are of two makes, with and without a badge, may have their links in two columns."""
    shop = shop_with(items=products(20))
    pairs = [(row.cells[0], None) if n % 3 else (None, row.cells[0]) for n, row in enumerate(links(shop).rows)]
    rows = [Row("", (*pair, f"{shop.address}cart/{n}")) for n, pair in enumerate(pairs)]
    rows[4] = Row("", (None, None, f"{shop.address}cart/4"))
    found = api.follow(Table("two", ("link", "link_2", "buy"), tuple(rows)), visitor=visitor())
    assert (found.pages, found.without) == (19, 1)
    titles = found.table["title"]
    assert [titles[n] for n in (0, 1, 4)] == [shop.items[0]["title"], shop.items[1]["title"], None]


@pytest.mark.parametrize("limit", [1000, 12])
def test_columns_that_repeat_the_list_are_hidden(shop_with: ShopWith, limit: int) -> None:
    """With a limit below half of the rows, too: rows whose pages were not read say nothing about a column."""
    shop = shop_with(items=products(40))
    listed = api.extract_pages(shop.address, visitor=visitor()).table
    found = api.follow(listed, visitor=visitor(), limit=limit)
    assert found.table.hidden["page_title"] == "repeats title"
    assert found.table.hidden["page_price"] == "repeats price"
    assert "sku" in found.table.shown().columns


def test_commands_are_not_followed(shop_with: ShopWith) -> None:
    shop = shop_with(items=products(10))
    table = links(shop)
    more = Row("", (f"{shop.address}cart/add?id=3", "11"))
    found = api.follow(Table("links", table.columns, (*table.rows, more)), visitor=visitor())
    assert [one.page for one in found.failures] == [f"{shop.address}cart/add?id=3"]
    assert not [path for path in shop.asked if "cart" in path]


def test_the_wrapper_of_the_pages_is_kept(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(30))
    done = wrapture("follow", shop.address, "--save-wrapper", "product.json", "-o", "a.jsonl", *QUICKLY)
    assert done.code == 0, done.err
    for n in (3, 4):
        (wrapture.folder / f"{n}.html").write_text(shop.product(n), encoding="utf-8")
    read = wrapture("extract", "--wrapper", "product.json", "3.html", "4.html", "-f", "json")
    assert [page["records"][0]["fields"]["sku"] for page in json.loads(read.out)] == [
        shop.items[n - 1]["sku"] for n in (3, 4)
    ]
    again = wrapture("follow", "a.jsonl", "--wrapper", "product.json", "-f", "csv", *QUICKLY)
    assert "30 pages read, 0 failed" in again.err


def test_learn_one(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(30))
    for n in range(1, 6):
        (wrapture.folder / f"{n}.html").write_text(shop.product(n), encoding="utf-8")
    done = wrapture("learn", "--one", *(f"{n}.html" for n in range(1, 5)), "-o", "one.json")
    assert done.code == 0, done.err
    shown = wrapture("show", "one.json").out
    assert "It reads pages about one thing: the page is the record." in shown
    read = wrapture("extract", "--wrapper", "one.json", "5.html", "-f", "json")
    fields = json.loads(read.out)[0]["records"][0]["fields"]
    assert (fields["title"], fields["manufacturer"]) == (shop.items[4]["title"], shop.items[4]["maker"])
    again = wrapture("learn", "--one", *(f"{n}.html" for n in range(1, 5)), "-o", "bare.json", "--no-samples")
    assert again.code == 0, again.err
    for name, holds in (("one.json", True), ("bare.json", False)):
        assert (shop.items[1]["sku"] in (wrapture.folder / name).read_text("utf-8")) is holds
    refused = wrapture("export", "one.json", "5.html", "--to", "parsel", "-o", "x.py")
    assert refused.code == 1
    assert "reads pages about one thing" in refused.err


# --- what people bring ---


def test_what_the_user_brings_is_sent_and_kept_nowhere(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(30))
    (wrapture.folder / "cookies.txt").write_text(
        "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tcookie-secret-77\n"
        "other.example\tFALSE\t/\tFALSE\t0\telse\telsewhere-secret\n",
        encoding="utf-8",
    )
    done = wrapture(
        *("extract", shop.address, "--pages", "all", "-o", "a.json", "--user-agent", "reader/1 (me@example.org)"),
        *("--header", "X-Key: header-secret-99", "--cookies", "cookies.txt", "-v", *QUICKLY),
    )
    assert done.code == 0, done.err
    sent = shop.heads[-1]
    assert (sent["X-Key"], sent["Cookie"], sent["User-Agent"]) == (
        "header-secret-99",
        "sid=cookie-secret-77",
        "reader/1 (me@example.org)",
    )
    kept = "".join(
        path.read_text("utf-8", "replace")
        for path in wrapture.folder.rglob("*")
        if path.is_file() and path.name != "cookies.txt"
    )
    assert "secret" not in kept + done.err + done.out


def test_cookies_as_json(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(30))
    cookies = {"cookies": [{"name": "sid", "value": "v", "domain": "127.0.0.1", "path": "/", "expires": -1}]}
    (wrapture.folder / "state.json").write_text(json.dumps(cookies), encoding="utf-8")
    wrapture("extract", shop.address, "--pages", "1", "--cookies", "state.json", "-f", "csv", *QUICKLY)
    assert shop.heads[-1]["Cookie"] == "sid=v"


def test_a_proxy_is_used_and_checked(shop_with: ShopWith, wrapture: Command) -> None:
    shop = shop_with(items=products(30))
    proxy = shop_with(items=products(30))
    done = wrapture("extract", shop.address, "--pages", "1", "--proxy", proxy.address, "-f", "csv", *QUICKLY)
    assert done.code == 0, done.err
    assert shop.asked == []
    assert any(path.startswith(shop.address) for path in proxy.asked)
    private = wrapture(
        "extract", "http://203.0.113.9/", "--pages", "1", "--proxy", proxy.address, "-f", "csv", "--retries", "0"
    )
    assert private.code == 1
    assert "--allow-private" in private.err


def test_a_bad_header_is_refused_without_its_value(wrapture: Command) -> None:
    done = wrapture("wrap", "http://127.0.0.1:9/", "-o", "w.json", "--header", "no colon secret")
    assert done.code == 2
    assert "secret" not in done.err


def test_a_login_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    from wrapture.net.cookies import Cookies
    from wrapture.net.session_file import load_session, save_session
    from wrapture.net.web_address import parsed

    address = parsed("https://shop.example/")
    first, second = Cookies(), Cookies()
    first.keep(address, ["sid=abc; Max-Age=1000"])
    save_session(tmp_path / "session.json", first)
    assert stat.S_IMODE((tmp_path / "session.json").stat().st_mode) == 0o600
    assert load_session(tmp_path / "session.json", second)
    assert second.header(address) == "sid=abc"
    (tmp_path / "session.json").chmod(0o644)
    with pytest.raises(api.WraptureError, match="other users"):
        load_session(tmp_path / "session.json", second)
