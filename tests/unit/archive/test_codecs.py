"""Codecs: any input in any pieces gives its content or a `CodecError`, and never much at once."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from wrapture.archive.codecs import (
    DECOMPRESSORS,
    PIECE_BYTES,
    CodecError,
    TruncatedError,
    first_bytes,
    lzma_decompressor,
    output_of,
    packing_of,
)
from wrapture.archive.compressed_member import CompressedMember

if TYPE_CHECKING:
    from collections.abc import Callable


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACK: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "gzip or zlib": zlib.compress,
    "deflate": raw_deflate,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.compress,
    "brotli": brotli.compress,
}
MIB: Final = 1024 * 1024
codecs = st.sampled_from(sorted(PACK))


def reader(data: bytes) -> Callable[[int, int], bytes]:
    return lambda start, size: data[start : start + size]


def read(codec: str, data: bytes, start: int = 0, stop: int | None = None) -> bytes:
    return b"".join(CompressedMember(DECOMPRESSORS[codec](), reader(data), start, stop))


def test_every_codec_is_tested() -> None:
    assert set(PACK) == set(DECOMPRESSORS)


@given(codecs, st.binary(max_size=3000), st.integers(1, 300))
def test_any_content_in_any_pieces(codec: str, content: bytes, size: int) -> None:
    packed, decompressor = PACK[codec](content), DECOMPRESSORS[codec]()
    pieces = [packed[at : at + size] for at in range(0, len(packed), size)]
    assert b"".join(out for piece in pieces for out in output_of(decompressor, piece)) == content
    assert decompressor.eof


@given(codecs.filter(lambda codec: codec != "brotli"), st.binary(max_size=300), st.binary(max_size=100))
def test_a_member_ends_where_its_stream_does(codec: str, content: bytes, rest: bytes) -> None:
    packed = PACK[codec](content)
    member = CompressedMember(DECOMPRESSORS[codec](), reader(b"xy" + packed + rest), 2)
    assert b"".join(member) == content
    assert (member.is_complete, member.end) == (True, 2 + len(packed))


@given(codecs, st.binary(min_size=20, max_size=400), st.data())
def test_truncated_data_is_an_error(codec: str, content: bytes, data: st.DataObject) -> None:
    packed = PACK[codec](content)
    kept = data.draw(st.integers(0, len(packed) - 1))
    with pytest.raises(CodecError):
        read(codec, packed[:kept])
    with pytest.raises(TruncatedError):
        read(codec, packed, 0, 0)


@given(codecs, st.binary(max_size=300))
def test_noise_is_content_or_an_error(codec: str, noise: bytes) -> None:
    with suppress(CodecError):
        read(codec, noise)


@pytest.mark.slow
@pytest.mark.parametrize("codec", sorted(PACK))
def test_a_bomb_comes_in_small_pieces(codec: str) -> None:
    pieces = list(output_of(DECOMPRESSORS[codec](), PACK[codec](bytes(40 * MIB))))
    assert sum(map(len, pieces)) == 40 * MIB
    # zstd has no limit of its own, and brotli fills the block it has begun
    most = {"zstd": 33 * MIB, "brotli": 2 * PIECE_BYTES}.get(codec, PIECE_BYTES)
    assert max(map(len, pieces)) <= most


def test_first_bytes_are_no_more_than_wanted() -> None:
    packed = gzip.compress(bytes(MIB))
    assert first_bytes(DECOMPRESSORS["gzip"](), packed, 100_000) == bytes(100_000)
    assert first_bytes(DECOMPRESSORS["gzip"](), packed[:20], 100_000) in {bytes(n) for n in range(1000)}


@given(st.binary(max_size=12))
def test_properties_of_lzma_are_valid_or_an_error(properties: bytes) -> None:
    with suppress(CodecError):
        lzma_decompressor(properties[:1] + bytes(3) + properties[1:])


@given(st.binary(max_size=100))
def test_files_are_recognized_by_their_first_bytes(content: bytes) -> None:
    for packing in ("gzip", "bz2", "xz", "zstd"):
        assert packing_of(PACK[packing](content)) == packing
