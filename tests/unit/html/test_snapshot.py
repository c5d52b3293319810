"""Snapshots become numbered pages with boxes; a broken or hostile one gives a one-line error."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.test_corpus import check_numbering
from tests.patience import cpu_time_below
from wrapture.errors import SourceError
from wrapture.html.boxes import Box, TextBox
from wrapture.html.page import TEXT, Page
from wrapture.html.parsing import read_page
from wrapture.html.snapshot import page_of
from wrapture.html.snapshot_columns import BrokenSnapshotError
from wrapture.html.snapshot_file import FORMAT, MAX_BYTES, VERSION, is_snapshot, pack
from wrapture.model import Capture

Node = tuple[Any, ...]
"""(name, value or attributes, box or None, *children): a name that begins with # is no element's."""

KINDS: Final = {"#document": 9, "#text": 3, "#comment": 8, "#doctype": 10}


class Shot:
    """A snapshot as Chromium gives it, drawn by hand."""

    def __init__(self, *documents: Node) -> None:
        self.strings: list[str] = []
        self.documents = [self._document(document) for document in documents]

    @property
    def whole(self) -> dict[str, Any]:
        return {"documents": self.documents, "strings": self.strings}

    def string(self, text: str) -> int:
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def _document(self, root: Node) -> dict[str, Any]:
        nodes: dict[str, Any] = {
            **{name: [] for name in ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes")},
            "pseudoType": {"index": [], "value": []},
            "contentDocumentIndex": {"index": [], "value": []},
        }
        layout: dict[str, Any] = {"nodeIndex": [], "bounds": [], "styles": []}
        lines: dict[str, Any] = {"layoutIndex": [], "bounds": [], "start": [], "length": []}
        self._add(root, -1, nodes, layout)
        urls = {"documentURL": self.string("http://a.example/"), "baseURL": self.string("http://a.example/b/")}
        size = {"scrollOffsetX": 0, "scrollOffsetY": 0, "contentWidth": 800, "contentHeight": 600.5}
        return {**urls, **size, "nodes": nodes, "layout": layout, "textBoxes": lines}

    def _add(self, node: Node, parent: int, nodes: dict[str, Any], layout: dict[str, Any]) -> None:
        name, content, box, *children = node
        number = len(nodes["parentIndex"])
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(KINDS.get(name, 1))
        nodes["nodeName"].append(self.string(name))
        nodes["nodeValue"].append(self.string(content) if isinstance(content, str) else -1)
        pairs = [text for pair in content.items() for text in pair] if isinstance(content, dict) else []
        nodes["attributes"].append([self.string(text) for text in pairs])
        if name.startswith("::"):
            nodes["pseudoType"]["index"].append(number)
        if box is not None:
            layout["nodeIndex"].append(number)
            layout["bounds"].append(list(box))
            layout["styles"].append([self.string("visible"), self.string("1")])
        for child in children:
            self._add(child, number, nodes, layout)


def text(value: str, box: tuple[float, ...] | None = (8, 8, 50, 10)) -> Node:
    return ("#text", value, box)


def document(*body: Node) -> Node:
    html: Node = ("HTML", {}, (0, 0, 800, 600), ("HEAD", {}, None), ("BODY", {}, (8, 8, 9, 9), *body))
    return ("#document", "", (0, 0, 800, 600), html)


SIMPLE: Final = Shot(
    document(
        ("#comment", "c", None),
        ("P", {"class": "x", "hidden": ""}, (8, 8, 100, 20), text("one")),
        ("LI", {}, (8, 30, 9, 9), ("::marker", {}, (0, 30, 5, 5)), text("a \U0001f600 b")),
        ("svg", {"viewBox": "0 0 1 1"}, (8, 50, 9, 9), ("linearGradient", {}, None)),
        ("IFRAME", {}, (100, 100, 54, 54), text("fallback", None)),
    ),
    ("#document", "", (0, 0, 50, 50), ("HTML", {}, (0, 0, 50, 50), ("BODY", {}, (8, 8, 9, 9), text("inner")))),
)
SIMPLE.documents[0]["nodes"]["contentDocumentIndex"] = {"index": [12], "value": [1]}
SIMPLE.documents[0]["textBoxes"] = {
    "layoutIndex": [4, 7, 7],
    "bounds": [[8, 8, 50, 10], [8, 8, 20, 10], [28, 8, 10, 10]],
    "start": [0, 0, 5],
    "length": [3, 4, 1],
}


def tags(page: Page) -> list[str]:
    return list(page.tags)


class TestPage:
    def test_elements_and_texts_are_numbered(self) -> None:
        page = page_of(SIMPLE.whole, name="n", url="http://x.example/", encoding="koi8-r")
        below = ["p", TEXT, "li", TEXT, "svg", "linearGradient", "iframe", "html", "body", TEXT, TEXT]
        assert tags(page) == ["html", "head", "body", *below]
        assert (page.name, page.url, page.encoding) == ("n", "http://x.example/", "koi8-r")
        assert page.text(page.body) == "one a \U0001f600 b inner"
        assert page.attributes(3) == {"class": "x", "hidden": ""}
        assert page.inner == {10: "http://a.example/b/"}
        check_numbering(page)

    def test_boxes(self) -> None:
        boxes = page_of(SIMPLE.whole).boxes
        assert boxes is not None
        assert boxes.nodes[1] is None
        assert boxes.nodes[3] == Box(8, 8, 100, 20)
        assert boxes.nodes[11] == Box(110, 110, 9, 9)  # in the frame, inside its border
        assert (boxes.width, boxes.height, boxes.hidden) == (800, 600.5, frozenset())
        assert boxes.texts == (TextBox(4, Box(8, 8, 50, 10), 0, 3), TextBox(6, Box(8, 8, 30, 10), 0, 5))

    def test_texts_without_characters_are_left_out(self) -> None:
        """A script may append them; read as a text of a record, one ended in an IndexError."""
        items: list[Node] = [
            ("LI", {}, (0, 0, 9, 9), text("", None), ("B", {}, (0, 0, 9, 9), text(word))) for word in ("a", "")
        ]
        page = page_of(Shot(document(*items)).whole)
        assert tags(page)[3:] == ["li", "b", TEXT, "li", "b"]

    def test_a_cut_text_is_one(self) -> None:
        shot = Shot(
            document(text("ab", (0, 0, 20, 10)), text("cd", (0, 10, 20, 10)), ("#comment", "", None), text("ef"))
        )
        shot.documents[0]["textBoxes"] = {
            "layoutIndex": [4, 3],
            "bounds": [[0, 10, 9, 9], [0, 0, 9, 9]],
            "start": [1, 0],
            "length": [1, 2],
        }
        page = page_of(shot.whole)
        assert tags(page)[3:] == [TEXT, TEXT]
        assert page.texts[3:] == ["abcd", "ef"]
        assert page.boxes is not None
        assert page.boxes.nodes[3] == Box(0, 0, 20, 20)
        assert [(line.start, line.stop) for line in page.boxes.texts] == [(3, 4), (0, 2)]

    def test_a_frame_where_nothing_was_loaded_is_left_out(self) -> None:
        shot = Shot(document(("IFRAME", {}, (0, 0, 9, 9))), document(text(" \n")))
        shot.documents[0]["nodes"]["contentDocumentIndex"] = {"index": [4], "value": [1]}
        assert tags(page_of(shot.whole)) == ["html", "head", "body", "iframe"]

    def test_hidden_elements_display_no_text(self) -> None:
        page = page_of(Shot(document(("SCRIPT", {}, None, text("x", None)), ("NOSCRIPT", {}, None, text("y")))).whole)
        assert not any(page.texts)
        assert page.boxes is not None
        assert page.boxes.texts == ()


# --- the file ---

FILE: Final = pack(SIMPLE.whole, name="n", url="http://x.example/", encoding="utf-8", viewport=(800, 600))
CONTENT: Final[dict[str, Any]] = json.loads(gzip.decompress(FILE))


def capture(body: bytes) -> Capture:
    return Capture("shop.snapshot", body, media="snapshot")


def complaint(body: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        read_page(capture(body))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("shop.snapshot: is not a valid snapshot (")
    assert message.endswith("; render the page again with wrapture render")
    return message


def page_or_line(body: bytes) -> Page | None:
    """Return the page of a file, or None if it was refused with a one-line error."""
    try:
        return read_page(capture(body))
    except SourceError:
        complaint(body)
        return None


def zipped(content: object) -> bytes:
    return gzip.compress(json.dumps(content).encode(), mtime=0)


class TestFile:
    def test_gives_the_page_that_was_packed(self) -> None:
        page, other = read_page(capture(FILE)), page_of(SIMPLE.whole)
        assert (tags(page), page.parents, page.stops, page.texts) == (
            tags(other),
            other.parents,
            other.stops,
            other.texts,
        )
        assert page.boxes == other.boxes
        assert (page.name, page.url) == ("shop.snapshot", "http://x.example/")

    def test_is_the_same_each_time(self) -> None:
        assert pack(SIMPLE.whole, name="n", url="http://x.example/", encoding="utf-8", viewport=(800, 600)) == FILE

    def test_is_recognized_by_its_beginning(self) -> None:
        assert is_snapshot(FILE)
        assert not any(
            map(is_snapshot, [b"", b"<html>", gzip.compress(b"<html>", mtime=0), FILE[:8], b"\x1f\x8b" + b"\xff" * 99])
        )

    def test_contains_only_needed_columns(self) -> None:
        shot = deepcopy(SIMPLE.whole)
        shot["strings"] += ["not pointed at"]
        shot["documents"][0]["nodes"]["backendNodeId"] = [1, 2, 3]
        packed = gzip.decompress(pack(shot, name="n", url=None, encoding="utf-8", viewport=(800, 600))).decode()
        assert "not pointed at" not in packed
        assert "backendNodeId" not in packed

    def test_that_is_too_long_is_not_written(self) -> None:
        shot = Shot(document(text("x" * (MAX_BYTES + 1))))
        with pytest.raises(BrokenSnapshotError, match="longer than"):
            pack(shot.whole, name="n", url=None, encoding="utf-8", viewport=(800, 600))


class TestHostileFile:
    @pytest.mark.parametrize(
        ("body", "says"),
        [
            (b"", "truncated"),
            (b"<html>", "incorrect header"),
            (FILE[: len(FILE) // 2], "truncated"),
            (gzip.compress(b"", mtime=0), "Expecting value"),
            (gzip.compress(b"[" * 100_000, mtime=0), "recursion"),
            (gzip.compress(b"9" * 10_000, mtime=0), "digits"),
            (gzip.compress(b"\xff\xfe\xfd", mtime=0), "decode"),
            (gzip.compress(bytes(MAX_BYTES + 1), mtime=0), "longer than"),
            (gzip.compress(b'{"format":NaN}', mtime=0), "NaN is not a number"),
            (zipped([]), "format: expected wrapture-snapshot"),
            (zipped({"format": "other"}), "format: expected"),
            (zipped({"format": FORMAT}), "version: expected 1, found None"),
            (zipped({"format": FORMAT, "version": VERSION}), "strings: expected list"),
            (zipped({**CONTENT, "version": 99}), "version: expected 1, found 99"),
            (zipped({**CONTENT, "url": 7}), "url: expected str"),
            (zipped({**CONTENT, "documents": []}), "documents: expected at least one"),
            (zipped({**CONTENT, "documents": [[]]}), "documents[0]: expected dict"),
            (zipped({**CONTENT, "strings": [1]}), "strings: a value is not str"),
        ],
    )  # fmt: skip
    def test_is_one_line(self, body: bytes, says: str) -> None:
        assert says.lower() in complaint(body).lower()

    @pytest.mark.parametrize(
        ("where", "value", "says"),
        [
            ("nodes.parentIndex", [], "does not begin with a document"),
            ("nodes.parentIndex", [-1, 1], "node 1 is not in document order"),
            ("nodes.parentIndex", [0], "does not begin with a document"),
            ("nodes.parentIndex", [-1, -1], "node 1 is not in document order"),
            ("nodes.parentIndex", [-1, 0, 1, 0, 2], "node 4 is not in document order"),
            ("nodes.parentIndex", [-1, True], "is not int"),
            ("nodes.parentIndex", {"0": -1}, "expected list"),
            ("nodes.nodeType", [9], "1 values, not 14"),
            ("nodes.nodeType", [1] * 14, "more than one root"),
            ("nodes.nodeType", [9, 3, *[1] * 12], "more than one root"),
            ("nodes.nodeName", [0] * 13 + [10**30], "refers to no string"),
            ("nodes.nodeName", [0] * 13 + [-2], "refers to no string"),
            ("nodes.attributes", [[]] * 13 + [3], "is not list"),
            ("nodes.attributes", [[]] * 13 + [["x"]], "is not int"),
            ("nodes.contentDocumentIndex", {"index": [12], "value": [0]}, "more than one frame"),
            ("nodes.contentDocumentIndex", {"index": [11, 12], "value": [1, 1]}, "more than one frame"),
            ("nodes.contentDocumentIndex", {"index": [12], "value": [2]}, "outside 0 to 1"),
            ("nodes.contentDocumentIndex", {"index": [12], "value": []}, "0 values, not 1"),
            ("nodes.contentDocumentIndex", None, "expected dict"),
            ("layout.bounds", [[0, 0, 0]] * 10, "a box has four numbers"),
            ("layout.bounds", [[0, 0, 0, 1e300]] * 10, "not a length"),
            ("layout.bounds", [[0, 0, 0, 10**400]] * 10, "not a length"),
            ("layout.bounds", [["0", 0, 0, 0]] * 10, "not a length"),
            ("textBoxes.layoutIndex", [99, 0, 0], "outside 0 to 9"),
            ("textBoxes.start", [0, 0, 10**12], "outside"),
            ("contentWidth", None, "not a length"),
            ("baseURL", 10_000, "refers to no string"),
        ],
    )
    def test_each_column_is_looked_at(self, where: str, value: object, says: str) -> None:
        content = deepcopy(CONTENT)
        table, _, name = where.rpartition(".")
        (content["documents"][0][table] if table else content["documents"][0])[name] = value
        assert says in complaint(zipped(content))

    def test_frames_in_frames_without_end(self) -> None:
        inner = document(("IFRAME", {}, None), ("P", {}, None))
        shot = Shot(*[inner] * 2_000)
        for index, each in enumerate(shot.documents[:-1]):
            each["nodes"]["contentDocumentIndex"] = {"index": [4], "value": [index + 1]}
        body = pack(shot.whole, name="n", url=None, encoding="utf-8", viewport=(1, 1))
        assert "more than 100 frames in frames" in complaint(body)

    def test_one_long_string_may_not_be_referenced_often(self) -> None:
        shot = Shot(document(*[text("x" * 100_000)] * 1_000))
        body = pack(shot.whole, name="n", url=None, encoding="utf-8", viewport=(1, 1))
        assert "more than 67,108,864 characters" in complaint(body)

    @pytest.mark.slow
    def test_a_million_pieces_of_a_text_take_no_more_than_seconds(self) -> None:
        shot = Shot(document(*[text("xy")] * 100_000))
        with cpu_time_below(20):
            assert len(page_of(shot.whole).texts[3]) == 200_000

    @given(st.data())
    def test_any_change_gives_a_page_or_one_line(self, data: st.DataObject) -> None:
        content = deepcopy(CONTENT)
        for _ in range(data.draw(st.integers(1, 3))):
            _change(content, data)
        page = page_or_line(zipped(content))
        if page is None:
            return
        if len(page):
            check_numbering(page)
        assert page.boxes is not None
        assert len(page.boxes.nodes) == len(page)
        assert all(0 <= line.start <= line.stop <= len(page.texts[line.node]) for line in page.boxes.texts)

    @given(st.data())
    def test_any_bytes_give_one_line(self, data: st.DataObject) -> None:
        body = bytearray(FILE)
        for place in data.draw(st.lists(st.integers(0, len(FILE) - 1), min_size=1, max_size=4)):
            body[place] = data.draw(st.integers(0, 255))
        page_or_line(bytes(body))


JUNK: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
)


def _change(content: Any, data: st.DataObject) -> None:
    """Put junk in one place of a JSON value."""
    here = content
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.integers(0, 9)) == 0:
            here[key] = data.draw(JUNK)
            return
        here = here[key]
