"""A made shop whose list page can change in many ways; its rows are known, so every repair can be judged."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ADJECTIVES: Final = ("Red", "Silent", "Northern", "Golden", "Small", "Broken", "Early", "Hidden", "Quiet", "Salt")
NOUNS: Final = ("Harbour", "Orchard", "Lantern", "Meadow", "River", "Kitchen", "Winter", "Garden", "Island", "Letter")
AUTHORS: Final = ("Ann Lee", "Kim Sorensen", "Ruth Abel", "Jon Kerr", "Mia Holt", "Paul Ngata", "Ida Brook")
SHELVES: Final = ("fiction", "poetry", "travel", "history")


@dataclass(frozen=True)
class Book:
    """A row of the list."""

    title: str
    link: str
    author: str
    price: str
    day: str
    shelf: str


def books(count: int, start: int = 0) -> list[Book]:
    """Return some books; other starts give other books, with a few authors and shelves in common."""
    return [
        Book(
            title=f"{ADJECTIVES[i % 10]} {NOUNS[(i * 7 + i // 10) % 10]} {('and Sea', 'of Stone', 'in May')[i % 3]}",
            link=f"/books/{1000 + 37 * i}.html",
            author=AUTHORS[i % len(AUTHORS)],
            price=f"${5 + i % 40}.{(13 * i) % 100:02d}",
            day=f"2026-{1 + i % 12:02d}-{1 + (5 * i) % 28:02d}",
            shelf=SHELVES[i % len(SHELVES)],
        )
        for i in range(start, start + count)
    ]


Row = "Callable[[Book], str]"

WORDS: Final = {
    "home": "Home",
    "help": "Help and contact",
    "by": "by",
    "head": "New books",
    "foot": "Harbour Books, since 1987",
}
GERMAN: Final = {
    "home": "Startseite",
    "help": "Hilfe und Kontakt",
    "by": "von",
    "head": "Neue Bücher und das Beste aus den Regalen, für Sie und alle, die gern lesen",
    "foot": "Harbour Books, die Buchhandlung mit dem Blick auf das Meer, seit 1987 für Sie da",
}


@dataclass(frozen=True)
class Shop:
    """How the list page is drawn."""

    row: Callable[[Book], str] = field(default_factory=lambda: card)
    around: tuple[str, str] = ("<div class=list>", "</div>")
    before: str = ""
    after: str = ""
    language: str = "en"
    title: str = "Harbour Books - new books"
    host: str = "https://harbour-books.test"
    words: tuple[tuple[str, str], ...] = tuple(WORDS.items())
    shelves: tuple[str, ...] = SHELVES
    top: str = "top"

    def page(self, rows: Sequence[Book]) -> str:
        """Return the list page with some rows."""
        words = dict(self.words)
        menu = "".join(f'<li><a href="{self.host}/{name}">{name.title()}</a></li>' for name in self.shelves)
        return (
            f'<!doctype html><html lang="{self.language}"><head><title>{self.title}</title></head><body>'
            f'<header class={self.top}><a href="{self.host}/">{words["home"]}</a><a href="{self.host}/help">{words["help"]}</a>'
            f"</header><nav><ul>{menu}</ul></nav><h1>{words['head']}</h1>{self.before}"
            f"{self.around[0]}{''.join(map(self.row, rows))}{self.around[1]}{self.after}"
            f"<footer><p>{words['foot']}</p></footer></body></html>"
        )


def card(book: Book) -> str:
    """Return the row that the wrapper is learned from."""
    return (
        f'<div class="book"><h3 class="name"><a href="{book.link}">{book.title}</a></h3><p class="author">{book.author}</p>'
        f'<span class="price">{book.price}</span><span class="day">{book.day}</span><em class="shelf">{book.shelf}</em></div>'
    )


def renamed(book: Book) -> str:
    """Return the row with other classes."""
    return (
        f'<div class="tile"><h3 class="headline"><a href="{book.link}">{book.title}</a></h3><p class="writer">{book.author}</p>'
        f'<span class="cost">{book.price}</span><span class="published">{book.day}</span>'
        f'<em class="genre">{book.shelf}</em></div>'
    )


def hashed(book: Book) -> str:
    """Return the row with generated classes."""
    return (
        f'<div class="css-1x9a"><h3 class="css-9kz2"><a class="css-q1" href="{book.link}">{book.title}</a></h3>'
        f'<p class="css-88d">{book.author}</p><span class="css-0pp">{book.price}</span><span class="css-7ht">{book.day}</span>'
        f'<em class="css-4rr">{book.shelf}</em></div>'
    )


def wrapped(book: Book) -> str:
    """Return the row with more elements around and inside it."""
    return (
        f'<div class="outer"><div class="inner"><div class="head"><h3><a href="{book.link}"><span>{book.title}</span></a></h3>'
        "</div>"
        f'<div class="body"><div><p>{book.author}</p></div><div class="meta"><div><span>{book.price}</span></div>'
        f"<div><span>{book.day}</span></div><div><em>{book.shelf}</em></div></div></div></div></div>"
    )


def reordered(book: Book) -> str:
    """Return the row with its fields in another order, in other elements."""
    return (
        f'<li class="item"><span class="a">{book.day}</span><span class="b">{book.shelf}</span><b class="c">{book.price}</b>'
        f'<h4><a href="{book.link}">{book.title}</a></h4><i class="d">{book.author}</i></li>'
    )


def with_more(book: Book) -> str:
    """Return the row with a field that it did not have."""
    stock = f"{len(book.title) % 9 + 1} left in stock"
    return renamed(book).replace("</div>", f'<span class="stock">{stock}</span></div>')


def with_less(book: Book) -> str:
    """Return the row without a field."""
    return (
        f'<article class="entry"><h2><a href="{book.link}">{book.title}</a></h2><div class="line"><b>{book.price}</b>'
        f"<time>{book.day}</time></div><div class=line><u>{book.author}</u></div></article>"
    )


def table_row(book: Book) -> str:
    """Return the row as a row of a table."""
    return (
        f'<tr><td><a href="{book.link}">{book.title}</a></td><td>{book.author}</td><td>{book.price}</td>'
        f"<td>{book.day}</td><td>{book.shelf}</td></tr>"
    )


def other_tags(book: Book) -> str:
    """Return the row in other elements."""
    return (
        f'<section class="book"><p><a href="{book.link}">{book.title}</a></p><div>{book.author}</div><div>{book.price}</div>'
        f"<div>{book.day}</div><div>{book.shelf}</div></section>"
    )


def swapped(book: Book) -> str:
    """Return the row with two fields in each other's place: the markup says nothing about it."""
    return card(replace(book, author=book.shelf, shelf=book.author, price=book.day, day=book.price))


LIST: Final = ('<ul class="results">', "</ul>")
TABLE: Final = (
    "<table class=grid><thead><tr><th>Title<th>Author<th>Price<th>Date<th>Shelf</thead><tbody>",
    "</tbody></table>",
)
NEWS: Final = (
    "<aside class=news><h2>News from the shop</h2>"
    + "".join(
        f"<div class=note><h4>{noun} evening</h4><p>Readings and tea, {n} pm</p></div>" for n, noun in enumerate(NOUNS)
    )
    + "</aside>"
)
