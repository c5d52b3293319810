"""A small shop on this machine: a login that is posted with a token, a session, a form with a select, a search, pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

USER: Final = "ann"
PASSWORD: Final = "örc hard&42"
"""With a letter, a space and a sign that are spelled differently in each place."""
YEARS: Final = ("2022", "2023", "2024")
PER_PAGE: Final = 4
BOOKS: Final = tuple((f"Court report {number}", YEARS[number % 3], number % 2 == 0) for number in range(60))


@dataclass
class Asked:
    """One request as it came."""

    method: str
    path: str
    host: str
    cookie: str = ""
    agent: str = ""
    body: str = ""


@dataclass
class Query:
    """What a search asks for."""

    words: str = ""
    year: str = ""
    cover: str = ""
    in_stock: bool = False
    page: int = 1
    found: list[str] = field(default_factory=list)

    def run(self) -> Query:
        self.found = [
            name
            for name, year, stock in BOOKS
            if self.words.lower() in name.lower() and self.year in ("", year) and (stock or not self.in_stock)
        ]
        return self


class Shop(ThreadingHTTPServer):
    """The server; ``asked`` is all that it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.asked: list[Asked] = []
        self.tokens: set[str] = set()
        self.sessions: set[str] = set()
        self.echo = False  # whether the password comes back in the pages
        self.pages: dict[str, bytes] = {}  # more pages that anybody may see
        self.redirects: dict[str, str] = {}
        self.cookies: list[str] = []  # that they set
        self.allowed = ""  # the origins that may read them

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server_port}{path}"

    def paths(self, method: str = "GET") -> list[str]:
        return [one.path for one in self.asked if one.method == method]


def page(title: str, body: str) -> bytes:
    return f"<!doctype html><meta charset=utf-8><title>{title}</title><h1>{title}</h1>{body}".encode()


