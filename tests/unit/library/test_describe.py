from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from wrapture.library.describe import describe
from wrapture.model import Layout, PatternLocator, Profile, Wrapper

from .conftest import BOOKS, drawn_wrappers

WORDS = """\
books reads the records of a page into a table of 5 columns.
It is for the pages:
  https://books.example/search*

It finds records by the longest match of 2 patterns over the block-level tokens of a page:
  LI TEXT P TEXT /P [P|-] [TEXT|-] [/P|-] /LI
  DD [TEXT|BR] HR
It divides a record by its block-class tokens into 3 blocks of data.

Columns:
  Titel   text   in every record
  cover   image  in 50 % of the records
  año     text   in 93 % of the records
  author  text   in every record
  page    link   in every record
  note    text   in no record, left out of the table

It expects between 20 and 25 records on a page.
It was learned by repeats block-level from 2 pages:
  search-1.html
  search-2.html"""


def test_a_wrapper_in_words() -> None:
    assert describe(BOOKS) == WORDS


def test_a_wrapper_that_says_little() -> None:
    layout = Layout("block-level", "LI", (), ())
    bare = Wrapper("bare", PatternLocator("all-tag", ("LI",)), layout, Profile(1, 1, 1, ()))
    assert describe(bare).splitlines() == [
        "bare reads the records of a page into a table of 0 columns.",
        "",
        "It finds records by the pattern over the all-tag tokens of a page:",
        "  LI",
        "It divides a record by its block-level tokens into 0 blocks of data.",
        "",
        "It expects 1 record on a page.",
        "It was learned from 1 page.",
    ]


def test_long_lists_and_patterns_are_shortened() -> None:
    locator = PatternLocator("all-tag", ("LI " * 500,))
    said = describe(replace(BOOKS, locator=locator, learned_from=tuple(f"{n}.html" for n in range(100))))
    assert "LI LI … (500 tokens)" in said
    assert said.endswith("  4.html\n  … and 95 more")


@given(drawn_wrappers())
def test_nothing_in_a_file_can_write_to_the_terminal(wrapper: Wrapper) -> None:
    assert all(line.isprintable() for line in describe(wrapper).split("\n"))
