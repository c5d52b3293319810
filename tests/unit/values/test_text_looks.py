"""The fast ways to look at texts give what their definitions give."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.values import text_looks
from wrapture.values.text_looks import LONGEST_SHAPE, look_at, looks_by_python, shape_of

texts = st.text(st.sampled_from("aBcZ12 _-.,;é日²½٣ǅ\n\t\x1c"), max_size=140)


@scaled(4)
@given(texts)
def test_shapes(text: str) -> None:
    runs = text_looks._RUN.findall(text.strip()[: 8 * LONGEST_SHAPE])
    whole = "".join(map(text_looks._symbol, runs))
    assert shape_of(text) == (whole if len(runs) <= LONGEST_SHAPE else "")


@given(st.lists(texts, max_size=5))
def test_classes_of_characters(given: list[str]) -> None:
    classes = Counter(text_looks._class(character) for character in "".join(given))
    assert look_at(given).classes == tuple(classes[number] for number in range(5))


@given(st.lists(texts, max_size=5))
def test_looks_with_and_without_kernels(given: list[str]) -> None:
    expected = looks_by_python(given)
    least = 2 if len(given) > 1 else 1
    found = look_at(given)
    assert found.shapes == expected.shapes
    assert found.words == {word: count for word, count in expected.words.items() if count >= least}


def test_words_are_those_of_several_texts() -> None:
    assert look_at(["Élan vital", "élan Vital 3", "vital"]).words == {"élan": 2, "vital": 3}
    assert look_at(["one value"]).words == {"one": 1, "value": 1}
