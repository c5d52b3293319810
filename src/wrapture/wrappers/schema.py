"""The JSON schema of wrapper files, for editors and other tools.

It is exported from the models that check a file; regenerate the published copy with

.. code-block:: console

    $ python -m wrapture.wrappers.schema > docs/reference/wrapper.schema.json

What reaches over several fields (a column's place is a part of the layout, a pattern reads) is not in it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from wrapture.wrappers.format import WrapperForm

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the schema of today's version."""
    return {"$schema": DIALECT, **WrapperForm.model_json_schema(), "title": "Wrapture wrapper"}


def schema_text() -> str:
    """Return the schema as the text that is published."""
    return f"{json.dumps(json_schema(), indent=2, ensure_ascii=False)}\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
