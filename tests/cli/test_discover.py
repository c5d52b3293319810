"""``wrapture discover``, run as a person runs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.conftest import books
from wrapture.cli.options import EncodingName
from wrapture.html.tokens import RECORD_ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command


def candidates(command: Command, *arguments: str) -> list[dict[str, Any]]:
    return all_candidates(command, arguments)[0]


def all_candidates(command: Command, *runs: tuple[str, ...]) -> list[list[dict[str, Any]]]:
    """Return the candidates that each run of the command prints, run side by side."""
    done = command.each(["discover", *arguments, "--format", "json"] for arguments in runs)
    assert {one.code for one in done} == {0}, done
    return [json.loads(one.out)[0]["candidates"] for one in done]


def counts(found: list[dict[str, Any]]) -> list[int]:
    return [len(candidate["records"]) for candidate in found]


def test_a_table_shows_rank_counts_reasons_and_a_sample(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("discover", "books.html")
    assert (done.code, done.err) == (0, "")
    title, verdict, *_ = lines = done.out.splitlines()
    assert title == "books.html: lists on this page, best first"
    assert verdict.startswith(("The first is clearly", "The first is probably"))
    assert [cell.strip() for cell in lines[5].split("│")[1:4:2]] == ["1", "8"]  # rank, records
    told = " ".join(" ".join(line.split("│")[-2].split()) for line in lines[5:-1] if "│" in line)
    assert told.startswith("8 records that look alike and hold ")
    assert "each has a link" in told
    assert "learners: rows, siblings, " in told
    assert "Behind the first because it " in told
    assert "· Book 0 by Author 0 0.50 euro" in done.out
    assert "· Book 1 by Author 1 1.50 euro" in done.out


def test_how_sure_it_is_can_be_said_of_all_learners_together(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    every, one = wrapture.each((["discover", "books.html"], ["discover", "books.html", "--learner", "repeats"]))
    assert "confidence" in every.out
    assert "confidence" not in one.out
    assert "tokens" in one.out  # those of patterns, which the other learners don't have
    menu = "<nav>" + "".join(f"<a href={i}>Part {i}</a> " for i in range(5)) + "</nav>"
    page("menu.html", f"<meta property=og:type content=article>{menu}<p>{'A long story. ' * 60}</p>")
    assert "Nothing here is convincing: the best guess has a confidence of " in wrapture("discover", "menu.html").out


def test_json_has_candidates_best_first(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    found = candidates(wrapture, "books.html", "--learner", "repeats")
    scores = [candidate["score"] for candidate in found]
    assert scores == sorted(scores, reverse=True)
    best = found[0]
    assert best["why"][0].startswith("8 records that look alike ")
    assert best["found_by"] == ["repeats block-level", "repeats all-tag"]
    assert best["locator"] == {"encoding": "block-level", "patterns": ["LI TEXT P TEXT /P P TEXT /P /LI"]}
    assert best["tokens"] == 9
    assert best["evidence"]["links"] == 1.0
    assert len(best["records"]) == 8
    assert best["records"][0]["text"] == "Book 0 by Author 0 0.50 euro"
    assert best["records"][0]["fields"]["title"] == "Book 0"


def test_the_first_candidate_is_what_extract_gives(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    extracted = json.loads(wrapture("extract", "books.html", "-f", "json").out)[0]["records"]
    assert candidates(wrapture, "books.html")[0]["records"] == extracted


def test_a_page_that_fails_has_an_error_and_no_candidates(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("discover", "gone.html", "books.html", "-f", "json")
    gone, found = json.loads(done.out)
    assert done.code == 0
    assert list(gone) == ["page", "candidates", "error"]
    assert gone["candidates"] == []
    assert found["candidates"]
    assert wrapture("discover", "gone.html", "-f", "json").code == 1


def test_a_page_without_candidates_says_so(wrapture: Command, page: Callable[..., Path]) -> None:
    page("none.html", "<p>no list here")
    done = wrapture("discover", "none.html")
    assert (done.code, done.out) == (0, "none.html: nothing on this page repeats like records\n")
    assert candidates(wrapture, "none.html") == []


def test_top_limits_what_is_shown(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    every, best = all_candidates(wrapture, ("books.html",), ("books.html", "--top", "1"))
    assert len(every) > 1
    assert best == every[:1]


TWO_LISTS = (
    "<h1>Two lists</h1><ul>"
    + "".join(f"<li>word {i}</li>" for i in range(12))
    + "</ul><div>"
    + "".join(f"<section><h2>Head {i}</h2><p>first {i}</p><p>second {i}</p></section>" for i in range(5))
    + "</div>"
)


def test_least_length_and_count_drop_short_patterns_and_short_lists(
    wrapture: Command, page: Callable[..., Path]
) -> None:
    page("two.html", TWO_LISTS)
    every, long, many = map(
        counts,
        all_candidates(wrapture, ("two.html",), ("two.html", "--min-length", "8"), ("two.html", "--min-count", "11")),
    )
    assert {12, 5} <= set(every)
    assert 12 not in long
    assert 5 in long
    assert 12 in many
    assert 5 not in many


def test_no_variance_allowed_drops_irregular_lists(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(f"<li><b>Item {i}</b><p>text</p>{'<p>more</p>' * (i % 3)}</li>" for i in range(9))
    page("irregular.html", f"<ul>{rows}</ul>")
    loose, strict = all_candidates(wrapture, ("irregular.html",), ("irregular.html", "--max-variance", "0"))
    assert 9 in counts(loose)
    assert 9 not in counts(strict)


def test_a_density_of_1_drops_lists_with_something_between(wrapture: Command, page: Callable[..., Path]) -> None:
    mixed = "".join(
        f"<h3>Head {i}</h3><p>text</p>{'<hr><div>advert</div>' if i % 2 else '<dl></dl>'}" for i in range(8)
    )
    page("sparse.html", mixed)
    every, dense = all_candidates(wrapture, ("sparse.html",), ("sparse.html", "--min-density", "1"))
    assert len(dense) < len(every)


def test_every_encoding_can_be_asked_for() -> None:
    assert [name.value for name in EncodingName] == [encoding.name for encoding in RECORD_ENCODINGS]


def test_an_encoding_that_is_asked_for_is_used(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    names = ("no-physical", "text-level")
    runs = all_candidates(wrapture, *(("books.html", "--encoding", name) for name in names))
    for name, found in zip(names, runs, strict=True):
        assert 8 in counts(found)
        assert {candidate["locator"]["encoding"] for candidate in found} == {name}
        assert {by for candidate in found for by in candidate["found_by"]} == {f"repeats {name}"}


def test_sections_with_their_headings(wrapture: Command, page: Callable[..., Path]) -> None:
    shop = "<ul>" + "".join(f"<li><a href={i}>Shop {i}</a><br>in street {i}</li>" for i in range(4)) + "</ul>"
    page(
        "two.html",
        f"<h1>Town</h1><h2>Books</h2>{books(6).partition('</h1>')[2].partition('<address>')[0]}<h2>Shops</h2>{shop}",
    )
    done = wrapture("discover", "two.html", "--sections", "--format", "json")
    sections = json.loads(done.out)[0]["sections"]
    assert [(section["heading"], len(section["records"])) for section in sections] == [("Books", 6), ("Shops", 4)]
    assert {(section["kind"], section["main"]) for section in sections} == {("results", True)}
    shown = wrapture("discover", "two.html", "--sections").out
    assert "Books" in shown
    assert "results, main" in shown
    assert "Shop 0 in street 0" in shown
    assert "no section" in wrapture("discover", "-", "--sections", stdin=b"<p>nothing").out


def test_the_visual_learner_shows_its_lists(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    (best, *_) = candidates(wrapture, "books.html", "--learner", "visual")
    assert best["found_by"] == ["visual"]
    assert best["locator"]["prefix"] == "html > body > ul"
    assert best["tokens"] is None
    assert len(best["records"]) == 8


def test_what_the_page_without_results_shows_is_no_list(wrapture: Command, page: Callable[..., Path]) -> None:
    menu = "<table>" + "".join(f"<tr><td>Menu {i}<td>to {i}</tr>" for i in range(9)) + "</table>"
    page("results.html", menu + books())
    page("none.html", f"{menu}<p>Nothing found")
    for learner in ("repeats", "visual"):
        found = candidates(wrapture, "results.html", "--learner", learner, "--no-result", "none.html")
        assert found
        assert not any("Menu" in record["text"] for one in found for record in one["records"])
    line = wrapture("discover", "results.html", "--no-result", "gone.html").fails_with_one_line()
    assert line.startswith("wrapture: gone.html: no such file")
