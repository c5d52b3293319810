"""The studio's gate, request by request: which are served, and why others are refused."""

from __future__ import annotations

import pytest

from wrapture.studio.access_control import INBOX, RECEIVE, SAFE_HEADERS, Gate

GATE = Gate("t0ken", 8000)
HOST = {"host": "127.0.0.1:8000"}
KNOWN = {"authorization": "Bearer t0ken"}
EXTENSION = {"origin": "chrome-extension://abc"}
OPENED = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "cross-site"}
PATHS = ("/", "/a", "/zz", "/receive/", "/receiv", "/api/a", "/api/zz", "/api/inbox/", "/api/inbo", "/static/app.js")


def told(path: str, *parts: dict[str, str]) -> int:
    """Return the status of a request with these headers; 200 if it is served."""
    headers = dict(HOST)
    for name, value in (pair for part in parts for pair in part.items()):
        headers[name] = value[:1] + value[1:]  # a new text, as from a server
    refusal = GATE.refusal(path, headers)
    return 200 if refusal is None else refusal.status


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"])
def test_its_own_names(host: str) -> None:
    assert told("/", {"host": host}) == 200
    assert told("/api/studio", {"host": host}, KNOWN) == 200
    assert told("/api/studio", {"host": host}, KNOWN, {"origin": f"http://{host}"}) == 200


@pytest.mark.parametrize("host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1:80000", "0:8000"])
def test_other_names(host: str) -> None:
    for path in (*PATHS, INBOX, RECEIVE):
        assert told(path, {"host": host}, KNOWN, OPENED) == 421
    refusal = GATE.refusal("/", {})
    assert refusal is not None
    assert refusal.status == 421


@pytest.mark.parametrize("path", [path for path in (*PATHS, INBOX) if path.startswith("/api/")])
def test_calls_need_the_token(path: str) -> None:
    assert told(path, KNOWN) == 200
    for wrong in (
        "",
        "Bearer",
        "Bearer ",
        "Bearer t0ke",
        "Bearer t0ken ",
        "Basic t0ken",
        "a t0ken",
        "z t0ken",
        "t0ken",
    ):
        assert told(path, {"authorization": wrong}) == 401
    assert told(path) == 401
    assert told(path, {"authorization": "Bearer t\udcff"}) == 401
    assert told(path, {"authorization": "bEARER t0ken"}) == 200


def test_the_pages_need_none() -> None:
    assert {told(path) for path in (*PATHS, RECEIVE) if not path.startswith("/api/")} == {200}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:8000", ""])
def test_other_origins(origin: str) -> None:
    for path in (*PATHS, INBOX, RECEIVE):
        assert told(path, KNOWN, {"origin": origin}) == 403
    assert told("/api/a", KNOWN, {"origin": "HTTP://127.0.0.1:8000"}) == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "None"])
def test_requests_of_other_sites(site: str) -> None:
    for path in (*PATHS, INBOX, RECEIVE):
        assert told(path, KNOWN, {"sec-fetch-site": site}) == 403
    for own in ("same-origin", "none"):
        assert told("/api/a", KNOWN, {"sec-fetch-site": own}) == 200


@pytest.mark.parametrize("scheme", ["chrome-extension", "moz-extension", "MOZ-EXTENSION"])
def test_an_extension_may_bring_a_page_and_nothing_else(scheme: str) -> None:
    from_it = {"origin": f"{scheme}://abc", "sec-fetch-site": "cross-site"}
    assert told(INBOX, from_it, KNOWN) == 200
    assert told(INBOX, from_it) == 401
    assert {told(path, from_it, KNOWN) for path in (*PATHS, RECEIVE)} == {403}
    assert told(INBOX, KNOWN) == 200
    assert told(INBOX, {"origin": "https://chrome-extension.example"}, KNOWN) == 403


def test_any_page_may_open_the_window_that_receives() -> None:
    evil = {"origin": "https://evil.example"}
    assert told(RECEIVE, OPENED, evil) == 200
    assert {told(path, OPENED, evil, KNOWN) for path in (*PATHS, INBOX)} == {403}


@pytest.mark.parametrize("mode", ["cors", "zzz", "a", "nested-navigate", ""])
def test_but_may_not_fetch_it(mode: str) -> None:
    assert told(RECEIVE, OPENED, {"sec-fetch-mode": mode}) == 403


@pytest.mark.parametrize("dest", ["iframe", "empty", "a", "zzz", ""])
def test_nor_frame_it(dest: str) -> None:
    assert told(RECEIVE, OPENED, {"sec-fetch-dest": dest}) == 403
    without = {name: value for name, value in OPENED.items() if name != "sec-fetch-dest"}
    assert told(RECEIVE, without) == 403


def test_a_refusal_says_what_to_do() -> None:
    for headers, words in ((HOST, "open the address"), ({}, "open it by its own address")):
        refusal = GATE.refusal("/api/a", headers)
        assert refusal is not None
        assert words in refusal.error


def test_answers_are_not_kept_or_guessed() -> None:
    assert SAFE_HEADERS["Cache-Control"] == "no-store"
    assert SAFE_HEADERS["X-Content-Type-Options"] == "nosniff"
