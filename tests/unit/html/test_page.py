"""A page is numbered in document order, has the text that a person sees, and accepts any input."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import ugly_html
from wrapture.html.lexbor import UNNUMBERED, parse_page, parse_tree
from wrapture.html.page import TEXT, Page
from wrapture.html.parsing import read_page
from wrapture.model import Capture, Span

URL = "https://example.org/dir/page.html"


def text_of(html: str) -> str:
    page = parse_page(html)
    return page.text(page.body)


def node_of(page: Page, tag: str) -> int:
    return page.tags.index(tag)


def hrefs(html: str, url: str | None = URL) -> list[str]:
    page = parse_page(html, url=url)
    return page.links(page.body)


class TestNumbering:
    @given(st.one_of(ugly_html, st.text(max_size=60)))
    @example("")
    @example("\0")
    @example("<")
    @example("<table><li><tr>x<a><td><a>y</table></a>")
    @example("<b><p>a</b>c<i>d</p></i>")
    @example("<svg><p>out again")
    @example("<frameset><frame></frameset>after")
    @example("<template><li>x")
    @example("<head><div>x</head><body a=1><body b=2></html>y")
    def test_nodes_are_numbered_in_document_order(self, html: str) -> None:
        page = parse_page(html)
        n = len(page)
        assert n == len(page.parents) == len(page.stops) == len(page.texts)
        assert [node for node in range(n) if page.parents[node] < 0] == [0]
        assert page.stops[0] == n
        for node in range(1, n):
            parent = page.parents[node]
            assert 0 <= parent < node < page.stops[node] <= page.stops[parent]
            assert page.tags[parent] != TEXT

    @given(ugly_html)
    def test_siblings_are_contiguous(self, html: str) -> None:
        page = parse_page(html)
        for node in range(len(page)):
            children = page.children(node)
            edges = [node + 1, *(page.stops[child] for child in children)]
            assert edges[:-1] == children
            assert edges[-1] == page.stops[node]
            assert all(page.parents[child] == node for child in children)

    @given(ugly_html)
    def test_only_texts_have_text_and_only_elements_attributes(self, html: str) -> None:
        page = parse_page(html)
        for node, tag in enumerate(page.tags):
            assert tag == TEXT or not page.texts[node]
            assert tag != TEXT or (page.attributes(node) == {} and page.attribute(node, "href") is None)

    @given(ugly_html)
    def test_offsets_count_the_displayed_characters(self, html: str) -> None:
        page = parse_page(html)
        for node in range(len(page)):
            assert page.offsets[node + 1] - page.offsets[node] == len(page.texts[node].strip())

    @given(ugly_html, st.data())
    def test_text_of_a_span_is_grown_and_comes_from_it_alone(self, html: str, data: st.DataObject) -> None:
        page = parse_page(html)
        start = data.draw(st.integers(0, len(page)))
        span = Span(start, data.draw(st.integers(start, len(page))))
        text = page.text(span)
        assert text == " ".join(text.split())
        assert "".join(text.split()) == "".join("".join(page.texts[node].split()) for node in span)

    def test_the_numbers_of_a_small_page(self) -> None:
        page = parse_page("<ul><li>a<b>c</b><!-- no --><li>d</ul>")
        assert page.tags == ["html", "head", "body", "ul", "li", TEXT, "b", TEXT, "li", TEXT]
        assert page.parents == [-1, 0, 0, 2, 3, 4, 4, 6, 3, 8]
        assert page.stops == [10, 2, 10, 10, 8, 6, 8, 8, 10, 10]
        assert page.children(3) == [4, 8]
        assert repr(page) == "<Page 'page': 10 nodes>"

    def test_deep_nesting_is_walked_without_recursion(self) -> None:
        page = parse_page("<div>" * 20_000 + "x")
        assert len(page) == 20_004
        assert page.parents[-1] == 20_002
        assert page.text(page.body) == "x"
        assert page.offsets[-1] == 1

    def test_a_page_of_nothing_has_a_body(self) -> None:
        page = parse_page("")
        assert page.tags == ["html", "head", "body"]
        assert (page.text(page.body), page.title, page.frames) == ("", "", False)

    @given(st.binary(max_size=200))
    def test_any_bytes_are_a_page(self, body: bytes) -> None:
        page = read_page(Capture("any", body, url=URL))
        assert (page.name, page.url) == ("any", URL)
        assert page.stops[0] == len(page)


class TestText:
    @pytest.mark.parametrize(
        ("html", "text"),
        [
            ("comp<b>uter</b>s", "computers"),
            ("<p>comp<b>uter</b>s</p><p>and</p>", "computers and"),
            ("<span>a</span><span>b</span>", "a b"),
            ("<b>a</b><i>b</i>", "ab"),
            ("<b>W</b>ord, Wor<span>d</span>, <span>Wor</span><mark>d</mark>", "Word, Word, Word"),
            ("<a>New</a><span>York</span><span>, NY</span>", "New York, NY"),
            ("<span>(</span><a>12</a><span>)</span>", "(12)"),
            ("<span><i>Ol</i>d</span><small>Ünder</small>", "Old Ünder"),
            ("<span>日本</span><span>語</span>", "日本語"),
            ("long<wbr>word<!-- -->s", "longwords"),
            ("$19<sup>97</sup>", "$19 97"),
            ("$19<span>97</span>", "$19 97"),
            ("84 m<sup>2</sup>, 1<sup>st</sup>", "84 m2, 1st"),
            ("<span>a</span> <span>b</span>", "a b"),
            ("a<br>b", "a b"),
            ("a<hr>b", "a b"),
            ("<table><tr><td>a<td>b<tr><td>c</table>d", "a b c d"),
            ("a<div>b</div>c", "a b c"),
            ("<ul><li>a<li>b</ul>", "a b"),
            ("<my-card>a</my-card><my-card>b</my-card>", "a b"),
            ("a<div></div>b", "a b"),
            ("a<p><b>b</b></p>c", "a b c"),
            ("a\n\t  b\N{NO-BREAK SPACE}c", "a b c"),
            ("<pre>a\nb</pre>", "a\nb"),
            ("a&lt;b&amp;c", "a<b&c"),
            ("a\0b", "ab"),
            ("<p>a<p>b<i>c<p>d", "a bc d"),
            ("x<sup>2</sup>", "x2"),
            ("<svg><text>drawn</text></svg>", "drawn"),
            ("<button>press</button>", "press"),
        ],
    )
    def test_what_a_person_reads(self, html: str, text: str) -> None:
        assert text_of(html) == text

    @pytest.mark.parametrize(
        "silent",
        [
            "<script>no</script>",
            "<style>no</style>",
            "<template><p>no</p></template>",
            "<noscript><p>no</p></noscript>",
            "<noembed>no</noembed>",
            "<iframe>no</iframe>",
            "<textarea>no</textarea>",
            "<title>no</title>",
            "<!-- no -->",
            "<?no?>",
            "<svg><title>no</title></svg>",
            "<svg><desc><b>no</b></desc></svg>",
            "<svg><style>no</style><defs><text>no</text></defs></svg>",
            "<math><annotation>no</annotation></math>",
        ],
    )
    def test_hidden_text_is_not_text(self, silent: str) -> None:
        assert text_of(f"<div>a {silent} b</div>") == "a b"

    def test_texts_of_several_spans(self) -> None:
        page = parse_page("<p>a<p>b<p><p>c")
        spans = [Span(node, page.stops[node]) for node in page.children(page.body.start)]
        assert page.texts_of(spans) == "a b c"
        assert page.text(spans[1]) == "b"
        assert page.text(Span(3, 3)) == ""

    def test_the_title(self) -> None:
        assert parse_page("<title> Some\n Country  Codes </title>x").title == "Some Country Codes"
        assert parse_page("x").title == ""

    def test_the_title_of_a_drawing_is_not_the_title_of_the_page(self) -> None:
        assert parse_page("<svg><title>icon</title></svg>").title == ""


class TestFrames:
    def test_a_frameset_page_says_so(self) -> None:
        page = parse_page("<frameset cols=50%,*><frame src=a.html><frame src=b.html><noframes>no</noframes></frameset>")
        assert page.frames
        assert page.tags[page.body.start] == "frameset"
        assert page.text(page.body) == ""

    @pytest.mark.parametrize("html", ["", "<p>x", "<iframe src=x></iframe>"])
    def test_other_pages_do_not(self, html: str) -> None:
        assert not parse_page(html).frames


class TestAddresses:
    @pytest.mark.parametrize(
        ("written", "absolute"),
        [
            ("x", "https://example.org/dir/x"),
            (" x\n", "https://example.org/dir/x"),
            ("/x?q=1&amp;r=2#f", "https://example.org/x?q=1&r=2#f"),
            ("../x", "https://example.org/x"),
            ("//other.org/x", "https://other.org/x"),
            ("?p=2", "https://example.org/dir/page.html?p=2"),
            ("", URL),
            ("http://other.org/x", "http://other.org/x"),
            ("javascript:go(1)", "javascript:go(1)"),
            ("mailto:a@b.org", "mailto:a@b.org"),
            ("data:text/plain,x", "data:text/plain,x"),
            ("http://[broken", "http://[broken"),
            ("//[broken", "//[broken"),
            ("//a]b/c", "//a]b/c"),
        ],
    )
    def test_links_are_absolute_and_broken_ones_as_written(self, written: str, absolute: str) -> None:
        assert hrefs(f'<a href="{written}">x</a>') == [absolute]

    @pytest.mark.parametrize("written", ["x", "/x", "http://[broken", "javascript:go(1)", "http://other.org/x"])
    def test_without_an_address_of_the_page_links_stay_as_written(self, written: str) -> None:
        assert hrefs(f'<a href="{written}">x</a>', url=None) == [written]

    def test_scripts_in_capitals_are_no_addresses_either(self) -> None:
        assert hrefs('<a href="JavaScript:go(1)">x</a>') == ["JavaScript:go(1)"]

    @pytest.mark.parametrize(
        ("base", "link"),
        [
            ("https://cdn.org/root/", "https://cdn.org/root/x"),
            ("/root/", "https://example.org/root/x"),
            ("", "https://example.org/dir/x"),
        ],
    )
    def test_base_is_where_addresses_start(self, base: str, link: str) -> None:
        page = parse_page(f'<base href="{base}"><a href=x><img src=i.png></a>', url=URL)
        assert page.links(page.body) == [link]
        assert page.images(page.body) == [link.removesuffix("x") + "i.png"]

    def test_the_first_base_with_an_address_counts(self) -> None:
        assert hrefs('<base target=_top><base href="/a/"><base href="/b/"><a href=x>') == ["https://example.org/a/x"]

    def test_a_base_of_its_own_is_enough(self) -> None:
        assert hrefs('<base href="https://cdn.org/"><a href=x>', url=None) == ["https://cdn.org/x"]

    def test_what_is_a_link(self) -> None:
        html = "<a href=1>x</a><a name=2>x</a><map><area href=3></map><a href>x</a><link href=4><img src=5><img alt=6>"
        page = parse_page(html)
        assert page.links(page.body) == ["1", "", "3"]
        assert page.images(page.body) == ["5"]

    def test_only_links_that_start_in_the_span(self) -> None:
        page = parse_page("<p><a href=1>x</a><p><a href=2>y</a>", url=URL)
        first, second = page.children(page.body.start)
        assert page.links(Span(second, page.stops[second])) == ["https://example.org/dir/2"]
        assert page.links(Span(first + 2, page.stops[first])) == []

    def test_attributes(self) -> None:
        page = parse_page('<p CLASS="a b" hidden data-x=1>')
        node = node_of(page, "p")
        assert page.attribute(node, "class") == "a b"
        assert page.attribute(node, "hidden") == ""
        assert page.attribute(node, "href") is None
        assert set(page.attributes(node)) == {"class", "hidden", "data-x"}
        assert page.address(node, "href") is None


@given(ugly_html)
def test_the_structure_is_that_of_the_parser(html: str) -> None:
    page, root = parse_page(html), parse_tree(html).root
    assert root is not None
    elements = [node for node in root.traverse(include_text=True) if (node.tag or "-other") not in UNNUMBERED]
    assert len(elements) == len(page)
    numbers = {element.mem_id: number for number, element in enumerate(elements)}
    for number, element in enumerate(elements):
        above = element.parent
        assert page.parents[number] == (numbers.get(above.mem_id, -1) if above is not None else -1)
