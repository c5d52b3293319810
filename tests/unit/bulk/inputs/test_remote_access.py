"""Chains are taken apart as fsspec takes them apart, and logins and grants go to their own origin alone."""

from __future__ import annotations

import pytest
from fsspec.core import _un_chain  # type: ignore[import-untyped,unused-ignore]
from fsspec.registry import known_implementations  # type: ignore[import-untyped,unused-ignore]
from hypothesis import given
from hypothesis import strategies as st

from wrapture.bulk.inputs.remote_access import (
    HARMLESS,
    STORAGE,
    Grant,
    RemoteAccess,
    grants_for,
    is_cached_web,
    is_web,
    links,
    refuse_private,
    without_logins,
)
from wrapture.errors import AddressError, SourceError
from wrapture.net.fetch_trouble import AnswerError, ForbiddenError

BITS = st.sampled_from(
    [
        "simplecache",
        "filecache",
        "blockcache",
        "zip://a/b.html",
        "zip://*.html",
        "tar://a.html",
        "memory://a/b",
        "file:///tmp/x",
        "/tmp/x.zip",
        "x.zip",
        "http://1.2.3.4/x",
        "https://ann:key@host.example:8/x?y=a@b",
        "data:text/html,x",
        "dir",
        "simplecache://",
        "sftp://bob@host/x",
    ]
)


@given(st.lists(BITS, min_size=2, max_size=4))
def test_the_protocols_are_those_that_fsspec_opens(bits: list[str]) -> None:
    address = "::".join(bits)
    try:
        opened = [protocol for _, protocol, _ in _un_chain(address, {})]
    except (ImportError, ValueError):  # a library is missing, or fsspec can't open it
        return
    assert [link.protocol for link in links(address)] == opened


@pytest.mark.parametrize(
    ("address", "clean"),
    [
        ("https://ann:key@host/x?at=a@b", "https://host/x?at=a@b"),
        ("HTTPS://ann@host:8/", "HTTPS://host:8/"),
        ("zip://a@b.html::sftp://ann:key@host/x.zip", "zip://a@b.html::sftp://host/x.zip"),
        ("abfs://box@account.example/x", "abfs://box@account.example/x"),
        ("https://ann:k/e/y@host/x", "https://host/x"),
        ("https://host/x@y", "https://host/x@y"),
        ("pages/a@b.html", "pages/a@b.html"),
        ("simplecache::https://ann:key@host", "simplecache::https://host"),
    ],
)
def test_logins_come_off_and_go_on_again(address: str, clean: str) -> None:
    assert without_logins(address) == clean
    access = RemoteAccess()
    assert access.with_logins(clean) == clean
    access.add(grants_for([address], allow_private=False))
    assert access.with_logins(clean) == address
    assert access.with_logins("https://other.example/x") == "https://other.example/x"


def test_grants_are_for_what_was_named() -> None:
    inputs = ["https://ann:key@host/x", "sftp://other/x", "pages"]
    assert grants_for(inputs, allow_private=False) == (Grant("https://host", "ann:key"),)
    assert grants_for(inputs, allow_private=True) == (
        Grant("https://host", "ann:key", private=True),
        Grant("sftp://other", private=True),
    )
    assert "key" not in repr(grants_for(inputs, allow_private=True))


def test_what_a_grant_opens() -> None:
    access = RemoteAccess()
    for address in ("http://127.0.0.1:8/x", "sftp://127.0.0.1/x", "zip://a::http://10.0.0.1/x"):
        with pytest.raises(ForbiddenError, match="refused by default"):
            access.check(address)
    access.add([Grant("http://127.0.0.1:8", "ann:key")])
    with pytest.raises(ForbiddenError, match="this machine"):
        access.check("http://127.0.0.1:8/x")  # a login opens nothing
    access.add([Grant("http://127.0.0.1:8", private=True)])
    assert [link.origin for link in access.check("zip://a::http://127.0.0.1:8/x")] == ["zip://a", "http://127.0.0.1:8"]
    for address in ("http://127.0.0.1:9/x", "https://127.0.0.1:8/x", "http://127.0.0.2:8/x"):
        with pytest.raises(ForbiddenError, match="this machine"):
            access.check(address)
    for address in ("http://[/x", "http:///x", "http"):
        with pytest.raises(AnswerError):
            access.check(f"zip://a::{address}")
    for address in ("s3://box/x", "gs://box/x", "memory://x", "simplecache::https://93.184.215.14/x"):
        assert access.check(address)
    with pytest.raises(ForbiddenError, match="several"):
        access.check("http://93.184.215.14/::http://93.184.215.14/")


@pytest.mark.parametrize("protocol", sorted(known_implementations))
def test_every_protocol_of_fsspec_is_allowed_by_name_or_refused(protocol: str) -> None:
    access = RemoteAccess()
    here = [f"{protocol}://127.0.0.1:8/x", f"{protocol}::http://127.0.0.1:8/x", f"{protocol.upper()}://127.0.0.1:8/x"]
    if protocol in HARMLESS | STORAGE:  # the link is allowed, the next one is not
        assert access.check(here.pop(0))
        assert access.check(here.pop())
    for address in here:
        with pytest.raises(ForbiddenError, match=r"refused by default|several http"):
            access.check(address)


def test_messages_lose_passwords_and_nothing_else() -> None:
    access = RemoteAccess()
    assert access.public("no key") == "no key"
    access.add([Grant("https://host", "ann:k3y"), Grant("https://b", "token-x")])
    assert access.public("https://ann:k3y@host: k3y, token-x, ann") == "https://***@host: ***, ***, ann"


def test_inputs_are_refused_before_the_run() -> None:
    refuse_private(["pages", "memory://x", "s3://box/x"])
    for given_ in ("http://127.0.0.1/", "simplecache::http://10.1.2.3/", "sftp://host/x"):
        with pytest.raises(AddressError, match="refused by default"):
            refuse_private(["pages", given_])
    with pytest.raises(SourceError, match="not an address"):
        refuse_private(["zip://a::http://[/x"])


def test_what_is_of_the_web() -> None:
    assert is_web("HTTPS://host/x")
    assert not is_web("simplecache::https://host/x")
    assert not is_web("https://host/x::y")
    assert not is_web("ftp://host/x")


def test_what_is_of_the_web_through_caches() -> None:
    assert is_cached_web("https://host/x")
    assert is_cached_web("simplecache::https://host/x")
    assert not is_cached_web("zip://a::https://host/x")
    assert not is_cached_web("simplecache::ftp://host/x")
