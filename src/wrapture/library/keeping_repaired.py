"""Where a repaired wrapper is kept: as the new version of a library's, or beside the file of the old one, which stays."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from wrapture.library.wrapper_file import save
from wrapture.library.wrapper_library import library_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wrapture.library.wrapper_library import Library
    from wrapture.model import Wrapper


def kept_in(library: Library) -> Callable[[str, Wrapper], str]:
    """Return a function that saves a repaired wrapper as the new version of a library's, and returns where it is."""

    def keep(name: str, wrapper: Wrapper) -> str:
        library.save(wrapper, name, stamp=None, replace=True)
        return f"the new version of {name} in {library.folder}"

    return keep


def kept_beside(path: Path) -> Callable[[str, Wrapper], str]:
    """Return a function that saves a repaired wrapper beside the file of the old one, as ``shop-2.json`` beside ``shop.json``.

    A wrapper in a library becomes the new version there.
    """
    library = library_of(path)
    if library is not None:
        return lambda _, wrapper: kept_in(library)(path.stem, wrapper)

    def keep(_: str, wrapper: Wrapper) -> str:
        free = next(one for n in count(2) if not (one := path.with_name(f"{path.stem}-{n}{path.suffix}")).exists())
        save(wrapper, free)
        return str(free)

    return keep
