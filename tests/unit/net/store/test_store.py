"""What both kinds of store have in common."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from tests.patience import PATIENCE_S
from wrapture.errors import OutputError
from wrapture.net.http_messages import Request, Response
from wrapture.net.store import open_store
from wrapture.net.store.request_keys import kept

from ..conftest import answer

KINDS: Final = ("pages", "pages.warc.gz", "pages.warc")
every_kind = pytest.mark.parametrize("kind", KINDS)

PIECE = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"], exclude_characters="#\\@"),
    max_size=12,
)
URLS = st.builds("http://{}.example/{}?{}".format, st.from_regex(r"[a-z]{1,9}", fullmatch=True), PIECE, PIECE)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
HEADERS = st.lists(st.tuples(NAMES, TEXTS), max_size=4).map(tuple)
BODIES = st.binary(max_size=300) | st.sampled_from(
    [b"", b"\r\n\r\n", b"WARC/1.1\r\n\r\n", b"\0" * 9, "ü".encode(), b"\xfc"]
)
TIMES = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
REQUESTS = st.builds(Request, URLS) | st.builds(
    Request, URLS, st.just("POST"), BODIES, content_type=TEXTS, referer=URLS, headers=HEADERS
)


@st.composite
def answers(draw: st.DrawFn) -> Response:
    return Response(
        draw(REQUESTS),
        draw(URLS),
        draw(st.integers(200, 599)),
        draw(HEADERS),
        draw(BODIES),
        draw(TIMES),
        draw(TEXTS),
        tuple(draw(st.lists(URLS, max_size=2))),
    )


@every_kind
@given(found=answers())
@scaled(0.5)
def test_any_answer_survives(kind: str, found: Response) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, kind)
        with open_store(path) as store:
            store.keep(found)
            assert store.find(found.request) == kept(found)
        with open_store(path) as store:
            assert list(store) == [kept(found)]
            assert store.find(found.request) == kept(found)


@every_kind
def test_the_newest_answer_is_found_and_all_are_kept(kind: str, tmp_path: Path) -> None:
    old = answer(body=b"old")
    new = replace(old, body=b"new", asked=old.asked + timedelta(seconds=1))
    same = replace(new, asked=new.asked + timedelta(seconds=1))
    with open_store(tmp_path / kind) as store:
        for one in (old, new, same):
            store.keep(one)
        assert store.find(old.request) == kept(same)
        assert list(store) == [kept(old), kept(new), kept(same)]


@every_kind
def test_what_is_not_there_is_not_found(kind: str, tmp_path: Path) -> None:
    with open_store(tmp_path / kind) as store:
        assert store.find(Request("https://example.org/list")) is None
        assert list(store) == []


@every_kind
def test_harmless_spellings_of_an_address_are_one(kind: str, tmp_path: Path) -> None:
    with open_store(tmp_path / kind) as store:
        store.keep(answer("https://example.org/?q=1"))
        assert store.find(Request("HTTPS://Example.org?q=1#top")) is not None
        assert store.find(Request("https://example.org/?q=2")) is None
        assert store.find(Request("https://example.org/?q=1", "POST")) is None


@every_kind
def test_the_page_of_a_user_is_not_the_page_of_everybody(kind: str, tmp_path: Path) -> None:
    with open_store(tmp_path / kind) as store:
        store.keep(answer(request=Request("https://ann:key@example.org/list")))
        assert store.find(Request("https://example.org/list")) is None
        assert store.find(Request("https://ann:key@example.org/list")) is not None


@every_kind
def test_the_boundary_of_parts_does_not_count(kind: str, tmp_path: Path) -> None:
    def form(boundary: str) -> Request:
        body = f"--{boundary}\r\nContent-Disposition: form-data; name=q\r\n\r\nbooks\r\n--{boundary}--".encode()
        return Request("https://example.org/", "POST", body, f"multipart/form-data; boundary={boundary}")

    with open_store(tmp_path / kind) as store:
        store.keep(answer(request=form("one")))
        assert store.find(form("two")) is not None


@every_kind
def test_headers_agree_with_the_body(kind: str, tmp_path: Path) -> None:
    lies = (("content-encoding", "gzip"), ("content-length", "7"), ("transfer-encoding", "chunked"), ("x-a", "1"))
    with open_store(tmp_path / kind) as store:
        store.keep(replace(answer(), headers=lies))
        (found,) = store
    assert (found.headers, found.body) == ((("x-a", "1"),), answer().body)


@every_kind
def test_a_large_page(kind: str, tmp_path: Path) -> None:
    page = os.urandom(1024) * 4096
    with open_store(tmp_path / kind) as store:
        store.keep(answer(body=page))
        found = store.find(answer().request)
    assert found is not None
    assert found.body == page


@every_kind
def test_many_headers_and_long_addresses(kind: str, tmp_path: Path) -> None:
    url = "https://example.org/" + "a" * 8000
    large = replace(
        answer(url),
        headers=tuple((f"x-{i}", "v" * 500) for i in range(250)),
        hops=tuple(f"{url}{i}" for i in range(10)),
    )
    with open_store(tmp_path / kind) as store:
        store.keep(large)
        assert list(store) == [kept(large)]


@pytest.mark.parametrize("kind", ["pages", "pages.warc"])
def test_a_place_that_can_not_be_used(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="a part of the path is a file, not a folder"):
        open_store(tmp_path / "file" / kind)


# --- killed, and two at once ---

WRITER: Final = """
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from wrapture.net.http_messages import Request, Response
from wrapture.net.store import open_store

name, start, count = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with open_store(Path(sys.argv[1])) as store:
    print("open", flush=True)
    for i in range(start, start + count):
        url = f"https://example.org/{name}/{i}"
        body = f"<p>{i}".encode() * 20_000
        store.keep(Response(Request(url), url, 200, (), body, datetime.now(UTC)))
        print(i, flush=True)
"""


def writer(path: Path, name: str, start: int, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(start), str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@every_kind
def test_one_who_is_killed_loses_nothing_that_was_kept(kind: str, tmp_path: Path) -> None:
    path, done = tmp_path / kind, -1
    for wait_s in (0.011, 0.033, 0.057, 0.078):
        with writer(path, "a", done + 1, 10_000) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            said = [process.stdout.readline()]
            time.sleep(wait_s)
            process.send_signal(signal.SIGKILL)
            said += process.stdout.read().splitlines()
        done = int(said[-1])
    with open_store(path) as store:
        found = {one.url: one.body for one in store}
        store.keep(answer())
        assert store.find(answer().request) is not None
    assert done >= 3
    assert all(found[f"https://example.org/a/{i}"] == f"<p>{i}".encode() * 20_000 for i in range(done + 1))


@every_kind
def test_two_programs_write_at_once(kind: str, tmp_path: Path) -> None:
    path = tmp_path / kind
    with open_store(path) as early:
        with writer(path, "a", 0, 20) as one, writer(path, "b", 0, 20) as two:
            one.communicate(timeout=PATIENCE_S)
            two.communicate(timeout=PATIENCE_S)
        assert one.returncode == two.returncode == 0
        urls = {f"https://example.org/{name}/{i}" for name in "ab" for i in range(20)}
        assert {one.url for one in early} == urls
        with open_store(path) as late:
            assert {one.url for one in late} == urls
