"""The door: requests come in, are checked, and become calls of operations; errors become one line for a person."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from wrapture.errors import LibraryConflictError, MissingExtraError, StaleDeskError, WraptureError
from wrapture.studio.gate import APP_POLICY, FRAME_POLICY, SAFE_HEADERS
from wrapture.studio.openapi import openapi
from wrapture.studio.operations import MAX_BYTES, OPERATIONS, Call, File

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from wrapture.studio.gate import Gate
    from wrapture.studio.operations import Operation
    from wrapture.studio.workshop import Workshop

MAX_FORM_BYTES: Final = 64 * 1024
"""Of a request that is not a page: the longest have a name and a few numbers."""
EMPTY_DOCUMENTS: Final = {
    "standards": "<!DOCTYPE html><html><head><title>Page</title></head><body></body></html>",
    "quirks": "<html><head><title>Page</title></head><body></body></html>",
}
"""What pages are built in; without a doctype, a browser lays out as pages of old expect."""
STATUS: Final[tuple[tuple[type[WraptureError], int], ...]] = (
    (StaleDeskError, 409),
    (LibraryConflictError, 409),
    (MissingExtraError, 501),
    (WraptureError, 400),
)


MODULES: Final = re.compile(r"<!-- modules: .*? -->")
"""Where the page of the studio has its modules named."""


class _TooLargeError(Exception):
    """A request has more bytes than it may have: the argument says how many."""


def make_app(workshop: Workshop, gate: Gate) -> Starlette:
    """Return the studio as an application."""
    static = Path(str(files("wrapture.studio"))) / "static"
    index = _with_modules((static / "index.html").read_text(encoding="utf-8"), static)
    return Starlette(
        routes=[
            Route("/", _fixed(HTMLResponse(index, headers={"Content-Security-Policy": APP_POLICY}))),
            Route("/frame", _frame),
            Route("/api/openapi.json", _fixed(JSONResponse(openapi(OPERATIONS)))),
            *(Route(one.path, _endpoint(workshop, one), methods=[one.method]) for one in OPERATIONS),
            Mount("/static", StaticFiles(directory=static)),
        ],
        middleware=[Middleware(_Guard, gate=gate)],
        exception_handlers={404: _missing, 405: _missing, Exception: _unexpected},
    )


def _with_modules(index: str, static: Path) -> str:
    """Return the studio's page with all its modules named: seventy that lead to each other took 0.7 s, one after the other."""
    modules = sorted(path.relative_to(static).as_posix() for path in static.glob("*/*.js"))
    links = "".join(f'<link rel="modulepreload" href="/static/{module}">' for module in modules)
    return MODULES.sub(links, index)


class _Guard:
    """Lets in what the gate lets in, and gives every answer the headers that keep it safe."""

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


def _endpoint(workshop: Workshop, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers the requests for an operation; the work is done in a thread."""

    async def answer(request: Request) -> Response:
        try:
            call = _call(operation, request, await _content(request, operation))
            return _response(await run_in_threadpool(operation.run, workshop, call))
        except _TooLargeError as error:
            return _problem(
                413, f"more than {error} come in, which the studio does not take; cut the page into several"
            )
        except ValidationError as error:
            return _problem(422, _complaint(error))
        except WraptureError as error:
            status = next(status for kind, status in STATUS if isinstance(error, kind))
            revision = error.revision if isinstance(error, StaleDeskError) else None
            return _problem(status, str(error), revision)

    return answer


async def _content(request: Request, operation: Operation) -> bytes:
    """Return the body of a request; raises `_TooLargeError` as soon as there is too much of it."""
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
    """Return a request as a call, its form checked."""
    form = operation.takes.model_validate_json(content or b"{}") if operation.takes is not None else None
    return Call(request.path_params, request.query_params, content, request.headers.get("content-type", ""), form)


def _response(result: Any) -> Response:
    if result is None:
        return Response(status_code=204)
    if isinstance(result, File):
        named = f"attachment; filename*=UTF-8''{quote(result.name, safe='')}"
        return Response(result.content, media_type=result.content_type, headers={"Content-Disposition": named})
    # Half characters, which pages may hold, are escaped; JSON has no other way for them.
    return Response(json.dumps(result, separators=(",", ":"), allow_nan=False), media_type="application/json")


def _problem(status: int, error: str, revision: int | None = None) -> Response:
    more = {} if revision is None else {"revision": revision}
    return Response(json.dumps({"error": error, **more}), status_code=status, media_type="application/json")


def _complaint(error: ValidationError) -> str:
    """Return the first thing that is wrong with a form, on one line."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"])) or "the request"
    return f"{where}: {first['msg']}; /api/openapi.json says what is asked for"


async def _missing(request: Request, _: Exception) -> Response:
    return _problem(
        404, f"{request.method} {request.url.path[:200]}: there is no such thing here; see /api/openapi.json"
    )


async def _unexpected(_: Request, error: Exception) -> Response:
    """Answer where something went wrong that should not: the log has the rest."""
    return _problem(500, f"the studio itself failed ({type(error).__name__}); your work is saved, please report this")
