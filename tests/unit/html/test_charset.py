"""Bytes become the text that a browser would show, whatever the page declares."""

from __future__ import annotations

import codecs
from email.message import Message

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from wrapture.html.charset import (
    BOMS,
    CODECS,
    HEAD_BYTES,
    LABELS,
    Decoded,
    declared_encoding,
    decode,
    find_encoding,
    named_charset,
)

CAFE = "café".encode("latin-1")


@pytest.mark.parametrize(
    ("body", "charset", "expected"),
    [
        (codecs.BOM_UTF8 + "é".encode(), "latin-1", Decoded("é", "utf-8", "bom")),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), "utf-8", Decoded("é", "utf-16le", "bom")),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), None, Decoded("é", "utf-16be", "bom")),
        (b"<meta charset=koi8-r>\xe9", "latin-1", Decoded("<meta charset=koi8-r>é", "windows-1252", "transport")),
        (b"<meta charset=koi8-r>\xe9", None, Decoded("<meta charset=koi8-r>И", "koi8-r", "meta")),
        (b"<meta charset=koi8-r>\xe9", "no-such", Decoded("<meta charset=koi8-r>И", "koi8-r", "meta")),
        ("é".encode(), None, Decoded("é", "utf-8", "default")),
        (CAFE, None, Decoded("café", "windows-1252", "default")),
        (b"", None, Decoded("", "utf-8", "default")),
    ],
)
def test_bom_then_transport_then_meta_then_the_bytes(body: bytes, charset: str | None, expected: Decoded) -> None:
    assert decode(body, charset) == expected


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("ISO-8859-1", "windows-1252"),
        ("latin-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        (' "UTF-8" ', "utf-8"),
        ("gb2312", "gbk"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("big5-hkscs", "big5"),
        ("tis-620", "windows-874"),
        ("iso-8859-9", "windows-1254"),
        ("x-user-defined", "windows-1252"),
        ("utf-16", "utf-16le"),
        ("utf-7", None),
        ("hz-gb-2312", None),
        ("rot13", None),
        ("", None),
    ],
)
def test_labels_are_those_of_the_encoding_standard(label: str, encoding: str | None) -> None:
    assert find_encoding(label) == encoding


@pytest.mark.parametrize(
    ("label", "body", "text"),
    [
        ("gb2312", "镕€".encode("gb18030"), "镕€"),  # neither is in Python's gb2312
        ("shift_jis", "①".encode("cp932"), "①"),
        ("euc-kr", "똠".encode("cp949"), "똠"),
        ("big5", "㐵".encode("big5hkscs"), "㐵"),
        ("tis-620", b"\xa1\x80", "ก€"),
        ("iso-8859-9", b"\xfe\x80", "ş€"),
        ("windows-1253", b"\x81\xaa", "\x81\ufffd"),
    ],
)
def test_labels_decode_as_in_browsers(label: str, body: bytes, text: str) -> None:
    assert decode(body, label).text == text


def test_windows_1252_has_all_bytes() -> None:
    text = decode(bytes(range(256)), "windows-1252").text
    assert len(text) == 256
    assert "\ufffd" not in text
    assert (text[0x80], text[0x81], text[0x9D], text[0xFF]) == ("€", "\x81", "\x9d", "ÿ")


@pytest.mark.parametrize("codec", sorted(set(CODECS.values())))
def test_every_codec_exists_and_keeps_markup_after_a_broken_character(codec: str) -> None:
    assert codecs.lookup(codec)
    if not codec.startswith("utf-16"):
        assert b"\x81<p>".decode(codec, "replace").endswith("<p>")


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b'<meta charset="koi8-r">', "koi8-r"),
        (b"<META CharSet = 'KOI8-R' />", "koi8-r"),
        (b"<meta/charset=koi8-r>", "koi8-r"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
        (b"<meta content='text/html;CHARSET = \"koi8-r\"; x' http-equiv=content-type>", "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r">', None),
        (b'<meta name="x" content="charset=koi8-r" http-equiv="refresh">', None),
        (b'<meta charset="latin2" charset="koi8-r">', "iso-8859-2"),
        (b'<meta charset="no-such"><meta charset="koi8-r">', "koi8-r"),
        (b"<!-- <meta charset=latin2> --><meta charset=koi8-r>", "koi8-r"),
        (b"<!--><meta charset=latin2>-->", "iso-8859-2"),
        (b"<!-- <meta charset=latin2>", None),
        (b'<a title="<meta charset=latin2>"><meta charset=koi8-r>', "koi8-r"),
        (b"<metadata charset=latin2>", None),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b'<?xml version="1.0" encoding="koi8-r"?><html>', "koi8-r"),
        (b'<?xml version="1.0" encoding="latin2"?><meta charset=koi8-r>', "koi8-r"),
        (b'<script charset="latin2"></script>', None),
        (b"<p>charset=latin2", None),
    ],
)
def test_the_prescan_reads_tags_not_text(head: bytes, encoding: str | None) -> None:
    assert declared_encoding(head) == encoding


