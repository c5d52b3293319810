"""A PostgreSQL server for the tests, started as an ordinary user, on loopback, in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.engines.processes import HOST, free_port, run, serving
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD: Final = "s3cret-word"
NO_SERVER: Final = "no PostgreSQL: apt-get install postgresql"
USERS: Final = ("postgres", "nobody")
"""Of these, the first that exists runs the server if the tests run as root: PostgreSQL refuses to."""


def _programs() -> Path:
    """Return the folder of the newest PostgreSQL; skips the test if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    on_path = shutil.which("postgres")
    if not found and on_path is None:
        pytest.skip(NO_SERVER)
    return found[-1] if found else Path(str(on_path)).parent


def _as_user() -> tuple[list[str], str]:
    """Return the words before a command that run it as an ordinary user, and the user's name."""
    if os.geteuid() != 0:
        return [], pwd.getpwuid(os.geteuid()).pw_name
    known = {one.pw_name for one in pwd.getpwall()}
    user = next(name for name in USERS if name in known)
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"], user


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server whose user ``ann`` needs a password, with an empty database ``shop``."""
    pytest.importorskip("psycopg")
    programs, (switch, user) = _programs(), _as_user()
    # Not in a folder of pytest or of the browser tests: these are closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="wrapture-postgresql-", dir="/tmp"))
    try:
        (folder / "password").write_text(PASSWORD)
        for path in (folder, folder / "password"):
            shutil.chown(path, user)
        data, port = folder / "data", free_port()
        options = ["--username=ann", "--auth=scram-sha-256", f"--pwfile={folder / 'password'}", "--encoding=UTF8"]
        run(*switch, programs / "initdb", *options, "--no-sync", "--locale=C", "--pgdata", data)
        line = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder), "-h", HOST, "-F"]
        with serving([*switch, *line], port, folder / "log"):
            address = f"postgresql://ann:{PASSWORD}@{HOST}:{port}/postgres"
            _wait_until_it_answers(address)
            yield address
    finally:
        shutil.rmtree(folder)


def _wait_until_it_answers(address: str) -> None:
    """Return when the server takes queries: it listens earlier, while it is starting up."""
    import psycopg

    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return


@pytest.fixture
def database(server: str) -> str:
    """The address of an empty database."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS shop WITH (FORCE)")
        connection.execute("CREATE DATABASE shop")
    return server.removesuffix("/postgres") + "/shop"


def rows(database: str, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    import psycopg

    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()  # type: ignore[call-overload, no-any-return, unused-ignore]
