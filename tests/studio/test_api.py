"""The JSON API: every operation does what it says, answers as the OpenAPI document describes, and refuses in one line."""

from __future__ import annotations

import gzip
import io
import json
import random
import sqlite3
import subprocess
import sys
from csv import DictReader
from typing import TYPE_CHECKING, Any

import duckdb
import jsonschema
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT, books
from wrapture import api

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command
    from tests.studio.running import Studio, Work

BOOKS = (ROOT / "examples" / "books-1.html").read_text()
MORE_BOOKS = (ROOT / "examples" / "books-2.html").read_text()


@pytest.fixture
def work(studio: Studio) -> Work:
    """A desk with a page of eight books."""
    return studio.begin().add("books.html", books())


def test_a_page_gives_a_wrapper_at_once(work: Work) -> None:
    page = work.desk["pages"][0]
    assert (page["found"], page["fit"], page["misfit"]) == (8, 1.0, "")
    assert work.desk["how"] == "candidate"
    assert work.desk["choice"] == 1
    assert work.values("title") == [f"Book {i}" for i in range(8)]


def test_cells_stand_where_the_table_says(work: Work) -> None:
    page = api.parse(books())
    table = work.table()
    for row in table["rows"]:
        for cell, places in zip(row["cells"], row["places"], strict=True):
            for first, start, last, stop in places:
                if start >= 0:
                    assert first == last
                    assert page.texts[first][start:stop] == cell
                else:
                    assert page.address(first, "href") == cell


def test_candidates_come_with_their_reasons(work: Work) -> None:
    found = work.studio.do("GET", f"{work.path}/pages/{work.page}/candidates")
    first = found["candidates"][0]
    assert first["records"] == len(first["spans"]) == 8
    assert first["pattern"]
    assert first["why"]
    assert {"name", "meaning", "value", "weight"} == set(first["evidence"][0])
    assert [one["number"] for one in found["candidates"]] == list(range(1, len(found["candidates"]) + 1))
    assert 1 <= len(found["counts"]) <= 5
    assert len({one["rows"] for one in found["counts"]}) == len(found["counts"])


def test_another_list_can_be_chosen(work: Work) -> None:
    found = work.studio.do("GET", f"{work.path}/pages/{work.page}/candidates")
    other = next(one for one in found["candidates"] if one["records"] != 8)
    work.step("choose", page=work.page, candidate=other["number"])
    assert work.desk["pages"][0]["found"] == other["records"]
    assert "no list 99" in work.refused("choose", page=work.page, candidate=99).error


def test_parameters_of_iepad_ask_repeats(work: Work) -> None:
    work.step("settings", min_count=4, encoding="all-tag")
    assert work.desk["settings"]["learner"] == "repeats"
    assert work.desk["wrapper"]["learner"] == "repeats all-tag"
    assert work.desk["pages"][0]["found"] == 8
    work.step("settings", learner="repeats", min_count=1000)
    assert work.desk["wrapper"] is None
    assert "nothing on this page repeats" in work.desk["note"]
    assert work.table()["rows"] == []
    assert work.desk["undo"] == "Change the encoding and the fewest repeats"
    work.step("undo")
    assert work.desk["wrapper"] is not None


def test_columns_and_table_stay_where_another_learner_finds_the_same_records(studio: Studio) -> None:
    work = studio.begin().add("books.html", books().replace("\n", ""))  # else they differ by the space after a record
    work.edit(op="rename", column=0, name="Book")
    columns, known = work.desk["wrapper"]["columns"], work.table()["stamp"]
    path = f"{work.path}/pages/{work.page}/table?known={known}"
    work.step("settings", learner="siblings")
    assert work.desk["wrapper"]["learner"] == "siblings"
    assert work.desk["wrapper"]["columns"] == columns
    assert work.studio.ask("GET", path).status == 204
    work.edit(op="keep", columns=[1], keep=False)
    assert work.studio.ask("GET", path).status == 204  # tables have hidden columns, too
    work.edit(op="type", columns=[0], type="number")
    assert work.studio.do("GET", path)["stamp"] != known


