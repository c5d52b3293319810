"""The lines that the studio offers to copy give what it shows: they are run, and what they print is compared."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Site, running
from tests.conftest import books, need_browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.studio.running import Studio, Work


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on this machine."""
    yield from running(Site())


@pytest.fixture
def saved(studio: Studio, tmp_path: Path) -> Work:
    """A desk whose page is in the test's folder, with a column added and one hidden, saved to the library."""
    (tmp_path / "books.html").write_text(books())
    work = studio.begin().add("books.html", books())
    place = work.table()["rows"][2]["places"][work.column("author")][0]
    place[1] += len("by ")
    work.step("label", page=work.page, place=place, name="person", everywhere=True, record=2)
    work.edit(op="keep", columns=[work.column("link")], keep=False)
    return work.step("save", name=f"Copied {tmp_path.name}")


def shown(work: Work) -> list[dict[str, str]]:
    """Return the rows that the studio shows, without hidden columns."""
    columns = work.desk["wrapper"]["columns"]
    kept = [at for at, column in enumerate(columns) if column["keep"]]
    return [{columns[at]["name"]: row["cells"][at] for at in kept} for row in work.table()["rows"]]


def run(folder: Path, *line: str | Path) -> str:
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=True).stdout


def lines(work: Work, kind: str) -> str:
    return str(work.studio.do("GET", f"{work.path}/commands")[kind])


def test_the_line_for_the_shell_gives_what_is_shown(saved: Work, tmp_path: Path) -> None:
    command = lines(saved, "shell").replace("wrapture ", f"{Path(sys.executable).parent / 'wrapture'} ", 1)
    run(tmp_path, "sh", "-c", command)
    (file,) = tmp_path.glob("*.csv")
    with file.open(encoding="utf-8-sig") as text:
        rows = list(csv.DictReader(text))
    for row, wanted in zip(rows, shown(saved), strict=True):
        assert (row["title"], row["person"]) == (wanted["title"], wanted["person"])
        assert "link" not in row


def test_the_lines_for_python_give_what_is_shown(saved: Work, tmp_path: Path) -> None:
    code = (
        lines(saved, "python")
        + "    import json\n    print(json.dumps([table['title'], table['person'], table.columns]))\n"
    )
    told, found = run(tmp_path, sys.executable, "-c", code).splitlines()
    titles, persons, columns = json.loads(found)
    assert told == "books.html 8 1.0"
    assert titles == [row["title"] for row in shown(saved)]
    assert persons == [row["person"] for row in shown(saved)]
    assert "link" not in columns or "link" not in shown(saved)[0]


def test_the_lines_for_scrapy_give_what_is_shown(saved: Work, tmp_path: Path) -> None:
    pytest.importorskip("scrapy")
    (tmp_path / "spider.py").write_text(lines(saved, "scrapy"))
    run(tmp_path, sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "found.json", "--nolog")
    found = json.loads((tmp_path / "found.json").read_text())
    assert [row["title"] for row in found] == [row["title"] for row in shown(saved)]
    assert [row["person"] for row in found] == [row["person"] for row in shown(saved)]
    assert "link" not in found[0]


def test_lines_for_a_rendered_page_render_it(start_studio: Callable[..., Studio], site: Site, tmp_path: Path) -> None:
    need_browser()
    rows = "".join(f"<li><a href=/b/{i}>Book {i}</a><p>by Author {i}</p><p>{i}.50 euro</p></li>" for i in range(6))
    made = f"<script>document.querySelector('ul').innerHTML = {json.dumps(rows)}</script>"
    site.pages["/list"] = ("text/html; charset=utf-8", f"<!doctype html><title>Made</title><ul></ul>{made}".encode())
    studio = start_studio("--allow-private")
    work = studio.begin()
    page = {"revision": work.desk["revision"], "address": site.url("/list"), "scripts": True}
    work.desk = studio.do("POST", f"{work.path}/pages", page)
    assert len(work.table()["rows"]) == 6
    work.step("save", name="Made").step("unlabel", page=work.page, record=1)
    assert lines(work, "shell").startswith("# without 1 correction by hand")
    work.step("undo")
    command = lines(work, "shell").replace("wrapture ", f"{Path(sys.executable).parent / 'wrapture'} ", 1)
    assert command.endswith(" --allow-private --render always --scripts\n")
    run(tmp_path, "sh", "-c", command)
    assert len((tmp_path / "Made.csv").read_text("utf-8-sig").splitlines()) == 7
    assert run(tmp_path, sys.executable, "-c", lines(work, "python")).split()[1] == "6"
