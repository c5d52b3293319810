"""Lexicon files: a term per line, UTF-8; lines that begin with ``#`` are comments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from wrapture.errors import SourceError
from wrapture.model import Lexicon

MAX_BYTES: Final = 4 << 20


def read_lexicon(path: str | os.PathLike[str]) -> Lexicon:
    """Return the lexicon of a file; raises `SourceError` if it can't be read or has no term."""
    name = os.fspath(path)
    try:
        body = Path(path).read_bytes()
        text = body.decode("utf-8-sig")
    except OSError as error:
        raise SourceError(name, f"can't be read as a lexicon: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SourceError(name, "a lexicon is a text in UTF-8, a term per line") from error
    if len(body) > MAX_BYTES:
        raise SourceError(name, f"a lexicon has at most {MAX_BYTES >> 20} MB")
    terms = tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    if not terms:
        raise SourceError(name, "the lexicon has no terms; write one per line")
    return Lexicon(terms)
