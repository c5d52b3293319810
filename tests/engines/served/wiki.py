"""An Otter Wiki: pages in a git repository, every line that matches shown under its page, the query highlighted."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication

AUTHOR = ("-c", "user.name=Ada Thornwick", "-c", "user.email=ada@localhost")


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the wiki with a page for each document."""
    repository = folder / "pages"
    repository.mkdir()
    for document in documents:
        page = repository / f"{document['title'].lower()}.md"
        page.write_text(f"# {document['title']}\n\n{document['text']}\n", encoding="utf-8")
    (repository / "home.md").write_text("# Home\n\nWritings on harbours, merchants and lanterns.\n", encoding="utf-8")
    for words in (("init", "--quiet"), ("add", "."), (*AUTHOR, "commit", "--quiet", "--message", "All pages")):
        subprocess.run(["git", *words], cwd=repository, check=True)
    os.environ |= {
        "REPOSITORY": str(repository),
        "SECRET_KEY": "for tests on loopback only",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'wiki.sqlite'}",
    }
    from otterwiki.views import app

    served: WSGIApplication = app.wsgi_app
    return served
