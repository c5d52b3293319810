"""The learner of row templates on whole pages: every form of list, and pages that hold none."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.algo.cycles import cycle_sets
from wrapture.html.fine_tokens import fine_tokens_of
from wrapture.learning.judge import discover
from wrapture.learning.row_templates import Rows
from wrapture.learning.row_templates.row_starts import climb, first_token, levels_after, row_starts
from wrapture.learning.row_templates.template_learning import common_first, induce, row_ends
from wrapture.model import RowLocator, Sample
from wrapture.reading.records import find_records
from wrapture.reading.row_matching import ANY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HEAD = "<!doctype html><title>t</title><h1>Results</h1><form><input name=q></form>"
FOOT = "<hr><address>Somebody</address>"
N = range(6)
PUBLISHED = Rows(as_published=True)


def rows(template: str, numbers: Iterable[int] = N) -> list[str]:
    return [template.format(i=i) for i in numbers]


def many(template: str, numbers: Iterable[int] = N) -> str:
    return "".join(rows(template, numbers))


def answers(html: str, learner: Rows | None = None) -> list[list[str]]:
    """Return the records of every candidate, best first."""
    page = wrapture.parse(HEAD + html + FOOT)
    found = discover(Sample((page,)), [learner or Rows()])
    return [[page.texts_of(record) for record in one.records[0]] for one in found]


def locators(html: str, learner: Rows | None = None) -> list[RowLocator]:
    return list((learner or Rows())(Sample((wrapture.parse(html),))))


NESTED = "<ul>" + many("<li><b>City {i}</b><ul><li>street {i}</li><li>lane {i}</li></ul></li>") + "</ul>"
COLUMNS = "".join(
    f"<div class=col>{many('<div class=card><h3>T {i}</h3><p>about {i}</p></div>', part)}</div>"
    for part in (range(2), range(2, 4), range(4, 6))
)
GRID = (
    "<table>"
    + "".join(
        f"<tr>{many('<td><a href=x>T {i}</a><br>{i}00 euro</td>', part)}</tr>" for part in (range(3), range(3, 6))
    )
    + "</table>"
)
SECTIONS = "<div>" + "".join(
    f"<h2>Part {k}</h2>{many('<p class=e><b>T{i}</b> about {i}</p>', range(3 * k, 3 * k + 3))}" for k in range(2)
)
ADVERTS = (
    "<div>"
    + many("<p class=e><b>T{i}</b> about {i}</p>", range(3))
    + "<div class=ad><a href=x>Buy</a> now<img src=y></div>"
    + many("<p class=e><b>T{i}</b> about {i}</p>", range(3, 6))
    + "</div>"
)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (NESTED, rows("City {i} street {i} lane {i}")),
        (COLUMNS, rows("T {i} about {i}")),
        (GRID, rows("T {i} {i}00 euro")),
        (f"<dl>{many('<dt>term {i}<dd>meaning {i}')}</dl>", rows("term {i} meaning {i}")),
        (
            f"<table>{many('<tr><td colspan=2>T {i}</tr><tr><td>price {i}<td>place {i}</tr>')}</table>",
            rows("T {i} price {i} place {i}"),
        ),
        (f"<div>{many('<b>T {i}</b><br>said by {i}<br><br>')}</div>", rows("T {i} said by {i}")),
        (f"<div>{many('Rate: {i}0<br><i>said by {i}</i><hr>')}</div>", rows("Rate: {i}0 said by {i}")),
        (SECTIONS, rows("T{i} about {i}")),
        (ADVERTS, rows("T{i} about {i}")),
        (
            f"<ul>{many('<li><a href=x>T {i}</a><p>about {i}</p></li>', range(2))}</ul>",
            rows("T {i} about {i}", range(2)),
        ),
    ],
    ids=[
        "list in list",
        "several parents",
        "grid",
        "dt and dd",
        "two rows a record",
        "br-separated",
        "rows that begin with text",
        "headings between",
        "advert between",
        "two rows",
    ],
)
def test_each_form_of_list(html: str, expected: list[str]) -> None:
    assert answers(html)[0] == expected
    assert expected in answers(html, PUBLISHED)


def test_the_inner_list_is_an_answer_too() -> None:
    assert [text for i in N for text in (f"street {i}", f"lane {i}")] in answers(NESTED)


def test_rows_of_several_parents_need_none_in_the_locator() -> None:
    row = "<p><b>T{i}</b> x {i}</p>"
    mixed = f"<div class=a>{many(row, range(3))}</div><div class=b>{many(row, range(3, 6))}</div>"
    (found,) = (one for one in locators(mixed) if one.template[0] == "<p>" and one.siblings == 1)
    assert found.parent == ""
    assert len(find_records(found, wrapture.parse(mixed))) == 6


def test_rows_of_different_classes_begin_with_any_tag_of_their_name() -> None:
    html = (
        "<table>" + "".join(f"<tr class={('even', 'odd')[i % 2]}><td>name {i}<td>{i} euro</tr>" for i in N) + "</table>"
    )
    assert answers(html)[0] == rows("name {i} {i} euro")
    first = discover(Sample((wrapture.parse(HEAD + html + FOOT),)), [Rows()])[0].locator
    assert isinstance(first, RowLocator)
    assert first.template == ("<tr …>", "<td>", 1, "</td>", "<td>", 1, "</td>", "</tr>")


def test_rows_that_begin_with_different_texts_begin_with_any() -> None:
    html = f"<div>{many('Nr {i}: by: the: author {i}<br><i>said by {i}</i><hr>')}</div>"
    assert answers(html)[0] == rows("Nr {i}: by: the: author {i} said by {i}")
    assert ANY in {one.template[0] for one in locators(html)}


def test_a_label_between_two_texts_of_a_row_is_part_of_the_template() -> None:
    (found, *_) = locators(f"<ul>{many('<li>T{i}<br>Rate: {i}.00<br>at {i}</li>')}</ul>")
    assert found.template == ("<li>", 1, "<br>", "Rate:", 1, "<br>", 1, "</li>")


def test_a_menu_with_as_many_entries_as_the_list_has_rows() -> None:
    menu = f"<ul>{many('<li><a href=m{i}>Menu {i}</a></li>')}</ul>"
    table = f"<table>{many('<tr><td><b>T {i}</b><td>{i} euro<td>a long text about {i}</tr>')}</table>"
    expected = rows("T {i} {i} euro a long text about {i}")
    for html in (menu + table, table + menu):
        found = answers(html)
        assert found[0] == expected
        assert rows("Menu {i}") in found


def test_rows_with_missing_fields_are_rows() -> None:
    def row(i: int) -> str:
        return f"<li><h3>T {i}</h3>{f'<p>by {i}</p>' if i % 3 else ''}<em>{i} euro</em>{'<b>new</b>' if i == 4 else ''}</li>"

    html = "<ul>" + "".join(map(row, range(9))) + "</ul>"
    page = wrapture.parse(HEAD + html + FOOT)
    first = discover(Sample((page,)), [Rows()])[0]
    assert [page.texts_of(record).split()[1] for record in first.records[0]] == [str(i) for i in range(9)]


def test_a_row_of_another_shape_does_not_cost_the_others_their_template() -> None:
    odd = "<li><table><tr><td>Advert</td></tr></table></li>"
    html = "<ul>" + many("<li><h3>T {i}</h3><p>about {i}</p><em>x</em></li>", range(9)) + odd + "</ul>"
    assert answers(html)[0] == rows("T {i} about {i} x", range(9))


def test_a_second_locator_finds_just_the_rows_that_it_was_learned_from() -> None:
    """The entries of the menu are like the rows, but less so: a bound of likeness tells them apart."""
    menu = "<ul>" + many("<li><a href=x>M {i}</a><b>x</b><p>y</p></li>", range(3)) + "</ul>"
    found = "<ul>" + many("<li><a href=x>T {i}</a><b>x</b><p>y</p><i>z {i}</i></li>", range(3, 9)) + "</ul>"
    html = f"{menu}<hr>{found}"
    pairs = [(one.similarity, len(find_records(one, wrapture.parse(html)))) for one in locators(html)]
    assert any(similarity == 0.7 and count == 9 for similarity, count in pairs)
    assert any(similarity > 0.7 and count == 6 for similarity, count in pairs)


# --- pages without rows, large pages ---


@pytest.mark.parametrize(
    "html", ["", " ", "x", "<p>one", "<p>one<p>two", "<br>" * 50, "<p>one: two, three", "<title>t"]
)
def test_a_page_without_rows_gives_nothing(html: str) -> None:
    for learner in (Rows(), PUBLISHED):
        page = wrapture.parse(html)
        assert discover(Sample((page,)), [learner]) == []
        assert all(len(find_records(one, page)) < 2 for one in learner(Sample((page,))))


def test_half_a_page_is_no_row() -> None:
    """A block of three thousand tokens that comes twice is compared, and is too long for a template."""
    block = "".join(f"<p class=c{i}>text {i}</p>" for i in range(1_000))
    for learner in (Rows(), PUBLISHED):
        assert answers(f"<div>{block}</div>" * 2, learner) == []


def test_a_page_of_five_thousand_rows_is_learned_from_at_once() -> None:
    def row(i: int) -> str:
        return f"<li class=hit><a href={i}>T{i}</a>{'<b>New:</b>' * (i % 3)} {i} euro{'<br>' * (i % 7)}on {i}</li>"

    page = wrapture.parse("<ul>" + "".join(map(row, range(5_000))) + "</ul>")
    found = discover(Sample((page,)), [Rows()])[0].records[0]
    assert len(found) == 5_000
    assert page.texts_of(found[4_999]).startswith("T4999")


def test_deep_nesting_is_learned_from_without_recursion() -> None:
    assert answers("<div>" * 5_000 + many("<p><b>T{i}</b> a {i}</p>") + "</div>" * 5_000)[0] == rows("T{i} a {i}")
    assert isinstance(answers("<div><p>x</p>" * 5_000), list)


# --- the same sample, the same proposals ---

CHILD = """
import sys, wrapture
from wrapture.learning.row_templates import Rows
from wrapture.model import Sample
from wrapture.library.wrapper_file import dumps
page = wrapture.parse(sys.stdin.read())
for learner in (Rows(), Rows(as_published=True)):
    for locator in learner(Sample((page,))):
        print(locator)
