# ruff: noqa: E501 - templates
"""Small applications of other kinds on Starlette and Jinja: a shop, a forum, a wiki, a package index, an admin behind a login.

They hold the documents of the collection, each marked up as its kind of site does, and are asked like any other engine.  They are
of our own making, so what they show is no figure for unseen software.
"""

from __future__ import annotations

import re
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

import uvicorn
from jinja2 import Environment
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.engines.collection import collection
from tests.engines.engine import Engine
from tests.patience import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request

    from tests.engines.collection import Document

KINDS: Final = ("shop", "forum", "wiki", "packages", "admin")
PAGE_SIZES: Final = {"shop": 24, "forum": 15, "wiki": 20, "packages": 30, "admin": 25}
PASSWORD: Final = "copper-kettle"
BASE: Final = """<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{{ title }}</title></head><body class="{{ kind }}">
<header><a href="/">{{ title }}</a><nav><ul><li><a href="/about">About</a></li><li><a href="/help">Help</a></li></ul></nav>
<form action="/search" role=search><input type=search name={{ field }} value="{{ query }}" placeholder="Search"><button>Go</button></form>
</header><main>{% block main %}{% endblock %}</main><footer><p>{{ title }} since 1998</p><p>All rights reserved</p></footer></body></html>"""
PAGER: Final = """{% if pages > 1 %}<nav class=pagination>{% if page > 1 %}<a href="{{ at(page - 1) }}">‹ Previous</a>{% endif %}
{% for n in range(1, pages + 1) %}{% if n == page %}<strong>{{ n }}</strong>{% else %}<a href="{{ at(n) }}">{{ n }}</a>{% endif %} {% endfor %}
{% if page < pages %}<a href="{{ at(page + 1) }}">Next ›</a>{% endif %}</nav>{% endif %}"""
RESULTS: Final = {
    "shop": """{% if found %}<p>{{ total }} products</p><div class="grid">{% for d in found %}<div class="card"><a class="name"
href="/p/{{ d.number }}">{{ d.title }}</a><div class="price">{{ d.number|int * 7 % 900 }}.95 €</div>{% if d.number|int % 3 == 0 %}
<span class="badge">Sale</span>{% endif %}<div class="maker">by {{ d.author }}</div></div>{% endfor %}</div>"""
    + PAGER
    + "{% else %}<p>No products match your search.</p>{% endif %}",
    "forum": """{% if found %}<h2>{{ total }} topics</h2><table class="topics"><thead><tr><th>Topic</th><th>Author</th><th>Replies</th>
<th>Last post</th></tr></thead><tbody>{% for d in found %}<tr><td><a href="/t/{{ d.number }}">{{ d.title }}</a></td><td>{{ d.author }}</td>
<td>{{ d.number|int % 50 }}</td><td>{{ d.written }}</td></tr>{% endfor %}</tbody></table>"""
    + PAGER
    + "{% else %}<p>No topics or posts met your search criteria.</p>{% endif %}",
    "wiki": """{% if found %}<p>Results {{ first }}–{{ first + found|length - 1 }} of {{ total }} for <b>{{ query }}</b></p><ul class="hits">
{% for d in found %}<li><div class="heading"><a href="/wiki/{{ d.number }}">{{ mark(d.title) }}</a></div><div class="excerpt">
{{ mark(d.paragraphs[0][:160]) }}…</div><div class="data">{{ d.text|length }} characters, {{ d.written }}</div></li>{% endfor %}</ul>"""
    + PAGER
    + "{% else %}<p>There were no results matching the query {{ query }}.</p>{% endif %}",
    "packages": """{% if found %}<p><strong>{{ total }}</strong> projects for "{{ query }}"</p><ul>{% for d in found %}<li><a class="snippet"
href="/project/{{ d.number }}/"><h3><span class="name">{{ d.title }}</span> <span class="version">{{ d.number|int % 9 }}.{{ d.number|int % 7 }}</span>
<span class="created"><time>{{ d.written }}</time></span></h3><p class="description">{{ d.paragraphs[0][:90] }}</p></a></li>{% endfor %}</ul>"""
    + PAGER
    + '{% else %}<p>There were no results for "{{ query }}"</p>{% endif %}',
    "admin": """{% if found %}<p>{{ total }} records</p><table><tr><th></th><th>Id</th><th>Name</th><th>Owner</th><th>Changed</th><th>State</th></tr>
{% for d in found %}<tr><td><input type=checkbox name=sel value="{{ d.number }}"></td><td>{{ d.number|int }}</td><td>
<a href="/admin/{{ d.number }}/change">{{ d.title }}</a></td><td>{{ d.author }}</td><td>{{ d.written }}</td>
<td>{{ ("open", "closed", "draft")[d.number|int % 3] }}</td></tr>{% endfor %}</table>"""
    + PAGER
    + "{% else %}<p>0 records</p>{% endif %}",
}
LOGIN: Final = "<h1>Administration</h1><form method=post action=/login><input name=user><input type=password name=password><button>Log in</button></form>"


