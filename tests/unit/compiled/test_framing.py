"""The share of a frame, read off markup or off the tree, is that of the page's tokens."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.shapes import SHAPES
from tests.strategies import ugly_html
from tests.unit.compiled.mutations import mutated
from wrapture.compiled.framing import LONGEST, FrameReader
from wrapture.compiled.markup import UnprovedError
from wrapture.html import native
from wrapture.html.finetokens import tokens_fine
from wrapture.html.lexbor import parse_page, parse_tree
from wrapture.wrappers.frame import frame_share

if TYPE_CHECKING:
    from wrapture.compiled.fitting import Frame

PAGES = [shape.html for shape in SHAPES]
ABSENT = ["No such text", "<p class=none>", "a&lt;b", "…", "<p"]


def readers_of(frame: list[str]) -> list[Frame]:
    """Return what reads markup, and what reads the tree where the part in C is there."""
    if not native.is_there():
        return [FrameReader(frame)]
    from wrapture.compiled.treeframing import TreeFrame

    try:
        return [FrameReader(frame), TreeFrame(frame)]
    except UnprovedError:  # there are odd names
        return [FrameReader(frame)]


def share(reader: Frame, html: str) -> float | str | None:
    body = parse_tree(html).body
    if body is None or body.parent is None:
        return "no body"
    try:
        return reader.share(body)
    except UnprovedError:
        return "unproved"


def check(reader: Frame, frame: list[str], html: str) -> bool:
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
    readers = readers_of(frame)
    for html in pages * 2:
        changed = mutated(html, random)
        for reader in readers:
            check(reader, frame, html)
            check(reader, frame, changed)


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
    markup, *tree = readers_of(frame)
    for _ in range(2):
        assert check(markup, frame, f"<body class=a>{html}") is is_told
        assert all(
            check(reader, frame, f"<body class=a>{html}") for reader in tree
        )  # where markup is odd, nodes are not


def test_a_small_frame_says_nothing() -> None:
    for reader in readers_of(["a", "b", "c"]):
        assert share(reader, "<p>a</p>") is None


def test_tokens_are_found_wherever_they_are_spelt_otherwise() -> None:
    frame = ["Terms of use", "a &lt; b", "<p class=x title>", "<my-card role=a>", "Ünï"]
    spellings = (
        "<p class='x y' title=1>Terms  of\nuse</p><my-card role=' a'>a &lt; b</my-card>Ünï",
        "<p class=x title=2>Terms of use</p><my-card role=a>a<!--c--> &lt; b a  &lt; b</my-card><b>Ünï</b>",
        "<p class=xy title=2>Terms</p>",
        "<p title=2 class=x>Terms of use</p><my-card>a &amp;lt; b</my-card>",
    )
    for reader in readers_of(frame):
        for html in spellings * 2:
            assert check(reader, frame, html)


def test_what_is_remembered_is_bounded() -> None:
    reader = FrameReader(["x " * 49 + "x", "Two", "Three", "<p class=a title>"])
    for number in range(3):
        assert share(reader, f"<p class=a title={'b' * 9000}{number}>{'x ' * 9000}{number}</p>") == 0.5
    assert max(len(sought._way) + len(sought._written) for sought in reader._sought) <= 2 * LONGEST
