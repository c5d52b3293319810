"""A window of the studio: what a person sees in it and does with it, by the data-test names of its controls."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator, Page

    from tests.studio.running import Studio, Work

PATIENCE_S: Final = 60.0
POLL_S: Final = 0.025
expect.set_options(timeout=PATIENCE_S * 1000)

FRAME: Final = "#view iframe.pv-frame"
BOX_OF_TEXT: Final = (Path(__file__).parent / "place.js").read_text("utf-8")
Side = Literal["left", "right"]


def until(condition: Callable[[], Any], words: str = "", *, wanted: Any = None) -> Any:
    """Return what a condition gives as soon as it is true or, where something is wanted, that."""
    end = time.monotonic() + PATIENCE_S
    while (found := condition()) != wanted if wanted is not None else not (found := condition()):
        assert time.monotonic() < end, f"never came true: {words or wanted}; it is {found!r}"
        time.sleep(POLL_S)
    return found


class Window:
    """A tab with the studio in it; `interactions` counts each click, key, typed field and drop."""

    def __init__(self, tab: Page, studio: Studio) -> None:
        self.tab = tab
        self.studio = studio
        self.interactions = 0
        tab.on("filechooser", lambda _: None)  # from now on: asked for only when it opens, it may come too late

    # --- where one is ---

    def go(self, work: Work | None = None, *, panel: str = "", view: str = "") -> Window:
        """Open the studio's address, at a desk where one is given."""
        parts = {"desk": work.desk["id"] if work else "", "panel": panel, "view": view}
        self.tab.goto(self.studio.address + "".join(f"&{name}={value}" for name, value in parts.items() if value))
        if work is None:
            expect(self.tab.locator("#library" if view else "#start").get_by_text("library").last).to_be_visible()
        elif work.desk["wrapper"] is not None and work.desk["pages"]:
            self.ready()
        return self

    def ready(self) -> Window:
        """Wait until the page and its table are shown."""
        expect(self.at("find")).to_be_enabled()
        expect(self.at("row").first).to_be_attached()
        return self

    @property
    def desk(self) -> dict[str, Any]:
        """What the server knows of the desk that is open."""
        desk = str(self.tab.evaluate("new URLSearchParams(location.hash.slice(1)).get('desk')"))
        found: dict[str, Any] = self.studio.do("GET", f"/api/desks/{desk}")
        return found

    # --- what is seen ---

    def at(self, name: str) -> Locator:
        return self.tab.locator(f'[data-test="{name}"]')

    def headers(self) -> list[str]:
        return self.at("header-name").all_inner_texts()

    def cells(self, column: str) -> list[str]:
        """The texts of a column that the table shows."""
        number = self.headers().index(column) + 2
        return self.tab.locator(f'[data-test="row"] > :nth-child({number})').all_inner_texts()

    def cell(self, record: int, column: str) -> Locator:
        return self.tab.locator(f'[data-cell="{record},{self.headers().index(column) + 1}"]')

    def sees(self, name: str, words: str, nth: int = 0) -> None:
        """Wait until a part of the studio says something."""
        expect(self.at(name).nth(nth)).to_contain_text(words)

    def shows_columns(self, *names: str) -> None:
        """Wait until the table has these columns in this order."""
        expect(self.at("header-name")).to_have_text(list(names))

    def focused(self) -> str:
        """The data-test name of what has the focus, or its id or tag where it has none."""
        return str(
            self.tab.evaluate(
                "(() => { const e = document.activeElement; return e.dataset.test || e.id || e.tagName; })()"
            )
        )

    # --- what is done ---

    def click(self, name: str, nth: int = 0, button: Side = "left") -> None:
        self.interactions += 1
        self.at(name).nth(nth).click(button=button)

    def type(self, name: str, text: str, nth: int = 0, enter: bool = False) -> None:
        """Fill a field, and press Enter where it takes effect only then."""
        self.interactions += 1
        field = self.at(name).nth(nth)
        field.fill(text)
        if enter:
            field.press("Enter")

    def select(self, name: str, value: str, nth: int = 0) -> None:
        self.interactions += 1
        self.at(name).nth(nth).select_option(value)

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            self.interactions += 1
            self.tab.keyboard.press(key)

    def choose_files(self, button: str, *files: Path) -> None:
        """Click a button that asks for files, and choose some."""
        with self.choosing(*files):
            self.click(button)

    @contextmanager
    def choosing(self, *files: Path) -> Iterator[None]:
        """Choose files in the window that is opened in the meantime."""
        with self.tab.expect_file_chooser() as chooser:
            yield
        self.interactions += 1
        chooser.value.set_files([str(file) for file in files])

    def drop(self, target: Locator, *files: Path) -> None:
        """Drop files on something, as a file manager does."""
        self.interactions += 1
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        session = self.tab.context.new_cdp_session(self.tab)
        for kind in ("dragEnter", "dragOver", "drop"):
            at = {"type": kind, "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "data": data}
            session.send("Input.dispatchDragEvent", at)
        session.detach()

    # --- on the page ---

    def frame(self, code: str) -> Any:
        """Return what an expression about the document `d` of the page that is shown gives."""
        return self.tab.evaluate(
            f"(() => {{ const d = document.querySelector('{FRAME}').contentDocument; return {code}; }})()"
        )

    def place(self, text: str, nth: int = 0) -> tuple[float, float, float, float]:
        """Return where a text of the page is in the window, after scrolling to it: x, y, width, height."""
        box = until(lambda: self.tab.evaluate(BOX_OF_TEXT, [text, nth]), f"the page shows {text!r}")
        return box["x"], box["y"], box["width"], box["height"]

    def point_at(self, text: str, nth: int = 0) -> None:
        """Click a text of the page."""
        self.interactions += 1
        x, y, width, height = self.place(text, nth)
        self.tab.mouse.click(x + width / 2, y + height / 2)

    def drag_over(self, text: str, nth: int = 0) -> None:
        """Drag over a piece of a text of the page."""
        self.interactions += 1
        x, y, width, height = self.place(text, nth)
        self.tab.mouse.move(x + 1, y + height / 2)
        self.tab.mouse.down()
        self.tab.mouse.move(x + width / 2, y + height / 2)
        self.tab.mouse.move(x + width - 0.5, y + height / 2)
        self.tab.mouse.up()

    def hover_text(self, text: str, nth: int = 0) -> None:
        x, y, width, height = self.place(text, nth)
        self.tab.mouse.move(x + width / 2 - 2, y + height / 2)
        self.tab.mouse.move(x + width / 2, y + height / 2)

    def marked(self, name: str) -> int:
        """How many marks of a kind are drawn over the page."""
        return self.tab.locator(f"#view .{name}").count()
