"""What a bomb costs: a process of its own asks for it, and tells how much it grew.

The peak is read from /proc: that of ``getrusage`` is inherited from the process that starts another.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import zlib
from pathlib import Path

import brotli
import pytest
import zstandard

from tests.patience import PATIENCE_S
from wrapture.net.fetch_limits import MIB

from .server import BadServer, page

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")

ROOM_MIB = 64
"""What an answer may cost beside its own bytes."""
CHILD = """
import sys
from pathlib import Path
from wrapture.errors import FetchError
from wrapture.net.exchange import exchange
from wrapture.net.fetch_limits import FetchLimits
from wrapture.net.http_messages import Request

def peak():
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024

before = peak()
try:
    said = len(exchange(Request(sys.argv[1]), limits=FetchLimits(100, 60, int(sys.argv[2])), allow_private=True).body)
except FetchError as error:
    said = error.what
print(peak() - before, said)
"""


def grown(url: str, cap: int) -> tuple[int, str]:
    """Return by how many MiB a process grows that asks for an address, and what came of it."""
    environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
    run = subprocess.run(
        [sys.executable, "-c", CHILD, url, str(cap)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
        env=environment,
    )
    mebibytes, _, said = run.stdout.partition(" ")
    return int(mebibytes), said


def zeros(coding: str, mebibytes: int) -> bytes:
    """Return so many MiB of zeros, compressed, without ever holding them."""
    if coding == "zstd":
        packer = zstandard.ZstdCompressor(level=3).compressobj()
        return b"".join([*(packer.compress(bytes(MIB)) for _ in range(mebibytes)), packer.flush()])
    if coding == "br":
        other = brotli.Compressor(quality=1, lgwin=24)
        return b"".join([*(other.process(bytes(MIB)) for _ in range(mebibytes)), other.finish()])
    third = zlib.compressobj(1, wbits=31 if coding == "gzip" else 15)
    return b"".join([*(third.compress(bytes(MIB)) for _ in range(mebibytes)), third.flush()])


@pytest.mark.parametrize("cap_mib", [1, 32])
@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_a_bomb_costs_little(server: BadServer, coding: str, cap_mib: int) -> None:
    url = server.says("/", page(zeros(coding, 256), f"Content-Encoding: {coding}"))
    mebibytes, said = grown(url, cap_mib * MIB)
    assert said.startswith(f"is longer than {cap_mib * MIB:,} bytes")
    assert mebibytes < cap_mib + ROOM_MIB


def test_a_bomb_in_bombs_costs_little(server: BadServer) -> None:
    body = gzip.compress(zstandard.compress(brotli.compress(zeros("zstd", 1024), quality=4)))
    mebibytes, said = grown(server.says("/", page(body, "Content-Encoding: zstd, br, zstd, gzip")), 32 * MIB)
    assert said.startswith("is longer than 33,554,432 bytes")
    assert mebibytes < 32 + ROOM_MIB


def test_a_long_page_in_a_deep_chain_costs_little(server: BadServer) -> None:
    """All windows of the chain are full: bytes that do not compress go through each of them."""
    noise = os.urandom(31 * MIB)
    far = zstandard.ZstdCompressionParameters.from_level(1, window_log=23)
    body = brotli.compress(noise, quality=0, lgwin=24)
    for _ in range(3):
        packer = zstandard.ZstdCompressor(compression_params=far).compressobj()
        body = packer.compress(body) + packer.flush()
    mebibytes, said = grown(server.says("/", page(body, "Content-Encoding: br, zstd, zstd, zstd")), 32 * MIB)
    assert int(said) == len(noise)
    assert mebibytes < 32 + ROOM_MIB
