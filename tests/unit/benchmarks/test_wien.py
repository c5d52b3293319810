"""LR and HLRT: what they recover, and where there is no such wrapper."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest
from baselines.wien import learn_hlrt, learn_lr

from tests.unit.benchmarks.drawn import HEAD, PLAIN, TAIL, UNSEEN, draw, whole
from wrapture.learning.fuzzy import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from baselines.wien import Delimited

    from wrapture.model import Labels

    Learn: TypeAlias = Callable[[Sequence[LabelledPage]], Delimited | None]

BOTH = pytest.mark.parametrize("learn", [learn_lr, learn_hlrt])


def read(learn: Learn, pages: Sequence[LabelledPage], text: str) -> list[Labels]:
    wrapper = learn(pages)
    assert wrapper is not None
    return wrapper.extract(text)


@BOTH
def test_records_with_all_fields_in_order_are_read(learn: Learn) -> None:
    assert read(learn, PLAIN, UNSEEN.text) == list(UNSEEN.records)


@BOTH
def test_one_page_is_enough(learn: Learn) -> None:
    assert read(learn, PLAIN[:1], UNSEEN.text) == list(UNSEEN.records)


@BOTH
def test_a_page_without_a_list_has_no_records(learn: Learn) -> None:
    assert read(learn, PLAIN, HEAD + TAIL) == []
    assert read(learn, PLAIN, "") == []


def test_hlrt_reads_around_a_head_and_a_tail_that_look_like_records() -> None:
    noise = "<li><b>Home</b></li>\n"
    head, tail = noise + HEAD, TAIL + noise
    pages = [
        draw(page.name, [whole("Anna", n, "red"), whole("Bert", n, "blue")], head, tail)
        for page, n in zip(PLAIN, "12", strict=True)
    ]
    unseen = draw("unseen", [whole("Carla", "5", "green")], head, tail)
    assert learn_lr(pages) is None
    assert read(learn_hlrt, pages, unseen.text) == list(unseen.records)


@BOTH
def test_nothing_in_common_around_the_values_is_no_wrapper(learn: Learn) -> None:
    page = LabelledPage("odd", "x Anna! y Bert? z", (((2, 6),), ((10, 14),)))
    assert learn([page]) is None


@BOTH
def test_records_that_all_lack_a_field_are_no_wrapper(learn: Learn) -> None:
    assert learn([draw("short", [[(0, "Anna"), (2, "red")], [(0, "Bert"), (2, "blue")]])]) is None


@BOTH
def test_labelled_records_that_lack_a_field_are_passed_over_in_learning(learn: Learn) -> None:
    page = draw(
        "mixed",
        [
            whole("Anna", "12", "red"),
            [(0, "Bert"), (2, "blue")],
            whole("Carla", "3", "green"),
            whole("Dora", "4", "red"),
        ],
    )
    assert read(learn, [page, PLAIN[1]], UNSEEN.text) == list(UNSEEN.records)


@BOTH
def test_a_missing_field_is_out_of_reach_when_reading(learn: Learn) -> None:
    page = draw("gap", [whole("Anna", "12", "red"), [(0, "Bert"), (2, "blue")], whole("Carla", "3", "green")])
    found = read(learn, PLAIN, page.text)
    assert page.records[0] in found
    assert page.records[1] not in found
