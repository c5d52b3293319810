"""Nobody but the studio's own page, and programs that know its token, can make it do anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.studio.running import Studio


def test_every_call_needs_the_token(studio: Studio) -> None:
    document = studio.do("GET", "/api/openapi.json")
    for path, methods in document["paths"].items():
        for method in methods:
            filled = path.replace("{desk}", "00000000").replace("{page}", "x").replace("{name}", "x")
            assert studio.ask(method.upper(), filled, headers={"Authorization": ""}).status == 401
            answer = studio.ask(method.upper(), filled, token="wrong")
            assert answer.status == 401
            assert "token" in answer.error
    assert studio.ask("GET", "/api/openapi.json", headers={"Authorization": ""}).status == 401


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example:{port}", ""])
def test_a_name_that_points_here_is_not_answered(studio: Studio, host: str) -> None:
    for path in ("/", "/api/studio", "/frame", "/static/style.css"):
        answer = studio.ask("GET", path, headers={"Host": host.format(port=studio.port) or "x"})
        assert answer.status == 421, path
        assert studio.token not in answer.body.decode()


def test_the_studio_goes_by_localhost_too(studio: Studio) -> None:
    assert studio.ask("GET", "/api/studio", headers={"Host": f"localhost:{studio.port}"}).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_from_elsewhere_is_refused_even_with_the_token(studio: Studio, headers: dict[str, str]) -> None:
    before = len(studio.do("GET", "/api/studio")["desks"])
    answer = studio.ask("POST", "/api/desks", {}, headers=headers)
    assert answer.status == 403
    assert "another site" in answer.error
    assert len(studio.do("GET", "/api/studio")["desks"]) == before


def test_its_own_page_is_let_in(studio: Studio) -> None:
    own = {"Origin": f"http://127.0.0.1:{studio.port}", "Sec-Fetch-Site": "same-origin"}
    assert studio.ask("GET", "/api/studio", headers=own).status == 200


def test_no_answer_lets_another_site_read_it(studio: Studio) -> None:
    for path in ("/", "/frame", "/static/style.css", "/api/studio", "/api/nothing"):
        answer = studio.ask("OPTIONS" if path == "/api/studio" else "GET", path)
        assert not [name for name in answer.headers if name.startswith("access-control")], path
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_the_pages_of_the_studio_say_what_they_may_do(studio: Studio) -> None:
    app = studio.ask("GET", "/").headers["content-security-policy"]
    assert "default-src 'none'" in app
    assert "unsafe" not in app
    assert "frame-ancestors 'none'" in app
    for path in ("/frame", "/frame?quirks"):
        frame = studio.ask("GET", path).headers["content-security-policy"]
        assert "sandbox allow-same-origin;" in frame
        assert "allow-scripts" not in frame
        assert "default-src 'none'" in frame
    assert b"<!DOCTYPE" in studio.ask("GET", "/frame").body
    assert b"<!DOCTYPE" not in studio.ask("GET", "/frame?quirks").body


def test_it_listens_on_loopback_alone(studio: Studio) -> None:
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == studio.port]
    assert listening == [f"0100007F:{studio.port:04X}"]


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fgate.py", "/etc/passwd"])
def test_files_of_the_machine_are_out_of_reach(studio: Studio, path: str) -> None:
    assert studio.ask("GET", path).status == 404


@pytest.mark.parametrize("scheme", ["Basic", "a", "z", "", "bearer bearer"])
def test_the_token_has_its_own_scheme(studio: Studio, scheme: str) -> None:
    answer = studio.ask("GET", "/api/studio", headers={"Authorization": f"{scheme} {studio.token}"})
    assert answer.status == 401
    assert studio.ask("GET", "/api/studio", headers={"Authorization": f"BEARER {studio.token}"}).status == 200
