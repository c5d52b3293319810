"""Print the changelog's section of a version, for the notes of a release: ``python release/notes.py 0.2.0``."""

from __future__ import annotations

import re
import sys
from pathlib import Path


def notes(changelog: str, version: str) -> str:
    r"""Return the text below the heading of a version.

    >>> notes("# Changes\n\n## [2.0.0] - 2026-01-01\n\n- new\n\n## [1.0.0]\n", "2.0.0")
    '- new\n'
    """
    found = re.search(rf"^## \[{re.escape(version)}\].*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section [{version}]")
    return found[1].strip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(notes((Path(__file__).parent.parent / "CHANGELOG.md").read_text("utf-8"), sys.argv[1]))
