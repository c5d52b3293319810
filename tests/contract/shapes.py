"""Hard shapes of lists, each with the texts of its true rows: random templates miss them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Shape:
    """A page with one or more lists, and the displayed text of the rows of each."""

    name: str
    html: str
    lists: tuple[tuple[str, ...], ...]


def _page(body: str) -> str:
    return f"<!doctype html><title>t</title><h1>Head of the page</h1>{body}<hr><address>Foot</address>"


COUNT: Final = 8
N: Final = range(COUNT)

LIST_IN_LIST: Final = Shape(
    "list in list",
    _page(
        "<ul>"
        + "".join(
            f"<li><b>City {i}</b><ul>" + "".join(f"<li>street {i}{j}</li>" for j in range(2 + i % 3)) + "</ul></li>"
            for i in N
        )
        + "</ul>"
    ),
    (tuple(" ".join([f"City {i}", *(f"street {i}{j}" for j in range(2 + i % 3))]) for i in N),),
)
SAME_TAG_NESTED: Final = Shape(
    "same tag nested",
    _page(
        "<div>"
        + "".join(f"<div><div>Title {i}</div><div><div>price {i}</div><div>place {i}</div></div></div>" for i in N)
        + "</div>"
    ),
    (tuple(f"Title {i} price {i} place {i}" for i in N),),
)
OPTIONAL_CELLS: Final = Shape(
    "optional cells",
    _page(
        "".join(
            f"<section><h3>Title {i}</h3>{f'<p>author {i}</p>' if i % 3 else ''}<blockquote>text {i}</blockquote></section>"
            for i in N
        )
    ),
    (tuple(f"Title {i} " + (f"author {i} " if i % 3 else "") + f"text {i}" for i in N),),
)
REPEATED_CELLS: Final = Shape(
    "repeated cells",
    _page(
        "".join(
            f"<article><h3>Title {i}</h3>" + "".join(f"<p>tag {i}{j}</p>" for j in range(1 + i % 3)) + "</article>"
            for i in N
        )
    ),
    (tuple(" ".join([f"Title {i}", *(f"tag {i}{j}" for j in range(1 + i % 3))]) for i in N),),
)
BREAKS: Final = Shape(
    "br-separated",
    _page("<div>" + "".join(f"<b>Title {i}</b><br>said by {i}<br><br>" for i in N) + "</div>"),
    (tuple(f"Title {i} said by {i}" for i in N),),
)
TABLE_WITH_HEADER: Final = Shape(
    "table with header",
    _page(
        "<table><thead><tr><th>Name<th>Price<th>Place</thead><tbody>"
        + "".join(f"<tr><td>name {i}<td>{i} euro<td>place {i}" for i in N)
        + "</table>"
    ),
    (tuple(f"name {i} {i} euro place {i}" for i in N),),
)
DEFINITIONS: Final = Shape(
    "dl",
    _page("<dl>" + "".join(f"<dt>term {i}<dd>meaning {i}" for i in N) + "</dl>"),
    (tuple(f"term {i} meaning {i}" for i in N),),
)
TWO_LISTS: Final = Shape(
    "two lists",
    _page(
        "<ul>"
        + "".join(f"<li><a href=/m/{i}>menu {i}</a></li>" for i in range(6))
        + "</ul><ol>"
        + "".join(f"<li><h3>Title {i}</h3><p>text {i}</p></li>" for i in N)
        + "</ol>"
    ),
    (tuple(f"Title {i} text {i}" for i in N), tuple(f"menu {i}" for i in range(6))),
)
TWO_ROWS_A_RECORD: Final = Shape(
    "two table rows a record",
    _page(
        "<table>"
        + "".join(f"<tr><td colspan=2>Title {i}</tr><tr><td>price {i}<td>place {i}</tr>" for i in N)
        + "</table>"
    ),
    (tuple(f"Title {i} price {i} place {i}" for i in N),),
)

SHAPES: Final = (
    LIST_IN_LIST,
    SAME_TAG_NESTED,
    OPTIONAL_CELLS,
    REPEATED_CELLS,
    BREAKS,
    TABLE_WITH_HEADER,
    DEFINITIONS,
    TWO_LISTS,
    TWO_ROWS_A_RECORD,
)