class Answers(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        self._note("")
        parts = urlsplit(self.path)
        if parts.path in self.server.redirects:
            self._send(b"", 302, ("Location", self.server.redirects[parts.path]))
            return
        if parts.path in self.server.pages:
            allowed = [("Access-Control-Allow-Origin", self.server.allowed)] if self.server.allowed else []
            self._send(
                self.server.pages[parts.path], 200, *allowed, *(("Set-Cookie", one) for one in self.server.cookies)
            )
            return
        answer = getattr(self, f"_get_{parts.path.strip('/').replace('.', '_') or 'start'}", None)
        if answer is None:
            self._send(page("Nothing", "not here"), 404)
        else:
            answer({name: values[-1] for name, values in parse_qs(parts.query).items()})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._note(body)
        said = {name: values[-1] for name, values in parse_qs(body, keep_blank_values=True).items()}
        if self.path == "/enter":
            self._enter(said)
        elif self.path == "/quick":
            self._send(page("Quick", "taken"))
        else:
            self._send(page("Nothing", "not here"), 404)

    # --- pages ---

    def _get_start(self, _: dict[str, str]) -> None:
        links = '<a href="/login">Log in</a> <a href="/desk">Desk</a> <a href="/logout">Log out</a>'
        self._send(page("Shop", f'{links} <a href="/script">Scripted</a> <a href="#top">Top</a> <a href="/hop">On</a>'))

    def _get_login(self, _: dict[str, str]) -> None:
        token = token_hex(12)
        self.server.tokens.add(token)
        self._send(page("Login", _login(token)))

    def _enter(self, said: dict[str, str]) -> None:
        fresh = said.get("token", "") in self.server.tokens
        self.server.tokens.discard(said.get("token", ""))
        if fresh and (said.get("user"), said.get("password")) == (USER, PASSWORD):
            session = token_hex(8)
            self.server.sessions.add(session)
            self._send(b"", 303, ("Location", "/welcome"), ("Set-Cookie", f"session={session}; HttpOnly; Path=/"))
        else:
            echo = f"<p>{escape(said.get('password', ''))} is wrong</p>" if self.server.echo else ""
            token = token_hex(12)
            self.server.tokens.add(token)
            self._send(page("Login", f"<p>No.</p>{echo}{_login(token)}"))

    def _get_welcome(self, _: dict[str, str]) -> None:
        echo = f"<p>Your password is {escape(PASSWORD)}.</p>" if self.server.echo else ""
        self._guarded(page("Welcome", f'{echo}<a href="/desk">Desk</a> <a href="/desk?all=1">Desk</a>'))

    def _get_desk(self, _: dict[str, str]) -> None:
        years = "".join(f"<option value=y{year}>{year}</option>" for year in YEARS)
        self._guarded(
            page(
                "Desk",
                '<form action="/elsewhere"><input name=other><button>Other</button></form>'
                '<form action="/find"><label for=words>Words:</label><input id=words name=q>'
                f'<select name=year><option value="">any</option>{years}</select>'
                "<label><input type=radio name=cover value=hard checked> Hard cover</label>"
                "<label><input type=radio name=cover value=soft> Soft cover</label>"
                "<label><input type=checkbox name=stock value=1> In stock</label>"
                "<input type=hidden name=in value=all><button>Search</button></form>"
                '<form action="/remove" method=post><button>Delete all</button></form>',
            )
        )

    def _get_find(self, said: dict[str, str]) -> None:
        query = _query(said)
        first = (query.page - 1) * PER_PAGE
        rows = "".join(f"<li><b>{name}</b> <i>{query.cover}</i></li>" for name in query.found[first : first + PER_PAGE])
        more = first + PER_PAGE < len(query.found)
        link = f'<a href="/find?{escape(urlencode({**said, "page": query.page + 1}))}">Next</a>' if more else ""
        self._guarded(page("Found", f"<p>{len(query.found)} books</p><ul>{rows}</ul><p>{link}</p>"))

    def _get_scripted(self, _: dict[str, str]) -> None:
        """A page to which a script adds what it asks for."""
        self._guarded(
            page(
                "Scripted",
                "<input id=words placeholder=Words><button type=button id=go>Look up</button><ul></ul><script>"
                "document.getElementById('go').onclick = async () => {"
                "const answer = await fetch('/api?q=' + encodeURIComponent(document.getElementById('words').value));"
                "for (const name of (await answer.json()).found.slice(0, 4)) {"
                "const row = document.createElement('li'); row.innerHTML = '<b></b> <i></i>';"
                "row.firstChild.textContent = name; document.querySelector('ul').append(row) } }</script>",
            )
        )

    def _get_api(self, said: dict[str, str]) -> None:
        body = json.dumps({"found": _query(said).found}).encode()
        self._guarded(body, ("Content-Type", "application/json"))

    def _get_hop(self, _: dict[str, str]) -> None:
        self._send(b"", 302, ("Location", "/hop2"), ("Set-Cookie", "hopped=yes"))

    def _get_hop2(self, _: dict[str, str]) -> None:
        self._send(b"", 301, ("Location", "/"))

    def _get_leak(self, _: dict[str, str]) -> None:
        """A form that would put a password into an address."""
        self._send(page("Leak", "<form action=/sink><input type=password name=key><button>Send</button></form>"))

    # --- sending ---

    def _note(self, body: str) -> None:
        header = self.headers.get
        cookie, agent = header("Cookie") or "", header("User-Agent") or ""
        self.server.asked.append(Asked(self.command, self.path, header("Host") or "", cookie, agent, body))

    def _guarded(self, body: bytes, *headers: tuple[str, str]) -> None:
        cookies = SimpleCookie(self.headers.get("Cookie") or "")
        if "session" in cookies and cookies["session"].value in self.server.sessions:
            self._send(body, 200, *headers)
        else:
            self._send(page("Closed", "log in first"), 403)

    def _send(self, body: bytes, status: int = 200, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        named = {name.lower() for name, _ in headers}
        standard = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))]
        for name, value in [*headers, *(pair for pair in standard if pair[0].lower() not in named)]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


def _login(token: str) -> str:
    return (
        "<form action=/enter method=post><label>User <input name=user></label>"
        "<label>Password <input type=password name=password></label>"
        f"<input type=hidden name=token value={token}><button>Log in</button></form>"
    )


def _query(said: dict[str, str]) -> Query:
    return Query(
        said.get("q", ""),
        said.get("year", "").removeprefix("y"),
        said.get("cover", ""),
        said.get("stock") == "1",
        int(said.get("page", "1")),
    ).run()
