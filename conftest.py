"""Leaves out modules that import the native extension where it was not built: the examples in them can't run."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Return True for the modules of the compiled reader where there is no native extension."""
    needs_it = collection_path.match("src/wrapture/reading/compiled/*.py")
    return True if needs_it and find_spec("wrapture.html._tree") is None else None
