"""Pages that show nothing without their scripts are told from short ones."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.html.script_built import is_built_by_scripts

SCRIPT = "<script src=app.js></script>"


@pytest.mark.parametrize(
    "body",
    [
        f"<div id=root></div>{SCRIPT}",
        f"<div id=app><div class=spinner></div></div>{SCRIPT}",
        f"<app-root></app-root>{SCRIPT}",
        f"<noscript>You need to enable JavaScript to run this app.</noscript><p>Loading …</p>{SCRIPT}",
        '<p>Shop</p><script id=__NEXT_DATA__ type=application/json>{"props": {}}</script>',
        f"<div class=page><div class=inner></div></div>{SCRIPT}",
        "<script>document.write('<p>one')</script>",
    ],
)
def test_a_page_that_scripts_build(body: str) -> None:
    assert is_built_by_scripts(parse_page(f"<title>A shop</title><body>{body}"))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>Nothing but a sentence.</p>",
        "<div id=root></div>",  # no script that could fill it
        f"<p>Short</p>{SCRIPT}",
        f"<img src=map.png>{SCRIPT}",
        f"<div id=map><img src=map.png></div><p>Our map</p>{SCRIPT}",
        f"<div id=root></div><noscript>Scripts!</noscript><p>{'A long text. ' * 20}</p>{SCRIPT}",
    ],
)
def test_a_page_that_is_short_or_empty_by_itself(body: str) -> None:
    assert not is_built_by_scripts(parse_page(f"<title>A shop</title><body>{body}"))


def test_no_page_at_all_and_frames() -> None:
    assert not is_built_by_scripts(parse_page(""))
    assert not is_built_by_scripts(parse_page(f"<head>{SCRIPT}</head><frameset><frame src=a></frameset>"))
