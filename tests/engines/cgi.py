"""A small web server for this machine alone: CGI programs (RFC 3875) by path, and the files of a folder."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from tests.engines.processes import HOST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

ANSWER_S: Final = 20.0
"""How long a program may take to answer."""

AT_ONCE: Final = 4
"""How many programs run at the same time."""

MAX_BODY: Final = 1 << 20


@dataclass(frozen=True)
class Program:
    """A CGI program and what it finds in its environment beside what the standard says."""

    path: Path
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Site:
    """What is served: programs by path, files below a folder by their names, at ``/docs/``."""

    programs: Mapping[str, Program]
    documents: Path


@contextmanager
def serve(site: Site) -> Iterator[str]:
    """Serve a site as long as the block lasts; what comes back is its address, without a slash at the end."""

    class Handler(_Handler):
        served = site

    server = ThreadingHTTPServer((HOST, 0), Handler)
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    served: Site
    turns = BoundedSemaphore(AT_ONCE)
    timeout = ANSWER_S

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path in self.served.programs:
            self._run(self.served.programs[path], b"")
        else:
            self._file(unquote(path))

    def do_POST(self) -> None:
        path, length = self.path.partition("?")[0], int(self.headers.get("Content-Length", 0))
        if path not in self.served.programs:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif length > MAX_BODY:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self._run(self.served.programs[path], self.rfile.read(length))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name is the base class's
        """Say nothing: the output is the tests' own."""

    def _file(self, path: str) -> None:
        name = path.removeprefix("/docs/")
        file = self.served.documents / name
        if name == path or "/" in name or not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._answer(HTTPStatus.OK, [("Content-Type", "text/html; charset=utf-8")], file.read_bytes())

    def _run(self, program: Program, body: bytes) -> None:
        try:
            with self.turns:
                done = subprocess.run(
                    [program.path],
                    input=body,
                    env=self._env(program),
                    capture_output=True,
                    timeout=ANSWER_S,
                    check=False,
                )
        except subprocess.TimeoutExpired:
            self.send_error(HTTPStatus.GATEWAY_TIMEOUT)
        else:
            self._pass_on(done.stdout)

    def _pass_on(self, output: bytes) -> None:
        """Answer what a program wrote, however it ended: that is all that the standard asks of it."""
        if output:
            self._answer(*_parsed(output))
        else:
            self.send_error(HTTPStatus.BAD_GATEWAY)

    def _env(self, program: Program) -> dict[str, str]:
        path, _, query = self.path.partition("?")
        return {
            "PATH": os.environ.get("PATH", ""),
            "GATEWAY_INTERFACE": "CGI/1.1",
            "SERVER_PROTOCOL": "HTTP/1.0",
            "SERVER_NAME": HOST,
            "SERVER_PORT": str(self.connection.getsockname()[1]),
            "REQUEST_METHOD": self.command,
            "SCRIPT_NAME": path,
            "QUERY_STRING": query,
            "REMOTE_ADDR": HOST,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": self.headers.get("Content-Length", ""),
            **program.env,
        }

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _parsed(output: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return the status, the headers and the body that a program wrote."""
    head, body = re.split(rb"\r?\n\r?\n", output, maxsplit=1)
    lines = [line.partition(":") for line in head.decode("latin-1").splitlines()]
    headers = [(name.strip(), value.strip()) for name, _, value in lines]
    status = next((value for name, value in headers if name.lower() == "status"), "200")
    return int(status.split()[0]), [pair for pair in headers if pair[0].lower() != "status"], body