def test_the_prescan_ends_with_the_head_and_in_any_case() -> None:
    meta, filler = b"<meta charset=koi8-r>", b"<link href=x>" * 100
    assert declared_encoding(filler + meta) == "koi8-r"
    assert declared_encoding(filler + b"<body>" + meta) is None
    assert declared_encoding(b"<body>" + meta) == "koi8-r"
    assert declared_encoding(b" " * HEAD_BYTES + meta) is None


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("text/html; charset=KOI8-R", "koi8-r"),
        ("text/html; charset*=utf-8''koi8-r", "koi8-r"),
        ("text/html; charset*=u\0tf-8''koi8-r", None),
        ("text/html; charset=utf-8" + 1000 * ";", None),
        ("text/html", None),
        ("", None),
    ],
)
def test_the_charset_of_a_header(header: str, charset: str | None) -> None:
    message = Message()
    message["Content-Type"] = header
    assert named_charset(message) == charset


def test_a_page_that_lies_is_read_by_its_bytes() -> None:
    assert decode(b"<meta charset=utf-8>" + CAFE).text.endswith("café")
    assert decode("<meta charset=latin1>café".encode()).text.endswith("café")
    assert decode("café".encode(), "ascii").text == "cafÃ©", "what the transport says stands"


def test_a_page_with_some_broken_characters_stays_utf_8() -> None:
    assert decode("<meta charset=utf-8>é".encode() + b"\xe9!") == Decoded(
        "<meta charset=utf-8>é\ufffd!", "utf-8", "meta"
    )
    assert decode("é€".encode()[:-1]) == Decoded("é\ufffd", "utf-8", "default"), "the last character is cut short"


labels = st.sampled_from(sorted(LABELS)) | st.text(max_size=12)
markup = st.lists(
    st.binary(max_size=6)
    | st.sampled_from(
        [b"<meta ", b"charset=", b"http-equiv=content-type ", b"<!--", b"-->", b'"', b"'", b">", b"utf-8", b"gbk"]
    ),
    max_size=12,
).map(b"".join)


@given(markup | st.binary(), st.none() | labels)
@example(b"\xed\xa0\x80", "utf-8")
@example(b"\x00\xd8\x00", "utf-16le")
@example(b"\x00\x1b$B\xff", "iso-2022-jp")
def test_any_bytes_under_any_label_become_text_that_encodes(body: bytes, charset: str | None) -> None:
    decoded = decode(body, charset)
    decoded.text.encode("utf-8")
    assert decoded.encoding in CODECS


ALPHABETS = {
    "utf-8": "a<&\0é€ж中😀\ufffd",
    "utf-16le": "a<&\0é€ж中😀\ufffd",
    "windows-1252": "a<&\0é€Ãÿ©",
    "windows-1251": "a<&жЯ№€",
    "koi8-r": "a<&жЯ",
    "iso-8859-2": "a<&łŐ",
    "gb18030": "a<&中镕€😀",
    "gbk": "a<&中镕",
    "big5": "a<&中㐵",
    "shift_jis": "a<&あア①表ｱ",
    "euc-jp": "a<&あア表ｱ",
    "iso-2022-jp": "a<&あア表",
    "euc-kr": "a<&한똠",
}
declared_texts = st.sampled_from(sorted(ALPHABETS)).flatmap(lambda e: st.tuples(st.just(e), st.text(ALPHABETS[e])))


@given(declared_texts)
def test_text_comes_back_from_a_declared_charset(declared: tuple[str, str]) -> None:
    encoding, text = declared
    body = text.encode(CODECS[encoding])
    assume(not any(body.startswith(mark) for mark, _ in BOMS))
    assert decode(body, encoding) == Decoded(text, encoding, "transport")


@given(st.text(st.characters(codec="cp1251"), min_size=1))
def test_text_comes_back_from_a_charset_in_the_page(text: str) -> None:
    page = f"<meta charset=windows-1251>{text}"
    body = page.encode("cp1251")
    assume(body.isascii() or "\ufffd" in body.decode("utf-8", "replace"))
    assert decode(body) == Decoded(page, "windows-1251", "meta")