class Application:
    """One application: its pages, and the requests it got."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.asked: list[tuple[str, str]] = []
        self._templates = Environment(autoescape=True)

    def app(self) -> Starlette:
        """Return the application."""
        return Starlette(routes=[Route("/{path:path}", self.answer, methods=["GET", "POST"])])

    async def answer(self, request: Request) -> Response:
        """Answer a request."""
        self.asked.append((request.method, request.url.path))
        path = request.url.path
        if path == "/robots.txt":
            return Response("User-agent: *\nDisallow: /private\n", media_type="text/plain")
        if self.kind == "admin":
            if path == "/login" and request.method == "POST":
                given = (await request.body()).decode()
                answer: Response = RedirectResponse("/", 303) if PASSWORD in given else HTMLResponse(LOGIN)
                if PASSWORD in given:
                    answer.set_cookie("session", "staff", httponly=True)
                return answer
            if request.cookies.get("session") != "staff":
                return HTMLResponse(LOGIN)
        if path == "/search":
            return HTMLResponse(self.results(dict(request.query_params)))
        body = f"<h1>{self.kind.title()}</h1><p>Find letters, notes, essays and surveys on harbours and merchants.</p>"
        return HTMLResponse(self._page(body, "")) if path in ("/", "/about", "/help") else HTMLResponse("<p>Gone", 404)

    def results(self, values: dict[str, str]) -> str:
        """Return a page of results."""
        query, size = values.get(self.field, ""), PAGE_SIZES[self.kind]
        found = [document for document in collection() if has(document, query)]
        page, pages = max(1, int(values.get("page", "1"))), -(-len(found) // size)
        first = (page - 1) * size
        return self._page(
            RESULTS[self.kind],
            query,
            found=found[first : first + size],
            total=len(found),
            first=first + 1,
            page=page,
            pages=pages,
            at=lambda n: f"/search?{urlencode({self.field: query, 'page': n})}",
            mark=lambda text: self._marked(text, query),
        )

    @property
    def field(self) -> str:
        """The name of the form's field."""
        return {"shop": "s", "forum": "keywords", "packages": "q"}.get(self.kind, "search")

    def _page(self, main: str, query: str, **values: object) -> str:
        source = BASE.replace("{% block main %}{% endblock %}", main)
        title = f"The {self.kind} of Dunmore"
        return self._templates.from_string(source).render(
            kind=self.kind, title=title, field=self.field, query=query, **values
        )

    def _marked(self, text: str, query: str) -> object:
        from markupsafe import Markup, escape

        plain = str(escape(text))
        return Markup(re.sub(rf"\b({re.escape(query)})\b", r'<span class="searchmatch">\1</span>', plain, flags=re.I))


def has(document: Document, query: str) -> bool:
    """Return whether a document has all words of a query."""
    words = query.lower().split()
    return bool(words) and document.words().issuperset(words)


@contextmanager
def running(kind: str) -> Iterator[tuple[Engine, Application]]:
    """Run an application on a free port of this machine."""
    own = Application(kind)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(own.app(), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        try:
            index = lambda query: {one.number for one in collection() if has(one, query)}  # noqa: E731
            yield Engine(kind, f"http://127.0.0.1:{port}/", PAGE_SIZES[kind], index), own
        finally:
            server.should_exit = True
            thread.join()
