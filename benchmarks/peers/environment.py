"""The peers' own virtual environment, because they pin old libraries, and none of them is a dependency of Wrapture."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
REQUIREMENTS: Final = HERE / "requirements.txt"


@dataclass(frozen=True)
class Environment:
    """A virtual environment with the peers installed."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter that runs the peers."""
        return self.folder / "bin" / "python"

    def make(self) -> None:
        """Create the environment if it is missing, and install the pinned requirements.

        If they can't be installed together, each is tried alone, so that one unavailable peer does not block the others.
        """
        if not self.python.is_file():
            subprocess.run([sys.executable, "-m", "venv", self.folder], check=True)
        if not self._install("--requirement", str(REQUIREMENTS)):
            for pin in pins():
                self._install("--no-deps", pin)

    def lacks(self, module: str) -> str:
        """Return in one line why a module can't be imported here, or an empty text if it can."""
        done = subprocess.run([self.python, "-c", f"import {module}"], capture_output=True, text=True, check=False)
        return (done.stderr.strip().splitlines() or ["unknown"])[-1] if done.returncode else ""

    def _install(self, *what: str) -> bool:
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
        return subprocess.run(pip, check=False).returncode == 0


def pins() -> list[str]:
    """Return the pinned requirements, ``name==version``."""
    lines = (line.split("#")[0].strip() for line in REQUIREMENTS.read_text("utf-8").splitlines())
    return [line for line in lines if line]


def version_of(package: str) -> str:
    """Return the pinned version of a package."""
    return next(pin.partition("==")[2] for pin in pins() if pin.partition("==")[0] == package)
