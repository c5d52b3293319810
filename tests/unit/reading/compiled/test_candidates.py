"""The candidates of a token are all elements that have it, where rows may begin."""

from __future__ import annotations

import os

import pytest
from hypothesis import given

from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.strategies import ugly_html
from wrapture.html import native
from wrapture.html.fine_tokens import fine_tokens, kind_of
from wrapture.html.lexbor import Node, parse_page, parse_tree

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

from wrapture.html._tree import is_inside, start_tag
from wrapture.reading.compiled.candidate_finder import CandidateFinder
from wrapture.reading.compiled.tree_pieces import TreePiece, token_of
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.row_matching import class_in


def body_of(html: str) -> Node:
    body = parse_tree(html).body
    assert body is not None
    return body


def token_at(node: Node) -> str:
    return token_of(start_tag(node.mem_id))


def found_in(body: Node, first: str, parent: str = "") -> list[int]:
    places = CandidateFinder(first, parent).candidates(body).pieces.places
    return [place for place in places if isinstance(place, int)]


@given(ugly_html)
def test_every_element_is_a_candidate_of_its_token(html: str) -> None:
    body = parse_tree(html).body
    if body is None:
        return
    drawings = [drawing.mem_id for drawing in body.css("svg, math")]
    for node in body.css("*"):
        if node.mem_id == body.mem_id:
            continue
        is_drawn = any(is_inside((drawing, node.mem_id)) for drawing in drawings)
        token = token_at(node)
        name, named = kind_of(token), class_in(token)
        for first in (token, f"<{name} …>", *([f"<{name} class={named} …>"] if named else ())):
            try:
                found = found_in(body, first)
            except UnprovedError:
                continue
            assert (node.mem_id in found) is not is_drawn, first


ATTRIBUTES = (
    "",
    "class='a b'",
    "class='A.b'",
    "align='right top' id=x",
    'class="\'"',
    "rel='a b' class=c",
    "data-x=1 hidden",
    f"class={'c' * 70}",
    "x:y=1 class=é",
    "class=' a'",
)


@pytest.mark.parametrize("attributes", ATTRIBUTES)
def test_odd_attributes(attributes: str) -> None:
    body = body_of(f"<p {attributes}>x")
    node = body.css("p")[0]
    assert found_in(body, token_at(node)) == [node.mem_id]


def test_tokens_are_those_of_the_page() -> None:
    html = "<p class='a b' id=x>y<b title>z"
    tokens = [token for token in fine_tokens(parse_page(html)).texts if token.startswith("<") and token[1] != "/"]
    body = body_of(html)
    assert [TreePiece(body, node.mem_id).token for node in body.css("p, b")] == tokens


def test_candidates() -> None:
    body = body_of("<ul class=a><li>1<li>2<ul class=a><li>3</ul></ul><ul><li>4</ul><svg><g><li>5</g></svg>")
    one, two, three, four, five = [node.mem_id for node in body.css("li")]
    found = CandidateFinder("<li>", "<ul class=a>").candidates(body)
    assert (found.pieces.places, found.holds) == ([one, two, three], [False, True, False])
    assert found_in(body, "<li>") == [one, two, three, four, five]
    with pytest.raises(UnprovedError):
        found_in(body_of("<div><noscript><ul><li>x"), "<li>")
