"""Pages that would take the parser minutes are refused; no real page and no plainly large one is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.errors import HostilePageError
from wrapture.html import guard_counts
from wrapture.html.charset import decode
from wrapture.html.guard import check
from wrapture.html.tagscan import OpenElements

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"

UNIQUE_FONTS = "".join(f"<p><font size={n}>x</p>" for n in range(10_000))
FORMATTING_CUT_OFF = (
    "".join(f"<b {n}>" for n in range(4000)) + "".join(f"<i {n}>" for n in range(4000)) + "x</b>" * 4000
)

HOSTILE = {
    "a million div": ("<div>" * 1_000_000, "400,000,000 steps"),
    "a million div, closed": ("<div>" * 1_000_000 + "</div>" * 1_000_000, "400,000,000 steps"),
    "lists in lists": ("<ul><li>" * 100_000, "400,000,000 steps"),
    "optgroups outside a select": ("<optgroup>" * 100_000, "400,000,000 steps"),
    "each div closed where it cannot be": ("<div><table></div></table>" * 100_000, "400,000,000 steps"),
    "blocks in links": ("<a><div>" * 100_000, "400,000,000 steps"),
    "stray end tags deep down": ("<div>" * 10_000 + "</p>" * 100_000, "400,000,000 steps"),
    "tags in foreign content": ("<svg>" + "<g>" * 100_000, "400,000,000 steps"),
    "a style that is not raw text": ("<svg><style>" + "<g>" * 100_000, "400,000,000 steps"),
    "a comment that ends early": ("<!-- --!>" + "<div>" * 100_000, "400,000,000 steps"),
    "attributes": (f"<p {' '.join(f'a{n}' for n in range(200_000))}>", "30,000 attributes on one tag"),
    "attributes that hold >": (
        "<p " + " ".join(f'a{n}=">"' for n in range(40_000)) + ">",
        "30,000 attributes on one tag",
    ),
    "attributes of many html tags": ("".join(f"<html a{n}>" for n in range(40_000)), "30,000 attributes on one tag"),
    "names of tags": ("".join(f"<x{n}></x{n}>" for n in range(100_000)), "80,000 different names"),
    "names of attributes": (
        "".join("<p " + " ".join(f"a{n + m}" for m in range(100)) + ">" for n in range(0, 100_000, 100)),
        "80,000 different names",
    ),
    "options": ("<select>" + "<option>x</option>" * 40_000, "15,000 options"),
    "unclosed fonts": (UNIQUE_FONTS, "2,000,000 copies"),
    "formatting whose values look like its end": (
        "".join(f'<p><b c="{n}>y</b>">x</p>' for n in range(3_500)),
        "2,000,000 copies",
    ),
    "formatting behind what looks like formatting": (
        "".join(f'<p title="<b z=\'"><b c={n}>x</p><p title="\'>y</b>"></p>' for n in range(2_100)),
        "2,000,000 copies",
    ),
    "formatting cut off far below": (FORMATTING_CUT_OFF, "2,000,000 copies"),
    "one formatting tag of many attributes": (
        f"<p><b {' '.join(f'a{n}' for n in range(10_000))}></p>" + "<p>x" * 10_000,
        "2,000,000 copies",
    ),
    "cells outside of a table": ("<td a=1>ten letters" * 40_000, "1,000,000,000 characters of texts to join"),
    "few cells after a long text": ("x" * 5_000_000 + "<td a=1>x" * 4_000, "1,000,000,000 characters of texts to join"),
    "end tags with attributes": ("x" * 1_000_000 + "</q a=1>x" * 4_000, "1,000,000,000 characters of texts to join"),
    "bodies in a body": ("x" * 1_000_000 + "<body a=1>x" * 4_000, "1,000,000,000 characters of texts to join"),
    "texts between rows": (
        "<table><tr>" + "x" * 5_000_000 + "<td><b a=1></b></td>x" * 4_000,
        "1,000,000,000 characters of texts to join",
    ),
}

LARGE = {
    "cells with attributes": "<table>" + "<tr class=a><td class=b>ten letters</td><td id=c>more</td></tr>\n" * 50_000,
    "a long text and few cells": "x" * 5_000_000 + "<td a=1>x" * 100,
    "paragraphs with attributes": "<p class=a>ten letters</p>" * 100_000,
    "unclosed rows": "<table>" + "<tr><td>a<td>b\n" * 50_000,
    "unclosed p": "<p>" * 100_000,
    "unclosed li": "<ul>" + "<li>x" * 100_000,
    "unclosed dt and dd": "<dl>" + "<dt>x<dd>y" * 50_000,
    "br": "<br>" * 300_000,
    "unclosed options": ("<select>" + "<option>x" * 1000 + "</select>") * 100,
    "options for several choices": "<select multiple>" + "<option>x" * 30_000,
    "self-closing paths": "<svg>" + "<title>x</title>" + "<path d='M0'/>" * 100_000 + "</svg>",
    "tags in a script": "<script>" + "'<div>' + " * 100_000 + "</script>",
    "tags in a comment": "<!--" + "<div>" * 100_000 + "-->",
    "hundreds of unclosed fonts": "<table>" + "<tr><td><font size=1><b>x" * 20_000,
    "text": "x" * 5_000_000,
    "text with signs": "a < b > c " * 100_000,
    "NUL": "\0" * 100_000,
    "comments never closed": "<!--" * 100_000,
    "links": "<a href=x>y</a> " * 50_000,
    "icons": "".join(f"<p><i class='icon icon-{n}'></i> x</p>" for n in range(3_500)),
    "deep as a browser allows": "<div>" * 512 + "<p>x</p>" * 50_000,
}


@pytest.mark.parametrize("shape", HOSTILE)
def test_hostile_pages_are_refused_in_one_line(shape: str) -> None:
    text, reason = HOSTILE[shape]
    with pytest.raises(HostilePageError) as caught:
        check("page.html", text)
    message = str(caught.value)
    assert message.startswith(f"page.html: more than {reason}")
    assert "\n" not in message


@pytest.mark.parametrize("shape", LARGE)
def test_large_pages_pass(shape: str) -> None:
    check("page.html", LARGE[shape])


@pytest.mark.slow
def test_fifty_megabytes_of_rows_pass() -> None:
    text = "<ul>" + f"<li class=row><b>row</b> {'of text ' * 12}</li>\n" * 400_000 + "</ul>"
    assert len(text) > 50_000_000
    check("page.html", text)


def test_the_bytes_give_the_same_answer() -> None:
    for text in ("<div>" * 100_000, "<div>é中</div>" * 10_000, "<p>😀" * 10_000):
        assert is_refused(text, text.encode()) == is_refused(text, None) == (text == "<div>" * 100_000)


@given(
    st.lists(
        st.sampled_from(
            ["<", ">", "/", "=", '"', "'", "<!--", "-->", "<b a=1>", "</b>", "<td>", "</table>", "é", "\ud800"]
        )
    )
)
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    text = "".join(pieces)
    OpenElements("page").read(text)
    guard_counts.is_harmless(text)


def test_icons_are_cleared_by_the_counts() -> None:
    text = LARGE["icons"]
    assert guard_counts.is_harmless(text)


def render(children: list[str]) -> str:
    """A well-formed element around `children`; its name follows from their number, so all kinds come up."""
    name = ["section", "b", "table><tr><td", "ul><li", "span"][len(children)]
    return f"<{name}>{''.join(children)}" + "".join(f"</{part}>" for part in reversed(name.split("><")))


@given(st.recursive(st.just("x"), lambda inner: st.lists(inner, max_size=4).map(render)))
def test_what_is_opened_and_closed_is_not_left_open(text: str) -> None:
    scan = OpenElements("page")
    scan.read(text)
    assert scan.stack == []
    assert scan.frames[-1].active == []
    assert scan.clones == 0


@pytest.mark.corpus
@pytest.mark.parametrize("folder", ["lists", "forms", "paging"])
def test_no_real_page_is_refused(folder: str) -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus of real pages is not beside this checkout")
    pages = sorted((CORPUS / folder).rglob("*.html"))
    assert pages
    for page in pages:
        check(page.name, decode(page.read_bytes()).text)


def is_refused(text: str, body: bytes | None) -> bool:
    try:
        check("page", text, body)
    except HostilePageError:
        return True
    return False
