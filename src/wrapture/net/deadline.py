"""One time limit for a whole exchange, however the server spreads its bytes.

A read timeout starts again with every byte, so a server that sends a byte now and then (even inside its headers)
keeps a client waiting forever.  Here every wait gets no more than what is left of the whole.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wrapture.net.fetch_trouble import OutOfTimeError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Deadline:
    """A time limit that starts when it is created."""

    def __init__(self, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        self._end = time.monotonic() + timeout_s

    def wait_s(self, longest_s: float | None = None) -> float:
        """Return how long one wait may take, `longest_s` at most; raises `OutOfTimeError` when no time is left."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.over()
        return left if longest_s is None else min(left, longest_s)

    def over(self) -> OutOfTimeError:
        """Return the error to raise when the time is over."""
        return OutOfTimeError(f"took longer than {self.timeout_s:g} s; try again later or allow more time")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock: what a caller does in between, such as waiting for its turn, is not the server's fault."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self._end += time.monotonic() - begin
