"""What the frame is given of a page: all its nodes, and nothing that could do anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.api import Serve, parse
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.studio.frame_view import frame_nodes
from wrapture.studio.shown_parts import PageParts

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.studio.desk_views import Data

HOSTILE = """<!DOCTYPE html><html onload=alert(1)><head><base href=http://evil.example/><meta http-equiv=refresh
content="0;url=http://evil.example/"><link rel=stylesheet href=http://evil.example/x.css><script>alert(2)</script>
<style>p{color:red}</style></head><body onfocus=alert(3)><a href="javascript:alert(4)" onclick=alert(5) ping=http://evil.example>x</a>
<img src=http://evil.example/i.png srcset="http://evil.example/2x.png 2x" onerror=alert(6) alt=cat>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<iframe src=http://evil.example srcdoc="<script>alert(7)</script>"></iframe>
<form action=http://evil.example><button formaction=http://evil.example autofocus>Go</button></form>
<object data=http://evil.example></object><embed src=http://evil.example>
<svg onload=alert(8)><use href="http://evil.example/s.svg#x"/><script>alert(9)</script></svg>
<video src=http://evil.example/v.mp4 poster=http://evil.example/p.png autoplay></video><td background=http://evil.example/b.png>
</body></html>"""


def nodes_of(html: str, **capture: str) -> Data:
    body = Capture("page.html", html.encode(), **capture)  # type: ignore[arg-type]  # fields of several types
    page = read_page(body)
    return frame_nodes(page, PageParts(page, body))


def test_every_node_keeps_its_number() -> None:
    page, nodes = parse(HOSTILE), nodes_of(HOSTILE)
    assert len(nodes["tags"]) == len(nodes["parents"]) == len(page)
    assert nodes["parents"] == list(page.parents)
    assert [tag.removeprefix("x-") for tag in nodes["tags"]] == list(page.tags)


def test_nothing_harmful_is_left() -> None:
    nodes = nodes_of(HOSTILE)
    assert not {"script", "iframe", "object", "embed", "base", "meta", "link"} & set(nodes["tags"])
    assert "alert" not in str(nodes)
    assert "evil" not in str(nodes)
    named = {name.lower() for found in nodes["attributes"].values() for name in found}
    assert not [name for name in named if name.startswith("on")]
    assert not named & {
        "srcset",
        "srcdoc",
        "action",
        "formaction",
        "ping",
        "poster",
        "background",
        "autofocus",
        "autoplay",
    }


def test_what_a_page_looks_like_is_kept() -> None:
    nodes = nodes_of(HOSTILE)
    link = nodes["tags"].index("a")
    assert nodes["attributes"][link] == {"href": "#"}
    images = [node for node, tag in enumerate(nodes["tags"]) if tag == "img"]
    assert nodes["attributes"][images[0]] == {"alt": "cat"}
    assert nodes["attributes"][images[1]]["src"].startswith("data:image/gif")
    assert "p{color:red}" in nodes["texts"].values()


@pytest.mark.parametrize(
    ("head", "mode"),
    [
        ("<!DOCTYPE html>", "standards"),
        ("\n<!-- hello --><!doctype html >", "standards"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/x.dtd">', "standards"),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">', "standards"),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', "quirks"),
        ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', "quirks"),
        ("", "quirks"),
    ],
)
def test_old_pages_are_laid_out_the_old_way(head: str, mode: str) -> None:
    assert nodes_of(f"{head}<p>x")["mode"] == mode


def test_a_saved_page_has_its_style_sheets_and_images(tmp_path: Path) -> None:
    (tmp_path / "look.css").write_text("p { color: green }")
    (tmp_path / "dot.gif").write_bytes(b"GIF89a")
    (tmp_path / "note.txt").write_text("secret")
    html = (
        '<link rel="stylesheet" href="look.css"><link rel=stylesheet href="../outside.css"><p><img src="dot.gif">'
        '<img src="note.txt"><img src="/etc/passwd"><img src="http://[">'
    )
    nodes = nodes_of(html, folder=str(tmp_path))
    assert list(nodes["sheets"].values()) == ["p { color: green }"]
    sources = [found["src"] for found in nodes["attributes"].values() if "src" in found]
    assert len(sources) == 1
    assert sources[0].startswith("data:image/gif;base64,")
    assert nodes_of(html)["sheets"] == {}


BACKGROUNDS = (
    '<link rel="stylesheet" href="css/look.css"><style>h1{background:#fff url(dot.gif) no-repeat}</style><h1>List</h1>'
    "<p style=\"color:red;background-image:url('dot.gif')\">a<p style='background:url(http://evil.example/x.gif)'>b"
    "<p style='background:url(http://[)'>c"
)


def test_background_images_are_embedded(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "look.css").write_text("@import 'http://['; li { background: url( ../dot.gif ) }")
    (tmp_path / "dot.gif").write_bytes(b"GIF89a")
    nodes = nodes_of(BACKGROUNDS, folder=str(tmp_path))
    embedded = 'url("data:image/gif;base64,R0lGODlh")'
    assert [sheet.strip() for sheet in nodes["sheets"].values()] == [f"li {{ background: {embedded} }}"]
    assert f"h1{{background:#fff {embedded} no-repeat}}" in nodes["texts"].values()
    styles = [found["style"] for found in nodes["attributes"].values() if "style" in found]
    assert styles == [f"color:red;background-image:{embedded}", "background:none", "background:none"]


def test_background_images_are_fetched_if_that_is_allowed() -> None:
    body = Capture("page.html", BACKGROUNDS.encode(), url="https://shop.example/list/")
    served = {
        "https://shop.example/list/css/look.css": Serve(b"li{background:url(../tile.png)}", "text/css"),
        "https://shop.example/list/tile.png": Serve(b"a strange type", 'image/png"'),
        "https://shop.example/list/dot.gif": Serve(b"GIF89a", "image/gif"),
    }
    asked: list[str] = []

    def load(address: str) -> Serve | None:
        asked.append(address)
        return served.get(address)

    page = read_page(body)
    parts = PageParts(page, body, load)
    parts.fetch()
    nodes = frame_nodes(page, parts)
    assert set(asked) == {*served, "http://evil.example/x.gif"}
    assert list(nodes["sheets"].values()) == ["li{background:none}"]
    assert 'background-image:url("data:image/gif;base64,R0lGODlh")' in str(nodes["attributes"])


@pytest.mark.parametrize("html", ["", "<frameset><frame src=a></frameset>", "<plaintext>x", "<p>" * 3000, "\ud800"])
def test_odd_pages_have_nodes_too(html: str) -> None:
    body = Capture("odd.html", html.encode("utf-8", "surrogatepass"))
    page = read_page(body)
    assert len(frame_nodes(page, PageParts(page, body))["tags"]) == len(page)
