"""A script on a real issue tracker that shows nothing without a login; the tracker's own index knows the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import need_browser
from tests.engines import roundup as roundups
from tests.engines.collection import hits, numbers_of, words_with
from tests.engines.engine import need
from tests.robot.scripts import QUICK
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.net.visitor import Visitor
from wrapture.site.script import Parts, parse_script, run_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engines.roundup import Trackers
    from wrapture.site.script.driver import Shot


@pytest.fixture(scope="module")
def trackers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trackers]:
    need(roundups.missing(), roundups.REMEDY)
    with roundups.roundup(tmp_path_factory.mktemp("roundup")) as both:
        yield both


@pytest.mark.parametrize("render", [False, True])
def test_all_pages_of_an_answer_behind_a_login(trackers: Trackers, render: bool) -> None:
    if render:
        need_browser()
    engine, word = trackers.closed, max(words_with(101, 400), key=hits().__getitem__)
    script = parse_script(
        f"""
        steps:
          - open: {engine.start}
          - log in: {{user: {trackers.user}, password: {{secret: TRACKER}}}}
          - fill: {{"@search_text": {word}}}
          - send: "@search_text"
          - save: found
          - next: {{pages: 20, save: found}}
        """
    )
    saved: list[Shot] = []
    run_script(
        script,
        Visitor(politeness=QUICK, allow_private=True),
        render=Parts(allow_private=True) if render else None,
        save=lambda _, shot: saved.append(shot),
        ask={"TRACKER": trackers.password}.get,
    )
    pages = [read_page(Capture(shot.url, shot.body, shot.url)) for shot in saved]
    found = [number for page in pages for number in numbers_of(page.text(page.body))]
    assert len(pages) > 2
    assert set(found) == engine.truth(word)
    assert len(found) == len(set(found))
