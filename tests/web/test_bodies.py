"""Bodies that are too long, too slow, cut off or not what they say."""

from __future__ import annotations

import gzip
import time
import zlib
from functools import cache
from typing import TYPE_CHECKING

import brotli
import pytest
import zstandard

from wrapture.net.fetch_limits import MIB, FetchLimits

from .conftest import PATIENT, ask, refusal
from .server import RESET, BadServer, forever, head, page

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = b"<ul><li>one<li>two</ul>" * 40
BOMB_MIB = 64


def bare(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACK = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def packed(data: bytes, *codings: str) -> bytes:
    for coding in codings:
        data = PACK[coding](data)
    return data


@cache
def bomb(coding: str) -> bytes:
    """Return 64 MiB of zeros, compressed."""
    if coding == "br":
        return bytes(brotli.compress(bytes(BOMB_MIB * MIB), quality=1))
    if coding == "bare":
        return bare(bytes(BOMB_MIB * MIB))
    return packed(bytes(BOMB_MIB * MIB), coding)


@pytest.mark.parametrize("coding", [*PACK, "x-gzip", "GZIP", "identity", ""])
def test_what_is_compressed_is_read(server: BadServer, coding: str) -> None:
    name = coding.lower().removeprefix("x-")
    body = packed(PAGE, *[name] if name in PACK else [])
    url = server.says("/", page(body, f"Content-Encoding: {coding}"))
    assert ask(url).body == PAGE
    assert server.asked[0].headers["accept-encoding"] == "gzip, deflate, br, zstd"


def test_deflate_may_come_without_its_wrapping(server: BadServer) -> None:
    assert ask(server.says("/", page(bare(PAGE), "Content-Encoding: deflate"))).body == PAGE


@pytest.mark.parametrize("codings", [("gzip", "br"), ("zstd", "gzip", "deflate"), ("br",) * 5, ("zstd",) * 5])
def test_chains_are_undone_from_the_end(server: BadServer, codings: tuple[str, ...]) -> None:
    one_line = server.says("/", page(packed(PAGE, *codings), f"Content-Encoding: {', '.join(codings)}"))
    assert ask(one_line).body == PAGE
    lines = server.says("/", page(packed(PAGE, *codings), *(f"Content-Encoding: {one}" for one in codings)))
    assert ask(lines).body == PAGE


def test_six_encodings_are_too_many(server: BadServer) -> None:
    codings = ("gzip",) * 6
    url = server.says("/", page(packed(PAGE, *codings), f"Content-Encoding: {', '.join(codings)}"))
    assert "is compressed 6 times, 5 are allowed" in refusal(url)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "bare"])
def test_a_bomb_is_refused(server: BadServer, coding: str) -> None:
    name = "deflate" if coding == "bare" else coding
    url = server.says("/", page(bomb(coding), f"Content-Encoding: {name}"))
    assert "is longer than 1,048,576 bytes" in refusal(url)


@pytest.mark.parametrize("outer", ["gzip", "br", "zstd"])
def test_a_bomb_in_a_bomb_is_refused(server: BadServer, outer: str) -> None:
    body = packed(bomb("gzip"), "gzip", outer)
    assert len(body) < 4000  # for 64 MiB
    url = server.says("/", page(body, f"Content-Encoding: gzip, gzip, {outer}"))
    assert "is longer than 1,048,576 bytes" in refusal(url)


def test_a_bomb_that_comes_to_nothing_is_refused(server: BadServer) -> None:
    """Gzip that holds nothing but empty blocks: no byte of a body ever comes out at the end of the chain."""
    empty_blocks = gzip.compress(b"")[:10] + b"\0\0\0\xff\xff" * (4 * MIB)
    url = server.says("/", page(packed(empty_blocks, "gzip"), "Content-Encoding: gzip, gzip"))
    assert "is longer than 1,048,576 bytes" in refusal(url)


def test_zstd_may_not_look_back_far(server: BadServer) -> None:
    far = zstandard.ZstdCompressionParameters.from_level(3, window_log=27)
    packer = zstandard.ZstdCompressor(compression_params=far).compressobj()
    url = server.says("/", page(packer.compress(PAGE) + packer.flush(), "Content-Encoding: zstd"))
    assert "does not decompress" in refusal(url)


def test_a_chain_may_not_look_back_far(server: BadServer) -> None:
    body = PAGE
    for _ in range(3):
        body = brotli.compress(body, lgwin=24)
    assert "too much memory to decompress" in refusal(server.says("/", page(body, "Content-Encoding: br, br, br")))


@pytest.mark.parametrize("coding", [*PACK])
def test_a_lie_about_the_encoding(server: BadServer, coding: str) -> None:
    url = server.says("/", page(b"<html>this is plain text", f"Content-Encoding: {coding}"))
    assert "does not decompress" in refusal(url)


