"""The native extension is there where it can be built, reads as Python reads, and takes no wrong argument for a right one."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import hatch_build
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NO_COMPILER, ROOT, WITHOUT_C
from wrapture.html import native
from wrapture.html.lexbor import parse_tree
from wrapture.html.native import ANY, BLANK, ELEMENT, EXACT, FIRST_WORD, HIDDEN, SHOWN
from wrapture.html.page import plain_address

if TYPE_CHECKING:
    from wrapture.html._tree import Step
    from wrapture.html.lexbor import Node

ASKED_AWAY: Final = os.environ.get("WRAPTURE_NATIVE") == "0"
needs_native = pytest.mark.skipif(not native.is_available(), reason=WITHOUT_C if ASKED_AWAY else NO_COMPILER)
SPACES: Final = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]


def compiler() -> str | None:
    """Return the C compiler of this machine, None where there is none, or nothing to compile against."""
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return None
    return shutil.which((os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0])


def test_it_is_there_where_there_is_a_compiler() -> None:
    if ASKED_AWAY:
        assert not native.is_available()
        return
    if compiler() is None:
        pytest.skip(NO_COMPILER)
    assert native.is_available()


# --- building ---


def test_a_machine_without_a_compiler_is_told_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -x")
    assert hatch_build.compiled(tmp_path).startswith("no-such-compiler: ")


@pytest.mark.parametrize(
    ("name", "flags", "tag"),
    [
        ("linux-x86_64", None, "linux_x86_64"),
        ("macosx-11.0-arm64", "-arch arm64", "macosx_11_0_arm64"),
        ("macosx-10.13-universal2", None, "macosx_10_13_arm64"),
        ("macosx-10.13-universal2", "-arch arm64 -arch x86_64", "macosx_10_13_universal2"),
    ],
)
def test_a_wheel_is_tagged_for_what_was_compiled(
    name: str, flags: str | None, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    if flags is None:
        monkeypatch.delenv("ARCHFLAGS", raising=False)
    else:
        monkeypatch.setenv("ARCHFLAGS", flags)
    assert hatch_build.platform_tag(name) == tag


@pytest.mark.parametrize(
    ("version", "tag"), [((3, 11, 7), "cp311"), ((3, 12, 1), "cp311"), ((3, 13, 0), "cp313"), ((3, 14), "cp313")]
)
def test_python_tag(version: tuple[int, ...], tag: str) -> None:
    """What the headers of 3.13 compiled fails on 3.11: `PY_SSIZE_T_CLEAN macro must be defined`."""
    assert hatch_build.python_tag(version) == tag


def test_macos_compiles_for_the_processors_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 1, "", "stopped")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("ARCHFLAGS", "-arch x86_64")
    monkeypatch.setattr(subprocess, "run", run)
    assert hatch_build.compiled(tmp_path) == "stopped"
    assert {"-bundle", "-arch", "x86_64"} <= set(ran[0])


def test_what_does_not_compile_is_told_in_one_line(tmp_path: Path) -> None:
    if compiler() is None:
        pytest.skip(NO_COMPILER)
    sources = tmp_path / hatch_build.SOURCES
    sources.mkdir(parents=True)
    (sources / "bad.c").write_text("#error never\n")
    (tmp_path / hatch_build.TARGET).parent.mkdir(parents=True)
    reason = hatch_build.compiled(tmp_path)
    assert "never" in reason
    assert "\n" not in reason
    assert not (tmp_path / hatch_build.TARGET).exists()


@pytest.mark.skipif(not os.environ.get("WRAPTURE_CI"), reason="compilers differ in what they warn of: in CI only")
def test_it_compiles_without_a_warning() -> None:
    if compiler() is None:
        pytest.skip(NO_COMPILER)
    folders = (hatch_build.SOURCES, hatch_build.KERNEL_SOURCES)
    sources = sorted(str(source) for folder in folders for source in (ROOT / folder).glob("*.c"))
    strict = ["-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-fsyntax-only"]
    command = [str(compiler()), *strict, f"-I{sysconfig.get_path('include')}", *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_can_be_turned_off() -> None:
    code = "from wrapture.html import native; print(native.is_available())"
    env = {**os.environ, "WRAPTURE_NATIVE": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "False\n", done.stderr


@needs_native
@pytest.mark.parametrize("library", [None, "/no/such/library.so", os.__file__])
def test_a_library_that_is_no_parser(library: str | None) -> None:
    from wrapture.html._tree import bind

    with pytest.raises((ImportError, TypeError)):
        bind(library)  # type: ignore[arg-type]
    assert native._why_not.__wrapped__() == ""  # the right one is bound again


# --- shapes ---


def node_of(html: str, selector: str) -> Node:
    """Return an element of a page; its tree lives as long as it does."""
    node = parse_tree(html).css_first(selector)
    assert node is not None
    return node


def values(node: Node, *steps: Step, links: int = 0, texts: int = 0, asked: int = 0) -> tuple[Any, ...] | None:
    """Return what a shape reads of an element, given its steps: one value of all texts, and the first ones as they are."""
    from wrapture.html._tree import Shape

    parts = (tuple((number, False) for number in range(texts)),) if texts else ()
    return Shape(steps, links, texts, parts, tuple(range(asked))).match(node.mem_id)


def element(depth: int, name: str, demands: tuple[tuple[bytes, bytes, int], ...] | None = None) -> Step:
    return depth, ELEMENT, name.encode(), demands, b"", False, -1


def text(depth: int, kind: int, number: int = -1) -> Step:
    return depth, kind, b"", None, b"", False, number


@needs_native
@pytest.mark.parametrize("space", SPACES)
def test_white_space_is_that_of_python(space: str) -> None:
    written = f"{space}a{space} {space}b{space}"
    node = node_of(f"<p>{written}</p><b>{space}</b>", "p")
    found = values(node, element(0, "p"), text(1, SHOWN, 0), texts=1, asked=1)
    raw = node.text(deep=True)
    assert found == (None, " ".join(raw.split()), raw)
    blank = node_of(f"<b>{space}</b>", "b")
    assert values(blank, element(0, "b"), text(1, BLANK)) == (None,)
    assert values(blank, element(0, "b"), text(1, SHOWN)) is None
    assert values(blank, element(0, "b"), text(1, HIDDEN)) == (None,)


NEAR: Final = (
    "ab \t\n\x0b\x1b\x1c\x1f\x7f\x85\xa0\u167f\u1680\u1fff\u2000\u200a\u200b\u2027\u2028\u202f\u205f"
    "\u2fff\u3000\u3001éüß中😀\ue009\ue00b"
)
"""White space of all kinds, and what its bytes look like."""


@needs_native
@given(st.lists(st.tuples(st.text(NEAR, min_size=1), st.booleans()), min_size=1, max_size=5))
def test_texts_are_joined_as_python_joins_them(parts: list[tuple[str, bool]]) -> None:
    from wrapture.html._tree import Shape

    shown = [(f"{one}x{one}", apart) for one, apart in parts]
    node = node_of("".join(f"<b>{one}</b>" for one, _ in shown).join(("<p>", "</p>")), "p")
    steps = [element(0, "p")]
    for number in range(len(shown)):
        steps += [element(1, "b"), text(2, SHOWN, number)]
    value = tuple((number, apart) for number, (_, apart) in enumerate(shown))
    found = Shape(tuple(steps), 0, len(shown), (value, *[(part,) for part in value]), ()).match(node.mem_id)
    raw = [child.text(deep=True) for child in node.iter()]
    whole = "".join(f" {one}" if apart else one for one, (_, apart) in zip(raw, shown, strict=True))
    assert found == (None, " ".join(whole.split()), *[" ".join(one.split()) for one in raw])


@needs_native
@given(st.text(NEAR + "/?&=#", max_size=20))
def test_addresses_are_plain(value: str) -> None:
    node = node_of("<a>x</a>", "a")
    node.attrs["href"] = value
    step: Step = (0, ELEMENT, b"a", None, b"href", True, 0)
    assert values(node, step, text(1, SHOWN), links=1) == (None, plain_address(value))


@needs_native
def test_a_private_character_is_left_to_python() -> None:
    node = node_of("<p>a\ue00ab</p>", "p")
    assert values(node, element(0, "p"), text(1, SHOWN, 0), texts=1) is None


MATCHES: Final[dict[str, tuple[str, tuple[Step, ...], bool]]] = {
    "the same": ("<p>x</p>", (element(0, "p"), text(1, SHOWN)), True),
    "comments between": ("<p><!--a-->x<!--b--></p>", (element(0, "p"), text(1, SHOWN)), True),
    "another name": ("<p>x</p>", (element(0, "b"), text(1, SHOWN)), False),
    "a longer name": ("<p-q>x</p-q>", (element(0, "p"), text(1, SHOWN)), False),
    "one more": ("<p>x<b></b></p>", (element(0, "p"), text(1, SHOWN)), False),
    "one less": ("<p>x</p>", (element(0, "p"), text(1, SHOWN), element(1, "b")), False),
    "deeper": ("<p><b>x</b></p>", (element(0, "p"), element(1, "b"), text(1, SHOWN)), False),
    "a text for an element": ("<p>x</p>", (element(0, "p"), element(1, "b")), False),
    "an element for a text": ("<p><b></b></p>", (element(0, "p"), text(1, SHOWN)), False),
    "any attributes": ("<p a=1 b>x</p>", (element(0, "p"), text(1, SHOWN)), True),
    "attributes": ("<p a=1 b>x</p>", (element(0, "p", ((b"a", b"1", EXACT), (b"b", b"", ANY))), text(1, SHOWN)), True),
    "none of them": ("<p a=1>x</p>", (element(0, "p", ()), text(1, SHOWN)), False),
    "not all": ("<p a=1>x</p>", (element(0, "p", ((b"a", b"1", EXACT), (b"b", b"", ANY))), text(1, SHOWN)), False),
    "other values": ("<p a=12>x</p>", (element(0, "p", ((b"a", b"1", EXACT),)), text(1, SHOWN)), False),
    "another order": ("<p b a>x</p>", (element(0, "p", ((b"a", b"", ANY), (b"b", b"", ANY))), text(1, SHOWN)), False),
    "a word": ("<p class=a>x</p>", (element(0, "p", ((b"class", b"a", FIRST_WORD),)), text(1, SHOWN)), True),
    "words": ("<p class='a\nb'>x</p>", (element(0, "p", ((b"class", b"a", FIRST_WORD),)), text(1, SHOWN)), True),
    "half a word": ("<p class=ab>x</p>", (element(0, "p", ((b"class", b"a", FIRST_WORD),)), text(1, SHOWN)), False),
    "a wanted one": ("<p a=1>x</p>", ((0, ELEMENT, b"p", None, b"a", True, -1), text(1, SHOWN)), True),
    "a wanted one missing": ("<p b=1>x</p>", ((0, ELEMENT, b"p", None, b"a", True, -1), text(1, SHOWN)), False),
    "an unwanted one": ("<p a=1>x</p>", ((0, ELEMENT, b"p", None, b"a", False, -1), text(1, SHOWN)), False),
}


@needs_native
@pytest.mark.parametrize("name", MATCHES)
def test_matching(name: str) -> None:
    html, steps, is_match = MATCHES[name]
    node = node_of(html, "body > *")
    for _ in range(2):  # the names of elements are known by number the second time
        assert (values(node, *steps) is not None) == is_match


@needs_native
def test_siblings() -> None:
    from wrapture.html._tree import Shape, is_inside, size

    html = "<div><p>a</p><!--c--><b>d</b>e</div>"
    first, last = node_of(html, "p"), None
    last = first.parent.css_first("b") if first.parent is not None else None
    assert last is not None
    both = first.mem_id, last.mem_id
    steps = (element(0, "p"), text(1, SHOWN), element(0, "b"), text(1, SHOWN))
    assert Shape(steps, 0, 0, (), ()).match(both) == (None,)
    assert Shape(steps[:2], 0, 0, (), ()).match(both) is None
    assert Shape(steps, 0, 0, (), ()).match((last.mem_id, first.mem_id)) is None  # there is nothing after the last one
    assert (size(both), size(first.mem_id)) == (4, 2)
    assert not is_inside(both)


@pytest.mark.slow
@needs_native
def test_trees_may_be_deep() -> None:
    from wrapture.html._tree import Scanner, Shape, size

    depth = 20_000
    node = node_of("<div>" * depth, "div")
    assert size(node.mem_id) == depth
    assert Shape(tuple(element(n, "div") for n in range(depth)), 0, 0, (), ()).match(node.mem_id) == (None,)
    found, parents, odd, is_misplaced = Scanner(b"div", (), b"", (), (), (), ()).scan(node.mem_id)
    assert (len(found), len(parents), odd, is_misplaced) == (depth - 1, depth - 1, [], False)


@needs_native
def test_looking_at_a_text_takes_no_memory() -> None:
    from wrapture.html._tree import Shape

    node = node_of(f"<p>{'x' * 100_000}</p>", "p")
    shape = Shape((element(0, "p"), text(1, SHOWN)), 0, 0, (), ())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2_000):
        assert shape.match(node.mem_id) == (None,)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes; copies would take 200,000


@needs_native
@pytest.mark.parametrize("written", ["&amp;", "&amp;lt;", "a&lt;b", "&nbsp;", "x&nbsp;", "&gt;y", "plain", "&"])
def test_texts_with_escapes(written: str) -> None:
    node = node_of(f"<p>-{written}</p><b>{written}</b><script>{written}</script>", "p")
    found = values(node, element(0, "p"), text(1, SHOWN, 0), texts=1, asked=1)
    assert found == (None, " ".join(node.text().split()), node.text())


# --- wrong arguments ---

STEP: Final = element(0, "p")
WRONG: Final[tuple[tuple[Any, ...], ...]] = (
    (),
    ([STEP], 0, 0, (), ()),
    ((STEP,), -1, 0, (), ()),
    ((STEP,), 0, -1, (), ()),
    ((STEP[:3],), 0, 0, (), ()),
    (("p",), 0, 0, (), ()),
    ((text(0, SHOWN, 0),), 0, 0, (), ()),
    (((0, ELEMENT, b"a", None, b"href", True, 0),), 0, 5, (), ()),
    (((0, ELEMENT, b"a", [], b"", False, -1),), 0, 0, (), ()),
    (((0, ELEMENT, b"a", ((b"x",),), b"", False, -1),), 0, 0, (), ()),
    (((0, ELEMENT, "a", None, b"", False, -1),), 0, 0, (), ()),
    ((STEP,), 0, 1, (1,), ()),
    ((STEP,), 0, 1, (((1, False),),), ()),
    ((STEP,), 0, 1, (((-1, False),),), ()),
    ((STEP,), 0, 1, (), (1,)),
    ((STEP,), 0, 1, (), ("x",)),
)


@needs_native
@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_shapes_are_refused(arguments: tuple[Any, ...]) -> None:
    from wrapture.html._tree import Shape

    with pytest.raises((TypeError, ValueError)):
        Shape(*arguments)


@needs_native
@pytest.mark.parametrize("subject", [0, None, "x", (), (1,), (0, 0), (1, None)])
def test_what_is_no_node_is_refused(subject: Any) -> None:
    from wrapture.html._tree import Scanner, Shape, is_inside, size, start_tag

    scanner = Scanner(b"p", (), b"", (), (), (), ())
    for read in (Shape((STEP,), 0, 0, (), ()).match, size, is_inside, start_tag, scanner.scan):
        with pytest.raises((TypeError, ValueError)):
            read(subject)


@needs_native
def test_wrong_frames_are_refused() -> None:
    from wrapture.html._tree import Seeker

    for arguments in (
        (),
        ((b"p", (), b""), (), ()),
        (((b"p", (), b""),) * 65, (), ()),
        (((b"p", ((b"a",),), b""),), (), ()),
        ((("p", (), b""),), (), ()),
    ):
        with pytest.raises((TypeError, ValueError)):
            Seeker(*arguments)
    seeker = Seeker(((b"p", (), b""), (b"", (), b"x")), (), ())
    for number, spelling in ((0, b"x"), (1, ()), (0, ((b"a",),)), (2, b"x"), (-1, b"x")):
        with pytest.raises((TypeError, ValueError, IndexError)):
            seeker.learn(number, spelling)  # type: ignore[arg-type]


@needs_native
def test_rows_are_made_as_their_class_makes_them() -> None:
    from wrapture.html._tree import Maker
    from wrapture.model.table import Row
    from wrapture.reading.compiled.shape_matcher import DEFAULTS, FIELDS

    maker = Maker(Row, FIELDS, DEFAULTS, 1, ((0, 2, ()), (0, 0, ()), (0, 2, ())))
    assert maker.make((None, "text", "cell")) == Row("text", ("cell", None, "cell"))
    for wrong in ((None, "text"), [None, "text", "cell"], None):
        with pytest.raises(ValueError, match="not the values"):
            maker.make(wrong)  # type: ignore[arg-type]
    for arguments in (
        (Row, FIELDS, DEFAULTS[1:], 1, ()),
        (Row, FIELDS, DEFAULTS, -1, ()),
        (Row, FIELDS, DEFAULTS, 1, ((0, -1, ()),)),
        (Row, FIELDS, DEFAULTS, 1, ((4, 1, ()),)),
        (Row, FIELDS, DEFAULTS, 1, (1,)),
        (Row, FIELDS, DEFAULTS, 1, ((1, 1, ((("a",), 2),)),)),
        (Row, FIELDS, DEFAULTS, 1, ((1, 1, (((b"a",), 0),)),)),
        (Row, FIELDS, DEFAULTS, 1, ((2, 0, ((2, 0, ((2, 0, ((2, 0, ((2, 0, ((2, 0, ()),)),)),)),)),)),)),
    ):
        with pytest.raises((TypeError, ValueError)):
            Maker(*arguments)
