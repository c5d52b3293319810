"""Of two rotations of a flat list, the one that begins with a heading wins without any margin."""

from __future__ import annotations

from dataclasses import replace

from wrapture import learn
from wrapture.html.lexbor import parse_page
from wrapture.model import PatternLocator
from wrapture.site.highlights import without_highlights
from wrapture.site.wrapping import begins_better

ITEMS = "".join(f"<h2>Volume {n}</h2><p>Printed in {1900 + n}</p>" for n in range(8))
PAGE = parse_page(f"<h1>Library</h1><p>Your results</p>{ITEMS}<p>Foot</p>", url="http://site.example/")


def test_a_heading_begins_a_record() -> None:
    learned = replace(learn(PAGE), spares=())
    upright = replace(learned, locator=PatternLocator("block-level", ("H2 TEXT /H2 P TEXT /P",)))
    rotated = replace(learned, locator=PatternLocator("block-level", ("P TEXT /P H2 TEXT /H2",)))
    assert begins_better(upright, rotated, [PAGE])
    assert not begins_better(rotated, upright, [PAGE])
    assert not begins_better(upright, upright, [PAGE])


def test_marks_go_and_markup_stays() -> None:
    page = parse_page(
        "<a>The <em>rivers</em> of <b>stone</b></a><p><b>River</b></p>"
        "<p>a <span class=hl>river</span>bank, <b>riverside</b></p>"
    )
    plain = without_highlights(page, "river stone")
    assert plain.source == "<a>The rivers of stone</a><p><b>River</b></p><p>a riverbank, riverside</p>"
    assert without_highlights(page, "garden") is page
