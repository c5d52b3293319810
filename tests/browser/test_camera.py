"""The camera: where things are drawn, what a page may ask for, and what a bad page costs."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE_S, kill, wait_until
from wrapture.capture import camera as camera_module
from wrapture.capture.camera import VIEWPORT, Camera
from wrapture.capture.fetch import fetch as fetch_public
from wrapture.capture.page_sources import read
from wrapture.errors import RenderError
from wrapture.html.boxes import Box
from wrapture.html.page import TEXT
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.model.table import Failure

from .conftest import browsers, browsers_since, mains, own, shown, wait_for_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.page import Page

    from .conftest import Site

fetch = partial(fetch_public, allow_private=True)
FOR_EVER = "<p>text<script>while (true);</script>"
AT_ORIGIN = "<style>body{margin:0}</style>"


def box_of(page: Page, tag: str) -> Box | None:
    assert page.boxes is not None
    return page.boxes.nodes[page.tags.index(tag)]


def pieces(page: Page) -> list[str]:
    """Return what stands on each line, text node by text node."""
    assert page.boxes is not None
    return [page.texts[line.node][line.start : line.stop] for line in page.boxes.texts]


def seen(page: Page) -> str:
    return page.text(page.body)


def saved(path: Path) -> Capture:
    capture = read(str(path))
    assert not isinstance(capture, Failure)
    return capture


class TestBoxes:
    def test_are_in_pixels_from_the_corner_of_the_page(self, camera: Camera) -> None:
        page = shown(
            camera,
            f"{AT_ORIGIN}<div style='position:absolute;left:30px;top:2000px;width:70px;height:9px'>",
        )
        assert box_of(page, "div") == Box(30, 2000, 70, 9)
        assert page.boxes is not None
        assert (page.boxes.width, page.boxes.height) == (VIEWPORT[0], 2009)

    def test_are_missing_where_nothing_is_drawn(self, camera: Camera) -> None:
        page = shown(camera, "<title>t</title><p style=display:none>a<b>b</b></p> <i></i><div> </div>")
        assert [box_of(page, tag) for tag in ("head", "title", "p", "b", "i")] == [None] * 5
        assert box_of(page, "body") is not None

    def test_of_texts_are_one_for_each_line(self, camera: Camera) -> None:
        # Widths in letters of one width: where a line breaks must not depend on the fonts of a machine.
        narrow = "<p style='font-family:monospace;width:9ch'>a long text that  breaks   over lines</p>"
        page = shown(camera, f"{narrow}one  line <b>of</b> two")
        assert pieces(page) == ["a long", "text that", "breaks", "over", "lines", "one  line ", "of", " two"]
        assert page.boxes is not None
        assert [line.node for line in page.boxes.texts] == sorted(line.node for line in page.boxes.texts)

    def test_count_characters_as_python_does(self, camera: Camera) -> None:
        page = shown(camera, "<p style='width:50px'>\U0001f600\U0001f600 \u00fcber \U0001f600 end of it</p>")
        assert "".join(pieces(page)).replace(" ", "") == page.text(page.body).replace(" ", "")
        assert pieces(page)[-1].endswith("it")

    def test_of_a_cut_text_belong_to_one_node(self, camera: Camera) -> None:
        page = shown(camera, f"<p>{'0123456789 ' * 7_000}the end")
        assert page.boxes is not None
        assert {page.tags[line.node] for line in page.boxes.texts} == {TEXT}
        assert len({line.node for line in page.boxes.texts}) == 1
        assert pieces(page)[-1].endswith("the end")
        whole = page.boxes.nodes[page.boxes.texts[0].node]
        assert whole is not None
        assert whole.y + whole.height == pytest.approx(page.boxes.texts[-1].box.y + page.boxes.texts[-1].box.height)

    def test_that_are_hidden(self, camera: Camera) -> None:
        page = shown(
            camera,
            "<p style=visibility:hidden>a<b style=visibility:visible>b</b></p><ul style=opacity:0><li>c</ul><i>d</i>"
            "<iframe style=visibility:hidden srcdoc='<h1>e</h1>'></iframe>",
        )
        assert page.boxes is not None
        hidden = {page.tags[node] for node in page.boxes.hidden}
        assert hidden >= {"p", "ul", "li", "iframe", "h1"}
        assert not hidden & {"b", "i"}
        assert page.body.start not in page.boxes.hidden

    def test_are_the_same_each_time(self, camera: Camera) -> None:
        capture = Capture("page", Path(__file__).parents[2].joinpath("examples", "books-1.html").read_bytes())
        assert camera.shoot(capture) == camera.shoot(capture)


class TestFrames:
    def test_stand_below_their_element_where_it_stands(self, camera: Camera) -> None:
        page = shown(
            camera,
            f"{AT_ORIGIN}<iframe style='position:absolute;left:100px;top:50px;border:3px solid;padding:2px'"
            f' srcdoc="{AT_ORIGIN}<h1 style=margin:0>inner</h1>">old</iframe><p>after',
        )
        heading, frame = page.tags.index("h1"), page.tags.index("iframe")
        assert frame < heading < page.stops[frame]
        box = box_of(page, "h1")
        assert box is not None
        assert (box.x, box.y) == (105, 55)
        assert seen(page) == "inner after"

    def test_of_a_frameset_are_read(self, camera: Camera, page: Callable[..., Path]) -> None:
        page("sub/left.html", "<title>Left</title><a href=one.html>one</a>")
        page("sub/right.html", "<base href=http://example.org/x/><a href=two.html>two</a><iframe srcdoc='<b>deep</b>'>")
        path = page(
            "set.html", "<title>Set</title><frameset cols='200,*'><frame src=sub/left.html><frame src=sub/right.html>"
        )
        found = read_page(camera.shoot(saved(path)))
        assert (found.title, found.frames, seen(found)) == ("Set", False, "one two deep")
        assert found.tags[found.body.start] == "frameset"
        assert found.links(found.body) == ["sub/one.html", "http://example.org/x/two.html"]

    def test_that_are_not_there_leave_nothing(self, camera: Camera, page: Callable[..., Path]) -> None:
        found = read_page(
            camera.shoot(saved(page("set.html", "<frameset><frame src=gone.html><frame src=http://a.example/>")))
        )
        assert (found.frames, found.inner) == (True, {})

    def test_are_shifted_by_how_far_they_are_scrolled(self, camera: Camera, page: Callable[..., Path]) -> None:
        rows = "".join(f"<p style='margin:0;height:50px'>{i}</p>" for i in range(100))
        page("long.html", f"{AT_ORIGIN}{rows}<h2 id=here style=margin:0>here</h2>{rows}")
        path = page("page.html", f"{AT_ORIGIN}<iframe style='border:0;display:block' src='long.html#here'></iframe>")
        box = box_of(read_page(camera.shoot(saved(path))), "h2")
        assert box is not None
        assert box.y == 0


class TestRequests:
    def test_a_saved_page_reaches_nothing(self, scripted: Camera, site: Site) -> None:
        url = site.url()
        page = shown(
            scripted,
            f"<link rel=stylesheet href={url}a.css><link rel=preconnect href={url}><img src={url}b.png>"
            f"<iframe src={url}c.html></iframe><script src={url}d.js></script><p>text"
            f"<script>fetch('{url}e').catch(() => 0); new WebSocket('{url.replace('http', 'ws')}f');"
            f"navigator.sendBeacon('{url}g'); new Image().src = '{url}h'</script>",
            url=f"{url}list",
        )
        assert seen(page) == "text"
        assert site.asked == []

    def test_a_fetched_page_gets_its_parts(self, camera: Camera, site: Site) -> None:
        html = "<link rel=stylesheet href=a.css><script src=d.js></script><img src=i.svg><iframe src=in.html></iframe>"
        site.pages = {
            "/list": ("text/html", f"{html}<video src=v.mp4></video><p>text".encode()),
            "/a.css": ("text/css", b"p{position:absolute;left:77px}"),
            "/in.html": ("text/html", b"<h1>inner</h1>"),
            "/i.svg": ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' width='33' height='22'/>"),
        }
        page = read_page(camera.shoot(fetch(site.url("/list"))))
        assert "inner" in seen(page)
        paragraph, image = box_of(page, "p"), box_of(page, "img")
        assert paragraph is not None
        assert paragraph.x == 77
        assert image is not None
        assert (image.width, image.height) == (33, 22)
        assert site.asked.count("/list") == 1  # the browser sees the bytes that were fetched
        assert not {"/d.js", "/v.mp4"} & set(site.asked)

    def test_a_fetched_page_does_not_read_the_disk(self, camera: Camera, site: Site, page: Callable[..., Path]) -> None:
        secret = page("secret.html", "<p>secret")
        site.pages = {"/list": ("text/html", f"<iframe src='file://{secret}'></iframe><p>text".encode())}
        assert seen(read_page(camera.shoot(fetch(site.url("/list"))))) == "text"

    def test_an_error_of_a_frame_is_no_text_of_the_page(self, camera: Camera, site: Site) -> None:
        site.pages = {"/list": ("text/html", b"<iframe src=http://127.0.0.1:9/></iframe><p>text")}
        page = read_page(camera.shoot(fetch(site.url("/list"))))
        assert (seen(page), page.inner) == ("text", {})

    def test_files_beside_a_saved_page_are_used(self, camera: Camera, page: Callable[..., Path]) -> None:
        page("list_files/a b.css", "p{position:absolute;left:77px}")
        page("list_files/inner.html", "<meta charset=latin1><p>\xe9t\xe9".encode("latin-1"))
        html = (
            "<link rel=stylesheet href='./list_files/a%20b.css?x=1'><iframe src=list_files/inner.html></iframe><p>text"
        )
        for note in ("", "<!-- saved from url=(0031)http://Example.org/dir/list?a=/b/ -->"):
            found = read_page(camera.shoot(saved(page("list.html", f"<!doctype html>{note}{html}"))))
            assert seen(found) == "été text"
            assert found.boxes is not None
            assert found.boxes.texts[-1].box.x == 77

    @pytest.mark.parametrize(
        "address",
        ["../secret.html", "%2e%2e/secret.html", "..%2fsecret.html", ".hidden/x.html", "link.html", "/etc/passwd"],
    )
    def test_other_files_are_not(self, camera: Camera, page: Callable[..., Path], address: str, tmp_path: Path) -> None:
        page("secret.html", "<p>secret")
        page("site/.hidden/x.html", "<p>secret")
        path = page("site/list.html", f"<iframe src='{address}'></iframe><p>text")
        (tmp_path / "site" / "link.html").symlink_to(tmp_path / "secret.html")
        assert seen(read_page(camera.shoot(saved(path)))) == "text"

    def test_pages_do_not_see_each_others_cookies(self, scripted: Camera) -> None:
        leaves = "<p>1<script>document.cookie='a=b'; localStorage.x = 'y'</script>"
        reads = "<p><script>document.write('[' + document.cookie + localStorage.x + ']')</script>"
        shown(scripted, leaves, url="http://example.org/1")
        assert seen(shown(scripted, reads, url="http://example.org/2")) == "[undefined]"


class TestScripts:
    PAGE = "<p id=p>before<script>p.textContent = 'after'</script><noscript>none</noscript>"

    def test_do_not_run(self, camera: Camera) -> None:
        assert seen(shown(camera, self.PAGE)) == "before"

    def test_run_when_asked_to(self, scripted: Camera) -> None:
        assert seen(shown(scripted, self.PAGE)) == "after"

    def test_may_take_a_moment(self, scripted: Camera) -> None:
        later = "<p id=p>before<script>setTimeout(() => p.textContent = 'after', 300)</script>"
        assert seen(shown(scripted, later)) == "after"

    def test_load_what_they_need(self, scripted: Camera, site: Site) -> None:
        site.pages = {
            "/list": ("text/html", b"<p id=p>before<script src=a.js></script>"),
            "/a.js": ("text/javascript", b"fetch('rows').then(a => a.text()).then(t => p.textContent = t)"),
            "/rows": ("text/plain", b"rows"),
        }
        assert seen(read_page(scripted.shoot(fetch(site.url("/list"))))) == "rows"

    def test_shadow_trees_are_read_as_they_are_displayed(self, scripted: Camera) -> None:
        script = "<script>c.attachShadow({mode: 'open'}).innerHTML = '<b>in shadow</b> <slot></slot>'</script>"
        assert seen(shown(scripted, f"<x-card id=c>in light</x-card>{script}")) == "in shadow in light"

    def test_dialogs_and_windows_do_not_stop_it(self, scripted: Camera) -> None:
        assert (
            seen(shown(scripted, "<script>alert(1); confirm(2); open('http://a.example/')</script><p>text")) == "text"
        )

    def test_that_leave_the_page_later_are_held_back(self, scripted: Camera) -> None:
        page = shown(scripted, "<p>text<script>onload = () => location.href = 'http://example.org/'</script>")
        assert seen(page) == "text"

    def test_that_leave_it_at_once_cost_it(self, scripted: Camera) -> None:
        with pytest.raises(RenderError, match=r"page: navigates to http://example\.org/next before it is loaded"):
            shown(scripted, "<p>text<script>location.href = 'http://example.org/next'</script><p>more")
        assert seen(shown(scripted, "<p>next")) == "next"


class TestBadPages:
    def test_one_that_hangs_costs_itself(self) -> None:
        slow = pytest.raises(RenderError, match="page: took longer than 2 s to render")
        with Camera(scripts=True, timeout_s=2) as camera, slow:
            shown(camera, FOR_EVER)
        with Camera(scripts=True) as camera:
            assert seen(shown(camera, "<p>next")) == "next"

    def test_a_part_that_never_comes_is_left_out(self, site: Site) -> None:
        site.pages = {"/list": ("text/html", b"<p>text<img src=/endless.png>")}
        with Camera(timeout_s=6, allow_private=True) as camera:
            assert seen(read_page(camera.shoot(fetch(site.url("/list"))))) == "text"

    def test_a_script_that_never_comes_costs_the_page(self, site: Site) -> None:
        site.pages = {
            "/list": ("text/html", b"<p>text<script src=/endless.js></script><p>more"),
            "/ok": ("text/html", b"<p>ok"),
        }
        with Camera(scripts=True, timeout_s=8, allow_private=True) as camera:
            with pytest.raises(RenderError, match="took longer"):
                camera.shoot(fetch(site.url("/list")))
            assert seen(read_page(camera.shoot(fetch(site.url("/ok"))))) == "ok"

    @pytest.mark.parametrize("victims", [partial(own, "--type=renderer"), mains], ids=["page", "browser"])
    def test_one_that_crashes_costs_itself(self, victims: Callable[[], set[int]]) -> None:
        before = victims()
        with Camera(scripts=True, timeout_s=PATIENCE_S) as camera:
            shown(camera, "<p>first")

            over = Event()

            def crash() -> None:
                while not over.wait(1.5):  # again, where the page has not begun
                    for process in victims() - before:
                        kill(process)

            killer = Thread(target=crash)
            killer.start()
            try:
                with pytest.raises(RenderError, match="the browser failed"):
                    shown(camera, FOR_EVER)
            finally:
                over.set()
                killer.join()
            assert seen(shown(camera, "<p>next")) == "next"

    def test_a_browser_that_died_between_two_pages_is_started_anew(self) -> None:
        before = browsers()
        with Camera() as camera:
            shown(camera, "<p>first")
            dead = mains() - before
            for process in dead:
                kill(process)
            wait_until(lambda: camera._session is not None and not camera._session.browser.is_connected())
            assert seen(shown(camera, "<p>next")) == "next"

    def test_the_browser_is_started_anew_after_many_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(camera_module, "PAGES_PER_BROWSER", 2)
        before, used = browsers(), set()
        with Camera() as camera:
            for _ in range(3):
                shown(camera, "<p>text")
                used |= mains() - before
        assert len(used) == 2
        wait_for_the_end(used)


class TestTheEnd:
    def test_no_process_is_left(self) -> None:
        before = browsers()
        with Camera() as camera:
            shown(camera, "<p>text")
            ours = browsers_since(before)
            assert ours
        wait_for_the_end(ours)

    def test_not_after_an_error_either(self) -> None:
        before, ours = browsers(), set()

        def fail() -> None:
            with Camera() as camera:
                shown(camera, "<p>text")
                ours.update(browsers_since(before))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert ours
        wait_for_the_end(ours)

    def test_a_closed_camera_says_so(self) -> None:
        with Camera() as camera:
            pass
        with pytest.raises(ValueError, match="the camera is closed"):
            camera.shoot(Capture("page", b""))

    @pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_not_after_a_signal_either(self, sent: signal.Signals) -> None:
        code = (
            "from wrapture import Camera; from wrapture.model import Capture\n"
            "with Camera(scripts=True) as camera:\n"
            "    camera.shoot(Capture('first', b'<p>text')); print('up', flush=True)\n"
            f"    camera.shoot(Capture('second', {FOR_EVER.encode()!r}))\n"
        )
        before = browsers()
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"up\n"
        time.sleep(1)
        ours = browsers_since(before)
        assert ours
        child.send_signal(sent)
        _, said = child.communicate(timeout=PATIENCE_S)
        assert child.returncode != 0
        wait_for_the_end(ours)
        if sent is signal.SIGINT:
            assert said.decode().strip().endswith("KeyboardInterrupt")


def test_threads_may_share_a_camera(scripted: Camera) -> None:
    """A search of several sites renders in several threads; the first page to end closed those of the others."""
    pages = [
        f"<p>page {n}<script>setTimeout(() => document.body.append('!'), {300 - 100 * n})</script>" for n in range(3)
    ]
    with ThreadPoolExecutor(3) as threads:
        found = list(threads.map(partial(shown, scripted), pages))
    assert [page.text(page.body) for page in found] == ["page 0 !", "page 1 !", "page 2 !"]


def test_it_works_inside_an_event_loop(camera: Camera) -> None:
    async def notebook() -> str:
        return seen(shown(camera, "<p>text"))

    assert asyncio.run(notebook()) == "text"
