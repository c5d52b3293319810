"""Lists that grow in the browser: "load more" buttons are pressed and the page is scrolled, until nothing new comes.

A button is recognised by its text in many languages, its label for screen readers, or attributes that load a further piece
(``hx-get``, ``data-next``).  Links to another page are left alone: pagination follows those.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.capture.button_pages import show_all_pages
from wrapture.capture.stillness import SIZE

if TYPE_CHECKING:
    from playwright.async_api import Page

    from wrapture.capture.paced_clock import PacedClock

MOST_ROUNDS: Final = 200
GROW_S: Final = 120.0
"""The longest time for one page to grow."""
SETTLE_S: Final = 1.5
"""The longest wait for what a press or a scroll loads."""
QUIET_S: Final = 0.6
"""The wait if it makes the page request nothing: scripts that watch the scroll react within a few frames."""
LOOK_S: Final = 0.15
STILL: Final = 2
"""Rounds without anything new after which the list has ended."""
WORDS: Final = (
    r"(load|show|see|view|get|display)\s+(\d+\s+)?(more|next|additional)|more\s+(results|items|products|posts|entries|articles)"
    r"|mehr\s+(laden|anzeigen|ergebnisse|produkte|treffer)|weitere\s+\w*\s*(laden|anzeigen)|weitere\s+(ergebnisse|treffer)"
    r"|(charger|afficher|voir|montrer)\s+(plus|davantage|la suite)|plus\s+de\s+(résultats|produits)"
    r"|(cargar|mostrar|ver)\s+más|más\s+resultados|(carregar|mostrar|ver)\s+mais|(carica|mostra|vedi)\s+(altr[io]|di più)"
    r"|(meer|verder)\s+(laden|tonen|resultaten)|toon\s+meer|(visa|ladda|vis|last)\s+(fler|flere|mer|inn flere)|näytä\s+lisää"
    r"|(pokaż|załaduj|wczytaj)\s+więcej|(zobrazit|načíst)\s+(více|další)|daha\s+fazla|(показать|загрузить)\s+(ещё|еще|больше)"
    r"|показати\s+більше"
    r"|もっと(見る|読み込む|表示)|さらに(表示|読み込む)|加载更多|显示更多|查看更多|載入更多|더\s*보기|تحميل المزيد|عرض المزيد"
)
"""Texts of such buttons, as a regular expression of JavaScript."""
PRESS: Final = """words => {
  const says = new RegExp(words, 'i');
  const visible = one => one.getClientRects().length && !one.disabled && one.getAttribute('aria-disabled') !== 'true'
    && getComputedStyle(one).visibility !== 'hidden';
  const stays = one => { const to = one.getAttribute('href');
    return to === null || to === '' || to.startsWith('#') || to.toLowerCase().startsWith('javascript:')
      || one.hasAttribute('hx-get') || one.hasAttribute('data-next'); };
  for (const one of document.querySelectorAll('button, a, [role=button], input[type=button], [hx-get], [data-next]')) {
    const text = (one.innerText || one.value || '').trim(), label = one.getAttribute('aria-label') || '';
    const posts = one.form && one.type === 'submit' && one.form.method === 'post';
    const loads = one.hasAttribute('data-next')
      || (one.hasAttribute('hx-get') && /more|next|page/i.test(one.getAttribute('hx-get') + one.className));
    if (visible(one) && stays(one) && !posts && text.length < 60 && (says.test(text) || says.test(label) || loads)) {
      one.scrollIntoView({block: 'center'}); one.click(); return true;
    } }
  return false; }"""
FEWEST_TABS: Final = 2
MOST_TABS: Final = 12
TABS: Final = """() => {
  const stays = one => { const to = one.getAttribute('href'), form = one.form && one.type === 'submit';
    return !form && !one.disabled && (to === null || to === '' || to.startsWith('#')); };
  const visible = one => one.getClientRects().length > 0;
  const called = one => typeof one.className === 'string' && /(^|[\\s_-])tabs?([\\s_-]|$)|^tab/i.test(one.className);
  const strips = [...document.querySelectorAll('main [role=tablist], [role=tablist]')].map(one =>
    [...one.querySelectorAll('[role=tab]')]);
  const marked = [...document.querySelectorAll('[data-toggle=tab], [data-bs-toggle=tab]')];
  strips.push(marked);
  for (const one of document.querySelectorAll('[class*=tab]:not(table):not(tbody)')) if (called(one)) {
    const items = [...one.children].map(item => item.matches('button, a') ? item : item.querySelector('button, a'));
    if (items.length > 1 && items.length === [...one.querySelectorAll('button, a')].length) strips.push(items); }
  window.wraptureTabs = strips.map(tabs => tabs.filter(one => one && stays(one) && visible(one)))
    .find(tabs => tabs.length > 1) || [];
  window.wrapturePanels = []; return window.wraptureTabs.length; }"""
"""The tabs of a page that lead to no other address: by their role, by what toggles them, or in an element called tabs."""
CHOOSE: Final = """n => { const tab = window.wraptureTabs[n];
  if (tab.getAttribute('aria-selected') === 'true') return false;
  window.wraptureChanged = [];
  if (window.wraptureSeen) window.wraptureSeen.disconnect();
  window.wraptureSeen = new MutationObserver(all => window.wraptureChanged.push(...all.map(one => one.target)));
  window.wraptureSeen.observe(document.body, {childList: true, subtree: true});
  tab.click(); return true; }"""
KEEP: Final = """n => {
  const shown = one => one && one.getClientRects().length, tab = window.wraptureTabs[n];
  const own = document.getElementById(tab.getAttribute('aria-controls') || (tab.getAttribute('href') || '').slice(1));
  const size = one => (one.innerText || '').length;
  const changed = (window.wraptureChanged || []).filter(one => one.isConnected && shown(one) && !one.contains(tab));
  const live = shown(own) ? own : [...document.querySelectorAll('[role=tabpanel]')].find(shown)
    || changed.sort((one, other) => size(other) - size(one))[0];
  if (!live || live.contains(tab)) return false;
  window.wraptureLive = live; window.wrapturePanels[n] = [live, live.cloneNode(true)]; return true; }"""
"""Keep a copy of what the chosen tab shows: its panel, or else what its choice has changed; return whether it is known."""
SHOW: Final = """() => {
  const copies = new Map(), said = new Set();
  for (const [one, copy] of window.wrapturePanels.filter(Boolean)) if (!said.has(copy.textContent)) {
    said.add(copy.textContent);
    const place = one.isConnected ? one : window.wraptureLive;
    copies.set(place, [...(copies.get(place) || []), copy]); }
  for (const [one, found] of copies) {
    if (found.length > 1) one.replaceWith(...found);
    else if (!one.getClientRects().length) { one.hidden = false; one.style.display = 'block'; } } }"""
"""Show what all tabs have shown, one after the other: each panel, or copies of the one that all tabs share."""
SCROLL: Final = """() => {
  const all = [document.scrollingElement, ...document.querySelectorAll('main, [style*=overflow], [class*=scroll]')];
  let longer = false;
  for (const one of all) if (one && one.scrollHeight > one.clientHeight) { longer = true; one.scrollTo(0, one.scrollHeight); }
  window.dispatchEvent(new Event('scroll')); return longer; }"""


async def grow(page: Page, clock: PacedClock) -> bool:
    """Open tabs, press and scroll until nothing new comes; return whether nothing does, or else a limit was reached."""
    await _open_tabs(page, clock)
    end = clock.elapsed_s() + GROW_S
    return await _lengthen(page, clock, end) and await show_all_pages(page, clock, end)


async def _lengthen(page: Page, clock: PacedClock, end: float) -> bool:
    """Press "load more" and scroll until nothing new comes; return whether nothing does."""
    still = 0
    for _ in range(MOST_ROUNDS):
        before = await page.evaluate(SIZE)
        if not await page.evaluate(PRESS, WORDS) and not await page.evaluate(SCROLL):
            return True  # all of it is on the screen
        still = 0 if await _changed(page, before, clock) else still + 1
        if still >= STILL or clock.elapsed_s() > end:
            break
    return still >= STILL


async def _open_tabs(page: Page, clock: PacedClock) -> None:
    """Choose each tab of a page in turn, and show what all of them show.

    The first one comes last, since it is chosen already on most pages, and a tab whose choice changes nothing is chosen again.
    """
    count = min(await page.evaluate(TABS), MOST_TABS)
    if count < FEWEST_TABS:
        return
    again: list[int] = []
    for n in (*range(1, count), 0):
        again += [] if await _open_tab(page, n, clock) else [n]
    for n in again[:1]:
        await _open_tab(page, n, clock)
    await page.evaluate(SHOW)


async def _open_tab(page: Page, n: int, clock: PacedClock) -> bool:
    before = await page.evaluate(SIZE)
    if await page.evaluate(CHOOSE, n):
        await _changed(page, before, clock)
    return bool(await page.evaluate(KEEP, n))


async def _changed(page: Page, before: object, clock: PacedClock) -> bool:
    """Return whether a page changes within a moment; a change is waited out until the network is idle."""
    asked = 0

    def note(_: object) -> None:
        nonlocal asked
        asked += 1

    page.on("request", note)
    try:
        begin = clock.elapsed_s()
        while clock.elapsed_s() - begin < (SETTLE_S if asked else QUIET_S):
            await page.wait_for_timeout(LOOK_S * 1000)
            if await page.evaluate(SIZE) != before:
                with suppress(Exception):
                    await page.wait_for_load_state("networkidle", timeout=SETTLE_S * 1000)
                return True
        return False
    finally:
        page.remove_listener("request", note)
