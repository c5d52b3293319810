"""Learning spares: locators as loose as the pages allow, one of each kind."""

from __future__ import annotations

from wrapture.html.lexbor import parse_page
from wrapture.learning.spare_learning import loosened, spares_of, steadier, without_needless_parent
from wrapture.model import ForestLocator, MaskLocator, PatternLocator, RowLocator, SiblingLocator
from wrapture.reading.records import find_records

ITEMS = "".join(f"<li class=hit><a href={n}>Item {n}</a><p>text {n}</p></li>" for n in range(5))
TEMPLATE = ("<li class=hit>", "<a href>", 1, "</a>", "<p>", 1, "</p>", "</li>")
OPEN = ("<li class=hit …>", *TEMPLATE[1:])
ROWS = RowLocator(TEMPLATE, siblings=1, longest=20, parent="<ul class=hits id>")
SIBLINGS = SiblingLocator(("html", "body", "div", "ul"), "ul.hits", "li.hit", "", 0.0)
PATTERN = PatternLocator("block-level", ("LI TEXT P TEXT /P /LI",))
FOREST = ForestLocator("html > body > div > ul", ("li",))
PAGE = parse_page(f"<div><ul class=hits id=a>{ITEMS}</ul></div>")
TWICE = parse_page(f"<div><ul class=hits id=a>{ITEMS}</ul></div><div><ol class=hits>{ITEMS}</ol></div>")
FOUND = [(PAGE, find_records(ROWS, PAGE))]


def test_rows_with_a_class_need_no_parent_unless_others_are_like_them() -> None:
    assert without_needless_parent(ROWS, FOUND) == RowLocator(TEMPLATE, siblings=1, longest=20)
    assert without_needless_parent(ROWS, [(TWICE, find_records(ROWS, TWICE))]) is ROWS


def test_rows_without_a_class_keep_their_parent() -> None:
    plain = RowLocator(("<li …>", *TEMPLATE[1:]), siblings=1, longest=20, parent="<ul class=hits id>")
    assert without_needless_parent(plain, FOUND) is plain
    assert without_needless_parent(PATTERN, FOUND) is PATTERN


def test_a_parent_that_is_needed_is_loosened_to_its_name() -> None:
    found = [(TWICE, find_records(ROWS, TWICE))]
    rows, named = spares_of(ROWS, (), found)
    assert isinstance(named, SiblingLocator)
    assert isinstance(rows, RowLocator)
    assert rows.parent == "<ul …>"
    assert find_records(rows, TWICE) == found[0][1]


def test_one_spare_of_each_kind() -> None:
    spares = spares_of(ROWS, (SIBLINGS, SIBLINGS, PATTERN, FOREST), FOUND)
    assert [type(spare) for spare in spares] == [RowLocator, SiblingLocator, PatternLocator]


def test_siblings_are_found_from_anywhere_and_without_their_class() -> None:
    (spare,) = spares_of(PATTERN, (SIBLINGS,), FOUND)
    assert spare == SiblingLocator(("ul",), "ul.hits", "li", "", 0.0)
    deeper = parse_page(f"<main><section><ul class=hits>{ITEMS}</ul></section></main>")
    assert find_records(SIBLINGS, deeper) == ()
    assert len(find_records(spare, deeper)) == 5


def test_a_forest_may_stand_at_another_place_among_its_siblings() -> None:
    loose, own = loosened(FOREST)
    assert (loose, own) == (ForestLocator("html > body[*] > div[*] > ul[*]", ("li",)), FOREST)


def test_what_finds_other_records_is_no_spare() -> None:
    other = PatternLocator("block-level", ("P TEXT /P",))
    rows, named = spares_of(ROWS, (other,), FOUND)
    assert (rows, type(named)) == (RowLocator(TEMPLATE, siblings=1, longest=20), SiblingLocator)
    assert not any(isinstance(spare, PatternLocator) for spare in spares_of(ROWS, (other,), FOUND))


def test_masks_have_no_spares() -> None:
    assert spares_of(MaskLocator(("a",), ()), (ROWS,), FOUND) == ()


def test_every_page_must_give_the_same_records() -> None:
    found = [(page, find_records(ROWS, page)) for page in (PAGE, TWICE)]
    assert PATTERN not in spares_of(ROWS, (PATTERN,), found)
    assert PATTERN in spares_of(ROWS, (PATTERN,), found[:1])


def test_the_bound_of_similarity_is_as_low_as_the_pages_allow() -> None:
    free = RowLocator(OPEN, siblings=1, longest=20, similarity=0.5)
    assert steadier(ROWS, FOUND) == free
    half = "<ul class=hits id=a>" + ITEMS + "<li class=hit><a href=x>An advertisement</a></li></ul>"
    page = parse_page(f"<div>{half}</div>")
    records = find_records(ROWS, page)
    assert len(records) == 5
    assert steadier(ROWS, [(page, records)]) == RowLocator(OPEN, siblings=1, longest=20)


def test_rows_may_begin_with_more_attributes_unless_others_do() -> None:
    new = "<li data-new class='hit sale'><a href=x>Item</a><p>text</p></li>"
    page = parse_page(f"<div><ul class=hits id=a>{ITEMS}{new}</ul></div>")
    assert len(find_records(steadier(ROWS, FOUND), page)) == 6
    assert len(find_records(steadier(ROWS, [(page, find_records(ROWS, page))]), page)) == 5


def test_rows_of_several_siblings_and_rows_without_a_class_keep_their_bound() -> None:
    for rows in (RowLocator(TEMPLATE, siblings=2, longest=20), RowLocator(("<li …>", *TEMPLATE[1:]), 1, 20)):
        found = [(PAGE, find_records(rows, PAGE))]
        assert steadier(rows, found) == rows


def test_children_of_one_element_get_a_spare_that_no_learner_proposed() -> None:
    assert steadier(PATTERN, FOUND) is PATTERN
    assert spares_of(PATTERN, (), FOUND) == (SiblingLocator(("ul",), "ul.hits", "li", "", 0.0),)
    assert spares_of(PATTERN, (), [(TWICE, find_records(PATTERN, TWICE))]) == ()
