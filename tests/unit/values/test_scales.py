"""Numbers with a scale word, such as millions, stay texts."""

from __future__ import annotations

import pytest

from wrapture.values import type_of


@pytest.mark.parametrize("word", ["million", "Mrd.", "crore", "milliards"])
def test_a_scale_is_no_unit(word: str) -> None:
    assert type_of([f"{n}.5 {word}" for n in range(9)]).name == "text"
    assert type_of([f"{n} plays" for n in range(9)]).name == "number"
