"""Threads: the depth and the parent of each comment, drawn from the answer and rendered in the ways that sites use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.lexbor import parse_page
from wrapture.model import Record, Span
from wrapture.reading.threads import Reply, thread_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.page import Page

Comment = list["Comment"]  # its replies
threads = st.lists(
    st.recursive(st.just([]), lambda reply: st.lists(reply, max_size=3), max_leaves=12), min_size=1, max_size=4
)


def replies(roots: list[Comment]) -> list[Reply]:
    found: list[Reply] = []

    def walk(comment: Comment, depth: int, parent: int | None) -> None:
        number = len(found)
        found.append(Reply(depth, parent))
        for reply in comment:
            walk(reply, depth + 1, number)

    for root in roots:
        walk(root, 0, None)
    return found


def nested(comment: Comment) -> str:
    inner = "".join(map(nested, comment))
    return f"<div class=comment><p>Some words</p><div class=replies>{inner}</div></div>"


def listed(comment: Comment) -> str:
    inner = "".join(map(listed, comment))
    return f"<li><p>Some words</p>{f'<ul>{inner}</ul>' if inner else ''}</li>"


def texts(html: str) -> tuple[Page, list[Record]]:
    page = parse_page(html)
    return page, [(Span(node, page.stops[node]),) for node, tag in enumerate(page.tags) if tag == "p"]


@pytest.mark.parametrize("form", [nested, listed])
@given(roots=threads)
def test_comments_that_contain_their_replies(form: Callable[[Comment], str], roots: list[Comment]) -> None:
    expected = replies(roots)
    page, records = texts(f"<ul>{''.join(map(form, roots))}</ul>")
    deep = sum(reply.depth > 0 for reply in expected)
    assert thread_of(page, records) == (expected if deep > 1 else None)


INDENTED = {
    "attribute": '<p data-depth="{depth}">Some words</p>',
    "class": '<p class="comment depth-{depth}">Some words</p>',
    "margin": '<p style="margin-left: {pixels}px">Some words</p>',
    "spacer": "<p><img src=s.gif height=1 width={pixels}>Some words</p>",
}


@pytest.mark.parametrize("form", INDENTED)
@given(roots=threads)
def test_comments_that_are_siblings(form: str, roots: list[Comment]) -> None:
    expected = replies(roots)
    html = "".join(INDENTED[form].format(depth=one.depth, pixels=40 * one.depth) for one in expected)
    page, records = texts(html)
    deep = sum(reply.depth > 0 for reply in expected)
    assert thread_of(page, records) == (expected if deep > 1 else None)


@pytest.mark.parametrize(
    "html",
    [
        "<div><p>Featured</p><div><p>One</p><p>Two</p><p>Three</p></div></div>",  # one container for several
        "<p>One</p><div><p>Two</p></div><section><div><p>Three</p></div></section>",  # of different kinds
        "<p style='margin-left: 0px'>One</p><p style='margin-left: 80px'>Two</p><p style='margin-left: 40px'>Three</p>",
        "<p><img height=1 width=544>One</p><p>Two</p><p><img height=1 width=544>Three</p>",  # a line between some
        "<p>One</p><p>Two</p><p>Three</p>",
    ],
)
def test_what_is_no_thread(html: str) -> None:
    page, records = texts(html)
    assert thread_of(page, records) is None
