"""Pointing: a value that is pointed at becomes a label there and in the other records, and the mask that follows reads it."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import Listing, gapped_listings, listings, table_templates, ugly_html
from wrapture.errors import LabelError
from wrapture.html.lexbor import parse_page
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.learning.marking import (
    Point,
    Pointed,
    draft_of,
    drop_record,
    label_value,
    place_of,
    record_of,
    unlabel_value,
    with_same_names,
)
from wrapture.library.editing import keep_column
from wrapture.model import hull_of
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

QUICK: Final = scaled(0.5)
WORDS: Final = ("Red", "Green", "Blue", "White", "Black", "Brown", "Grey")
ROW: Final = "<li><h3><a href='/b/{n}'>{word} book</a></h3><p>by Jo {word}</p><div>${n}.50 each</div></li>"


def shop(row: str = ROW, around: str = "<ul>{}</ul>") -> Page:
    """Return a page with a heading, a list of books and a foot."""
    rows = "\n".join(row.format(n=n + 1, word=word) for n, word in enumerate(WORDS))
    return parse_page(f"<h1>Our books</h1>{around.replace('{}', rows)}<p>That is all.</p>", name="shop")


def text_at(page: Page, text: str, *, nth: int = 0) -> Pointed:
    """Return the points around a text that stands in one node of a page."""
    found = [(node, one.index(text)) for node, one in enumerate(page.texts) if text in one]
    node, at = found[nth]
    return Pointed(Point(node, at), Point(node, at + len(text)))


def element_at(page: Page, tag: str, nth: int) -> Pointed:
    node = [node for node, name in enumerate(page.tags) if name == tag][nth]
    return Pointed(Point(node, -1), Point(node, -1))


def drafted(page: Page, *names: str) -> LabelledPage:
    """Return what is found on a page as labels; the columns have these names, and ``-`` leaves one out."""
    return draft_of(page, wrapture.learn(page, names=names))[0]


def labelled(page: Page, name: str, texts: Sequence[str]) -> LabelledPage:
    """Return a page on which each record has one label: the first place of a text."""
    places = [place_of(page, text_at(page, text)) for text in texts]
    return LabelledPage(page.name, page.source or "", tuple([(place,) for place in places]), (name,))


def values_of(draft: LabelledPage, name: str) -> list[str | None]:
    """Return the raw source at the labels of an attribute."""
    number = draft.names.index(name)
    return [draft.text[slice(*place)] if (place := hull_of(record[number])) else None for record in draft.records]


def read_back(page: Page, *drafts: LabelledPage) -> list[dict[str, str | None]]:
    """Return what the wrapper that is learned from labels reads on a page."""
    return [
        {name: str(value) if value else None for name, value in row.items()}
        for row in extract_page(learn_labelled(drafts), page).to_dicts()
    ]


# --- points and places ---


def test_a_text_has_a_place_without_white_space_at_its_ends() -> None:
    page = parse_page("<p>Fish &amp; <b>chips</b> </p><p>Pie</p>")
    first, last = (node for node, text in enumerate(page.texts) if text in {"Fish & ", " "})
    place = place_of(page, Pointed(Point(first, 4), Point(last, 1)))
    assert page.source is not None
    assert page.source[slice(*place)] == "&amp; <b>chips"
    assert place_of(page, Pointed(Point(last, 1), Point(first, 4))) == place


def test_a_link_and_an_image_stand_for_their_addresses() -> None:
    page = parse_page("<p><a href='/a?b&amp;c'><img src=i.png>A</a></p>")
    assert page.source is not None
    assert page.source[slice(*place_of(page, element_at(page, "a", 0)))] == "/a?b&amp;c"
    assert page.source[slice(*place_of(page, element_at(page, "img", 0)))] == "i.png"


@pytest.mark.parametrize(
    ("html", "pointed", "message"),
    [
        (
            "<p> </p><p>x</p>",
            Pointed(Point(3, 0), Point(4, 1)),
            "there is no text between these points: point at a text",
        ),
        ("<p>x</p>", Pointed(Point(3, -1), Point(3, -1)), "<p> has no address: point at a link"),
        ("<p><a>x</a></p>", Pointed(Point(4, -1), Point(4, -1)), "<a> has no address"),
        ("<p>x</p>", Pointed(Point(4, -1), Point(4, -1)), "a text has no address"),
        ("<p>x</p>", Pointed(Point(9, 0), Point(9, 1)), "has no node 9"),
        ("<p>x</p>", Pointed(Point(9, -1), Point(9, -1)), "has no node 9"),
        ("<table><tr><td>a</td></tr>b</table>", Pointed(Point(3, 0), Point(8, 1)), "can't be located in the source"),
        ("<p><a href=''>x</a></p>", Pointed(Point(4, -1), Point(4, -1)), "the href of this <a> can't be located"),
    ],
)
def test_what_has_no_place(html: str, pointed: Pointed, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        place_of(parse_page(html), pointed)


def test_a_rendered_page_has_no_places() -> None:
    page = shop()
    wrapper = wrapture.learn(page)
    draft, pointed = drafted(page), text_at(page, "Blue book")
    page.source = None
    for step in (
        lambda: place_of(page, pointed),
        lambda: draft_of(page, wrapper),
        lambda: label_value(page, draft, "title", (0, 1), record=None, everywhere=True),
    ):
        with pytest.raises(LabelError, match="labels need the page as it was saved"):
            step()


# --- drafts ---


def test_a_draft_tells_which_columns_were_left_out() -> None:
    page = shop("<li><p>see <a href='/b/{n}'>{word}</a> here</p><i>{n}</i></li>")
    wrapper = wrapture.learn(page)
    assert draft_of(page, wrapper)[1] == ()
    (whole,) = (column.name for column in wrapper.layout.columns if column.hidden.startswith("joins "))
    draft, dropped = draft_of(page, keep_column(wrapper, whole, keep=True))
    shown = {column.name for column in wrapper.layout.columns if column.is_shown}
    assert {*draft.names, *dropped} == {*shown, whole}
    assert dropped


def test_hidden_columns_are_not_drafted() -> None:
    page = shop("<li><p>see <a href='/b/{n}'>{word}</a> here</p><i>{n}</i></li>")
    wrapper = wrapture.learn(page)
    draft, _ = draft_of(page, wrapper)
    assert list(draft.names) == [column.name for column in wrapper.layout.columns if column.is_shown]
    assert len(draft.names) < len(wrapper.layout.columns)
    shown = draft_of(page, keep_column(wrapper, "see", keep=True))[0]
    assert values_of(shown, "see") == ["see"] * len(WORDS)


def test_a_mask_is_drafted_as_its_columns_were_edited() -> None:
    page = shop()
    wrapper = learn_labelled([drafted(page, "title", "page", "author", "price")])
    title, page_, author, price = wrapper.layout.columns
    edited = (replace(price, name="cost"), title, replace(author, keep=False), replace(page_, keep=False))
    draft, dropped = draft_of(page, replace(wrapper, layout=replace(wrapper.layout, columns=edited)))
    assert (draft.names, dropped) == (("cost", "title"), ())
    assert values_of(draft, "cost") == [f"${n + 1}.50 each" for n in range(len(WORDS))]


def test_merged_columns_of_a_mask_are_one_label() -> None:
    page = shop()
    wrapper = learn_labelled([drafted(page, "title", "-", "author", "price")])
    title, author, price = wrapper.layout.columns
    both = replace(title, more=(author.place,))
    merged = replace(wrapper, layout=replace(wrapper.layout, columns=(both, replace(author, keep=False), price)))
    draft, dropped = draft_of(page, merged)
    assert (draft.names, dropped) == (("title", "price"), ())
    assert values_of(draft, "title")[0] == "Red book</a></h3><p>by Jo Red"
    across = replace(
        merged, layout=replace(merged.layout, columns=(replace(title, more=(price.place,)), author, price))
    )
    assert draft_of(page, across)[1] == ("author", "price")


# --- end to end ---


def test_a_column_that_was_missed_in_every_record() -> None:
    page = shop()
    draft = drafted(page, "title", "page", "author", "-")
    draft = label_value(page, draft, "price", place_of(page, text_at(page, "$3.50 each")), record=None, everywhere=True)
    assert values_of(draft, "price") == [f"${n + 1}.50 each" for n in range(len(WORDS))]
    assert read_back(page, draft) == [
        {"page": f"/b/{n + 1}", "title": f"{word} book", "author": f"by Jo {word}", "price": f"${n + 1}.50 each"}
        for n, word in enumerate(WORDS)
    ]


@pytest.mark.parametrize("missed", [0, 3, 6])
@pytest.mark.parametrize("everywhere", [True, False])
def test_a_record_that_was_missed(missed: int, everywhere: bool) -> None:
    page = shop()
    whole = drafted(page, "title", "page", "author", "price")
    draft = drop_record(whole, missed)
    for name, text in (("title", f"{WORDS[missed]} book"), ("author", f"by Jo {WORDS[missed]}")):
        draft = label_value(page, draft, name, place_of(page, text_at(page, text)), record=None, everywhere=everywhere)
    if everywhere:
        assert draft == whole
    else:
        title, _, author, _ = whole.records[missed]
        assert draft.records[missed] == (title, None, author, None)
        assert [*draft.records[:missed], *draft.records[missed + 1 :]] == list(drop_record(whole, missed).records)
    assert [row["title"] for row in read_back(page, draft)] == [f"{word} book" for word in WORDS]


def test_a_wrong_value_in_one_record() -> None:
    page = shop()
    whole = drafted(page, "title", "-", "author", "price")
    wrong = label_value(
        page, whole, "author", place_of(page, text_at(page, "Blue", nth=1)), record=None, everywhere=False
    )
    assert values_of(wrong, "author")[1:4] == ["by Jo Green", "Blue", "by Jo White"]
    right = label_value(page, wrong, "author", place_of(page, text_at(page, "by Jo Blue")), record=2, everywhere=False)
    assert right == whole
    assert [row["author"] for row in read_back(page, right)] == [f"by Jo {word}" for word in WORDS]


@pytest.mark.parametrize("record", [None, 4])
def test_a_part_of_a_text(record: int | None) -> None:
    page = shop()
    draft = drafted(page, "title", "-", "author", "price")
    draft = label_value(page, draft, "price", place_of(page, text_at(page, "5.50")), record=record, everywhere=True)
    assert [row["price"] for row in read_back(page, draft)] == [f"{n + 1}.50" for n in range(len(WORDS))]


def test_an_optional_cell() -> None:
    rows = "".join(
        f"<li><b>{word}</b>{f'<p>was {n}9</p>' if n % 2 else ''}<p class=now>now {n}</p></li>"
        for n, word in enumerate(WORDS)
    )
    page = parse_page(f"<ul>{rows}</ul>", name="shop")
    draft = LabelledPage(
        "shop", page.source or "", tuple([(place_of(page, text_at(page, word)),) for word in WORDS]), ("name",)
    )
    for name, text in (("now", "now 2"), ("was", "39")):
        draft = label_value(page, draft, name, place_of(page, text_at(page, text)), record=None, everywhere=True)
    assert values_of(draft, "was") == [f"{n}9" if n % 2 else None for n in range(len(WORDS))]
    assert read_back(page, draft) == [
        {"name": word, "now": f"now {n}", "was": f"{n}9" if n % 2 else None} for n, word in enumerate(WORDS)
    ]


def test_an_address() -> None:
    page = shop("<li><a href='/i/{n}'><img src='{word}.png'></a><p><a href='/b/{n}'>{word}</a></p></li>")
    draft = labelled(page, "title", WORDS)
    for name, pointed in (("page", element_at(page, "a", 5)), ("image", element_at(page, "img", 0))):
        draft = label_value(page, draft, name, place_of(page, pointed), record=None, everywhere=True)
    assert read_back(page, draft) == [
        {"title": word, "page": f"/b/{n + 1}", "image": f"{word}.png"} for n, word in enumerate(WORDS)
    ]
    kinds = [column.kind for column in learn_labelled([draft]).layout.columns]
    assert kinds == ["text", "link", "image"]


def test_a_part_of_an_address() -> None:
    page = shop("<li><a href='/book/{n}0/x'>{word}</a></li>")
    draft = drafted(page, "title", "page")
    start, end = hull_of(draft.records[2][1]) or (0, 0)
    at = page.source.index("30", start) if page.source else 0
    assert start < at < end
    draft = label_value(page, draft, "number", (at, at + 2), record=None, everywhere=True)
    assert values_of(draft, "number") == [f"{n + 1}0" for n in range(len(WORDS))]
    assert [row["number"] for row in read_back(page, draft)] == [f"{n + 1}0" for n in range(len(WORDS))]


def test_one_item_of_a_list_of_any_length() -> None:
    rows = "".join(
        f"<li><b>{word}</b><p>"
        + "".join(
            f"<a class={'rare' if n == at else 'tag'} href=/t/{n}{at}>{word} tag {at}</a> " for at in range(n % 4)
        )
        + "</p></li>"
        for n, word in enumerate(WORDS)
    )
    page = parse_page(f"<ul>{rows}</ul>", name="shop")
    draft = labelled(page, "name", WORDS)
    for text in ("Blue tag 1", "White tag 1"):
        found = label_value(page, draft, "second", place_of(page, text_at(page, text)), record=None, everywhere=True)
        assert values_of(found, "second") == [f"{word} tag 1" if n % 4 > 1 else None for n, word in enumerate(WORDS)]


def test_an_address_that_another_repeats() -> None:
    page = shop("<li><a href='/b/{n}'><img src='{word}.png'></a><p><a class=c{n} href='/b/{n}'>{word}</a></p></li>")
    links = [place_of(page, element_at(page, "a", number)) for number in range(2 * len(WORDS))]
    for which in (0, 1):
        draft = label_value(page, labelled(page, "name", WORDS), "page", links[4 + which], record=None, everywhere=True)
        assert [record[1] for record in draft.records] == links[which::2]


@pytest.mark.parametrize("pointed", ["Kind: Blue", "Grey"])
def test_a_whole_text_stays_whole_though_it_may_be_cut(pointed: str) -> None:
    rows = "".join(
        f"<li><b>{n}0</b><p>{'' if word == 'Grey' else 'Kind: '}{word}</p></li>" for n, word in enumerate(WORDS)
    )
    page = parse_page(f"<ul>{rows}</ul>", name="shop")
    draft = labelled(page, "name", [f"{n}0" for n in range(len(WORDS))])
    draft = label_value(page, draft, "kind", place_of(page, text_at(page, pointed)), record=None, everywhere=True)
    assert values_of(draft, "kind") == [*(f"Kind: {word}" for word in WORDS[:-1]), "Grey"]


def test_several_cells_as_one_value() -> None:
    page = shop("<li><b>{word}</b><p>{n} euro</p><p>by Jo {word}</p><i>more</i></li>")
    first, last = text_at(page, "3 euro").start, text_at(page, "by Jo Blue").stop
    place = place_of(page, Pointed(first, last))
    draft = label_value(page, labelled(page, "name", WORDS), "both", place, record=None, everywhere=True)
    assert values_of(draft, "both") == [f"{n + 1} euro</p><p>by Jo {word}" for n, word in enumerate(WORDS)]


def test_a_part_of_a_text_that_few_records_have() -> None:
    notes = {1: "new: 5 left", 4: "new: 7 left"}
    rows = "".join(f"<li><b>{word}</b><p>x</p><u>{notes.get(n, '')}</u></li>" for n, word in enumerate(WORDS))
    page = parse_page(f"<ul>{rows}</ul>", name="shop")
    place = place_of(page, text_at(page, "7"))
    draft = label_value(page, labelled(page, "name", WORDS), "left", place, record=None, everywhere=True)
    assert values_of(draft, "left") == [None, "5", None, None, "7", None, None]


def test_pages_are_learned_together() -> None:
    one, two = shop(), shop(ROW.replace("book</a>", "novel</a>"))
    drafts = [drafted(page, "title", "-", "author", "-") for page in (one, two)]
    with_price = label_value(one, drafts[0], "price", place_of(one, text_at(one, "$3")), record=None, everywhere=True)
    pages = with_same_names([with_price, drafts[1]])
    assert [page.names for page in pages] == [("title", "author", "price")] * 2
    assert [row["price"] for row in read_back(two, *pages)] == [f"${n + 1}" for n in range(len(WORDS))]


def test_what_was_not_labelled_alike_has_the_attributes_of_all_pages() -> None:
    pages = [LabelledPage("1", "abcd", (((0, 1), (2, 3)),)), LabelledPage("2", "abcd", (((0, 1),),), ("x",))]
    assert [(page.names, page.records) for page in with_same_names(pages)] == [
        (("1", "2", "x"), (((0, 1), (2, 3), None),)),
        (("1", "2", "x"), ((None, None, (0, 1)),)),
    ]


# --- which record ---


def test_content_after_each_record_belongs_to_it() -> None:
    page = shop("<dt><b>{word}</b><dd>{n} euro<dd>by Jo {word}", "<dl>{}</dl>")
    for pointed in ("by Jo Red", "by Jo Blue", "by Jo Grey"):
        draft = labelled(page, "name", WORDS)
        draft = label_value(page, draft, "author", place_of(page, text_at(page, pointed)), record=None, everywhere=True)
        assert values_of(draft, "author") == [f"by Jo {word}" for word in WORDS]
        assert values_of(draft, "name") == list(WORDS)


def test_content_before_each_record_belongs_to_it() -> None:
    page = shop("<dt><b>{word}</b><dd>{n} euro", "<dl>{}</dl>")
    for pointed in ("Red", "Blue", "Grey"):
        draft = labelled(page, "price", [f"{n + 1} euro" for n in range(len(WORDS))])
        draft = label_value(page, draft, "name", place_of(page, text_at(page, pointed)), record=None, everywhere=True)
        assert values_of(draft, "name") == list(WORDS)
        assert len(draft.records) == len(WORDS)


def test_every_other_row_that_was_missed_is_a_record() -> None:
    page = shop("<tr><td>{word}<td>{n} euro", "<table>{}</table>")
    draft = labelled(page, "name", WORDS[::2])
    for word in WORDS[1::2]:
        draft = label_value(page, draft, "name", place_of(page, text_at(page, word)), record=None, everywhere=False)
    assert values_of(draft, "name") == list(WORDS)


def test_a_record_that_is_unlike_the_others_is_new() -> None:
    rows = [f"<li><h3>{word}</h3><p>by Jo {word}</p><p>{n} euro</p></li>" for n, word in enumerate(WORDS)]
    rows.insert(3, "<li>Sold out: <i>Gold</i></li>")
    page = parse_page(f"<ul>{''.join(rows)}</ul>", name="shop")
    draft = LabelledPage(
        "shop", page.source or "", tuple([(place_of(page, text_at(page, word)),) for word in WORDS]), ("name",)
    )
    draft = label_value(page, draft, "name", place_of(page, text_at(page, "Gold")), record=None, everywhere=True)
    assert values_of(draft, "name") == [*WORDS[:3], "Gold", *WORDS[3:]]


def test_a_new_record_says_nothing_against_the_others() -> None:
    rows = [f"<li><h3>{word}</h3><p>by Jo {word}</p></li>" for word in WORDS]
    rows.insert(3, "<li><p>Gold</p></li>")
    page = parse_page(f"<ul>{''.join(rows)}</ul>", name="shop")
    draft = labelled(page, "name", WORDS)
    draft = label_value(page, draft, "name", place_of(page, text_at(page, "Gold")), record=None, everywhere=True)
    assert values_of(draft, "name") == [*WORDS[:3], "Gold", *WORDS[3:]]


def test_content_in_an_irregular_list_belongs_to_the_nearer_record() -> None:
    page = parse_page("<div><h2>a</h2><p>one</p><h2>b</h2><h2>c</h2><i>two</i><hr><h2>d</h2></div>")
    draft = labelled(page, "head", "abcd")
    for text in ("one", "two"):
        draft = label_value(page, draft, "text", place_of(page, text_at(page, text)), record=None, everywhere=False)
    assert values_of(draft, "text") == ["one", None, "two", None]


def test_a_page_without_labels_gets_its_first() -> None:
    page = shop()
    empty = LabelledPage("shop", page.source or "", (), ("title",))
    draft = label_value(page, empty, "price", place_of(page, text_at(page, "$3.50")), record=None, everywhere=True)
    assert (draft.names, values_of(draft, "price")) == (("price",), ["$3.50"])
    assert record_of(empty, (0, 1)) is None


def test_records_in_one_text_are_labelled_one_by_one() -> None:
    assert numbers_labelled("<p>Red 1, Green 2, Blue 3</p>") == [None, "2", None]


def test_lines_of_a_preformatted_text_are_labelled_like_elements() -> None:
    assert numbers_labelled("<pre>Red 1\nGreen 2\nBlue 3\n</pre>") == ["1", "2", "3"]


def numbers_labelled(html: str) -> list[str | None]:
    """Return the numbers of three records that are labelled by pointing at the second."""
    page = parse_page(html)
    text = page.source or ""
    starts = [text.index(word) for word in WORDS[:3]]
    names = [((start, start + len(word)),) for start, word in zip(starts, WORDS[:3], strict=True)]
    draft = LabelledPage("x", text, tuple(names), ("name",))
    at = text.index("2")
    return values_of(label_value(page, draft, "number", (at, at + 1), record=1, everywhere=True), "number")


# --- any cell of any record ---


def cells_of(page: Page, listing: Listing) -> list[list[int | None]]:
    """Return the text node of each cell of a drawn listing: its texts stand between the heading and the address."""
    shown = iter([node for node, _ in page.displayed(page.body) if page.texts[node].strip()][1:-1])
    return [[None if cell is None else next(shown) for cell in row] for row in listing.cells]


def whole(page: Page, node: int) -> Pointed:
    return Pointed(Point(node, 0), Point(node, len(page.texts[node])))


@QUICK
@given(listings() | listings(table_templates()) | gapped_listings(), st.data())
def test_any_cell_of_any_record_is_labelled_in_all_that_have_it(listing: Listing, data: st.DataObject) -> None:
    page = parse_page(listing.html)
    nodes = cells_of(page, listing)
    places = [[None if node is None else place_of(page, whole(page, node)) for node in row] for row in nodes]
    draft = LabelledPage("x", listing.html, tuple([(row[0],) for row in places]), ("first",))
    number = data.draw(st.integers(0, len(nodes) - 1))
    column = data.draw(st.sampled_from([at for at, place in enumerate(places[number]) if place is not None]))
    place = places[number][column]
    assert place is not None
    draft = label_value(page, draft, "value", place, record=None, everywhere=True)
    at = draft.names.index("value")
    assert [record[at] for record in draft.records] == [row[column] for row in places]
    assert unescape(values_of(draft, "value")[number] or "") == listing.cells[number][column]


@QUICK
@given(ugly_html, st.data())
def test_labels_stay_labels_whatever_is_pointed_at(html: str, data: st.DataObject) -> None:
    page = parse_page(html * 2)
    draft = LabelledPage("x", page.source or "", ())
    nodes = st.integers(0, len(page) - 1)
    for step in range(4):
        start, stop = (Point(data.draw(nodes), data.draw(st.integers(-1, 5))) for _ in range(2))
        try:
            place = place_of(page, Pointed(start, stop))
            record = data.draw(st.none() | st.integers(-1, len(draft.records)))
            name = data.draw(st.sampled_from("abc"))
            draft = label_value(page, draft, name, place, record=record, everywhere=step % 2 == 1)
        except LabelError:
            continue
        assert place in [held for one in draft.records for held in one]
        assert all(any(record[number] for record in draft.records) for number in range(draft.width))
        number = record_of(draft, place)
        assert number is not None
        assert draft.records[number][draft.names.index(name)] == place


# --- what gives way ---


@pytest.mark.parametrize(
    ("pointed", "rest"),
    [
        ("by Ann Lee, 1999", None),
        ("1999", "by Ann Lee"),
        ("by", "Ann Lee, 1999"),
        ("Ann Lee", None),
        ("by Ann Lee", "1999"),
        ("ee, 1999", None),
        (", 1999", "by Ann Lee"),
    ],
)
def test_a_label_keeps_the_rest_at_one_end(pointed: str, rest: str | None) -> None:
    page = parse_page("<ul><li><b>A</b><p>by Ann Lee, 1999</p><li><b>B</b><p>by Bo, 2001</p></ul>")
    records = [
        tuple([place_of(page, text_at(page, text)) for text in texts])
        for texts in (("A", "by Ann Lee, 1999"), ("B", "by Bo, 2001"))
    ]
    draft = LabelledPage("x", page.source or "", tuple(records), ("name", "all"))
    draft = label_value(page, draft, "new", place_of(page, text_at(page, pointed)), record=None, everywhere=False)
    assert values_of(draft, "all") == [rest, "by Bo, 2001"]
    assert values_of(draft, "name") == ["A", "B"]


def test_labels_give_way_in_all_records() -> None:
    page = shop()
    draft = drafted(page, "title", "-", "author", "price")
    draft = label_value(page, draft, "word", place_of(page, text_at(page, "Blue")), record=None, everywhere=True)
    assert values_of(draft, "title") == ["book"] * len(WORDS)
    assert values_of(draft, "word") == list(WORDS)
    draft = label_value(page, draft, "all", place_of(page, text_at(page, "Red book")), record=None, everywhere=True)
    assert draft.names == ("author", "price", "all")


def test_a_value_of_marks_leaves_nothing_behind() -> None:
    page = parse_page("<ul><li><p>$12</p><li><p>$13</p></ul>")
    draft = labelled(page, "price", ["$12", "$13"])
    draft = label_value(page, draft, "number", place_of(page, text_at(page, "12")), record=0, everywhere=True)
    assert (draft.names, values_of(draft, "number")) == (("number",), ["12", "13"])


# --- taking back ---


def test_a_value_and_a_record_are_taken_back() -> None:
    page = shop()
    draft = drafted(page, "title", "-", "-", "price")
    assert values_of(unlabel_value(draft, 2, "price"), "price")[1:4] == ["$2.50 each", None, "$4.50 each"]
    assert len(drop_record(draft, 2).records) == len(WORDS) - 1
    bare = unlabel_value(unlabel_value(draft, 2, "price"), 2, "title")
    assert bare == drop_record(draft, 2)
    assert unlabel_value(unlabel_value(draft, 2, "price"), 2, "price") == unlabel_value(draft, 2, "price")


def test_an_attribute_without_labels_is_dropped() -> None:
    draft = LabelledPage("x", "abcdef", (((0, 1), (2, 3)), ((3, 4), None)), ("a", "b"))
    assert unlabel_value(draft, 0, "b").names == ("a",)
    assert drop_record(draft, 0).names == ("a",)


def test_the_zone_holds_what_is_labelled() -> None:
    page = parse_page("<ul><li>a</li><li>b</li></ul>")
    place = place_of(page, text_at(page, "a"))
    draft = LabelledPage("x", page.source or "", ((place,),), ("name",), zone=place)
    other = place_of(page, text_at(page, "b"))
    assert label_value(page, draft, "name", other, record=None, everywhere=True).zone == (place[0], other[1])


@pytest.mark.parametrize(
    ("name", "text", "record", "message"),
    [
        (
            "price",
            "by Jo Blue",
            1,
            r"shop: record 2: the value at .* lies in or beyond record 3",
        ),
        ("price", "by Jo Blue", 7, "shop: record 8: does not exist: the page has 7 labelled records"),
        ("price", "by Jo Blue", -1, "shop: record 0: does not exist"),
        (" ", "by Jo Blue", None, "shop: the attribute name is blank"),
    ],
)
def test_values_that_do_not_fit(name: str, text: str, record: int | None, message: str) -> None:
    page = shop()
    with pytest.raises(LabelError, match=message):
        label_value(page, drafted(page), name, place_of(page, text_at(page, text)), record=record, everywhere=True)


def test_a_value_across_two_records_is_refused() -> None:
    page = shop()
    first, last = text_at(page, "$1.50 each").start, text_at(page, "Blue book").stop
    with pytest.raises(LabelError, match="point at a value of one record"):
        label_value(page, drafted(page), "x", place_of(page, Pointed(first, last)), record=None, everywhere=False)


def test_labels_of_another_page_and_invalid_places() -> None:
    page, other = shop(), shop(ROW.replace("by", "from"))
    with pytest.raises(LabelError, match="is not the labelled page shop"):
        label_value(other, drafted(page), "x", (1, 2), record=None, everywhere=False)
    with pytest.raises(LabelError, match=r"shop: x: \[5, 5\) is not a place"):
        label_value(page, drafted(page), "x", (5, 5), record=None, everywhere=False)


def test_the_last_record_stays() -> None:
    draft = LabelledPage("x", "abc", (((0, 1),),), ("a",))
    with pytest.raises(LabelError, match="x: record 1: is the only record"):
        drop_record(draft, 0)
    with pytest.raises(LabelError, match="x: record 1: is the only record"):
        unlabel_value(draft, 0, "a")
    with pytest.raises(LabelError, match="x: b: is not an attribute: expected one of a"):
        unlabel_value(draft, 0, "b")
