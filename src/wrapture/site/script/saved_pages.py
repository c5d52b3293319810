"""The pages that a script saves: files in a folder, with an index of their addresses and times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from wrapture.error_lines import ALREADY_THERE, write_problem
from wrapture.errors import OutputError
from wrapture.files import atomic_writer

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.site.script.driver import Shot

INDEX: Final = "index.json"


class SavedPages:
    """A folder of pages as received, and ``index.json``, which is complete after each page."""

    def __init__(self, folder: Path, *, force: bool = False) -> None:
        self.folder = folder
        self._force = force
        self._index: list[dict[str, object]] = []
        try:
            if not force and (folder / INDEX).exists():
                raise OutputError(str(folder / INDEX), ALREADY_THERE)
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(str(folder), write_problem(error, "used", "choose another folder")) from error

    def __len__(self) -> int:
        return len(self._index)

    def keep(self, name: str, shot: Shot) -> None:
        """Save a page: ``name.html``, then ``name-2.html`` and so on."""
        file = self._free(name)
        with atomic_writer(self.folder / file, force=self._force) as temporary:
            temporary.write_bytes(shot.body)
        self._index.append(
            {
                "file": file,
                "url": shot.url,
                "asked": shot.asked.isoformat(),
                "hops": list(shot.hops),
                "charset": shot.charset,
                "rendered": shot.rendered,
            }
        )
        with atomic_writer(self.folder / INDEX, force=self._force or len(self) > 1) as temporary:
            temporary.write_text(json.dumps(self._index, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    def _free(self, name: str) -> str:
        taken = {str(entry["file"]).casefold() for entry in self._index}
        names = (f"{name}-{number}.html" if number > 1 else f"{name}.html" for number in range(1, len(taken) + 2))
        return next(file for file in names if file.casefold() not in taken)
