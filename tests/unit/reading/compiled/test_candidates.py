"""Selectors find every element with a fine token, and candidates stand where rows may."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import ugly_html
from wrapture.html.fine_tokens import fine_tokens
from wrapture.html.lexbor import Node, parse_page, parse_tree
from wrapture.reading.compiled.candidates import candidates_of, is_below, selector_of
from wrapture.reading.compiled.tree_pieces import tag_of
from wrapture.reading.compiled.unproved import UnprovedError


def body_of(html: str) -> Node:
    body = parse_tree(html).body
    assert body is not None
    return body


@given(ugly_html)
def test_every_element_fits_the_selector_of_its_token(html: str) -> None:
    body = parse_tree(html).body
    for node in body.css("*") if body is not None else ():
        token = tag_of(node)
        try:
            selectors = selector_of(token), selector_of(token, open_ended=True)
        except UnprovedError:
            continue
        for selector in selectors:
            assert node.mem_id in {one.mem_id for one in body.css(selector)}, selector  # type: ignore[union-attr]


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
    assert body.css(selector_of(tag_of(node)))[0].mem_id == node.mem_id


def test_tokens_are_those_of_the_page() -> None:
    html = "<p class='a b' id=x>y<b title>z"
    tokens = [token for token in fine_tokens(parse_page(html)).texts if token.startswith("<") and token[1] != "/"]
    assert [tag_of(node) for node in body_of(html).css("p, b")] == tokens


def test_candidates() -> None:
    body = body_of("<ul class=a><li>1<li>2<ul class=a><li>3</ul></ul><ul><li>4</ul><svg><g><li>5</g></svg>")
    found = candidates_of(body, "li", "<ul class=a>")
    assert [(piece.nodes[0].text()[:1], holds) for piece, holds in zip(*found, strict=True)] == [
        ("1", False),
        ("2", True),
        ("3", False),
    ]
    assert [piece.nodes[0].text()[:1] for piece in candidates_of(body, "li", "").pieces] == ["1", "2", "3", "4", "5"]
    with pytest.raises(UnprovedError):
        candidates_of(body_of("<div><noscript><ul><li>x"), "li", "")


def test_what_is_below() -> None:
    outer, inner, after = body_of("<p>1</p><div><i><p>2</p></i></div><p>3</p>").css("div, i, p + p, div + p")
    assert is_below(inner, outer)
    assert not is_below(after, outer)
    assert not is_below(outer, inner)
