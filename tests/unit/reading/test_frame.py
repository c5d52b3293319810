"""What stands around the records of a site's pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.model import Record, Span
from wrapture.reading.frame import FEWEST, SIZE, frame_of, frame_share


def framed(before: str, after: str = "", rows: int = 4) -> tuple[wrapture.Page, list[Record]]:
    items = "".join(f"<li class=row>Row: {n}</li>" for n in range(rows))
    page = wrapture.parse(f"{before}<ul>{items}</ul>{after}")
    return page, [(Span(n, page.stops[n]),) for n in page.contents if page.tags[n] == "li"]


def test_the_frame_is_what_tells_a_site_around_its_records() -> None:
    found = frame_of([framed("<h1 class=top>Books</h1><p>12.50</p><a href=/>Home: now</a>", "<p>Imprint</p>")])
    assert set(found) == {"<h1 class=top>", "Books", "Home:", "now", "Imprint"}


def test_what_stands_in_the_records_is_no_part_of_it() -> None:
    page, rows = framed("<p>Head</p>", "<p>Foot</p>")
    assert set(frame_of([(page, rows)])) == {"Head", "Foot"}
    assert "Row:" in frame_of([(page, ())])  # no records: all of the page is around them
    assert "Row:" not in frame_of([(page, [rows[0], rows[-1]])])  # nor what stands between them


def test_the_frame_is_what_all_pages_have() -> None:
    pages = [framed(f"<h1>Books</h1><p>Query {word}</p>") for word in ("cat", "dog")]
    assert set(frame_of(pages)) == {"Books"}
    assert frame_of([*pages, framed("<h1>Films</h1>")]) == ()
    assert frame_of([]) == ()


def test_no_more_tokens_are_kept_than_tell_a_site_and_always_the_same() -> None:
    words = [f"Word {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(200)]
    one = frame_of([framed("".join(f"<p>{word}</p>" for word in words))])
    other = frame_of([framed("".join(f"<p>{word}</p>" for word in reversed(words)))])
    assert one == other
    assert len(one) == len(set(one)) == SIZE
    assert set(one) < set(words)
    fewer = frame_of([framed("".join(f"<p>{word}</p>" for word in words if word != one[0]))])
    assert set(one) - set(fewer) == {one[0]}  # one less, and the rest of the choice stands


@given(st.lists(st.text(st.characters(exclude_characters="<&"), min_size=1, max_size=9), max_size=50))
def test_a_page_has_the_whole_of_its_own_frame(texts: list[str]) -> None:
    page, rows = framed("".join(f"<p>{text}</p>" for text in texts))
    frame = frame_of([(page, rows)])
    assert len(frame) <= SIZE
    assert frame_share(frame, page) == (1.0 if len(frame) >= FEWEST else None)


@pytest.mark.parametrize(
    ("html", "share"),
    [
        ("<p class=a>One</p><p class=b>Two</p>", 1.0),
        ("<p class=a>One</p><p class=c>Two</p>", 0.75),
        ("<p class=c>One</p>", 0.25),
        ("<p>Three</p>", 0.0),
        ("", 0.0),
    ],
)
def test_the_share_of_a_frame_that_a_page_has(html: str, share: float) -> None:
    assert frame_share(("<p class=a>", "One", "<p class=b>", "Two"), wrapture.parse(html)) == share


def test_a_small_frame_says_nothing() -> None:
    page = wrapture.parse("<p>One</p>")
    assert frame_share((), page) is None
    assert frame_share(("One",) * (FEWEST - 1), page) is None
    assert frame_share(("One",) * FEWEST, page) == 1.0
