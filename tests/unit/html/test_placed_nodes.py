"""The native extension numbers nodes as Python does, on any page and for any piece of it."""

from __future__ import annotations

import gc
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.unit.html.test_native import needs_native
from tests.unit.reading.compiled.mutations import PUT_IN
from wrapture.html.lexbor import excerpt, first_class, marks_of, numbered_nodes, page_of, parse_tree
from wrapture.html.page import TEXT

pytestmark = needs_native

PIECES = st.sampled_from(
    [*PUT_IN, "<!doctype html>", "<html a>", "</body>", "<frameset><frame>", "x&lt;y", "\x00", "<li>a"]
)


@given(st.lists(PIECES, max_size=40).map("".join), st.none() | st.integers(0, 30))
def test_the_same_numbers(text: str, most: int | None) -> None:
    from wrapture.html.placed_nodes import number_nodes

    root = parse_tree(text).root
    assert root is not None
    tags, parents, stops, texts, nodes = numbered_nodes([root], most)
    *lists, placed = number_nodes([root], most)
    assert lists == [tags, parents, stops, texts]
    assert [node.mem_id for node in placed] == [node.mem_id for node in nodes]
    for tag, node, other in zip(tags, nodes, placed, strict=True):
        if tag == TEXT:
            assert other.text_content == node.text_content
        else:
            assert other.attributes == node.attributes
            assert list(other.attributes) == list(node.attributes)


@given(st.lists(PIECES, max_size=40).map("".join))
@example("<p é=1 a b='' A=2 onclick=x><p a=3 é=4>")
@example("".join(f"<p a{n}=1 b>" for n in range(600)))
def test_all_attributes_at_once(text: str) -> None:
    page, other = (page_of(parse_tree(text), text, "page", None) for _ in range(2))
    other.read_attributes()
    other.read_attributes()
    for node in range(len(page)):
        assert list(other.attributes(node).items()) == list(page.attributes(node).items())


@pytest.mark.parametrize("arguments", [(), (b"",), ("x", {}), (b"", [])])
def test_what_is_no_address_is_refused(arguments: tuple[Any, ...]) -> None:
    from wrapture.html._tree import all_attributes

    with pytest.raises(TypeError):
        all_attributes(*arguments)
    assert all_attributes(b"\0" * 8, {"a": None}) == [{"a": None}]


@given(st.integers(0, 5), st.integers(0, 5))
def test_neighbours(start: int, more: int) -> None:
    from wrapture.html.placed_nodes import number_nodes

    tree = parse_tree("<ul><!-- 0 --><li>1<li a=2>2<i>in</i><!-- c --> 3<li>4<b></b></ul>")
    children = list(tree.css("ul")[0].iter(include_text=True))
    tops = children[start : start + more + 1]
    assert number_nodes(tops, None)[:4] == tuple(numbered_nodes(tops, None)[:4])


def test_a_page_outlives_the_variable_of_its_tree() -> None:
    rows = "".join(f"<li class=r{n} title='{n}'>{n} &amp; {n}" for n in range(500))
    page = page_of(parse_tree(f"<ul>{rows}</ul>"), "", "page", None)
    piece = excerpt(page.sub_trees(page.body)[:1])
    del page
    gc.collect()
    for _ in range(20):
        parse_tree("<p>" * 100 + "x" * Random(1).randint(1, 100_000))
    items = [node for node, tag in enumerate(piece.tags) if tag == "li"]
    assert [piece.attribute(node, "title") for node in items] == [str(n) for n in range(500)]
    assert piece.raw_text(items[7] + 1) == "7 & 7"


@given(st.lists(PIECES, max_size=40).map("".join))
def test_the_same_marks(text: str) -> None:
    tree = parse_tree(text)
    assert tree.root is not None
    elements = [node for node in tree.root.traverse() if node.is_element_node]
    assert marks_of(tree) == {(node.tag, first_class(node)) for node in elements}


def test_children() -> None:
    from wrapture.html._tree import children

    tree = parse_tree("<ul>\n<li>1</li> a &lt; b <!-- c --><li>2</li></ul>")
    one, two = [node.mem_id for node in tree.css("li")]
    found = children(tree.css("ul")[0].mem_id)
    assert [text for _, text in found] == [None, " a < b ", None]
    assert [place for place, text in found if text is None] == [one, two]
