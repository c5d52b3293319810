"""Remote files, by fsspec.  Each service has its own errors; here, every failure is an `OSError`."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from io import RawIOBase
from typing import TYPE_CHECKING, Any, Final

from wrapture.bulk.inputs.chunks import InputFile
from wrapture.bulk.inputs.remote_access import ACCESS, WEB, is_cached_web
from wrapture.error_lines import described
from wrapture.errors import MissingExtraError
from wrapture.net.fetch_trouble import ForbiddenError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.bulk.inputs.remote_access import ChainLink

NOTHING: Final = "nothing is there, or it has moved; give the address of the file itself"

STAMPS: Final = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "updated", "created", "CRC")
"""Fields of services that change with the content of a file."""


def is_folder(address: str) -> bool:
    """Return whether a folder exists."""
    with _as_os_error():
        system, path = _at(address)
        return bool(system.isdir(path))


def is_there(address: str) -> bool:
    """Return whether a file or folder exists."""
    with _as_os_error():
        system, path = _at(address)
        return bool(system.exists(path))


def file_at(address: str) -> InputFile:
    """Return the file at an address; raises `OSError` if there is none."""
    with _as_os_error():
        system, path = _at(address)
        about = system.info(path)
        if about.get("type") == "directory":
            raise IsADirectoryError(address)
        if about.get("size") is None:
            raise OSError("its size is unknown")
        if is_cached_web(address) and not about["size"]:
            raise OSError(NOTHING)
        stamp = next((f"{name} {about[name]}" for name in STAMPS if about.get(name) is not None), "")
        return InputFile(address, int(about["size"]), stamp)


def entries(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the names in a folder, and whether each is a folder."""
    with _as_os_error():
        system, path = _at(folder)
        for one in system.ls(path, detail=True):
            name = one["name"].rstrip("/").rpartition("/")[2]
            if name and one["name"].strip("/") != path.strip("/"):
                yield name, one.get("type") == "directory"


class RemoteStream(RawIOBase):
    """A remote file that can be read at any offset, and raises `OSError`."""

    def __init__(self, address: str) -> None:
        with _as_os_error():
            self._system, path = _at(address)  # kept: some close their files when they are garbage-collected
            self._inner = self._system.open(path, "rb")

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the offset."""
        return int(self._inner.tell())

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move to an offset."""
        with _as_os_error():
            return int(self._inner.seek(offset, whence))

    def read(self, size: int = -1) -> bytes:
        """Return bytes; fewer than requested only at the end."""
        with _as_os_error():
            return bytes(self._inner.read(size))

    def close(self) -> None:
        """Close the file."""
        if not self.closed:
            with suppress(Exception):
                self._inner.close()
        super().close()


def _at(address: str) -> tuple[Any, str]:
    """Return the file system and the path of an address, every link of which is checked."""
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("reading from other machines", "remote") from missing
    settings = {link.protocol: _web_settings(link) for link in ACCESS.check(address) if link.protocol in WEB}
    system, path = url_to_fs(ACCESS.with_logins(address), **settings)
    return system, str(path)


def _web_settings(link: ChainLink) -> dict[str, Any]:
    """Return the settings of an http(s) link for fsspec, which would follow any redirect and resolve a name each time."""
    from wrapture.bulk.inputs.checked_client import checked_client

    return {"allow_redirects": False, **({} if ACCESS.is_private(link) else {"get_client": checked_client})}


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Turn every error into an `OSError` that tells no password."""
    try:
        yield
    except MissingExtraError:
        raise
    except ForbiddenError as error:
        raise OSError(str(error)) from error
    except OSError as error:
        if ACCESS.public(str(error)) == str(error):
            raise
        known = next((kind for kind in (FileNotFoundError, PermissionError) if isinstance(error, kind)), OSError)
        raise known(ACCESS.public(str(error))) from None
    except Exception as error:
        raise OSError(ACCESS.public(described(error))) from None
