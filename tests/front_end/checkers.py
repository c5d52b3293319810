"""Where the checkers of the front end are; `make node` installs them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

FOLDER: Final = Path(__file__).parent
MODULES: Final = FOLDER / "node_modules"


def need(path: str) -> Path:
    """Return a file of a checker; skip the test if it is not installed, which is a failure in CI."""
    file = MODULES / path
    if not file.exists():
        pytest.skip(f"no {path}: run `make node`")
    return file
