"""Lists that grow in the browser: load more, endless scrolling, results that scripts draw from JSON."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from wrapture.site import sampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.command import Command

PIECE = 10
BOOKS = [f"Volume {n:03} of the {('river', 'stone', 'garden', 'winter')[n % 4]} chronicle" for n in range(1, 58)]
DRAW = """
const add = async () => { const q = new URLSearchParams(location.search).get('q');
  const answer = await (await fetch(`/api?start=${start}` + (q === null ? '' : '&q=' + encodeURIComponent(q)))).json();
  for (const [n, name] of answer.books) { const row = document.createElement('li');
    row.innerHTML = `<h3><a href="/book/${n}"></a></h3><p>Printed in ${1900 + n}, number ${n} of the series.</p>`;
    row.querySelector('a').textContent = name; document.querySelector('ol').append(row); }
  start += answer.books.length; return answer.more; };
let start = 0; let busy = false;
"""
PAGES = {
    "/more": f"<ol></ol><button id=b>Mehr anzeigen</button><script>{DRAW}"
    "const next = async () => { if (!await add()) document.getElementById('b').remove(); };"
    "document.getElementById('b').onclick = next; next();</script>",
    "/endless": f"<ol></ol><div id=end></div><script>{DRAW}"
    "let more = true; new IntersectionObserver(async seen => { if (!seen[0].isIntersecting || busy || !more) return;"
    "busy = true; more = await add(); busy = false; }, {rootMargin: '50px'}).observe(document.getElementById('end'));"
    "</script><style>li { height: 200px }</style>",
    "/": "<h1>Books</h1><form action=/search><input type=search name=q><button>Search</button></form>"
    "<p>Volumes of the river, stone, garden and winter chronicle.</p>",
    "/search": "<h1>Books</h1><form action=/search><input type=search name=q><button>Search</button></form><ol></ol>"
    f"<noscript>Please turn on scripts.</noscript><script>{DRAW}"
    "const all = async () => { while (await add()); if (!start) document.body.append('No books found.'); }; all();</script>",
}

TABBED = """<div role=tablist>
<button role=tab aria-selected=true aria-controls=p>River</button>
<button role=tab aria-selected=false aria-controls=p>Stone</button>
<button role=tab aria-selected=false aria-controls=p>Garden</button>
<a role=tab href=/elsewhere>Other page</a></div><div role=tabpanel id=p><ol></ol></div><script>
const row = (n, name) => `<li><h3><a href='/book/${n}'>${name}</a></h3><p>Number ${n}.</p></li>`;
const show = async tab => {
  const word = tab.textContent.toLowerCase(), box = document.querySelector('ol');
  const answer = await (await fetch('/api?start=0&q=' + word)).json();
  box.innerHTML = answer.books.map(([n, name]) => row(n, name)).join('');
  for (const one of document.querySelectorAll('[role=tab]')) one.setAttribute('aria-selected', one === tab); };
for (const one of document.querySelectorAll('button')) one.onclick = () => show(one); show(document.querySelector('button'));
</script>"""
CALLED = """<div class="shop-tabs"><button class=on>River</button><button>Stone</button><button>Garden</button></div>
<p class=count></p><section><ol></ol></section><script>
const show = async tab => {
  const answer = await (await fetch('/api?start=0&q=' + tab.textContent.toLowerCase())).json();
  document.querySelector('ol').innerHTML = answer.books.map(([n, name]) =>
    `<li><h3><a href='/book/${n}'>${name}</a></h3><p>Number ${n}.</p></li>`).join(''); };
for (const one of document.querySelectorAll('button')) one.onclick = () => show(one); show(document.querySelector('button'));
</script>"""
PANES = """<style>.pane { display: none } .pane.active { display: block }</style>
<ul class=nav><li><a data-bs-toggle=tab href=#river>River</a><li><a data-bs-toggle=tab href=#stone>Stone</a>
<li><a data-bs-toggle=tab href=#garden>Garden</a></ul>
<div class="pane active" id=river></div><div class=pane id=stone></div><div class=pane id=garden></div><script>
const show = async tab => {
  const pane = document.getElementById(tab.hash.slice(1));
  document.querySelector('.active').classList.remove('active'); pane.classList.add('active');
  const answer = await (await fetch('/api?start=0&q=' + pane.id)).json();
  pane.innerHTML = '<ol>' + answer.books.map(([n, name]) =>
    `<li><h3><a href='/book/${n}'>${name}</a></h3><p>Number ${n}.</p></li>`).join('') + '</ol>'; };
