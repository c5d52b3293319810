from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.fine_tokens import fine_tokens_of
from wrapture.html.lexbor import parse_page
from wrapture.library.shingles import amount, page_shingles, shingle, wrapper_shingles
from wrapture.reading.frame import FEWEST

ROW = ("<li class=hit>", "<a href>", 1, "</a>", "<b>", "Price:", 1, "</b>", "</li>")


def page_of(body: str) -> dict[int, int]:
    return page_shingles(fine_tokens_of(parse_page(body)))


def rows(count: int, more: str = "") -> str:
    return "".join(f"<li class=hit><a href=/{n}>Item {n}{more}</a><b>Price: {n}</b></li>" for n in range(1, count + 1))


def test_a_page_of_rows_has_all_shingles_of_their_template() -> None:
    shingles, page = wrapper_shingles(ROW), page_of(f"<h1>Shop</h1><ul>{rows(5)}</ul>")
    assert set(shingles) <= page.keys()
    assert shingles.explained(page) == pytest.approx(amount(1.0, 7, 5))


names = st.sampled_from(["b", "i", "span", "em", "u"])


@given(st.lists(st.tuples(names, st.booleans()), min_size=1, max_size=8), st.integers(2, 6))
def test_so_has_every_page_that_is_drawn_from_a_template(cells: list[tuple[str, bool]], count: int) -> None:
    template: list[str | int] = []
    for name, empty in cells:
        template += [f"<{name}>", f"</{name}>"] if empty else [f"<{name}>", 1, f"</{name}>"]
    row = "".join(f"<{name}>{'' if empty else '{0}'}</{name}>" for name, empty in cells)
    page = page_of(f"<ul>{''.join(f'<li>{row}</li>'.format(f'data {n}') for n in range(count))}</ul>")
    assert set(wrapper_shingles(("<li>", *template, "</li>"))) <= page.keys()


def test_tags_in_a_gap_cost_only_what_goes_across_it() -> None:
    shingles, page = wrapper_shingles(ROW), page_of(f"<ul>{rows(5, '<i>new</i>')}</ul>")
    assert set(shingles.sure) <= page.keys()
    assert not set(shingles.across) <= page.keys()
    assert 0 < shingles.explained(page) < amount(1.0, 7, 5)


def test_what_stands_once_on_a_page_is_no_row() -> None:
    assert not set(wrapper_shingles(ROW).sure) & page_of(f"<ul>{rows(1)}</ul>").keys()


def test_another_page_explains_less() -> None:
    shingles = wrapper_shingles(ROW)
    own, other = page_of(rows(9)), page_of("<table>" + "<tr><td>a</td><td><b>b</b></td></tr>" * 9 + "</table>")
    assert shingles.explained(other) < 0.2 * shingles.explained(own)


def test_an_end_tag_alone_tells_nothing() -> None:
    assert len(wrapper_shingles(("</td>", 2, "</td>")).sure) == 0
    assert len(wrapper_shingles(("<td>",)).sure) == 1


def test_a_frame_is_looked_for_anywhere() -> None:
    frame = ["Advanced search", "<div class=menu>", "About us", "Gone"]
    assert len(frame) == FEWEST
    page = page_of("<div class='menu dark'>Advanced search</div><p>About us</p>")
    assert wrapper_shingles(ROW, frame).frame_share(page) == 0.75
    assert wrapper_shingles(ROW, frame[1:]).frame_share(page) is None
    assert not page.keys() & set(wrapper_shingles(("About us",)).sure), "a label of a row is no part of a frame"


def test_nothing_has_no_shingles() -> None:
    assert list(wrapper_shingles(())) == []
    assert page_of("") == {}
    assert wrapper_shingles(()).explained(page_of(rows(3))) == 0.0


def test_a_shingle_is_the_same_on_every_machine() -> None:
    """An index holds these numbers: with others, give it a new version."""
    assert shingle(["<td>", "</td>"]) == -8924392489143928119
    assert shingle(["caf\udce9"]) != shingle(["café"])


def test_the_order_of_sets_does_not_show() -> None:
    one, other = wrapper_shingles(ROW, "abcd"), wrapper_shingles(ROW, "dcba")
    assert list(one) == list(other)
    assert len(one) == len(list(one)) == len(set(one))
