"""Draw learning curves as small SVG pictures."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, LEFT, BOTTOM = 560, 300, 50, 40
COLOURS = ("#1b6ca8", "#c8553d", "#5f7d4e", "#7a5195", "#b8860b")
LOWEST = 70.0  # percent at the bottom of the picture
TOP, RIGHT, TITLE = 24, 440, 14  # the edges of the distance grid, and the position of its axis title
STEP = 5  # points between two lines of the distance grid
LINE = 15  # pixels between two names


def draw_curve(curves: Mapping[str, Mapping[int, float]]) -> str:
    """Return a picture of recall (percent) over the number of training pages, one curve per name."""
    pages = sorted({page for curve in curves.values() for page in curve})
    x = {page: LEFT + (WIDTH - LEFT - 150) * (page - pages[0]) / max(1, pages[-1] - pages[0]) for page in pages}

    def y(value: float) -> float:
        return 15 + (HEIGHT - BOTTOM - 15) * (100 - max(value, LOWEST)) / (100 - LOWEST)

    marks = [f'<text x="{x[page]:.0f}" y="{HEIGHT - 18}" text-anchor="middle">{page}</text>' for page in pages]
    grid = [
        f'<line x1="{LEFT}" x2="{WIDTH - 150}" y1="{y(v):.1f}" y2="{y(v):.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y(v) + 4:.1f}" text-anchor="end">{v}</text>'
        for v in range(int(LOWEST), 101, 10)
    ]
    lines: list[str] = []
    for (name, curve), colour in zip(curves.items(), COLOURS, strict=False):
        points = " ".join(f"{x[page]:.1f},{y(value):.1f}" for page, value in sorted(curve.items()))
        last = max(curve)
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            + "".join(f'<circle cx="{x[p]:.1f}" cy="{y(v):.1f}" r="3" fill="{colour}"/>' for p, v in curve.items())
            + f'<text x="{x[last] + 8:.1f}" y="{y(curve[last]) + 4 + 14 * len(lines):.1f}" fill="{colour}">{name}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
        '<rect width="100%" height="100%" fill="white"/>'
        f"{''.join(grid)}{''.join(marks)}{''.join(lines)}"
        f'<text x="{LEFT}" y="{HEIGHT - 3}">training pages; records found on the other pages, percent</text></svg>\n'
    )


def draw_distance(curves: Mapping[str, Mapping[int, float]]) -> str:
    """Return a picture of one learner's lead over another (points) by the number of pages, one curve per name."""
    pages = sorted({page for curve in curves.values() for page in curve})
    values = [0.0, *(value for curve in curves.values() for value in curve.values())]
    low, high = STEP * floor(min(values) / STEP), STEP * max(1, ceil(max(values) / STEP))
    x = {page: LEFT + (RIGHT - LEFT) * (page - pages[0]) / max(1, pages[-1] - pages[0]) for page in pages}

    def y(value: float) -> float:
        return TOP + (HEIGHT - BOTTOM - TOP) * (high - value) / (high - low)

    marks = [f'<text x="{x[page]:.1f}" y="{HEIGHT - 24}" text-anchor="middle">{page}</text>' for page in pages]
    grid = [
        f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y(v):.1f}" y2="{y(v):.1f}" stroke="{"#ddd" if v else "#333"}"/>'
        f'<text x="{LEFT - 8}" y="{y(v) + 4:.1f}" text-anchor="end">{v:+d}</text>'
        for v in range(low, high + 1, STEP)
    ]
    names = _apart([y(curve[max(curve)]) for curve in curves.values()])
    lines = [
        _line([(x[page], y(value)) for page, value in sorted(curve.items())], colour)
        + f'<text x="{RIGHT + 10}" y="{at + 4:.1f}" fill="{colour}">{name}</text>'
        for (name, curve), colour, at in zip(curves.items(), COLOURS, names, strict=False)
    ]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
        '<rect width="100%" height="100%" fill="white"/>'
        f"{''.join(grid)}{''.join(marks)}{''.join(lines)}"
        f'<text x="{(LEFT + RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">training pages</text>'
        f'<text x="{TITLE}" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 {TITLE} {middle:.0f})">'
        "records found: masks − SoftMealy, points</text>"
        f'<text x="{LEFT + 6}" y="{TOP - 8}" fill="#555">above 0: masks find more</text></svg>\n'
    )


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'


def _apart(heights: Sequence[float]) -> list[float]:
    """Return heights for names: unchanged, or lower if they would overlap."""
    places: dict[int, float] = {}
    last = float("-inf")
    for number in sorted(range(len(heights)), key=heights.__getitem__):
        last = places[number] = max(heights[number], last + LINE)
    return [places[number] for number in range(len(heights))]
