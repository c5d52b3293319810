"""Builds the native extension and the kernels where that is possible; without them, the package is complete and slower.

They ask for a C compiler and for Python's headers.  ``WRAPTURE_NATIVE=0`` leaves them out, ``WRAPTURE_NATIVE=1`` makes it an
error that they can't be built, for those who build packages.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES: Final = Path("src/native")
TARGET: Final = Path("src/wrapture/html/_tree.abi3.so")
"""Built against the stable interface of Python 3.11, so that later versions take it, too."""
KERNEL_SOURCES: Final = Path("src/kernels")
KERNEL_TARGET: Final = Path("src/wrapture/algo/_kernels.abi3.so")
"""The same for the inner loops of discovery, which call no other library."""


class NativeBuildHook(BuildHookInterface[Any]):
    """Compiles the sources beside the modules, and puts what comes of it into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before files are gathered."""
        del version
        root, wish = Path(self.root), os.environ.get("WRAPTURE_NATIVE", "")
        if wish == "0" or self.target_name != "wheel":
            return
        reason = compiled(root) or compiled(root, KERNEL_SOURCES, KERNEL_TARGET)
        if reason and wish == "1":
            raise RuntimeError(reason)
        if reason:
            self.app.display_warning(f"Wrapture is installed without its parts in C, so that it is slower: {reason}")
            return
        build_data["artifacts"] += [str(TARGET), str(KERNEL_TARGET)]
        build_data["pure_python"] = False
        build_data["tag"] = f"{python_tag(sys.version_info)}-abi3-{platform_tag(sysconfig.get_platform())}"


def python_tag(version: tuple[Any, ...]) -> str:
    """Return the tag of the oldest Python that runs what this Python's headers compile.

    Since 3.13 they no longer tell older Pythons that lengths (`s#`) are of type Py_ssize_t, which those then refuse.
    """
    return "cp311" if version < (3, 13) else "cp313"


def platform_tag(name: str) -> str:
    """Return the tag of the platform that was compiled for.

    On macOS, Python itself may be for two kinds of processors, and the compiler makes code for one of them unless ARCHFLAGS
    says otherwise.  cibuildwheel sets both ARCHFLAGS and the name of the platform.
    """
    if name.endswith("-universal2") and "ARCHFLAGS" not in os.environ:
        name = name.removesuffix("universal2") + platform.machine()
    return name.replace("-", "_").replace(".", "_")


def compiled(root: Path, folder: Path = SOURCES, target: Path = TARGET) -> str:
    """Compile; return why it could not be done, nothing where it was."""
    if sys.platform == "win32" or sys.implementation.name != "cpython":
        return "it is written for CPython, and not for Windows"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    sources = sorted(str(one) for one in (root / folder).glob("*.c"))
    include = sysconfig.get_path("include")
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    shared += shlex.split(os.environ.get("ARCHFLAGS", "")) if sys.platform == "darwin" else []
    made = root / f"{target}.new"
    command = [*compiler, "-O3", "-fPIC", "-fvisibility=hidden", f"-I{include}", *shared, *sources, "-o", str(made)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{compiler[0]}: {error}"
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"{compiler[0]} failed"])[0]
    made.replace(root / target)
    return ""
