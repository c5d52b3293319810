"""Scripts in Chromium: the same steps do the same, scripts of pages run, and nothing is reached that must not be."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import browsers, browsers_since, wait_for_the_end
from tests.conftest import need_browser
from tests.robot.scripts import (
    LOG_IN,
    QUICK,
    SEARCH,
    Run,
    files_with_a_secret,
    holds_a_secret,
    open_shop,
    written,
)
from tests.robot.shop import PASSWORD, page
from wrapture.cli.run_command import run_steps
from wrapture.cli.visits import Visits
from wrapture.errors import (
    AddressError,
    FetchError,
    RenderError,
    ScriptError,
    SourceError,
    WraptureError,
)
from wrapture.net.exchange import USER_AGENT
from wrapture.net.visitor import Visitor
from wrapture.site.script import Parts, browser_tab, parse_script, run_script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.robot.shop import Shop


@pytest.fixture(autouse=True, scope="module")
def _browser(own_browsers: None) -> None:
    need_browser()


@pytest.fixture
def shop() -> Iterator[Shop]:
    with open_shop() as server:
        yield server


def rendered(shop: Shop, *steps: str) -> Run:
    return Run(shop, *steps, render=Parts(allow_private=True, robots=False))


def test_both_ways_ask_and_save_the_same(shop: Shop) -> None:
    plain, drawn = Run(shop, *SEARCH), rendered(shop, *SEARCH)
    plain()
    asked = [(one.method, one.path) for one in shop.asked]
    shop.asked.clear()
    before = browsers()
    drawn()
    wait_for_the_end(browsers_since(before))
    assert drawn.records() == plain.records()
    assert [shot.url for _, shot in drawn.saved] == [shot.url for _, shot in plain.saved]
    assert [(one.method, one.path) for one in shop.asked] == asked
    assert {one.agent for one in shop.asked} == {USER_AGENT}
    assert b"<title>Desk</title>" in drawn.visitor.open(shop.url("/desk")).body


def test_what_a_script_adds_is_seen(shop: Shop) -> None:
    steps = (*LOG_IN, "open: /scripted", "fill: {{Words: court}}", "click: Look up")
    run = rendered(shop, *steps, "wait: {{for: Court report 3}}", "save: found")
    before = shop.sessions.copy()
    run()
    assert [row.strip() for row in run.records()[0]] == [f"Court report {number}" for number in range(4)]
    assert "/api?q=court" in shop.paths()
    assert shop.sessions != before
    with pytest.raises(ScriptError, match="belongs to no form; it needs the page's scripts; run with `render`"):
        Run(shop, *steps)()


def test_redirects_lead_to_the_last_address(shop: Shop) -> None:
    run = rendered(shop, "open: {shop}/hop", "save: start", "click: On", "save: again")
    run()
    assert [shot.url for _, shot in run.saved] == [shop.url("/")] * 2
    assert run.saved[0][1].hops == (shop.url("/hop"), shop.url("/hop2"))
    assert shop.paths() == ["/robots.txt", *["/hop", "/hop2", "/"] * 2]


@pytest.mark.parametrize(
    ("steps", "error", "what"),
    [
        (["click: Log out"], ScriptError, "may change something on the site"),
        (["open: /gone"], FetchError, "404"),
        (["wait: {{for: nothing of the kind, seconds: 0.2}}"], ScriptError, "does not show"),
        (
            ["open: /leak", "fill: {{key: {{secret: WRONG}}}}", "click: Send"],
            ScriptError,
            "would be part of the address",
        ),
        (
            ["open: /login", "log in: {{user: ann, password: {{secret: WRONG}}}}"],
            ScriptError,
            "still shows the login form",
        ),
        (["open: 'http://localhost.:1/'"], FetchError, "no connection"),
    ],
)
def test_what_can_not_be_done_is_told(shop: Shop, steps: list[str], error: type[WraptureError], what: str) -> None:
    with pytest.raises(error, match=what):
        rendered(shop, "open: {shop}/", *steps)()
    assert not any(path.startswith(("/logout", "/sink")) for path in shop.paths())


def test_private_addresses_are_refused_unless_allowed(shop: Shop) -> None:
    script = parse_script(written(shop, "open: {shop}/"))
    with pytest.raises(AddressError):
        run_script(script, Visitor(politeness=QUICK), render=Parts(robots=False))
    assert shop.asked == []


def test_no_secret_is_written_anywhere(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    shop.echo = True
    monkeypatch.setenv("SHOP_PASSWORD", PASSWORD)
    monkeypatch.setenv("WRONG", "not the right one")
    path = tmp_path / "shop.yaml"
    steps = (*LOG_IN, "save: in", *LOG_IN[:1], "fill: {{Password: {{secret: WRONG}}}}", "save: typed", "click: Nowhere")
    path.write_text(written(shop, *steps), encoding="utf-8")
    told = ""
    try:
        run_steps(path, tmp_path / "out", Visits(delay=0.0, max_age=0.0, allow_private=True), render=True, force=False)
    except ScriptError as error:
        told = repr(error) + "".join(traceback.format_exception(error))
    printed = capfd.readouterr()
    assert "no button or link 'Nowhere'" in told
    assert not holds_a_secret((told + printed.out + printed.err).encode())
    assert {path.name for path in (tmp_path / "out").glob("*.html")} == {"in.html", "typed.html"}
    assert files_with_a_secret(tmp_path) == []


# --- what a page's scripts may do ---

READ = """const read = async (url, how) => {
  try { return await (await fetch(url, how)).text() } catch { return 'refused' }
};"""


def scripted(shop: Shop, *scripts: str) -> list[str]:
    """Return what comes of some expressions in a page of another name than the shop, where somebody has logged in."""
    each = "".join(f"said.push(String(await ({one})));" for one in scripts)
    shown = "document.getElementById('out').textContent = 'said:' + said.join('|') + ':end'"
    code = f"<p id=out></p><script>{READ} (async () => {{const said = []; {each} {shown}}})()</script>"
    shop.pages["/evil"] = page("Evil", code)
    last = rendered(shop, *LOG_IN, f"open: {shop.url('/evil', host='localhost')}", "wait: {{for: ':end'}}")()
    return last.text(last.body).partition("said:")[2].removesuffix(":end").split("|")


def test_a_script_reads_its_own_site_and_what_others_allow(shop: Shop) -> None:
    shop.pages["/plain"] = b"for all"
    shop.redirects["/away"] = shop.url("/plain")
    desk, plain = shop.url("/desk"), shop.url("/plain")
    own, other, private, personal, through = scripted(
        shop,
        "read('/plain')",
        f"read('{plain}')",
        f"read('{desk}')",
        f"read('{desk}', {{credentials: 'include'}})",
        "read('/away')",
    )
    assert own == "for all"
    assert [other, private, personal, through] == ["refused"] * 4
    assert [one.cookie for one in shop.asked if one.path == "/desk"] == ["", ""]
    shop.allowed = "*"
    assert scripted(shop, f"read('{plain}')") == ["for all"]


def test_a_script_posts_to_its_own_site_alone(shop: Shop) -> None:
    how = "{method: 'POST', body: new URLSearchParams({a: 1})}"
    blind = how.replace("{method", "{mode: 'no-cors', method")
    said = scripted(shop, f"read('{shop.url('/quick')}', {how})", f"read('{shop.url('/quick')}', {blind})")
    assert said == ["refused"] * 2
    assert "/quick" not in shop.paths("POST")
    (own,) = scripted(shop, f"read('/quick', {how})")
    assert "taken" in own
    assert shop.asked[-1].body == "a=1"


def test_cookies_that_scripts_set_go_along_and_those_for_guards_are_seen(shop: Shop) -> None:
    shop.cookies = ["xsrf-token=guard; Path=/", "hidden=away; Path=/; HttpOnly"]
    shop.pages["/mine"] = b"x"
    _, _, seen = scripted(shop, "document.cookie = 'mine=here; path=/'", "read('/mine')", "document.cookie")
    assert set(seen.split("; ")) == {"xsrf-token=guard", "mine=here"}
    (asked,) = (one for one in shop.asked if one.path == "/mine")
    assert {"mine=here", "xsrf-token=guard", "hidden=away"} <= set(asked.cookie.split("; "))


def test_a_secret_does_not_leave_in_an_address(shop: Shop) -> None:
    shop.pages["/spy"] = page(
        "Spy",
        "<form method=post action=/enter><input type=password name=key></form><script>"
        "document.querySelector('input').oninput = e => fetch('/sink?' + encodeURIComponent(e.target.value))</script>",
    )
    with pytest.raises(WraptureError, match="would put a secret into an address"):
        rendered(shop, "open: {shop}/spy", "fill: {{key: {{secret: SHOP_PASSWORD}}}}")()
    assert not [path for path in shop.paths() if path.startswith("/sink")]


def test_a_page_that_never_ends_is_given_up(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wrapture.site.script.browser_tab.TALK_S", 2.0)
    shop.pages["/busy"] = page("Busy", "<script>setTimeout(() => { for (;;) {} }, 0)</script>")
    before = browsers()
    with pytest.raises(RenderError, match="the browser no longer responds"):
        rendered(shop, "open: {shop}/busy", "save: never")()
    wait_for_the_end(browsers_since(before))


def test_robots_txt_counts_for_what_scripts_ask_for(shop: Shop) -> None:
    shop.pages["/robots.txt"] = b"User-agent: *\nDisallow: /api\n"
    steps = (*LOG_IN, "open: /scripted", "fill: {{Words: court}}", "click: Look up", "save: nothing")
    run = Run(shop, *steps, render=Parts(allow_private=True))
    run()
    assert run.records() == [[]]
    assert not [path for path in shop.paths() if path.startswith("/api")]


def test_what_is_covered_is_clicked_and_new_windows_are_followed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wrapture.site.script.browser_tab.HAND_S", 0.5)
    banner = "<div style='position:fixed;inset:0;background:red'>Cookies?</div>"
    shop.pages["/odd"] = page(
        "Odd",
        "<table><form action=/other><tr><td><input name=odd><td><select name=s><option>1<option>2</select></form></table>"
        f"<button onclick=\"this.textContent = 'was clicked'\">Covered</button><a href=/other target=_blank>Window</a>{banner}",
    )
    shop.pages["/other"] = page("Other", "<p>the other window</p>")
    run = rendered(
        shop,
        *("open: {shop}/odd", "fill: {{odd: x}}", "choose: {{s: 2}}", "click: Covered", "wait: {{for: was clicked}}"),
        *("click: Window", "wait: {{for: the other window}}", "save: window"),
    )
    run()
    assert [shot.url for _, shot in run.saved] == [shop.url("/other")]
    with pytest.raises(ScriptError, match="no field 'odd'"):
        rendered(shop, "open: {shop}/odd", "click: Window", "fill: {{odd: x}}")()


def test_the_form_of_a_field_is_known_though_it_stands_elsewhere(shop: Shop) -> None:
    shop.pages["/odd"] = page("Odd", "<table><form action=/other><tr><td><input name=odd></form></table>")
    shop.pages["/other"] = page("Other", "<p>arrived</p>")
    for render in (None, Parts(allow_private=True, robots=False)):
        Run(shop, "open: {shop}/odd", "fill: {{odd: x}}", "send: odd", "wait: {{for: arrived}}", render=render)()
    assert [path for path in shop.paths() if path.startswith("/other")] == ["/other?odd=x"] * 2


def test_pages_that_lead_on_at_once_are_followed_both_ways(shop: Shop) -> None:
    shop.pages["/step"] = b"<meta http-equiv=refresh content='0; url=/later'>"
    shop.pages["/later"] = page("Later", "<meta http-equiv=refresh content='60; url=/never'>")
    for render in (None, Parts(allow_private=True, robots=False)):
        assert Run(shop, "open: {shop}/step", render=render)().url == shop.url("/later")
    assert "/never" not in shop.paths()


def test_a_page_that_leads_to_itself_for_ever_is_given_up(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_tab, "QUIET_S", 5.0)  # on a busy machine a page may take longer to lead on
    shop.pages["/round"] = b"<script>location.replace('/round?' + Math.random())</script>"
    with pytest.raises(SourceError, match="navigates more than 20 times"):
        rendered(shop, "open: {shop}/round")()
    assert len([path for path in shop.paths() if path.startswith("/round")]) == 20
