"""Token strings: every encoding of one page, and what holds for any page under any of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import ugly_html
from wrapture.errors import PatternError
from wrapture.html.elements import NAMES, TEXT_LEVEL, VOID
from wrapture.html.lexbor import parse_page
from wrapture.html.lexical import LEXICAL_CLASSES
from wrapture.html.node_kinds import STRUCK_NAME
from wrapture.html.page import TEXT, Page
from wrapture.html.tokens import (
    ALL_TAG,
    BLOCK_CLASS,
    BLOCK_FIELD,
    BLOCK_LEVEL,
    ENCODINGS,
    RECORD_ENCODINGS,
    TEXT_SYMBOL,
    Encoding,
    begins_with_end_tag,
    custom_names,
    encode,
    holds_text,
    name_of,
    symbol,
    tokens_of,
)
from wrapture.html.tokens import TEXT_LEVEL as TEXT_LEVEL_ENCODING
from wrapture.model import Span

NO_END_TAGS = replace(BLOCK_LEVEL, name="block-level without end tags", end_tags=False)
encodings = st.sampled_from([*ENCODINGS.values(), NO_END_TAGS])

SAMPLE = (
    '<div class="Card big"><a href="/1"><b>Ti</b>tle</a> <em>new</em><br><img src=i.png> 4.1K <font>x</font>'
    "<svg><g></g></svg></div> <!-- no --> <my-card><p>last<script>no</script></my-card>"
)
EXPECTED = {
    "block-level": "DIV TEXT BR TEXT /DIV MY-CARD P TEXT /P /MY-CARD",
    "all-tag": "DIV A B TEXT /B TEXT /A EM TEXT /EM BR IMG TEXT FONT TEXT /FONT SVG G /G /SVG /DIV "
    "MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
    "no-physical": "DIV A TEXT /A EM TEXT /EM BR IMG TEXT FONT TEXT /FONT /DIV "
    "MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
    "no-logical": "DIV A B TEXT /B TEXT /A TEXT BR IMG TEXT FONT TEXT /FONT /DIV "
    "MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
    "no-special": "DIV B TEXT /B TEXT EM TEXT /EM BR TEXT /DIV MY-CARD P TEXT /P /MY-CARD",
    "text-level": "DIV A B C1Alph /B 0Alph /A EM 0Alph /EM BR IMG Num Punc Num CAlph FONT 0Alph /FONT SVG G /G /SVG "
    "/DIV MY-CARD P 0Alph SCRIPT /SCRIPT /P /MY-CARD",
    "line-level": "DIV A TEXT /A TEXT BR IMG TEXT /DIV MY-CARD P TEXT /P /MY-CARD",
    "no-markup": "DIV A TEXT /A TEXT BR IMG TEXT /DIV MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
    "link-level": "DIV A TEXT /A TEXT BR IMG TEXT /DIV MY-CARD P TEXT /P /MY-CARD",
    "all-class": "DIV.CARD A B TEXT /B TEXT /A EM TEXT /EM BR IMG TEXT FONT TEXT /FONT SVG G /G /SVG /DIV.CARD "
    "MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
    "block-class": "DIV.CARD TEXT BR TEXT /DIV.CARD MY-CARD P TEXT /P /MY-CARD",
    "block-field": "DIV.CARD TEXT BR TEXT /DIV.CARD MY-CARD P TEXT /P /MY-CARD",
    "block-cell": "DIV.CARD TEXT BR TEXT /DIV.CARD MY-CARD P TEXT /P /MY-CARD",
    "link-field": "DIV.CARD A TEXT /A TEXT BR IMG TEXT /DIV.CARD MY-CARD P TEXT /P /MY-CARD",
    "all-field": "DIV.CARD A B TEXT /B TEXT /A EM TEXT /EM BR IMG TEXT FONT TEXT /FONT SVG G /G /SVG /DIV.CARD "
    "MY-CARD P TEXT SCRIPT /SCRIPT /P /MY-CARD",
}


def contents(page: Page) -> Span:
    return Span(page.body.start + 1, page.body.stop)


def names(html: str, encoding: Encoding = BLOCK_LEVEL) -> str:
    page = parse_page(html)
    custom = custom_names(page, encoding)
    return " ".join(name_of(character, custom) for character in encode(page, encoding, contents(page)).symbols)


class TestEncodings:
    @pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=lambda encoding: encoding.name)
    def test_the_sample_page(self, encoding: Encoding) -> None:
        assert names(SAMPLE, encoding) == EXPECTED[encoding.name]

    def test_all_encodings_have_a_name_of_their_own(self) -> None:
        assert set(EXPECTED) == set(ENCODINGS)
        assert all(ENCODINGS[encoding.name] is encoding for encoding in RECORD_ENCODINGS)

    @pytest.mark.parametrize(
        ("html", "tokens"),
        [
            ("", ""),
            (" \n ", ""),
            ("a", "TEXT"),
            ("a<b>c</b>d", "TEXT"),
            ("a<script>x</script>b", "TEXT"),
            ("a<!-- x -->b", "TEXT"),
            ("a<br>b", "TEXT BR TEXT"),
            ("<p> </p>", "P /P"),
            ("<p>\N{NO-BREAK SPACE}</p>", "P /P"),
            ("<ul><li>a<li>b</ul>", "UL LI TEXT /LI LI TEXT /LI /UL"),
            ("<table><tr><td>a", "TABLE TBODY TR TD TEXT /TD /TR /TBODY /TABLE"),
            ("<a href=x><h2>a</h2></a>", "H2 TEXT /H2"),
            ("<svg><p>", "P /P"),
            ("<svg><foreignObject><div>a</div></foreignObject></svg>", "TEXT"),
            ("<x-a><x-b>c</x-b></x-a>", "X-A X-B TEXT /X-B /X-A"),
        ],
    )
    def test_block_level(self, html: str, tokens: str) -> None:
        assert names(html) == tokens

    def test_end_tags_that_may_be_left_out_are_left_out(self) -> None:
        assert names("<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl><p>e", NO_END_TAGS) == (
            "UL LI TEXT LI TEXT /UL DL DT TEXT DD TEXT /DL P TEXT"
        )

    def test_only_the_body_is_encoded(self) -> None:
        page = parse_page("<title>no</title><meta name=no><h1>Country Code</h1>")
        assert [name_of(character) for character in encode(page).symbols] == ["H1", "TEXT", "/H1"]

    def test_a_class_is_part_of_the_token_where_classes_count(self) -> None:
        html = '<li class="odd last">a<li class=ODD>b<li>c<li class="even"><span class=s>d</span>'
        assert names(html, BLOCK_CLASS) == "LI.ODD TEXT /LI.ODD LI.ODD TEXT /LI.ODD LI TEXT /LI LI.EVEN TEXT /LI.EVEN"


class TestTokenString:
    @given(ugly_html, encodings)
    @example("a<b><i></i></b><p>c", BLOCK_LEVEL)
    @example("<p>One 2, three</p>4", TEXT_LEVEL_ENCODING)
    def test_tokens_divide_the_nodes(self, html: str, encoding: Encoding) -> None:
        page = parse_page(html)
        tokens = encode(page, encoding)
        assert len(tokens.firsts) == len(tokens.symbols) + 1
        assert tokens.firsts == sorted(tokens.firsts)
        assert not tokens.symbols or page.body.start <= tokens.firsts[0] <= page.body.start + 1
        assert tokens.firsts[-1] == page.body.stop

    @given(ugly_html, encodings)
    def test_every_node_that_is_kept_belongs_to_its_own_token(self, html: str, encoding: Encoding) -> None:
        """A start tag's element is the last node of its token; a text lies in a token of text.

        What is skipped after the last token belongs to it, for there is no next one.  Encodings of fields take links and
        pictures for texts, and call struck elements the same.
        """
        page = parse_page(html)
        tokens = encode(page, encoding, contents(page))
        custom = custom_names(page, encoding)
        for token, character in enumerate(tokens.symbols):
            nodes = tokens.span(token, token + 1)
            name = name_of(character, custom)
            shown = page.text(nodes)
            if character == TEXT_SYMBOL and not encoding.lexical:
                assert shown or (encoding.fields and {"a", "img"} & set(page.tags[nodes.start : nodes.stop]))
            elif ord(character) >= 0x100:
                assert shown == ""
                assert begins_with_end_tag(character) == name.startswith("/")
                last = token == len(tokens.symbols) - 1
                if not name.startswith(("/", "*")) and not last and name != STRUCK_NAME.upper():
                    assert page.tags[nodes.stop - 1] == name.lower().split(".")[0]

    @given(ugly_html, encodings, st.data())
    def test_a_slice_of_tokens_is_a_span_of_nodes_and_back(
        self, html: str, encoding: Encoding, data: st.DataObject
    ) -> None:
        tokens = encode(parse_page(html), encoding)
        start = data.draw(st.integers(0, len(tokens.symbols)))
        stop = data.draw(st.integers(start, len(tokens.symbols)))
        span = tokens.span(start, stop)
        again = tokens.slice(span)
        assert tokens.span(*again) == span
        assert again[0] <= start
        assert again[1] <= stop

    @given(ugly_html, encodings)
    def test_the_tokens_of_a_sub_tree_are_those_of_the_page(self, html: str, encoding: Encoding) -> None:
        """A kept element encoded by itself gives the piece of the page's string that its nodes have."""
        page = parse_page(html)
        whole = encode(page, encoding)
        for node in range(page.body.start + 1, page.body.stop):
            if page.tags[node] == TEXT or page.tags[node] in encoding.skips or page.foreign:
                continue
            alone = encode(page, encoding, Span(node, page.stops[node])).symbols
            assert alone in whole.symbols

    @given(ugly_html, st.sampled_from(RECORD_ENCODINGS))
    def test_start_and_end_tags_are_balanced(self, html: str, encoding: Encoding) -> None:
        tokens = encode(parse_page(html), encoding)
        void = {symbol(tag.upper()) for tag in VOID}
        opened: list[str] = []
        for character, depth in zip(tokens.symbols, tokens.depths, strict=True):
            assert depth == len(opened)
            if begins_with_end_tag(character):
                assert ord(opened.pop()) == ord(character) - 1
            elif ord(character) >= 0x100 and character not in void:
                opened.append(character)
        assert not opened

    @given(ugly_html)
    def test_texts_that_meet_after_skipping_are_one(self, html: str) -> None:
        for encoding in ENCODINGS.values():
            if not encoding.lexical:
                assert TEXT_SYMBOL * 2 not in encode(parse_page(html), encoding).symbols

    def test_a_link_around_a_title_belongs_to_its_text(self) -> None:
        page = parse_page('<ul><li><a href="/1">Title</a> <img src=i.png></ul>', url="http://x.org")
        tokens = tokens_of(page)
        text = tokens.symbols.index(TEXT_SYMBOL)
        nodes = tokens.span(text, text + 1)
        assert page.links(nodes) == ["http://x.org/1"]
        assert page.images(nodes) == ["http://x.org/i.png"]
        assert page.text(nodes) == "Title"

    def test_a_picture_without_a_text_belongs_to_the_next_token(self) -> None:
        page = parse_page("<div><img src=i.png></div>")
        tokens = encode(page, BLOCK_LEVEL, contents(page))
        assert [name_of(c) for c in tokens.symbols] == ["DIV", "/DIV"]
        assert page.images(tokens.span(0, 1)) == []
        assert page.images(tokens.span(1, 2)) == ["i.png"]

    def test_the_words_of_the_text_level_stand_for_their_text_node_once(self) -> None:
        page = parse_page("<p>One 2, three</p>")
        tokens = encode(page, TEXT_LEVEL_ENCODING, contents(page))
        assert [name_of(c) for c in tokens.symbols] == ["P", "C1Alph", "Num", "Punc", "0Alph", "/P"]
        assert page.text(tokens.span(1, 2)) == "One 2, three"
        assert not tokens.span(2, 5)

    def test_a_page_is_encoded_once(self) -> None:
        page = parse_page(SAMPLE)
        assert tokens_of(page, ALL_TAG) is tokens_of(page, ALL_TAG)
        assert tokens_of(page) is not tokens_of(page, ALL_TAG)

    def test_encodings_of_one_name_are_not_mixed_up(self) -> None:
        page = parse_page("<ul><li>a<li>b</ul>")
        other = replace(BLOCK_LEVEL, end_tags=False)
        assert tokens_of(page, other).symbols == encode(page, other).symbols
        assert tokens_of(page, BLOCK_LEVEL).symbols == encode(page, BLOCK_LEVEL).symbols

    def test_deep_nesting_is_encoded_without_recursion(self) -> None:
        page = parse_page("<div>" * 10_000 + "x")
        tokens = encode(page, BLOCK_LEVEL, contents(page))
        assert tokens.symbols == symbol("DIV") * 10_000 + TEXT_SYMBOL + symbol("/DIV") * 10_000
        assert max(tokens.depths) == 10_000


