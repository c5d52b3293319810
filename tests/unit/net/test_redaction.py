from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from urllib.parse import quote, quote_plus, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.net.http_messages import Request
from wrapture.net.redacted_messages import masked_answer, masked_request, shown
from wrapture.net.redaction import holds, masked

from .conftest import answer

SECRETS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=4, max_size=12)
SPELLINGS = [
    str,
    quote_plus,
    lambda secret: quote(secret, safe=""),
    lambda secret: re.sub("%..", lambda found: found[0].lower(), quote(secret, safe="")),
    lambda secret: urlencode({"": secret}),
    html.escape,
    lambda secret: json.dumps(secret)[1:-1] if secret.isascii() else secret,
    lambda secret: "".join(f"&#{ord(char)};" for char in secret),
    lambda secret: "".join(f"&#x{ord(char):X};" for char in secret),
]


@given(secret=SECRETS, spelling=st.sampled_from(SPELLINGS))
def test_a_secret_is_found_in_every_spelling(secret: str, spelling: object) -> None:
    assert callable(spelling)
    text = f"[{spelling(secret)}]"
    assert holds(text, (secret,))
    assert masked(text, (secret,)) in {"[***]", "[=***]"}


def test_without_secrets_nothing_changes() -> None:
    assert masked("abc", ()) == masked("abc", ("",)) == "abc"
    assert not holds("abc", ("",))


def test_the_longest_secret_goes_first() -> None:
    assert masked("key=abcdef", ("abc", "abcdef")) == "key=***"


def test_a_page_in_another_encoding() -> None:
    request = Request("https://example.org/", secrets=("grüße",))
    for charset in ("utf-8", "iso-8859-1", "utf-16-le", "koi8-r"):
        secret = "привет" if charset == "koi8-r" else "grüße"
        page = replace(
            answer(body=f"<p>{secret}!".encode(charset), request=replace(request, secrets=(secret,))),
            headers=(("content-type", f"text/html; charset={charset}"),),
        )
        assert secret.encode(charset) not in masked_answer(page).body
        assert masked_answer(page).body.startswith("<p>".encode(charset))


def test_an_encoding_that_nobody_knows() -> None:
    page = answer(body=b"<p>secret", request=Request("https://example.org/", secrets=("secret",)))
    assert masked_answer(replace(page, headers=(("content-type", "text/html; charset=klingon"),))).body == b"<p>***"


def test_everything_of_an_answer_is_masked() -> None:
    secret = "s3cret"
    request = Request(
        f"https://ann:pw@example.org/?k={secret}",
        "POST",
        f"k={secret}".encode(),
        referer=f"https://ann:pw@example.org/{secret}",
        headers=(("Authorization", "x"), ("Cookie", "y"), ("X-Key", secret)),
        secrets=(secret,),
    )
    found = replace(
        answer(f"https://example.org/?k={secret}", f"<p>{secret}".encode(), request=request),
        headers=(("set-cookie", "id=1"), ("link", f"</{secret}>")),
        hops=(f"https://example.org/{secret}",),
        reason=secret,
    )
    plain = masked_answer(found)
    assert secret not in f"{plain}{plain.body!r}{plain.request.body!r}{plain.request.secrets}"
    assert "pw" not in f"{plain}"
    assert plain.headers == (("link", "</***>"),)
    assert plain.request.headers == (("X-Key", "***"),)
    assert plain.request == masked_request(request)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://ann:pw@example.org/a@b", "https://example.org/a@b"),
        ("https://ann:p@w@example.org/", "https://example.org/"),
        ("https://example.org/?at=a@b", "https://example.org/?at=a@b"),
    ],
)
def test_messages_show_no_password(url: str, expected: str) -> None:
    assert shown(Request(url)) == expected
