from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from wrapture.errors import FetchError
from wrapture.web.exchange import exchange
from wrapture.web.limits import MIB, Limits
from wrapture.web.messages import Request

from .server import BadServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.web.cookies import Cookies
    from wrapture.web.messages import Answer

GRACE_S = 5.0
"""For a machine that has much to do; the server would go on for three times as long."""
SHORT = Limits(timeout_s=4.0, read_timeout_s=2.0, max_bytes=MIB)


def ask(
    request: Request | str, limits: Limits = SHORT, cookies: Cookies | None = None, *, allow_private: bool = True
) -> Answer:
    """Return what a server on this machine answers."""
    request = Request(request) if isinstance(request, str) else request
    return exchange(request, limits=limits, cookies=cookies, allow_private=allow_private)


def refusal(
    request: Request | str,
    limits: Limits = SHORT,
    kind: type[FetchError] = FetchError,
    *,
    allow_private: bool = True,
) -> str:
    """Return why there is no answer, after looking at the form of the error and at the clock."""
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
    """A server at another port: another origin."""
    with BadServer() as bad:
        yield bad