print(dumps(wrapture.learn(page, learner="rows")))
"""


@pytest.mark.slow
def test_proposals_do_not_depend_on_the_order_of_sets() -> None:
    html = HEAD + NESTED + COLUMNS + GRID + SECTIONS + FOOT
    runs = [
        subprocess.run(
            [sys.executable, "-c", CHILD],
            input=html,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2", "3")
    ]
    assert len({run.stdout for run in runs}) == 1
    assert runs[0].stdout.count("RowLocator(") > 5


def test_the_proposals_of_several_pages_are_those_of_each_without_repeating_one() -> None:
    one, other = wrapture.parse(HEAD + NESTED + FOOT), wrapture.parse(HEAD + GRID + FOOT)
    alone = [*Rows()(Sample((one,))), *Rows()(Sample((other,)))]
    assert list(Rows()(Sample((one, other)))) == list(Rows()(Sample((one, other, one)))) == list(dict.fromkeys(alone))


# --- the numbers of rows ---


def test_a_set_that_is_cut_short_by_something_else_is_cut_at_its_large_gap() -> None:
    """As published, a token of the list that stands in the footer too loses the list."""
    filler = "".join(f"<u{i}>x</u{i}>" for i in range(60))
    html = f"<div>{many('<p><b>T{i}</b></p>', range(8))}</div>{filler}<p><b>foot</b></p>"
    page = wrapture.parse(html)
    state = next(one for one in cycle_sets(fine_tokens_of(page).texts) if len(one.visits) == 9)
    assert state.dispersion > 1
    assert 8 in [group.count for group in Rows().groups(page)]
    assert all(one.dispersion <= 1 for group in PUBLISHED.groups(page) for one in group.sets)
    assert rows("T{i}", range(8)) in answers(html)


def test_as_published_five_numbers_are_kept_and_the_largest_comes_first() -> None:
    html = HEAD + NESTED + COLUMNS + GRID + SECTIONS + FOOT
    groups = PUBLISHED.groups(wrapture.parse(html))
    assert len(groups) == 5
    assert [group.tokens for group in groups] == sorted((group.tokens for group in groups), reverse=True)


def test_the_limits_on_counts_and_places_hold() -> None:
    page = wrapture.parse(HEAD + NESTED + COLUMNS + GRID + SECTIONS + FOOT)
    assert len(Rows(counts=2).groups(page)) == 2
    assert Rows(counts=2).groups(page)[0].count == Rows().groups(page)[0].count
    one, three = (list(Rows(variants=n)(Sample((page,)))) for n in (1, 3))
    assert len(one) < len(three)
    assert set(one) <= set(three)


# --- where rows begin and end ---

PARTS = "<dl><dt>a: b</dt><dd><i>c</i></dd><dt>d: e</dt><dd><i>f</i></dd></dl>"


def test_the_first_token_of_a_node() -> None:
    tokens = fine_tokens_of(wrapture.parse(PARTS))
    assert tokens.texts[:8] == ["<dl>", "<dt>", "a:", "b", "</dt>", "<dd>", "<i>", "c"]
    assert [first_token(tokens, i) for i in range(8)] == [0, 1, 2, 2, 1, 5, 6, 7]
    assert first_token(tokens, len(tokens) - 1) == 0


def test_the_pieces_of_two_neighbouring_texts_are_two_nodes() -> None:
    tokens = fine_tokens_of(wrapture.parse("<p>a: b<!-- x -->c: d</p>"))
    assert [first_token(tokens, i) for i in range(1, 5)] == [1, 1, 3, 3]


def test_climbing() -> None:
    tokens = fine_tokens_of(wrapture.parse(PARTS))
    assert [climb(tokens, 7, n) for n in range(6)] == [7, 6, 5, 0, -1, -1]
    assert levels_after(tokens, 4, 7) == 2
    assert levels_after(tokens, 5, 7) == 1
    assert levels_after(tokens, 9, 7) == -1


def test_rows_begin_with_the_sibling_that_holds_the_visit() -> None:
    tokens = fine_tokens_of(wrapture.parse(PARTS))
    inner = tokens.places["<i>"]
    assert row_starts(tokens, inner) == tuple(tokens.places["<dd>"])
    assert row_starts(tokens, tokens.places["<dt>"]) == tuple(tokens.places["<dt>"])
    assert row_starts(tokens, (2, 3)) is None  # two pieces of one text


def test_rows_that_lie_in_each_other_have_no_places_of_their_own() -> None:
    tokens = fine_tokens_of(wrapture.parse("<div><b>x</b><div><b>y</b></div></div>"))
    ends = [place for place, token in enumerate(tokens.texts) if token == "</div>"]
    assert row_starts(tokens, ends) is None


def test_rows_end_where_most_do() -> None:
    extra = "<p>advert</p>"
    html = "<div>" + "".join(f"<h3>T</h3><p>a</p>{extra if i == 3 else ''}" for i in range(8)) + "</div>"
    tokens = fine_tokens_of(wrapture.parse(html))
    ends = row_ends(tokens, tokens.places["<h3>"])
    assert [len(found) for found in ends] == [2] * 8
    uneven = "<div>" + "".join("<h3>T</h3>" + "<p>a</p>" * (1 + i % 3) for i in range(6)) + "</div>"
    tokens = fine_tokens_of(wrapture.parse(uneven))
    assert [len(found) for found in row_ends(tokens, tokens.places["<h3>"])] == [2, 3, 4, 2, 3, 4]


def test_what_rows_begin_with() -> None:
    assert common_first(["<p>", "<p>"]) == "<p>"
    assert common_first(["<p class=a>", "<p>"]) == "<p …>"
    assert common_first(["a", "b"]) == ANY
    assert common_first(["a", "<p>"]) is None
    assert common_first(["<p>", "<b>"]) is None


def test_rows_without_anything_in_common_have_no_locator() -> None:
    tokens = fine_tokens_of(wrapture.parse("<p>one</p><b>two</b><p>three</p>"))
    assert list(induce(tokens, [tokens.places["<p>"][0], tokens.places["<b>"][0]])) == []
    tokens = fine_tokens_of(wrapture.parse("<div><br>one<br>two</div>"))
    assert list(induce(tokens, tokens.places["<br>"])) == []


# --- what was found wrong once ---

ROW = "<li><a href=x>T{0}</a><b>Price:</b> {0}</li>"


def test_a_page_with_a_single_row_is_read() -> None:
    wrapper = wrapture.learn(
        wrapture.parse("<ul>" + "".join(ROW.format(i) for i in range(8)) + "</ul>"), learner="rows"
    )
    one = wrapture.parse(f"<ul>{ROW.format(9)}</ul>")
    assert [one.texts_of(record) for record in find_records(wrapper.locator, one)] == ["T9Price: 9"]


def test_cells_that_are_repeated_at_the_end_of_a_row_belong_to_it() -> None:
    rows = "".join(f"<dt>t{i}" + "".join(f"<dd>m{i}{j}" for j in range(1 + i % 2)) for i in range(6))
    page = wrapture.parse(f"<dl>{rows}</dl>")
    found = [one.records[0] for one in wrapture.discover(page, learner="rows")[:5]]
    assert ["t0 m00", "t1 m10 m11", "t2 m20"] in [[page.texts_of(row) for row in rows[:3]] for rows in found]


@pytest.mark.parametrize("learner", ["repeats", "visual", "rows"])
def test_a_tag_of_ten_thousand_characters_can_be_learned_and_saved(learner: str, tmp_path: Path) -> None:
    rows = "".join(f"<li {'a' * 10_001} class=x><b>{i}</b><p>about {i}</p></li>" for i in range(6))
    page = wrapture.parse(f"<ul {'b' * 5_000}>{rows}</ul>")
    wrapture.save(wrapture.learn(page, learner=learner), tmp_path / "site.json")
    assert len(wrapture.extract(page, wrapture.load(tmp_path / "site.json"))) == 6


def test_a_row_of_a_thousand_cells_can_be_saved(tmp_path: Path) -> None:
    rows = "".join("<tr>" + "".join(f"<td class=c{n}>{i}" for n in range(1_100)) for i in range(6))
    page = wrapture.parse(f"<table>{rows}</table>")
    wrapture.save(wrapture.learn(page, learner="visual"), tmp_path / "site.json")
    assert len(wrapture.extract(page, wrapture.load(tmp_path / "site.json"))) == 6


def test_the_rows_of_a_large_table_of_figures_are_found() -> None:
    rows = "".join("<tr>" + "".join(f"<td>{i * j}</td>" for j in range(12)) + "</tr>" for i in range(1_500))
    page = wrapture.parse(f"<table>{rows}</table>")
    assert 1_500 in {len(candidate.records[0]) for candidate in wrapture.discover(page, learner="rows")}


def test_rows_with_a_huge_last_part_can_be_saved(tmp_path: Path) -> None:
    rows = [f"<dt><b>Book {i}</b></dt><dd><p>{i} euro</p></dd>" for i in range(9)]
    rows.insert(8, "<dt><b>Book</b></dt><dd><p>9 euro</p>" + "<i>x</i><br>" * 1_400 + "</dd>")
    page = wrapture.parse(f"<dl>{''.join(rows)}</dl>")
    for number in range(1, 1 + len(wrapture.discover(page, learner="rows"))):
        wrapture.save(wrapture.learn(page, learner="rows", candidate=number), tmp_path / f"{number}.json")
        assert len(wrapture.load(tmp_path / f"{number}.json").layout.columns) > 0
