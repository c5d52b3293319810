"""Markup lies on the nodes that it was written of, or is not proved; nothing is taken for what it is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import listings, ugly_html
from wrapture.compiled.markup import UNCLOSED, UnprovedError, lexemes_of, taken_apart, unescaped
from wrapture.html.elements import VOID
from wrapture.html.lexbor import Node, excerpt, parse_page, parse_tree
from wrapture.html.page import TEXT, Page

EXAMPLES = settings(max_examples=200, deadline=None)


def elements(html: str) -> list[Node]:
    body = parse_tree(html).body
    return body.css("*") if body is not None else []


def proved(node: Node) -> Page | None:
    """Return an element as a page after checking its lexemes, None where they are not proved."""
    page = excerpt([node])
    try:
        lexemes = lexemes_of(node.html or "", page)
    except UnprovedError:
        return None
    texts = {one.node: unescaped(one.written) for one in lexemes if one.sort == "text"}
    tags = {one.node: taken_or_name(one.written) for one in lexemes if one.sort == "start"}
    assert {number: page.texts[number] or text for number, text in texts.items()} == texts
    assert tags == {number: tag for number, tag in enumerate(page.tags) if tag != TEXT}
    return page


def taken_or_name(tag: str) -> str:
    try:
        return taken_apart(tag)[0]
    except UnprovedError:
        return tag.partition(" ")[0]


@EXAMPLES
@given(ugly_html)
def test_ugly_markup_is_proved_or_not(html: str) -> None:
    for node in elements(html):
        proved(node)


@EXAMPLES
@given(listings())
def test_usual_markup_is_proved(listing) -> None:  # type: ignore[no-untyped-def]
    for node in elements(listing.html):
        assert proved(node) is not None


@pytest.mark.parametrize(
    ("html", "is_proved"),
    [
        ("<p>R&amp;D &lt;b&gt;&nbsp;&quot;</p>", True),
        ("<p a='<b> \"x\" &amp;'>x</p>", True),
        ("<p><!-- a > b --><i>c</i><!----></p>", True),
        ("<p><script>if (a<b) '<li>'</script>x</p>", True),
        ("<p><script><!-- a<b --></script>x</p>", True),
        ("<p><spacer>x</p>", True),
        ("<p><textarea><li></textarea></p>", True),
        ("<p a'b=1 c\"d=2>x</p>", True),
        ("<p><script><!--<script></script>--></script>x</p>", False),
        ("<p><svg><path/></svg></p>", False),
        ("<p><template><i>x</i></template></p>", False),
        ("<div><pre>a</pre></div>", False),
    ],
)
def test_what_is_proved(html: str, is_proved: bool) -> None:
    assert (proved(elements(html)[1]) is not None) is is_proved


@EXAMPLES
@given(st.text(st.sampled_from("a&;<>\"'\u00a0 lt#0ampnbsquo"), max_size=20))
def test_what_is_written_is_read_again(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    (node,) = elements(f'<p title="{escaped}">{escaped}</p>')[1:]
    (_, value), *_ = taken_apart((node.html or "")[1:].partition(">")[0])[1]
    assert unescaped(value) == text
    assert unescaped((node.html or "").partition(">")[2].removesuffix("</p>")) == text


def test_what_is_written_without_an_end_tag() -> None:
    for name in VOID - {"frame", "image"}:  # the one stands in a frameset, the other becomes img
        body = parse_tree(f"<table><colgroup><{name}></table><p><{name} a=1>x").body
        written = (body.html or "") if body is not None else ""
        assert (f"</{name}>" in written) is (name not in UNCLOSED), name


@EXAMPLES
@given(ugly_html, st.integers(1, 30))
def test_an_excerpt_is_a_piece_of_its_page(html: str, most: int) -> None:
    page = parse_page(html)
    tree = parse_tree(html)
    body = tree.body
    if body is None or body.parent is None or page.foreign:  # a frameset puts the body out of the tree
        return
    start, stop = page.body.start, page.body.stop
    for part in (excerpt([body]), excerpt([body], most=most)):
        size = len(part)
        assert list(part.tags) == list(page.tags[start : start + size])
        assert list(part.stops) == [min(one - start, size) for one in page.stops[start : start + size]]
        assert list(part.parents) == [
            max(one - start, -1) if n else -1 for n, one in enumerate(page.parents[start:][:size])
        ]
        assert list(part.texts) == list(page.texts[start : start + size]) or size < stop - start
    assert len(excerpt([body])) == stop - start


def test_relative_addresses_of_an_excerpt_start_from_its_base() -> None:
    (node,) = elements("<p><base href=http://no.example/><a href=x>y</a>")[1:2]
    page = excerpt([node], "http://b.example/c/")
    assert page.address(page.tags.index("a"), "href") == "http://b.example/c/x"
