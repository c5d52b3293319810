"""The user's own folders: where the studio keeps its work, and where pages and other things that can be rebuilt are cached.

``WRAPTURE_HOME`` names one folder for everything; otherwise each system has its own places.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME_VARIABLE: Final = "WRAPTURE_HOME"
NAME: Final = "wrapture"


def data_folder() -> Path:
    """Return the folder for work that must be kept; it may not exist yet."""
    from platformdirs import user_data_path

    return _home() or user_data_path(NAME, appauthor=False)


def cache_folder() -> Path:
    """Return the folder for what can be fetched or computed again; it may not exist yet."""
    from platformdirs import user_cache_path

    return _home() or user_cache_path(NAME, appauthor=False)


def _home() -> Path | None:
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else None
