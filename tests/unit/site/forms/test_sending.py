"""What forms send: their entries with values put in, and the bytes that carry them."""

from __future__ import annotations

from email import message_from_bytes
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.charset import CODECS
from wrapture.html.lexbor import parse_page
from wrapture.site.forms import (
    Control,
    Form,
    default_button,
    encoded,
    entries,
    find_forms,
    pressed_button,
)
from wrapture.site.forms.entry_encoding import encode, multipart, urlencoded

CHOICES = (
    "<form action=/s><input name=q value=old><input type=hidden name=q value=kept><input type=hidden name=h value=1>"
    "<select name=s><option value=1>One<option value=2>Two</select><input type=radio name=r value=a checked>"
    "<label><input type=radio name=r value=b>Bee</label><input type=checkbox name=c value=x checked>"
    "<input type=checkbox name=c value=y checked><input type=submit name=go value=Go>"
    "<input type=submit name=no value=No></form>"
)
DEFAULTS = {"q": ["old", "kept"], "h": ["1"], "s": ["1"], "r": ["a"], "c": ["x", "y"], "go": ["Go"]}

texts = st.text(max_size=20)
several = st.lists(st.tuples(texts, texts), max_size=5)


def only(html: str) -> Form:
    (form,) = find_forms(parse_page(html, url="http://a.example/p"))
    return form


def by_name(sent: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in sent:
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({}, {}),
        ({"q": "new"}, {"q": ["new", "kept"]}),
        ({"h": "2"}, {"h": ["2"]}),
        ({"s": "2"}, {"s": ["2"]}),
        ({"s": "Two"}, {"s": ["2"]}),
        ({"s": "Three"}, {"s": ["Three"]}),
        ({"r": "b"}, {"r": ["b"]}),
        ({"r": "Bee"}, {"r": ["b"]}),
        ({"r": ""}, {"r": []}),
        ({"c": "y"}, {"c": ["y"]}),
        ({"c": ""}, {"c": []}),
        ({"c": "z"}, {"c": ["z"]}),
        ({"extra": "1"}, {"extra": ["1"]}),
        ({"no": "No"}, {"go": [], "no": ["No"]}),
    ],
)
def test_values_put_in(values: dict[str, str], changed: dict[str, list[str]]) -> None:
    expected = {name: found for name, found in {**DEFAULTS, **changed}.items() if found}
    assert by_name(entries(only(CHOICES), values)) == expected


def test_the_page_is_not_changed_by_values() -> None:
    form = only(CHOICES)
    entries(form, {"q": "new", "r": "b"})
    assert by_name(entries(form)) == DEFAULTS


def test_a_button_is_pressed() -> None:
    form = only(CHOICES)
    other = form.controls[-1]
    assert by_name(entries(form, button=other))["no"] == ["No"]
    assert "go" not in by_name(entries(form, button=other))
    assert default_button(form) == form.controls[-2]
    assert pressed_button(form, {"no": "No"}) == other


def test_a_disabled_button_is_not_pressed() -> None:
    form = only("<form><input type=submit name=a value=1 disabled><button name=b value=2>x</button></form>")
    assert entries(form) == (("b", "2"),)


def test_a_button_has_its_own_way() -> None:
    form = only(
        "<form action=/a method=post><input name=q value=1><button>A</button><button formaction=/b formmethod=get>B</button>"
    )
    assert encoded(form, entries(form)).url == "http://a.example/a"
    assert encoded(form, entries(form), form.controls[-1]).url == "http://a.example/b?q=1"


def test_the_query_of_an_action_goes_with_get_and_stays_with_post() -> None:
    sent = (("q", "1"),)
    assert encoded(Form(0, "http://a.example/s?old#top"), sent).url == "http://a.example/s?q=1"
    assert encoded(Form(0, "http://a.example/s?old#top", "POST"), sent).url == "http://a.example/s?old"


def test_the_same_entries_are_the_same_bytes() -> None:
    form = Form(0, "http://a.example/", "POST", "multipart/form-data")
    assert encoded(form, (("q", "1"),)) == encoded(form, (("q", "1"),))


def test_a_file_that_nobody_chose() -> None:
    form = only("<form method=post enctype=multipart/form-data><input type=file name=f></form>")
    assert (
        b'name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n'
        in encoded(form, entries(form)).body
    )


@given(several)
def test_urlencoded_reads_back(sent: list[tuple[str, str]]) -> None:
    query = urlencoded(sent, "utf-8")
    assert query.isascii()
    read = parse_qsl(query, keep_blank_values=True)
    whole = [tuple(_as_sent(text) for text in pair) for pair in sent]
    assert [pair for pair in read if any(pair)] == [pair for pair in whole if any(pair)]


@given(several, st.sampled_from(["utf-8", "windows-1252"]))
def test_multipart_reads_back(sent: list[tuple[str, str]], charset: str) -> None:
    body, kind = multipart(sent, charset)
    parts = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()
    boundary = kind.partition("boundary=")[2].encode()
    assert body.count(b"--" + boundary) == len(sent) + 1
    assert len(parts) == len(sent) if sent else True
    for _, value in sent:
        assert encode(_as_sent(value), charset) in body


def _as_sent(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


@given(st.text(max_size=30), st.sampled_from(sorted(CODECS)))
def test_any_text_is_encoded_in_any_encoding(text: str, charset: str) -> None:
    written = encode(text, charset)
    assert encode(text, charset) == written
    if text.isascii():
        assert charset.startswith("utf-16") or written == text.encode("ascii")


@pytest.mark.parametrize(
    "charset", ["windows-1252", "iso-8859-2", "koi8-r", "shift_jis", "euc-jp", "big5", "gbk", "euc-kr"]
)
def test_what_an_encoding_lacks_is_a_reference(charset: str) -> None:
    assert encode("a😀\ud83d", charset) == b"a&#128512;&#65533;"


def test_half_a_character_is_sent_as_unknown() -> None:
    assert urlencoded([("q", "\ud83d")], "utf-8") == "q=%EF%BF%BD"


def test_a_control_without_a_name_is_not_sent() -> None:
    assert entries(Form(0, "", controls=(Control(1, "", "text", "x"), Control(2, "a", "text", "")))) == (("a", ""),)
