"""A page that is as it was around the list, which is not there: no other list of it may be taken."""

from __future__ import annotations

from dataclasses import replace

import wrapture
from tests.unit.drift.shop import NEWS, Shop, books

SHOP = Shop(before=NEWS)
MENU = "".join(
    f'<div class=tip><h4><a href="/tips/{n}.html">{name} for the evening</a></h4><p>Ann Lee</p></div>'
    for n, name in enumerate(("Tea", "Lamps", "Paper"))
)


def test_another_list_in_the_same_frame_is_refused() -> None:
    wrapper = wrapture.learn(SHOP.page(books(12)))
    made = wrapture.repair(wrapper, wrapture.parse(replace(SHOP, around=("", ""), after=MENU).page([])))
    assert (made.wrapper, made.refusal) == (None, "unsure")


def test_a_column_that_becomes_sparse_in_other_markup_is_a_problem() -> None:
    """Rows with and without a badge, whose classes have all changed: those without are read one column too far."""

    def marked(badge: str, name: str, title: str) -> str:
        rows = [
            f'<div class="{name}1"><h3 class="{name}2"><a href="{book.link}">{book.title}</a></h3>'
            + (f'<b class="{name}3">{badge}</b>' if n % 4 == 1 else "")
            + f'<p class="{name}4">{book.author}</p><span class="{name}5">{book.price}</span>'
            + f'<span class="{name}6">{book.day}</span><em class="{name}7">{book.shelf}</em></div>'
            for n, book in enumerate(books(12))
        ]
        return Shop(around=("<div>" + "".join(rows), "</div>"), title=title).page([])

    wrapper = wrapture.learn(marked("Sale", "a", "Harbour Books"))
    check = wrapture.check(wrapture.parse(marked("Sale", "x", "Harbour Books")), wrapper)
    assert check.verdict == "columns changed"
    assert {column.problem for column in check.columns} >= {"", "sparse"}
    assert "of the records; it had one in 100 %" in " ".join(check.reasons)