def test_another_learner_has_no_parameters_of_iepad(work: Work) -> None:
    work.step("settings", learner="rows", min_count=4)
    assert work.desk["settings"]["learner"] == "repeats"
    for learner in ("all", "rows"):
        work.step("settings", **{**work.desk["settings"], "learner": "repeats", "min_count": 5})
        work.step("settings", **{**work.desk["settings"], "learner": learner})
        assert work.desk["settings"]["learner"] == learner
        assert work.desk["settings"]["min_count"] is None


@pytest.mark.parametrize("learner", ["all", "repeats", "rows", "siblings", "visual"])
def test_every_learner_can_be_asked(work: Work, learner: str) -> None:
    work.step("settings", learner=learner)
    assert work.desk["pages"][0]["found"] == 8


def test_columns_are_renamed_hidden_moved_typed(work: Work) -> None:
    work.edit(op="rename", column=work.column("title"), name="Buch")
    assert "Buch" in work.names
    work.edit(op="keep", columns=[work.column("Buch")], keep=False)
    assert work.desk["wrapper"]["columns"][work.column("Buch")]["keep"] is False
    work.edit(op="keep", columns=[work.column("Buch")], keep=True)
    last = len(work.names) - 1
    work.edit(op="move", column=work.column("Buch"), to=last)
    assert work.names[last] == "Buch"
    assert work.values("Buch") == [f"Book {i}" for i in range(8)]
    price = next(name for name in work.names if "price" in name)
    work.edit(op="type", columns=[work.column(price)], type="text")
    assert work.desk["wrapper"]["columns"][work.column(price)]["type"] == "text"


def test_columns_are_merged_and_split(work: Work) -> None:
    before = work.names
    work.edit(op="merge", columns=[work.column("title"), work.column("author")])
    assert work.values("title") == [f"Book {i} by Author {i}" for i in range(8)]
    work.step("undo")
    assert work.names == before
    work.edit(op="split", column=work.column("title"), by="text", text=" ")
    pieces = [work.values(name) for name in work.names if name not in before]
    assert [f"{i}" for i in range(8)] in pieces
    assert ["Book"] * 8 in pieces


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"op": "rename", "column": 99, "name": "x"}, "no column 100"),
        ({"op": "rename", "column": 0, "name": "  "}, "name"),
        ({"op": "split", "column": 0, "by": "marks"}, ""),
        ({"op": "merge", "columns": [0, 0]}, ""),
    ],
)
def test_edits_that_can_not_be_made_are_refused(work: Work, edit: dict[str, Any], words: str) -> None:
    assert words in work.refused("columns", edit=edit).error


def test_cleaning_that_changes_nothing_says_so(work: Work) -> None:
    edit = {"op": "clean", "column": work.column("author"), "steps": [{"step": "trim", "marks": ""}]}
    seen = work.studio.do("POST", f"{work.path}/columns/preview", {"revision": work.desk["revision"], "edit": edit})
    assert seen["changed"] == 0
    assert seen["after"] == seen["before"]


def test_a_text_that_was_pointed_at_becomes_a_column(work: Work) -> None:
    row = work.table()["rows"][2]
    place = row["places"][work.column("title")][0]
    place[1] += len("Book ")  # "2" of "Book 2"
    told = work.studio.do("POST", f"{work.path}/label/preview", {"revision": work.desk["revision"], "page": work.page,
                          "place": place, "name": "number", "everywhere": True, "record": 2})  # fmt: skip
    assert (told["calm"], told["added"], told["changed"]) == (True, ["number"], [])
    assert told["words"] == "adds 1 column (number)"
    others = [work.values(name) for name in work.names]
    work.step("label", page=work.page, place=place, name="number", everywhere=True, record=2)
    assert [work.values(name) for name in work.names[:-1]] == others
    assert work.values("number") == [str(i) for i in range(8)]
    work.step("undo")
    assert "number" not in work.names
    work.step("redo")
    assert work.values("number") == [str(i) for i in range(8)]


def test_a_record_that_is_none_can_be_taken_out(studio: Studio) -> None:
    page = books(9).replace("Book 4", "ADVERT").replace("by Author 4", "Buy").replace("4.50 euro", "now")
    work = studio.begin().add("books.html", page)
    at = work.values("title").index("ADVERT")
    work.step("unlabel", page=work.page, record=at)
    assert work.values("title") == [f"Book {i}" for i in range(9) if i != 4]
    assert work.desk["pages"][0]["found"] == 8


