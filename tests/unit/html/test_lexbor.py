"""The parser accepts everything that fits into memory."""

from __future__ import annotations

import subprocess
import sys

WITHOUT_MEMORY = """
import resource
from pathlib import Path
from wrapture.html.lexbor import parse_tree
page = b"<p>x" * 2_000_000
size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (8 << 20), resource.RLIM_INFINITY))
try:
    parse_tree(page)
except MemoryError:
    print("told")
"""


def test_a_page_that_there_is_no_memory_for() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_MEMORY], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "told\n"), done.stderr
