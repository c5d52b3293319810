from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.net.fetch_limits import MAX_URL_CHARS
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError
from wrapture.net.web_address import MAX_HOST_CHARS, SHOWN_CHARS, joined, parsed, shown, without_password


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://Example.ORG", "http://example.org/"),
        ("HTTPS://example.org:443/a?b#c", "https://example.org/a?b"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("http://example.org./", "http://example.org/"),
        ("http://example.org?q=1", "http://example.org/?q=1"),
        ("http://faß.de/", "http://xn--fa-hia.de/"),
        ("http://my_host-.example.org/", "http://my_host-.example.org/"),
        ("http://[::FFFF:1.2.3.4]:8080/", "http://[::ffff:102:304]:8080/"),
        ("http://host/a/../b/./%2e%2e/c d/é?x=ü'\"", "http://host/c%20d/%C3%A9?x=%C3%BC%27%22"),
        ("http://host/100%/%zz", "http://host/100%/%zz"),
        ("http://ann:p%40ss@host/", "http://host/"),
        ("http://a@b@host/", "http://host/"),
        ("http://host#@127.0.0.1/", "http://host/"),
        ("http://host?@127.0.0.1/", "http://host/?@127.0.0.1/"),
        ("http://host:/", "http://host/"),
        ("  http://host/  ", "http://host/"),
    ],
)
def test_addresses_have_one_spelling(text: str, url: str) -> None:
    assert parsed(text).url == url
    assert parsed(url).url == url


def test_user_and_password() -> None:
    address = parsed("http://a%3Ann:p%40s:s@host/")
    assert (address.user, address.password) == ("a:nn", "p@s:s")
    assert "p@s:s" not in repr(address)
    assert "a:nn" not in repr(address)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("http://", "only addresses such as"),
        ("http:host", "only addresses such as"),
        ("//host/", "only addresses such as"),
        ("host/path", "only addresses such as"),
        ("", "only addresses such as"),
        ("javascript:alert(1)", "only addresses such as"),
        ("http://ann@/", "only addresses such as"),
        ("http://a:b:c/", "not an address"),
        ("http://host:0/", "not an address"),
        ("http://host:65536/", "not an address"),
        ("http://host:8\u0661/", "not an address"),
        ("http://host:1e3/", "not an address"),
        ("http://a b/", "not an address"),
        ("http://a%00b/", "not an address"),
        ("http://a%2fb/", "not an address"),
        ("http://-%ff/", "not an address"),
        ("http://./", "not an address"),
        ("http://a../", "not an address"),
        ("http://*.example.org/", "not an address"),
        ("http://1.2.3.256/", "not an address"),
        ("http://0x/", None),
        ("http://host.0x1/", "not an address"),
        ("http://host.1/", "not an address"),
        ("http://09/", "not an address"),
        ("http://4294967296/", "not an address"),
        ("http://[1.2.3.4]/", "not an address"),
        ("http://[::1]x/", "not an address"),
        ("http://[fe80::1%25lo]/", "not an address"),
        ("http://host\\@other/", "not an address"),
        ("http://ho\u00adst\u2028/", "not an address"),
        ("http://" + "a" * 64 + ".org/", "not an address"),
        ("http://" + "a." * 127 + "org/", "not an address"),
        ("http://host/" + "a" * 9000, "not an address"),
    ],
)
def test_what_is_no_address(text: str, why: str | None) -> None:
    if why is None:
        assert parsed(text).host == "0.0.0.0"
        return
    with pytest.raises(AnswerError, match=why) as caught:
        parsed(text)
    assert isinstance(caught.value, ForbiddenError) is why.startswith("only")


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_an_error(text: str) -> None:
    for whole in (text, f"http://{text}", f"http://host/{text}"):
        try:
            address = parsed(whole)
        except AnswerError:
            continue
        assert address.url.isascii()
        assert address.url.isprintable()
        assert " " not in address.url
        assert parsed(address.url).url == address.url


