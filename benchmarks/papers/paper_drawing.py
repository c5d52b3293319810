"""Draw the papers' figures as small SVG pictures: curves over one axis, with the names beside them."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, hypot, log10
from typing import TYPE_CHECKING, Final, TypeAlias

from curve import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paper_data import PaperFigure

    Point: TypeAlias = tuple[float, float]

PLOT, HEIGHT = 410, 340
LEFT, TOP, BOTTOM = 58, 18, 46
LINE: Final = 15  # pixels between two names
LETTER: Final = 6.6  # pixels for a letter of a name, generously
NEAR: Final = 3  # pixels between points of curves that cover each other
SIDES: Final = len(COLOURS)


def draw(figure: PaperFigure) -> str:
    """Return the picture of a figure."""
    points = [point for curve in figure.curves.values() for point in curve]
    xs, ys = ticks([x for x, _ in points]), ticks([y for _, y in points])
    right, bottom = LEFT + PLOT, HEIGHT - BOTTOM
    width = right + 40 + round(LETTER * max(map(len, figure.curves), default=0))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - xs[0]) / ((xs[-1] - xs[0]) or 1)
        up = (y - ys[0]) / ((ys[-1] - ys[0]) or 1)
        return LEFT + (right - LEFT) * across, bottom - (bottom - TOP) * up

    grid = [
        f'<line x1="{LEFT}" x2="{right}" y1="{place(xs[0], y)[1]:.1f}" y2="{place(xs[0], y)[1]:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{place(xs[0], y)[1] + 4:.1f}" text-anchor="end">{y:g}</text>'
        for y in ys
    ]
    marks = [f'<text x="{place(x, ys[0])[0]:.1f}" y="{bottom + 16}" text-anchor="middle">{x:g}</text>' for x in xs]
    drawn = [[place(x, y) for x, y in curve] for curve in figure.curves.values()]
    lines = [
        _curve(curve, n, covered=sum(_covers(other, curve) for other in drawn[n + 1 :]))
        for n, curve in enumerate(drawn)
    ]
    names = [
        f'<text x="{right + 14}" y="{TOP + 10 + LINE * n}" fill="{COLOURS[n % SIDES]}">{"┄ " * (n >= SIDES)}{name}</text>'
        for n, name in enumerate(figure.curves)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" font-family="sans-serif" font-size="12">'
        '<rect width="100%" height="100%" fill="white"/>'
        f"{''.join([*grid, *marks, *lines, *names])}"
        f'<text x="{(LEFT + right) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{figure.x}</text>'
        f'<text x="14" y="{(TOP + bottom) / 2:.0f}" text-anchor="middle"'
        f' transform="rotate(-90 14 {(TOP + bottom) / 2:.0f})">{figure.y}</text></svg>\n'
    )


def _covers(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether a curve runs on another one for at least two points."""
    return sum(any(hypot(x - a, y - b) < NEAR for a, b in one) for x, y in other) >= min(2, len(other))


def _curve(points: Sequence[Point], number: int, *, covered: int) -> str:
    """Return a curve; the more later ones cover it, the wider it is, and light, so that all are seen."""
    colour = COLOURS[number % SIDES]
    dashes = ' stroke-dasharray="5 4"' * (number >= SIDES)
    line = f' stroke-width="{3 + 5 * covered}" stroke-opacity="0.35"' if covered else ' stroke-width="2"'
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}"{line}{dashes}/>{dots}'


def ticks(values: Sequence[float]) -> list[float]:
    """Return about six round numbers that span some values.

    >>> ticks([71.2, 99.9])
    [70.0, 75.0, 80.0, 85.0, 90.0, 95.0, 100.0]
    >>> ticks([5, 33])
    [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
    """
    low, high = min(values, default=0.0), max(values, default=1.0)
    rough = (high - low or 1) / 6
    unit = 10 ** floor(log10(rough))
    step = next(unit * n for n in (1, 2, 5, 10) if unit * n >= rough)
    first, last = floor(low / step), ceil(high / step)
    found = [round(step * n, 6) for n in range(first, last + 1)]
    assert all(a < b for a, b in pairwise(found))
    return [float(one) for one in found]
