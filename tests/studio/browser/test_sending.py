"""Pages come from the browser as they are there: by the extension, loaded into Chromium, and by the bookmarklet."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT, books
from tests.studio.browser.window import Window, until
from wrapture.capture.browser import find_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Playwright

    from tests.studio.browser.conftest import Counted, Watch
    from tests.studio.running import Studio

SCRIPTED = """<script>
for (let i = 0; i < 6; i += 1) {
  const item = document.createElement("li");
  item.innerHTML = `<a href="/b/${i}">Made book ${i}</a><p>by Author ${i}</p><p>${i}.50 euro</p>`;
  document.querySelector("ul").append(item);
}
</script>"""
"""A page whose records are made by its scripts: its source has none."""


SEND = """
async (url) => {
  const tabs = (await chrome.tabs.query({})).filter((one) => one.title === "A shop");
  return chrome.runtime.sendMessage({ tab: { id: tabs[0].id, url, title: tabs[0].title } });
}
"""
"""What the button of the popup does; here the popup is a tab itself, so the tab to send is looked up by its title."""


@pytest.fixture
def shop(elsewhere: Counted) -> str:
    page = f"<!doctype html><meta charset=utf-8><title>A shop</title><style>li {{ color: green }}</style><ul></ul>{SCRIPTED}"
    elsewhere.pages["/list"] = ("text/html; charset=utf-8", page.encode())
    return elsewhere.url("/list")


@pytest.fixture
def extended(driver: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with the extension as `make extension` packs it."""
    packed = tmp_path / "wrapture-extension.zip"
    files = map(str, sorted((ROOT / "extension").iterdir()))
    subprocess.run([sys.executable, "-m", "zipfile", "-c", str(packed), *files], check=True)
    folder = str(tmp_path / "extension")
    subprocess.run([sys.executable, "-m", "zipfile", "-e", packed, folder], check=True)
    context = driver.chromium.launch_persistent_context(
        str(tmp_path / "profile"),
        executable_path=str(find_browser()),
        headless=False,
        chromium_sandbox=False,
        args=["--headless=new", "--disable-gpu", f"--disable-extensions-except={folder}", f"--load-extension={folder}"],
        ignore_default_args=["--disable-extensions"],
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


def test_the_extension_is_declared_for_both_browsers() -> None:
    """Firefox runs no service worker as a background and wants an id; Chromium ignores both keys from version 121 on."""
    declared = json.loads((ROOT / "extension" / "manifest.json").read_text("utf-8"))
    assert declared["manifest_version"] == 3
    assert declared["background"] == {"service_worker": "background.js", "scripts": ["background.js"]}
    assert declared["browser_specific_settings"]["gecko"]["id"]
    assert declared["minimum_chrome_version"] >= "121"
    named = [declared["action"]["default_popup"], *declared["icons"].values(), "background.js"]
    assert all((ROOT / "extension" / name).is_file() for name in named)


def worker_of(context: BrowserContext) -> Any:
    return context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")


def test_the_extension_pairs_and_sends_the_page_as_it_is(extended: BrowserContext, studio: Studio, shop: str) -> None:
    worker = worker_of(extended)
    tab = extended.new_page()
    tab.goto(shop)
    expect(tab.get_by_text("Made book 5")).to_be_visible()
    popup = extended.new_page()
    popup.goto(f"chrome-extension://{worker.url.split('/')[2]}/popup.html")
    popup.fill("#address", "http://127.0.0.1/")
    popup.click("#pair button")
    expect(popup.locator("#said")).to_contain_text("Paste the whole address")
    popup.fill("#address", studio.address)
    popup.click("#pair button")
    expect(popup.locator("#send-page")).to_be_visible()
    with extended.expect_page() as opened:
        assert popup.evaluate(SEND, shop) == {"error": ""}
    window = Window(opened.value, studio).ready()
    until(lambda: window.cells("title"), wanted=[f"Made book {i}" for i in range(6)])
    assert window.desk["pages"][0]["url"] == shop
    assert window.frame("getComputedStyle(d.querySelector('li')).color") == "rgb(0, 128, 0)"


def test_without_the_token_the_extension_is_refused(studio: Studio) -> None:
    origin = {"Origin": "chrome-extension://abcdefghijklmnop", "Sec-Fetch-Site": "cross-site"}
    path = "/api/inbox?name=a.html&url=http://shop.example/list"
    assert studio.ask("PUT", path, raw=books().encode(), headers=origin, token="wrong").status == 401
    answer = studio.ask("PUT", path, raw=books().encode(), headers=origin)
    assert answer.status == 200
    desk = studio.do("GET", f"/api/desks/{answer.data['desk']}")
    assert (desk["pages"][0]["url"], desk["pages"][0]["found"]) == ("http://shop.example/list", 8)
    assert studio.ask("GET", "/api/studio", headers=origin).status == 403  # nothing else is open to extensions
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert studio.ask("PUT", path, raw=books().encode(), headers=foreign).status == 403


def test_the_bookmarklet_hands_the_page_over_after_a_click(
    window: Window, studio: Studio, shop: str, watch: Watch
) -> None:
    watch.expect("status of 404")  # the shop has no icon
    window.go()
    window.click("sending")
    code = str(window.at("bookmarklet").get_attribute("href"))
    assert studio.token not in code  # the page could read it there
    tab = window.tab.context.new_page()
    tab.goto(shop)
    with tab.context.expect_page() as opened:
        tab.evaluate(code.removeprefix("javascript:"))
    receiver = opened.value
    expect(receiver.locator("#said")).to_contain_text("A shop from http://127.0.0.1")
    receiver.locator("#take").click()
    taken = Window(receiver, studio).ready()
    until(lambda: taken.cells("title"), wanted=[f"Made book {i}" for i in range(6)])
    watch.home = "http://127.0.0.1"  # the shop is on this machine, too
