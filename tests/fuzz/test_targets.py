"""Every target with its seeds, what fuzzing found, and a few hundred fixed mutations: no exception but the documented ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS, FuzzTarget

MUTATIONS = 250
SLOW = 60  # for those that read whole pages
FINDINGS = Path(__file__).parent / "findings"
every_target = pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])


def run(target: FuzzTarget, body: bytes) -> bool:
    """Return whether bytes end well; a documented error is no failure."""
    try:
        target.run(body)
    except target.errors:
        return False
    return True


@every_target
def test_most_seeds_end_well(target: FuzzTarget) -> None:
    ended = [run(target, seed) for seed in target.seeds()]
    assert any(ended)


@every_target
def test_mutations_raise_only_what_is_documented(target: FuzzTarget) -> None:
    for number in range(SLOW if target.name in ("page-data", "native") else MUTATIONS):
        run(target, mutated(target, number))


@pytest.mark.parametrize("path", sorted(FINDINGS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_is_found_no_more(path: Path) -> None:
    (target,) = [one for one in TARGETS if one.name == path.parent.name]
    run(target, path.read_bytes())


def test_mutations_are_the_same_everywhere_and_differ() -> None:
    target = TARGETS[0]
    assert mutated(target, 3) == mutated(target, 3)
    assert len({mutated(target, number) for number in range(50)}) > 45


def test_an_undocumented_error_is_not_swallowed() -> None:
    def fail(_: bytes) -> None:
        raise KeyError

    for target in TARGETS:
        with pytest.raises(KeyError):
            run(target._replace(run=fail), b"")
