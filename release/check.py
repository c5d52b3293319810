"""Build what a release publishes, and check each piece in clean environments: ``make release-check``.

The sdist, a wheel with the native extension and one without are built, inspected, and installed for every Python that is found,
the sdist on a machine that pretends to have no compiler, too.  The steps of both container images run as scripts.  Each install
runs `smoke.py`; the wheel also passes tests and doctests with the oldest and the newest Python, as all tests do in CI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
BIN: Final = Path(sys.executable).parent
TESTS: Final = ("tests/api", "tests/portable", "tests/test_install.py")
"""Tests of what users call, of systems and of the installation; CI runs all against the wheel."""


def main() -> None:
    """Run every check; the first that fails ends the program."""
    shutil.rmtree(DIST, ignore_errors=True)
    sdist, native, pure = built()
    run(BIN / "twine", "check", "--strict", sdist, native, pure)
    run(BIN / "abi3audit", "--strict", native)
    run(BIN / "auditwheel", "show", native)
    found = pythons()
    for python in found:
        check_install(python, native, "yes")
        check_install(python, pure, "no")
    check_install(found[0], sdist, "yes")
    check_install(found[-1], sdist, "no", CC="no-compiler-here")
    for python in sorted({found[0], found[-1]}):
        check_tests(python, native)
    check_images(sdist)
    missing = sorted(set(PYTHONS) - {version_of(python) for python in found})
    print(
        f"release-check: packages are good; not checked, because they are not installed: {', '.join(missing) or 'none'}"
    )


def built() -> tuple[Path, Path, Path]:
    """Return the sdist, the wheel with the native extension and the wheel without, both built from the sdist."""
    run(BIN / "pyproject-build", "--installer", "uv", "--outdir", DIST, ROOT, WRAPTURE_NATIVE="1")
    (sdist,) = DIST.glob("*.tar.gz")
    (native,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(sdist, folder, filter="data")
        (tree,) = Path(folder).iterdir()
        line = (BIN / "pyproject-build", "--installer", "uv", "--wheel", "--outdir", DIST, tree)
        run(*line, WRAPTURE_NATIVE="0")
    (pure,) = DIST.glob("*-none-any.whl")
    return sdist, native, pure


def pythons() -> list[Path]:
    """Return the Pythons of this machine that Wrapture supports, one of each version."""
    found = [python for version in PYTHONS for python in [python_of(version)] if python is not None]
    if not found:
        sys.exit("release-check: no Python that Wrapture supports")
    return found


def python_of(version: str) -> Path | None:
    """Return a Python of a version: one that uv finds, or one of pyenv, which hides those that are not selected."""
    line = [BIN / "uv", "python", "find", "--no-project", "--no-python-downloads", "--system", version]
    done = subprocess.run(list(map(str, line)), capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return Path(done.stdout.strip())
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return next(iter(sorted(folder.glob(f"{version}.*/bin/python{version}"), reverse=True)), None)


def version_of(python: Path) -> str:
    """Return the version of a Python, as in 3.11."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def check_install(python: Path, package: Path, native: str, **env: str) -> None:
    """Install a package into a new environment and run the smoke test there."""
    with tempfile.TemporaryDirectory() as folder:
        run(BIN / "uv", "venv", "--quiet", "--python", python, folder)
        inside = Path(folder) / "bin" / "python"
        anew = ["--no-cache-dir"] if package.suffix == ".gz" else []  # uv keeps what it built from an sdist
        run(BIN / "uv", "pip", "install", "--quiet", *anew, "--python", inside, package, **env)
        run(inside, ROOT / "release" / "smoke.py", "--native", native)


def check_tests(python: Path, wheel: Path) -> None:
    """Run tests and the examples in docstrings against a wheel, with all extras, in a new environment."""
    with tempfile.TemporaryDirectory() as folder:
        run(BIN / "uv", "venv", "--quiet", "--python", python, folder)
        inside = Path(folder) / "bin" / "python"
        run(BIN / "uv", "pip", "install", "--quiet", "--python", inside, f"{wheel}[all]", "--group", "dev")
        run(inside, "-m", "pytest", "--quiet", "--hypothesis-profile", "quick", *TESTS, "--pyargs", "wrapture")


def check_images(sdist: Path) -> None:
    """Run the steps of both images as scripts, and the smoke test in the environment that they create.

    The steps of the image with Chromium install packages of Debian, so they need root there.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(sdist, folder, filter="data")
        (tree,) = (path for path in Path(folder).iterdir() if path.is_dir())
        target = Path(folder) / "environment"
        run("sh", ROOT / "docker" / "slim.sh", tree, target)
        inside = target / "bin" / "python"
        run(inside, ROOT / "release" / "smoke.py")
        if os.geteuid() or shutil.which("apt-get") is None:
            print("release-check: the steps of the image with Chromium need root on Debian: not checked")
            return
        run("sh", ROOT / "docker" / "chromium.sh", target)
        as_in_the_image = {"WRAPTURE_BROWSER": "chromium", "WRAPTURE_SANDBOX": "off"}
        run(inside, ROOT / "release" / "smoke.py", "--browser", **as_in_the_image)


def run(*words: str | Path, **env: str) -> None:
    """Run a program, and end this one if it fails."""
    print("+", *(f"{name}={value}" for name, value in env.items()), *words, flush=True)
    done = subprocess.run(list(map(str, words)), env={**os.environ, **env}, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"release-check: {Path(words[0]).name} failed")


if __name__ == "__main__":
    main()
