"""Write the outputs that the pages show anew, where they have changed: ``python -m tests.docs.update``.

What was left out with ``…`` stays left out.  Read the difference before it is committed: the prose around it may be wrong now.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs.blocks import PAGES, ROOT, blocks_of, commands_of, matches, session, shortened

if TYPE_CHECKING:
    from tests.docs.blocks import Block, Session


def updated(page: str, name: str) -> str:
    """Return a page with the outputs of its commands as they are now."""
    pieces, last = [], 0
    with tempfile.TemporaryDirectory() as folder, session(Path(folder), page) as now:
        for block in (block for block in blocks_of(page) if block.is_run):
            text = block.text
            if block.language == "console":
                text = _updated_console(block, now)
            elif wrong := now.run_python(block, name):
                sys.stderr.write(wrong)
            pieces += [page[last : block.start], text]
            last = block.start + len(block.text)
    return "".join([*pieces, page[last:]])


def _updated_console(block: Block, now: Session) -> str:
    lines = []
    for command in commands_of(block):
        printed = now.run_command(command)
        shown = command.shown if matches(command.shown, printed) else shortened(printed, command.shown)
        lines.append(f"$ {command.typed}\n{shown}")
    return "".join(lines)


def main() -> None:
    """Update every page."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        new = updated(page, path.name)
        if new != page:
            path.write_text(new, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
