"""Ratings drawn as stars: as labels, classes, widths and rows of stars; with a wrapper, and where they are no ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.library.wrapper_file import load, save
from wrapture.values.ratings import Rating

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model.table import Table

THINGS = ["Red chair", "Blue lamp", "Green table", "Old desk", "Tall shelf", "Round stool", "Iron bed", "Long sofa"]
STARS = [4, 2, 5, 3, 4, 1, 5, 2]
NUMBERS = ["Zero", "One", "Two", "Three", "Four", "Five"]


def shop(drawing: str) -> str:
    rows = (
        f"<li><h3><a href=/{n}>{thing}</a></h3>{_drawn(drawing, stars)}<p>{n + 7} euro</p></li>"
        for n, (thing, stars) in enumerate(zip(THINGS, STARS, strict=True))
    )
    return "<h1>Furniture</h1><ul>" + "".join(rows) + "</ul>"


def _drawn(drawing: str, stars: int) -> str:
    icons = "".join(f"<i class='fa {'fa-star' if n < stars else 'fa-star-o'}'></i>" for n in range(5))
    spans = "".join(f"<span class={'on' if n < stars else 'off'}>★</span>" for n in range(5))
    return drawing.format(n=stars, word=NUMBERS[stars], percent=20 * stars, icons=icons, spans=spans)


def ratings(drawing: str) -> list[object]:
    table = wrapture.extract(shop(drawing), guess=True)
    return [row.get("rating") for row in table.to_dicts(typed=True)]


@pytest.mark.parametrize(
    "drawing",
    [
        "<div class=stars role=img aria-label='{n}.0 out of 5 stars'><i></i><i></i></div>",
        "<span title='Rated {n} out of 5'><i class=s></i></span>",
        "<span class=rating title='{n} von 5'></span>",
        "<img src=s{n}.gif alt='{n} of 5 stars'>",
        "<p class='star-rating {word}'><i></i></p>",
        "<span class='rating stars-{n}'></span>",
        "<div class=star-rating><span style='width:{percent}%'></span></div>",
        "<span class=stars>{icons}</span>",
        "<span class=stars>{spans}</span>",
    ],
)
def test_stars_are_a_column(drawing: str) -> None:
    assert ratings(drawing) == [Rating(float(n) if ".0" in drawing else n, 5) for n in STARS]


@pytest.mark.parametrize(
    "drawing",
    [
        "<img src=s{n}.gif title='Picture {n} of 5'>",  # no rating
        "<span class=stars aria-label='{n} out of 5 stars'></span><b>{n}</b>",  # written, too
        "<span class=stars aria-label='4 out of 5 stars'></span>",  # the same everywhere
        "<div class=bar><span style='width:{percent}%'></span></div>",
    ],
)
def test_what_is_no_rating_is_no_column(drawing: str) -> None:
    assert "rating" not in wrapture.extract(shop(drawing), guess=True).columns


def test_stars_in_text_are_a_column_of_their_own() -> None:
    table = wrapture.extract(shop("<b>{n}</b>").replace("<b>5</b>", "★★★★★").replace("<b>4</b>", "★★★★☆"), guess=True)
    assert "rating" not in table.columns
    texts = _texts(shop("<span class=score>*{n}*</span>"))
    assert [row["score"] for row in texts.to_dicts(typed=True)] == [Rating(n, 5) for n in STARS]


def _texts(html: str) -> Table:
    for n in range(6):
        html = html.replace(f"*{n}*", "★" * n + "☆" * (5 - n))
    return wrapture.extract(html, guess=True)


def test_a_wrapper_reads_them_too(tmp_path: Path) -> None:
    html = shop("<span class=stars title='{n} out of 5'></span>")
    save(wrapture.learn(html), tmp_path / "shop.json")
    table = wrapture.extract(html, load(tmp_path / "shop.json"))
    assert table["rating"] == [f"{n} out of 5" for n in STARS]
    assert table.types["rating"] == "rating"
