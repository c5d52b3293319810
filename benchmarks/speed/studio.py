"""Measure the studio in a browser: seconds to start, to show a large page, to hide a column, and to redraw after a change.

    python benchmarks/speed/studio.py

The page has 2 MB and 500 records and is generated here.  Usable means: it was uploaded, its list was found, and the table is
there.  Shown means that the page is in its frame with the records drawn on it, too, and a cell reacts to the pointer.  Redrawn
means that lists, table and page reflect the new parameter.  Everything is measured in seconds, on a quiet machine.  Exits 1 if
a target is missed.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright
from timing import report

from wrapture.capture.browser import find_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

TARGETS: Final = {
    "start": 2.0,
    "2 MB usable": 3.0,
    "show 500 records": 3.0,
    "hide a column": 0.1,
    "redraw, the list stays": 0.5,
    "redraw, another list": 0.5,
    "redraw, another learner": 2.0,
}
ENCODINGS: Final = ("all-tag", "block-level", "no-special", "no-physical")
RECORDS: Final = 500
TRIES: Final = 5
SETTLE_MS: Final = 2_000
ADDRESS: Final = re.compile(r"(http://127\.0\.0\.1:\d+/)#token=\S+")
WORDS: Final = (
    "salt",
    "road",
    "low",
    "water",
    "harbour",
    "light",
    "field",
    "guide",
    "fog",
    "tide",
    "kelp",
    "ferry",
    "marsh",
)
DRAWN: Final = "document.querySelector('[data-test=page-view]').dataset.drawn"


def drawn_page() -> str:
    """Return a page of two megabytes with a list of books."""
    chance = random.Random(7)

    def words(count: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(count))

    def record(number: int) -> str:
        badge = f'<span class="badge">{words(1)}</span>' if number % 3 == 0 else ""
        facts = "".join(f"<li>{words(1)} {chance.randint(1, 999)}</li>" for _ in range(3))
        link = f'<a href="/b/{number}">'
        rated = f"{chance.randint(1, 5)} out of 5 ({chance.randint(1, 300)} reviews)"
        return (
            f'<article class="card">{link}<img src="/c/{number}.jpg" alt="{words(2)}" width="60" height="80"></a><div>'
            f'<h2>{link}{words(4).title()}</a></h2>{badge}<p class="by">by {words(2).title()}</p>'
            f'<p class="about">{words(680)}</p><ul>{facts}</ul>'
            f'<p class="price">£{chance.randint(1, 40)}.{chance.randint(10, 99)}</p><p>{rated}</p>'
            f"<button>Add to basket</button></div></article>"
        )

    style = ".card { display: flex; border: 1px solid #ccc; margin: 8px }"
    menu = "".join(f'<li><a href="/t/{n}">{words(1)}</a></li>' for n in range(20))
    return (
        f"<!doctype html><html><head><title>Books</title><style>{style}</style></head><body><nav><ul>{menu}</ul></nav>"
        f"<main>{''.join(map(record, range(RECORDS)))}</main></body></html>"
    )


@contextmanager
def studio(folder: Path) -> Iterator[tuple[str, float]]:
    """Yield the address of a running studio, and the seconds until it served its page."""
    started = time.perf_counter()
    command = shutil.which("wrapture", path=str(Path(sys.executable).parent)) or "wrapture"
    process = subprocess.Popen(
        [command, "studio", "--no-browser", "--folder", str(folder)], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        found = next(filter(None, map(ADDRESS.search, process.stderr)))
        urllib.request.urlopen(found[1]).read()
        yield found[0], time.perf_counter() - started
    finally:
        process.terminate()
        process.wait()


def show(page: Page, address: str, file: Path) -> tuple[float, float]:
    """Return the seconds from an upload until its table is there, and until the page is shown and reacts."""
    page.goto(address)
    page.wait_for_selector("[data-test=dropzone]")
    with page.expect_file_chooser() as chooser:
        page.click("[data-test=upload]")
    started = time.perf_counter()
    chooser.value.set_files(str(file))
    page.wait_for_selector("[data-cell='0,1']", timeout=60_000)
    usable = time.perf_counter() - started
    page.wait_for_function(f"() => {DRAWN}", polling="raf", timeout=60_000)
    page.hover("[data-cell='0,1']")
    page.wait_for_selector(".pv-strong-record, .pv-strong-cell", state="attached")
    return usable, time.perf_counter() - started


def hide(page: Page, column: int) -> float:
    """Return the seconds from a click that hides a column until the table is without it."""
    return float(
        page.evaluate(
            """async (column) => {
                const heads = () => document.querySelectorAll("[data-test=header-name]").length;
                const before = heads();
                const started = performance.now();
                document.querySelectorAll("[data-test=column-keep]")[column].click();
                while (heads() === before) await new Promise(requestAnimationFrame);
                return (performance.now() - started) / 1000;
            }""",
            column,
        )
    )


def redraw(page: Page, control: str, value: str) -> float:
    """Return the seconds from a change of a control until everything that depends on it is redrawn."""
    return float(
        page.evaluate(
            """async ([control, value]) => {
                const field = document.querySelector(`[data-test=${control}]`);
                const place = document.querySelector("[data-test=page-view]");
                const before = place.dataset.drawn;
                const frame = () => new Promise(requestAnimationFrame);
                const started = performance.now();
                field.value = value;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
                while (place.dataset.drawn === before) await frame();
                await frame();
                return (performance.now() - started) / 1000;
            }""",
            [control, value],
        )
    )


def measure() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        file = folder / "books.html"
        file.write_text(drawn_page(), encoding="utf-8")
        starts = []
        for number in range(3):
            with studio(folder / f"start-{number}") as (_, seconds):
                starts.append(seconds)
        browser = driver.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        with studio(folder / "home") as (address, _):
            shown = []
            for _ in range(3):
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                shown.append(show(page, address, file))
            page.click("[data-test=panel-columns]")
            page.wait_for_selector("[data-test=column-keep]")
            hidden = []
            for column in range(TRIES):
                hidden.append(hide(page, column))
                page.wait_for_timeout(SETTLE_MS)  # the server answers, and the page is drawn again
            page.click("[data-test=panel-patterns]")
            page.wait_for_selector("[data-test=learner]")
            redraw(page, "number-min_count", "4")
            same = [redraw(page, "number-min_count", str(5 + n)) for n in range(TRIES)]
            others = [redraw(page, "encoding", one) for one in ENCODINGS]
            learners = [redraw(page, "learner", one) for one in ("rows", "siblings", "visual", "all")]
        browser.close()
    usable, whole = (median(times) for times in zip(*shown, strict=True))
    found = (min(starts), usable, whole, median(hidden), median(same), median(others), max(learners))
    return dict(zip(TARGETS, found, strict=True))


if __name__ == "__main__":
    sys.exit(report(measure(), TARGETS) > 0)
