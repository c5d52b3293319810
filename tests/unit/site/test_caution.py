"""What is never followed, and what looks like it but is data."""

from __future__ import annotations

import pytest

from wrapture.site.caution import is_harmful

SITE = "https://example.org"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/logout", ""),
        ("/user/log-out", ""),
        ("/account?do=signout", ""),
        ("/x", "Log out"),
        ("/x", "Abmelden"),
        ("/x", "se déconnecter"),
        ("/delete/3", ""),
        ("/item?id=3&action=delete", ""),
        ("/item?delete", ""),
        ("/item?delete=1", ""),
        ("/cart/add?id=3", ""),
        ("/shop/add-to-cart/3", ""),
        ("/checkout", ""),
        ("/x", "Add to basket"),
        ("/x", "Buy now"),
        ("/x", "Place order"),
        ("/x", "Delete"),
        ("/unsubscribe?u=1", ""),
        ("/%64elete/3", ""),
        ("/vote?id=9", ""),
    ],
)
def test_deeds_are_not_followed(path: str, text: str) -> None:
    assert is_harmful(f"{SITE}{path}", text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/search?q=delete&page=2", "2"),
        ("/search?order=title&page=2", "Next"),
        ("/search?q=logout", "How to stay logged in after a logout from elsewhere"),
        ("/catalogue", "Catalogue"),
        ("/list?sort=order", "by order"),
        ("/reports/2024", "Reports"),
        ("/newsletter", "News"),
        ("/address-book", "Addresses"),
    ],
)
def test_data_is_followed(path: str, text: str) -> None:
    assert not is_harmful(f"{SITE}{path}", text)


def test_what_the_page_s_own_address_has_is_no_deed() -> None:
    own = f"{SITE}/orders/new?q=court"
    assert is_harmful(f"{SITE}/new/2")
    assert not is_harmful(f"{SITE}/orders/new?q=court&page=2", "2", since=own)
    assert is_harmful(f"{SITE}/orders/new/delete?q=court", since=own)


def test_an_address_that_is_none_is_not_followed() -> None:
    assert is_harmful("http://[broken")
