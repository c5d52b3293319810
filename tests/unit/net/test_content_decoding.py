from __future__ import annotations

import gzip
import random
import zlib
from contextlib import suppress

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from wrapture.archive.codecs import PIECE_BYTES
from wrapture.net.content_decoding import decoded
from wrapture.net.fetch_trouble import AnswerError

PACK = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}
MIB = 1024 * 1024


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


@given(st.binary(max_size=3000), st.lists(st.sampled_from([*PACK]), max_size=5), st.integers(1, 400))
def test_undoes_any_chain_in_any_pieces(body: bytes, codings: list[str], size: int) -> None:
    data = body
    for coding in codings:
        data = PACK[coding](data)
    assert decoded(cut(data, size), ",".join(codings), len(body)) == body


@pytest.mark.parametrize("coding", [*PACK])
@pytest.mark.parametrize("size", [1000, PIECE_BYTES, 3 * MIB])
@pytest.mark.parametrize("kind", ["noise", "words", "zeros"])
def test_undoes_long_bodies(coding: str, size: int, kind: str) -> None:
    chance = random.Random(7)
    body = {
        "noise": chance.randbytes(MIB),
        "words": b" ".join(chance.choices([b"one", b"two", b"three"], k=200_000)),
        "zeros": bytes(3 * MIB + 1),
    }[kind]
    packed = PACK[coding](body) if coding != "br" else brotli.compress(body, quality=2, lgwin=24)
    assert decoded(cut(packed, size), coding, len(body)) == body
    with pytest.raises(AnswerError, match="is longer than"):
        decoded(cut(packed, size), coding, len(body) - 1)


@given(st.binary(min_size=1, max_size=200), st.sampled_from([*PACK]))
def test_noise_is_a_body_or_an_error(noise: bytes, coding: str) -> None:
    with suppress(AnswerError):
        assert len(decoded([noise], coding, 1000)) <= 1000


@given(st.binary(min_size=20, max_size=400), st.sampled_from([*PACK]), st.data())
def test_what_is_torn_is_an_error(body: bytes, coding: str, data: st.DataObject) -> None:
    packed = PACK[coding](body)
    kept = data.draw(st.integers(1, len(packed) - 1))
    with pytest.raises(AnswerError, match=r"is truncated|does not decompress"):
        decoded([packed[:kept]], coding, 1000)


@given(st.binary(max_size=400))
def test_deflate_may_be_bare(body: bytes) -> None:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(body) + packer.flush()
    assert decoded(cut(packed, 1), "deflate", 400) == body
