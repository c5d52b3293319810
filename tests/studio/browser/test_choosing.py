"""The lists that were found, why, and every control that changes what is looked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.conftest import books
from tests.studio.browser import walk
from tests.studio.browser.window import until

if TYPE_CHECKING:
    from playwright.sync_api import Route

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
    window.go(work, panel="patterns")
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
    window.go(work, panel="patterns").click("evidence", 0)
    table = window.at("candidate").first.locator("table")
    expect(table).to_be_visible()
    evidence = work.studio.do("GET", f"{work.path}/pages/{work.page}/candidates")["candidates"][0]["evidence"]
    assert table.locator("tbody tr").count() == len(evidence)
    first = table.locator("tbody tr").first.inner_text()
    assert evidence[0]["name"] in first
    assert evidence[0]["meaning"] in first
    expect(window.at("candidate").first.locator(".why li").first).to_be_visible()


def test_a_list_is_looked_at_and_chosen(window: Window, work: Work) -> None:
    window.go(work, panel="patterns")
    other = next(one for one in candidates(work) if one["records"] == 13)
    number = int(str(other["number"])) - 1
    until(lambda: window.marked("pv-cell") > 0)
    window.at("candidate-choose").nth(number).hover()
    until(lambda: window.marked("pv-record") > 0 and window.marked("pv-cell") == 0, "only its records are drawn")
    window.click("candidate-choose", number)
    window.sees("page-tab", "13 records")
    expect(window.at("candidate-choose").nth(number)).to_have_attribute("aria-pressed", "true")
    window.sees("table-words", "13 rows")
    assert window.desk["choice"] == number + 1
    window.click("undo")
    window.sees("page-tab", "12 records")


def test_the_sentence_is_answered_with_yes_and_stays_answered(window: Window, work: Work) -> None:
    window.go(work)
    window.sees("sentence", "12 records found. Right?")
    window.click("answer-yes")
    window.sees("sentence", "confirmed")
    window.tab.reload()
    window.ready()
    window.sees("sentence", "confirmed")
    window.click("answer-change")
    expect(window.at("picture").first).to_be_visible()


@pytest.mark.parametrize(("answer", "few"), [("answer-fewer", True), ("answer-more", False)])
def test_lists_with_fewer_or_more_records_come_as_pictures(window: Window, work: Work, answer: str, few: bool) -> None:
    window.go(work).click(answer)
    pictures = window.at("picture")
    expect(pictures.first.locator("svg.pv-thumbnail")).to_be_visible()
    counts = [int(text.split()[0]) for text in pictures.locator("strong").all_inner_texts()]
    assert all(count < 12 if few else count > 12 for count in counts)
    pictures.first.click()
    window.sees("page-tab", f"{counts[0]} records")
    window.sees("sentence", f"{counts[0]} records")
    expect(window.at("pictures")).to_have_count(0)


def test_another_list_is_elsewhere_on_the_page(window: Window, studio: Studio) -> None:
    topics = "".join(f"<tr><td><b>Category {i}</b><td>{i} items<td><i>open</i></tr>" for i in range(7))
    page = books(9) + f"<table>{topics}</table>"
    window.go(studio.begin().add("two.html", page)).click("answer-other")
    texts = window.at("picture").all_inner_texts()
    assert any("Category" in text for text in texts)
    window.press("Escape")
    expect(window.at("pictures")).to_have_count(0)


def test_an_open_number_of_rows_is_asked_with_pictures(window: Window, work: Work) -> None:
    """The question comes only where the number is open; the answer of the server says so."""

    def opened(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "clear": False})

    window.tab.route("**/candidates", opened)
    window.go(work)
    window.sees("sentence", "How many rows does the list have?")
    counts = window.at("picture").locator("strong").all_inner_texts()
    assert len(counts) > 1
    expect(window.at("answer-yes")).to_have_count(0)
    window.at("picture").nth(1).click()
    window.sees("page-tab", counts[1])
    window.sees("sentence", "confirmed")


PARAMETERS = [
    ("min_length", "22"),
    ("min_count", "9"),
    ("max_variance", "0.05"),
    ("min_density", "0.9"),
]


def test_each_parameter_of_iepad_changes_the_result_at_once(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("settings", learner="repeats")
    before = [(one["records"], one["tokens"]) for one in candidates(work)]
    window.go(work)
    for name, value in PARAMETERS:
        turned(window, work, before, name, value)


def turned(window: Window, work: Work, before: list[tuple[object, object]], name: str, value: str) -> None:
    """Turn one parameter, and turn it back when the lists have changed."""
    walk.panel(window, "patterns")
    window.type(f"number-{name}", value)
    until(lambda: window.desk["settings"][name] == float(value))
    expect(window.at(f"slider-{name}")).to_have_value(value)
    work.desk = window.desk
    after = [(one["records"], one["tokens"]) for one in candidates(work)]
    assert after != before
    walk.panel(window, "patterns")
    expect(window.at("candidate")).to_have_count(len(after))
    numbers = [int(found[1]) for card in cards(window) if (found := re.search(r"(\d+) records?", card))]
    assert numbers == [records for records, _ in after]
    walk.panel(window, "patterns")
    window.click(f"default-{name}")
    until(lambda: window.desk["settings"][name] is None)


def test_a_slider_tries_each_step_and_undo_takes_all_back(window: Window, studio: Studio) -> None:
    work = studio.begin().add("books-1.html", walk.BOOKS.read_bytes()).step("settings", learner="repeats")
    window.go(work, panel="patterns")
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
    window.go(work, panel="patterns")
    window.select("learner", "repeats")
    until(lambda: window.desk["wrapper"]["learner"].startswith("repeats"))
    window.select("encoding", "text-level")
    until(lambda: window.desk["wrapper"]["learner"] == "repeats text-level")
    walk.panel(window, "patterns")
    assert all("found by repeats text-level" in card for card in cards(window))
    walk.panel(window, "patterns")
    window.select("encoding", "")
    until(lambda: window.desk["settings"]["encoding"] is None)
    for learner in ("rows", "siblings"):
        window.select("learner", learner)
        until(lambda: window.desk["settings"]["learner"], wanted=learner)
        expect(window.at("row").first).to_be_attached()


def test_asking_all_learners_again_asks_all(window: Window, work: Work) -> None:
    """A parameter of IEPAD asks the repeats learner; who then chooses all learners is not left with that one in silence."""
    work.step("settings", learner="repeats", encoding="all-tag")
    window.go(work, panel="patterns").select("learner", "all")
    until(lambda: window.desk["settings"]["learner"] == "all" or window.at("toast").count())


def test_another_list_is_scrolled_to_though_the_page_hides_it(window: Window, studio: Studio) -> None:
    """Looking at it shows it, going away goes back, and choosing it stays there."""
    hidden = "".join(f"<tr><td>Case {i}</td><td>{i + 1} May 2024</td></tr>" for i in range(4))
    far = f"<div style='height:3000px'></div><table style='display:none'>{hidden}</table>"
    window.go(studio.begin().add("two.html", books().replace("<address>", f"{far}<address>")))
    first = window.tab.locator('#view .pv-group[data-record="0"] .pv-record')
    expect(first).to_be_in_viewport()
    window.click("answer-other")
    card = window.at("picture").filter(has_text="Case 0")
    expect(card.locator(".not-drawn")).to_have_count(1)  # the picture says why it has no records on it
    before = window.tab.locator(".pv-scroll").evaluate("(e) => e.scrollTop")
    card.hover()
    expect(window.tab.locator("#view .pv-record")).to_have_count(4)
    expect(first).to_be_in_viewport()
    assert window.tab.locator(".pv-scroll").evaluate("(e) => e.scrollTop") > before + 1000
    window.at("sentence").hover()
    until(lambda: window.tab.locator(".pv-scroll").evaluate("(e) => e.scrollTop"), wanted=before)
    card.click()
    expect(window.at("row")).to_have_count(4)
    expect(first).to_be_in_viewport()
    window.sees("unhidden", "they are shown here all the same")
