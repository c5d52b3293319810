"""A desk's id names a folder, so nothing but an id may pass for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.errors import OutputError, StudioError
from wrapture.studio.store import DeskStore, _checked, _Wrappers

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "76e9c094"
WRONG = ["", "..", "76e9c", "g" * 8, GOOD.upper(), "a" * 33]
AROUND = [
    f"{GOOD}/..",
    f"{GOOD}/../..",
    f"../{GOOD}",
    f"x{GOOD}",
    f"{GOOD}x",
    f"{GOOD}\n",
    f" {GOOD}",
    f"{GOOD}\0",
    f"/{GOOD}",
]


def test_an_id_is_one() -> None:
    assert _checked(GOOD) == GOOD


@pytest.mark.parametrize("desk_id", [*WRONG, *AROUND], ids=repr)
def test_nothing_else_is(tmp_path: Path, desk_id: str) -> None:
    store = DeskStore(tmp_path / "studio" / "desks")
    (tmp_path / "studio" / "desks" / GOOD).mkdir(parents=True)
    with pytest.raises(StudioError, match="is not a desk"):
        store.load(desk_id)


@pytest.mark.parametrize("key", [*WRONG, *AROUND], ids=repr)
def test_nor_the_name_of_a_wrapper(tmp_path: Path, key: str) -> None:
    with pytest.raises(OutputError, match="is not the name of a wrapper"):
        _Wrappers(tmp_path).get(key)
