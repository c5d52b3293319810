"""The peers' own virtual environment: they are old and pin old libraries, and none of them is a dependency of Wrapture."""

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
    """A folder with a Python that has the peers."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter that runs the peers."""
        return self.folder / "bin" / "python"

    def make(self) -> None:
        """Make the environment where it is missing, and install what is pinned.

        Where not all can be installed together, each is tried alone: one peer that is gone must not take the others along.
        """
        if not self.python.is_file():
            subprocess.run([sys.executable, "-m", "venv", self.folder], check=True)
        if not self._install("--requirement", str(REQUIREMENTS)):
            for pin in pins():
                self._install("--no-deps", pin)

    def lacks(self, module: str) -> str:
        """Return why a module can't be imported here, in one line, or nothing where it can."""
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
    """Return the version that a package is pinned to."""
    return next(pin.partition("==")[2] for pin in pins() if pin.partition("==")[0] == package)
