"""Which wrapper is taken: records that are whole, and news that is read."""

from __future__ import annotations

from wrapture.html.lexbor import parse_page
from wrapture.model import Span
from wrapture.site.wrapping import is_torn

PAGE = parse_page("<article><h2>A</h2><footer>1</footer></article><article><h2>B</h2><footer>2</footer></article>")


def nodes(tag: str) -> list[int]:
    return [node for node, name in enumerate(PAGE.tags) if name == tag]


def test_a_run_of_siblings_is_whole() -> None:
    first, second = nodes("article")
    assert not is_torn(PAGE, (Span(first, PAGE.stops[first]),))
    assert not is_torn(PAGE, (Span(first, PAGE.stops[second]),))


def test_a_record_from_one_element_into_the_next_is_torn() -> None:
    (_, second), (footer, _) = nodes("article"), nodes("footer")
    assert is_torn(PAGE, (Span(footer, PAGE.stops[second]),))
    assert is_torn(PAGE, (Span(footer, nodes("h2")[1] + 2),))
