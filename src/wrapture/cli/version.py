"""What ``wrapture --version`` prints."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import Final

from wrapture import __version__, api

LIBRARIES: Final = ("selectolax", "numpy", "pydantic")
"""Libraries whose versions belong in a bug report."""


def version_text(*, verbose: bool) -> str:
    """Return the version; if ``verbose``, also those of Python and libraries, and whether the native extension is used."""
    if not verbose:
        return f"wrapture {__version__}"
    libraries = [f"{name} {metadata.version(name)}" for name in LIBRARIES]
    return "\n".join(
        [
            f"wrapture {__version__}",
            f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
            *libraries,
            api.native_status(),
        ]
    )
