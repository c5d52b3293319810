"""What forms send, held against what Chromium sends when the same button is pressed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from wrapture.capture.browser import find_browser
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.forms import encoded, entries, find_forms

from .conftest import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Page as Tab

    from wrapture.capture.camera import Camera

POLL_S: Final = 0.01  # how often the server looks if it shall end
PAGE: Final = "/page?old=1"
BOUNDARY: Final = re.compile(rb"----[A-Za-z0-9]+")


@dataclass
class Heard:
    """What a browser asked for: the path with the query, the body and its type."""

    path: str = ""
    body: bytes = b""
    content_type: str = ""


@dataclass
class Echo:
    """A server that shows one page and hears what its form sends."""

    port: int = 0
    page: bytes = b""
    content_type: str = "text/html"
    heard: list[Heard] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PAGE}"


@pytest.fixture
def echo() -> Iterator[Echo]:
    told = Echo()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == PAGE:
                self._answer(told.content_type, told.page)
            else:
                self._hear()

        def do_POST(self) -> None:
            self._hear()

        def _hear(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if "favicon" not in self.path:
                told.heard.append(Heard(self.path, body, self.headers.get("Content-Type") or ""))
            self._answer("text/html", b"<title>heard</title>")

        def _answer(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.port = server.server_port
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=server.serve_forever, args=[POLL_S], daemon=True)
    thread.start()
    yield told
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        yield browser.new_page()
        browser.close()


# ruff: noqa: ISC004 - a page is one string on several lines
SENT: Final[dict[str, tuple[str, Mapping[str, str]]]] = {
    "a search": (
        "<form action=/find?gone=1#top><input name=q><input type=hidden name=lang value=en>"
        "<input name=nothing value=''><input value=unnamed><input type=submit name=go value=Find></form>",
        {"q": "fish & chips ~ *-._ é 中 ☃"},
    ),
    "no action": ("<form><input name=q><button>Go</button></form>", {"q": "x"}),
    "posted": ("<form method=post><input name=q><textarea name=t>\n\na\nb</textarea><button>Go</button>", {"q": "a b"}),
    "multipart": (
        "<form method=post enctype=multipart/form-data action=/up><input name='a\"b'  value='1'><input name=q>"
        "<textarea name=t>x\ny</textarea><input type=file name=f><button name=b value=''>Go</button></form>",
        {"q": "é"},
    ),
    "plain": (
        "<form method=post enctype=text/plain action=/p><input name=q><input name=z value='1 2'><button>Go</button>",
        {"q": "a=b"},
    ),
    "selects": (
        "<form action=/s><select name=a><option value=1>One<option>  Two   words</select>"
        "<select name=b><option disabled>no<option>yes</select><select name=c size=3><option>x</select>"
        "<select name=d><option selected>1<option selected>2</select>"
        "<select name=e multiple><option selected>1<option selected>2<option disabled selected>3</select>"
        "<select name=f></select><select name=g><optgroup disabled><option>n</optgroup><option>y</select>"
        "<select name=h><option selected disabled>n<option>y</select><button>Go</button></form>",
        {"a": "Two words"},
    ),
    "boxes": (
        "<form action=/s><input type=checkbox name=a checked><input type=checkbox name=a value=2>"
        "<input type=checkbox name=b value='' checked><input type=radio name=r value=1 checked>"
        "<input type=radio name=r value=2 checked><input type=radio name=s value=1><button>Go</button></form>",
        {},
    ),
    "disabled": (
        "<form action=/s><fieldset disabled><legend><input name=a value=1><legend><input name=deep value=1></legend>"
        "</legend><legend><input name=b value=1></legend><input name=c value=1></fieldset><input name=d value=1 disabled>"
        "<input name=e value=1 readonly><input type=reset name=g value=1>"
        "<input type=button name=h value=1><output name=i>1</output><button>Go</button></form>",
        {},
    ),
    "types": (
        "<form action=/s><input type=email name=a value='  x@y.example '><input type=number name=b value=ten>"
        "<input type=number name=c value=1e3><input type=range name=d><input type=range name=e min=10 max=20 value=50>"
        "<input type=color name=f><input type=color name=g value='#ABCDEF'><input type=date name=h value=2024-02-03>"
        "<input type=date name=i value=tomorrow><input type=time name=j value=12:30><input type=nonsense name=k value=1>"
        "<input type=url name=l value=' http://x.example/ '><input name=m value='a&#10;b'><input type=tel name=n value=' 1 '>"
        "<input type=month name=o value=2024-13><input type=week name=p value=2024-W07>"
        "<input type=datetime-local name=q value=2024-01-02T03:04><input type=hidden name=r value='a&#10;b'>"
        "<input type=file name=s><input type=range name=t min=0 max=1 step=any><button>Go</button></form>",
        {},
    ),
    "an image": ("<form action=/s><input name=q><input type=image name=i src=data:,></form>", {"q": "1"}),
    "an unnamed image": ("<form action=/s><input name=q><input type=image src=data:,></form>", {"q": "1"}),
    "a button's own way": (
        "<form action=/s><input name=q><button name=b value=1 formaction=/other formmethod=post>Go</button></form>",
        {"q": "1"},
    ),
    "in a table": (
        "<input name=before value=1><table><form action=/s><tr><td><input name=q><td><button>Go</button></tr></form>"
        "<tr><td><input name=after value=1></table>",
        {"q": "1"},
    ),
    "ended too soon": ("<div><form action=/s></div><input name=q><button>Go</button></form><input name=n>", {"q": "1"}),
    "ended too late": ("<form action=/s><div></form><input name=q><button>Go</button></div><input name=n>", {"q": "1"}),
    "by name": (
        "<input name=q form=f><form id=f action=/s><input name=x value=1 form=nobody><input name=y value=2><button>Go</button>"
        "</form><input name=z value=3 form=f>",
        {"q": "1"},
    ),
    "one in another": (
        "<form action=/s><input name=q><form action=/t><input name=r value=1></form><input name=s value=1>"
        "<button form=x>no</button></form><button>no</button>",
        {"q": "1"},
    ),
    "a base": ("<base href=/deep/er/><form action=s><input name=q><button>Go</button></form>", {"q": "1"}),
    "a base without an action": ("<base href=/deep/er/><form action=''><input name=q><button>Go</button>", {"q": "1"}),
    "the encoding's name": (
        "<form action=/s accept-charset='klingon koi8-r utf-8'><input type=hidden name=_charset_ value=x><input name=q>",
        {"q": "Ж€"},
    ),
    "a direction": (
        "<form action=/s dir=rtl><input name=q dirname=q.dir><textarea name=t dirname=t.dir dir=ltr></textarea>",
        {"q": "1"},
    ),
    "in a template": (
        "<template><form action=/no><input name=n></form></template><form action=/s><template><input name=t></template>"
        "<input name=q></form>",
        {"q": "1"},
    ),
    "in comments and texts": (
        "<table><form action=/s><!-- </form> --><tr><td><textarea name=t></form></textarea><input name=q title='</form>'>"
        "<script>'</form>'</script><td><input name=r value=1></tr></form></table>",
        {"q": "1"},
    ),
}  # fmt: skip
CHARSETS: Final = (
    "utf-8",
    "windows-1252",
    "iso-8859-2",
    "koi8-r",
    "shift_jis",
    "gbk",
    "big5",
    "euc-kr",
    "euc-jp",
    "iso-2022-jp",
)
LETTERS: Final = "aä€\x81“中Ж한ｱ～\U0001f600"


@pytest.mark.parametrize("what", SENT)
def test_a_form_sends_what_chromium_sends(what: str, echo: Echo, tab: Tab) -> None:
    html, values = SENT[what]
    echo.page, echo.content_type = f"<!doctype html>{html}".encode(), "text/html; charset=utf-8"
    compare(echo, tab, values)


WAYS: Final = ("", "method=post", "method=post enctype=multipart/form-data")


@pytest.mark.parametrize(
    ("charset", "how"), [*((charset, "") for charset in CHARSETS), *(("iso-8859-2", how) for how in WAYS[1:])]
)
def test_characters_are_sent_as_chromium_sends_them(charset: str, how: str, echo: Echo, tab: Tab) -> None:
    echo.page = f"<!doctype html><form action=/s {how}><input name=q>".encode()
    echo.content_type = f"text/html; charset={charset}"
    compare(echo, tab, {"q": LETTERS})


def test_a_rendered_page_keeps_its_forms_together(camera: Camera) -> None:
    html = (
        "<table><form action=/s><tr><td><input name=a></tr></form></table><input name=out>"
        "<iframe srcdoc='<input name=in form=f><form id=f action=/t></form>'></iframe><form id=f><input name=b></form>"
    )
    forms = find_forms(shown(camera, html, url="http://a.example/p"))
    found = {form.action: [control.name for control in form.controls] for form in forms}
    assert found["http://a.example/s"] == ["a"]
    assert found["http://a.example/p"] == ["b"]
    assert ["in"] in found.values()


def compare(echo: Echo, tab: Tab, values: Mapping[str, str]) -> None:
    """Send the page's form both ways and hold them against each other."""
    theirs = sent_by_browser(echo, tab, values)
    capture = Capture("page", echo.page, echo.url, charset=echo.content_type.partition("charset=")[2])
    form = find_forms(read_page(capture))[0]
    ours = encoded(form, entries(form, values))
    split = urlsplit(ours.url)
    asked = f"{split.path}?{split.query}" if split.query or ours.url.endswith("?") else split.path
    assert (asked, *marked(ours.body, ours.content_type)) == (theirs.path, *marked(theirs.body, theirs.content_type))


def sent_by_browser(echo: Echo, tab: Tab, values: Mapping[str, str]) -> Heard:
    """Fill the first form in Chromium, press its first button (or Enter) and return what the server hears."""
    tab.goto(echo.url)
    for name, value in values.items():
        tab.evaluate(
            """([name, value]) => {
              const control = [...document.forms[0].elements].find(one => one.name === name);
              const option = [...(control.options || [])].find(one => one.text === value);
              if (option) option.selected = true; else control.value = value;
            }""",
            [name, value],
        )
    with tab.expect_navigation():
        tab.evaluate(
            """() => {
              const form = document.forms[0];
              const all = [...document.querySelectorAll("input, button")].filter(one => one.form === form);
              const button = all.find(one => ["submit", "image"].includes(one.type) && !one.disabled);
              if (button) button.click(); else form.requestSubmit();
            }"""
        )
    (heard,) = echo.heard
    return heard


def marked(body: bytes, content_type: str) -> tuple[bytes, str]:
    """Return a body with its own boundary replaced."""
    return BOUNDARY.sub(b"----", body), re.sub(r"boundary=.*", "boundary=", content_type)
