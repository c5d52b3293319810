"""Matching the elements of a parser's tree with the nodes of the page."""

from __future__ import annotations

import pytest

from tests.conftest import books
from wrapture.export.trees import STAMP, SelectorTree, libxml_tree, standard_tree
from wrapture.html.page import TEXT
from wrapture.html.parsing import read_page
from wrapture.model import Capture

UGLY = """<!doctype html><title>T</title><p>One<table><tr><td>a<td>b &amp; c<tr><td><b>d<td>e</table>
<script>if (a < b) { "<li>" }</script><!-- <li>no</li> --><ul><li>x<!-- - -->y<li>z</ul><p><b>bold</b><p>more"""


def said(tree: SelectorTree, node: int) -> str:
    element, after = tree.texts[node]
    return str(element.tail if after else element.text)


@pytest.mark.parametrize("html", [UGLY, books()])
def test_texts_are_found_again_in_the_tree_of_libxml(html: str) -> None:
    tree = libxml_tree(Capture("page", html.encode()))
    displayed = [n for n, text in enumerate(tree.page.texts) if text.strip()]
    assert len(tree.texts) >= len(displayed) > 5
    assert all(said(tree, n).strip() == tree.page.texts[n].strip() for n in displayed)


def test_elements_are_found_again_and_carry_no_numbers() -> None:
    tree = libxml_tree(Capture("page", UGLY.encode()))
    assert tree.elements
    assert all(tree.page.tags[node] == element.tag for node, element in tree.elements.items())
    assert not tree.root.xpath(f"//@{STAMP}")
    assert "tbody" in tree.page.tags
    assert not tree.root.xpath("//tbody")  # libxml2 puts none there


def test_the_tree_of_a_browser_is_the_page_itself() -> None:
    page = read_page(Capture("page", UGLY.encode()))
    tree = standard_tree(page)
    assert len(tree.elements) == sum(tag != TEXT for tag in page.tags)
    assert [element.tag for element in tree.elements.values()] == [tag for tag in page.tags if tag != TEXT]
    assert all(said(tree, n) == page.texts[n] for n, text in enumerate(page.texts) if text)
    assert [str(text) for text in tree.root.xpath("//li[1]/text()")] == ["x", "y"]


def test_a_name_that_xml_does_not_know_is_no_trouble() -> None:
    page = read_page(Capture("page", b"<o:p a@b=1 c=\x01>text</o:p><p \xff=2>\x0bmore"))
    assert standard_tree(page).root.xpath("string(//p)").strip() == "more"


def test_an_undeclared_encoding_is_reported() -> None:
    body = '<meta charset="latin1"><p>Menü'.encode()  # it is UTF-8
    assert libxml_tree(Capture("page", body)).encoding == "utf-8"
    assert libxml_tree(Capture("page", body.replace(b"latin1", b"utf-8"))).encoding == ""