@given(st.text(max_size=40))
def test_any_location_is_an_address_or_an_error(location: str) -> None:
    try:
        address = joined(parsed("http://host/a/b?c"), location)
    except AnswerError:
        return
    assert address.url.isascii()
    assert (address.user, address.password) == ("", "")


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("c", "http://host/a/c"),
        ("?d", "http://host/a/b?d"),
        ("/../c", "http://host/c"),
        ("//other/c", "http://other/c"),
        ("//ann:pw@other:80/c", "http://other/c"),
        ("https:/\\c", None),
        ("", "http://host/a/b?c"),
        ("#top", "http://host/a/b?c"),
    ],
)
def test_where_redirects_lead(location: str, url: str | None) -> None:
    if url is None:
        with pytest.raises(AnswerError):
            joined(parsed("http://host/a/b?c"), location)
    else:
        assert joined(parsed("http://host/a/b?c"), location).url == url


@pytest.mark.parametrize("name", ["me@home.html", "/home/me@work/list.html", "C:\\me@home.html", "mailto:me@home", "-"])
def test_names_of_files_keep_their_at(name: str) -> None:
    assert without_password(name) == name


@pytest.mark.parametrize(
    "url",
    [
        "http://ann:pw@host/",
        "http://ann:p\\w@host/",
        "http:/ann:pw@host/",
        "HTTPS://a@b:pw@host/",
        " \nhttp://ann:pw@host/",
    ],
)
def test_no_password_is_shown(url: str) -> None:
    assert without_password(url).strip().lower().removeprefix("https").removeprefix("http").lstrip(":/") == "host/"


def test_what_a_server_gave_is_shown_on_one_short_line() -> None:
    assert shown("http://ann:pw@host/\r\n\x1b[31m") == "http://host/???[31m"
    assert len(shown("http://host/" + "x" * 5000)) == 201


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("http://h/a/b/../c", "http://h/a/c"),
        ("http://h/a/b/c/../../d", "http://h/a/d"),
        ("http://h/a/b/..", "http://h/a/"),
        ("http://h:1/", "http://h:1/"),
        ("http://h:65535/", "http://h:65535/"),
        ("http://h:00000000081/", "http://h:81/"),
        ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
        ("http://①②⑦.0.0.1/", "http://127.0.0.1/"),
        ("http://1.2.3/", "http://1.2.0.3/"),
        ("http://1.2.65535/", "http://1.2.255.255/"),
        ("http://255.255.255.255/", "http://255.255.255.255/"),
    ],
)
def test_where_it_leads(given: str, url: str) -> None:
    assert parsed(given).url == url


@pytest.mark.parametrize(
    "host",
    [
        "1.2.3.4.0",
        "1.2.3.4.5",
        "256.1",
        "1.256.1",
        "1.2.65536",
        "1.2.3.999",
        "1.99999999",
        "9999999999",
        "1.16777216",
        "4294967296",
        "h:0",
        "h:65536",
        "h:000",
        "h:123456",
        "h:1234567",
    ],
)
def test_what_leads_nowhere(host: str) -> None:
    with pytest.raises(AnswerError, match="not an address"):
        parsed(f"http://{host}/")


def test_the_path_is_what_stands_before_the_query() -> None:
    assert parsed("http://h/a/b?c/d#e").path == "/a/b"
    assert parsed("http://h").path == "/"


def test_an_address_in_a_message_is_short() -> None:
    assert shown("x" * SHOWN_CHARS) == "x" * SHOWN_CHARS
    assert shown("x" * (SHOWN_CHARS + 1)) == "x" * SHOWN_CHARS + "…"


@pytest.mark.parametrize(
    ("host", "ip"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("0x7f.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("[::1]", "::1"),
        ("host.example", None),
        ("host", None),
        ("a1.example2", None),
    ],
)
def test_the_ip_address_of_a_host(host: str, ip: str | None) -> None:
    found = parsed(f"http://{host}/").ip
    assert (None if found is None else str(found)) == ip


def test_a_host_is_as_long_as_names_may_be() -> None:
    longest = "a." * (MAX_HOST_CHARS // 2) + "b"
    assert len(parsed(f"http://{longest}/").host) == 253
    with pytest.raises(AnswerError, match="no name of a machine"):
        parsed(f"http://{longest}c/")


def test_only_the_login_of_the_address_itself_is_taken_off() -> None:
    assert without_password("http://ann:pw@h/?at=http://a@b") == "http://h/?at=http://a@b"


def test_an_address_is_as_long_as_servers_take() -> None:
    longest = "http://host/".ljust(MAX_URL_CHARS, "a")
    assert parsed(longest).url == longest
    with pytest.raises(AnswerError, match="longer than"):
        parsed(f"{longest}a")
