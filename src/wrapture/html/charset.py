"""Decoding bytes to text in the order browsers use: byte order mark, transport, ``<meta>``, then the bytes themselves.

The labels are those of the Encoding Standard [1]_ (``latin1`` means windows-1252, ``gb2312`` means gbk, …), and the prescan for
``<meta>`` is that of HTML [2]_.  Decoding never raises: undecodable bytes become U+FFFD, and the text can always be encoded as
UTF-8.

Departures from [1]_ and [2]_
-----------------------------
* A page whose ``<meta>`` names a legacy charset but that is valid UTF-8 beyond ASCII is UTF-8: a tool converted it and left the
  ``<meta>`` alone (39 of 1051 real pages; otherwise they read ``MenÃ¼``).  A charset from the transport is not overruled.
* A page declared as UTF-8 without a single valid character beyond ASCII is windows-1252 (1 of 1051 real pages).
* The prescan continues to the end of the head, as Chromium's does (84 of 835 real pages declare it after byte 1024).
* The encodings that [1]_ rejects (hz-gb-2312, iso-2022-kr, …) count as unknown labels: the next rule decides.
* Python's own codecs replace the multi-byte indexes of [1]_; they differ in rare characters.

.. [1] https://encoding.spec.whatwg.org/
.. [2] https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from email.message import Message

Source: TypeAlias = Literal["bom", "transport", "meta", "default"]
"""What decided the encoding; ``default`` means the bytes themselves."""

UTF_8, WINDOWS_1252 = "utf-8", "windows-1252"

BOMS = ((codecs.BOM_UTF8, UTF_8), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))

PRESCAN_BYTES = 1024  # always searched [2]_
HEAD_BYTES = (
    32_768  # … and this far while the head lasts: the latest <meta charset> of 835 real pages is at byte 27,588
)
MAX_TYPE_CHARS = 1000  # of a Content-Type: the time to parse one grows with the square of its length


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the name of its encoding in the Encoding Standard (lower case), and what decided it."""

    text: str
    encoding: str
    source: Source


def decode(body: bytes, charset: str | None = None) -> Decoded:
    r"""Return the text of `body`; `charset` is the transport's, e.g. from the Content-Type header.

    >>> decode(b'<meta charset="latin1">caf\xe9').text[-4:], decode("café".encode()).encoding
    ('café', 'utf-8')
    """
    for mark, encoding in BOMS:
        if body.startswith(mark):
            return Decoded(_read(body[len(mark) :], encoding), encoding, "bom")
    if charset is not None and (known := find_encoding(charset)):
        return _declared(body, known, "transport")
    if (known := declared_encoding(body)) is not None:
        return _declared(body, known, "meta")
    return _undeclared(body)


def named_charset(message: Message) -> str | None:
    """Return the charset in the Content-Type of a response or of a part of a saved page, or None."""
    if len(str(message.get("content-type", ""))) > MAX_TYPE_CHARS:
        return None
    try:
        return message.get_content_charset()
    except ValueError:  # ``charset*=`` with NUL in the name of its own charset
        return None


def find_encoding(label: str) -> str | None:
    """Return the encoding that `label` names in the Encoding Standard, or None."""
    return LABELS.get(label.strip(" \t\n\f\r\"'").lower())


def declared_encoding(body: bytes) -> str | None:
    """Return the encoding declared in the page's own ``<meta>`` or XML declaration, or None."""
    head = body[:HEAD_BYTES].lower()
    last = head.rfind(b"charset")  # settles most pages without one: the loop is 20 times slower
    for tag in _TAG.finditer(head):
        if tag.start() > last or (tag.lastgroup == "end" and tag.start() >= PRESCAN_BYTES):
            break
        if tag.lastgroup == "meta" and (encoding := _meta_encoding(tag["meta"])):
            return encoding
    xml = _XML_ENCODING.match(head)
    return _inside(xml[2]) if xml else None


def _declared(body: bytes, encoding: str, source: Source) -> Decoded:
    if encoding == UTF_8:
        return _declared_utf_8(body, source)
    if source == "meta" and not body.isascii() and (text := _valid_utf_8(body, whole=True)) is not None:
        return Decoded(text, UTF_8, "default")
    return Decoded(_read(body, encoding), encoding, source)


def _declared_utf_8(body: bytes, source: Source) -> Decoded:
    text = _valid_utf_8(body)
    if text is None:
        text = body.decode(UTF_8, "replace")
        if text.replace("\ufffd", "").isascii():
            return Decoded(_read(body, WINDOWS_1252), WINDOWS_1252, "default")
    return Decoded(text, UTF_8, source)


def _undeclared(body: bytes) -> Decoded:
    text = _valid_utf_8(body)
    if text is not None:
        return Decoded(text, UTF_8, "default")
    return Decoded(_read(body, WINDOWS_1252), WINDOWS_1252, "default")


def _valid_utf_8(body: bytes, whole: bool = False) -> str | None:
    """Return `body` decoded as UTF-8, or None if it is not; its last character may be truncated unless `whole`."""
    try:
        text, used = codecs.utf_8_decode(body, "strict", whole)
    except UnicodeDecodeError:
        return None
    if used == len(body):
        return text
    return text + "\ufffd" if not text.isascii() else None  # one truncated character alone is no sign


