"""Pictures of pages: the pixels of one load, what is drawn on them, and what the command makes of it."""

from __future__ import annotations

import itertools
import struct
import zlib
from typing import TYPE_CHECKING

import pytest

from tests.conftest import books
from wrapture.capture.camera import MAX_HEIGHT_PX, VIEWPORT, Camera
from wrapture.html.content_lines import LineType, lines_of
from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.pictures import line_picture, to_html
from wrapture.pictures.marks import COLOURS, RECORD_COLOURS
from wrapture.pictures.overlay import CAPTION_PX
from wrapture.pictures.overlay import MAX_HEIGHT_PX as SHOWN_PX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.command import Command

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # of a PNG's colour type: RGB, RGBA
RED = "<body style=margin:0><div style='background:#f00;width:40px;height:{}px'></div>"
Colour = tuple[int, int, int]


def size_of(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert png.startswith(SIGNATURE)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def pixel(png: bytes, x: int, y: int) -> Colour:
    """Return the colour of a pixel of a PNG."""
    return column(png, x, y + 1)[y]


def column(png: bytes, x: int, stop: int) -> list[Colour]:
    """Return the colours of the pixels of a PNG that stand one below the other, from the top."""
    width, _ = size_of(png)
    step = CHANNELS[png[25]]
    data = zlib.decompress(b"".join(body for kind, body in chunks(png) if kind == b"IDAT"))
    stride = width * step
    row = bytearray(stride)
    found = []
    for start in range(0, stop * (stride + 1), stride + 1):
        row = unfiltered(data[start], data[start + 1 : start + 1 + stride], row, step)
        red, green, blue = row[x * step : x * step + 3]
        found.append((red, green, blue))
    return found


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(SIGNATURE)
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def unfiltered(kind: int, line: bytes, above: bytearray, step: int) -> bytearray:
    """Return a row of pixels: PNG stores how each byte differs from the ones to the left and above."""
    if kind == 0:
        return bytearray(line)
    row = bytearray(line)
    for i, byte in enumerate(line):
        left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
        row[i] = (byte + (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]) & 255
    return row


def paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


def colour(notation: str) -> Colour:
    """Return the colour that is written as #rrggbb."""
    red, green, blue = bytes.fromhex(notation.removeprefix("#"))
    return red, green, blue


class TestPhotographs:
    def test_show_the_whole_page_where_its_boxes_are(self, camera: Camera) -> None:
        taken = camera.photograph(Capture("page", (RED.format(20) + "<p style='margin:0;height:2000px'>text").encode()))
        assert taken.png is not None
        boxes = read_page(taken.capture).boxes
        assert boxes is not None
        assert size_of(taken.png) == (boxes.width, boxes.height) == (VIEWPORT[0], 2020)
        assert [pixel(taken.png, *place) for place in ((39, 19), (40, 19), (39, 20))] == [
            (255, 0, 0),
            (255, 255, 255),
            (255, 255, 255),
        ]

    def test_do_not_lay_the_page_out_anew(self, camera: Camera) -> None:
        half = "<body style=margin:0><div style='height:1vh;background:#f00'></div><p style=height:3000px>"
        taken = camera.photograph(Capture("page", half.encode()))
        assert taken.png is not None
        assert pixel(taken.png, 0, 9) == (255, 0, 0)
        assert pixel(taken.png, 0, 11) == (255, 255, 255)

    def test_are_the_same_page_as_without_pixels(self, camera: Camera) -> None:
        capture = Capture("page", books().encode())
        assert camera.photograph(capture).capture == camera.shoot(capture)

    def test_of_long_and_wide_pages_are_cut(self, camera: Camera) -> None:
        taken = camera.photograph(Capture("page", b"<div style='width:9000px;height:40000px'>"))
        assert taken.png is not None
        assert size_of(taken.png) == (4096, MAX_HEIGHT_PX)

    def test_of_a_snapshot_have_no_pixels(self, camera: Camera) -> None:
        snapshot = camera.shoot(Capture("page", b"<p>text"))
        assert camera.photograph(snapshot) == (snapshot, None)

    def test_need_an_open_camera(self) -> None:
        for take in (Camera().photograph, Camera().pixels):
            with pytest.raises(ValueError, match="the camera is closed"):
                take(Capture("page", b"<p>text"))


class TestDrawn:
    def test_boxes_are_where_the_lines_are(self, camera: Camera) -> None:
        taken = camera.photograph(Capture("page", b"<body style=margin:0><p style=margin:20px><a href=x>one</a>"))
        page = read_page(taken.capture)
        png = camera.pixels(Capture("picture", to_html(line_picture(page), page, taken.png).encode()))
        (line,) = lines_of(page)
        assert line.box is not None
        border = colour(COLOURS[LineType.LINK])
        x, y = round(line.box.x), round(line.box.y) + CAPTION_PX
        assert size_of(png) == (VIEWPORT[0], VIEWPORT[1] + CAPTION_PX)
        assert [pixel(png, x + step, y + step) == border for step in (-1, 0)] == [False, True]
        assert pixel(png, x + round(line.box.width) - 1, y + 3) == border

    def test_texts_are_no_markup(self, scripted: Camera) -> None:
        evil = "&lt;script>document.body.innerHTML = '&lt;div style=height:5000px>'&lt;/script>"
        snapshot = scripted.shoot(Capture("<script>document.body.remove()</script>", f"<p>{evil}".encode()))
        page = read_page(snapshot)
        png = scripted.pixels(Capture("picture", to_html(line_picture(page), page).encode()))
        assert size_of(png) == (VIEWPORT[0], VIEWPORT[1] + CAPTION_PX)


class TestCommand:
    def test_records_and_lines(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("books.html", f"<body style=margin:0>{books()}")
        done = wrapture("picture", "books.html", "-o", "records.png")
        assert (done.code, done.out) == (0, "")
        assert done.err.startswith("wrapture: books.html: 8 records, candidate 1 of ")
        assert done.err.endswith(" drawn to records.png\n")
        assert wrapture("picture", "books.html", "-o", "lines.png", "--lines").code == 0
        records, lines = ((wrapture.folder / name).read_bytes() for name in ("records.png", "lines.png"))
        assert size_of(records) == size_of(lines)
        assert records != lines

    def test_candidates_and_learners(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("books.html")
        for options in (["--candidate", "2"], ["--learner", "visual"]):
            done = wrapture("picture", "books.html", "-o", "out.png", "--force", *options)
            assert done.code == 0, done.err
            assert f"candidate {'2' if '2' in options else '1'} of " in done.err
        assert "found by visual" in done.err

    def test_a_wrapper(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("books.html")
        page("more.html", f"<style>body{{margin:0}}li,p,h1,ul{{margin:0;padding:0}}</style>{books(5)}")
        assert wrapture("learn", "books.html", "-o", "w.json", "--name", "books").code == 0
        done = wrapture("picture", "more.html", "-o", "out.png", "-w", "w.json")
        assert (done.code, done.err) == (0, "wrapture: more.html: 5 records, wrapper books drawn to out.png\n")
        png = (wrapture.folder / "out.png").read_bytes()
        blue, orange = map(colour, RECORD_COLOURS)
        borders = [one for one in column(png, 0, CAPTION_PX + 400) if one in (blue, orange)]
        assert [one for one, _ in itertools.groupby(borders)] == [blue, orange, blue, orange, blue]

    def test_a_snapshot_is_drawn_without_pixels(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("books.html", books(5))  # fits into the window with any font
        assert wrapture("render", "books.html", "-o", ".").code == 0
        for option in ("--lines", "--records"):
            assert wrapture("picture", "books.snapshot", "-o", f"{option}.png", option).code == 0
            png = (wrapture.folder / f"{option}.png").read_bytes()
            assert size_of(png) == (VIEWPORT[0], VIEWPORT[1] + CAPTION_PX)

    def test_scripts(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("empty.html", "<body><script>document.body.innerHTML = '<p>text'</script>")
        said = "wrapture: empty.html: 0 content lines: none of it is visible on the page\n"
        done = wrapture("picture", "empty.html", "-o", "out.png", "--lines")
        assert (done.code, done.err) == (3, said)
        assert wrapture("picture", "empty.html", "-o", "out.png", "--lines", "--scripts").code == 0

    def test_a_long_page_is_cut(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("long.html", "<body style=margin:0>one<p style=height:30000px>two<p>three")
        done = wrapture("picture", "long.html", "-o", "out.png", "--lines")
        assert done.code == 0
        assert done.err.splitlines()[0].startswith("wrapture: long.html: measures 1,280 × 30,0")
        assert done.err.splitlines()[0].endswith(" pixels; the picture shows the first 1,280 × 16,000")
        assert done.err.splitlines()[1] == "wrapture: long.html: 1 of 5 boxes are outside the picture"
        assert size_of((wrapture.folder / "out.png").read_bytes()) == (VIEWPORT[0], SHOWN_PX + CAPTION_PX)

    def test_what_a_frame_does_not_show_is_told(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("list.html", books(40))
        page("set.html", "<frameset><frame src=list.html></frameset>")
        done = wrapture("picture", "set.html", "-o", "out.png")
        assert done.code == 0
        assert "boxes are outside the picture" in done.err
        assert size_of((wrapture.folder / "out.png").read_bytes()) == (VIEWPORT[0], VIEWPORT[1] + CAPTION_PX)

    def test_where_there_is_nothing_no_file_is_written(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("none.html", "<p>Nothing but a sentence.")
        page("books.html")
        assert wrapture("learn", "books.html", "-o", "w.json").code == 0
        for arguments, said in (
            (["none.html"], "none.html: nothing on this page repeats like records; --lines shows its lines"),
            (["none.html", "-w", "w.json"], "none.html: books finds no records here; is it a page of the same site?"),
            (["books.html", "--candidate", "999"], "books.html: there is no candidate 999: the page has "),
        ):
            done = wrapture("picture", *arguments, "-o", "out.png")
            assert done.code == 3
            assert done.err.startswith(f"wrapture: {said}")
        assert not (wrapture.folder / "out.png").exists()

    def test_what_is_wrong_is_one_line(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page("more/a.html")
        page("more/b.html")
        (wrapture.folder / "there.png").write_bytes(b"mine")
        for arguments, said in (
            (["more/a.html", "-o", "there.png"], "there.png: already there; use --force to replace it"),
            (["more/a.html", "-o", "out.jpg"], "out.jpg: a picture is a PNG file; end its name in .png"),
            (["more", "-o", "out.png"], "more: holds 2 pages, and a picture shows one; name a file"),
            (["gone.html", "-o", "out.png"], "gone.html: no such file or folder; "),
            (["more/a.html", "-o", "out.png", "-w", "gone.json"], "gone.json: no such file or folder; check the name"),
        ):
            line = wrapture("picture", *arguments).fails_with_one_line()
            assert line.startswith(f"wrapture: {said}")
        assert (wrapture.folder / "there.png").read_bytes() == b"mine"
        assert wrapture("picture", "more/a.html", "-o", "there.png", "--force").code == 0
        assert size_of((wrapture.folder / "there.png").read_bytes())

    def test_a_missing_browser_is_one_line(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page()
        run = ["picture", "books.html", "-o", "out.png"]
        line = wrapture(*run, env={"WRAPTURE_BROWSER": "/gone"}).fails_with_one_line()
        assert "WRAPTURE_BROWSER='/gone' is not a program" in line

    def test_lines_of_a_wrapper_are_refused(self, wrapture: Command, page: Callable[..., Path]) -> None:
        page()
        assert wrapture("picture", "books.html", "-o", "out.png", "--lines", "-w", "w.json").code == 2
