"""Fuzz the targets, guided by coverage: ``python -m tests.fuzz [--seconds 60] [--corpus .fuzz] [TARGET...]``.

Each target runs in a process of its own for some seconds.  What reached new code is kept in the folder of the corpus, so that
the next run goes on from there.  Bytes that crash a target, or make it raise what is not documented, are written beside it as
``crash-…``: put them into ``tests/fuzz/findings/TARGET``, and they are a test.  Needs atheris (the dependency group ``fuzz``).
Exits 1 if there are findings.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

MOST_BYTES: Final = 20_000
LIMIT_S: Final = 20
LIMIT_MB: Final = 2048  # instrumented code and its counters included
SANITIZED: Final = "WRAPTURE_FUZZ_SANITIZED"
"""Set where the native extension has sanitizers, which need more memory than its self-check may have."""


def main() -> int:
    """Fuzz targets one after the other."""
    parser = argparse.ArgumentParser()
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path, default=Path(".fuzz"))
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return fuzz_one(options.one, options.corpus, options.seconds)
    from tests.fuzz.targets import TARGETS

    names = options.targets or [target.name for target in TARGETS]
    return max(run(name, options.corpus, options.seconds) for name in names)


def run(name: str, corpus: Path, seconds: int) -> int:
    """Fuzz a target in a process of its own, print what came of it, and return 1 if something was found."""
    place = corpus / name
    (place / "corpus").mkdir(parents=True, exist_ok=True)
    known = set(place.glob("*-*"))
    command = [sys.executable, "-m", "tests.fuzz", "--one", name, "--seconds", str(seconds), "--corpus", str(corpus)]
    done = subprocess.run(
        command, env=os.environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    (place / "log.txt").write_text(done.stderr)
    tries = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("Done ")]
    found = sorted(path.name for path in set(place.glob("*-*")) - known)
    kept = sum(1 for _ in (place / "corpus").iterdir())
    print(
        f"{name}: {tries[-1] if tries else '?'} tries, {kept} kept, found {', '.join(found) or 'nothing'}", flush=True
    )
    return 1 if found or not tries else 0


def fuzz_one(name: str, corpus: Path, seconds: int) -> int:
    """Fuzz a target until the time is over, in this process."""
    atheris: Any = import_module("atheris")

    with atheris.instrument_imports(include=["wrapture"]):
        from tests.fuzz.targets import TARGETS

    if SANITIZED in os.environ:
        from wrapture.html import native

        native._checked = lambda *_: native.PASSED
        assert native.is_available(), native.native_status()
    (target,) = [one for one in TARGETS if one.name == name]
    place = corpus / name
    for number, seed in enumerate(target.seeds()):
        (place / "corpus" / f"seed-{number}").write_bytes(seed)

    def run_one(body: bytes) -> None:
        try:
            target.run(body)
        except target.errors:
            return

    limits = [
        f"-max_total_time={seconds}",
        f"-max_len={MOST_BYTES}",
        f"-timeout={LIMIT_S}",
        f"-rss_limit_mb={LIMIT_MB}",
    ]
    sys.set_int_max_str_digits(640)  # as few as Python allows, so that short bytes find what reads any number
    atheris.Setup([name, *limits, f"-artifact_prefix={place}/", "-print_final_stats=1", str(place / "corpus")], run_one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