def _read(body: bytes, encoding: str) -> str:
    codec = CODECS[encoding]
    if codec in _MULTI_BYTE:
        return body.decode(codec, "replace")
    return codecs.charmap_decode(body, "replace", _table(codec))[0]


@cache
def _table(codec: str) -> str:
    """Return the 256 characters of a one-byte codec; where Python has none, [1]_ has the C1 control or U+FFFD."""
    characters = (bytes([b]).decode(codec, "replace") for b in range(256))
    return "".join(chr(b) if c == "\ufffd" and b < 0xA0 else c for b, c in enumerate(characters))


# --- the prescan ---

_S = rb"[\t\n\f\r ]"
_ATTRIBUTE = (  # the name, then the value in double, single or no quotes
    rb"[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:" + _S + rb"*+=" + _S + rb"*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\t\n\f\r >\"'][^\t\n\f\r >]*+))?)?"
)
_ATTRIBUTES = rb"(?:" + re.sub(rb"\((?!\?)", rb"(?:", _ATTRIBUTE) + rb")*+"
_TAG = re.compile(
    rb"<!--(?:-?>|.*?(?:-->|\Z))"
    rb"|<meta(?=[\t\n\f\r /])(?P<meta>" + _ATTRIBUTES + rb")"
    rb"|(?P<end></head|<body)(?=[\t\n\f\r />])"
    + _ATTRIBUTES
    + rb"|</?[a-z][^\t\n\f\r >]*+"
    + _ATTRIBUTES
    + rb"|<[!/?][^>]*+>",
    re.DOTALL,
)
_EACH_ATTRIBUTE = re.compile(_ATTRIBUTE)
_CONTENT_CHARSET = re.compile(
    rb"charset" + _S + rb"*=" + _S + rb"*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*))"
)
_XML_ENCODING = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*([\"'])([^\"'>]*)\1")


def _meta_encoding(attributes: bytes) -> str | None:
    """Return the encoding that one ``<meta>`` declares: in ``charset``, or in ``content`` with an ``http-equiv``."""
    values: dict[bytes, bytes] = {}
    for name, *value in _EACH_ATTRIBUTE.findall(attributes):
        values.setdefault(name, b"".join(value))
    if b"charset" in values:
        return _inside(values[b"charset"])
    if values.get(b"http-equiv") != b"content-type":
        return None
    found = _CONTENT_CHARSET.search(values.get(b"content", b""))
    return _inside(b"".join(g or b"" for g in found.groups())) if found else None


def _inside(label: bytes) -> str | None:
    """Return the encoding of a label found inside the page, which can't be UTF-16 if it could be read there [2]_."""
    encoding = find_encoding(label.decode("latin-1"))
    return UTF_8 if encoding in ("utf-16le", "utf-16be") else encoding


# --- the table: encoding, Python's codec, the other labels [1]_ ---

_ENCODINGS = """
utf-8 utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
ibm866 cp866 866 cp866 csibm866
iso-8859-2 iso8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
iso-8859-3 iso8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
iso-8859-4 iso8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
iso-8859-5 iso8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
iso-8859-6 iso8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
iso-8859-7 iso8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
iso-8859-8 iso8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
iso-8859-8-i iso8859-8 csiso88598i logical
iso-8859-10 iso8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
iso-8859-13 iso8859-13 iso8859-13 iso885913
iso-8859-14 iso8859-14 iso8859-14 iso885914
iso-8859-15 iso8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
iso-8859-16 iso8859-16
koi8-r koi8-r cskoi8r koi koi8 koi8_r
koi8-u koi8-u koi8-ru
macintosh mac-roman csmacintosh mac x-mac-roman
windows-874 cp874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
windows-1250 cp1250 cp1250 x-cp1250
windows-1251 cp1251 cp1251 x-cp1251
windows-1252 cp1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 us-ascii x-cp1252 x-user-defined
windows-1253 cp1253 cp1253 x-cp1253
windows-1254 cp1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254
windows-1255 cp1255 cp1255 x-cp1255
windows-1256 cp1256 cp1256 x-cp1256
windows-1257 cp1257 cp1257 x-cp1257
windows-1258 cp1258 cp1258 x-cp1258
x-mac-cyrillic mac-cyrillic x-mac-ukrainian
gbk gb18030 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
gb18030 gb18030
big5 big5hkscs big5-hkscs cn-big5 csbig5 x-x-big5
euc-jp euc_jp cseucpkdfmtjapanese x-euc-jp
iso-2022-jp iso2022_jp_ext csiso2022jp
shift_jis cp932 csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
euc-kr cp949 cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
utf-16be utf-16-be unicodefffe
utf-16le utf-16-le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
"""  # noqa: E501 - a line of the table is one encoding

_ROWS = [line.split() for line in _ENCODINGS.strip().splitlines()]
CODECS = {name: codec for name, codec, *_ in _ROWS}
LABELS = {label: name for name, _, *labels in _ROWS for label in (name, *labels)}
_MULTI_BYTE = {"utf-8", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp_ext", "cp932", "cp949", "utf-16-be", "utf-16-le"}
