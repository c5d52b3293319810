"""Pages with a plain table of data, made from the answer: numbers, percentages, dates, with or without headers and names.

A third of the tables are grids, whose cells are the records.  Real pages with gold hardly have plain tables, so the judge also
learns from these.  `made_table` gives the same page for a seed.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    Cell = Callable[[random.Random], str]

CELLS: Final[dict[str, Cell]] = {
    "count": lambda r: str(r.randrange(1, 1000)),
    "large": lambda r: f"{r.randrange(1_000, 9_000_000):,}",
    "decimal": lambda r: f"{r.uniform(0, 100):.2f}",
    "percent": lambda r: f"{r.uniform(0, 100):.1f}%",
    "date": lambda r: f"{r.randrange(1990, 2026)}-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}",
    "year": lambda r: str(r.randrange(1900, 2026)),
    "change": lambda r: f"{r.choice('+-')}{r.uniform(0, 9):.1f}",
}
SYLLABLES: Final = ("ka", "lo", "mer", "ti", "van", "sol", "ben", "dra", "nu", "ost", "wick", "ham", "ri", "el", "gar")
ROW_COUNTS: Final = (2, 3, 5, 10, 12, 20, 31, 50, 100, 200, 500)
COLUMN_COUNTS: Final = (2, 3, 4, 5, 6, 8, 12, 20, 50)
MOST_CELLS: Final = 4_000
GRID: Final = 0.33  # share of the tables whose cells are the records
GRID_CELLS: Final = (
    "<a href=/{n}>{name}</a><br>{price} euro",
    "<b>{name}</b><br>{street} {n}",
    "<img src=/{n}.jpg><h3><a href=/{n}>{name}</a></h3><p>{price} €</p>",
    "<p>{name}</p><p>{street}</p><p>{price}</p>",
    "<a href=/{n}><img src=/{n}.png></a><br><a href=/{n}>{name}</a>",
)
HEADS: Final = ("none", "thead", "row", "bold", "spanned")


class MadeTable(NamedTuple):
    """A page, and the texts of each record: the cells of a row, or those of a cell of a grid."""

    html: str
    rows: list[list[str]]
    head: str


def made_table(seed: int) -> MadeTable:
    """Return the page of a seed."""
    rng = random.Random(seed)
    if rng.random() < GRID:
        return _made_grid(rng)
    columns = rng.choice(COLUMN_COUNTS)
    kinds = [rng.choice(list(CELLS)) for _ in range(columns)]
    if rng.random() < 0.3:
        kinds = [kinds[0]] * columns
    named = rng.random() < 0.5
    rows = [
        [_name(rng) if named and not column else CELLS[kind](rng) for column, kind in enumerate(kinds)]
        for _ in range(rng.choice([count for count in ROW_COUNTS if count * columns <= MOST_CELLS]))
    ]
    head = rng.choice(HEADS)
    table = _table(rng, rows, head, named=named)
    return MadeTable(_page(rng, table), rows, head)


def _made_grid(rng: random.Random) -> MadeTable:
    """Return a page whose table shows one record per cell."""
    form, columns, count = rng.choice(GRID_CELLS), rng.randrange(2, 6), rng.randrange(2, 12)
    cells, rows = [], []
    for n in range(columns * count):
        name, street, price = _name(rng), _name(rng), CELLS["decimal"](rng)
        cells.append(f"<td>{form.format(n=n, name=name, street=street, price=price)}</td>")
        rows.append([re.sub(r"<[^>]+>", " ", cells[-1])])
    body = "".join(f"<tr>{''.join(cells[n : n + columns])}</tr>" for n in range(0, len(cells), columns))
    return MadeTable(_page(rng, f"<table>{body}</table>"), [[" ".join(one.split())] for (one,) in rows], "grid")


def _name(rng: random.Random) -> str:
    return "".join(rng.choice(SYLLABLES) for _ in range(rng.randrange(2, 5))).title()


def _table(rng: random.Random, rows: list[list[str]], head: str, *, named: bool) -> str:
    """Return the table as HTML; a name may be a header cell of its row, and classes may alternate."""
    first = "th scope=row" if named and rng.random() < 0.3 else "td"
    striped = rng.random() < 0.3
    body = "".join(
        f"<tr{' class=odd' if striped and n % 2 else ''}>"
        + "".join(
            f"<{first if not i else 'td'}>{cell}</{(first if not i else 'td')[:2]}>" for i, cell in enumerate(row)
        )
        + "</tr>\n"
        for n, row in enumerate(rows)
    )
    names = [_name(rng) for _ in rows[0]]
    cells = "".join(f"<th>{name}</th>" for name in names)
    match head:
        case "thead":
            return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
        case "row":
            return f"<table><tr>{cells}</tr>{body}</table>"
        case "bold":
            return f"<table><tr>{''.join(f'<td><b>{name}</b></td>' for name in names)}</tr>{body}</table>"
        case "spanned":
            half = len(names) // 2
            top = f"<tr><th colspan={half or 1}>{_name(rng)}</th><th colspan={len(names) - half}>{_name(rng)}</th></tr>"
            return f"<table><thead>{top}<tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
        case _:
            return f"<table>{body}</table>"


def _page(rng: random.Random, table: str) -> str:
    """Return the table in a page: bare, below a heading, or with a menu, a text and a footer around it."""
    title = f"<h1>{_name(rng)} {_name(rng)}</h1>"
    text = f"<p>{' '.join(_name(rng).lower() for _ in range(rng.randrange(8, 60)))}.</p>"
    menu = (
        "<ul class=menu>"
        + "".join(f"<li><a href=/{i}>{_name(rng)}</a></li>" for i in range(rng.randrange(3, 9)))
        + "</ul>"
    )
    foot = "<div id=footer><a href=/a>About</a> <a href=/c>Contact</a> <a href=/p>Privacy</a></div>"
    body = rng.choice((table, title + table, title + text + table, menu + title + text + table + foot))
    return f"<!doctype html><title>{_name(rng)}</title><body>{body}"
