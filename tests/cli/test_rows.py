"""Row templates on the command line: the one question, its answers beforehand, and how well pages fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command


def books_and_films(books: int = 8, films: int = 7) -> str:
    """Return a page with two lists that look equally good."""
    rows = "".join(
        f'<tr><td><a href="/b/{i}">Book number {i}</a></td><td>by author {i}</td><td>{i}.50 euro</td></tr>'
        for i in range(books)
    )
    items = "".join(
        f'<li><a href="/f/{i}">Film number {i}</a><p>by maker {i}</p><p>{i}.50 euro</p></li>' for i in range(films)
    )
    return f"<h1>Shop</h1><table>{rows}</table><ul>{items}</ul>"


def rows_of(command: Command, name: str = "site.json") -> int:
    profile: dict[str, Any] = json.loads((command.folder / name).read_text())["profile"]
    assert profile["min_records"] == profile["max_records"]
    return int(profile["min_records"])


LEARN = ("learn", "--learner", "rows", "shop.html", "-o", "site.json")


def test_a_clear_number_is_taken_without_a_word(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    done = wrapture("learn", "--learner", "rows", "books.html", "-o", "site.json")
    assert done.code == 0
    assert [line for line in done.err.splitlines() if "rows" in line] == []
    assert rows_of(wrapture) == 8
    wrapper = json.loads((wrapture.folder / "site.json").read_text())
    assert wrapper["learner"] == "rows"
    assert wrapper["locator"]["kind"] == "rows"
    assert wrapper["locator"]["template"][:2] == ["<li>", "<a href>"]


def test_a_person_is_asked_where_it_is_not_clear(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    code, shown = wrapture.asked(b"7\n", *LEARN)
    assert code == 0
    assert "shop.html: this list may have so many rows, the likeliest first" in shown
    assert "L(N)/L(N+1)" in shown
    for text in ("Book number 0", "Book number 7", "Film number 0", "Film number 6"):  # the first and last row of each
        assert text in shown
    assert "How many rows does the list have? [8]" in shown
    assert rows_of(wrapture) == 7


def test_enter_takes_the_best_and_nonsense_is_asked_again(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    code, shown = wrapture.asked(b"many\n99\n\n", *LEARN)
    assert code == 0
    assert "many is none of them: type 8, 7 or" in shown
    assert "99 is none of them" in shown
    assert rows_of(wrapture) == 8


def test_no_answer_learns_nothing(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    code, shown = wrapture.asked(b"\x04", *LEARN)
    assert code == 1
    assert "no number of rows was chosen, so nothing was learned (--yes takes the best)" in shown
    assert not (wrapture.folder / "site.json").exists()


def test_answers_beforehand(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    code, shown = wrapture.asked(b"", *LEARN, "--yes")
    assert (code, rows_of(wrapture)) == (0, 8)
    assert "How many" not in shown
    done = wrapture(*LEARN, "--rows", "7", "--force")
    assert (done.code, rows_of(wrapture)) == (0, 7)
    assert "not certain" not in done.err


def test_without_a_terminal_the_best_is_taken_and_said(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    done = wrapture(*LEARN)
    assert (done.code, rows_of(wrapture)) == (0, 8)
    assert "shop.html: took 8 rows, which is not certain; it may be 7" in done.err.splitlines()[0]


def test_a_number_that_no_list_has_is_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    line = wrapture(*LEARN, "--rows", "5").fails_with_one_line()
    assert "shop.html: no list with 5 rows on this page: the best have 8, 7" in line


def test_rows_and_candidate_do_not_go_together(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    done = wrapture(*LEARN, "--rows", "7", "--candidate", "2")
    assert done.code == 2
    assert "not by both" in done.err


def test_the_number_of_rows_serves_the_other_learners_too(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shop.html", books_and_films())
    done = wrapture("learn", "shop.html", "-o", "site.json", "--rows", "7")
    assert (done.code, rows_of(wrapture)) == (0, 7)


# --- fit ---


def fits(command: Command, *pages: str) -> list[float]:
    done = command("extract", "--wrapper", "site.json", "--format", "json", *pages)
    return [result["fit"] for result in json.loads(done.out)]


def test_every_kind_of_wrapper_tells_how_well_a_page_fits(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("more.html", books(12, "Novel"))
    page("changed.html", books().replace("<p>", "<span class=x>").replace("</p>", "</span>"))
    page("other.html", "<h1>Menu</h1><ul>" + "".join(f"<li><a href=/{i}>Link {i}</a></li>" for i in range(8)) + "</ul>")
    for learner in ("repeats", "visual", "rows"):
        wrapture("learn", "--learner", learner, "books.html", "-o", "site.json", "--force")
        own, more, changed, other = fits(wrapture, "books.html", "more.html", "changed.html", "other.html")
        assert (own, more) == (1.0, 1.0)
        assert changed < 1
        assert other <= 0.5


def test_a_page_that_does_not_fit_is_said_and_strict(wrapture: Command, page: Callable[..., Path]) -> None:
    items = "".join(f"<li><a href=/{i}>{i}</a></li>" for i in range(8))
    page("site.html", f"<h1>Catalogue of books</h1><p class=lead>Find all<p class=tail>Or some</p><ul>{items}</ul>")
    page("other.html", f"<h1>Staff</h1><p class=intro>Who we are<p class=foot>Write to us</p><ul>{items}</ul>")
    wrapture("learn", "--learner", "rows", "site.html", "-o", "site.json")
    good = wrapture("extract", "--wrapper", "site.json", "site.html", "--strict")
    assert (good.code, good.err) == (0, "")
    bad = wrapture("extract", "--wrapper", "site.json", "other.html", "--strict")
    assert bad.code == 3
    assert "other.html: does not fit (" in bad.err
    assert "0 % of the frame around them" in bad.err
    assert "8 records" in bad.out  # what was read is printed all the same
    assert wrapture("extract", "--wrapper", "site.json", "other.html").code == 0


def test_far_fewer_records_are_worth_a_word_but_no_misfit(wrapture: Command, page: Callable[..., Path]) -> None:
    page("site.html", books(20))
    page("few.html", books(3))
    wrapture("learn", "--learner", "rows", "site.html", "-o", "site.json")
    done = wrapture("extract", "--wrapper", "site.json", "few.html", "--strict")
    assert done.code == 0
    assert "few.html: 3 records, where 20 were seen when the wrapper was learned; is the page complete?" in done.err


def test_json_lines_carry_the_fit(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    wrapture("learn", "books.html", "-o", "site.json")
    lines = wrapture("extract", "--wrapper", "site.json", "--format", "jsonl", "books.html").out.splitlines()
    assert [json.loads(line)["fit"] for line in lines] == [1.0] * 8
    assert all(
        "fit" not in json.loads(line) for line in wrapture("extract", "-f", "jsonl", "books.html").out.splitlines()
    )


# --- the library ---


def site(noun: str, tag: str, count: int = 8) -> str:
    """Return a page of a site of its own."""
    head = "".join(f"<p class={noun}-{word}>{word} {noun}</p>" for word in ("all", "new", "best", "help"))
    rows = "".join(f"<{tag}><b>{noun} {i}</b><i>{i} euro</i></{tag}>" for i in range(count))
    return f"<h1>{noun}</h1>{head}<div>{rows}</div>"


def test_each_page_is_read_by_the_wrapper_that_fits_it(wrapture: Command, page: Callable[..., Path]) -> None:
    for noun, tag in (("tea", "p"), ("rope", "section")):
        page(f"{noun}-1.html", site(noun, tag))
        page(f"{noun}-2.html", site(noun, tag, 11))
        wrapture("learn", "--learner", "rows", f"{noun}-1.html", "-o", f"{noun}.json", "--name", noun)
    wrapture("library", "add", "lib", "tea.json", "rope.json")
    done = wrapture("extract", "--library", "lib", "-f", "json", "rope-2.html", "tea-2.html")
    found = [(one["page"], one["wrapper"], one["fit"], len(one["records"])) for one in json.loads(done.out)]
    assert found == [("rope-2.html", "rope", 1.0, 11), ("tea-2.html", "tea", 1.0, 11)]
    assert (done.code, done.err) == (0, "")


def test_a_page_that_fits_none_says_so_and_can_be_learned(wrapture: Command, page: Callable[..., Path]) -> None:
    page("tea.html", site("tea", "p"))
    page("rope-1.html", site("rope", "section"))
    page("rope-2.html", site("rope", "section", 11))
    wrapture("learn", "--learner", "rows", "tea.html", "-o", "tea.json")
    wrapture("library", "add", "lib", "tea.json")
    done = wrapture("extract", "--library", "lib", "-f", "json", "rope-1.html", "tea.html", "--strict")
    foreign, own = json.loads(done.out)
    assert done.code == 3
    assert foreign["error"] == "fits no wrapper of lib; --learn-new learns one from it"
    assert len(own["records"]) == 8
    done = wrapture("extract", "--library", "lib", "--learn-new", "-f", "json", "rope-1.html", "rope-2.html")
    assert done.code == 0
    assert done.err == "wrapture: rope-1.html: fits no wrapper of lib; learned rope-1 from it\n"
    assert [(one["wrapper"], len(one["records"])) for one in json.loads(done.out)] == [("rope-1", 8), ("rope-1", 11)]


def test_a_library_may_begin_empty(wrapture: Command, page: Callable[..., Path]) -> None:
    page("tea.html", site("tea", "p"))
    page("blank.html", "<p>Nothing")
    assert "no such folder" in wrapture("extract", "--library", "new", "tea.html").fails_with_one_line()
    done = wrapture("extract", "--library", "new", "--learn-new", "-f", "json", "tea.html", "blank.html")
    tea, blank = json.loads(done.out)
    assert (tea["wrapper"], len(tea["records"])) == ("tea", 8)
    assert "nothing on it repeats like records" in blank["error"]


def test_what_does_not_go_together_is_told(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    both = wrapture("extract", "--library", "lib", "--wrapper", "site.json", "books.html")
    alone = wrapture("extract", "--learn-new", "books.html")
    assert (both.code, alone.code) == (2, 2)
    assert "a wrapper or a library, not both" in both.err
    assert "--library FOLDER" in alone.err
