"""Figures of the speed benchmarks in one table: each script stores its own, and ``results.md`` is written from all of them.

python benchmarks/speed/results.py     # write results.md anew from the figures that are stored
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER: Final = Path(__file__).parent
STORED: Final = FOLDER / "results.json"
PAGE: Final = FOLDER / "results.md"
HEAD: Final = """# Speed

Written by `make bench`; don't edit. Times are CPU times, most of them as ratios to the bare Lexbor parse of the same pages in
the same run, as medians over the pages. "0.1.0" is what version 0.1.0 took, where it was measured.

| benchmark | figure | now | target | 0.1.0 | |
|---|---|---|---|---|---|
"""


BEFORE: Final = {
    "by a wrapper, all": 16.0,
    "extract, all learners": 128.0,
    "extract, corpus": 128.0,
    "start, of 0.1.0": 1.0,
    "start, s of CPU": 0.286,
    "text, own page": 1.96,
    "bytes, with fit": 2.4,
    "text, unseen page": 3.9,
    "visual": 6.9,
    "repeats": 5.4,
    "fuzzy masks": 35.0,
}
"""What version 0.1.0 took, where it was measured."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its target; ``least`` says that it must not be smaller, instead of larger."""

    name: str
    value: float
    target: float | None = None
    least: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the target is met, if there is one."""
        if self.target is None:
            return True
        return self.value >= self.target if self.least else self.value <= self.target


def write_figures(benchmark: str, figures: Sequence[Figure]) -> None:
    """Store the figures of a benchmark in place of its last ones, and write the page of all."""
    stored = json.loads(STORED.read_text("utf-8")) if STORED.exists() else {}
    stored[benchmark] = [asdict(figure) for figure in figures]
    STORED.write_text(json.dumps(stored, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    write_page(stored)


def write_page(stored: dict[str, list[dict[str, object]]]) -> None:
    """Write the page of all figures."""
    # The file was written from figures, so its values have their types.
    lines = [_line(name, Figure(**one)) for name, figures in sorted(stored.items()) for one in figures]  # type: ignore[arg-type]
    PAGE.write_text(HEAD + "".join(lines), "utf-8")


def _line(benchmark: str, figure: Figure) -> str:
    target = "–" if figure.target is None else f"{'≥' if figure.least else '≤'} {figure.target:g}"
    before = f"{BEFORE[figure.name]:g}" if figure.name in BEFORE else "–"
    met = "" if figure.target is None else "met" if figure.is_met else "missed"
    return f"| {benchmark} | {figure.name} | {figure.value:.2f} | {target} | {before} | {met} |\n"


if __name__ == "__main__":
    write_page(json.loads(STORED.read_text("utf-8")))