for (const one of document.querySelectorAll('a')) one.onclick = event => { event.preventDefault(); show(one); };
show(document.querySelector('a'));
</script>"""
SINGLE = """<ol></ol><script>for (let n = 1; n <= 230; n++) { const row = document.createElement('li');
row.innerHTML = `<h3><a href="/book/${n}">Volume ${n}</a></h3>`; document.querySelector('ol').append(row);
const add = () => row.innerHTML += `<p>Number ${n} of the series</p>`;
fetch('/api?start=' + n).then(answer => answer.json()).then(add); }</script>"""
PAGES |= {
    "/tabs": TABBED,
    "/called": CALLED,
    "/panes": PANES,
    "/single": SINGLE,
    "/app": "<h1>Books</h1><div><input class=searchbox placeholder='Search books'><button id=go>Go</button></div>"
    "<p>Volumes of the river, stone, garden and winter chronicle.</p><script>document.getElementById('go').onclick = () => {"
    "location.href = '/search?q=' + encodeURIComponent(document.querySelector('input').value); };</script>",
    "/slash": "<h1>Books</h1><input type=search aria-label=Search>"
    "<p>Volumes of the river, stone, garden and winter chronicle.</p>"
    "<script>document.querySelector('input').onkeydown = pressed => { if (pressed.key === 'Enter')"
    " location.href = '/find/' + encodeURIComponent(pressed.target.value); };</script>",
    "/keys": "<h1>Books</h1><input type=search aria-label=Search>"
    "<p>Volumes of the river, stone, garden and winter chronicle.</p>"
    "<script>document.querySelector('input').onkeydown = pressed => { if (pressed.key === 'Enter')"
    " history.pushState({}, '', '/search?q=' + encodeURIComponent(pressed.target.value)); };</script>",
}


IN_PATH = "'?q=' + location.pathname.slice('/find/'.length)"


@dataclass
class Growing:
    asked: list[str] = field(default_factory=list)
    address: str = ""


@pytest.fixture
def growing() -> Iterator[Growing]:
    with _serving() as site:
        yield site


@contextmanager
def _serving() -> Iterator[Growing]:
    site = Growing()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            site.asked.append(self.path)
            values = {name: one[0] for name, one in parse_qs(parts.query, keep_blank_values=True).items()}
            if parts.path == "/api":
                words = values.get("q", "").casefold().split()
                found = [(n, book) for n, book in enumerate(BOOKS, 1) if all(word in book.casefold() for word in words)]
                found = [] if "q" in values and not words else found
                start = int(values["start"])
                data = {"books": found[start : start + PIECE], "more": start + PIECE < len(found)}
                self._send("application/json", json.dumps(data))
            elif parts.path in PAGES or parts.path.startswith("/find/"):
                text = PAGES.get(parts.path) or PAGES["/search"].replace("location.search", IN_PATH)
                self._send("text/html; charset=utf-8", f"<!DOCTYPE html><title>Books</title><body>{text}")
            else:
                self.send_error(404)

        def _send(self, kind: str, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def few_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample queries are few: each of their pages is rendered, which takes a second."""
    monkeypatch.setattr(sampling, "ENOUGH_PAGES", 3)
    monkeypatch.setattr(sampling, "ENOUGH_CHECKS", 1)
    monkeypatch.setattr(sampling, "CHECKS", 2)


OPTIONS = ("--allow-private", "--delay", "0", "--store", "pages", "--render")


