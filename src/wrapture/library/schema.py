"""The JSON schema of wrapper files, for editors and other tools.

It is exported from the models that check a file; regenerate the published copy with

.. code-block:: console

    $ python -m wrapture.library.schema > docs/reference/wrapper.schema.json

Constraints across fields (a column's place exists in the layout, a pattern parses) are not part of it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from wrapture.library.file_format import WrapperModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the schema of the current format version."""
    return {"$schema": DIALECT, **WrapperModel.model_json_schema(), "title": "Wrapture wrapper"}


def schema_text() -> str:
    """Return the schema as published text."""
    return f"{json.dumps(json_schema(), indent=2, ensure_ascii=False)}\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
