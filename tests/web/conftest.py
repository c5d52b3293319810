from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from wrapture.errors import FetchError
from wrapture.net.exchange import exchange
from wrapture.net.fetch_limits import MIB, FetchLimits
from wrapture.net.http_messages import Request

from .server import BadServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.net.cookies import Cookies
    from wrapture.net.http_messages import Response

GRACE_S = 60.0
"""Allowance for a busy machine; the server would go on for much longer."""
PATIENT = FetchLimits(timeout_s=100.0, read_timeout_s=60.0, max_bytes=MIB)


def ask(
    request: Request | str, limits: FetchLimits = PATIENT, cookies: Cookies | None = None, *, allow_private: bool = True
) -> Response:
    """Return the response of a server on this machine."""
    request = Request(request) if isinstance(request, str) else request
    return exchange(request, limits=limits, cookies=cookies, allow_private=allow_private)


def refusal(
    request: Request | str,
    limits: FetchLimits = PATIENT,
    kind: type[FetchError] = FetchError,
    *,
    allow_private: bool = True,
) -> str:
    """Return the reason why there is no response, after checking the form of the error and the time it took."""
    begin = time.monotonic()
    with pytest.raises(FetchError) as caught:
        ask(request, limits, allow_private=allow_private)
    assert time.monotonic() - begin < limits.timeout_s + GRACE_S
    assert type(caught.value) is kind
    assert str(caught.value) == f"{caught.value.where}: {caught.value.what}"
    assert "\n" not in str(caught.value)
    return caught.value.what


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def server() -> Iterator[BadServer]:
    with BadServer() as bad:
        yield bad


@pytest.fixture
def other() -> Iterator[BadServer]:
    """A server on another port, which is another origin."""
    with BadServer() as bad:
        yield bad
