"""Tokens, matches and pages that are read off markup are those of the numbered page."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wrapture
from tests.strategies import ugly_html
from tests.unit.compiled.mutations import PUT_IN, placeless
from wrapture.compiled import CompiledReader, compile_wrapper, patterns
from wrapture.compiled.bodytokens import Body, Symbols
from wrapture.compiled.markup import UnprovedError
from wrapture.compiled.masking import masked
from wrapture.compiled.matching import Finder, Patterns
from wrapture.compiled.numbering import numbered
from wrapture.compiled.patterns import PatternReader
from wrapture.extraction.reading import extract_page
from wrapture.html.lexbor import Node, excerpt, parse_page, parse_tree
from wrapture.html.tokens import ENCODINGS, tokens_of
from wrapture.model import PatternLocator

PLAIN = [name for name, encoding in ENCODINGS.items() if not encoding.lexical and not encoding.classes]
PIECES = (
    *PUT_IN,
    "<ul><li>",
    "<li>x</li>",
    "<my-card>y</my-card>",
    "text",
    "&nbsp;",
    "<a href=x>",
    "</a>",
    "<svg><title>t</title><g><path/></g></svg>",
    "<svg><desc>d</desc><style>a{}</style><text>shown</text></svg>",
    "<svg><defs><text>no</text><defs></defs>x</defs></svg>",
    "<svg><foreignObject><p>p</p><textarea>x</textarea></foreignObject></svg>",
    "<svg><style>&lt;/style>&lt;/svg></style></svg>",
    "<svg><svg></svg></svg>",
    "<noscript><p>n<noscript>m</noscript></p></noscript>",
    "<template><template>x</template>y</template>",
    "<script>document.write('<script>x<\\/script>')</script>",
    "<p a<b=1>",
    "<a <!--x=1>",
    "<x<li>z",
    "<?php if (a<b) echo '<li>' ?>",
    "<plaintext>",
    "<image><spacer>",
)
odd_html = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
any_html = st.one_of(ugly_html, odd_html)
MANY = settings(max_examples=300, deadline=None)


def body_of(html: str) -> Node:
    """Return the body of a page that begins with a line, so that it is no frameset."""
    body = parse_tree(f"<hr>{html}").body
    assert body is not None
    return body


@MANY
@given(any_html, st.sampled_from(PLAIN))
def test_tokens_are_those_of_the_page(html: str, name: str) -> None:
    encoding = ENCODINGS[name]
    try:
        body = Body(body_of(html).html or "", Symbols(encoding))
    except UnprovedError:
        return
    expected = tokens_of(parse_page(f"<hr>{html}"), encoding)
    tokens = body.tokens(body.start, body.stop)
    assert tokens.symbols == expected.symbols


@MANY
@given(any_html, st.booleans())
def test_places_stay_what_they_are(html: str, skips_foreign: bool) -> None:
    markup = body_of(html).html or ""
    try:
        clear = masked(markup, skips_foreign=skips_foreign).markup
    except UnprovedError:
        return
    assert len(clear) == len(markup)
    assert all(one in (other, " ") for one, other in zip(clear, markup, strict=True))


@MANY
@given(any_html)
def test_what_is_numbered_is_what_the_nodes_would_be(html: str) -> None:
    body = body_of(html)
    expected = excerpt([body])
    try:
        page = numbered(body.html or "")
        attributes = [page.attributes(node) for node in range(len(page))]
    except UnprovedError:
        return
    assert (page.tags, page.parents, page.stops, page.texts, page.foreign) == (
        expected.tags,
        expected.parents,
        expected.stops,
        expected.texts,
        expected.foreign,
    )
    for node, found in enumerate(attributes):
        assert found == {key: value or "" for key, value in expected.attributes(node).items()}


@pytest.mark.parametrize("drawing", ["<svg><script><a>", "<svg><style><g>x</g>"])
def test_a_script_in_a_drawing_may_hold_elements(drawing: str) -> None:
    with pytest.raises(UnprovedError):
        numbered(body_of(drawing).html or "")


def test_a_script_in_a_drawing_that_holds_a_text() -> None:
    body = body_of("<math><script>a</script>")
    expected, page = excerpt([body]), numbered(body.html or "")
    assert (page.tags, page.stops, page.texts) == (expected.tags, expected.stops, expected.texts)


@pytest.mark.parametrize("markup", ["<li>", "</li>", "x</a>y", "<b><i></b></i>", "<xmp></xmp>", "<p a<b>", "<script>"])
def test_what_is_not_whole_is_not_numbered(markup: str) -> None:
    with pytest.raises(UnprovedError):
        numbered(markup)


# --- matches ---

POOL = ("LI", "/LI", "TEXT", "A", "/A", "P", "/P", "BR", "UL", "[LI|P]", "[TEXT|-]", "[BR|-]", "[P|-]", "MY-CARD")
notations = st.lists(st.sampled_from(POOL), min_size=1, max_size=6).map(" ".join)


@MANY
@given(any_html, st.sampled_from(PLAIN), st.lists(notations, min_size=1, max_size=2).map(tuple))
def test_matches_are_those_of_the_page(html: str, name: str, written: tuple[str, ...]) -> None:
    try:
        sought = Patterns(written, ENCODINGS[name])
        body = Body(body_of(html).html or "", Symbols(ENCODINGS[name]))
    except UnprovedError:
        return
    tokens = tokens_of(parse_page(f"<hr>{html}"), ENCODINGS[name])
    finder, found = Finder(sought, body), []
    finder._size = 8  # so that most matches are cut at first
    tag = finder.next_tag(body.start)
    while tag >= 0 and (match := finder.find(tag)) is not None:
        found.append(match.symbols)
        tag = finder.next_tag(match.stop)
    assert found == [tokens.symbols[start:stop] for start, stop in sought.matcher.find(tokens.symbols)]


@pytest.mark.parametrize("notation", ["TEXT LI", "[TEXT|-] LI", "[LI|TEXT]"])
def test_a_match_may_not_begin_with_a_text(notation: str) -> None:
    with pytest.raises(UnprovedError):
        Patterns((notation,), ENCODINGS["block-level"])


@pytest.mark.parametrize("name", sorted(set(ENCODINGS) - set(PLAIN)))
def test_some_encodings_are_not_compiled(name: str) -> None:
    with pytest.raises(UnprovedError):
        Patterns(("LI",), ENCODINGS[name])


def test_only_what_follows_may_change_a_match() -> None:
    sought = Patterns(("LI TEXT [BR|-]",), ENCODINGS["block-level"])
    symbols = tokens_of(parse_page("<li>x<br>"), ENCODINGS["block-level"]).symbols
    assert [sought.is_sure(symbols[:size]) for size in (1, 2, 3, 4)] == [False, False, True, False]


# --- records ---

ROWS = "".join(
    f"<li class=r><a href=/{n}>Item {n}</a> <b>{n} euro</b>{'<p>more' * (n % 4)}</li>\n<!-- {n} -->" for n in range(24)
)
PAGE = f"<h1>All</h1><ul><li>Home<li>About</ul><ul>{ROWS}</ul><ul><li>End</ul>"
WRAPPER = wrapture.learn(parse_page(PAGE), learner="repeats")
WRITTEN = (
    ("LI TEXT /LI",),
    ("LI TEXT [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] /LI",),
    ("LI TEXT",),
    ("LI TEXT [P|-] [TEXT|-]",),
    ("LI",),
    ("/LI LI TEXT",),
    ("/LI [/UL|-]",),
    ("P TEXT /P", "LI TEXT /LI"),
    ("[LI|-] [TEXT|-] /LI",),
    ("LI TEXT /LI [LI|-] [TEXT|-] [/LI|-]",),
    ("MY-CARD TEXT /MY-CARD",),
)


def reader_of(written: tuple[str, ...], encoding: str = "block-level") -> CompiledReader:
    return compile_wrapper(replace(WRAPPER, locator=PatternLocator(encoding, written)))


def check(reader: CompiledReader, text: str) -> int:
    """Return how many records both paths find, after checking that they are the same."""
    plain = extract_page(reader.wrapper, parse_page(text, name="p"))
    assert placeless(reader.read_text(text, name="p")) == placeless(plain)
    return len(plain)


@pytest.mark.parametrize("encoding", PLAIN)
@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_patterns_of_every_kind(number: int, encoding: str) -> None:
    reader, random = reader_of(WRITTEN[number], encoding), Random(number)
    pages = [PAGE, PAGE.replace("\n", ""), PAGE.replace("</li>", "</li></a>"), f"<pre>{PAGE}</pre>", PAGE.upper()]
    pages += [PAGE.replace("li", "my-card"), f"<noscript>{PAGE}</noscript>", f"<div>{PAGE}</div><svg></svg>x"]
    pages += [PAGE.replace(" <b>", random.choice(PUT_IN) + "<b>") for _ in range(20)]
    for text in pages:
        for _ in range(3):
            check(reader, text)


def test_the_own_page_needs_no_plain_path() -> None:
    reader = compile_wrapper(WRAPPER)
    for _ in range(3):
        assert check(reader, PAGE) > 9
        assert reader.is_compiled


def test_records_that_are_no_whole_sub_trees_are_read_by_the_plain_path() -> None:
    reader = reader_of(("LI TEXT",))
    assert check(reader, PAGE)
    assert not reader.is_compiled


def test_guesses_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MOST", 2)
    reader = compile_wrapper(WRAPPER)
    for _ in range(9):
        check(reader, PAGE)
    found = reader._reader
    assert isinstance(found, PatternReader)
    assert 0 < len(found._guesses._known) <= 2
    assert reader.is_compiled


def test_pages_invent_names() -> None:
    symbols = Symbols(ENCODINGS["block-level"])
    assert len({symbols[f"x-{n}"] for n in range(5000)}) > 1
    assert len(symbols) <= 2048
