"""Columns chosen by name: in tables and in wrappers."""

from __future__ import annotations

import pytest

import wrapture
from tests.conftest import books
from wrapture.errors import ColumnNamesError
from wrapture.library.editing import choose_in_wrapper
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import CONSTANT, Column
from wrapture.model.column_choice import ColumnChoice, choose_columns, renaming
from wrapture.model.table import Row, Table

SHOP = Table(
    "shop",
    ("title", "price", "buy"),
    (Row("", ("A", "5", "Buy"), confidences=(1.0, 0.5, None)), Row("", ("B", None, "Buy"))),
    described=(
        Column("title", "text", ()),
        Column("price", "text", ()),
        Column("buy", "text", (), constant=True, hidden=CONSTANT),
    ),
)


def test_only_these_columns_in_this_order() -> None:
    (table,) = choose_columns([SHOP], ColumnChoice(columns=("price", "title")))
    assert table.to_dicts() == [{"price": "5", "title": "A"}, {"price": None, "title": "B"}]
    assert table.rows[0].confidences == (0.5, 1.0)


def test_some_columns_fewer_some_shown_some_renamed() -> None:
    choice = ColumnChoice(drop=("price",), keep=("buy",), rename=(("title", "name"),))
    (table,) = choose_columns([SHOP], choice)
    assert table.to_dicts()[0] == {"name": "A", "buy": "Buy"}
    assert not ColumnChoice()
    assert choose_columns([SHOP], ColumnChoice()) == [SHOP]


def test_a_column_that_is_asked_for_is_shown() -> None:
    (table,) = choose_columns([SHOP], ColumnChoice(columns=("buy",)))
    assert table.to_dicts()[1] == {"buy": "Buy"}


def test_a_name_that_no_table_has_is_an_error() -> None:
    other = Table("other", ("author",), (Row("", ("Ann",)),))
    assert len(choose_columns([SHOP, other], ColumnChoice(drop=("author",)))) == 2
    with pytest.raises(ColumnNamesError, match="no column 'judge': there are title, price, buy, author"):
        choose_columns([SHOP, other], ColumnChoice(drop=("judge",)))
    with pytest.raises(ColumnNamesError, match="two columns would be called 'price'"):
        choose_columns([SHOP], ColumnChoice(rename=(("title", "price"),)))


@pytest.mark.parametrize("pair", ["title", "=name", "title=", ""])
def test_a_renaming_needs_both_names(pair: str) -> None:
    with pytest.raises(ColumnNamesError, match="does not say what a column is to be called"):
        renaming([pair])


def test_a_wrapper_keeps_what_is_dropped() -> None:
    wrapper = wrapture.learn(books())
    chosen = choose_in_wrapper(wrapper, ColumnChoice(columns=("price", "title"), rename=(("title", "price_of"),)))
    assert loads(dumps(chosen)) == chosen
    assert wrapture.extract(books(), chosen).to_dicts()[0] == {"price": "0.50 euro", "price_of": "Book 0"}
    assert {column.name for column in chosen.layout.columns if not column.keep} == {"link", "author"}
    with pytest.raises(ColumnNamesError, match="no column 'judge'"):
        choose_in_wrapper(wrapper, ColumnChoice(keep=("judge",)))
