"""Cutting a piece out of a text: by marks and words around it, never inside a word."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.learning.structured.cutting_out import cuts_like
from wrapture.reading.pointing import TextPlace
from wrapture.reading.reader import cut


def best_pieces(texts: list[str], piece: str) -> list[str | None]:
    """Return what the best cut for a piece of the first text gives of all texts; nothing if there is no cut."""
    page = parse_page(f"<p>{texts[0]}</p>")
    node = next(number for number, text in enumerate(page.texts) if text == texts[0])
    start = texts[0].index(piece)
    whole = TextPlace(node, 0, node, len(texts[0]))
    found = cuts_like(page, whole, TextPlace(node, start, node, start + len(piece)), texts)
    return [cut(text, found[0][0])[found[0][1]] for text in texts] if found else []


@pytest.mark.parametrize(
    ("texts", "piece", "pieces"),
    [
        (["$12.99 each", "$7.50 each"], "12.99", ["12.99", "7.50"]),
        (["by Ann Lee, 2001", "by Jo, 1999"], "Ann Lee", ["Ann Lee", "Jo"]),
        (["size 6,828 bytes - 4/28/97 5:38 PM", "size 9 bytes - 5/2/97 11:02 AM"], "4/28/97", ["4/28/97", "5/2/97"]),
        (["2 years ago - ...played", "1 day ago - Goods"], "2 years ago", ["2 years ago", "1 day ago"]),
        (["Price: 3 euro", "sold out"], "3", ["3", None]),
        (["one    two", "three four"], "two", ["two", "four"]),
    ],
)
def test_the_same_piece_of_other_texts(texts: list[str], piece: str, pieces: list[str | None]) -> None:
    assert best_pieces(texts, piece) == pieces


@pytest.mark.parametrize(("text", "piece"), [("3.90", "3.9"), ("Bookshop", "shop"), ("whole", "whole")])
def test_words_are_not_cut_and_whole_texts_need_no_cut(text: str, piece: str) -> None:
    assert best_pieces([text], piece) == []
