"""The share of a frame, read off the tree, is that of the page's tokens."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.contract.shapes import SHAPES
from tests.strategies import ugly_html
from tests.unit.reading.compiled.mutations import mutated
from wrapture.html import native
from wrapture.html.fine_tokens import fine_tokens_of
from wrapture.html.lexbor import parse_page, parse_tree
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.frame import frame_share

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

from wrapture.reading.compiled.frame_seeker import LONGEST, FrameSeeker

PAGES = [shape.html for shape in SHAPES]
ABSENT = ["No such text", "<p class=none>", "a&lt;b", "…"]


def check(reader: FrameSeeker, frame: list[str], html: str) -> None:
    """Check the share that a page has, unless a frameset has put its body out of the tree."""
    body = parse_tree(html).body
    if body is not None and body.parent is not None:
        assert reader.share(body) == frame_share(frame, parse_page(html))


@given(st.lists(st.one_of(ugly_html, st.sampled_from(PAGES)), min_size=2, max_size=4), st.integers(0, 1000))
def test_any_pages(pages: list[str], seed: int) -> None:
    random = Random(seed)
    tokens = sorted({token for html in pages for token in fine_tokens_of(parse_page(html)).places if token[:2] != "</"})
    frame = [*random.sample(tokens, min(len(tokens), 12)), *ABSENT]
    reader = FrameSeeker(frame)
    for html in pages * 2:
        check(reader, frame, html)
        check(reader, frame, mutated(html, random))


@pytest.mark.parametrize(
    "html",
    [
        "<p class=a>One two</p>",
        "<svg><title>One</title><p class=a></svg><noscript><p class=a>One</noscript>",
        "<noscript><svg><text>One</text></svg>two</noscript>One",
        "<template><p class=a>One</template>",
        "<textarea>One</textarea><title>One</title>",
        "a<svg></svg>b",
        "<!-- One --><script>'One'</script><iframe>One</iframe>",
        "<script>write('<script src=a></scr'+'ipt>'); '<p class=a>One</p>'</script>One two",
        "<script><!-- '<p class=a>One' --></script>",
        "<!-- > One -->One two",
        "<!-- > a -->One",
        "<p b<c=1 class=a>One",
        "<xmp>One</xmp>",
        "<script><!--<script></script>One--></script>",
    ],
)
def test_odd_markup(html: str) -> None:
    frame = ["One", "One two", "<p class=a>", "ab", "a", "b"]
    reader = FrameSeeker(frame)
    for _ in range(2):
        check(reader, frame, f"<body class=a>{html}")


def test_a_small_frame_says_nothing() -> None:
    body = parse_tree("<p>a</p>").body
    assert body is not None
    assert FrameSeeker(["a", "b", "c"]).share(body) is None


@pytest.mark.parametrize("name", ["o:p", "fb:like", "a_b", "xé", "x'y", "a<b"])
def test_odd_names(name: str) -> None:
    page = f"<p>Text</p><{name} class=one>x</{name}><b class=c>"
    frame = ["Text", f"<{name} class=one>", "<b class=c>", "<b class=d>", f"<{name}>"]
    reader = FrameSeeker(frame)
    for _ in range(2):
        check(reader, frame, page)


@pytest.mark.parametrize("token", [f"<{'x' * 500}>", "<p", "<>", "</p>", "<", "<1>", "< a=b>"])
def test_what_names_no_element_is_left_to_the_reference_reader(token: str) -> None:
    with pytest.raises(UnprovedError):
        FrameSeeker(["a", "b", "c", token])


def test_tokens_are_found_wherever_they_are_spelt_otherwise() -> None:
    frame = ["Terms of use", "a &lt; b", "<p class=x title>", "<my-card role=a>", "Ünï"]
    spellings = (
        "<p class='x y' title=1>Terms  of\nuse</p><my-card role=' a'>a &lt; b</my-card>Ünï",
        "<p class=x title=2>Terms of use</p><my-card role=a>a<!--c--> &lt; b a  &lt; b</my-card><b>Ünï</b>",
        "<p class=xy title=2>Terms</p>",
        "<p title=2 class=x>Terms of use</p><my-card>a &amp;lt; b</my-card>",
    )
    reader = FrameSeeker(frame)
    for html in spellings * 2:
        check(reader, frame, html)


def test_long_texts_are_found_again() -> None:
    frame = ["x " * 49 + "x", "Two", "Three", "<p class=a title>"]
    reader = FrameSeeker(frame)
    for number in range(3):
        check(reader, frame, f"<p class=a title={'b' * 9000}{number}>{'x ' * LONGEST}{number}</p>")
