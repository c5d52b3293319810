"""Names from the headers of tables: several rows of them, cells that span, and references."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.unit.columns.test_describing import WORDS, row_names, table
from wrapture.columns.describing import describe_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.table_grid import TableGrid
from wrapture.model import Span


def test_several_header_rows_are_read_together() -> None:
    first = "<tr><th rowspan=2>Region</th><th colspan=2>2024</th><th colspan=2>2025</th></tr>"
    second = "<tr><th>Q1</th><th>Q2</th><th>Q1</th><th>Q2</th></tr>"
    row = "<td>{word}</td><td>1{n}</td><td>2{n}</td><td>3{n}</td><td>4{n}</td>"
    names = ["region", "2024_q1", "2024_q2", "2025_q1", "2025_q2"]
    assert row_names(table(f"<thead>{first}{second}</thead>", row)) == names
    assert row_names(table(f"<tbody>{first}{second}</tbody>", row)) == names
    title = "<tr><th colspan=5>Sales by region</th></tr>"
    assert row_names(table(f"<thead>{title}{first}{second}</thead>", row)) == names


def test_a_heading_above_a_group_of_rows_is_no_header() -> None:
    head = "<thead><tr><th>River</th><th>Mouth</th></tr></thead><tbody><tr><th colspan=2>Long rivers</th></tr></tbody>"
    assert row_names(table(head, "<td>{word} {word}</td><td>{word} Sea</td>")) == ["river", "mouth"]


def test_cells_that_span_rows_move_the_cells_of_later_rows() -> None:
    head = "<thead><tr><th>Court</th><th>Case</th><th>Year</th></tr></thead>"
    rows = "".join(
        f"<tr>{'<td rowspan=3>Court of Appeal</td>' if n % 3 == 0 else ''}<td>{word} v. State</td><td>19{n}8</td></tr>"
        for n, word in enumerate(WORDS)
    )
    page = wrapture.parse(f"<table>{head}<tbody>{rows}</tbody></table>")
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "tr"][1:]
    later = [record for n, record in enumerate(records) if n % 3]
    found = [(page, later)]
    assert [column.name for column in describe_columns(learn_layout(found), found).columns] == ["case", "year"]


def test_a_cell_may_say_which_headers_it_has() -> None:
    head = "<thead><tr><th id=a>One</th><th id=b>River</th><th id=c>Mouth</th></tr></thead>"
    row = "<th id=r{n}>{n}</th><td headers='r{n} c'>{word} Sea</td><td headers='r{n} b'>{word} {word}</td>"
    assert sorted(row_names(table(head, row))) == ["mouth", "one", "river"]


def test_cells_with_the_scope_of_a_column_are_headers() -> None:
    head = "<tbody><tr><td scope=col>River<td scope=col>Mouth</tr></tbody>"
    assert row_names(table(head, "<th scope=row>{word} {word}</th><td>{word} Sea</td>")) == ["river", "mouth"]


@given(st.lists(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4), max_size=6))
def test_no_two_cells_of_a_row_cover_the_same_column(spans: list[list[tuple[int, int]]]) -> None:
    rows = "".join(
        "<tr>" + "".join(f"<td colspan={wide} rowspan={high}>x</td>" for wide, high in row) + "</tr>" for row in spans
    )
    page = wrapture.parse(f"<table>{rows}</table>")
    grid = TableGrid(page, page.tags.index("table"))
    taken: set[tuple[int, int]] = set()
    for number, row in enumerate(grid.rows):
        assert len(grid.cells(row)) == len(spans[number])
        for cell, (wide, high) in zip(grid.cells(row), spans[number], strict=True):
            columns = range(cell.first, cell.stop)
            assert len(columns) == max(1, wide)
            assert not any((number, column) in taken for column in columns[:1])
            taken.update(
                (below, column) for below in range(number, number + (high or len(spans))) for column in columns
            )


def test_cells_that_span_rows_hold_for_all_of_them() -> None:
    classes = [
        ("Monday", ["Yoga", "Boxing", "Dance"]),
        ("Tuesday", ["Judo", "Pilates"]),
        ("Friday", ["Spin", "Rowing"]),
    ]
    rows = "".join(
        f"<tr>{f'<td rowspan={len(names)}>{day}</td>' if name is names[0] else ''}"
        f"<td>{9 + len(name)}:00</td><td><a href=/c/{name}>{name} class</a></td><td>Room {len(name)}</td></tr>"
        for day, names in classes
        for name in names
    )
    head = "<tr><th>Day</th><th>Time</th><th>Class</th><th>Room</th></tr>"
    found = wrapture.extract(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>").shown()
    names = [name for _, names in classes for name in names]
    assert found["day"] == [day for day, names in classes for _ in names]
    assert found["class"] == [f"{name} class" for name in names]
    assert found["link"] == [f"/c/{name}" for name in names]
    assert found["time"] == [f"{9 + len(name)}:00" for name in names]
    assert found["room"] == [f"Room {len(name)}" for name in names]


def test_cells_that_span_rows_in_the_middle_move_no_others() -> None:
    rows = "".join(
        f"<tr><td>{word} River</td>{f'<td rowspan=2>{word} Sea</td>' if n % 2 == 0 else ''}<td>{n + 101} km</td></tr>"
        for n, word in enumerate(WORDS)
    )
    found = wrapture.extract(f"<table><tr><th>River<th>Mouth<th>Length</tr>{rows}</table>").shown()
    assert found["mouth"] == [f"{WORDS[n - n % 2]} Sea" for n in range(len(WORDS))]
    assert found["length"] == [f"{n + 101} km" for n in range(len(WORDS))]
