"""Names that point elsewhere when they are looked up again, slow look-ups, certificates, and proxies."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from tests.patience import PATIENCE_S
from wrapture.errors import AddressError
from wrapture.net.fetch_limits import FetchLimits

from .conftest import ask, refusal
from .server import BadServer, page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUBLIC, OWN = "93.184.215.14", "127.0.0.1"
Names = dict[str, list[list[str]]]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """What names point to, look-up by look-up; what is left of it tells how often each was looked up."""
    known: Names = {}
    real: Callable[..., Any] = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, *rest: object, **options: object) -> Any:
        if host not in known:
            return real(host, port, *rest, **options)
        return [answer for address in known[host].pop(0) for answer in real(address, port, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return known


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are called; nobody answers."""
    calls: list[str] = []

    def refuse(address: tuple[str, int], *_: object, **__: object) -> socket.socket:
        calls.append(address[0])
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "create_connection", refuse)
    return calls


def test_a_name_is_looked_up_once(server: BadServer, names: Names) -> None:
    names["rebind.test"] = [[OWN], ["192.0.2.1"]]
    server.says("/", page(b"here"))
    assert ask(f"http://rebind.test:{server.port}/").body == b"here"
    assert names["rebind.test"] == [["192.0.2.1"]]
    assert server.asked[0].headers["host"] == f"rebind.test:{server.port}"


def test_what_was_checked_is_what_is_called(names: Names, called: list[str]) -> None:
    names["rebind.test"] = [[PUBLIC], [OWN]]
    assert "no connection (refused)" in refusal("http://rebind.test/", allow_private=False)
    assert called == [PUBLIC]
    assert names["rebind.test"] == [[OWN]]


@pytest.mark.parametrize("addresses", [[OWN], [PUBLIC, OWN], ["::1"], [PUBLIC, "10.1.2.3"], ["169.254.169.254"]])
def test_a_name_with_a_private_address_is_not_called(names: Names, called: list[str], addresses: list[str]) -> None:
    names["bad.test"] = [addresses]
    why = refusal("http://bad.test/", kind=AddressError, allow_private=False)
    assert why.startswith(f"bad.test ({addresses[-1]}) is ")
    assert called == []


def test_a_redirect_is_looked_up_and_checked_too(
    names: Names, server: BadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    names["first.test"], names["second.test"] = [[OWN]], [["10.0.0.1"]]
    monkeypatch.setattr("wrapture.net.pinned.special_kind", lambda ip: None if str(ip) == OWN else "a private network")
    server.leads("/", "http://second.test/")
    why = refusal(f"http://first.test:{server.port}/", kind=AddressError, allow_private=False)
    assert why.startswith("redirects to http://second.test/: second.test (10.0.0.1) is a private network")


def test_all_addresses_of_a_name_are_tried(names: Names, called: list[str]) -> None:
    names["many.test"] = [["1.1.1.1", "8.8.8.8", "9.9.9.9"]]
    assert "no connection" in refusal("http://many.test/", allow_private=False)
    assert called == ["1.1.1.1", "8.8.8.8", "9.9.9.9"]


def test_a_name_that_is_none(names: Names) -> None:
    names["none.test"] = [[]]
    assert "none.test has no address" in refusal("http://none.test/")


def test_a_slow_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()

    def getaddrinfo(*_: object, **__: object) -> list[object]:
        over.wait(PATIENCE_S)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert "resolving slow.test takes too long" in refusal("http://slow.test/", FetchLimits(timeout_s=0.2))
    over.set()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate and key for pinned.test, signed by itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    whose = ["-subj", "/CN=pinned.test", "-addext", "subjectAltName=DNS:pinned.test"]
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *whose]
    subprocess.run([*made, "-keyout", path, "-out", f"{path}.crt"], check=True, capture_output=True)
    path.write_text(path.read_text() + path.with_name("both.pem.crt").read_text())
    return path


def test_the_certificate_is_checked_for_the_name(
    certificate: Path, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: asked.append(str(name))
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    names["pinned.test"], names["other.test"] = [[OWN]], [[OWN]]
    with BadServer(context=context) as server:
        server.says("/", page(b"safe"))
        assert ask(f"https://pinned.test:{server.port}/").body == b"safe"
        assert "no safe connection" in refusal(f"https://other.test:{server.port}/")
        assert "no safe connection" in refusal(f"https://{OWN}:{server.port}/")
    assert asked[:2] == ["pinned.test", "other.test"]


def test_an_unknown_certificate(certificate: Path, names: Names) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    names["pinned.test"] = [[OWN]]
    with BadServer(context=context) as server:
        why = refusal(f"https://pinned.test:{server.port}/")
    assert "no safe connection ([SSL: CERTIFICATE_VERIFY_FAILED]" in why


def test_no_tls_where_it_is_asked_for(server: BadServer) -> None:
    """The server waits for the end of a request that never comes."""
    assert "no connection" in refusal(
        f"https://127.0.0.1:{server.port}/", FetchLimits(timeout_s=100, read_timeout_s=0.3)
    )
    assert refusal(f"https://127.0.0.1:{server.port}/", FetchLimits(timeout_s=0.2)).startswith("took longer than 0.2 s")


def test_credentials_are_dropped_on_the_way_down(
    certificate: Path, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wrapture.net.http_messages import Request

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
    names["pinned.test"] = [[OWN], [OWN]]
    with BadServer(context=context) as safe, BadServer() as plain:
        plain.says("/", page(b"plain"))
        safe.leads("/", f"http://pinned.test:{plain.port}/", 302, "Set-Cookie: id=7; Secure; Path=/")
        root = f"pinned.test:{safe.port}/"
        assert ask(Request(f"https://ann:pw@{root}", referer=f"https://{root}")).body == b"plain"
    assert {"authorization", "referer"} <= safe.asked[0].headers.keys()
    assert {"authorization", "referer", "cookie"}.isdisjoint(plain.asked[0].headers)


def test_a_proxy_is_used_only_where_private_addresses_are_allowed(
    server: BadServer, names: Names, called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.url)
    names["far.test"], names["none.test"] = [[PUBLIC]], [[]]
    for url in ("http://far.test/", "http://none.test/"):
        why = refusal(url, allow_private=False)
        assert why.startswith("no connection (")
        assert why.endswith(
            "the proxy in the environment is used only with `allow_private=True`, since it could lead anywhere"
        )
    assert called == [PUBLIC]
    assert server.asked == []


def test_a_proxy_of_the_environment(server: BadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.url.replace("//", "//ann:pw@"))
    monkeypatch.setenv("NO_PROXY", "localhost")
    server.says("http://far.test/list", page(b"by proxy"))
    server.says("/near", page(b"straight"))
    assert ask("http://far.test/list").body == b"by proxy"
    assert server.asked[0].headers["proxy-authorization"] == "Basic YW5uOnB3"
    assert ask(f"http://localhost:{server.port}/near").body == b"straight"
    assert "proxy-authorization" not in server.asked[1].headers


def test_a_proxy_of_a_strange_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://ann:secret@127.0.0.1:9")
    why = refusal("http://far.test/list")
    assert "the proxy" in why
    assert "the environment" in why
    assert "secret" not in why
