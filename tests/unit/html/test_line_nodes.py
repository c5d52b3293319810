"""Preformatted texts are one node per line, and everything else stays what it was."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wrapture.html import lexbor, line_nodes
from wrapture.html.boxes import Box, Boxes, TextBox
from wrapture.html.fine_tokens import fine_tokens
from wrapture.html.lexbor import parse_page
from wrapture.html.line_nodes import lines_in
from wrapture.html.page import TEXT, Page
from wrapture.html.shapes import Shapes
from wrapture.html.snapshot_boxes import boxes_by_line
from wrapture.html.source_places import places_of
from wrapture.html.tokens import ENCODINGS, LINE_LEVEL, LINK_LEVEL, encode, name_of
from wrapture.model import Span

INDEX = '<h1>Index</h1><pre><a href="a">a</a>  12K\n<a href="b">b</a>  1M\n\n<b>all\n</b>two\n</pre><p>End</p>'

markup = st.lists(
    st.sampled_from(
        ["one", "two ", "\n", "\n\n", " ", "\t", "<a href=x>", "</a>", "<b>", "</b>", "<hr>", "<img>", "&amp;"]
    )
).map(lambda pieces: f"before<pre>{''.join(pieces)}</pre>after")


def unsplit(html: str) -> Page:
    """Return a page with the texts as the parser has them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexbor, "line_nodes", lambda *_: None)
        return parse_page(html)


def names(html: str) -> str:
    page = parse_page(html)
    return " ".join(map(name_of, encode(page, LINE_LEVEL, page.contents).symbols))


class TestNodes:
    @given(st.text("a \t\n\r"))
    def test_the_lines_of_a_text_make_it_up(self, text: str) -> None:
        lines = lines_in(text)
        assert "".join(lines) == text
        assert all("\n" not in line.rstrip() for line in lines)

    @given(markup)
    @example(INDEX)
    @example("<pre>\n\na\n</pre>")
    def test_the_page_is_a_tree_as_before(self, html: str) -> None:
        page, whole = parse_page(html), unsplit(html)
        assert [tag for tag in page.tags if tag != TEXT] == [tag for tag in whole.tags if tag != TEXT]
        assert "".join(page.texts) == "".join(whole.texts)
        for node, parent in enumerate(page.parents):
            assert parent < node < page.stops[node] <= (page.stops[parent] if parent >= 0 else len(page))
        assert all(page.stops[line] == line + 1 and page.tags[line] == TEXT for line in page.lines)

    @given(markup)
    @example(INDEX)
    def test_texts_tokens_and_shapes_stay_what_they_were(self, html: str) -> None:
        page, whole = parse_page(html), unsplit(html)
        assert page.text(page.body) == whole.text(whole.body)
        assert fine_tokens(page).texts == fine_tokens(whole).texts
        assert Shapes(page).of(0, len(page)) == Shapes(whole).of(0, len(whole))
        for encoding in set(ENCODINGS.values()) - {LINE_LEVEL}:
            assert encode(page, encoding).symbols == encode(whole, encoding).symbols

    def test_a_page_of_too_many_lines_is_left_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(line_nodes, "MAX_LINES", 3)
        assert parse_page("<pre>a\nb\nc\n</pre>").lines
        assert not parse_page("<pre>a\nb\nc\nd\n</pre>").lines

    def test_texts_outside_are_left_alone(self) -> None:
        assert not parse_page("<p>a\nb\n</p><textarea>c\nd</textarea>").lines


class TestTokens:
    @pytest.mark.parametrize(
        ("html", "tokens"),
        [
            ("<pre>a\nb</pre>", "PRE P LINE TEXT /LINE LINE TEXT /LINE /P /PRE"),
            ("<pre>a\n\nb\n</pre>", "PRE P LINE TEXT /LINE /P P LINE TEXT /LINE /P /PRE"),
            ("<pre>a <a href=x>b</a>\nc</pre>", "PRE P LINE TEXT A TEXT /A /LINE LINE TEXT /LINE /P /PRE"),
            ("<pre><b>a\nb</b></pre>", "PRE P LINE TEXT /LINE LINE TEXT /LINE /P /PRE"),
            ("<pre>a<hr>b</pre>", "PRE P LINE TEXT /LINE /P HR P LINE TEXT /LINE /P /PRE"),
            ("<pre></pre><p>a\nb", "PRE /PRE P TEXT /P"),
            ("a\nb", "TEXT"),
        ],
    )
    def test_lines_are_elements(self, html: str, tokens: str) -> None:
        assert names(html) == tokens

    @given(markup)
    @example(INDEX)
    def test_tokens_stand_in_page_order_and_cover_the_page(self, html: str) -> None:
        page = parse_page(html)
        tokens = encode(page, LINE_LEVEL)
        assert tokens.firsts == sorted(tokens.firsts)
        assert (tokens.firsts[0], tokens.firsts[-1]) == (page.contents.start, page.contents.stop)
        assert len(tokens.firsts) == len(tokens.symbols) + 1

    @given(markup)
    def test_without_lines_it_is_the_link_level(self, html: str) -> None:
        page = parse_page(html.replace("\n", " "))
        symbols = encode(page, LINE_LEVEL).symbols
        lines = {"LINE", "/LINE", "P", "/P"}
        assert [one for one in symbols if name_of(one) not in lines] == list(encode(page, LINK_LEVEL).symbols)


class TestPlaces:
    def test_a_line_has_its_place_in_the_source(self) -> None:
        page = parse_page("<pre>\nOslo &amp; co\n  Bergen\n</pre>")
        places = places_of(page)
        found = [places.text(Span(node, node + 1)) for node in page.lines]
        assert [page.source[slice(*place)] for place in found if page.source and place] == ["Oslo &amp; co", "Bergen"]

    def test_each_line_has_its_boxes(self) -> None:
        whole = unsplit("<pre>ab\ncd\n</pre>")
        split = line_nodes.line_nodes(whole.tags, whole.stops, whole.texts)
        assert split is not None
        node = whole.texts.index("ab\ncd\n")
        one, other = Box(0, 0, 9, 9), Box(0, 10, 9, 9)
        boxes = Boxes([None] * len(whole), (TextBox(node, one, 0, 2), TextBox(node, other, 3, 5)), frozenset(), 10, 20)
        found = boxes_by_line(boxes, split)
        assert found.texts == (TextBox(node, one, 0, 2), TextBox(node + 1, other, 0, 2))
        assert found.nodes[node : node + 2] == [one, other]


class TestGaps:
    def test_gaps_are_kept_if_asked_for(self) -> None:
        page = parse_page("<pre>  Oslo   59.9\t10.7 \n Vardo  70.4</pre>")
        assert page.text(page.body) == "Oslo 59.9 10.7\nVardo 70.4"
        assert page.text(page.body, gaps=True) == "Oslo  59.9  10.7\nVardo  70.4"
