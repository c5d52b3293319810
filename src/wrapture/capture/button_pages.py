"""Lists whose pages are turned in the browser, by a button *next* without an address.

Each page takes the place of the one before.  The button is pressed to the end, what it changes is the list, and copies of its
pages are shown one after the other.  Buttons of slide shows and calendars are left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.capture.stillness import pending_requests, until_still

if TYPE_CHECKING:
    from playwright.async_api import Page

    from wrapture.capture.paced_clock import PacedClock

MOST_PAGES: Final = 200
QUIET_S: Final = 0.4
"""Time without a request or a change after which a page of a list is shown."""
NEXT: Final = (
    r"^\W*(next|nächste|weiter|suivant|siguiente|próxim[ao]|seguinte|successiv[ao]|avanti|volgende|nästa|næste|neste|seuraava|następn[ay]"
    r"|další|ďalšia|następne|következő|următo(area|rul)|sonraki|следующая|следующий|вперёд|далее|наступна|επόμεν[ηο]|次|下一|다음|التالي|הבא|अगला|ถัดไป)"
    r"(s|e|r|n|へ|页|頁|張)?(\s*(page|results?|seite|página|pagina|sida|side|strana|strona|ページ|страница))?\W*$|^\s*[›»>→❯⟩]\s*$"
)
"""Texts of a button that turns to the next page, as a regular expression of JavaScript."""
TURN: Final = """words => {
  const says = new RegExp(words, 'i');
  const ends = one => one.disabled || one.getAttribute('aria-disabled') === 'true'
    || /(^|[-_ ])disabled(?![:\\w-])/i.test(String(one.className));
  const visible = one => one.getClientRects().length && getComputedStyle(one).visibility !== 'hidden';
  const stays = one => { const to = one.getAttribute('href');
    return !(one.form && one.type === 'submit') && (to === null || to === '' || to.startsWith('#')); };
  const other = 'video, audio, dialog, [class*=slide], [class*=carousel], [class*=swiper], [class*=slick],'
    + '[class*=gallery], [class*=calendar], [class*=datepicker], [class*=lightbox]';
  for (const one of document.querySelectorAll('button, a, [role=button]')) {
    const label = one.getAttribute('aria-label') || one.getAttribute('title') || '', text = (one.innerText || '').trim();
    if (visible(one) && stays(one) && (says.test(text) || says.test(label)) && !one.closest(other)) {
      if (ends(one) || (one.parentElement && ends(one.parentElement))) continue;
      if (!window.wraptureTurns) window.wraptureTurns = {before: document.body.cloneNode(true), copies: [], said: new Set()};
      window.wraptureChanged = [];
      if (window.wraptureSeen) window.wraptureSeen.disconnect();
      window.wraptureSeen = new MutationObserver(all => window.wraptureChanged.push(...all.map(one => one.target)));
      window.wraptureSeen.observe(document.body, {childList: true, characterData: true, subtree: true});
      window.wraptureNext = one; one.scrollIntoView({block: 'center'}); one.click(); return true;
    } }
  return false; }"""
"""Press the button to the next page, if there is one that leads to no other address, and watch what it changes."""
TURNED: Final = """() => {
  const turns = window.wraptureTurns, size = one => one.getClientRects().length ? one.innerText.length : 0;
  const path = one => { const steps = []; for (let at = one; at !== document.body; at = at.parentElement) {
    if (!at || !at.parentElement) return null; steps.unshift([...at.parentElement.children].indexOf(at)); } return steps; };
  const at = (root, steps) => steps.reduce((one, step) => one && one.children[step], root);
  if (!turns.path) {
    const changed = window.wraptureChanged.map(one => one.nodeType === 1 ? one : one.parentElement)
      .filter(one => one && one.isConnected);
    if (!changed.length) return false;
    let list = changed.reduce((one, next) => { while (!one.contains(next)) one = one.parentElement; return one; });
    const most = () => [...list.children].filter(one => !one.contains(window.wraptureNext))
      .reduce((one, next) => one && size(one) >= size(next) ? one : next, null);
    for (let inner = most(); inner && size(inner) && (list.contains(window.wraptureNext) || size(inner) > 0.9 * size(list));
      inner = most()) list = inner;
    turns.path = path(list);
    const first = turns.path && at(turns.before, turns.path);
    if (!first || list.children.length < 2 || first.children.length < 2) { turns.path = null; return false; }
    turns.said.add(first.textContent); turns.copies.push(first); }
  const list = at(document.body, turns.path);
  if (!list || turns.said.has(list.textContent)) return false;
  turns.said.add(list.textContent); turns.copies.push(list.cloneNode(true)); return true; }"""
"""Keep a copy of the list that the button has changed; return whether it shows what no page before it showed."""
SHOW_TURNS: Final = """() => {
  const turns = window.wraptureTurns;
  if (turns && turns.copies.length < 2 && window.wraptureChanged.length) document.body.replaceWith(turns.before);
  if (!turns || turns.copies.length < 2) return;
  const list = turns.path.reduce((one, step) => one && one.children[step], document.body);
  if (list) list.replaceChildren(...turns.copies.flatMap(one => [...one.childNodes])); }"""
"""Show all pages of such a list one after the other, or the page as it was if the button has changed something else."""


async def show_all_pages(page: Page, clock: PacedClock, end: float) -> bool:
    """Press a button *next* to the end, show all pages of its list one after the other; return whether the end was reached."""
    try:
        for _ in range(MOST_PAGES):
            with pending_requests(page) as pending:
                if not await page.evaluate(TURN, NEXT):
                    return True
                await until_still(page, pending, clock, QUIET_S)
            if not await page.evaluate(TURNED):
                return True
            if clock.elapsed_s() > end:
                break
    finally:
        await page.evaluate(SHOW_TURNS)
    return False
