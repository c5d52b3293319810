"""A manual made by Sphinx: static pages whose search runs in the browser, so that scripts draw the results."""

from __future__ import annotations

import mimetypes
from typing import TYPE_CHECKING, Any

from sphinx.cmd.build import build_main

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the manual with a page for each document."""
    source, pages = folder / "source", folder / "pages"
    source.mkdir()
    (source / "conf.py").write_text("project = 'Writings'\nhtml_theme = 'alabaster'\n", encoding="utf-8")
    toctree = "\n".join(f"   w{document['number']}" for document in documents[:12])
    (source / "index.rst").write_text(
        f":nosearch:\n\nWritings\n========\n\n.. toctree::\n\n{toctree}\n", encoding="utf-8"
    )
    for place, document in enumerate(documents):
        orphan = "" if place < 12 else ":orphan:\n\n"
        text = f"{orphan}{document['title']}\n{'=' * len(document['title'])}\n\n{document['text']}\n"
        (source / f"w{document['number']}.rst").write_text(text, encoding="utf-8")
    assert not build_main(["-q", "-b", "html", str(source), str(pages)])
    return lambda environ, start_response: _static(pages, environ, start_response)


def _static(folder: Path, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer with a file of the folder."""
    file = (folder / environ["PATH_INFO"].lstrip("/")).resolve()
    file = file / "index.html" if file.is_dir() else file
    if folder.resolve() not in file.parents or not file.is_file():
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"no such page"]
    start_response("200 OK", [("Content-Type", mimetypes.guess_type(file.name)[0] or "application/octet-stream")])
    return [file.read_bytes()]
