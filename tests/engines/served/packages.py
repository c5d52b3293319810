"""devpi with its web pages, a package index: a definition list of packages, numbered pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from devpi_server.config import get_pluginmanager, parseoptions
from devpi_server.init import init
from devpi_server.main import xom_from_config
from devpi_web.main import get_indexer

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication


def application(folder: Path, documents: list[dict[str, Any]]) -> WSGIApplication:
    """Return the index with a package for each document."""
    data = folder / "server"
    init(argv=["devpi-init", "--serverdir", data, "--no-root-pypi"])
    xom = xom_from_config(parseoptions(get_pluginmanager(), ["devpi-server", "--serverdir", str(data), "--offline"]))
    served: WSGIApplication = xom.create_app()
    with xom.keyfs.write_transaction():
        stage = xom.model.create_user("dunmore", password="").create_stage("writings")
        for document in documents:
            stage.set_versiondata(_metadata(document))
    with xom.keyfs.read_transaction() as transaction:
        names = list(xom.model.getstage("dunmore/writings").list_projects_perstage())
        serial = transaction.at_serial
    get_indexer(xom).indexer_thread.handler(False, serial, "dunmore/writings", names)
    return served


def _metadata(document: dict[str, Any]) -> dict[str, str]:
    name = "-".join(word.strip(",") for word in document["title"].split())
    return {
        "name": name,
        "version": f"{int(document['number']) % 9}.{int(document['number']) % 7}",
        "summary": document["text"].splitlines()[0][:80],
        "description": document["text"],
        "author": document["author"],
    }
