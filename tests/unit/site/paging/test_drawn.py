"""Pages drawn from a known answer: the pages of a list first, then a template for its pager, then what stands around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import ugly_html
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.paging import find_paging

SITE: Final = "http://site.example"
ADDRESSES: Final = (
    "/list?page={page}",
    "/list?q=blue+tea&p={page}",
    "/list/page/{page}/",
    "/list/page-{page}.html",
    "/list?start={start}",
    "/find.cgi?words=tea;page={page}",
    "/list?id=17&offset={start}",
    "/list-{page}.html",
)
MARKED: Final = (
    ("Previous", "Next"),
    ("« Zurück", "Weiter Nächste »"),
    ("Anterior", "Siguiente"),
    ("<", ">"),
    ("‹", "›"),
    ("←", "→"),
    ("上一页", "下一页"),
    ("Пред.", "След."),
    ("", ""),
)
CURRENTS: Final = ("<b>{}</b>", "<span class='current'>{}</span>", "[{}]", "<li class='active'><span>{}</span></li>")
FRAMES: Final = (
    ("<div class='pagination'>{}</div>", "{} "),
    ("<p>Pages: {}</p>", "{} "),
    ("<ul class='pager'>{}</ul>", "<li>{}</li>"),
    ("<table><tr>{}</tr></table>", "<td>{}</td>"),
    ("<center>{}</center>", "{} | "),
    ("<nav><ul>{}</ul></nav>", "<li>{}</li>"),
)
STRANGERS: Final = (
    "".join(f'<a href="/archive/{year}/">{year}</a> ' for year in range(2001, 2009)),
    "<table class='calendar'>"
    + "".join(f'<td><a href="/2024/05/{n:02}/">{n}</a></td>' for n in range(1, 29))
    + "</table>",
    "".join(f'<a href="/names/{letter}">{letter}</a> ' for letter in "ABCDEF"),
    '<div class="slider"><a href="#" class="prev">‹</a> <a href="#" class="next">›</a></div>',
    '<a href="/">Home</a> <a href="/about">About us</a> <a href="/basket">Basket</a>',
    '<a href="/item/4711">4711</a> <a href="/item/12#comments">12 comments</a> <a href="/item/12">Read more</a>',
    "",
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page of a list: what it is, and where its links lead."""

    html: str
    url: str
    current: int
    numbers: tuple[int, ...]
    address: str

    def where(self, page: int) -> str:
        return place(self.address, page)


def place(address: str, page: int) -> str:
    return SITE + address.format(page=page, start=10 * (page - 1))


@st.composite
def lists(draw: st.DrawFn) -> Drawn:
    """Draw a page of a list of some pages, which has a pager with numbers."""
    last = draw(st.integers(4, 30))
    current = draw(st.integers(1, last))
    address = draw(st.sampled_from(ADDRESSES))
    window = range(max(1, current - 3), min(last, current + 3) + 1)
    pages = sorted({*window, *draw(st.sampled_from([(), (1,), (last,), (1, last)]))})
    before, after = draw(st.sampled_from(MARKED))
    mark, (frame, slot) = draw(st.sampled_from(CURRENTS)), draw(st.sampled_from(FRAMES))
    pieces = [mark.format(n) if n == current else f'<a href="{place(address, n)}">{n}</a>' for n in pages]
    if before and current > 1:
        pieces.insert(0, f'<a href="{place(address, current - 1)}">{before}</a>')
    if after and current < last:
        pieces.append(f'<a href="{place(address, current + 1)}">{after}</a>')
    pager = frame.format("".join(slot.format(piece) for piece in pieces))
    items = "".join(f'<p><a href="/item/{n}">Thing {n} of the list</a> is a good thing</p>' for n in range(4))
    above, below = draw(st.sampled_from(STRANGERS)), draw(st.sampled_from(STRANGERS))
    twice = pager if draw(st.booleans()) else ""
    html = (
        f"<body>{above}<h1>A list of things</h1>{twice}{items}{pager}<p>Written by us, and to be read</p>{below}</body>"
    )
    numbers = tuple(n for n in pages if n != current)
    return Drawn(html, place(address, current), current, numbers, address)


@given(lists(), st.booleans())
def test_the_pages_of_a_drawn_list_are_found(drawn: Drawn, with_address: bool) -> None:
    page = read_page(Capture("drawn", drawn.html.encode(), url=drawn.url if with_address else None))
    paging = find_paging(page)
    assert tuple(link.number for link in paging.pages) == drawn.numbers
    assert {link.url for link in paging.numbered} == {drawn.where(n) for n in drawn.numbers}
    assert paging.current == drawn.current
    following = drawn.where(drawn.current + 1) if drawn.current < max(drawn.numbers) else None
    assert (paging.onward and paging.onward.url) == following
    assert (paging.next and paging.next.url) == following


@given(ugly_html)
def test_any_page_is_read(html: str) -> None:
    paging = find_paging(read_page(Capture("ugly", html.encode("utf-8", "replace"), url=f"{SITE}/list")))
    for link in (*paging.numbered, *filter(None, (paging.next, paging.previous, paging.onward))):
        assert link.is_button or link.url.startswith(("http://", "https://"))
