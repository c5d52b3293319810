"""The ASGI application: check requests, call operations, and turn errors into one-line messages."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from wrapture.errors import (
    LibraryConflictError,
    MissingExtraError,
    StaleDeskError,
    WraptureError,
)
from wrapture.studio.access_control import APP_POLICY, FRAME_POLICY, RECEIVE, SAFE_HEADERS
from wrapture.studio.openapi import openapi
from wrapture.studio.operations import MAX_BYTES, OPERATIONS, Call, Download
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from wrapture.studio.access_control import Gate
    from wrapture.studio.operations import Operation
    from wrapture.studio.service import Service

MAX_FORM_BYTES: Final = 64 * 1024
"""Largest request that does not upload a page: the longest have a name and a few numbers."""
EMPTY_DOCUMENTS: Final = {
    "standards": "<!DOCTYPE html><html><head><title>Page</title></head><body></body></html>",
    "quirks": "<html><head><title>Page</title></head><body></body></html>",
}
"""Empty documents that pages are built in; without a doctype, the browser uses quirks mode."""
STATUS: Final[tuple[tuple[type[WraptureError], int], ...]] = (
    (StaleDeskError, 409),
    (LibraryConflictError, 409),
    (MissingExtraError, 501),
    (WraptureError, 400),
)


MODULES: Final = re.compile(r"<!-- modules: .*? -->")
"""The placeholder for module preload links in the studio's page."""


class _TooLargeError(Exception):
    """A request is too large: the argument is the limit."""


def make_app(service: Service, gate: Gate) -> Starlette:
    """Return the studio as an ASGI application."""
    static = Path(str(files("wrapture.studio"))) / "static"
    index = _with_modules((static / "index.html").read_text(encoding="utf-8"), static)
    receive = (static / "receive.html").read_text(encoding="utf-8")
    return Starlette(
        routes=[
            Route("/static/{path:path}", _assets(static)),  # first: the page asks for about ninety of them
            Route("/", _fixed(HTMLResponse(index, headers={"Content-Security-Policy": APP_POLICY}))),
            Route("/receive", _fixed(HTMLResponse(receive, headers={"Content-Security-Policy": APP_POLICY}))),
            Route("/frame", _frame),
            Route("/api/openapi.json", _fixed(JSONResponse(openapi(OPERATIONS)))),
            *(Route(one.path, _endpoint(service, one), methods=[one.method]) for one in OPERATIONS),
        ],
        middleware=[Middleware(_Guard, gate=gate)],
        exception_handlers={404: _missing, 405: _missing, Exception: _unexpected},
    )


def _assets(folder: Path) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that serves the files that are in a folder now; they are small, so no thread reads them."""
    known = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}

    async def respond(request: Request) -> Response:
        path = known.get(request.path_params["path"])
        if path is None:
            raise HTTPException(404)
        return Response(path.read_bytes(), media_type=guess_type(path.name)[0])

    return respond


def _with_modules(index: str, static: Path) -> str:
    """Return the studio's page with preload links: loading seventy modules one after the other took 0.7 s."""
    modules = sorted(path.relative_to(static).as_posix() for path in static.glob("*/*.js"))
    links = "".join(f'<link rel="modulepreload" href="/static/{module}">' for module in modules)
    return MODULES.sub(links, index)


class _Guard:
    """Refuses what the gate refuses, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers[name] = value
                if scope["path"] == RECEIVE:  # the page that opened this window sends itself to it
                    headers["Cross-Origin-Opener-Policy"] = "unsafe-none"
            await send(message)

        refused = self._gate.refusal(scope["path"], Headers(scope=scope))
        answer: ASGIApp = self._app if refused is None else _problem(refused.status, refused.error)
        await answer(scope, receive, send_safely)


def _fixed(response: Response) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return response

    return answer


async def _frame(request: Request) -> Response:
    """Return the empty document that a page is built in."""
    mode = "quirks" if "quirks" in request.query_params else "standards"
    return HTMLResponse(EMPTY_DOCUMENTS[mode], headers={"Content-Security-Policy": FRAME_POLICY})


def _endpoint(service: Service, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of an operation, which runs in a thread."""

    async def answer(request: Request) -> Response:
        try:
            call = _call(operation, request, await _content(request, operation))
            return _response(await run_in_threadpool(operation.run, service, call))
        except ClientDisconnect:  # a window was closed while it sent: nobody waits for an answer
            return Response(status_code=400)
        except _TooLargeError as error:
            return _problem(413, f"the request is larger than {error}, the studio's limit; split the page into several")
        except ValidationError as error:
            return _problem(422, _complaint(error))
        except WraptureError as error:
            status = next(status for kind, status in STATUS if isinstance(error, kind))
            revision = error.revision if isinstance(error, StaleDeskError) else None
            return _problem(status, for_command_line(str(error)), revision)

    return answer


async def _content(request: Request, operation: Operation) -> bytes:
    """Return the body of a request; raises `_TooLargeError` as soon as it exceeds the limit."""
    most = MAX_BYTES if operation.takes_bytes else MAX_FORM_BYTES
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise _TooLargeError(f"{most >> 20} MiB" if most >> 20 else f"{most >> 10} KiB")
        pieces.append(piece)
    return b"".join(pieces)


def _call(operation: Operation, request: Request, content: bytes) -> Call:
    """Return a request as a call with a validated body."""
    form = operation.takes.model_validate_json(content or b"{}") if operation.takes is not None else None
    return Call(request.path_params, request.query_params, content, request.headers.get("content-type", ""), form)


def _response(result: Any) -> Response:
    if result is None:
        return Response(status_code=204)
    if isinstance(result, Download):
        named = f"attachment; filename*=UTF-8''{quote(result.name, safe='')}"
        return Response(result.content, media_type=result.content_type, headers={"Content-Disposition": named})
    # Lone surrogates, which pages may contain, are escaped: JSON has no other way to write them.
    return Response(json.dumps(result, separators=(",", ":"), allow_nan=False), media_type="application/json")


def _problem(status: int, error: str, revision: int | None = None) -> Response:
    more = {} if revision is None else {"revision": revision}
    return Response(json.dumps({"error": error, **more}), status_code=status, media_type="application/json")


def _complaint(error: ValidationError) -> str:
    """Return the first validation error of a request, on one line."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"])) or "the request"
    return f"{where}: {first['msg']}; see /api/openapi.json"


async def _missing(request: Request, _: Exception) -> Response:
    return _problem(404, f"{request.method} {request.url.path[:200]}: not found; see /api/openapi.json")


async def _unexpected(_: Request, error: Exception) -> Response:
    """Answer an unexpected error; the log has the details."""
    return _problem(500, f"the studio itself failed ({type(error).__name__}); your work is saved, please report this")
