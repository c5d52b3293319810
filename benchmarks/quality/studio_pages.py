"""Open real pages in the studio and look at the first view: first record in view, nothing blank, no error in the console.

    python benchmarks/quality/studio_pages.py ../shared [FOLDER FOR PICTURES]

Twelve pages of different sites and kinds, half of them from before 2018, are opened as a person would, by choosing the file;
the table says what was seen, and the pictures are for looking at.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # the tests are no installed package, so the imports below come after it

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.command import Command  # noqa: E402
from tests.studio.browser.window import Window  # noqa: E402
from tests.studio.running import start  # noqa: E402

from wrapture.capture.browser import find_browser  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.studio.running import Studio

PAGES: Final = (
    "modern/lists/fixtures/olx-scraper_search.html",
    "modern/lists/fixtures/finn_mcp_search.html",
    "corpus/lists/estuka2017/agoda.com-2.html",
    "modern/lists/fixtures/nswcaselaw_results.html",
    "modern/lists/fixtures/idealista-web-scraper_brightdata_search_cascais.html",
    "corpus/lists/estuka2017/edx.org-2.html",
    "corpus/lists/juriscraper/kanctapp_p_example.html",
    "modern/lists/nexteval/30.html",
    "corpus/lists/juriscraper/nyappdiv_3rd_example.html",
    "modern/lists/bananalyzer/2HauD8zfTdDq75G7WRJzB.html",
    "corpus/lists/vints1/education_cornell_blur.html",
    "corpus/lists/vints3/08_bookbuyer.html",
)
IN_VIEW: Final = """
() => {
  const view = document.querySelector("#view .pv-scroll").getBoundingClientRect();
  const first = document.querySelector('#view .pv-group[data-record="0"] .pv-record')?.getBoundingClientRect();
  return Boolean(first) && first.top < view.bottom - 20 && first.bottom > view.top + 10 && first.height > 4;
}
"""
TEXT_IN_VIEW: Final = """
() => {
  const frame = document.querySelector("#view iframe.pv-frame");
  const view = document.querySelector("#view .pv-scroll").getBoundingClientRect();
  const at = frame.getBoundingClientRect();
  const scale = at.width / frame.clientWidth;
  const walker = frame.contentDocument.createTreeWalker(frame.contentDocument.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = walker.nextNode(); node && seen < 400; node = walker.nextNode()) {
    if (!node.data.trim()) continue;
    const range = frame.contentDocument.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const top = at.top + box.top * scale;
    if (box.width > 1 && top > view.top && top < view.bottom) seen += node.data.trim().length;
  }
  return seen;
}
"""
SETTLED_S: Final = 1.8  # late images have moved the page by then


class Seen(NamedTuple):
    """What the first view of a page shows."""

    page: str
    seconds: float
    sentence: str
    in_view: bool
    text: int
    errors: int


def look_at(browser: Browser, studio: Studio, page: Path, picture: Path) -> Seen:
    """Return what is seen of a page, and take a picture."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    errors: list[str] = []
    tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    window = Window(tab, studio).go()
    begin = time.monotonic()
    window.choose_files("upload", page)
    window.ready()
    seconds = time.monotonic() - begin
    tab.wait_for_timeout(SETTLED_S * 1000)
    tab.screenshot(path=picture)
    held = [
        error for error in errors if "Content Security Policy" not in error
    ]  # of the page's own styles, in its frame
    seen = Seen(
        page.name,
        seconds,
        window.at("sentence").inner_text(),
        tab.evaluate(IN_VIEW),
        tab.evaluate(TEXT_IN_VIEW),
        len(held),
    )
    context.close()
    return seen


def main(shared: Path, pictures: Path) -> int:
    """Print what was seen of each page; return how many first views are wrong."""
    pictures.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        studio = start(Command(ROOT), Path(home) / "studio")
        browser = driver.chromium.launch(
            executable_path=str(find_browser()), args=["--disable-gpu"], chromium_sandbox=False
        )
        try:
            for name in PAGES:
                seen = look_at(browser, studio, shared / name, pictures / f"{Path(name).stem}.png")
                wrong += not seen.in_view or seen.text == 0 or seen.errors > 0
                print(
                    f"{seen.page[:40]:40} {seen.seconds:5.1f} s  {'in view' if seen.in_view else 'NOT IN VIEW':11}"
                    f"  {seen.text:4} characters  {seen.errors} errors  {seen.sentence}"
                )
        finally:
            browser.close()
            studio.stop()
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())))
