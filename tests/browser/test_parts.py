"""What a page that was fetched can load: nothing of this machine or of private networks, unless that is allowed.

One server is taken for a public one: the check is told that its address is not special.  The other one is private.
"""

from __future__ import annotations

import time
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

import pytest

from wrapture.capture import answering
from wrapture.capture.camera import Camera
from wrapture.capture.fetch import fetch
from wrapture.html.parsing import read_page
from wrapture.net import pinned
from wrapture.net import reachable as reach

from .conftest import Site, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.page import Page

PUBLIC, PRIVATE = "127.0.0.1", "127.0.0.2"
SVG = ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' width='33' height='22'/>")
PARTS = """
<link rel=stylesheet href={private}sheet.css><link rel=stylesheet href=/own.css><link rel=preconnect href={private}>
<link rel=icon href={private}icon><link rel=prefetch href={private}prefetch><p>text
<img src={private}image><img src=/led-image><img src='{odd}odd'>
<iframe src={private}frame></iframe><iframe src=/led-frame></iframe><iframe src=/refreshing></iframe>
<object data={private}object></object><video src={private}video></video>
<form action={private}form><input name=a></form>"""
SCRIPTS = """
<script src={private}script.js></script><script src=/led-script></script>
<script>
for (const path of ['{private}fetch', '/led-fetch']) fetch(path, {{mode: 'no-cors'}}).catch(() => 0);
const wish = new XMLHttpRequest(); wish.open('GET', '{private}xhr'); wish.send();
new WebSocket('{private}socket'.replace('http', 'ws')); navigator.sendBeacon('{private}beacon');
new EventSource('{private}events'); open('{private}window'); new Image().src = '{private}late';
new Worker(URL.createObjectURL(new Blob(["fetch('{private}worker', {{mode: 'no-cors'}})"])));
const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:{netloc}'}}]}}); peer.createDataChannel('a');
peer.createOffer().then(offer => peer.setLocalDescription(offer));
</script>"""
LOADED = {"/sheet.css", "/background", "/image", "/led-image-end", "/frame", "/led-frame-end"}
SCRIPTED = {"/script.js", "/led-script-end", "/fetch", "/xhr", "/late"}


@pytest.fixture
def public(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    own = IPv4Address(PUBLIC)
    monkeypatch.setattr(pinned, "special_kind", lambda address: None if address == own else reach.special_kind(address))
    return site


@pytest.fixture
def private() -> Iterator[Site]:
    yield from running(Site(PRIVATE))


@pytest.fixture
def list_page(public: Site, private: Site) -> str:
    """The address of a page that tries all ways to the private server."""
    odd = private.url().replace(PRIVATE, "0x7f.2")
    words = {"private": private.url(), "odd": odd, "netloc": f"{PRIVATE}:{private.server_port}"}
    public.pages = {
        "/list": ("text/html", (PARTS + SCRIPTS).format(**words).encode()),
        "/own.css": ("text/css", f"p {{ background: url({private.url('/background')}) }}".encode()),
        "/refreshing": ("text/html", f"<meta http-equiv=refresh content='0;{private.url('/refreshed')}'>".encode()),
    }
    for name in ("image", "frame", "script", "fetch"):
        public.leads[f"/led-{name}"] = private.url(f"/led-{name}-end")
    private.pages = {"/image": SVG, "/sheet.css": ("text/css", b""), "/frame": ("text/html", b"<p>inside")}
    return public.url("/list")


def drawn(url: str, *, scripts: bool = False, allow_private: bool = False) -> Page:
    with Camera(scripts=scripts, allow_private=allow_private, timeout_s=100) as camera:
        return read_page(camera.shoot(fetch(url)))


@pytest.mark.parametrize("scripts", [False, True], ids=["plain", "scripts"])
def test_nothing_private_is_reached(list_page: str, public: Site, private: Site, scripts: bool) -> None:
    page = drawn(list_page, scripts=scripts)
    assert "text" in page.text(page.body)
    assert (private.calls, private.asked) == (0, [])
    tried = {"/own.css", "/led-image", "/led-frame", "/refreshing"} | (
        {"/led-script", "/led-fetch"} if scripts else set()
    )
    assert tried <= set(public.asked)


@pytest.mark.parametrize("scripts", [False, True], ids=["plain", "scripts"])
def test_all_is_loaded_where_that_is_allowed(list_page: str, private: Site, scripts: bool) -> None:
    page = drawn(list_page, scripts=scripts, allow_private=True)
    assert "inside" in page.text(page.body)
    assert LOADED | (SCRIPTED if scripts else set()) <= set(private.asked)
    assert not {"/form", "/socket", "/beacon", "/window", "/video"} & set(private.asked)


def test_a_frame_that_is_led_on_has_the_links_of_its_place(public: Site, private: Site) -> None:
    public.pages["/list"] = ("text/html", b"<iframe src=/frame?a=1&amp;b=2></iframe><iframe src=/near></iframe><p>text")
    public.leads |= {"/frame?a=1&b=2": private.url("/deep/er?c=%221&d=2"), "/near": "sub/page"}
    public.pages["/sub/page"] = ("text/html", b"<a href=two>near</a>")
    private.pages["/deep/er?c=%221&d=2"] = ("text/html", b"<a href=one>far</a><img src=image>")
    private.pages["/deep/image"] = SVG
    page = drawn(public.url("/list"), allow_private=True)
    assert page.text(page.body) == "far near text"
    assert page.links(page.body) == [private.url("/deep/one"), public.url("/sub/two")]
    assert page.boxes is not None
    image = page.boxes.nodes[page.tags.index("img")]
    assert image is not None
    assert image.width == 33
    assert sorted(public.asked) == ["/frame?a=1&b=2", "/list", "/near", "/sub/page"]
    assert sorted(private.asked) == ["/deep/er?c=%221&d=2", "/deep/image"]


def test_a_frame_that_may_not_go_anywhere_costs_little(public: Site) -> None:
    public.pages["/list"] = ("text/html", b"<iframe sandbox src=/frame></iframe><p>text")
    public.pages["/end"] = ("text/html", b"<p>inside")
    public.leads["/frame"] = "/end"
    page = drawn(public.url("/list"))
    assert page.text(page.body).endswith("text")


def test_parts_are_bounded_in_size(public: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "MAX_BYTES", 50_000)
    public.pages["/list"] = ("text/html", b"".join(b"<iframe src=/%d></iframe>" % i for i in range(8)) + b"<p>text")
    for i in range(8):
        public.pages[f"/{i}"] = ("text/html", b"<p>part" + b" " * 20_000)
    page = drawn(public.url("/list"))
    assert 1 <= page.text(page.body).count("part") < 8


def test_few_are_asked_for_at_once_and_none_when_the_page_is_done(public: Site) -> None:
    public.pages["/list"] = ("text/html", b"<p>text" + b"".join(b"<img src=/endless-%d>" % i for i in range(20)))
    with Camera(timeout_s=8) as camera:
        page = read_page(camera.shoot(fetch(public.url("/list"))))
        assert page.text(page.body) == "text"
        assert 2 <= len(public.asked) <= 7
        public.closing.set()  # what was asked for ends now, and would make room
        time.sleep(1)
    assert len(public.asked) <= 7
