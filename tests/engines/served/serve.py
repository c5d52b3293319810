"""Serve an application on loopback: ``python serve.py KIND FOLDER PORT``.

It runs in the environment of ``make engines``, which has the applications but not Wrapture.  ``FOLDER/documents.json`` holds
what the application is filled with; every request is written to ``FOLDER/access.jsonl`` with the time at which it came.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import waitress

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

HOST = "127.0.0.1"
ROBOTS = b"User-agent: *\nDisallow: /basket/\nDisallow: /accounts/\nDisallow: /private/\nDisallow: /-/changelog\n"


class Logged:
    """An application that notes every request, and has a robots.txt."""

    def __init__(self, application: WSGIApplication, log: Path) -> None:
        self._application = application
        self._log = log
        self._writing = threading.Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        entry = {"method": environ["REQUEST_METHOD"], "path": path, "query": query, "at": time.monotonic()}
        with self._writing, self._log.open("a", encoding="utf-8") as log:
            log.write(f"{json.dumps(entry)}\n")
        if path == "/robots.txt":
            start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(ROBOTS)))])
            return [ROBOTS]
        return self._application(environ, start_response)


def main(kind: str, folder: Path, port: int) -> None:
    """Fill an application, and serve it until the process ends."""
    documents: list[dict[str, Any]] = json.loads((folder / "documents.json").read_text(encoding="utf-8"))
    application = import_module(kind).application(folder, documents)
    waitress.serve(Logged(application, folder / "access.jsonl"), host=HOST, port=port, threads=4, _quiet=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3]))
