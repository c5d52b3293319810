"""Mutation testing itself: it makes mutants, runs tests on them, and tells those that survive."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.__main__ import ROOT, difference, meaning_of
from tests.mutation.guards import GUARDS
from tests.mutation.warm import replace_code, warm_outcomes
from wrapture.library import json_text


@pytest.mark.parametrize("module", GUARDS)
def test_modules_and_their_tests_exist(module: str) -> None:
    assert (ROOT / "src" / "wrapture" / (module.replace(".", "/") + ".py")).is_file()
    assert all(Path(ROOT / test.partition("::")[0]).is_file() for test in GUARDS[module])


def test_annotations_mean_nothing_and_the_rest_does() -> None:
    assert meaning_of("def f(a: int | None) -> str: ...\nx: int = 1") == meaning_of(
        "def f(a: int & None): ...\nx: str = 1"
    )
    assert meaning_of("x = 1") != meaning_of("x = 2")
    assert meaning_of("def f(a, +, b): ...") == ""


def test_a_difference_is_its_lines() -> None:
    assert difference("a\nb\n", "a\nc\n") == "@@ -2 +2 @@\n-b\n+c"


MODULE = """
from contextlib import contextmanager
from dataclasses import dataclass
LIMIT = 3
def small(n, most=LIMIT): return n < most
@contextmanager
def opened(): yield LIMIT
@dataclass(frozen=True)
class Box:
    size: int
    def holds(self, n): return n < self.size
    @property
    def half(self): return self.size // 2
"""


@pytest.fixture
def loaded() -> ModuleType:
    module = ModuleType("loaded_for_mutants")
    module.__file__ = "loaded_for_mutants.py"
    module.__package__ = ""
    sys.modules[module.__name__] = module
    exec(MODULE, module.__dict__)
    return module


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n < most", "n <= most"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("yield LIMIT", "yield -LIMIT"),
        ("n < self.size", "n <= self.size"),
        ("self.size // 2", "self.size * 2"),
    ],
)
def test_a_mutant_takes_the_place_of_loaded_code(loaded: ModuleType, old: str, new: str) -> None:
    small, opened, box = loaded.small, loaded.opened, loaded.Box(3)

    def told() -> tuple[object, ...]:
        with opened() as limit:
            return small(3), limit, box.holds(3), box.half

    assert told() == (False, 3, False, 1)
    replace_code(loaded, MODULE)
    assert told() == (False, 3, False, 1)
    replace_code(loaded, MODULE.replace(old, new))
    assert told() != (False, 3, False, 1)
    assert sys.modules[loaded.__name__] is loaded


def test_a_first_try_kills_only_if_the_module_itself_passes() -> None:
    ends = {"json_text": 0, "other": 1}

    def run() -> int:
        return ends["other" if getattr(json_text, "MUTATED", False) else "json_text"]

    source = Path(json_text.__file__).read_text()
    found = [("a", source), ("b", f"{source}\nMUTATED = True\n"), ("c", f"{source}\nraise KeyError\n")]
    outcomes = list(warm_outcomes("library.json_text", source, found, run))
    assert [(key, killed) for key, _, killed in outcomes] == [("a", False), ("b", True), ("c", True)]
    assert not any(killed for _, _, killed in warm_outcomes("library.json_text", found[1][1], found, run))
