"""Programs that are run to their end, and servers that run until they are no longer needed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

from tests.engines import leash
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

HOST: Final = "127.0.0.1"
RUN_S: Final = 120.0
"""How long a program may take, such as one that makes an index."""


def run(*words: str | Path, env: Mapping[str, str] | None = None) -> str:
    """Return what a program printed; where it failed, the error says what it said."""
    done = subprocess.run(
        [str(word) for word in words],
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=RUN_S,
        check=False,
    )
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr.decode()}"
    return done.stdout.decode()


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with closing(socket.socket()) as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


@contextmanager
def serving(words: Sequence[str], port: int, log: Path) -> Iterator[None]:
    """Run a server as long as the block lasts, which begins when the port answers; what it says goes to a file.

    The server ends with this process, however that ends.
    """
    line = [sys.executable, leash.__file__, *words]
    with log.open("wb") as said:
        server = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=said, stderr=said, start_new_session=True)
    try:
        _wait(server, port, log)
        yield
    finally:
        server.communicate(timeout=PATIENCE_S)  # closes its standard input, and waits for its end


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return when the server listens."""
    end = time.monotonic() + PATIENCE_S
    while not listens(port):
        assert server.poll() is None, f"the server ended: {log.read_text(errors='replace')}"
        assert time.monotonic() < end, f"the server does not listen: {log.read_text(errors='replace')}"
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Return whether something listens on a port of this machine."""
    with closing(socket.socket()) as caller:
        caller.settimeout(1.0)
        return caller.connect_ex((HOST, port)) == 0
