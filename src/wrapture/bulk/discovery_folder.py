"""The folder of discovered wrappers, ``OUT.wrappers``: a library, with notes on the groups of pages it was learned from.

``groups.jsonl`` tells for each group its pages, its wrapper, or why there is none.  It grows while groups are learned, so that
an interrupted discovery goes on where it was; a note that was cut off is ignored, and its group learned again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import ExitStack, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wrapture import __version__
from wrapture.bulk.inputs import list_units
from wrapture.bulk.jobs import Flaw
from wrapture.bulk.output.disk import remove_tree
from wrapture.error_lines import output_errors
from wrapture.errors import BulkError, OutputError
from wrapture.files import atomic_writer
from wrapture.locks import LockedError, locked_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wrapture.bulk.order import BulkOrder

NOTE: Final = ".discovery.json"
LOCK: Final = ".discovery.lock"
GROUPS: Final = "groups.jsonl"
NOT_OURS: Final = "contains files that are not from a discovery; choose another output, or move it away"


class GroupNote(NamedTuple):
    """What is known of a group: its samples, its wrapper's name or the reason why it has none, and the number of its pages."""

    group: int
    host: str
    digest: str
    samples: tuple[str, ...]
    wrapper: str = ""
    reason: str = ""
    pages: int = 0


class DiscoveryFolder:
    """The folder of one order, locked while the block runs."""

    def __init__(self, order: BulkOrder) -> None:
        self._order = order
        self._path = order.wrappers
        self._stack = ExitStack()
        self._notes: dict[int, GroupNote] = {}
        self.is_done = False

    def __enter__(self) -> DiscoveryFolder:
        key = key_of(self._order)
        with output_errors(self._path):
            self._path.mkdir(exist_ok=True)
            self._lock()
            self._claim(key)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def knows(self, note: GroupNote) -> bool:
        """Return whether the wrapper of a group was learned before, from the same samples."""
        known = self._notes.get(note.group)
        return known is not None and known.digest == note.digest and known.wrapper in ("", note.wrapper)

    def store(self, note: GroupNote, text: str) -> None:
        """Store what was learned of a group: the text of its wrapper, if there is one, and then its note."""
        if note == self._notes.get(note.group):
            return
        with output_errors(self._path):
            if text:
                with atomic_writer(self._file(note.wrapper), force=True) as temporary:
                    temporary.write_text(text, "utf-8")
            with (self._path / GROUPS).open("a", encoding="utf-8") as file:
                file.write(_line(note))
        self._notes[note.group] = note

    def count(self, pages: Sequence[int]) -> None:
        """Write the notes anew, in order, with the number of pages of each group."""
        notes = [
            note._replace(pages=pages[number]) for number, note in sorted(self._notes.items()) if number < len(pages)
        ]
        with output_errors(self._path), atomic_writer(self._path / GROUPS, force=True) as temporary:
            temporary.write_text("".join(map(_line, notes)), "utf-8")

    def finish(self) -> None:
        """Note that the discovery is complete."""
        self._note(key_of(self._order), done=True)

    def _lock(self) -> None:
        try:
            self._stack.enter_context(locked_file(self._path / LOCK, timeout_s=0))
        except LockedError as error:
            raise BulkError(
                f"{self._path}: another run is using it; wait for it to finish, or choose another output"
            ) from error

    def _claim(self, key: str) -> None:
        """Take over what an earlier run of the same order has learned; clear the folder if it is of another, and may be."""
        known = self._known()
        if known is None and not all(entry.name.startswith(".") for entry in self._path.iterdir()):
            raise OutputError(str(self._path), NOT_OURS)
        if known is not None and known.get("key") == key and not self._order.restart:
            self.is_done = known.get("done") is True
            self._notes = {note.group: note for note in _read_notes(self._path / GROUPS)}
            return
        if known is not None and not (self._order.restart or self._order.force):
            raise BulkError(
                f"{self._path}: has wrappers that were discovered in another input; use `restart=True` to start over"
            )
        for entry in list(self._path.iterdir()):
            if entry.name != LOCK:
                remove_tree(entry)
        self._note(key, done=False)

    def _known(self) -> dict[str, Any] | None:
        with suppress(FileNotFoundError, ValueError):
            known = json.loads((self._path / NOTE).read_text("utf-8"))
            return known if isinstance(known, dict) else {}
        return None

    def _note(self, key: str, *, done: bool) -> None:
        with atomic_writer(self._path / NOTE, force=True) as temporary:
            temporary.write_text(json.dumps({"wrapture": __version__, "key": key, "done": done}) + "\n", "utf-8")

    def _file(self, name: str) -> Path:
        return self._path / f"{name}.json"


def key_of(order: BulkOrder) -> str:
    """Return a digest of what a discovery depends on: the version, the inputs and their units."""
    said = [__version__, order.inputs, asdict(order.columns)]
    digest = hashlib.sha256(json.dumps(said).encode())
    for unit in list_units(order.inputs, order.columns, order.own()):
        if not isinstance(unit, Flaw):
            digest.update(unit.identity.encode() + b"\n")
    return digest.hexdigest()


def _line(note: GroupNote) -> str:
    return json.dumps(note._asdict(), ensure_ascii=False).encode("utf-8", "replace").decode() + "\n"


def _read_notes(path: Path) -> Iterable[GroupNote]:
    """Yield the notes of a file, except for one that was cut off."""
    if not os.path.lexists(path):
        return
    for line in path.read_text("utf-8").splitlines():
        with suppress(ValueError, TypeError):
            said = json.loads(line)
            yield GroupNote(**{**said, "samples": tuple(said["samples"]), "pages": 0})