@pytest.mark.parametrize("coding", [*PACK])
def test_a_compressed_body_that_is_torn(server: BadServer, coding: str) -> None:
    url = server.says("/", page(packed(PAGE, coding)[:-9], f"Content-Encoding: {coding}"))
    assert "the answer is truncated" in refusal(url)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "zstd"])
def test_what_follows_the_end_is_not_read(server: BadServer, coding: str) -> None:
    begin = head(f"Content-Encoding: {coding}") + packed(PAGE, coding)
    assert ask(server.says("/", forever(b"x" * 65536, begin))).body == PAGE


def test_what_follows_the_end_of_brotli_is_broken_or_not_read(server: BadServer) -> None:
    url = server.says("/", page(packed(PAGE, "br") + b"more", "Content-Encoding: br"))
    assert "does not decompress" in refusal(url)


def test_an_unknown_encoding(server: BadServer) -> None:
    assert "is compressed as 'sdch', which was not requested" in refusal(
        server.says("/", page(PAGE, "Content-Encoding: sdch"))
    )


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_an_empty_body_is_empty(server: BadServer, coding: str) -> None:
    assert ask(server.says("/", page(b"", f"Content-Encoding: {coding}"))).body == b""


def test_an_endless_body(server: BadServer) -> None:
    assert "is longer than 1,048,576 bytes" in refusal(server.says("/", forever(b"x" * 65536, head())))


def test_endless_chunks(server: BadServer) -> None:
    chunks = forever(b"10000\r\n" + b"x" * 65536 + b"\r\n", head("Transfer-Encoding: chunked"))
    assert "is longer than 1,048,576 bytes" in refusal(server.says("/", chunks))


def test_a_body_as_long_as_the_limit_is_taken(server: BadServer) -> None:
    url = server.says("/", page(PAGE))
    assert ask(url, FetchLimits(max_bytes=len(PAGE))).body == PAGE
    assert "is longer than" in refusal(url, FetchLimits(timeout_s=100, max_bytes=len(PAGE) - 1))


def test_a_dripping_body(server: BadServer) -> None:
    url = server.says("/", forever(b".", head(), pause_s=0.02))
    assert refusal(url, FetchLimits(timeout_s=0.3)).startswith("took longer than 0.3 s")


def test_a_body_that_stops(server: BadServer) -> None:
    url = server.says("/", forever(b"", head("Content-Length: 100") + b"half", pause_s=0.1))
    assert (
        refusal(url, FetchLimits(timeout_s=100, read_timeout_s=0.2)) == "the server stopped responding; try again later"
    )


def test_more_is_promised_than_comes(server: BadServer) -> None:
    assert "the response is incomplete or invalid" in refusal(server.says("/", head("Content-Length: 1000") + b"half"))


def test_chunks_that_are_cut_off(server: BadServer) -> None:
    assert "the response is incomplete or invalid" in refusal(
        server.says("/", head("Transfer-Encoding: chunked") + b"5\r\nhello\r\n")
    )


def test_less_is_promised_than_comes(server: BadServer) -> None:
    """The rest is no part of the answer."""
    assert ask(server.says("/", head("Content-Length: 5") + b"hello, and more")).body == b"hello"


@pytest.mark.parametrize("lengths", [("5", "50"), ("-5",), ("5x",), ("+5",), ("9" * 40,)])
def test_lengths_that_are_none(server: BadServer, lengths: tuple[str, ...]) -> None:
    assert "the response is incomplete or invalid" in refusal(
        server.says("/", head(*(f"Content-Length: {length}" for length in lengths)) + b"hello")
    )


def test_a_body_without_a_length_ends_with_the_connection(server: BadServer) -> None:
    assert ask(server.says("/", head() + b"all of it")).body == b"all of it"


def test_a_body_without_a_length_that_is_cut_off(server: BadServer) -> None:
    def torn() -> Iterator[bytes]:
        yield head() + b"half of it"
        time.sleep(0.1)  # so that the client has the first half
        yield RESET

    assert "the response is incomplete or invalid" in refusal(server.says("/", torn()))


def test_the_type_is_passed_on_as_it_is(server: BadServer) -> None:
    """A lie about the type is for the caller to judge: an answer is an answer."""
    answer = ask(server.says("/", head("Content-Type: Image/PNG; charset=nonsense", "Content-Length: 3") + b"<p>"))
    assert (answer.media_type, answer.charset, answer.body) == ("image/png", "nonsense", b"<p>")


def test_the_limits_are_those_of_the_contract() -> None:
    assert FetchLimits() == FetchLimits(60.0, 20.0, 32 * MIB, 10, 5)
    assert PATIENT.max_bytes == MIB
