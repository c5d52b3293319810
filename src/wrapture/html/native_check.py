"""The self-check of the native extension, run in a process of its own: a parser that has changed may crash it.

    python -I -S native_check.py FOLDER_OF_SELECTOLAX EXTENSION [SYMBOL=OTHER ...]

It writes ``passed`` where every function of the parser's library does what the extension expects of it, else what differs.
It imports nothing of this package, so that it starts in a few hundredths of a second.  Tests swap one function for another
to show that each swap is noticed.
"""

from __future__ import annotations

import resource
import sys
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    ScanResult = tuple[list[int], list[int], list[int], bool]

PASSED: Final = "passed"
CPU_S: Final = 2  # a swapped function may walk in circles …
MEMORY: Final = 2 << 30  # … and note down where it was
ELEMENT, HIDDEN, BLANK, SHOWN = range(4)
ANY, EXACT, FIRST_WORD = range(3)
GLUED: Final = 0

HTML: Final = """<!doctype html><title>t</title><body><!-- first --><h1 id=top>Head</h1>
<p title='a&amp;b' class='one two' lang>x<!-- y --><b hidden> z&nbsp;</b>
<script>s</script></p><ul class=list><li class=hit>1 &lt; 2<i>in</i></li><li>none</li>text
<li class=hit><my-tag a=1>own</my-tag></li></ul>
<svg viewBox='0 0' ><use xlink:href='#a'></use><foreignObject><li class=hit>drawn</li></foreignObject></svg><p>last</p>"""
TAG: Final = ((b"title", b"", ANY), (b"class", b"one", FIRST_WORD), (b"lang", b"", EXACT))
STEPS: Final = (
    (0, ELEMENT, b"p", TAG, b"title", True, 0),
    (1, SHOWN, b"", None, b"", False, 0),
    (1, ELEMENT, b"b", ((b"hidden", b"", EXACT),), b"href", False, -1),
    (2, SHOWN, b"", None, b"", False, 1),
    (1, BLANK, b"", None, b"", False, -1),
    (1, ELEMENT, b"script", None, b"", False, -1),
    (2, HIDDEN, b"", None, b"", False, -1),
)
KNOWN_TAGS: Final = 512
TYPES: Final = {"-text": 3, "-comment": 8}
TAGS: Final[dict[str, tuple[str, tuple[tuple[str, str | None], ...]]]] = {
    "p": ("p", (("title", "a&b"), ("class", "one two"), ("lang", None))),
    "my-tag": ("my-tag", (("a", "1"),)),
    "svg": ("svg", (("viewBox", "0 0"),)),
    "use": ("use", (("xlink:href", "#a"),)),
    "foreignObject": ("foreignObject", ()),
}