class TestNames:
    @pytest.mark.parametrize("name", ["TEXT", *LEXICAL_CLASSES])
    def test_texts_read_back(self, name: str) -> None:
        assert name_of(symbol(name)) == name
        assert holds_text(symbol(name))
        assert not begins_with_end_tag(symbol(name))

    @pytest.mark.parametrize("slash", ["", "/"])
    def test_tags_read_back(self, slash: str) -> None:
        tokens = [slash + name.upper() for name in NAMES]
        assert [name_of(symbol(token)) for token in tokens] == tokens
        assert len({symbol(token) for token in tokens}) == len(NAMES)
        assert not any(holds_text(symbol(token)) for token in tokens)
        assert all(begins_with_end_tag(symbol(token)) == bool(slash) for token in tokens)

    @given(st.integers(0, 4095), st.sampled_from(["", "/"]))
    def test_hidden_names_read_back(self, bucket: int, slash: str) -> None:
        token = f"{slash}*{bucket:03X}"
        assert name_of(symbol(token)) == token

    @pytest.mark.parametrize("name", ["", "/", "*", "*XYZ", "*1000", "*-1", "/*"])
    def test_an_invalid_token_is_an_error(self, name: str) -> None:
        with pytest.raises(PatternError):
            symbol(name)

    @given(ugly_html, encodings)
    @example("<text>a</text>", ALL_TAG)
    @example("<svg><text>a</text></svg>", ALL_TAG)
    @example("<x-É>a</x-É>", BLOCK_LEVEL)
    @example("<x|y>a</x|y>", BLOCK_LEVEL)
    @example("<div class='[a|b]'>a</div>", BLOCK_CLASS)
    @example("<div class=-->a</div>", BLOCK_CLASS)
    @example("<p class=old-price>a</p><a><del>b", BLOCK_FIELD)
    @example("<svg><linearGradient/></svg>", ALL_TAG)
    def test_every_token_of_a_page_reads_back(self, html: str, encoding: Encoding) -> None:
        page = parse_page(html)
        custom = custom_names(page, encoding)
        for character in encode(page, encoding).symbols:
            name = name_of(character, custom)
            assert symbol(name) == character
            assert not set(name) & set("[]| ")

    def test_custom_elements_share_symbols_but_not_with_html(self) -> None:
        html_symbols = {symbol(name.upper()) for name in NAMES}
        assert not {symbol(f"X-{n}") for n in range(10_000)} & html_symbols
        assert symbol("MY-CARD") == symbol("my-card")
        assert symbol("/MY-CARD") == chr(ord(symbol("MY-CARD")) + 1)

    def test_no_symbol_is_a_surrogate(self) -> None:
        assert ord(symbol("/*FFF")) < 0xD800

    def test_names_of_custom_elements_are_those_of_the_page(self) -> None:
        page = parse_page("<my-card><li>a</my-card><x|y></x|y>")
        assert custom_names(page) == {symbol("MY-CARD"): "MY-CARD"}
        assert name_of(symbol("/MY-CARD"), custom_names(page)) == "/MY-CARD"

    def test_a_string_of_tags_holds_no_text(self) -> None:
        assert not holds_text(symbol("LI") + symbol("/LI"))
        assert holds_text(symbol("LI") + TEXT_SYMBOL)
        assert not holds_text("")
        assert not begins_with_end_tag("")

    def test_skipped_names_are_the_text_level(self) -> None:
        assert BLOCK_LEVEL.skips == TEXT_LEVEL
