"""A studio that runs as its own process, and a client that speaks to it as other programs would."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.command import Command

ADDRESS: Final = re.compile(r"http://(127\.0\.0\.1):(\d+)/#token=(\S+)")


@dataclass(frozen=True)
class Answer:
    """What the studio answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The one line that says what went wrong, after checking that it is one."""
        told = self.data["error"]
        assert isinstance(told, str)
        assert told.strip()
        assert "\n" not in told
        return told


@dataclass
class Studio:
    """A running studio."""

    process: subprocess.Popen[bytes]
    port: int
    token: str
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/#token={self.token}"

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        """Return the answer to a request; `headers` replace what a client would send."""
        sent = {"Authorization": f"Bearer {self.token if token is None else token}", **(headers or {})}
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, content, {name: value for name, value in sent.items() if value})
            got = connection.getresponse()
            return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
        finally:
            connection.close()

    def do(self, method: str, path: str, body: object = None, *, raw: bytes | None = None) -> Any:
        """Return the data of an answer, after checking that the request was carried out."""
        answer = self.ask(method, path, body, raw=raw)
        assert answer.status == 200, (answer.status, answer.body[:500])
        return answer.data

    def begin(self) -> Work:
        """Return a new desk."""
        return Work(self, self.do("POST", "/api/desks", {}))

    def stop(self) -> None:
        """End the studio as Ctrl-C does."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)


@dataclass
class Work:
    """A desk, as a client has seen it last."""

    studio: Studio
    desk: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/desks/{self.desk['id']}"

    @property
    def page(self) -> str:
        """The id of the first page."""
        return str(self.desk["pages"][0]["id"])

    @property
    def names(self) -> list[str]:
        return [column["name"] for column in self.desk["wrapper"]["columns"]]

    def column(self, name: str) -> int:
        return self.names.index(name)

    def add(self, name: str, html: str | bytes, *, learn: bool = True) -> Work:
        """Put a page on the desk."""
        query = urlencode({"name": name, "revision": self.desk["revision"], "learn": str(learn).lower()})
        raw = html.encode() if isinstance(html, str) else html
        self.desk = self.studio.do("PUT", f"{self.path}/pages?{query}", raw=raw)
        return self

    def step(self, what: str, **body: object) -> Work:
        """Take a step."""
        self.desk = self.studio.do("POST", f"{self.path}/{what}", {"revision": self.desk["revision"], **body})
        return self

    def refused(self, what: str, **body: object) -> Answer:
        """Return the answer to a step that is refused; the desk is as it was."""
        answer = self.studio.ask("POST", f"{self.path}/{what}", {"revision": self.desk["revision"], **body})
        assert 400 <= answer.status < 500, answer
        assert self.studio.do("GET", self.path)["revision"] == self.desk["revision"]
        return answer

    def edit(self, **edit: object) -> Work:
        """Change columns."""
        return self.step("columns", edit=edit)

    def table(self, page: str | None = None) -> dict[str, Any]:
        """Return the table of a page."""
        found: dict[str, Any] = self.studio.do("GET", f"{self.path}/pages/{quote(page or self.page)}/table")
        return found

    def values(self, name: str) -> list[Any]:
        """Return the values of a column on the first page."""
        table = self.table()
        return [row["cells"][table["columns"].index(name)] for row in table["rows"]]


def start(command: Command, folder: Path, *arguments: str | Path) -> Studio:
    """Return a studio that can be asked; what it says goes to a file, so that it never waits for a reader."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"said-{secrets.token_hex(4)}.log"
    with log.open("w") as said:
        process = subprocess.Popen(
            command.line("studio", "--no-browser", "--folder", folder, *arguments),
            cwd=command.folder,
            env=command.env(),
            stderr=said,
            stdout=subprocess.DEVNULL,
        )
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and process.poll() is None:
        found = ADDRESS.search(log.read_text())
        if found:
            return Studio(process, int(found[2]), found[3], log)
        time.sleep(0.02)
    process.kill()
    process.wait()
    raise AssertionError(f"the studio did not start: {log.read_text()}")
