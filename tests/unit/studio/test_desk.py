"""Undo and redo: what was done can be taken back, and back again, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from wrapture.studio.desk import MAX_STEPS, Desk, DeskPage, History


def named(name: str) -> Desk:
    return Desk(name=name)


@given(st.lists(st.sampled_from(["step", "undo", "redo"]), max_size=40))
def test_undo_and_redo_are_a_walk_along_the_steps(moves: list[str]) -> None:
    history = History("a1b2c3")
    done, undone = [history.desk], list[Desk]()
    for number, move in enumerate(moves):
        before = history.revision
        if move == "step":
            desk = named(str(number))
            history = history.stepped(f"step {number}", desk)
            done.append(desk)
            undone.clear()
        elif move == "undo":
            history = history.undone()
            if len(done) > 1:
                undone.append(done.pop())
        else:
            history = history.redone()
            if undone:
                done.append(undone.pop())
        assert history.desk == done[-1]
        assert (history.undoes is None) == (len(done) == 1)
        assert (history.redoes is None) == (not undone)
        assert history.revision == before + 1


def test_only_so_many_steps_are_kept() -> None:
    history = History("a1b2c3")
    for number in range(MAX_STEPS + 50):
        history = history.stepped(f"step {number}", named(str(number)))
    assert len(history.steps) == MAX_STEPS + 1
    assert history.desk.name == str(MAX_STEPS + 49)
    for _ in range(MAX_STEPS + 50):
        history = history.undone()
    assert history.undoes is None
    assert history.desk.name == "49"


def test_pages_that_are_learned_from_begin_with_the_one_that_was_chosen_on() -> None:
    pages = tuple(DeskPage(name, name) for name in ("a", "b", "c"))
    desk = Desk(pages=(*pages[:2], replace(pages[2], learn=False)), chosen_on="b")
    assert [page.id for page in desk.learned_from] == ["b", "a"]
    assert desk.page("c") == replace(pages[2], learn=False)
    assert desk.page("d") is None


def test_a_slider_that_is_moved_is_one_step() -> None:
    history = History("a1b2c3").stepped("Add", named("add"))
    for number in range(5):
        history = history.stepped("Change the fewest repeats", named(str(number)), again=True)
    assert len(history.steps) == 3
    assert history.desk.name == "4"
    assert history.revision == 6
    assert history.undone().desk.name == "add"
    assert len(history.stepped("Change the learner", named("x"), again=True).steps) == 4
    assert len(history.stepped("Change the fewest repeats", named("x")).steps) == 4
