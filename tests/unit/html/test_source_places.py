"""Places in the source: a reported place reads as the page displays it; an uncertain one is not reported."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.patience import cpu_time_below
from tests.strategies import Listing, gapped_listings, listings, table_templates, ugly_html
from wrapture.errors import HostilePageError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import TEXT, Page
from wrapture.html.source_places import MAX_TORN, SourcePlaces, places_of
from wrapture.model import Span

if TYPE_CHECKING:
    from pathlib import Path

TAGS: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|</>|<(?:[!?]|/[^a-zA-Z>])[^>]*>?|</?[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^>\"'])*>",
    re.DOTALL,
)
NAMES: Final = ("href", "class", "src")


def shrunk(text: str) -> str:
    return " ".join(text.split())


def read(page: Page, place: tuple[int, int]) -> str:
    """Return what a place reads as: tags stripped, references decoded, white space shrunk."""
    assert page.source is not None
    assert 0 <= place[0] <= place[1] <= len(page.source)
    return shrunk(html.unescape(TAGS.sub("", page.source[slice(*place)]).replace("\0", "")))


def shown(page: Page) -> list[int]:
    """Return the nodes that display more than white space."""
    return [node for node, text in enumerate(page.texts) if text and not text.isspace()]


def parsed(text: str) -> tuple[Page, SourcePlaces]:
    page = parse_page(text)
    return page, places_of(page)


# --- everything that is given reads right ---


@given(ugly_html)
@example("<svg><![CDATA[<a>b]]>c</svg>d")
@example("<table>a<tr>b<td>c</td>d</table>e")
@example("<p><b><p>a</b>b<script>'<a href=x>'</script>c")
@example("<p>\r\n&#10; a&ampb&notit;\0c&NotEqualTilde;</p")
@example("<font><font><font><font><p>a</font><p>b")
@example("\ud800a&#xF8FF;12&#xF8FF;b")
def test_every_text_that_has_a_place_reads_as_it_is_displayed(text: str) -> None:
    page, places = parsed(text)
    found = {node: places.text(Span(node, node + 1)) for node in shown(page)}
    told = {node: read(page, place) for node, place in found.items() if place is not None}
    assert told == {node: shrunk(page.texts[node]) for node in told}


@given(ugly_html)
def test_the_text_of_a_span_holds_its_nodes_and_no_others(text: str) -> None:
    page, places = parsed(text)
    for node in range(len(page)):
        span = Span(node, page.stops[node])
        place = places.text(span)
        if place is not None:
            inner = [n for n in shown(page) if n in span]
            within = [places.text(Span(n, n + 1)) for n in shown(page)]
            held = [n for n, p in zip(shown(page), within, strict=True) if p and place[0] <= p[0] and p[1] <= place[1]]
            assert held == inner


@given(ugly_html)
@example("<html class=a>x<html class=b href=c>")
@example("<a href=' x&copy=1&copy;2 '>a<p>b</a>c")
@example("<a href>a</a><a href=''>b</a><a HREF=a/>c</a>")
def test_every_attribute_that_has_a_place_reads_as_its_value(text: str) -> None:
    page, places = parsed(text)
    for node, name in [(node, name) for node in range(len(page)) for name in NAMES]:
        place = places.attribute(node, name)
        if place is not None:
            raw = text[slice(*place)]
            assert (page.attribute(node, name) or "").strip() in (raw, html.unescape(raw), raw.replace("&copy;", "©"))


@given(ugly_html)
def test_places_lead_back_to_their_nodes(text: str) -> None:
    page, places = parsed(text)
    for node in shown(page):
        place = places.text(Span(node, node + 1))
        if place is not None:
            back = places.nodes(*place)
            assert back is not None
            assert node in back


@given(listings() | gapped_listings() | listings(table_templates()))
def test_everything_on_a_list_page_has_its_place(listing: Listing) -> None:
    page, places = parsed(listing.html)
    for node in shown(page):
        place = places.text(Span(node, node + 1))
        assert place is not None
        assert read(page, place) == shrunk(page.texts[node])
        assert places.nodes(*place) == Span(node, node + 1)
    for node, tag in enumerate(page.tags):
        if tag == "a":
            place = places.attribute(node, "href")
            assert place is not None
            assert listing.html[slice(*place)] == page.attribute(node, "href")
            assert places.nodes(*place) == Span(node, node + 1)


@given(listings(), st.data())
def test_pieces_of_a_text(listing: Listing, data: st.DataObject) -> None:
    page, places = parsed(listing.html)
    node = data.draw(st.sampled_from(shown(page)))
    start = data.draw(st.integers(0, len(page.texts[node])))
    end = data.draw(st.integers(start, len(page.texts[node])))
    place, expected = places.piece(node, start, end), page.texts[node][start:end].strip()
    assert (place is None) == (expected == "")
    assert place is None or html.unescape(listing.html[slice(*place)]) == expected


# --- one by one ---


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("<p> one two\n</p>", "one two"),
        ("<p>&nbsp;one&nbsp;</p>", "one"),
        ("<p>&#32;&#x0A;&Tab;&lt;one&gt", "&lt;one&gt"),
        ("<p>one <b>two</b>\n three", "one <b>two</b>\n three"),
        ("<p>a < b > c</p>", "a < b > c"),
        ("<p>one<!-- > two --> three</p>", "one<!-- > two --> three"),
        ("<p>one</td>two</p>", "one</td>two"),
        ("<p title='>'>one</p>", "one"),
        ("<pre>\none\r\ntwo</pre>", "one\r\ntwo"),
        ("<title>two</title><p>one</p>", "one"),
        ("<svg><title/></svg><p>one</p>", "one"),
        ("<p>one<br>&nbsp;<br>two</p>", "one<br>&nbsp;<br>two"),
        ("<table>one<tr><td>two</td></tr></table>", "one<tr><td>two"),
        ("one<script>'</p>'</script>", "one"),
        ("\ufeffone", "\ufeffone"),
        ("<p>one</", "one</"),
    ],
)
def test_the_text_of_a_body(text: str, raw: str) -> None:
    page, places = parsed(text)
    place = places.text(page.body)
    assert place is not None
    assert text[slice(*place)] == raw


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ('<a class="x>y" href="/a?b=1&amp;c=2">', "/a?b=1&amp;c=2"),
        ("<a class=x HREF = '/a'>", "/a"),
        ("<a href=/a/>", "/a/"),
        ("<a\nhref=' /a '>", "/a"),
        ("<a href=a href=b>", "a"),
        ("<a title='href=z'href=a>", "a"),
        ("<a href='?x=1&copy=2'>", "?x=1&copy=2"),
        ("<a href=''>", ""),
    ],
)
def test_the_value_of_an_attribute(text: str, raw: str) -> None:
    page, places = parsed(text)
    place = places.attribute(page.tags.index("a"), "href")
    assert place is not None
    assert text[slice(*place)] == raw


def test_what_has_no_place() -> None:
    page, places = parsed("<a href>one</a><p> </p><xmp>two</xmp>")
    assert places.attribute(page.tags.index("a"), "href") is None
    assert places.attribute(page.tags.index("a"), "class") is None
    assert places.attribute(page.tags.index(TEXT), "href") is None
    assert places.text(Span(page.tags.index("p"), page.tags.index("xmp"))) is None
    assert places.text(Span(page.tags.index("xmp"), len(page))) is None
    assert places.text(Span(0, 0)) is None


def test_texts_that_the_parser_moved_are_not_taken_for_a_whole() -> None:
    page, places = parsed("<table>one<tr><td>two</td>three</table>")
    moved = page.texts.index("onethree")
    assert places.text(Span(moved, moved + 1)) is None
    assert places.piece(moved, 0, 3) == (7, 10)
    assert places.piece(moved, 3, 8) == (26, 31)


def test_characters_of_a_reference_have_its_place() -> None:
    page, places = parsed("<p>a&amp;b &NotEqualTilde;c")
    node = page.tags.index(TEXT)
    assert page.texts[node] == "a&b ≂̸c"
    found = [places.piece(node, at, at + 1) for at in range(len(page.texts[node]))]
    assert found == [(3, 4), (4, 9), (9, 10), None, (11, 26), (11, 26), (26, 27)]


def test_more_than_three_alike_formatting_elements() -> None:
    page, places = parsed("<font size=2>" * 5 + "<p>one</p></font><p><a href=x>two</a>" + "<b>" * 5 + "<p>three")
    assert [page.texts[node] for node in shown(page) if places.text(Span(node, node + 1))] == ["one", "two", "three"]
    assert places.attribute(page.tags.index("a"), "href") is not None


def test_a_tag_that_the_parser_repeats_has_one_place() -> None:
    page, places = parsed("<a href=x>one<p>two</p></a>")
    links = [node for node, tag in enumerate(page.tags) if tag == "a"]
    assert {places.attribute(node, "href") for node in links} == {(8, 9)}
    assert places.nodes(0, 10) == Span(links[0], links[0] + 1)


def test_nodes_of_a_place() -> None:
    page, places = parsed("<ul><li>one<li>two <b>three</b></ul>")
    assert [page.tags[node] for node in places.nodes(0, 3) or ()] == ["ul"]
    assert [page.texts[node] for node in places.nodes(9, 10) or ()] == ["one"]
    assert [page.tags[node] for node in places.nodes(11, 23) or ()] == ["li", TEXT, "b", TEXT]
    assert places.nodes(31, 35) is None
    assert places.nodes(99, 99) is None


def test_a_rendered_page_has_no_source() -> None:
    with pytest.raises(SourceError, match="drawn: a rendered page has no source to refer to: use the page as it"):
        places_of(Page("drawn", [], [], [], [], []))


# --- hostile pages ---


@pytest.mark.parametrize(
    "text",
    [
        "".join(map(chr, range(0xE000, 0xF900))),
        "<td a=1>x" * (MAX_TORN + 2),
    ],
)
def test_without_a_mark_there_is_no_place(text: str) -> None:
    page, places = parsed(text)
    assert places.text(page.body) is None
    assert places.nodes(0, len(text)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        *("<", "&", "<a", "<p>x", "<!--", "<!", "</", "<?", "<title/>", "<svg><title/>", "<script>", "<a href='x'>y"),
        *("&#0", "&#x", "&amp", "\0", "\r", "<td>x", "data-at-1 ", "<font size=2>x<p>", "<option>x", "<xmp>"),
        *("&" + "a" * 40, "&#" + "9" * 5000, "<i>x</p>", "<div>", "<a x='", "<table>x"),
    ],
)
def test_any_page_is_borne(piece: str) -> None:
    text = (piece * (300_000 // len(piece) + 1))[:300_000]
    try:
        page = parse_page(text)
    except HostilePageError:
        page = parse_page(text[:20_000])
    with cpu_time_below(20):
        places = places_of(page)
        for node in range(0, len(page), 10):
            places.text(Span(node, node + 1))
        places.nodes(0, len(text))


# --- real pages ---


def test_real_pages(shared: Path) -> None:
    texts = found = 0
    for path in sorted((shared / "corpus" / "lists").glob("**/*.htm*"))[::10]:
        page = wrapture.parse(path)
        places = places_of(page)
        for node in shown(page):
            place = places.text(Span(node, node + 1))
            texts += 1
            found += place is not None and read(page, place) == shrunk(page.texts[node])
    assert found >= 0.999 * texts > 0


# --- from the source to the page ---


def test_characters_and_elements_at_a_place() -> None:
    source = '<p title="x">Fish &amp; <b>chips</b>,\n now</p>'
    places = places_of(parse_page(source))
    page = parse_page(source)
    fish, chips, now = (node for node, text in enumerate(page.texts) if text.strip())
    assert places.characters(0, len(source)) == ((fish, 0), (now, 5))
    assert places.characters(*_span(source, "&amp; <b>chi")) == ((fish, 5), (chips, 2))
    assert places.characters(*_span(source, "&am")) is None  # a reference is one character, or none
    assert places.characters(*_span(source, "\n now")) == ((now, 3), (now, 5))
    assert places.characters(*_span(source, 'title="x"')) is None
    assert places.element(source.index("x")) == page.tags.index("p")
    assert places.element(source.index("<b>")) == page.tags.index("b")
    assert places.element(source.index("Fish")) is None
    assert places_of(parse_page("")).element(0) is None


def _span(source: str, piece: str) -> tuple[int, int]:
    return source.index(piece), source.index(piece) + len(piece)


@scaled(0.5)
@given(ugly_html)
def test_a_piece_that_has_a_place_is_found_there(source: str) -> None:
    page = parse_page(source)
    places = places_of(page)
    for node, text in enumerate(page.texts):
        place = places.piece(node, 0, len(text)) if text.strip() else None
        if place is not None:
            first = len(text) - len(text.lstrip())
            assert places.characters(*place) == ((node, first), (node, len(text.rstrip()) - 1))
