"""Each rule of the form: one edit of a good file, one line that says what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from wrapture.errors import WrapperFileError
from wrapture.library.editing import keep_column
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import CONSTANT, ForestLocator, ValueType

from .conftest import BOOKS

REMOVED = object()


def put(data: Any, where: str, value: object) -> None:
    """Set what a dotted path leads to."""
    *way, last = [int(step) if step.isdigit() else step for step in where.split(".")]
    for step in way:
        data = data[step]
    if value is REMOVED:
        del data[last]
    else:
        data[last] = value


def refusal(*edits: tuple[str, object]) -> str:
    data = json.loads(dumps(BOOKS))
    for where, value in edits:
        put(data, where, value)
    with pytest.raises(WrapperFileError) as caught:
        loads(json.dumps(data), "shop.json")
    assert str(caught.value).isprintable()
    return str(caught.value).removeprefix("shop.json: ")


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("locator", REMOVED, "locator: is missing; add it"),
        ("columns.1.keep", REMOVED, "columns[1].keep: is missing; add it"),
        ("colums", [], "colums: is not a field of a wrapper file; check its spelling or remove it"),
        (
            "layout.blocks.0.x\n",
            1,
            r"layout.blocks[0].x\n: is not a field of a wrapper file; check its spelling or remove",
        ),
        ("locator", "LI", "locator: expected an object, found 'LI'"),
        (
            "locator.kind",
            "xpath",
            "locator.kind: expected 'pattern' or 'forest' or 'rows' or 'siblings' or 'mask' or 'data' or 'page', found 'xpath'",
        ),
        (
            "locator.kind",
            5,
            "locator.kind: expected 'pattern' or 'forest' or 'rows' or 'siblings' or 'mask' or 'data' or 'page', found '5'",
        ),
        ("locator.kind", REMOVED, "locator.kind: is missing; add it"),
        ("locator.patterns", "LI", "locator.patterns: expected a list, found 'LI'"),
        ("locator.patterns.0", 5, "locator.patterns[0]: expected a text, found 5"),
        ("name", ["a"], "name: expected a text, found a list"),
        ("name", "x" * 201, f"name: string should have at most 200 characters, found '{'x' * 59}…'"),
        ("learned_from.1", "", "learned_from[1]: string should have at least 1 character, found ''"),
        ("columns.0.keep", 1, "columns[0].keep: expected true or false, found 1"),
        ("columns.0.kind", "number", "columns[0].kind: expected 'text', 'link' or 'image', found 'number'"),
        ("columns.0.fill", 1.5, "columns[0].fill: expected less than or equal to 1, found 1.5"),
        ("columns.0.fill", "1", "columns[0].fill: expected a number, found '1'"),
        ("profile.pages", 2.5, "profile.pages: expected a whole number, found 2.5"),
        ("profile.pages", True, "profile.pages: expected a whole number, found true"),
        ("profile.pages", -1, "profile.pages: expected greater than or equal to 0, found -1"),
        ("profile.max_records", 19, "profile.max_records: must not be less than min_records"),
        ("layout.blocks.1.parts.0.separators.0", "", "layout.blocks[1].parts[0].separators[0]: string should have at"),
    ],
)
def test_fields_and_values(where: str, value: object, said: str) -> None:
    assert refusal((where, value)).startswith(said)


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("locator.encoding", "block", "locator.encoding: no encoding has this name; use one of block-level, all-tag"),
        ("layout.encoding", "", "layout.encoding: no encoding has this name"),
        ("layout.blocks.2.encoding", "x", "layout.blocks[2].encoding: no encoding has this name"),
        ("locator.patterns.0", "[LI", "locator.patterns[0]: '[LI' is not a position: expected a token or"),
        ("locator.patterns.1", "LI [-]", "locator.patterns[1]: '[-]' allows nothing: expected a token beside '-'"),
        ("locator.patterns.1", " ", "locator.patterns[1]: an empty pattern matches nothing"),
        ("locator.patterns.0", "LI /", "locator.patterns[0]: '/' is not a token"),
        ("locator.patterns.0", "LI *FFFF", "locator.patterns[0]: '*ffff' is not a token"),
        (
            "layout.template",
            "LI [A|-]",
            "layout.template: position 1 must be one token: a template has no alternatives",
        ),
        (
            "layout.template",
            "LI [A|B]",
            "layout.template: position 1 must be one token: a template has no alternatives",
        ),
        ("layout.template", "", "layout.blocks[0].position: the template has 0 positions, counted from 0"),
        ("layout.blocks.2.template", "", "layout.blocks[2].template: string should have at least 1 character"),
        ("layout.blocks.2.position", 9, "layout.blocks[2].position: the template has 9 positions, counted from 0"),
        ("layout.blocks.2.position", 3, "layout.blocks[2].position: must be greater than the position before it"),
        ("layout.blocks.0.parts.1.position", 6, "layout.blocks[0].parts[1].position: the template has 6 positions"),
        ("layout.blocks.0.parts.1.position", 0, "layout.blocks[0].parts[1].position: must be greater than"),
        (
            "layout.blocks.0.parts.1.position",
            3,
            "layout.blocks[0].parts[1].position: the template has neither a TEXT nor a",
        ),
        ("layout.blocks.0.parts.1.every", True, "layout.blocks[0].parts[1].every: only elements can be listed, or"),
        ("layout.blocks.1.element", True, "layout.blocks[1].position: no element begins at this position"),
        ("columns.0.place", {"block": 1}, "columns[0].place.part: is missing; add it"),
        ("columns.0.place", {"block": 2, "whole": True}, "columns[0].place.block: no block of the layout has this"),
        ("columns.0.place", {"block": 3, "element": True, "whole": True}, "columns[0].place.block: no block of the"),
        ("columns.1.place", {"block": 1, "whole": True}, "columns[1].kind: must be text if the whole text is meant"),
        ("columns.4.place", {"block": 1, "part": 0, "whole": True}, "columns[4].kind: the template has a link at"),
        ("columns.2.place.whole", True, "columns[2].place.piece: not allowed if the whole text is meant; remove it"),
        ("layout.blocks.0.parts.2.separators", [":"], "layout.blocks[0].parts[2].separators: only a text can be cut"),
        ("columns.3.name", "page", "columns[4].name: another column has this name already; give each its own"),
        ("columns.0.kind", "link", "columns[0].kind: the template has a text at this place"),
        ("columns.0.place.block", 2, "columns[0].place.block: no block of the layout has this position"),
        ("columns.0.place.part", 3, "columns[0].place.part: no part of this block has this position"),
        ("columns.2.place.piece", 3, "columns[2].place.piece: expected a piece from 0 to 2"),
        ("columns.2.place.piece", REMOVED, "columns[2].place.piece: expected a piece from 0 to 2"),
    ],
)
def test_what_must_fit_together(where: str, value: object, said: str) -> None:
    assert refusal((where, value)).startswith(said)


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("locator.patterns.0", "LI " * 2001, "locator.patterns[0]: longer than 2000 tokens; learn the wrapper again"),
        ("locator.patterns", ["LI"] * 101, "locator.patterns: the list should have at most 100 items"),
        ("locator.patterns", [5] * 1_000_000, "locator.patterns[0]: expected a text, found 5"),
        ("locator.patterns", ["LI"] * 1_000_000, "locator.patterns: the list should have at most 100 items"),
        ("locator.patterns", ["LI " * 2000] * 6, "locator.patterns: longer than 10000 tokens in all"),
        ("locator.patterns.0", "L" * 500_001, "locator.patterns[0]: string should have at most 500000 characters"),
        ("layout.template", "LI " * 5001, "layout.template: longer than 5000 tokens; learn the wrapper again"),
        ("profile.pages", 10**12, "profile.pages: expected less than or equal to 1000000000"),
        ("columns.0.place.block", 10**30, "columns[0].place.block: expected less than or equal to 1000000000"),
        ("addresses", ["x"] * 3000, "addresses: the list should have at most 2000 items"),
    ],
)
def test_limits(where: str, value: object, said: str) -> None:
    assert refusal((where, value)).startswith(said)


def test_the_largest_layout_loads() -> None:
    data = json.loads(dumps(BOOKS))
    names = [f"text_{n}" for n in range(2000)]
    parts = [{"position": n} for n in range(2000)]
    data["layout"]["blocks"] = [{"position": 1, "encoding": "all-tag", "template": "TEXT " * 5000, "parts": parts}]
    data["columns"] = [
        {"name": name, "kind": "text", "keep": True, "fill": 1, "place": {"block": 1, "part": n}}
        for n, name in enumerate(names)
    ]
    wrapper = loads(json.dumps(data))
    assert [column.place for column in wrapper.layout.columns][-1] == (0, 1999)
    assert loads(dumps(wrapper)) == wrapper


FOREST = {"kind": "forest", "prefix": "html > body > ul", "starts": ["li"]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prefix": "html >"}, "locator.prefix: 'html >': a prefix is written like html > body > table[2]"),
        ({"starts": []}, "locator.starts: the list should have at least 1 item"),
        ({"starts": ["li("]}, "locator.starts[0]: 'li(': a bracket is not closed"),
        ({"starts": ["li li"]}, "locator.starts[0]: must be one label"),
        ({"separators": ["li)"]}, "locator.separators[0]: 'li)': labels are written like li"),
        ({"separators": ["a " * 101]}, "locator.separators[0]: more than 100 labels; learn the wrapper again"),
        ({"nested": True}, "locator.descent: nested parents need a path from each to the next"),
        ({"first": 0}, "locator.first: expected greater than or equal to 1, found 0"),
        ({"first": 3, "last": 2}, "locator.last: must be below 0, or not less than first"),
        ({"patterns": ["LI"]}, "locator.patterns: is not a field of a wrapper file; check its spelling or remove it"),
    ],
)
def test_forest_locators(changes: dict[str, object], said: str) -> None:
    assert refusal(("locator", {**FOREST, **changes})).startswith(said)


def test_a_forest_locator_needs_no_more_than_a_prefix_and_starts() -> None:
    data = json.loads(dumps(BOOKS))
    assert loads(json.dumps({**data, "locator": FOREST})).locator == ForestLocator("html > body > ul", ("li",))


def test_a_column_may_have_a_type_and_be_constant() -> None:
    data = json.loads(dumps(BOOKS))
    assert not {"type", "constant"}.intersection(*data["columns"])  # as in files from before there were types
    data["columns"][0] |= {"type": {"name": "price", "decimal": ",", "currency": "EUR"}, "constant": True, "hidden": ""}
    read = loads(json.dumps(data)).layout.columns[0]
    assert (read.type, read.constant) == (ValueType("price", ",", "EUR"), True)
    assert json.loads(dumps(loads(json.dumps(data)))) == data
    data["columns"][0] |= {"type": {"name": "date", "order": "dmy", "time": False}}
    assert loads(json.dumps(data)).layout.columns[0].type == ValueType("date", order="dmy", time=False)
    assert json.loads(dumps(loads(json.dumps(data)))) == data


def test_a_column_may_be_hidden_for_a_reason() -> None:
    data = json.loads(dumps(BOOKS))
    assert not any("hidden" in column for column in data["columns"])
    data["columns"][2] |= {"hidden": "repeats Titel"}
    read = loads(json.dumps(data))
    assert [column.hidden for column in read.layout.columns] == ["", "", "repeats Titel", "", "", ""]
    assert not read.layout.columns[2].is_shown
    assert json.loads(dumps(read)) == data


def test_constant_columns_are_hidden_unless_the_file_says_otherwise() -> None:
    data = json.loads(dumps(BOOKS))
    data["columns"][0] |= {"constant": True}  # as in the files of 0.1.0
    data["columns"][2] |= {"constant": True, "hidden": ""}
    data["columns"][3] |= {"constant": True, "hidden": "part of Titel"}
    read = loads(json.dumps(data))
    assert [column.hidden for column in read.layout.columns] == [CONSTANT, "", "", "part of Titel", "", ""]
    assert loads(dumps(read)) == read
    assert [one.get("hidden") for one in json.loads(dumps(read))["columns"]] == [
        CONSTANT,
        None,
        "",
        "part of Titel",
        None,
        None,
    ]


def test_a_constant_column_that_is_shown_stays_shown() -> None:
    columns = (replace(BOOKS.layout.columns[0], constant=True, hidden=CONSTANT), *BOOKS.layout.columns[1:])
    hidden = replace(BOOKS, layout=replace(BOOKS.layout, columns=columns))
    assert loads(dumps(hidden)) == hidden
    shown = keep_column(hidden, 0, keep=True)
    assert shown.layout.columns[0].is_shown
    for _ in range(2):
        shown = loads(dumps(shown))
        assert (shown.layout.columns[0].constant, shown.layout.columns[0].is_shown) == (True, True)


def test_a_block_may_have_a_label() -> None:
    labelled = [
        {"position": 3, "encoding": "block-level", "template": "TEXT", "parts": [{"position": 0}], "label": label}
        for label in ("brand", "size")
    ]
    data = changed(("layout.blocks", [*json.loads(dumps(BOOKS))["layout"]["blocks"][:2], *labelled]))
    data["columns"] = [
        column for column in data["columns"] if column["place"]["block"] != 6
    ] + [
        {"name": label, "kind": "text", "keep": True, "fill": 0.5, "place": {"block": 3, "part": 0, "division": n}}
        for n, label in enumerate(("brand", "size"), 1)
    ]  # fmt: skip
    read = loads(json.dumps(data))
    assert read.layout.labels == ("brand", "size")
    assert [read.layout.blocks[one.place[0]].label for one in read.layout.columns] == [""] * 5 + ["brand", "size"]
    assert json.loads(dumps(read)) == data
    assert not any("label" in block for block in json.loads(dumps(BOOKS))["layout"]["blocks"])


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("columns.0.type", {"name": "money"}, "columns[0].type.name: expected 'text', 'number', "),
        ("columns.0.type", {"name": "price", "decimal": ";"}, "columns[0].type.decimal: expected '', '.' or ','"),
        ("columns.0.type", {"name": "rating", "scale": 0}, "columns[0].type.scale: expected greater than 0"),
        ("columns.0.type", {"name": "number", "unit": "x" * 201}, "columns[0].type.unit: string should have at most"),
        (
            "columns.1.type",
            {"name": "number"},
            "columns[1].type: only a text has a type, and this is a column of images",
        ),
        ("columns.0.constant", "yes", "columns[0].constant: expected true or false"),
        ("columns.0.hidden", True, "columns[0].hidden: expected a text, found true"),
        ("columns.0.hidden", "x" * 201, "columns[0].hidden: string should have at most 200 characters"),
        ("layout.blocks.0.label", 1, "layout.blocks[0].label: expected a text, found 1"),
    ],
)
def test_types_of_columns(where: str, value: object, said: str) -> None:
    assert refusal((where, value)).startswith(said)


# --- what comes from editing columns ---

CUT_TWICE = [{"position": 0, "separators": ["|"]}, {"position": 0, "separators": [":"]}]
NOTE = {"block": 3, "part": 0, "piece": 0}
FINER = {"position": 3, "encoding": "all-tag", "template": "B TEXT /B", "parts": [{"position": 1}]}


def changed(*edits: tuple[str, object]) -> Any:
    data = json.loads(dumps(BOOKS))
    for where, value in edits:
        put(data, where, value)
    return data


def test_a_file_without_merged_columns_says_nothing_of_them() -> None:
    assert not any(field in dumps(BOOKS) for field in ("followed_by", "division", '"cut"', "within"))


def test_a_column_may_be_merged() -> None:
    data = changed(("columns.0.followed_by", [NOTE, {"block": 6, "part": 0}]))
    wrapper = loads(json.dumps(data))
    assert wrapper.layout.columns[0].places == ((0, 1), (1, 0, 0), (2, 0))
    assert json.loads(dumps(wrapper)) == data


def test_a_part_may_be_cut_in_several_ways_and_a_block_be_divided_in_several() -> None:
    data = changed(("layout.blocks.1.parts", CUT_TWICE), ("columns.2.place", {"block": 3, "part": 0, "piece": 1}))
    data["columns"][3]["place"] = {"block": 3, "part": 0, "cut": 1, "piece": 1}
    data["columns"][5]["place"] = {"block": 3, "division": 1, "part": 1}
    data["layout"]["blocks"].insert(2, FINER)
    wrapper = loads(json.dumps(data))
    assert [column.place for column in wrapper.layout.columns][2:] == [(1, 0, 1), (1, 1, 1), (0, 0, 0), (2, 0)]
    assert json.loads(dumps(wrapper)) == data
    assert loads(dumps(wrapper)) == wrapper


def test_a_piece_may_be_cut_further() -> None:
    part = {"position": 0, "separators": [","], "within": [{"separators": ["|"], "piece": 1}]}
    data = changed(("layout.blocks.1.parts", [part]), ("columns.2.place.piece", 1))
    wrapper = loads(json.dumps(data))
    assert wrapper.layout.blocks[1].parts[0].within == ((("|",), 1),)
    assert json.loads(dumps(wrapper)) == data


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        (
            [("columns.1.followed_by", [NOTE])],
            "columns[1].followed_by: only texts are merged, and this is a column of i",
        ),
        ([("columns.0.followed_by", [NOTE, NOTE])], "columns[0].followed_by[1]: this place is in the column already"),
        (
            [("columns.0.followed_by", [{"block": 1, "part": 2, "piece": 0}])],
            "columns[0].followed_by[0]: this place is in the column already; remove it",
        ),
        (
            [("columns.0.followed_by", [{"block": 3, "part": 0}])],
            "columns[0].followed_by[0].piece: expected a piece from 0 to 2",
        ),
        ([("columns.0.followed_by", [{"block": 2, "part": 0}])], "columns[0].followed_by[0].block: no block of the"),
        ([("columns.0.followed_by", [{"block": 1, "part": 0}])], "columns[0].kind: the template has a link at this"),
        ([("columns.0.followed_by", [{"attribute": 0}])], "columns[0].followed_by[0].attribute: only a mask has"),
        ([("columns.0.followed_by", [NOTE] * 101)], "columns[0].followed_by: the list should have at most 100 items"),
        ([("columns.2.place.cut", 1)], "columns[2].place.cut: no such cut at this place"),
        ([("columns.0.place.cut", 1)], "columns[0].place.cut: no such cut at this place"),
        ([("columns.2.place.division", 1)], "columns[2].place.division: expected a block from 0 to 0"),
        (
            [("columns.5.place", {"block": 6, "whole": True, "division": 1})],
            "columns[5].place.division: not allowed for the whole text of a block; remove it",
        ),
        ([("layout.blocks.1.parts", CUT_TWICE[:1] * 2)], "layout.blocks[1].parts[1].position: must be greater than"),
        (
            [("layout.blocks.1.parts", [CUT_TWICE[0], {"position": 0}])],
            "layout.blocks[1].parts[1].position: must be greater than the position before it",
        ),
        ([("layout.blocks.2", {**FINER, "template": "TEXT", "parts": []})], "layout.blocks[2].position: must be great"),
        (
            [
                ("layout.blocks.1.encoding", "block-level"),
                ("layout.blocks.1.parts", [{"position": 0}]),
                ("layout.blocks.2", FINER),
            ],
            "layout.blocks[1].position: the whole text of a divided block needs no block of its own; remove it",
        ),
        (
            [("layout.blocks.2.parts.0.within", [{"separators": ["|"], "piece": 1}])],
            "layout.blocks[2].parts[0].within: only a part with separators can be within another cut; remove it",
        ),
        (
            [("layout.blocks.1.parts.0.within", [{"separators": ["|"], "piece": 2}])],
            "layout.blocks[1].parts[0].within[0].piece: expected a piece from 0 to 1",
        ),
        (
            [("layout.blocks.1.parts.0.within", [{"separators": ["|"], "piece": 1}] * 11)],
            "layout.blocks[1].parts[0].within: the list should have at most 10 items",
        ),
    ],
)
def test_what_editing_must_keep(edits: list[tuple[str, object]], said: str) -> None:
    assert refusal(*edits).startswith(said)
