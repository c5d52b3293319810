"""What the visual learner tabulates once for a page agrees with examining each block, line and node by itself."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import ugly_html
from wrapture.html.content_lines import Line, LineType
from wrapture.learning.visual.expansion import Expander
from wrapture.learning.visual.first_lines import INVISIBLE, NUMBERED, FirstLines
from wrapture.learning.visual.line_blocks import Blocks, cut
from wrapture.learning.visual.looks import CODES, Look, LookLikeness, Looks
from wrapture.learning.visual.tag_paths import tag_paths
from wrapture.reading.forest import label_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

kinds = st.sampled_from(LineType)
flush = st.lists(st.tuples(kinds, st.just(0)), max_size=12)
indented = st.lists(st.tuples(kinds, st.sampled_from([0, 20, 40, 80])), max_size=12)


def lines_of(pairs: Sequence[tuple[LineType, int]]) -> list[Line]:
    return [Line(kind, position, n, n + 1) for n, (kind, position) in enumerate(pairs)]


def look_by_definition(lines: Sequence[Line]) -> Look:
    seen = [line.position for line in lines if line.type not in INVISIBLE]
    left = min(seen, default=0)
    codes = [CODES[line.type] for line in lines]
    types = "".join(code if code == CODES[LineType.TEXT] else code * len(list(run)) for code, run in groupby(codes))
    return Look(types, tuple(position - left for position, _ in groupby(seen)), left)


def first_lines_by_definition(lines: Sequence[Line]) -> list[int | None]:
    """Return the first line of a record by each of the five rules of the paper."""
    seen = [n for n, line in enumerate(lines) if line.type not in INVISIBLE]
    left = min((lines[n].position for n in seen), default=0)

    def only(found: list[int]) -> int | None:
        return found[0] if len(found) == 1 else None

    def after(kind: LineType) -> int | None:
        n = only([n for n, line in enumerate(lines) if line.type == kind])
        return n + 1 if n is not None and n + 1 in seen else None

    return [
        after(LineType.HR_LINE),
        only([n for n, line in enumerate(lines) if line.type in NUMBERED]),
        only([n for n in seen if lines[n].position == left]),
        after(LineType.BLANK),
        seen[0] if seen else None,
    ]


@given(st.one_of(flush, indented))
def test_every_block_looks_as_if_it_were_alone(pairs: list[tuple[LineType, int]]) -> None:
    lines = lines_of(pairs)
    looks = Looks(lines)
    for start in range(len(lines) + 1):
        for stop in range(start, len(lines) + 1):
            assert looks.of(start, stop) == look_by_definition(lines[start:stop])
            assert looks.of(start, stop) is looks.of(start, stop)


@given(st.one_of(flush, indented))
def test_the_rules_find_what_they_say(pairs: list[tuple[LineType, int]]) -> None:
    lines = lines_of(pairs)
    rules = FirstLines(lines)
    for start in range(len(lines) + 1):
        for stop in range(start, len(lines) + 1):
            found = [n if n is None else n + start for n in first_lines_by_definition(lines[start:stop])]
            assert rules.of(start, stop) == (next((n for n in found if n is not None), None), *found)


@given(st.one_of(flush, indented), st.sets(st.integers(0, 11)))
def test_groups_are_the_runs_of_blocks_that_look_alike(pairs: list[tuple[LineType, int]], ends: set[int]) -> None:
    lines = lines_of(pairs)
    ends = {end for end in ends if end < len(lines)}
    tight, loose = LookLikeness(), LookLikeness().loosened
    found = list(Blocks(lines, Looks(lines)).groups(sorted(ends), (tight, loose), 2))
    expected: list[tuple[tuple[int, int], ...]] = []
    for alike in (tight, loose):
        runs: list[list[tuple[int, int]]] = []
        for block in cut(len(lines), sorted(ends)):
            look = look_by_definition(lines[slice(*block)])
            if runs and alike(look_by_definition(lines[slice(*runs[-1][-1])]), look):
                runs[-1].append(block)
            else:
                runs.append([block])
        expected += [tuple(run) for run in runs if len(run) > 1]
    assert list(dict.fromkeys(found)) == list(dict.fromkeys(expected))


def names_above(page: Page, node: int) -> list[str]:
    return [page.tags[node], *names_above(page, page.parents[node])] if node >= 0 else []


@scaled(0.5)
@given(ugly_html)
def test_tag_paths_are_the_same_where_the_names_are(html: str) -> None:
    page = wrapture.parse(html)
    paths = tag_paths(page)
    names = [tuple(names_above(page, node)) for node in range(len(page))]
    assert len(set(zip(paths, names, strict=True))) == len(set(paths)) == len(set(names))


@scaled(0.5)
@given(ugly_html, st.integers(0, 4), st.booleans())
def test_numbers_are_the_same_where_the_labels_are(html: str, depth: int, counted: bool) -> None:
    page = wrapture.parse(html)
    expand = Expander(page).number
    numbers = [expand(node, depth, counted) for node in range(len(page))]
    labels = [label_of(page, node, depth, counted=counted) for node in range(len(page))]
    assert len(set(zip(numbers, labels, strict=True))) == len(set(numbers)) == len(set(labels))
