"""Desks on disk: every step is written at once, atomically, so that closing the browser loses nothing.

A desk is a folder: ``desk.json`` with its steps, ``pages/`` with the bytes of its pages, and ``wrappers/`` with the wrappers of
its steps, each under the hash of its text, so that steps with equal wrappers share a file.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from wrapture.api import Stamp, load
from wrapture.api import dump_wrapper as dumps
from wrapture.api import locked_folder as locked
from wrapture.errors import OutputError, StudioError, WraptureError
from wrapture.files import atomic_writer, make_folder
from wrapture.model import Capture, SavedPart
from wrapture.studio.by_hand import ByHand
from wrapture.studio.desk import Desk, DeskPage, DeskStep, History, LabelledDraft, Saved, Settings

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from wrapture.model import Wrapper

DESK_FILE: Final = "desk.json"
TRASH: Final = ".bin"
PICTURE: Final = ".png"
PARTS: Final = ".parts"
"""Suffix of the folder with the files that were saved with a page."""
KEPT_DAYS: Final = 30
"""How long a deleted desk can be restored."""
ID: Final = re.compile(r"[0-9a-f]{6,32}")
"""Valid names of desks and pages, so that none can point to another folder."""


@dataclass(frozen=True, slots=True)
class DeskSummary:
    """A desk as listed."""

    id: str
    name: str
    pages: int
    records: int | None
    columns: int | None
    changed: str


class DeskStore:
    """The desks in a folder, which is created with the first one."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._wrappers: dict[str, _Wrappers] = {}

    def create(self) -> History:
        """Return a new, empty desk."""
        return History(token_hex(4))

    def save(self, history: History) -> None:
        """Write a desk; raises `OutputError`."""
        folder = self.folder / history.id
        make_folder(folder / "wrappers")
        wrappers = self._wrappers.setdefault(history.id, _Wrappers(folder))
        data = {
            "summary": _summary_data(history.desk),
            "revision": history.revision,
            "at": history.at,
            "saved": _saved_data(history.saved, wrappers),
            "steps": [{"words": step.words, **_desk_data(step.desk, wrappers)} for step in history.steps],
        }
        _write(folder / DESK_FILE, json.dumps(data, ensure_ascii=True).encode())

    def load(self, desk_id: str) -> History:
        """Return a desk; raises `StudioError` if there is none."""
        folder = self._folder(desk_id)
        try:
            data = json.loads((folder / DESK_FILE).read_bytes())
            wrappers = self._wrappers.setdefault(desk_id, _Wrappers(folder))
            steps = tuple(DeskStep(step["words"], _read_desk(step, wrappers)) for step in data["steps"])
            saved = _read_saved(data["saved"], wrappers)
            return History(desk_id, steps, min(data["at"], len(steps) - 1), data["revision"], saved)
        except FileNotFoundError as error:
            raise StudioError(f"desk {desk_id}: there is no such desk; it may have been deleted") from error
        except (OSError, ValueError, LookupError, TypeError, WraptureError) as error:
            raise StudioError(f"desk {desk_id}: can't be read ({error}); delete it, or open its pages again") from error

    def stamp(self, desk_id: str) -> Stamp | None:
        """Return the stamp of a desk's file, or None if there is none."""
        try:
            return Stamp.of((self._folder(desk_id) / DESK_FILE).stat())
        except OSError:
            return None

    @contextmanager
    def changing(self, desk_id: str) -> Iterator[None]:
        """Keep other processes from changing a desk while the block runs."""
        folder = self._folder(desk_id)
        if not folder.is_dir():
            raise StudioError(f"desk {desk_id}: there is no such desk; it may have been deleted")
        with locked(folder):
            yield

    def summaries(self) -> list[DeskSummary]:
        """Return all desks, the last changed first; the name of an unreadable desk says so."""
        found = sorted(self._desks(), key=lambda folder: -_changed(folder))
        return [self._summary(folder) for folder in found]

    def put_page(self, desk_id: str, capture: Capture, png: bytes | None = None) -> str:
        """Store the bytes of a page, with its picture if it was rendered, and return its id."""
        about = f"{capture.name}\0{capture.url}\0{capture.charset}\0".encode("utf-8", "replace")
        page_id = sha256(about + capture.body).hexdigest()[:16]
        path = self.folder / desk_id / "pages" / page_id
        make_folder(path.parent)
        if not path.exists():
            _write_parts(path.with_suffix(PARTS), capture.parts)
            if png is not None:
                _write(path.with_suffix(PICTURE), png)
            _write(path, capture.body)
        return page_id

    def capture(self, desk_id: str, page: DeskPage) -> Capture:
        """Return the capture of a page on a desk."""
        try:
            body = (self._folder(desk_id) / "pages" / page.id).read_bytes()
        except OSError as error:
            raise StudioError(
                f"{page.name}: its bytes are gone from the studio's folder; add the page again"
            ) from error
        parts = _read_parts(self._folder(desk_id) / "pages" / f"{page.id}{PARTS}")
        return Capture(page.name, body, page.url, page.charset, page.media, page.folder, page.fetched, parts)

    def picture(self, desk_id: str, page: DeskPage) -> bytes | None:
        """Return the picture of a page that was rendered, or None if there is none."""
        try:
            return (self._folder(desk_id) / "pages" / f"{page.id}{PICTURE}").read_bytes()
        except OSError:
            return None

    def size(self, desk_id: str, page: DeskPage) -> int:
        """Return the size of a page in bytes."""
        try:
            return (self._folder(desk_id) / "pages" / page.id).stat().st_size
        except OSError:
            return 0

    def discard(self, desk_id: str) -> None:
        """Move a desk to the trash, and delete desks that have been there for too long."""
        source, target = self._folder(desk_id), self.folder / TRASH / desk_id
        if not source.is_dir():
            raise StudioError(f"desk {desk_id}: there is no such desk; it may have been deleted")
        target.parent.mkdir(parents=True, exist_ok=True)
        for old in target.parent.iterdir():
            if time.time() - old.stat().st_mtime > KEPT_DAYS * 86_400:
                shutil.rmtree(old, ignore_errors=True)
        source.rename(target)
        target.touch()

    def restore(self, desk_id: str) -> History:
        """Restore a desk from the trash."""
        source = self.folder / TRASH / _checked(desk_id)
        try:
            source.rename(self.folder / desk_id)
        except OSError as error:
            raise StudioError(f"desk {desk_id}: is no longer in the trash") from error
        return self.load(desk_id)

    def _folder(self, desk_id: str) -> Path:
        return self.folder / _checked(desk_id)

    def _desks(self) -> Iterator[Path]:
        with suppress(OSError):
            for folder in self.folder.iterdir():
                if ID.fullmatch(folder.name) and (folder / DESK_FILE).is_file():
                    yield folder

    def _summary(self, folder: Path) -> DeskSummary:
        changed = datetime.fromtimestamp(_changed(folder), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        try:
            summary = json.loads((folder / DESK_FILE).read_bytes())["summary"]
            return DeskSummary(
                folder.name, summary["name"], summary["pages"], summary["records"], summary["columns"], changed
            )
        except (OSError, ValueError, LookupError, TypeError):
            return DeskSummary(folder.name, f"(desk {folder.name} can't be read)", 0, None, None, changed)


def _checked(desk_id: str) -> str:
    if not ID.fullmatch(desk_id):
        raise StudioError(f"{desk_id[:40]!r}: is not a desk")
    return desk_id


def _changed(folder: Path) -> float:
    try:
        return (folder / DESK_FILE).stat().st_mtime
    except OSError:
        return 0.0


def _write(path: Path, body: bytes) -> None:
    with atomic_writer(path, force=True) as temporary:
        temporary.write_bytes(body)


class _Wrappers:
    """The wrappers of a desk's steps, by the hash of their text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "wrappers"
        self._read: dict[str, Wrapper] = {}
        self._written: dict[Wrapper, str] = {}  # steps share wrappers

    def put(self, wrapper: Wrapper | None) -> str | None:
        if wrapper is None:
            return None
        if wrapper not in self._written:
            text = dumps(wrapper).encode()
            key = sha256(text).hexdigest()[:32]
            if not self._path(key).exists():
                _write(self._path(key), text)
            self._written[wrapper] = key
        return self._written[wrapper]

    def get(self, key: str | None) -> Wrapper | None:
        if key is None:
            return None
        if key not in self._read:
            self._read[key] = load(self._path(key))
            self._written[self._read[key]] = key
        return self._read[key]

    def _path(self, key: str) -> Path:
        if not ID.fullmatch(key):
            raise OutputError(key[:40], "is not the name of a wrapper")
        return self._folder / f"{key}.json"


def _summary_data(desk: Desk) -> dict[str, Any]:
    """Return the summary of a desk, stored with it so that listing desks need not load their wrappers."""
    wrapper = desk.wrapper
    return {
        "name": desk.name,
        "pages": len(desk.pages),
        "records": wrapper.profile.max_records if wrapper is not None else None,
        "columns": sum(column.is_shown for column in wrapper.layout.columns) if wrapper is not None else None,
    }


def _desk_data(desk: Desk, wrappers: _Wrappers) -> dict[str, Any]:
    return {
        "name": desk.name,
        "edited": desk.edited,
        "note": desk.note,
        "pages": [asdict(page) for page in desk.pages],
        "settings": asdict(desk.settings),
        "chosen_on": desk.chosen_on,
        "choice": desk.choice,
        "how": desk.how,
        "wrapper": wrappers.put(desk.wrapper),
        "labels": [asdict(draft) for draft in desk.labels],
        "by_hand": [asdict(one) for one in desk.by_hand],
    }


def _read_desk(data: dict[str, Any], wrappers: _Wrappers) -> Desk:
    return Desk(
        pages=tuple(DeskPage(**page) for page in data["pages"]),
        settings=Settings(**data["settings"]),
        chosen_on=data["chosen_on"],
        choice=data["choice"],
        how=data["how"],
        wrapper=wrappers.get(data["wrapper"]),
        labels=tuple(_read_labels(draft) for draft in data["labels"]),
        name=data["name"],
        edited=data["edited"],
        note=data["note"],
        by_hand=tuple(_read_correction(one) for one in data.get("by_hand", ())),
    )


def _read_correction(data: dict[str, Any]) -> ByHand:
    place = data["place"]
    return ByHand(data["page"], data["record"], data["column"], None if place is None else tuple(place))


def _read_labels(data: dict[str, Any]) -> LabelledDraft:
    records = tuple(tuple(None if place is None else (place[0], place[1]) for place in row) for row in data["records"])
    return LabelledDraft(data["page"], tuple(data["names"]), records)


def _saved_data(saved: Saved | None, wrappers: _Wrappers) -> dict[str, Any] | None:
    if saved is None:
        return None
    return {"name": saved.name, "path": saved.path, "stamp": saved.stamp, "wrapper": wrappers.put(saved.wrapper)}


def _read_saved(data: dict[str, Any] | None, wrappers: _Wrappers) -> Saved | None:
    wrapper = wrappers.get(data["wrapper"]) if data is not None else None
    return (
        Saved(data["name"], data["path"], wrapper, data["stamp"]) if data is not None and wrapper is not None else None
    )


def _write_parts(folder: Path, parts: Sequence[SavedPart]) -> None:
    """Write the files that were saved with a page, numbered, and an index with their addresses and types."""
    if not parts:
        return
    make_folder(folder)
    for number, part in enumerate(parts):
        _write(folder / str(number), part.body)
    index = [{"address": part.address, "content_type": part.content_type} for part in parts]
    _write(folder / "index.json", json.dumps(index).encode())


def _read_parts(folder: Path) -> tuple[SavedPart, ...]:
    """Return the files that were saved with a page; a page whose files are damaged is shown without them."""
    try:
        index = json.loads((folder / "index.json").read_bytes())
        return tuple(
            SavedPart(one["address"], (folder / str(number)).read_bytes(), one["content_type"])
            for number, one in enumerate(index)
        )
    except (OSError, ValueError, LookupError, TypeError):
        return ()
