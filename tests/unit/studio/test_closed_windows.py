"""Windows that are closed while they send something."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from wrapture.studio.access_control import Gate
from wrapture.studio.app import make_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.studio.service import Service


def test_a_window_that_closes_while_it_sends_is_no_error() -> None:
    """It ended in a traceback on the terminal."""
    headers = [(b"host", b"127.0.0.1:7"), (b"authorization", b"Bearer secret"), (b"content-length", b"99")]
    scope = {
        "type": "http",
        "method": "PUT",
        "path": "/api/inbox",
        "query_string": b"name=x",
        "headers": headers,
    }
    messages: Iterator[dict[str, Any]] = iter(
        [{"type": "http.request", "body": b"<p>", "more_body": True}, {"type": "http.disconnect"}]
    )
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    app = make_app(cast("Service", None), Gate("secret", 7))
    asyncio.run(app(scope, receive, cast("Any", send)))
    assert sent[0]["status"] == 400