def test_a_correction_without_a_rule_holds_for_what_was_pointed_at(work: Work) -> None:
    price = work.column("price")
    work.step("unlabel", page=work.page, record=3, column=price)
    rows = work.table()["rows"]
    assert [row["cells"][price] is None for row in rows] == [number == 3 for number in range(8)]
    assert rows[3]["changed"] == [price]
    work.step("unlabel", page=work.page, record=5)
    assert len(work.table()["rows"]) == 7
    assert work.desk["log"][0]["note"].startswith("This record alone is left out")
    work.edit(op="rename", column=price, name="cost")
    assert work.table()["rows"][3]["cells"][price] is None
    work.step("undo").step("undo").step("undo")
    assert work.values("price")[3] == "3.50 euro"


def test_styles_and_images_of_a_site_are_asked_for_once(work: Work) -> None:
    source = '<!-- saved from url=(0023)http://127.0.0.1:9/list --><link rel=stylesheet href="s.css">' + books()
    work = work.studio.begin().add("saved.html", source)
    nodes = f"{work.path}/pages/{work.page}/nodes"
    assert work.studio.do("GET", nodes)["site"] == "127.0.0.1"
    answer = work.studio.ask("GET", f"{work.path}/pages/{work.page}/image?address=/a.png")
    assert answer.status == 204
    assert work.studio.ask("POST", "/api/sites", {"site": "127.0.0.1", "allow": False}).status == 204
    assert work.studio.do("GET", nodes)["site"] == ""


def test_many_columns_are_shown_hidden_and_typed_at_once(work: Work) -> None:
    work.edit(op="keep", columns=[0, 2], keep=True, only=True)
    assert [column["keep"] for column in work.desk["wrapper"]["columns"]] == [True, False, True, False]
    assert work.desk["undo"] == "Show only title and author"
    work.edit(op="type", columns=[0, 2], type="text")
    work.edit(op="keep", columns=[1, 3], keep=True)
    assert all(column["keep"] for column in work.desk["wrapper"]["columns"])


def test_a_record_can_be_marked_from_start_to_end(work: Work) -> None:
    places = [place for cell in work.table()["rows"][1]["places"] for place in cell if place[1] >= 0]
    start, end = min(places)[:2], max(places, key=lambda place: place[2:])[2:]
    work.step("settings", learner="repeats", min_count=1000)
    assert work.desk["wrapper"] is None
    work.step("record", page=work.page, start=start, end=end)
    assert work.desk["pages"][0]["found"] == 8


def test_other_pages_are_tested_and_learned_from(studio: Studio) -> None:
    work = studio.begin().add("one.html", BOOKS).add("two.html", MORE_BOOKS, learn=False)
    first, second = work.desk["pages"]
    assert (first["learn"], second["learn"]) == (True, False)
    assert second["found"]
    assert second["fit"] > 0.9
    work.desk = studio.do(
        "PATCH", f"{work.path}/pages/{second['id']}", {"revision": work.desk["revision"], "learn": True}
    )
    assert work.desk["pages"][1]["learn"]
    work.desk = studio.do("DELETE", f"{work.path}/pages/{first['id']}?revision={work.desk['revision']}")
    assert [page["name"] for page in work.desk["pages"]] == ["two.html"]


def test_names_stay_when_a_page_is_added(studio: Studio) -> None:
    work = studio.begin().add("one.html", BOOKS)
    work.edit(op="rename", column=work.column("title"), name="Buch")
    work.add("two.html", MORE_BOOKS)
    assert "Buch" in work.names


def test_a_page_of_another_site_does_not_fit(work: Work) -> None:
    work.add("other.html", (ROOT / "examples" / "rulings.html").read_bytes(), learn=False)
    assert work.desk["pages"][1]["misfit"]


def test_the_data_of_a_page_that_shows_nothing(studio: Studio) -> None:
    rows = json.dumps([{"title": f"Book number {n}", "price": n, "link": f"/{n}"} for n in range(5)])
    work = studio.begin().add("data.html", f"<div id=app></div><script type=application/json>{rows}</script>")
    assert (work.desk["wrapper"]["kind"], work.desk["pages"][0]["found"]) == ("data", 5)
    assert work.values("title") == [f"Book number {n}" for n in range(5)]
    work.edit(op="rename", column=work.column("title"), name="Buch")
    saved = gzip.compress(f"<div id=app></div><script>a = {rows}</script>".encode())
    work.add("more.html.gz", saved)
    assert "Buch" in work.names
    assert [page["found"] for page in work.desk["pages"]] == [5, 5]