class SelfCheck:
    """Compares what the extension reads on a small page with what it must read there."""

    def __init__(self, extension: Any, tree: Any) -> None:
        self._extension = extension
        self._tree = tree  # keeps the nodes alive
        self._body = tree.body.mem_id

    def differences(self) -> Iterator[str]:
        """Yield the names of the checks that fail."""
        checks: dict[str, Callable[[], bool]] = {
            "numbers of names": self._numbers,
            "neighbours": self._neighbours,
            "written nodes": self._written,
            "start tags": self._start_tags,
            "texts": self._texts,
            "sizes": self._sizes,
            "numbering": self._numbering,
            "values of attributes": self._values,
            "ancestors": self._ancestors,
            "matching": self._matching,
            "other shapes": self._other_shapes,
            "scanning": self._scanning,
            "seeking": self._seeking,
        }
        return (name for name, check in checks.items() if not _is_passed(check))

    def _place(self, selector: str, number: int = 0) -> int:
        place: int = self._tree.css(selector)[number].mem_id
        return place

    def _numbers(self) -> bool:
        """Return whether HTML's own names have low numbers, one each, and texts and other names have others."""
        look, item = self._extension.look, self._tree.css_first("li")
        names = [look(self._place(name))[1] for name in ("p", "b", "ul", "li", "li.hit", "i")]
        text, own = look(item.first_child.mem_id)[1], look(self._place("my-tag"))[1]
        is_low = all(0 < number < KNOWN_TAGS for number in (*names, text))
        return is_low and len({*names, text}) == len(names) and names[3] == names[4] and own >= KNOWN_TAGS

    def _neighbours(self) -> bool:
        """Return whether types, first children, next nodes and parents are those that selectolax gives."""
        for node in self._tree.body.traverse(include_text=True):
            around = [0 if one is None else one.mem_id for one in (node.first_child, node.next, node.parent)]
            kind = TYPES.get(node.tag, 1)
            found = self._extension.look(node.mem_id)
            if (found[0], *found[2:5]) != (kind, *around):
                return False
        return True

    def _written(self) -> bool:
        look, item, bold = self._extension.look, self._tree.css_first("li"), self._tree.css_first("b")
        text, tag, inside = look(item.first_child.mem_id), look(bold.mem_id), look(bold.first_child.mem_id)
        plain = look(self._tree.css_first("h1").first_child.mem_id)
        pieces = text[5] == [b"1 ", b"&lt;", b" 2"] and inside[5] == [b" z", b"&nbsp;"] and plain[5] == [b"Head"]
        texts = (text[6], inside[6], plain[6]) == ("1 < 2", " z\xa0", "Head")
        return pieces and texts and b"".join(tag[5]) == b'<b hidden="">'

    def _start_tags(self) -> bool:
        return all(self._extension.start_tag(self._place(name)) == tag for name, tag in TAGS.items())

    def _texts(self) -> bool:
        texts = {"h1": "Head", "li": "1 < 2", "b": " z\xa0", "my-tag": "own", "script": "s"}
        found = {name: self._extension.text_of(self._tree.css_first(name).first_child.mem_id) for name in texts}
        return found == texts

    def _sizes(self) -> bool:
        size, whole = self._extension.size, len(list(self._tree.body.traverse(include_text=True)))
        run = size((self._place("li"), self._place("li", 1)))
        return (size(self._place("p")), size(self._place("ul")), run, size(self._body)) == (7, 11, 6, whole - 2)

    def _numbering(self) -> bool:
        number, item = self._extension.number, self._place("ul > li")
        tags, parents, stops, texts, places = number((item, self._place("ul > li", 1)), -1)
        lists = ["li", "-text", "i", "-text", "li", "-text"], [-1, 0, 0, 2, -1, 4], [4, 2, 4, 4, 6, 6]
        is_whole = (tags, parents, stops) == lists and texts == ["", "1 < 2", "", "in", "", "none"]
        first = memoryview(places).cast("L")[0] == item
        drawn, _, stops, _, _ = number(self._place("p"), 4)  # of these, a comment has no number
        return is_whole and first and (drawn, stops) == (["p", "-text", "b"], [3, 2, 3])

    def _values(self) -> bool:
        found = [self._extension.attribute_values(self._body, *pair) for pair in ((b"li", b"class"), (b"p", b"lang"))]
        return found == [["hit", "hit", "hit"], []]

    def _ancestors(self) -> bool:
        is_inside, item, last = self._extension.is_inside, self._place("my-tag"), self._place("p", 1)
        found = [is_inside(pair) for pair in ((self._body, item), (item, self._body), (item, last))]
        return found == [True, False, False]

    def _matching(self) -> bool:
        shape = self._extension.Shape(STEPS, 1, 2, (((0, GLUED), (1, GLUED)),), (1,))
        place = self._place("p")
        return all(shape.match(one) == (None, "a&b", "x z", " z\xa0") for one in (place, (place, place), place))

    def _other_shapes(self) -> bool:
        """Return whether other shapes than the element's own do not match it."""
        place, make = self._place("p"), self._extension.Shape
        names = [(*STEPS[:2], (1, ELEMENT, name, None, b"", False, -1), *STEPS[3:]) for name in (b"i", b"script")]
        others = [
            *names,
            STEPS[:-1],
            (*STEPS, STEPS[-1]),
            (STEPS[0], (1, BLANK, b"", None, b"", False, 0), *STEPS[2:]),
            ((0, ELEMENT, b"p", TAG[:2], b"", False, -1), *STEPS[1:]),
            ((0, ELEMENT, b"p", (TAG[1], TAG[0], TAG[2]), b"", False, -1), *STEPS[1:]),
            ((0, ELEMENT, b"p", None, b"href", True, -1), *STEPS[1:]),
        ]
        return all(make(steps, 1, 2, (), ()).match(place) is None for steps in others)

    def _scanning(self) -> bool:
        of_first, of_parent = ((b"class", b"hit"),), ((b"class", b"list"),)
        scanner = self._extension.Scanner(b"li", of_first, b"ul", of_parent, (b"svg",), (b"pre",), (b"image",))
        found: ScanResult = (
            [self._place("ul > li.hit"), self._place("ul > li.hit", 1)],
            [self._place("ul")] * 2,
            [],
            False,
        )
        drawn = self._extension.Scanner(b"p", (), b"", (), (b"svg",), (b"pre",), (b"image",)).scan(self._body)
        paragraphs: ScanResult = [self._place("p"), self._place("p", 1)], [self._body] * 2, [], False
        is_right: bool = scanner.scan(self._body) == found and drawn == paragraphs
        return is_right

    def _seeking(self) -> bool:
        sought = (b"li", ((b"class", b"hit"),), b""), (b"", (), b"last"), (b"", (), b"drawn"), (b"h1", (), b"")
        seeker = self._extension.Seeker(sought, (b"svg",), (b"script",))
        last = self._tree.css("p")[1].first_child.mem_id
        first = [(3, self._place("h1")), (0, self._place("ul > li")), (0, self._place("ul > li", 2)), (1, last)]
        if seeker.seek(self._body) != (0b1111, first):
            return False
        seeker.learn(0, ((b"class", b"hit", FIRST_WORD),))
        seeker.learn(1, b"last")
        seeker.learn(3, ((b"id", b"top", EXACT),))
        found: bool = seeker.seek(self._body) == (0b0100, [])
        return found


def _is_passed(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (ValueError, TypeError, AttributeError, LookupError):  # the extension refuses what it takes for no node
        return False


def check(folder: str, extension: str, swaps: dict[str, bytes]) -> str:
    """Return `PASSED`, or what the extension does not read as it must."""
    sys.path.insert(0, folder)
    from selectolax import lexbor

    loaded = _loaded(extension)
    loaded.bind(lexbor.__file__, swaps)
    failed = list(SelfCheck(loaded, lexbor.LexborHTMLParser(HTML)).differences())
    return f"wrong {', '.join(failed)}" if failed else PASSED


def _loaded(path: str) -> ModuleType:
    """Return the extension of a file, loaded without the package that it is part of."""
    loader = ExtensionFileLoader("_tree", path)
    spec = spec_from_loader("_tree", loader)
    if spec is None:
        raise ImportError(path)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def main() -> None:
    """Check what the command line names."""
    for limit, value in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, CPU_S), (resource.RLIMIT_AS, MEMORY)):
        with suppress(OSError, ValueError):  # a lower one is set already
            resource.setrlimit(limit, (value, value + 1))
    folder, extension, *swaps = sys.argv[1:]
    pairs = (swap.partition("=") for swap in swaps)
    sys.stdout.write(check(folder, extension, {name: other.encode() for name, _, other in pairs}))


if __name__ == "__main__":
    main()
