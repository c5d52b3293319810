"""The tools, called through the protocol by the SDK's own client, connected in memory."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

import pytest

import wrapture
from mcp import Client
from tests.conftest import ROOT, books
from wrapture.mcp.server import make_server
from wrapture.mcp.tool_results import MAX_CELL_CHARS, MAX_RESULT_CHARS, MAX_ROWS, bounded
from wrapture.mcp.tools import TOOLS
from wrapture.mcp.transports import access_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcp_types import CallToolResult

EXAMPLES: Final = ROOT / "examples"


@pytest.fixture
def call(tmp_path: Path) -> Callable[..., CallToolResult]:
    """Call a tool of a server that may read the examples and one folder, and has a library."""
    (tmp_path / "data").mkdir()
    access = access_for([EXAMPLES, tmp_path / "data"], tmp_path / "library", allow_private=False, delay_s=0)

    def run(tool: str, /, **arguments: Any) -> CallToolResult:
        return asyncio.run(_called(access, tool, arguments))

    return run


async def _called(access: Any, name: str, arguments: dict[str, Any]) -> CallToolResult:
    async with Client(make_server(access)) as client:
        return await client.call_tool(name, arguments)


def result(answer: CallToolResult) -> dict[str, Any]:
    """Return the structured result of a call that succeeded."""
    assert not answer.is_error, answer.content
    assert answer.structured_content is not None
    return dict(answer.structured_content)


def error(answer: CallToolResult) -> str:
    """Return the message of a call that failed."""
    assert answer.is_error, answer.structured_content
    return str(answer.content[0].text)  # type: ignore[union-attr]


def test_extract_returns_typed_columns_and_the_records(call: Callable[..., CallToolResult]) -> None:
    (table,) = result(call("extract", page="books-1.html"))["tables"]
    assert table["total"] == 12
    assert table["records"][0]["title"] == "The Salt Road"
    assert {"name": "price", "type": "price"} in table["columns"]
    assert table["sure"] is True
    assert table["next_start"] is None


def test_records_come_in_parts(call: Callable[..., CallToolResult]) -> None:
    first, second = (
        result(call("extract", page="books-1.html", start=start, limit=8))["tables"][0] for start in (0, 8)
    )
    assert (len(first["records"]), first["next_start"]) == (8, 8)
    assert (len(second["records"]), second["next_start"]) == (4, None)


def test_values_on_request(call: Callable[..., CallToolResult]) -> None:
    (table,) = result(call("extract", page="books-1.html", typed=True, limit=1))["tables"]
    assert table["records"][0]["price"] == {"amount": 9.99, "currency": "GBP"}


def test_html_itself_is_a_page(call: Callable[..., CallToolResult]) -> None:
    assert result(call("extract", page=books(9)))["tables"][0]["total"] == 9


def test_every_list_of_a_page(call: Callable[..., CallToolResult]) -> None:
    tables = result(call("extract", page="books-1.html", all_lists=True))["tables"]
    assert any(table["kind"] == "results" for table in tables)


def test_a_page_without_records_says_so(call: Callable[..., CallToolResult]) -> None:
    (table,) = result(call("extract", page="<p>Nothing is listed here.</p>"))["tables"]
    assert (table["records"], bool(table["note"])) == ([], True)


def test_discover_learn_and_read_with_the_wrapper(call: Callable[..., CallToolResult]) -> None:
    found = result(call("discover", page="books-1.html"))
    assert found["lists"][0]["records"] == 12
    assert found["lists"][0]["why"]
    learned = result(call("learn", pages=["books-1.html"], name="books", columns=["title", "price"]))
    assert learned == {"wrapper": "books", "columns": ["title", "price"], "records": [12]}
    (table,) = result(call("extract", page="books-2.html", wrapper="books"))["tables"]
    assert table["fit"] > 0.9
    assert [column["name"] for column in table["columns"]] == ["title", "price"]
    (listed,) = result(call("library"))["wrappers"]
    assert (listed["name"], listed["fit"]) == ("books", None)
    (matched,) = result(call("library", page="books-3.html"))["wrappers"]
    assert matched["fit"] > 0.9


def test_a_second_wrapper_of_a_name_replaces_nothing(call: Callable[..., CallToolResult]) -> None:
    names = [result(call("learn", pages=["books-1.html"], name="books"))["wrapper"] for _ in range(2)]
    assert len(set(names)) == 2


def test_sql_over_allowed_files(call: Callable[..., CallToolResult], tmp_path: Path) -> None:
    with (tmp_path / "data" / "t.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["n"], *[[n] for n in range(100)]])
    answer = result(call("sql", query="select n from t order by n", data=["t.csv"], limit=10, start=95))
    assert (answer["total"], [row["n"] for row in answer["records"]]) == (100, [95, 96, 97, 98, 99])
    assert "no such" not in error(call("sql", query="select * from read_csv('/etc/passwd')", data=["t.csv"])).lower()


def test_a_wrapper_is_checked_and_repaired_beside_the_old_one(call: Callable[..., CallToolResult]) -> None:
    result(call("learn", pages=["books-1.html"], name="books"))
    assert result(call("check", wrapper="books", pages=["books-2.html", "books-3.html"]))["overall"] == "fits"
    changed = (EXAMPLES / "books-2.html").read_text("utf-8").replace("article", "section").replace("card", "tile")
    checked = result(call("check", wrapper="books", pages=[changed]))
    assert checked["pages"][0]["verdict"] in checked["summary"]
    made = result(call("repair", wrapper="books", pages=[changed]))
    assert made["reasons"] or made["wrapper"]
    assert made["wrapper"] != "books"
    assert "books" in [one["name"] for one in result(call("library"))["wrappers"]]


def test_search_needs_a_query_form(call: Callable[..., CallToolResult]) -> None:
    result(call("learn", pages=["books-1.html"], name="books"))
    answer = call("search", wrappers=["books"], query="salt")
    assert "query form" in (error(answer) if answer.is_error else str(result(answer)["errors"]))


# --- limits ---


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../README.md", "link.html", "a\0b", "x" * 5000, "..", "~/.ssh/config"]
)
def test_files_outside_the_folders_are_refused(call: Callable[..., CallToolResult], tmp_path: Path, path: str) -> None:
    (tmp_path / "data" / "link.html").symlink_to(EXAMPLES.parent / "README.md")
    refused = error(call("extract", page=path))
    assert "is not in an allowed folder" in refused
    assert "README" not in refused.replace(path, "")


def test_a_refusal_does_not_tell_what_exists(call: Callable[..., CallToolResult]) -> None:
    there, missing = (error(call("extract", page=path)) for path in ("/etc/passwd", "/etc/missing"))
    assert there.replace("passwd", "") == missing.replace("missing", "")


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/", "http://169.254.169.254/latest", "http://[::1]/"])
def test_private_addresses_are_refused(call: Callable[..., CallToolResult], address: str) -> None:
    assert "private" in error(call("extract", page=address)) or "this machine" in error(call("extract", page=address))


def test_without_a_library_nothing_is_written() -> None:
    access = access_for([EXAMPLES], None, allow_private=False, delay_s=0)
    refused = error(asyncio.run(_called(access, "learn", {"pages": ["books-1.html"]})))
    assert "--library DIR" in refused


def test_without_folders_no_file_is_read() -> None:
    access = access_for([], None, allow_private=False, delay_s=0)
    refused = error(asyncio.run(_called(access, "extract", {"page": str(EXAMPLES / "books-1.html")})))
    assert "--folder DIR" in refused


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("extract", {"page": "books-1.html", "limit": MAX_ROWS + 1}),
        ("extract", {"page": "books-1.html", "start": -1}),
        ("learn", {"pages": []}),
        ("learn", {"pages": ["books-1.html"] * 21}),
        ("search", {"wrappers": ["x"], "query": ""}),
        ("discover", {}),
    ],
)
def test_arguments_out_of_range_are_refused(
    call: Callable[..., CallToolResult], tool: str, arguments: dict[str, Any]
) -> None:
    assert call(tool, **arguments).is_error


def test_long_texts_and_many_rows_are_cut() -> None:
    rows = [{"a": "x" * 10_000} for _ in range(1000)]
    made = bounded(rows, 1000, 0)
    assert len(made["records"][0]["a"]) == MAX_CELL_CHARS
    assert sum(len(row["a"]) for row in made["records"]) <= MAX_RESULT_CHARS + MAX_CELL_CHARS
    assert made["next_start"] == len(made["records"])


# --- the table of tools ---


def test_every_tool_is_described_and_typed() -> None:
    tools = asyncio.run(_tools())
    assert [tool.name for tool in tools] == [entry.run.__name__ for entry in TOOLS]
    for tool in tools:
        assert tool.description
        assert tool.output_schema
        assert "access" not in tool.input_schema["properties"]
        assert all("description" in one for one in tool.input_schema["properties"].values())
        assert tool.annotations.read_only_hint is (tool.name not in {"learn", "repair"})


async def _tools() -> list[Any]:
    async with Client(make_server(access_for([], None, allow_private=False, delay_s=0))) as client:
        return list((await client.list_tools()).tools)


def test_every_tool_is_on_the_page_about_agents() -> None:
    page = (ROOT / "docs/howto/agents.md").read_text("utf-8")
    table = page.partition("<!-- tools -->")[2].partition("<!-- /tools -->")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == [entry.run.__name__ for entry in TOOLS]


# --- the registry's file ---


def test_the_registry_file_starts_the_server_that_there_is() -> None:
    described = json.loads((ROOT / "server.json").read_text("utf-8"))
    (package,) = described["packages"]
    assert described["version"] == package["version"] == wrapture.__version__
    assert len(described["description"]) <= 100  # the registry's limit
    options = {one["name"] for one in package["packageArguments"] if one["type"] == "named"}
    section = (
        (ROOT / "docs/reference/cli.md").read_text("utf-8").partition("## `wrapture mcp`")[2].partition("\n## ")[0]
    )
    assert [one["value"] for one in package["packageArguments"] if one["type"] == "positional"] == ["mcp"]
    assert not [option for option in options if f"| `{option} " not in section]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    (installed,) = [one["value"] for one in package["runtimeArguments"]]
    assert set(installed.removeprefix("wrapture[").rstrip("]").split(",")) <= set(extras)


def test_follow_opens_the_pages_of_records(tmp_path: Path) -> None:
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from threading import Thread

    class Shop(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            number = self.path.rpartition("/")[2]
            facts = f"<dl><dt>ISBN<dd>97{number}1234<dt>Pages<dd>1{number}0</dl>"
            one = f"<!doctype html><title>Book {number}</title><h1>Book {number}</h1>{facts}"
            known = self.path.startswith("/b/") or self.path == "/"
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((books(8) if self.path == "/" else one).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        access = access_for([], None, allow_private=True, delay_s=0)
        address = f"http://127.0.0.1:{server.server_port}/"
        followed = result(asyncio.run(_called(access, "follow", {"page": address, "limit": 4})))
    finally:
        server.shutdown()
        server.server_close()
    assert (followed["pages"], followed["left"], followed["failures"]) == (4, 4, {})
    assert followed["total"] == 8
