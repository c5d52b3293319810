"""What an agent may reach: public addresses, HTML it sends, the folders that were allowed, and one library.

An agent passes on what it read on the web, so that its arguments are hostile input: a path that leads out of the allowed
folders is refused with the same words whether it exists or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture import api
from wrapture.errors import LibraryError, SourceError

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.api import Capture, Library, Page, Visitor, Wrapper

WEB: Final = ("http://", "https://")
MAX_HTML_CHARS: Final = 4 << 20  # of a page that the agent sends itself
SHOWN_CHARS: Final = 80  # of a refused argument


@dataclass(frozen=True, slots=True)
class AgentAccess:
    """The limits of one server: ``folders`` may be read, wrappers are saved only in the ``library_folder``.

    Pages are fetched through the ``visitor``, which obeys robots.txt and pauses between requests to a host.
    """

    folders: tuple[Path, ...]
    library_folder: Path | None
    visitor: Visitor

    def page(self, source: str) -> Page:
        """Return the page at an address, in a file of an allowed folder, or in the text itself."""
        return api.to_page(self.input(source))

    def input(self, source: str) -> Capture | str:
        """Return a page as `wrapture.extract` takes it: a capture, or HTML text."""
        text = source.strip()
        if text.lower().startswith(WEB):
            return api.capture_of(self.visitor.open(text))
        if "<" not in text:
            return api.read_file(str(self.file(text)))
        if len(text) > MAX_HTML_CHARS:
            raise SourceError("page", f"is longer than {MAX_HTML_CHARS:,} characters; give its address or a file")
        return source

    def file(self, name: str) -> Path:
        """Return the path of a file or folder inside an allowed folder; raises `SourceError`."""
        for folder in self.folders:
            real = _real(folder / name)
            if real is not None and real.is_relative_to(folder.resolve()):
                return real
        allowed = ", ".join(map(str, self.folders)) or "none; start the server with --folder DIR to allow one"
        raise SourceError(_shown(name), f"is not in an allowed folder ({allowed})")

    def library(self) -> Library:
        """Return the library; raises `LibraryError` if the server has none."""
        if self.library_folder is None:
            raise LibraryError("library", "this server has none; start it with --library DIR")
        return api.Library(self.library_folder)

    def wrapper(self, name: str) -> Wrapper:
        """Return the wrapper with a name in the library, or in a file of an allowed folder."""
        if name.lower().endswith(api.WRAPPER_SUFFIX):
            return api.load(self.file(name))
        return self.library().load(name)[0]


def _real(path: Path) -> Path | None:
    """Return an existing path with links and ``..`` resolved, or None."""
    try:
        return path.resolve(strict=True)
    except (OSError, ValueError, RuntimeError):  # missing, too long, a NUL in it, a loop of links
        return None


def _shown(name: str) -> str:
    return name if len(name) <= SHOWN_CHARS else f"{name[:SHOWN_CHARS]}…"
