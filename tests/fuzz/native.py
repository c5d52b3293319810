"""Fuzz the native extension with the sanitizers of clang: ``python -m tests.fuzz.native [--seconds 60]``.

A copy of the package gets extensions with the address and the undefined-behaviour sanitizer, which count coverage, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.fuzz.__main__ import SANITIZED, run

ROOT: Final = Path(__file__).resolve().parents[2]
COMPILERS: Final = ("clang", "clang-19", "clang-16", "clang-14")
EXTENSIONS: Final = {"native": "html/_tree", "kernels": "algo/_kernels"}
TARGETS: Final = ("native", "page-data")
"""Which run them: reading, and learning."""
FLAGS: Final = (
    *("-g", "-O1", "-shared", "-fPIC", "-fvisibility=hidden"),
    *("-fsanitize=address,undefined,fuzzer-no-link", "-fno-sanitize-recover=undefined"),
)


def main() -> int:
    """Build the extension and fuzz it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path, default=Path(".fuzz"))
    options = parser.parse_args()
    found = next(filter(None, map(shutil.which, COMPILERS)), None)
    atheris = find_spec("atheris")
    if found is None or atheris is None or atheris.origin is None:
        sys.exit(
            "clang and atheris are needed (on Debian: apt-get install clang libclang-rt-dev; pip install --group fuzz)"
        )
    package = options.corpus.resolve() / "sanitized"
    build(found, package)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(package), str(ROOT)])
    os.environ["LD_PRELOAD"] = str(Path(atheris.origin).parents[1] / "asan_with_fuzzer.so")
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # the interpreter leaks by design
    os.environ[SANITIZED] = "1"
    return max(run(name, options.corpus, options.seconds) for name in TARGETS)


def build(compiler: str, package: Path) -> None:
    """Copy the package and compile its extensions with sanitizers."""
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "wrapture", package / "wrapture")
    headers = f"-I{sysconfig.get_path('include')}"
    for folder, name in EXTENSIONS.items():
        sources = [str(path) for path in sorted((ROOT / "src" / folder).glob("*.c"))]
        target = package / "wrapture" / f"{name}.abi3.so"
        target.unlink(missing_ok=True)
        subprocess.run([compiler, *FLAGS, headers, *sources, "-o", str(target)], check=True)


if __name__ == "__main__":
    sys.exit(main())
