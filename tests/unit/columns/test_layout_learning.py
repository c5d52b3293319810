"""From records to columns: what is divided, what is kept whole, and the columns' names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.columns.layout_learning import learn_layout
from wrapture.columns.pruning import MAX_COLUMNS
from wrapture.columns.text_cutting import shared_separators
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import PatternLocator, Span
from wrapture.reading.reader import cut, read_records
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.model.table import Cell

LI = PatternLocator("block-level", ("LI [TEXT|-] [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] /LI",))


def cells(html: str, element: str = "li") -> list[dict[str, Cell]]:
    """Return the table of a page whose records are the elements of a name, its columns learned from the page itself."""
    page = wrapture.parse(html)
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == element]
    assert records
    return read_records(learn_layout([(page, records)]), page, records).to_dicts()


def rows(*items: str) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def test_each_block_with_data_is_a_column() -> None:
    assert cells(rows(*[f"<p>a{i}</p><p>b{i}</p>" for i in range(3)])) == [
        {"text_1": f"a{i}", "text_2": f"b{i}"} for i in range(3)
    ]


def test_links_and_images_are_columns_beside_their_text() -> None:
    found = cells(rows(*[f'<a href="l{i}">t{i}</a> <img src="i{i}">' for i in range(4)]))
    assert found == [{"link_1": f"l{i}", "text_1": f"t{i}", "image_1": f"i{i}"} for i in range(4)]


def test_markup_that_all_records_share_divides_a_block() -> None:
    found = cells(rows(*[f"<b>t{i}</b> by <i>a{i}</i>" for i in range(4)]))
    assert found[0] == {"text_1": "t0", "text_2": "by", "text_3": "a0", "text_4": "t0 by a0"}


def test_markup_that_records_do_not_share_keeps_a_text_whole() -> None:
    found = cells(rows("one <b>hit</b> here", "two", "<b>hit</b> and <b>hit</b> again", "four <b>hit</b>", "five"))
    assert [list(row.values()) for row in found] == [
        ["one hit here"],
        ["two"],
        ["hit and hit again"],
        ["four hit"],
        ["five"],
    ]


def test_a_missing_cell_is_none_and_the_others_stay_in_their_columns() -> None:
    items = [f'<p class="a">a{i}</p>{"" if i == 2 else f"<p class=b>b{i}</p>"}' for i in range(6)]
    items[3] = '<p class="b">b3</p>'
    found = cells(rows(*items))
    assert found[2] == {"text_1": "a2", "text_2": None}
    assert found[3] == {"text_1": None, "text_2": "b3"}
    assert found[4] == {"text_1": "a4", "text_2": "b4"}


def test_texts_are_cut_at_marks_that_they_share() -> None:
    found = cells(rows(*[f"{i}% | Date: {i} June" for i in range(5)]))
    assert found[1] == {"text_1": "1%", "text_2": "Date", "text_3": "1 June", "text_4": "1% | Date: 1 June"}


def test_an_empty_element_is_no_column() -> None:
    assert cells(rows(*[f"<p></p><p>b{i}</p>" for i in range(4)]))[0] == {"text_1": "b0"}


def test_addresses_are_absolute() -> None:
    page = wrapture.parse(rows(*[f'<a href="l{i}">t</a>' for i in range(4)]), url="http://a.example/x/")
    records = find_records(LI, page)
    table = read_records(learn_layout([(page, records)]), page, records)
    assert table.to_dicts()[3]["link_1"] == "http://a.example/x/l3"


def test_a_layout_reads_a_record_of_a_shape_it_has_not_seen() -> None:
    seen = wrapture.parse(rows(*[f"<p>a{i}</p><p>b{i}</p>" for i in range(4)]))
    layout = learn_layout([(seen, find_records(LI, seen))])
    other = wrapture.parse(rows("<p>only one</p>", "bare text", "<p>x</p><p>y</p>"))
    found = read_records(layout, other, find_records(LI, other)).to_dicts()
    assert [list(row) for row in found] == [["text_1", "text_2"]] * 3
    assert found[2] == {"text_1": "x", "text_2": "y"}


def test_no_records_give_no_columns() -> None:
    layout = learn_layout([])
    assert (layout.columns, layout.blocks) == ((), ())
    assert len(read_records(layout, wrapture.parse("<p>x"), ())) == 0


# --- what is divided is there as a whole too ---


def test_an_inline_element_with_several_texts_is_a_value() -> None:
    item = "<b>t{0}</b> <span>by <a href=/a{0}>a{0}</a></span> <span>in <a href=/c{0}>c{0}</a></span>"
    found = cells(rows(*[item.format(i) for i in range(4)]))
    assert {"by a2", "a2", "in c2", "c2", "t2", "t2 by a2 in c2"} <= set(found[2].values())


def test_a_link_with_several_texts_is_a_value() -> None:
    found = cells(rows(*[f"<a href=/{i}><b>t{i}</b> <i>u{i}</i></a> <i>v{i}</i>" for i in range(4)]))
    assert {"/1", "t1", "u1", "v1", "t1 u1"} <= set(found[1].values())


def test_two_lines_of_an_element_are_a_value_and_come_before_the_whole() -> None:
    found = cells("".join(f"<div><p>Ann {i}<br>Main St {i}</p><p>x{i}</p></div>" for i in range(4)), "div")
    assert list(found[3].values()) == ["Ann 3", "Main St 3", "Ann 3 Main St 3", "x3"]


def test_more_lines_are_not() -> None:
    found = cells("".join(f"<div><p>a{i}<br>b{i}<br>c{i}</p><p>x{i}</p></div>" for i in range(4)), "div")
    assert list(found[3].values()) == ["a3", "b3", "c3", "x3"]


def test_elements_apart_from_text_are_fields_though_some_records_lack_them() -> None:
    items = [f"<i>t{n}</i>{f' <span>u{n}</span>' if n % 2 else ''} <i>v{n}</i>" for n in range(6)]
    found = cells(rows(*items))
    assert [list(row.values())[:3] for row in found[:2]] == [["t0", None, "v0"], ["t1", "u1", "v1"]]


# --- what says nothing ---


def test_a_link_that_is_there_twice_is_one_column() -> None:
    found = cells(rows(*[f"<a href=/{i}><img src={i}.gif></a> <a href=/{i}>t{i}</a>" for i in range(4)]))
    assert list(found[1].values()) == ["/1", "1.gif", "t1"]


def test_of_two_columns_that_say_the_same_the_fuller_stays() -> None:
    items = [f"{f'<p><a href=/{i}>t{i}</a></p>' if i % 2 else ''}<h3><a href=/{i}>u{i}</a></h3>" for i in range(6)]
    found = cells("".join(f"<div>{item}</div>" for item in items), "div")
    assert [row["link_1"] for row in found] == [f"/{i}" for i in range(6)]
    assert "link_2" not in found[0]


@pytest.mark.parametrize("decoration", ["<i>[</i>", "<a href=#>[</a>", "<b>—</b>"])
def test_decoration_is_no_column(decoration: str) -> None:
    found = cells(rows(*[f"<a href=/{i}>t{i}</a> {decoration}" for i in range(4)]))
    assert {"/1", "t1"} <= set(found[1].values())
    assert not {"[", "#", "—"} & set(found[1].values())


def test_labels_and_buttons_stay() -> None:
    found = cells(rows(*[f"<p>t{i}</p><p>Add to cart</p>" for i in range(4)]))
    assert found[0] == {"text_1": "t0", "text_2": "Add to cart"}


def test_texts_that_are_the_same_by_chance_stay() -> None:
    found = cells(rows(*[f"<p>t{i}</p><p>{i % 2}</p><p>{i % 2}</p>" for i in range(6)]))
    assert list(found[1].values()) == ["t1", "1", "1"]


def test_a_text_that_is_there_twice_is_one_column() -> None:
    assert cells(rows(*[f"<p>t{i}</p><p>t{i}</p>" for i in range(6)]))[1] == {"text_1": "t1"}


def test_marks_that_differ_say_something() -> None:
    assert cells(rows(*[f"<p>t{i}</p><p>{'★' * (i + 1)}</p>" for i in range(4)]))[2]["text_2"] == "★★★"


def test_a_table_has_a_limit_of_columns() -> None:
    wide = "".join(f"<td>{{0}}.{n}</td>" for n in range(150))
    page = wrapture.parse(f"<table>{''.join(f'<tr>{wide.format(i)}</tr>' for i in range(3))}</table>")
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "tr"]
    assert len(learn_layout([(page, records)]).columns) == MAX_COLUMNS


# --- lists ---


def authors(*counts: int) -> list[str]:
    links = [", ".join(f"<a href=/{i}{j}>a{i}{j}</a>" for j in range(count)) for i, count in enumerate(counts)]
    return [f"<h3>t{i}</h3><p>{found}</p>" for i, found in enumerate(links)]


def test_a_run_of_links_whose_number_varies_is_a_list() -> None:
    found = cells("".join(f"<div>{item}</div>" for item in authors(1, 3, 2, 1, 2)), "div")
    assert found[0] == {"text_1": "t0", "link_1": ("/00",), "text_2": ("a00",)}
    assert found[1] == {"text_1": "t1", "link_1": ("/10", "/11", "/12"), "text_2": ("a10", "a11", "a12")}


def test_a_run_that_is_always_as_long_is_fields() -> None:
    found = cells("".join(f"<div>{item}</div>" for item in authors(2, 2, 2, 2, 2)), "div")
    assert {"a10", "a11", "a10, a11"} <= set(found[1].values())


def test_a_label_before_a_list_is_kept_with_all_of_it() -> None:
    items = [item.replace("<p>", "<p>by ") for item in authors(1, 3, 2, 1, 2)]
    found = cells("".join(f"<div>{item}</div>" for item in items), "div")
    assert list(found[2].values()) == ["t2", ("/20", "/21"), ("a20", "a21"), "by a20, a21"]


def test_items_of_different_classes_are_fields() -> None:
    items = [f"<h3>t{n}</h3><p><i class=a>a{n}</i>{f' <i class=b>b{n}</i>' * (n % 2)}</p>" for n in range(6)]
    found = cells("".join(f"<div>{item}</div>" for item in items), "div")
    assert not any(isinstance(value, tuple) for row in found for value in row.values())


def test_an_element_of_items_is_a_list_and_reads_longer_ones() -> None:
    def page_of(*counts: int) -> str:
        lists = [
            "".join(f"<li><a href=/{i}{j}>k{i}{j}</a></li>" for j in range(count)) for i, count in enumerate(counts)
        ]
        return "".join(f"<div><h3>t{i}</h3><ul>{found}</ul></div>" for i, found in enumerate(lists))

    learned, other = (wrapture.parse(page_of(*counts)) for counts in ((1, 2, 3, 1, 2), (5, 0)))
    records, others = (
        [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "div"] for page in (learned, other)
    )
    table = read_records(learn_layout([(learned, records)]), other, others)
    assert [row.cells for row in table.rows] == [
        ("t0", tuple(f"/0{j}" for j in range(5)), tuple(f"k0{j}" for j in range(5))),
        ("t1", None, None),
    ]


# --- separators ---


@pytest.mark.parametrize(
    ("texts", "marks"),
    [
        (["a - b", "c - d"], (" - ",)),
        (["a-b", "c-d"], ()),  # a hyphen inside a word is none
        (["10:30", "11:45"], ()),  # nor is a colon without a space
        (["x: a; b", "x: c; d"], (": ", "; ")),
        (["x: a", "x: c, d", "x: e, f, g"], (": ",)),  # commas that come and go don't count
        (["(Ely, NV)", "(Reno, NV)"], ("(", ", ", ")")),
        (["May 3, 2001", "June 4, 2002"], ()),  # a date is one value
        (["a | b", "c | d", "e", "f"], ()),  # half of them is not enough
        (["a | b"], ()),  # one text agrees with nobody
        (["; ".join("abcdefgh")] * 3, ()),  # so many marks are prose
    ],
)
def test_marks_are_separators_where_texts_agree(texts: list[str], marks: tuple[str, ...]) -> None:
    assert shared_separators(texts) == marks


@given(st.lists(st.text("ab |:", max_size=6), min_size=1, max_size=4), st.tuples(st.sampled_from("|:"), st.just(";")))
def test_cutting_gives_one_piece_more_than_there_are_separators(pieces: list[str], marks: tuple[str, ...]) -> None:
    found = cut(marks[0].join(pieces), marks)
    assert len(found) == len(marks) + 1
    assert found[0] is not None
    missing = [piece is None for piece in found]
    assert missing == sorted(missing)  # from a missing separator on there is nothing


def lines_of(words: str, lines: Callable[[int], list[str]]) -> list[object]:
    rows = "".join(
        f"<li><h3><a href=/{n}>{word} House</a></h3><p class=authors>{'<br>'.join(lines(n))}</p></li>"
        for n, word in enumerate(words.split())
    )
    page = f"<ul>{rows}</ul>"
    wrapper = wrapture.learn(page)
    assert loads(dumps(wrapper, "w"), "w").layout == wrapper.layout
    table = wrapture.read(page, wrapper)
    return list(table["authors"])


def test_names_on_lines_of_their_own_are_a_list_but_an_address_is_not() -> None:
    words = "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta"
    people = ["Ann Lee", "Bob Ray", "Cy Poe", "Dee Fox", "Eve Oak", "Flo Kim"]
    authors = [[people[(n + k) % len(people)] for k in range(n % 3 + 1)] for n in range(8)]
    assert lines_of(words, lambda n: authors[n]) == list(map(tuple, authors))
    halls = [f"Hall {word}" for word in words.split()]
    assert lines_of(words, lambda n: [halls[n], "Main Street", "Springfield"][: n % 2 + 2]) == halls
