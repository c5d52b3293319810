"""Run all mutants of the guarding modules: ``python -m tests.mutation [--state .mutants.json] [MODULE...]``.

The mutants are those of cosmic-ray (the dependency group ``mutation``).  It starts a process for each, which takes seconds;
here a forked child that has everything loaded tries the unit tests first (see `tests.mutation.warm`).  If the mutant survives,
a child that has only the libraries loaded runs all tests of the module on a copy of the package with the mutant in it.
Exceeding ten times the usual time counts as killed.  The state is written after each mutant, so that the same command goes on.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import pkgutil
import shutil
import signal
import sys
import time
import warnings
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Any, Final, NoReturn

from tests.mutation.guards import GUARDS
from tests.mutation.warm import warm_outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
LOADED: Final = Path(gettempdir()) / f"wrapture-mutation-{os.getpid()}.txt"
LIBRARIES: Final = {found.name for found in pkgutil.iter_modules() if "site-packages" in str(found.module_finder)}
OPTIONS: Final = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-profile", "quick", "-W", "ignore")


def main() -> int:
    """Run the mutants that are not in the state."""
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="*", default=list(GUARDS))
    parser.add_argument("--state", type=Path, default=Path(".mutants.json"))
    options = parser.parse_args()
    state: dict[str, dict[str, str]] = json.loads(options.state.read_text()) if options.state.exists() else {}
    with TemporaryDirectory() as name:
        copy = Path(name)
        shutil.copytree(ROOT / "src" / "wrapture", copy / "wrapture")
        os.environ["PYTHONPATH"] = f"{copy}{os.pathsep}{ROOT}"
        sys.path.insert(0, str(copy))
        for module in options.modules:
            known = state.setdefault(module, {})
            for key, outcome in run_module(copy, module, known):
                known[key] = outcome
                options.state.write_text(json.dumps(state, indent=1))
            LOADED.unlink(missing_ok=True)
            killed = sum(outcome == "killed" for outcome in known.values())
            print(f"{module}: {killed} of {len(known)} killed", flush=True)
    return 0


def run_module(copy: Path, module: str, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the outcome of each mutant of a module that is not known: killed, or its difference."""
    path = copy / "wrapture" / (module.replace(".", "/") + ".py")
    source = path.read_text()
    code, _ = run_tests(module, 600.0)
    assert code == 0, f"{module}: the tests fail without a mutant"
    preload()
    _, usual_s = run_tests(module, 600.0)
    left = [(key, mutated) for key, mutated in mutants(source) if key not in known]
    survivors = []
    for key, mutated, killed in warm_outcomes(module, source, left, partial(_run_units, module)):
        if killed:
            yield key, "killed"
        else:
            survivors.append((key, mutated))
    for key, mutated in survivors:
        path.write_text(mutated)
        for old in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            old.unlink()
        try:
            code, _ = run_tests(module, 30.0 + 10 * usual_s)
        finally:
            path.write_text(source)
        yield key, "killed" if code else difference(source, mutated)


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Yield the mutants of a module with their keys; without those that change only annotations, which nothing reads."""
    plugins: Any = import_module("cosmic_ray.plugins")
    mutating: Any = import_module("cosmic_ray.mutating")
    meaning = meaning_of(source)
    for name in sorted(plugins.operator_names()):
        try:
            operator = plugins.get_operator(name)()
        except TypeError:  # it needs names of variables
            continue
        for occurrence in count():
            try:
                mutated = mutating.mutate_code(source, operator, occurrence)
            except AttributeError:  # an exception with a dotted name
                continue
            if mutated is None:
                break
            if meaning_of(mutated) not in (meaning, ""):
                yield hashlib.sha256(f"{name} {occurrence} {mutated}".encode()).hexdigest()[:12], mutated


def meaning_of(source: str) -> str:
    """Return what a module does, without annotations and the imports for them; nothing if it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ""
    tree.body = [
        node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def difference(source: str, mutated: str) -> str:
    """Return the lines in which a mutant differs."""
    lines = difflib.unified_diff(source.splitlines(), mutated.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in list(lines)[2:])


def run_tests(module: str, limit_s: float) -> tuple[int, float]:
    """Return the exit code and the time of the tests of a module, run by a child."""
    import pytest

    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        _test(pytest, GUARDS[module], int(limit_s))
    _, status = os.waitpid(child, 0)
    return status, time.monotonic() - begin


def preload() -> None:
    """Load the libraries that the last child has loaded, so that the next ones need not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in LOADED.read_text().split():
            with suppress(Exception):
                import_module(name)


def _run_units(module: str) -> int:
    """Return the exit code of the unit tests of a module, run by this process."""
    import pytest

    _be_quiet()
    return int(pytest.main([*OPTIONS, *(test for test in GUARDS[module] if test.startswith("tests/unit/"))]))


def _be_quiet() -> None:
    """Write no bytecode, since sources change within a second, and show nothing."""
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(ROOT)


def _test(pytest: Any, tests: tuple[str, ...], limit_s: int) -> NoReturn:
    """Run tests as a child of the process."""
    code = 1
    try:
        os.setsid()
        signal.alarm(limit_s)
        _be_quiet()
        code = int(pytest.main([*OPTIONS, *tests]))
        LOADED.write_text("\n".join(name for name in sys.modules if name.partition(".")[0] in LIBRARIES))
    finally:
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
