"""The address of a table in PostgreSQL: ``postgresql://user@host/database?table=books&key=link``.

``table`` (by default ``records``) and ``key`` (columns, separated by commas) are Wrapture's own; the rest is libpq's, which
also reads ``PGPASSWORD``, ``PGSERVICE`` and ``~/.pgpass``.  A password in the address is never shown.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from wrapture.errors import OutputError

SCHEMES: Final = ("postgresql://", "postgres://")
TABLE: Final = "records"
OWN: Final = frozenset({"table", "key"})
SECRET: Final = frozenset({"password", "sslpassword"})
HOSTS: Final = re.compile(r"(?:(?:[^:@,\[\]]*|\[[^\]]*\])(?::\d*)?(?:,|$))*")
INVALID: Final = "is no valid address; in a password write @ : / ? # as %40 %3A %2F %3F %23"


@dataclass(frozen=True, slots=True)
class PostgresqlTarget:
    """A table of a database: ``address`` is libpq's, ``shown`` the same without secrets, ``table`` may have a schema."""

    address: str
    shown: str
    table: tuple[str, ...]
    key: tuple[str, ...]


def is_postgresql(path: str | os.PathLike[str]) -> bool:
    """Return whether results go to a database.

    >>> is_postgresql("postgresql:///shop"), is_postgresql("books.csv")
    (True, False)
    """
    return os.fspath(path).lower().startswith(SCHEMES)


def postgresql_target(address: str) -> PostgresqlTarget:
    """Return the table at an address; raises `OutputError`, without the password.

    >>> target = postgresql_target("postgresql://ann:secret@db/shop?table=web.books&key=link,page")
    >>> target.shown, target.table, target.key
    ('postgresql://ann@db/shop?table=web.books&key=link,page', ('web', 'books'), ('link', 'page'))
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        raise OutputError("postgresql://…", INVALID) from None
    user, at, host = parts.netloc.rpartition("@")
    if "#" in address or "@" in parts.path + parts.query or not HOSTS.fullmatch(host):  # may be a part of a password
        raise OutputError("postgresql://…", INVALID)
    given = parse_qsl(parts.query, keep_blank_values=True)
    own = {name: value for name, value in given if name in OWN}
    passed_on, public = (
        urlencode([one for one in given if one[0] not in left_out], quote_via=quote, safe="/,")
        for left_out in (OWN, SECRET)
    )
    netloc = f"{user.partition(':')[0]}{at}{host}"
    table = tuple(own.get("table", TABLE).split(".", 1))
    if not all(table):
        raise OutputError(_address(netloc, parts.path, public), "the table has no name")
    return PostgresqlTarget(
        _address(parts.netloc, parts.path, passed_on),
        _address(netloc, parts.path, public),
        table,
        tuple(filter(None, (name.strip() for name in own.get("key", "").split(",")))),
    )


def shown_target(path: str | os.PathLike[str]) -> str:
    """Return the name of a file or database for messages: a database without its password."""
    return postgresql_target(os.fspath(path)).shown if is_postgresql(path) else os.fspath(path)


def _address(netloc: str, path: str, query: str) -> str:
    """Return an address; `urllib.parse.urlunsplit` would leave out the slashes before an empty host."""
    return f"postgresql://{netloc}{path}" + (f"?{query}" if query else "")
