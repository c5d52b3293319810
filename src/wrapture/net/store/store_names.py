"""Readable names of files and folders, made from any address."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from wrapture.net.redacted_messages import masked_request
from wrapture.net.store.request_keys import KEY_LENGTH, key_of

if TYPE_CHECKING:
    from wrapture.net.http_messages import Request, Response

MAX_NAME: Final = 60
TIME: Final = "%Y%m%dT%H%M%S%fZ"
REQUEST_FOLDER: Final = re.compile(rf"[a-z0-9-]+-[0-9a-f]{{{KEY_LENGTH}}}")
ANSWER_FILE: Final = re.compile(r"\d{8}T\d{12}Z\.json")
PAGE_FILE: Final = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}\.(?:html|xhtml|txt|bin)")

_SUFFIXES: Final = {"": ".html", "text/html": ".html", "application/xhtml+xml": ".xhtml"}
_ROBOTS: Final = "/robots.txt"


def folder_names(request: Request) -> tuple[str, str]:
    """Return the folder names of a request's host and of the request itself, without secrets."""
    try:
        parts = urlsplit(masked_request(request).url)
    except ValueError:
        return "unknown", f"start-{key_of(request)}"
    return _host_name(parts.netloc), f"{_words(f'{parts.path} {parts.query}') or 'start'}-{key_of(request)}"


def answer_name(asked: datetime) -> str:
    """Return the name of the file that describes a response; names sort by time."""
    return f"{asked.astimezone(UTC):{TIME}}.json"


def page_name(answer: Response, digest: str) -> str:
    """Return the name of a page's file; only successful pages get a name that ``wrapture extract`` reads."""
    kind = answer.media_type
    suffix = _SUFFIXES.get(kind, ".txt" if kind.startswith("text/") or "xml" in kind else ".bin")
    if answer.status != 200 or answer.request.url.endswith(_ROBOTS):
        suffix = ".txt"
    return f"{digest[:KEY_LENGTH]}{suffix}"


def _host_name(netloc: str) -> str:
    """Return a host, with its port if it has one, as the name of a folder.

    >>> _host_name("ann:key@WWW.Example.ORG.:8080"), _host_name("[::1]"), _host_name("..")
    ('www.example.org.8080', '1', 'unknown')
    """
    host = re.sub(r"[^a-z0-9.-]+", ".", netloc.rpartition("@")[2].lower())
    return re.sub(r"\.{2,}", ".", host)[:MAX_NAME].strip(".-") or "unknown"


def _words(text: str) -> str:
    """Return the letters and digits of the end of an address.

    >>> _words("/../Search.php q=b%C3%BCcher&from=1")
    'search-php-q-b-cher-from-1'
    """
    return "-".join(re.findall(r"[a-z0-9]+", unquote(text).lower()))[:MAX_NAME].strip("-")
