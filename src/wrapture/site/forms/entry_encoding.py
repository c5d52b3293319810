"""Encode the entries of a form, for an address or a request body [1]_.

A character that the encoding does not support is sent as a character reference (``&#8364;``), as in browsers.

.. [1] https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
"""

from __future__ import annotations

import codecs
import hashlib
import re
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

from wrapture.html.charset import CODECS
from wrapture.site.forms.asian_codecs import encode_big5, encode_euc, encode_iso_2022, reference
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

ENCODERS: Final = {**CODECS, "gbk": "gbk"}
"""Python's codec of each encoding; gbk is decoded as a larger set than it is encoded."""
OWN: Final = {"big5": encode_big5, "euc-jp": encode_euc, "iso-2022-jp": encode_iso_2022}
"""Encodings that Python encodes differently from browsers."""
WIDE: Final = frozenset(["gbk", "gb18030", "shift_jis", "euc-kr"])
"""Multi-byte encodings."""
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
BOUNDARY: Final = "----WraptureForm"
EURO_IN_GBK: Final = b"\x80"


def _missing(charset: str, error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement for a character that a codec lacks: by the Encoding Standard, or else a reference."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    return _known(charset, character) or reference(character), error.start + 1


def _known(charset: str, character: str) -> bytes:
    """Return the bytes of a character that a codec lacks but the Encoding Standard has, or nothing."""
    if charset == "gbk" and character == "€":
        return EURO_IN_GBK
    if "\x80" <= character < "\xa0" and charset not in WIDE:
        byte = bytes([ord(character)])
        return b"" if byte.decode(ENCODERS[charset], "ignore") else byte  # C1 controls use unassigned bytes
    return b""


for _charset in ENCODERS:
    codecs.register_error(f"wrapture-{_charset}", partial(_missing, _charset))


def encode(text: str, charset: str) -> bytes:
    r"""Return a text in an encoding of the Encoding Standard; an unknown one is UTF-8.

    >>> encode("5 € – 中", "iso-8859-2"), encode("5 €", "windows-1252")
    (b'5 &#8364; &#8211; &#20013;', b'5 \x80')
    """
    if charset in OWN:
        return OWN[charset](text)
    if charset == "utf-8" or charset not in ENCODERS:
        return encodable(text).encode("utf-8")
    return text.encode(ENCODERS[charset], f"wrapture-{charset}")


def with_line_ends(text: str) -> str:
    r"""Return a text with ``\r\n`` at the end of each line."""
    return _LINE_END.sub("\r\n", text)


def urlencoded(entries: Iterable[tuple[str, str]], charset: str) -> str:
    """Return entries as a query string.

    >>> urlencoded([("q", "a b~c"), ("ä", "1&2")], "windows-1252")
    'q=a+b%7Ec&%E4=1%262'
    """
    return "&".join(f"{_quoted(name, charset)}={_quoted(value, charset)}" for name, value in entries)


def _quoted(text: str, charset: str) -> str:
    return quote_plus(encode(with_line_ends(text), charset), safe="*").replace("~", "%7E")


def plain(entries: Iterable[tuple[str, str]], charset: str) -> bytes:
    """Return entries as lines of text."""
    return encode("".join(f"{with_line_ends(name)}={with_line_ends(value)}\r\n" for name, value in entries), charset)


def multipart(entries: Iterable[tuple[str, str]], charset: str, files: Collection[str] = ()) -> tuple[bytes, str]:
    """Return entries as a multipart body, and its content type; names in `files` are file controls without a file.

    The boundary is derived from the content, so that equal entries give equal bytes.
    """
    parts = [_part(name, value, charset, name in files) for name, value in entries]
    boundary = _boundary(parts)
    mark = boundary.encode("ascii")
    body = b"".join(b"--" + mark + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + mark + b"--\r\n"
    return body, f"multipart/form-data; boundary={boundary}"


def _part(name: str, value: str, charset: str, is_file: bool) -> bytes:
    escaped = with_line_ends(name).replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
    head = f'Content-Disposition: form-data; name="{escaped}"'
    if is_file:
        return encode(f'{head}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n', charset)
    return encode(head, charset) + b"\r\n\r\n" + encode(with_line_ends(value), charset)


def _boundary(parts: Iterable[bytes]) -> str:
    """Return a boundary that does not occur in the parts."""
    whole = b"\0".join(parts)
    digest = hashlib.sha256(whole)
    while (mark := f"{BOUNDARY}{digest.hexdigest()[:24]}").encode("ascii") in whole:
        digest.update(b"again")
    return mark
