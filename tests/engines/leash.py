"""Run a command until it ends or standard input does.

Whoever starts this holds the other end of standard input.  It is let go however that process ends, even where it is killed and
has no time to end what it started.
"""

from __future__ import annotations

import subprocess
import sys
from threading import Thread
from typing import Final

END_S: Final = 5.0
"""How long a command may take to end when it is asked to; then it is killed."""


def main(words: list[str]) -> int:
    """Return how the command ended."""
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    Thread(target=_end_with_input, args=(child,), daemon=True).start()
    return child.wait()


def _end_with_input(child: subprocess.Popen[bytes]) -> None:
    sys.stdin.buffer.read()
    child.terminate()
    try:
        child.wait(END_S)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