def test_tables_come_in_all_formats(work: Work, tmp_path: Path) -> None:
    csv = work.studio.ask("GET", f"{work.path}/tables?format=csv")
    first = next(DictReader(io.StringIO(csv.body.decode("utf-8-sig"))))
    assert (first["title"], first["page"], first["record"]) == ("Book 0", "books.html", "1")
    assert csv.headers["content-disposition"].startswith("attachment;")
    lines = work.studio.ask("GET", f"{work.path}/tables?format=jsonl").body.decode().splitlines()
    assert len(list(map(json.loads, lines))) == 8
    assert len(work.studio.do("GET", f"{work.path}/tables?format=json")[0]["records"]) == 8
    assert work.studio.ask("GET", f"{work.path}/tables?format=xlsx").body.startswith(b"PK")
    parquet = work.studio.ask("GET", f"{work.path}/tables?format=parquet").body
    assert pq.read_table(io.BytesIO(parquet)).num_rows == 8
    for kind, connect in (("sqlite", sqlite3.connect), ("duckdb", duckdb.connect)):
        file = tmp_path / f"tables.{kind}"
        file.write_bytes(work.studio.ask("GET", f"{work.path}/tables?format={kind}").body)
        assert connect(str(file)).execute("select count(*) from records").fetchone() == (8,)
    assert "csv" in work.studio.ask("GET", f"{work.path}/tables?format=xls").error


def test_the_wrapper_file_reads_pages_without_the_studio(work: Work, tmp_path: Path) -> None:
    work.step("name", name="My books")
    file = tmp_path / "wrapper.json"
    file.write_bytes(work.studio.ask("GET", f"{work.path}/wrapper").body)
    wrapper = api.load(file)
    assert wrapper.name == "My books"
    assert len(api.extract(api.parse(books(5)), wrapper)) == 5
    opened = work.studio.begin().add("wrapper.json", file.read_bytes())
    assert opened.desk["how"] == "opened"
    assert opened.names == work.names


def test_the_lines_to_copy_do_the_same(work: Work, wrapture: Command, tmp_path: Path) -> None:
    work.step("save", name="Lines to copy")
    (tmp_path / "books.html").write_text(books())
    lines = work.studio.do("GET", f"{work.path}/commands")
    words = lines["shell"].replace("wrapture", str(wrapture.line()[0]), 1)
    subprocess.run(words, shell=True, cwd=tmp_path, check=True, env=wrapture.env(), capture_output=True)
    assert len((tmp_path / "Lines-to-copy.csv").read_text().splitlines()) == 9
    ran = subprocess.run([sys.executable, "-c", lines["python"]], cwd=tmp_path, check=True, capture_output=True)
    assert ran.stdout.decode().split() == ["books.html", "8", "1.0"]


def test_the_library_keeps_renames_deletes_and_restores(work: Work) -> None:
    studio = work.studio
    work.step("save", name="Shelf one")
    assert work.desk["saved"]["changed"] is False
    found = {one["name"]: one for one in studio.do("GET", "/api/library")["wrappers"]}
    assert found["Shelf-one"]["health"][0]["found"] == 8
    assert found["Shelf-one"]["words"] == "fits the last page"
    assert studio.do("PATCH", "/api/library/Shelf-one", {"name": "Shelf two"})["name"] == "Shelf-two"
    undo = studio.do("DELETE", "/api/library/Shelf-two")["undo"]
    assert "Shelf-two" not in {one["name"] for one in studio.do("GET", "/api/library")["wrappers"]}
    assert studio.do("POST", "/api/restore", {"undo": undo})["name"] == "Shelf-two"
    opened = studio.do("POST", "/api/library/Shelf-two/open", {})
    assert [column["name"] for column in opened["wrapper"]["columns"]] == work.names
    assert studio.ask("POST", "/api/library/nothing/open", {}).status == 400


