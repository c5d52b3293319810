"""Entries as bytes: in an address, or in the body of a request [1]_.

A character that the encoding lacks is sent as a character reference (``&#8364;``), as browsers do.

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
from wrapture.html.forms.asian import encode_big5, encode_euc, encode_iso_2022, reference

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

ENCODERS: Final = {**CODECS, "gbk": "gbk"}
"""Python's codec of each encoding: more is read as gbk than is written."""
OWN: Final = {"big5": encode_big5, "euc-jp": encode_euc, "iso-2022-jp": encode_iso_2022}
"""Encodings that Python writes in another way than browsers do."""
WIDE: Final = frozenset(["gbk", "gb18030", "shift_jis", "euc-kr"])
"""Encodings of two bytes and more."""
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
BOUNDARY: Final = "----WraptureForm"
EURO_IN_GBK: Final = b"\x80"


def _missing(charset: str, error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what stands for a character that a codec lacks: what the Encoding Standard has there, else a reference."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    return _known(charset, character) or reference(character), error.start + 1


def _known(charset: str, character: str) -> bytes:
    """Return a character in an encoding whose codec does not know it, nothing where the encoding does not either."""
    if charset == "gbk" and character == "€":
        return EURO_IN_GBK
    if "\x80" <= character < "\xa0" and charset not in WIDE:
        byte = bytes([ord(character)])
        return b"" if byte.decode(ENCODERS[charset], "ignore") else byte  # a control has a byte that nothing else has
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
        return _whole(text).encode("utf-8")
    return text.encode(ENCODERS[charset], f"wrapture-{charset}")


def _whole(text: str) -> str:
    """Return a text without halves of characters."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def with_line_ends(text: str) -> str:
    r"""Return a text with ``\r\n`` at the end of each line."""
    return _LINE_END.sub("\r\n", text)


def urlencoded(entries: Iterable[tuple[str, str]], charset: str) -> str:
    """Return entries as they stand in an address.

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
    """Return entries as a body of several parts, and its content type; those named in `files` are files that nobody chose.

    The boundary is made of what it parts, so that the same entries are the same bytes.
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
    """Return a line that stands in none of the parts."""
    whole = b"\0".join(parts)
    digest = hashlib.sha256(whole)
    while (mark := f"{BOUNDARY}{digest.hexdigest()[:24]}").encode("ascii") in whole:
        digest.update(b"again")
    return mark
