"""Where the real pages are, and the scorer that goes with them."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


@cache
def load_scorer(shared: Path) -> ModuleType:
    """Return the scorer as a module."""
    spec = importlib.util.spec_from_file_location("score", shared / "bench" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_gold(shared: Path) -> list[dict[str, Any]]:
    """Return one row per page: its file, its source and its true records."""
    with (shared / "corpus" / "lists" / "gold.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
