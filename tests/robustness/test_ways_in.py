"""Hostile input by every way in: data in pages, parts of saved pages, proxies, the extension's messages, agents' arguments."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from mcp import Client
from tests.command import Command
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS
from tests.studio.running import Studio, start
from tests.unit.capture.test_saved_formats import mhtml
from tests.web.conftest import ask
from tests.web.server import BadServer
from wrapture.api import render_results, served_answer
from wrapture.capture.mhtml_pages import page_in_mhtml
from wrapture.capture.serving import Load, Refuse
from wrapture.errors import FetchError
from wrapture.mcp.server import make_server
from wrapture.mcp.tools import TOOLS
from wrapture.mcp.transports import access_for
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# --- data in pages ---

VALUES = (
    '"=HYPERLINK(\\"http://evil.example\\")"',
    '"\\u001b[2J\\u202e\\u0000"',
    '"\\ud800"',
    "1e999",
    "-0.0",
    "9" * 400,
    '{"@value": ["deep", {"a": [[[[1]]]]}]}',
    '"<script>alert(1)</script>"',
    '"javascript:alert(1)"',
    '"file:///etc/passwd"',
    "[" * 500 + "]" * 500,
    "null",
)


@pytest.mark.parametrize("value", VALUES)
def test_data_in_a_page_can_not_break_what_is_written(value: str) -> None:
    items = ", ".join(f'{{"@type": "Product", "name": "Item {n}", "price": {value}, "url": "/{n}"}}' for n in range(6))
    page = f'<script type="application/ld+json">{{"@type": "ItemList", "itemListElement": [{items}]}}</script><p>x'
    table = wrapture.extract(page, guess=True)
    for row in csv.reader(io.StringIO(render_results([table], "csv"))):
        assert not any(cell.startswith(("=", "\t")) or "\0" in cell for cell in row)
    for line in render_results([table], "jsonl").splitlines():
        json.loads(line, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


# --- parts of saved pages ---


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "../../../etc/passwd",
        "http://127.0.0.1:1/",
        "/etc/passwd",
        "cid:../x",
        "\\\\host\\share",
        "%2e%2e/x",
    ],
)
def test_a_part_of_a_saved_page_serves_only_itself(location: str) -> None:
    saved = mhtml(f"<p>x<img src='{location}'><link rel=stylesheet href='{location}'>", location=location)
    page = page_in_mhtml(Capture("page.mhtml", saved))
    bodies = {part.body for part in page.parts}
    for address in (location, "file:///etc/passwd", "http://127.0.0.1:1/", "/etc/passwd"):
        found = served_answer(page, location, address, "image", scripts=True)
        assert not isinstance(found, Load)
        assert isinstance(found, Refuse) or found.body in {page.body, *bodies}


# --- proxies ---


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://far.test/list\r\nContent-Length: 0\r\n\r\n",
        b"\x00\xff" * 500,
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
    ],
)
def test_a_hostile_proxy_ends_in_one_line_without_its_password(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with BadServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.replace("//", "//ann:geheim@"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        proxy.says("http://far.test/list", answer)
        try:
            said = str(ask("http://far.test/list"))
        except FetchError as error:
            said = str(error)
    assert "geheim" not in said
    assert said.isprintable()


# --- messages of the extension ---


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("studio")
    running = start(Command(folder), folder / "home")
    yield running
    running.stop()


@pytest.mark.slow
def test_whatever_the_extension_sends_is_a_desk_or_refused(studio: Studio) -> None:
    pages = next(target for target in TARGETS if target.name == "page-data")
    names = ("", "a%00b", "%1b%5B2J", "..%2F..%2Fx", "%ff%fe", "x" * 5000, "a.mhtml", "b.zip", "c.webarchive")
    urls = ("", "file:///etc/passwd", "javascript:1", "http://127.0.0.1:1/", "https://[", "http://a" * 2000)
    for number in range(40):
        query = f"name={names[number % len(names)]}&url={urls[number % len(urls)]}"
        answer = studio.ask("PUT", f"/api/inbox?{query}", raw=mutated(pages, number))
        assert answer.status < 500, (query, answer.body[:300])
        if answer.status != 200:
            assert answer.error.isprintable()
    assert studio.ask("PUT", "/api/inbox", raw=b"<p>x", token="wrong").status == 401
    assert studio.ask("GET", "/api/studio").status == 200


@pytest.mark.slow
def test_whatever_is_sent_to_the_api_is_refused_in_one_line(studio: Studio) -> None:
    desk = studio.begin()
    bodies = (
        b"",
        b"[]",
        b"{",
        b'{"revision": "x"}',
        b'{"revision": 1e999}',
        b"[" * 3000,
        b"\xff",
        b'{"revision": 0, "name": 5}',
    )
    document = studio.do("GET", "/api/openapi.json")
    for path, methods in document["paths"].items():
        filled = path.replace("{desk}", desk.desk["id"]).replace("{page}", "0" * 16).replace("{name}", "x")
        for method in methods:
            for body in bodies if method in ("post", "patch", "put") else ():
                if path == "/api/inbox" and body:
                    continue
                answer = studio.ask(method.upper(), filled, raw=body)
                assert answer.status < 500, (method, path, body[:40], answer.body[:300])


# --- arguments of agents ---

ODD: tuple[Any, ...] = (
    "",
    "\0",
    "../../etc/passwd",
    "http://127.0.0.1:1/",
    "file:///etc/passwd",
    "<p>" * 500,
    "\x1b[2J",
    -1,
    1e300,
    None,
    [],
    {},
    ["\ud800"],
)


@pytest.mark.parametrize("tool", [entry.run.__name__ for entry in TOOLS])
def test_odd_arguments_of_a_tool_are_refused_or_answered(tool: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    access = access_for([tmp_path / "data"], tmp_path / "library", allow_private=False, delay_s=0)

    async def call_all() -> list[str]:
        said = []
        async with Client(make_server(access)) as client:
            (schema,) = [one.input_schema for one in (await client.list_tools()).tools if one.name == tool]
            for odd in ODD:
                answer = await client.call_tool(tool, dict.fromkeys(schema["properties"], odd))
                said.append(str(answer.content[0].text) if answer.content else "")  # type: ignore[union-attr]
        return said

    for text in asyncio.run(call_all()):
        assert "Traceback" not in text
        assert "root:" not in text  # of /etc/passwd