def test_two_desks_do_not_overwrite_each_other_in_the_library(studio: Studio) -> None:
    one, two = studio.begin().add("a.html", books()), studio.begin().add("b.html", books(9))
    one.step("save", name="Shared")
    answer = two.refused("save", name="Shared")
    assert answer.status == 409
    assert "Shared" in answer.error
    reader = studio.do("POST", "/api/library/Shared/open", {})
    one.edit(op="rename", column=0, name="changed").step("save", name="Shared")
    stale = studio.ask("POST", f"/api/desks/{reader['id']}/save", {"revision": reader["revision"], "name": "Shared"})
    assert stale.status == 409
    two.step("save", name="Shared", replace=True)
    assert two.desk["saved"]["name"] == "Shared"


def test_a_step_that_has_not_seen_the_last_one_is_refused(work: Work) -> None:
    seen = work.desk["revision"]
    work.step("name", name="first")
    stale = work.studio.ask("POST", f"{work.path}/name", {"revision": seen, "name": "second"})
    assert stale.status == 409
    assert stale.data["revision"] == work.desk["revision"]
    assert work.studio.do("GET", work.path)["name"] == "first"
    assert work.studio.ask("GET", f"{work.path}?since={work.desk['revision']}").status == 204
    assert work.studio.ask("GET", f"{work.path}?since={seen}").status == 200


def test_a_desk_that_was_deleted_comes_back(work: Work) -> None:
    undo = work.studio.do("DELETE", work.path)["undo"]
    assert work.studio.ask("GET", work.path).status == 400
    assert work.studio.do("POST", "/api/restore", {"undo": undo})["id"] == work.desk["id"]
    assert work.studio.do("GET", work.path)["pages"] == work.desk["pages"]
    assert work.studio.ask("POST", "/api/restore", {"undo": "desk:../../x"}).status == 400
    assert work.studio.ask("POST", "/api/restore", {"undo": "nonsense"}).status == 400


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"%PDF-1.7 ...", "not a page"),
        (b'{"format": "wrapture"}', "version"),
        (b"<div>" * 1_000_000, "nest"),
    ],
)
def test_what_is_no_page_is_refused(studio: Studio, content: bytes, words: str) -> None:
    work = studio.begin()
    answer = studio.ask("PUT", f"{work.path}/pages?name=odd&revision=0", raw=content)
    assert answer.status in (400, 413)
    assert words in answer.error
    assert studio.do("GET", work.path)["pages"] == []


def test_too_much_is_refused_with_the_limit(studio: Studio) -> None:
    work = studio.begin()
    page = studio.ask("PUT", f"{work.path}/pages?name=big&revision=0", raw=b"<p>" + b"x" * (16 << 20))
    assert page.status == 413
    assert "16 MiB" in page.error
    form = studio.ask("POST", f"{work.path}/name", {"revision": 0, "name": "x" * 70_000})
    assert form.status == 413
    assert "64 KiB" in form.error


def test_a_page_without_a_list_is_a_result(studio: Studio) -> None:
    work = studio.begin().add("plain.html", "<p>Nothing to see here.</p>")
    assert work.desk["wrapper"] is None
    assert work.desk["note"]
    assert work.table()["words"] == "no list is chosen"
    assert studio.ask("GET", f"{work.path}/wrapper").status == 400
    assert studio.ask("GET", f"{work.path}/tables").status == 400


def test_answers_are_as_the_document_says(work: Work) -> None:
    studio = work.studio
    document = studio.do("GET", "/api/openapi.json")
    asked = {
        "/api/studio": "/api/studio",
        "/api/desks/{desk}": work.path,
        "/api/desks/{desk}/pages/{page}/nodes": f"{work.path}/pages/{work.page}/nodes",
        "/api/desks/{desk}/pages/{page}/candidates": f"{work.path}/pages/{work.page}/candidates",
        "/api/desks/{desk}/pages/{page}/table": f"{work.path}/pages/{work.page}/table",
        "/api/desks/{desk}/commands": f"{work.path}/commands",
        "/api/library": "/api/library",
    }
    work.step("save", name="For the document")
    for path, filled in asked.items():
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        schema = {**content["application/json"]["schema"], "components": document["components"]}
        jsonschema.validate(studio.do("GET", filled), schema)


