"""Addresses of tables in PostgreSQL: what is passed on, what is shown, and that no part of a password is."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.postgresql_target import postgresql_target, shown_target
from wrapture.rows.write import write


@pytest.mark.parametrize(
    ("address", "passed_on", "shown"),
    [
        ("postgresql:///shop", "postgresql:///shop", "postgresql:///shop"),
        ("postgres://db/shop", "postgresql://db/shop", "postgresql://db/shop"),
        ("postgresql://a:b@[::1]:5432/s", "postgresql://a:b@[::1]:5432/s", "postgresql://a@[::1]:5432/s"),
        ("postgresql://h1:1,h2:2/s", "postgresql://h1:1,h2:2/s", "postgresql://h1:1,h2:2/s"),
        (
            "postgresql:///s?host=/run/x&password=b&table=t&options=-c%20x%3D1",
            "postgresql:///s?host=/run/x&password=b&options=-c%20x%3D1",
            "postgresql:///s?host=/run/x&table=t&options=-c%20x%3D1",
        ),
    ],
)
def test_addresses(address: str, passed_on: str, shown: str) -> None:
    target = postgresql_target(address)
    assert (target.address, target.shown) == (passed_on, shown)


PASSWORDS = st.text(st.sampled_from("@:/?#[],&=%a1"), min_size=1, max_size=8).map(lambda end: f"Zq{end}9Z")


@given(PASSWORDS)
def test_no_part_of_a_password_is_shown(password: str) -> None:
    for written in (password, quote(password, safe="")):
        for address in (f"postgresql://ann:{written}@db/shop", f"postgresql://db/shop?password={written}"):
            try:
                shown = shown_target(address)
            except OutputError as error:
                shown = str(error)
            assert "Zq" not in shown
            if written != password:
                assert shown == ("postgresql://ann@db/shop" if "ann" in address else "postgresql://db/shop")


@pytest.mark.parametrize(
    "address", ["postgresql://h:port/x", "postgresql://[/x", "postgresql:///x?table=", "postgresql:///x?table=a."]
)
def test_invalid_addresses_are_errors(address: str) -> None:
    with pytest.raises(OutputError):
        postgresql_target(address)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"wrapture\[postgresql\]"):
        write([], "postgresql:///shop")
