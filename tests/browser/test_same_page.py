"""Without scripts the page from a snapshot is the one from the parser, node for node; what is in frames comes on top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from tests.corpus.test_corpus import check_numbering
from wrapture.html.lexbor import read_html
from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.capture.camera import Camera
    from wrapture.html.page import Page

PAGES: Final = sorted([*(ROOT / "examples").glob("*.html"), *(ROOT / "tests" / "pages").glob("*/page.html")])
EVERY: Final = 8  # the sample is every 8th page of the corpus; all were compared once
KNOWN: Final = {"11_canoe.html"}
"""Chromium leaves the standard where ``</form>`` stands in a table inside the form: 1 of 498 pages."""

UGLY: Final = [
    "",
    "\0",
    "plain text",
    "<p>a\0b<svg>c\0d</svg><plaintext>e\0<b>",
    "<title>a <b>t</title><!-- c --><p>one<!-- two -->three",
    "<table><li><tr>x<a><td><a>y</table></a>",
    "<b><p>a</b>c<i>d</p></i>",
    "<svg viewBox='0 0 1 1'><linearGradient xlink:href=#a /><foreignObject><DIV>x</DIV></foreignObject><title>q</title></svg>",
    "<math definitionurl=x><mi>x</mi><annotation-xml encoding=text/html><p>y</annotation-xml></math>",
    "<template><p>in</template><noscript><p>no</noscript><textarea>\n\nta</textarea><pre>\n\npre</pre>",
    "<iframe>old <b>browsers</b></iframe><noembed>x<p></noembed><xmp><b></xmp><listing>\ny</listing>",
    "<frameset><frame src=a.html><noframes>x<p></noframes></frameset>",
    "<ul><li>one<li>two</ul><details>text<summary>s</summary></details><select><option>o<optgroup><option>p</select>",
    "<style>p::before{content:'x'}p::first-letter{color:red}</style><p>text<q>quoted</q>",
    "<p hidden>not shown<p style=display:none>nor this<p style=display:contents>but <b>this</b>",
    "<input value=x><button><b>press</b></button><video controls><p>old</video><object><p>fallback</object><audio>x</audio>",
    "<p>" + "long text " * 20_000 + "</p><pre>" + "0123456789\n" * 7_000,
    "<x-card A=1 a=2 B><o:p>&nbsp;</o:p></x-card><İ>dotted</İ><image src=a.png>",
    "<p>caf\u00e9 \U0001f600 \ufeff end\r\nof line\rend",
    "<div>" * 300 + "deep",
    "<meta http-equiv=refresh content='0;url=http://example.org/'><p>stays",
    "<html lang=en><body id=1><html class=x><body id=2 class=y>",
]


def columns(page: Page) -> list[tuple[object, ...]]:
    """Return the columns of a page row by row, without what stands in frames."""
    framed = {node for root in page.inner for node in range(root, page.stops[root])}
    kept = [node for node in range(len(page)) if node not in framed]
    numbers = {-1: -1, **{node: number for number, node in enumerate(kept)}}
    sizes = [sum(node not in framed for node in range(node, page.stops[node])) for node in kept]
    return [
        (page.tags[node], numbers[page.parents[node]], size, page.texts[node], _attributes(page, node))
        for node, size in zip(kept, sizes, strict=True)
    ]


def _attributes(page: Page, node: int) -> dict[str, str]:
    return {name: value or "" for name, value in page.attributes(node).items()}


def check_same(camera: Camera, capture: Capture) -> None:
    drawn, parsed = read_page(camera.shoot(capture)), read_html(capture)
    assert columns(drawn) == columns(parsed), capture.name
    assert (drawn.title, drawn.encoding, drawn.url) == (parsed.title, parsed.encoding, parsed.url)
    assert (drawn.foreign, drawn.base) == (parsed.foreign, parsed.base) or drawn.inner
    assert drawn.boxes is not None
    assert len(drawn.boxes.nodes) == len(drawn)
    check_numbering(drawn)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_our_own_pages(camera: Camera, path: Path) -> None:
    check_same(camera, Capture(str(path), path.read_bytes(), folder=str(path.parent)))


@pytest.mark.parametrize("html", UGLY, ids=range(len(UGLY)))
def test_ugly_pages(camera: Camera, html: str) -> None:
    check_same(camera, Capture("ugly", html.encode()))


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        ("<meta charset=latin1><p>Menü".encode(), None),  # a tool saved it in UTF-8
        ("<p>Menü".encode("latin-1"), None),
        ("<p>Menü".encode("latin-1"), "utf-8"),
        ("<p>\u0416\u0443\u043a".encode("koi8-r"), "koi8-r"),
        ("<p>日本語".encode("shift_jis"), "shift_jis"),
        ("\ufeff<p>Menü".encode("utf-16"), None),
        (b"\xef\xbb\xbf<meta charset=latin1><p>\xc3\xa9", "latin1"),
    ],
)
def test_the_browser_reads_the_charset_that_we_read(camera: Camera, body: bytes, charset: str | None) -> None:
    check_same(camera, Capture("page", body, charset=charset))


@pytest.mark.corpus
def test_real_pages(camera: Camera, shared: Path) -> None:
    paths = [path for path in sorted((shared / "corpus" / "lists").rglob("*.html"))[::EVERY] if path.name not in KNOWN]
    assert len(paths) >= 60
    for path in paths:
        check_same(camera, Capture(str(path), path.read_bytes()))
