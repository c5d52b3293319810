"""A response without its page, as readable JSON."""

from __future__ import annotations

from base64 import b64decode, b64encode
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from wrapture.net.http_messages import Request, Response

if TYPE_CHECKING:
    from wrapture.net.http_messages import Headers, Method


def json_of(answer: Response) -> dict[str, object]:
    """Return a response as JSON, without its page."""
    return {
        "url": answer.url,
        "asked": answer.asked.astimezone(UTC).isoformat(),
        "status": answer.status,
        "reason": answer.reason,
        "request": _json_of_request(answer.request),
        "hops": list(answer.hops),
        "headers": [list(pair) for pair in answer.headers],
    }


def answer_of(said: dict[str, Any], body: bytes) -> Response:
    """Return the response in JSON and its page; raises ValueError, KeyError, TypeError or AttributeError."""
    return Response(
        request=_request_of(said["request"]),
        url=_text(said["url"]),
        status=int(said["status"]),
        headers=_pairs(said["headers"]),
        body=body,
        asked=datetime.fromisoformat(said["asked"]).astimezone(UTC),
        reason=_text(said["reason"]),
        hops=tuple(map(_text, said["hops"])),
        stored=True,
    )


def _json_of_request(request: Request) -> dict[str, object]:
    said: dict[str, object] = {"url": request.url, "method": request.method}
    if request.body:
        said |= _json_of_body(request.body)
    optional = {
        "content_type": request.content_type,
        "referer": request.referer,
        "after": request.after,
        "headers": [list(pair) for pair in request.headers],
    }
    return said | {name: value for name, value in optional.items() if value}


def _json_of_body(body: bytes) -> dict[str, object]:
    """Return a posted body, as text if it is UTF-8."""
    try:
        return {"body": body.decode("utf-8")}
    except UnicodeDecodeError:
        return {"body_base64": b64encode(body).decode()}


def _request_of(said: dict[str, Any]) -> Request:
    body = b64decode(said["body_base64"]) if "body_base64" in said else _text(said.get("body", "")).encode()
    return Request(
        url=_text(said["url"]),
        method=_method(said["method"]),
        body=body,
        content_type=_text(said.get("content_type", "")),
        referer=_text(said.get("referer", "")),
        headers=_pairs(said.get("headers", [])),
        after=_text(said.get("after", "")),
    )


def _method(value: object) -> Method:
    if value == "GET" or value == "POST":  # noqa: PLR1714 - so that the type is known
        return value
    raise ValueError(value)


def _pairs(values: list[list[object]]) -> Headers:
    return tuple((_text(name), _text(value)) for name, value in values)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
