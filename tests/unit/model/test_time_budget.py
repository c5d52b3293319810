from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import wrapture
from wrapture.model.time_budget import TimeBudget

if TYPE_CHECKING:
    import pytest

PAGE = "<ul>" + "".join(f"<li><a href=/{i}>Item {i}</a> costs {i} euro</li>" for i in range(9)) + "</ul>"


def test_without_a_limit_it_is_never_over() -> None:
    budget = TimeBudget(None)
    assert not budget.is_over()
    assert budget.remark == ""


def test_a_spent_budget_gives_the_first_answer_and_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("wrapture"), "propagate", True)  # commands in other tests switch it off
    caplog.set_level(logging.INFO, "wrapture")
    found = wrapture.discover(PAGE)
    assert not any("stopped" in message for message in caplog.messages)
    some = wrapture.discover(PAGE, budget_s=0)
    assert len(some) == 1 < len(found)
    assert caplog.messages[-1] == "page: stopped searching after 0 s, there may be better lists"


def test_extract_gives_the_best_so_far() -> None:
    assert len(wrapture.extract(PAGE, budget_s=0, guess=True)) > 0