@pytest.mark.parametrize("path", ["/more", "/endless"])
def test_a_list_grows_to_its_end(growing: Growing, wrapture: Command, path: str) -> None:
    done = wrapture(
        "extract", f"{growing.address}{path}", "--pages", "all", "-f", "csv", "--columns", "title", *OPTIONS
    )
    assert done.code == 0, done.err
    assert [line.partition(",")[0] for line in done.out.splitlines()[1:]] == BOOKS


@pytest.mark.usefixtures("few_queries")
def test_results_drawn_from_json_are_wrapped(growing: Growing, wrapture: Command) -> None:
    plain = wrapture("wrap", f"{growing.address}/search", "-o", "w.json", *OPTIONS[:-1])
    assert plain.code == 1
    assert "--render" in plain.err
    done = wrapture("wrap", f"{growing.address}/", "-o", "w.json", *OPTIONS)
    assert done.code == 0, done.err
    found = wrapture("search", "w.json", "winter", "-f", "csv", *OPTIONS)
    assert found.code == 0, found.err
    assert sum("winter chronicle" in line for line in found.out.splitlines()) == len(
        [b for b in BOOKS if "winter" in b]
    )


@pytest.mark.usefixtures("few_queries")
@pytest.mark.parametrize("path", ["/app", "/keys", "/slash"])
def test_a_search_without_a_form_is_wrapped(growing: Growing, wrapture: Command, path: str) -> None:
    done = wrapture("wrap", f"{growing.address}{path}", "-o", "w.json", *OPTIONS)
    assert done.code == 0, done.err
    found = wrapture("search", "w.json", "garden", "-f", "csv", *OPTIONS)
    assert sum("garden chronicle" in line for line in found.out.splitlines()) == len(
        [b for b in BOOKS if "garden" in b]
    )


@pytest.mark.parametrize("path", ["/tabs", "/called", "/panes"])
def test_all_tabs_are_read(growing: Growing, wrapture: Command, path: str) -> None:
    """Tabs by their role, by the name of the element around them, and by what toggles them, with one panel or a panel each."""
    done = wrapture(
        "extract", f"{growing.address}{path}", "--pages", "all", "-f", "csv", "--columns", "title", *OPTIONS
    )
    assert done.code == 0, done.err
    wanted = [book for word in ("river", "stone", "garden") for book in [b for b in BOOKS if word in b][:PIECE]]
    assert [line.partition(",")[0] for line in done.out.splitlines()[1:]] == wanted
    assert "/elsewhere" not in growing.asked


def test_a_list_that_a_script_draws_names_render(growing: Growing, wrapture: Command) -> None:
    done = wrapture("extract", f"{growing.address}/more", "--pages", "all", *OPTIONS[:-1])
    assert done.code == 1
    assert "--render" in done.err


def test_each_of_many_records_may_load_a_piece(growing: Growing, wrapture: Command) -> None:
    """A page may load 200 parts, and the rest of its records stayed without theirs; a growing one may load more."""
    done = wrapture("extract", f"{growing.address}/single", "--pages", "all", "-f", "csv", *OPTIONS)
    rows = [line.split(",") for line in done.out.splitlines()[1:]]
    assert [(row[0], row[2]) for row in rows] == [(f"Volume {n}", str(n)) for n in range(1, 231)]
    assert len([path for path in growing.asked if path.startswith("/api")]) == 230


def test_scripts_click_until_gone_and_scroll_until_still(growing: Growing, wrapture: Command) -> None:
    (wrapture.folder / "grow.yaml").write_text(
        f"steps:\n- open: {growing.address}/more\n- click until gone: Mehr anzeigen\n- save: more\n"
        f"- open: {growing.address}/endless\n- scroll until still: 50\n- save: endless\n",
        encoding="utf-8",
    )
    done = wrapture("run", "grow.yaml", "-o", "saved", "--render", "--allow-private", "--delay", "0")
    assert done.code == 0, done.err
    for name in ("more", "endless"):
        (page,) = (wrapture.folder / "saved").glob(f"{name}*.html")
        text = page.read_text(encoding="utf-8")
        assert [book for book in BOOKS if book not in text] == []
    refused = wrapture("run", "grow.yaml", "-o", "plain", "--allow-private", "--delay", "0")
    assert refused.code == 1
