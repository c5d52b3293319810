"""The real server: on standard input and output and over HTTP, with the SDK's own client."""

from __future__ import annotations

import asyncio
import re
import subprocess
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import httpx2
import pytest
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from mcp import Client
from tests.command import COMMAND, TIMEOUT_S
from tests.conftest import ROOT
from tests.robot.site import Site, serving
from wrapture.mcp.server import make_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.command import Command

EXAMPLES: Final = ROOT / "examples"
TITLE: Final = "The Salt Road"


@contextmanager
def http_server(*options: str, env: dict[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """Start ``wrapture mcp --http`` and yield its address and token."""
    line = [str(COMMAND), "mcp", "--http", "--folder", str(EXAMPLES), *options]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stderr is not None
            said = [process.stderr.readline() for _ in range(1 if env else 2)]
            address = re.search(r"http://\S+", said[0])
            assert address is not None, said
            yield address[0], "" if env else said[1].split()[-1]
        finally:
            process.terminate()
            process.wait(TIMEOUT_S)


async def _extracted(server: Any) -> dict[str, Any]:
    async with Client(server) as client:
        answer = await client.call_tool("extract", {"page": "books-1.html", "limit": 1})
        assert not answer.is_error, answer.content
        return dict(answer.structured_content or {})


def test_standard_input_and_output() -> None:
    server = StdioServerParameters(command=str(COMMAND), args=["mcp", "--folder", str(EXAMPLES)])
    assert asyncio.run(_extracted(server))["tables"][0]["records"][0]["title"] == TITLE


def test_streamable_http_with_the_token() -> None:
    async def over_http(address: str, token: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=TIMEOUT_S, trust_env=False) as http:
            return await _extracted(streamable_http_client(address, http_client=http))

    with http_server() as (address, token):
        assert asyncio.run(over_http(address, token))["tables"][0]["records"][0]["title"] == TITLE


def test_http_without_the_token_is_refused_and_health_needs_none() -> None:
    with http_server() as (address, token):
        assert _status(address, {}) == 401
        assert _status(address, {"Authorization": "Bearer wrong"}) == 401
        assert _status(address, {"Authorization": f"Bearer {token}", "Host": "evil.example"}) == 421
        assert _status(address.replace("/mcp", "/health"), {}) == 200


def _status(address: str, headers: dict[str, str]) -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(address, headers=headers), timeout=TIMEOUT_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_a_chosen_token_is_not_printed(tmp_path: Path) -> None:
    env = {"WRAPTURE_MCP_TOKEN": "a-secret", "HOME": str(tmp_path), "PATH": ""}
    with http_server(env=env) as (address, _):
        assert _status(address, {"Authorization": "Bearer a-secret"}) not in {401, 421}


def test_other_machines_may_connect_only_with_a_chosen_token(wrapture: Command) -> None:
    line = wrapture("mcp", "--http", "--host", "0.0.0.0").fails_with_one_line()
    assert "WRAPTURE_MCP_TOKEN" in line


def test_a_missing_folder_is_one_line(wrapture: Command) -> None:
    assert "nowhere: no such folder" in wrapture("mcp", "--folder", "nowhere").fails_with_one_line()


def test_a_site_is_searched_and_its_pages_read(tmp_path: Path) -> None:
    from wrapture import api
    from wrapture.mcp.transports import access_for

    with serving(Site()) as site:
        access = access_for([], tmp_path / "library", allow_private=True, delay_s=0)
        (name,) = access.library().add(api.wrap_site(site.address, access.visitor).wrapper)

        async def asked() -> tuple[Any, Any]:
            async with Client(make_server(access)) as client:
                found = await client.call_tool("search", {"wrappers": [name], "query": "harbour", "limit": 3})
                page = await client.call_tool("discover", {"page": site.address})
                return found, page

        found, page = asyncio.run(asked())
        assert not found.is_error, found.content
        assert found.structured_content["total"] > 0
        assert len(found.structured_content["records"]) <= 3
        assert not page.is_error, page.content


@pytest.mark.parametrize("missing", ["mcp"])
def test_without_the_extra_it_is_named(missing: str, wrapture: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, f"{missing}.server.mcpserver", None)
    assert "pip install 'wrapture[mcp]'" in wrapture("mcp").fails_with_one_line()
