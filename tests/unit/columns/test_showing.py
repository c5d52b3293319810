"""Which columns are shown, why others are hidden, and in which order they come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.columns.whole_or_parts import PartFacts, WholeFacts, shows_whole
from wrapture.model import CONSTANT, Span
from wrapture.reading.reader import read_records
from wrapture.rows import render
from wrapture.tasks.list_discovery import described_layout

if TYPE_CHECKING:
    from wrapture.columns.families import Division
    from wrapture.model.table import Table

WORDS = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]


def listed(template: str, count: int = 8) -> Table:
    """Return the table of a list whose items are drawn from a template with ``{n}`` and ``{word}``."""
    rows = (template.format(n=n + 1, word=WORDS[n % len(WORDS)]) for n in range(count))
    return wrapture.extract("<h1>Things</h1><ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul>", guess=True)


def shown(table: Table) -> list[str]:
    return list(table.shown().columns)


# --- texts are whole ---


def test_words_of_the_query_in_bold_don_t_cut_a_title() -> None:
    table = listed("<a href=/{n}>The <b>sea</b> of {word}</a><p>Text about {word} and the <b>sea</b>, part {n}</p>")
    assert table["title"][:2] == ["The sea of Alpha", "The sea of Beta"]
    assert table["text"][0] == "Text about Alpha and the sea, part 1"
    assert shown(table) == ["title", "link", "text"]


def test_marked_words_that_few_titles_have_don_t_cut_them_either() -> None:
    rows = "".join(
        f"<li><a href=/{n}>{'<span class=hit>Sea</span>view' if n == 5 else word} House</a><p>{n} €</p></li>"
        for n, word in enumerate(WORDS)
    )
    assert wrapture.extract(f"<ul>{rows}</ul>")["title"][5] == "Seaview House"


def test_a_paragraph_of_several_lines_is_one_value() -> None:
    line = "a long line of the summary of {word} that goes on"
    table = listed(f"<h3>{{word}} {{n}}</h3><p>{line}<br>{line} 2<br>{line} 3<br>{line} 4</p>")
    assert shown(table) == ["title", "description"]
    assert str(table["description"][0]).count("Alpha") == 4


def test_a_label_and_its_value_are_one_column() -> None:
    table = listed("<h3>{word} {word}</h3><p>Publisher: {word} Press</p>")
    assert table.to_dicts()[1] == {"title": "Beta Beta", "publisher": "Beta Press"}


def test_two_values_in_one_text_are_two_columns() -> None:
    table = listed("<h3>{word} {word}</h3><p>4.{n} out of 5 (2{n} reviews)</p>")
    assert shown(table) == ["title", "rating", "reviews"]
    assert table.to_dicts(typed=True)[0]["reviews"] == 21


# --- nothing twice ---


def test_the_link_of_a_picture_is_that_of_the_title() -> None:
    table = listed("<a href=/{n}><img src=/{n}.png></a> <a href=/{n}>{word} {word}</a> <i>{n} €</i>")
    assert shown(table) == ["title", "link", "price", "image"]


def test_a_button_is_hidden_even_if_it_changes() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p>{n},50 €</p><button>{'Sold out' if n % 3 == 0 else 'Buy now'}</button></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "price"]
    assert "a button" in table.hidden.values()


def test_a_value_that_few_records_have_is_hidden_unless_the_page_names_it() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p>{n} €</p>{'<i>rare ' + word + '</i>' if n in (1, 9) else ''}</li>"
        for n, word in enumerate(WORDS * 2)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "price"]
    assert "nearly empty" in table.hidden.values()
    named = wrapture.extract(f"<ul>{rows.replace('<i>', '<i data-label=Remark>')}</ul>")
    assert shown(named) == ["title", "price", "remark"]


def test_files_leave_hidden_columns_out_and_json_says_why() -> None:
    table = listed("<h3>{word} {word}</h3><p>{n} €</p><b>In stock</b>")
    assert render([table], "csv").splitlines()[0] == "title,price,price_currency,page,record"
    (page,) = json.loads(render([table], "json"))
    assert {"name": "in_stock", "type": "text", "constant": True, "hidden": CONSTANT} in page["columns"]
    assert page["records"][0]["fields"]["in_stock"] == "In stock"


@given(st.lists(st.sampled_from(["{word} {n}", "{n} €", "same", "{n}/5/2020", "by {word}"]), min_size=1, unique=True))
def test_no_record_loses_a_text_that_varies(cells: list[str]) -> None:
    """Whatever is hidden, each different text of a record is in a shown column, alone or in a whole."""
    rows = [[cell.format(n=n + 11, word=WORDS[n]) for cell in cells] for n in range(6)]
    html = "".join("<li>" + "".join(f"<p>{cell}</p>" for cell in row) + "</li>" for row in rows)
    page = wrapture.parse(f"<ul>{html}</ul>")
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "li"]
    table = read_records(described_layout(page, records), page, records)
    for row, found in zip(rows, table.to_dicts(), strict=True):
        values = " ".join(value for value in found.values() if value)
        assert all(cell in values for cell in row if cell != "same")


# --- order ---


def test_the_title_comes_first_then_its_link_and_pictures_last() -> None:
    table = listed("<img src=/{n}.png><i>{n}.</i> <p>{n} €</p><h3><a href=/{n}>{word} and {word}</a></h3>")
    assert shown(table) == ["title", "link", "rank", "price", "image"]


def test_a_docket_number_before_the_case_is_not_the_title() -> None:
    table = listed("<b>22-A-{n}{n}</b> <a href=/{n}.pdf>{word} v. State</a> <i>{n} May 2020</i>")
    assert table.columns[0] == "title"
    assert table["title"][0] == "Alpha v. State"


@pytest.mark.parametrize("text", ["Meeting of the board", "Same again"])
def test_titles_may_recur_if_nothing_else_could_be_one(text: str) -> None:
    rows = "".join(f"<li><h3>{text} {n // 3}</h3><p>{n + 1}/5/2020</p><p>{n}:30 PM</p></li>" for n in range(9))
    assert wrapture.extract(f"<ul>{rows}</ul>").columns[0] == "title"


# --- whole or parts ---


def part(*tags: str, fill: float = 1.0, typed: bool = False, constant: bool = False, text: str = "x") -> PartFacts:
    return PartFacts(frozenset(tags), (text,), fill, typed, constant, is_named=False)


@pytest.mark.parametrize(
    ("division", "parts", "whole"),
    [
        ("cut", [part(), part()], True),
        ("cut", [part(typed=True), part(typed=True)], False),
        ("block", [part(), part("b")], True),
        ("block", [part("a"), part("b")], False),
        ("block", [part("a"), part("b", typed=True)], False),
        ("block", [part(constant=True), part("a")], False),
        ("block", [part("b", typed=True, text="4"), part(constant=True, text="comments")], True),
        ("block", [part(), part("cite")], True),
        ("lines", [part(), part()], True),
        ("lines", [part(), part(typed=True)], False),
    ],
)
def test_how_a_whole_is_divided_says_what_is_shown(division: Division, parts: list[PartFacts], whole: bool) -> None:
    assert shows_whole(WholeFacts(division, (), is_linked=False), parts) is whole


def test_a_colon_separates_a_label_and_a_dash_does_not() -> None:
    parts = [part(constant=True), part()]
    assert not shows_whole(WholeFacts("cut", (": ",), is_linked=False), parts)
    assert shows_whole(WholeFacts("cut", (" - ",), is_linked=False), parts)


# --- what a person would delete ---


def test_keys_to_sort_by_are_hidden_and_the_header_names_the_date() -> None:
    rows = "".join(
        f"<tr><td>{word} House</td><td><span style='display:none'>2022030{n}</span>0{n}-03-2022</td></tr>"
        for n, word in enumerate(WORDS, 1)
    )
    table = wrapture.extract(
        f"<table><thead><tr><th>Name</th><th>Opened</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    assert shown(table) == ["name", "opened"]
    assert table["opened"][0] == "01-03-2022"
    assert "not displayed" in table.hidden.values()


def test_a_text_that_is_on_all_links_is_hidden_and_names_them() -> None:
    rows = "".join(
        f"<tr><td>{word} meeting {n}</td><td>{f'<a href=/{n}.pdf>Agenda</a>' if n in (0, 1, 5, 6, 11) else ''}</td></tr>"
        for n, word in enumerate(WORDS * 2)
    )
    table = wrapture.extract(f"<table>{rows}</table>")
    assert shown(table) == ["title", "agenda_link"]
    assert table.hidden["agenda"] == "the same wherever it stands"


def test_labels_of_which_a_value_has_several_are_hidden() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p><b>{'Release date:' if n % 3 else 'Original release date:'}</b> <i>{word} {n}</i></p></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert "labels of other values" in table.hidden.values()
    assert len(shown(table)) == 2


def test_cells_of_a_row_are_never_one_list() -> None:
    rows = "".join(
        f"<tr><td>{word}{n}</td>{'<td>Regular</td>' if n % 2 else ''}{'<td>Closed</td>' if n % 3 else ''}</tr>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<table>{rows}</table>", guess=True)
    assert all(isinstance(cell, str | None) for row in table.rows for cell in row.cells)


def test_paragraphs_of_prose_are_one_value() -> None:
    line = "<p>a long line of the summary of {word} that goes on and on until the line is full</p>"
    rows = "".join(
        f"<li><h3>{word} {n}</h3><div>{line.format(word=word) * (1 + n % 3)}</div></li>" for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "description"]
    assert str(table["description"][2]).count("Gamma") == 3


def test_a_day_and_month_beside_prose_is_a_column() -> None:
    table = listed("<h3>{word} {word}</h3><p><span>{n} Jan</span> some words about {word} and more</p>")
    assert shown(table) == ["title", "date", "text"]


# --- the title ---


def test_a_link_that_recurs_in_some_records_is_still_the_title() -> None:
    rows = "".join(
        f"<li><b><a href=/{n}>{WORDS[n % 6]} page</a></b><p>some words about the page of {n} that are many, and more</p>"
        f"<i>Size: {n}K</i></li>"
        for n in range(10)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table)[:2] == ["title", "link"]
    assert table["title"][0] == "Alpha page"


def test_a_status_is_not_the_title() -> None:
    rows = "".join(
        f"<tr><td>{n + 1}/5/2020</td><td>{'Cancelled' if n % 4 == 0 else 'Regular' if n % 2 else 'Open'}</td></tr>"
        for n in range(12)
    )
    table = wrapture.extract(f"<table>{rows}</table>", guess=True)
    assert shown(table)[0] == "date"


def test_an_amount_beside_the_same_with_its_currency_is_one_column() -> None:
    prices = ["13'000", "9'500", "21'900", "7'250", "11'100", "18'300", "5'990", "16'000"]
    rows = "".join(
        f"<li><h3>{word} Car</h3><p>{price}</p><div>{n * 7919 % 97}</div><p>CHF {price}</p></li>"
        for n, (word, price) in enumerate(zip(WORDS, prices, strict=True))
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "number", "price"]
    assert "repeats price" in table.hidden.values()


@pytest.mark.parametrize("tag", ["s", "del", "strike"])
def test_a_struck_price_is_another_value_than_the_price(tag: str) -> None:
    old = {1: f" <{tag}>€19.90</{tag}>", 4: f" <{tag}>€29.90</{tag}>"}
    rows = "".join(
        f"<li><h3><a href=/p/{n}>Kettle {name}</a></h3><p class=price>€1{n}.50{old.get(n, '')}</p></li>"
        for n, name in enumerate(["Aster", "Basalt", "Cobble", "Dune", "Ember", "Fern"])
    )
    table = wrapture.extract(f"<ul>{rows}</ul>").shown()
    assert list(table["price"]) == [f"€1{n}.50" for n in range(6)]
    assert [value for value in table["old_price"] if value] == ["€19.90", "€29.90"]
