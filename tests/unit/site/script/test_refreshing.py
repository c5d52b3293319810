"""What a page says about leading on, in the spellings that browsers read."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.script.meta_refresh import leads_on_to


@pytest.mark.parametrize(
    ("content", "url"),
    [
        ("0;url=/b", "http://a.example/b"),
        ("0 ; URL = '/b?x=1' more", "http://a.example/b?x=1"),
        ('0.5, "/b"', "http://a.example/b"),
        ("; url=/b", "http://a.example/b"),
        ("0;url=http://b.example/", "http://b.example/"),
        ("1;url=/b", None),
        ("60", None),
        ("0", None),
        ("0;url=", None),
        ("0;url=/a#top", None),
        ("0;url=javascript:alert(1)", None),
        ("0;url=/logout", None),
        ("soon; url=/b", None),
        ("", None),
    ],
)
def test_a_page_leads_on(content: str, url: str | None) -> None:
    html = (
        f"<meta name=refresh content='0;url=/x'><meta http-equiv=Refresh content='{content.replace(chr(39), '&#39;')}'>"
    )
    assert leads_on_to(parse_page(html, url="http://a.example/a")) == url


def test_a_page_without_a_word_stays() -> None:
    assert leads_on_to(parse_page("<p>x", url="http://a.example/")) is None
