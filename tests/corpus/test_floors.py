"""Real pages: what the command line finds on a sample of them has not fallen below its floors."""

from __future__ import annotations

import floors
import pytest

from tests.conftest import NO_CORPUS, SHARED


def test_nothing_fell_below_its_floor() -> None:
    # Skipped only where the folder is absent; where a part of it is missing, this fails rather than being skipped.
    if not SHARED.is_dir():
        pytest.skip(NO_CORPUS)
    known, table = floors.load_floors(), floors.measure(SHARED)
    fell = floors.fallen(known, table)
    assert not fell, "\n".join(fell)
    assert {source: set(limits) for source, limits in known.items()} == {
        source: set(limits) for source, limits in floors.raised({}, table).items()
    }
