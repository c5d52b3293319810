"""The share of a frame, read off markup, is that of the page's tokens."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.shapes import SHAPES
from tests.strategies import ugly_html
from tests.unit.compiled.mutations import mutated
from wrapture.compiled.framing import LONGEST, FrameReader
from wrapture.compiled.markup import UnprovedError
from wrapture.html.finetokens import tokens_fine
from wrapture.html.lexbor import parse_page, parse_tree
from wrapture.wrappers.frame import frame_share

PAGES = [shape.html for shape in SHAPES]
ABSENT = ["No such text", "<p class=none>", "a&lt;b", "…", "<p"]


def share(reader: FrameReader, html: str) -> float | str | None:
    body = parse_tree(html).body
    if body is None or body.parent is None:
        return "no body"
    try:
        return reader.share(body)
    except UnprovedError:
        return "unproved"


def check(reader: FrameReader, frame: list[str], html: str) -> bool:
    """Return whether a share was told, after checking it."""
    found = share(reader, html)
    if isinstance(found, str):
        return False
    assert found == frame_share(frame, parse_page(html))
    return True


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(ugly_html, st.sampled_from(PAGES)), min_size=2, max_size=4), st.integers(0, 1000))
def test_any_pages(pages: list[str], seed: int) -> None:
    random = Random(seed)
    tokens = sorted({token for html in pages for token in tokens_fine(parse_page(html)).places if token[:2] != "</"})
    frame = [*random.sample(tokens, min(len(tokens), 12)), *ABSENT]
    reader = FrameReader(frame)
    for html in pages * 2:
        check(reader, frame, html)
        check(reader, frame, mutated(html, random))


@pytest.mark.parametrize(
    ("html", "is_told"),
    [
        ("<p class=a>One two</p>", True),
        ("<svg><title>One</title><p class=a></svg><noscript><p class=a>One</noscript>", True),
        ("<noscript><svg><text>One</text></svg>two</noscript>One", True),
        ("<template><p class=a>One</template>", True),
        ("<textarea>One</textarea><title>One</title>", True),
        ("a<svg></svg>b", True),
        ("<!-- One --><script>'One'</script><iframe>One</iframe>", True),
        ("<script>write('<script src=a></scr'+'ipt>'); '<p class=a>One</p>'</script>One two", True),
        ("<script><!-- '<p class=a>One' --></script>", True),
        ("<!-- > One -->One two", True),
        ("<!-- > a -->One", True),
        ("<p b<c=1 class=a>One", False),
        ("<xmp>One</xmp>", False),
        ("<script><!--<script></script>One--></script>", False),
    ],
)
def test_what_is_told(html: str, is_told: bool) -> None:
    frame = ["One", "One two", "<p class=a>", "ab", "a", "b"]
    reader = FrameReader(frame)
    for _ in range(2):
        assert check(reader, frame, f"<body class=a>{html}") is is_told


def test_a_small_frame_says_nothing() -> None:
    assert share(FrameReader(["a", "b", "c"]), "<p>a</p>") is None


def test_what_is_remembered_is_bounded() -> None:
    reader = FrameReader(["x " * 49 + "x", "Two", "Three", "<p class=a title>"])
    for number in range(3):
        assert share(reader, f"<p class=a title={'b' * 9000}{number}>{'x ' * 9000}{number}</p>") == 0.5
    assert max(len(sought._way) + len(sought._written) for sought in reader._sought) <= 2 * LONGEST
