"""Several sites as one: one title, one link, one snippet, source and rank, duplicates marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.robot.site import PAGE_SIZE, Site, serving
from wrapture.site.merging import answers
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from tests.robot.site import Site as AnySite


@dataclass
class OtherCatalogue(Site):
    """The same books in a table, under other names, with a summary."""

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        found = self.found(values.get("q", ""))
        if not found:
            return 200, f"<h1>Archive</h1>{self.form('')}<p>Nothing matches.</p>"
        rows = "".join(
            f"<tr><td>{1900 + int(book.split()[1])}</td><td><a href='/item/{book.split()[1]}'>{book}</a></td>"
            f"<td>A long summary of what stands in this volume, number {book.split()[1]} of all.</td></tr>"
            for book in found[:PAGE_SIZE]
        )
        head = "<tr><th>Printed</th><th>Work</th><th>Abstract</th></tr>"
        return 200, f"<h1>Archive</h1>{self.form('')}<table>{head}{rows}</table>"


def test_columns_of_two_sites_are_one(library: AnySite) -> None:
    with serving(OtherCatalogue()) as other:
        wrappers = [
            wrap(library.address, visitor(), name="library").wrapper,
            wrap(other.address, visitor(), name="archive").wrapper,
        ]
        table = answers(wrappers, "garden", visitor(), pages=1).table
    shown = table.shown()
    assert shown.columns[:6] == ("source", "duplicate_of", "rank", "title", "link", "snippet")
    assert set(table["title"]) == set(library.found("garden")[:PAGE_SIZE])
    assert all(table["title"])
    assert all(table["link"])
    snippets = [cell for source, cell in zip(table["source"], table["snippet"], strict=True) if source == "archive"]
    assert len(snippets) == PAGE_SIZE
    assert all(isinstance(cell, str) and cell.startswith("A long summary") for cell in snippets)
    assert table["rank"][:4] == ["1", "1", "2", "2"]
    assert table["duplicate_of"][:2] == [None, "1"]
    assert len([one for one in table["duplicate_of"] if one]) == PAGE_SIZE