FORMS = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def asked(studio: Studio) -> Work:
    """A desk that anything may be done to."""
    return studio.begin().add("books.html", books())


@given(data=st.data())
def test_no_form_makes_the_studio_fail(studio: Studio, asked: Work, data: st.DataObject) -> None:
    document = studio.do("GET", "/api/openapi.json")
    posts = sorted(path for path, methods in document["paths"].items() if "post" in methods)
    path = data.draw(st.sampled_from(posts))
    name = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[
        -1
    ]
    fields = document["components"]["schemas"][name].get("properties", {})
    form = {field: data.draw(FORMS, label=field) for field in fields if data.draw(st.booleans(), label=f"{field}?")}
    if "revision" in fields and data.draw(st.booleans()):
        form["revision"] = studio.do("GET", asked.path)["revision"]
    if "page" in form and data.draw(st.booleans()):
        form["page"] = asked.page
    body = form if data.draw(st.integers(0, 9)) else data.draw(FORMS)
    if isinstance(body, dict) and str(body.get("address", "")).startswith("http"):
        return  # no test asks the network
    answer = studio.ask("POST", path.replace("{desk}", asked.desk["id"]).replace("{name}", "x"), body)
    assert answer.status < 500, (path, body, answer.body)
    if answer.status >= 400:
        assert answer.error


def test_what_was_done_to_columns_stays_when_labels_are_learned(work: Work) -> None:
    place = work.table()["rows"][2]["places"][work.column("title")][0]
    place[1] += len("Book ")
    work.step("label", page=work.page, place=place, name="number", everywhere=True)
    work.edit(op="rename", column=work.column("number"), name="Nummer")
    texts = [column["name"] for column in work.desk["wrapper"]["columns"] if column["kind"] == "text"]
    work.edit(op="merge", columns=[work.column(texts[0]), work.column(texts[1])])
    merged = work.values(texts[0])
    hidden = next(name for name in texts[2:] if name != "Nummer")
    work.edit(op="keep", columns=[work.column(hidden)], keep=False)
    names = work.names
    row = work.table()["rows"][3]
    work.step(
        "label", page=work.page, place=row["places"][work.column("Nummer")][0], column=work.column("Nummer"), record=3
    )
    assert work.names == names
    assert work.values(texts[0]) == merged
    assert work.desk["wrapper"]["columns"][work.column(hidden)]["keep"] is False
    assert work.values("Nummer") == [str(i) for i in range(8)]


def test_a_column_that_structure_tells_is_added_without_labels(studio: Studio) -> None:
    """Many columns of the same markup and words: a mask takes some for each other, the structure does not."""
    chance = random.Random(1)
    words = ["salt", "road", "low", "water", "harbour", "light", "field", "guide", "fog", "tide"]
    cells = [[" ".join(chance.choices(words, k=chance.randint(1, 3))) for _ in range(20)] for _ in range(6)]
    rows = "".join(
        f"<section>{''.join(f'<p>{cell}</p>' for cell in row)}<h4>{row[0]} (no. {i * 7})</h4></section>"
        for i, row in enumerate(cells)
    )
    work = studio.begin().add("grid.html", rows)
    found = studio.do("GET", f"{work.path}/pages/{work.page}/candidates")["candidates"]
    work.step("choose", page=work.page, candidate=next(one["number"] for one in found if one["records"] == 6))
    note = f"{cells[3][0]} (no. 21)"
    place = work.table()["rows"][3]["places"][
        next(i for i, name in enumerate(work.names) if note in work.values(name))
    ][0]
    place[1] += len(note) - len("21)")
    place[3] -= 1
    work.step("label", page=work.page, place=place, name="mine", everywhere=True)
    assert work.desk["how"] == "candidate"
    assert work.values("mine") == [str(i * 7) for i in range(6)]


def test_columns_that_are_lost_are_named(work: Work) -> None:
    work.edit(op="split", column=work.column("title"), by="text", text=" ")
    shown = [column["name"] for column in work.desk["wrapper"]["columns"] if column["keep"]]
    work.add("two.html", books(6, "Great Tome"))
    lost = [name for name in shown if name not in work.names]
    assert lost
    assert all(name in work.desk["note"] for name in lost)
