"""Of two rotations of a flat list, the one that begins with a heading wins without any margin."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture import learn
from wrapture.errors import NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import Ranked
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.model import PatternLocator, SiblingLocator, Wrapper
from wrapture.reading.spares import wrapper_records
from wrapture.site import wrapping
from wrapture.site.highlights import without_highlights
from wrapture.site.new_lines import Background
from wrapture.site.rotations import is_better_rotation
from wrapture.site.sampling import SampleReply, Samples

if TYPE_CHECKING:
    import pytest

ITEMS = "".join(f"<h2>Volume {n}</h2><p>Printed in {1900 + n}</p>" for n in range(8))
PAGE = parse_page(f"<h1>Library</h1><p>Your results</p>{ITEMS}<p>Foot</p>", url="http://site.example/")
REPLIES = [(PAGE, "river")]


def test_a_heading_begins_a_record() -> None:
    learned = replace(learn(PAGE), spares=())
    upright = replace(learned, locator=PatternLocator("block-level", ("H2 TEXT /H2 P TEXT /P",)))
    rotated = replace(learned, locator=PatternLocator("block-level", ("P TEXT /P H2 TEXT /H2",)))
    assert is_better_rotation(upright, rotated, REPLIES)
    assert not is_better_rotation(rotated, upright, REPLIES)
    assert not is_better_rotation(upright, upright, REPLIES)


def test_a_rotation_that_the_judge_ranks_first_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read the news about equally well, so that version 0.1.0, which asked for a margin, kept the first."""
    learned = replace(learn(PAGE), spares=())
    patterns = ("P TEXT /P H2 TEXT /H2", "H2 TEXT /H2 P TEXT /P")
    ranked = [replace(learned, locator=PatternLocator("block-level", (one,))) for one in patterns]
    empty = parse_page("<h1>Library</h1><p>Nothing</p><p>Foot</p>", url="http://site.example/")
    samples = Samples(Background(empty, "xyz"), Ranked(LEARNERS[ALL]))
    samples.large.append(SampleReply("volume", PAGE, (), 8, lambda _: PAGE))

    def choose(*_: object, choice: int = 1, **__: object) -> Wrapper:
        if choice > len(ranked):
            raise NothingFoundError("no more lists")
        return ranked[choice - 1]

    monkeypatch.setattr(wrapping, "learn_ranked", choose)
    values = [wrapping._value(wrapper, samples) for wrapper in ranked]
    assert abs(values[0] - values[1]) < wrapping.CLEARLY
    assert wrapping._best([PAGE], samples, "", ()) == ranked[1]
    monkeypatch.setattr(wrapping, "is_better_rotation", lambda *_: False)
    assert wrapping._best([PAGE], samples, "", ()) == ranked[0]


def test_cells_are_no_rotation_of_their_rows() -> None:
    """In Django's admin, the link of each row once replaced the row: a cell begins inside it, where rows don't begin."""
    rows = "".join(f"<tr><td><input><th class=name><a href=/{n}>{n}</a><td>Volume {n}</tr>" for n in range(8))
    page = parse_page(f"<table>{rows}</table>", url="http://site.example/")
    learned = replace(learn(page), spares=())
    path = ("html", "body", "table", "tbody", "tr")
    whole = replace(learned, locator=SiblingLocator(path[:-1], "tbody", "tr", "", 0.0))
    cells = replace(learned, locator=SiblingLocator(path, "tr", "th.name", "", 0.0, several=True))
    assert [len(wrapper_records(wrapper, page)) for wrapper in (whole, cells)] == [8, 8]
    assert not is_better_rotation(cells, whole, [(page, "volume")])


def test_marks_go_and_markup_stays() -> None:
    page = parse_page(
        "<a>The <em>rivers</em> of <b>stone</b></a><p><b>River</b></p>"
        "<p>a <span class=hl>river</span>bank, <b>riverside</b></p>"
    )
    plain = without_highlights(page, "river stone")
    assert plain.source == "<a>The rivers of stone</a><p><b>River</b></p><p>a riverbank, riverside</p>"
    assert without_highlights(page, "garden") is page
    row = parse_page(
        "<a><b>River</b> <b>Stone</b> tales</a><p><b>River</b><b>Stone</b></p><p><b>Stone</b> <i>River</i></p>"
    )
    plain = without_highlights(row, "river stone")
    assert plain.source == "<a>River Stone tales</a><p><b>River</b><b>Stone</b></p><p><b>Stone</b> <i>River</i></p>"
