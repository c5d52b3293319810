"""The lists that were found, why, and every control that changes what is looked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.studio.browser import walk
from tests.studio.browser.window import until

if TYPE_CHECKING:
    from tests.studio.browser.window import Window
    from tests.studio.running import Studio, Work


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page on which several lists can be seen."""
    return studio.begin().add("books-1.html", walk.BOOKS.read_bytes())


def candidates(work: Work) -> list[dict[str, object]]:
    found: list[dict[str, object]] = work.studio.do("GET", f"{work.path}/pages/{work.page}/candidates")["candidates"]
    return found


def cards(window: Window) -> list[str]:
    """What the cards of the lists say, once they are up to date."""
    expect(window.tab.locator("#panel .stale")).to_have_count(0)
    return window.at("candidate").all_inner_texts()


def test_a_list_comes_with_its_pattern_its_numbers_and_a_miniature(window: Window, work: Work) -> None:
    window.go(work)
    expect(window.at("candidate").nth(2)).to_be_visible()
    window.sees("verdict", "clearly the page's main list")
    known = candidates(work)
    assert window.at("candidate").count() == len(known)
    for card, told in zip(window.at("candidate").all(), known, strict=True):
        words = card.inner_text()
        assert f"{told['records']} record" in words
        assert (f"{told['tokens']} token" in words) == (told["tokens"] is not None)
        assert card.locator("code").get_attribute("title") == told["pattern"]
        assert card.locator("svg.pv-thumbnail").count() == 1
        assert card.locator("svg.pv-thumbnail > :not(path:first-child)").count() >= 1  # its records


def test_the_evidence_of_a_list_can_be_read(window: Window, work: Work) -> None:
    window.go(work).click("evidence", 0)
    table = window.at("candidate").first.locator("table")
    expect(table).to_be_visible()
    evidence = work.studio.do("GET", f"{work.path}/pages/{work.page}/candidates")["candidates"][0]["evidence"]
    assert table.locator("tbody tr").count() == len(evidence)
    first = table.locator("tbody tr").first.inner_text()
    assert evidence[0]["name"] in first
    assert evidence[0]["meaning"] in first
    expect(window.at("candidate").first.locator(".why li").first).to_be_visible()


def test_a_list_is_looked_at_and_chosen(window: Window, work: Work) -> None:
    window.go(work)
    other = next(one for one in candidates(work) if one["records"] == 13)
    number = int(str(other["number"])) - 1
    until(lambda: window.marked("pv-cell") > 0)
    window.at("candidate-choose").nth(number).hover()
    until(lambda: window.marked("pv-record") > 0 and window.marked("pv-cell") == 0, "only its records are drawn")
    window.click("candidate-choose", number)
    window.sees("page-tab", "13 records")
    expect(window.at("candidate-choose").nth(number)).to_have_attribute("aria-pressed", "true")
    window.sees("table-words", "13 records")
    assert window.desk["choice"] == number + 1
    window.click("undo")
    window.sees("page-tab", "12 records")


def test_the_number_of_rows_is_answered(window: Window, work: Work) -> None:
    window.go(work)
    window.tab.locator(".question summary").click()
    counts = window.at("count").locator("strong").all_inner_texts()
    assert (counts[0], set(counts[:3])) == ("12", {"11", "12", "13"})
    fewer = counts.index("11")
    window.at("count").nth(fewer).click()
    window.sees("page-tab", "11 records")
    expect(window.at("count").nth(fewer)).to_have_attribute("aria-pressed", "true")


PARAMETERS = [
    ("min_length", "22"),
    ("min_count", "9"),
    ("max_variance", "0.05"),
    ("min_density", "0.9"),
]


@pytest.mark.parametrize(("name", "value"), PARAMETERS, ids=[name for name, _ in PARAMETERS])
def test_each_parameter_of_iepad_changes_the_result_at_once(
    window: Window, studio: Studio, name: str, value: str
) -> None:
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("settings", learner="repeats")
    before = [(one["records"], one["tokens"]) for one in candidates(work)]
    window.go(work, panel="settings").type(f"number-{name}", value)
    until(lambda: window.desk["settings"][name] == float(value))
    expect(window.at(f"slider-{name}")).to_have_value(value)
    work.desk = window.desk
    after = [(one["records"], one["tokens"]) for one in candidates(work)]
    assert after != before
    walk.panel(window, "lists")
    expect(window.at("candidate")).to_have_count(len(after))
    numbers = [int(found[1]) for card in cards(window) if (found := re.search(r"(\d+) records?", card))]
    assert numbers == [records for records, _ in after]
    walk.panel(window, "settings")
    window.click(f"default-{name}")
    until(lambda: window.desk["settings"][name] is None)


def test_a_slider_tries_each_step_and_undo_takes_all_back(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("settings", learner="repeats")
    window.go(work, panel="settings")
    window.at("slider-min_count").focus()
    window.press(*["ArrowRight"] * 6)
    expect(window.at("number-min_count")).to_have_value("9")
    until(lambda: window.desk["settings"]["min_count"] == 9)
    window.sees("page-tab", "12 records")
    window.at("slider-min_count").fill("50")
    window.sees("toast", "nothing on this page repeats")
    expect(window.at("grid")).to_have_count(0)
    window.click("undo")  # moves of one slider are one step
    window.sees("page-tab", "12 records")
    expect(window.at("number-min_count")).to_have_value("3")


def test_the_encoding_and_the_learner_are_switched(window: Window, work: Work) -> None:
    window.go(work, panel="settings")
    window.select("learner", "repeats")
    until(lambda: window.desk["wrapper"]["learner"].startswith("repeats"))
    window.select("encoding", "text-level")
    until(lambda: window.desk["wrapper"]["learner"] == "repeats text-level")
    walk.panel(window, "lists")
    assert all("found by repeats text-level" in card for card in cards(window))
    walk.panel(window, "settings")
    window.select("encoding", "")
    until(lambda: window.desk["settings"]["encoding"] is None)
    for learner in ("rows", "siblings"):
        window.select("learner", learner)
        until(lambda: window.desk["settings"]["learner"], wanted=learner)
        expect(window.at("row").first).to_be_attached()


def test_asking_all_learners_again_asks_all(window: Window, work: Work) -> None:
    """A parameter of IEPAD asks the repeats learner; who then chooses all learners is not left with that one in silence."""
    work.step("settings", learner="repeats", encoding="all-tag")
    window.go(work, panel="settings").select("learner", "all")
    until(lambda: window.desk["settings"]["learner"] == "all" or window.at("toast").count())
