"""A learning curve as a small SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH, HEIGHT, LEFT, BOTTOM = 560, 300, 50, 40
COLOURS = ("#1b6ca8", "#c8553d", "#5f7d4e", "#7a5195", "#b8860b")
LOWEST = 70.0  # percent at the bottom of the picture


def draw_curve(curves: Mapping[str, Mapping[int, float]]) -> str:
    """Return a picture of recall (percent) over the number of training pages, one line a name."""
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
