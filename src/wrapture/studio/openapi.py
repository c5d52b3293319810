"""Build the OpenAPI document of the studio from its operations.

The one in the documentation is made by ``python -m wrapture.studio.openapi > docs/reference/studio.openapi.json``.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, Final

from pydantic.json_schema import models_json_schema

from wrapture import __version__
from wrapture.studio.answers import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from wrapture.studio.operations import Operation

REFERENCE: Final = "#/components/schemas/{model}"
ABOUT: Final = """The studio's own page works through these calls, and so can other programs while a studio runs.
Every call needs the token in the studio's address: `Authorization: Bearer TOKEN`.
A step on a desk names the revision it is based on; if the desk has changed meanwhile, the response is 409."""


def openapi(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the OpenAPI document of some operations."""
    schemas = _schemas(operations)
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wrapture studio", "version": __version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _schemas(operations: Sequence[Operation]) -> dict[str, Any]:
    """Return the schemas of all models, nested ones included."""
    forms: dict[type[BaseModel], None] = {Problem: None}
    for one in operations:
        forms |= {form: None for form in (one.takes, one.gives) if form is not None}
    _, found = models_json_schema([(form, "validation") for form in forms], ref_template=REFERENCE)
    schemas: dict[str, Any] = found["$defs"]
    return schemas


def _operation(one: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": one.run.__name__,
        "summary": one.summary,
        "parameters": _parameters(one),
        "responses": {
            "200": {"description": "done", "content": _content(one.gives)},
            "4XX": {"description": "what is wrong with the request", "content": _content(Problem)},
        },
    }
    if "since" in one.query:
        described["responses"]["204"] = {"description": "nothing has changed"}
    if one.takes_bytes:
        binary = {"schema": {"type": "string", "format": "binary"}}
        described["requestBody"] = {"required": True, "content": {"application/octet-stream": binary}}
    elif one.takes is not None:
        described["requestBody"] = {"required": True, "content": _content(one.takes)}
    return described


def _parameters(one: Operation) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", one.path)
    ]
    behind = [
        {
            "name": name,
            "in": "query",
            "required": name == "revision",
            "description": meaning,
            "schema": {"type": "integer" if name in {"revision", "since"} else "string"},
        }
        for name, meaning in one.query.items()
    ]
    return in_path + behind


def _content(form: type[BaseModel] | None) -> dict[str, Any]:
    if form is None:
        return {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {"application/json": {"schema": {"$ref": REFERENCE.format(model=form.__name__)}}}


if __name__ == "__main__":
    from wrapture.studio.operations import OPERATIONS

    json.dump(openapi(OPERATIONS), sys.stdout, indent=2)
    sys.stdout.write("\n")
