"""Lists of shops in which some products are on sale: a badge and a former price move no other value to another column."""

from __future__ import annotations

import re

import pytest

import wrapture
from wrapture.html.lexbor import parse_page
from wrapture.html.struck_text import apart, merged
from wrapture.html.tokens import ALL_FIELD, BLOCK_FIELD, TEXT_SYMBOL, encode, symbol
from wrapture.model import Span

NAMES = ["Blue Mug", "Oak Chair", "Red Lamp", "Steel Kettle", "Wool Rug", "Glass Vase", "Cedar Box", "Linen Towel"]
ON_SALE = {1, 4, 5}
WOO = '<span class="woo-Price-amount amount"><bdi><span class="woo-Price-symbol">£</span>{}.00</bdi></span>'
NOW = [15 + 3 * n for n in range(len(NAMES))]
"""The current price of each product."""

PRODUCTS = {
    "WooCommerce": "<a href=/p/{n}>[<span class=onsale>Sale!</span>]<img src=/{n}.jpg><h2>{name}</h2>"
    f"<span class=price>[<del>{WOO.format('{was}')}</del> <ins>{WOO.format('{now}')}</ins>|{WOO.format('{now}')}]</span></a>",
    "WooCommerce, badge last": "<a href=/p/{n}><img src=/{n}.jpg>[<span class=onsale>Sale!</span>]<h2>{name}</h2></a>"
    "<span class=price>[<del><span class=amount>£{was}</span></del> <ins><span class=amount>£{now}</span></ins>"
    "|<span class=amount>£{now}</span>]</span>",
    "utility classes": '<a href=/p/{n} class=block>[<span class="rounded px-2">Sale</span>]<img src=/{n}.jpg></a>'
    "<h3><a href=/p/{n}>"
    '{name}</a></h3><div class=flex>[<span class="text-gray line-through">${was}.50</span>'
    ' <span class="text-red">${now}.50</span>'
    "|<span class=font-bold>${now}.50</span>]</div>",
    "Shopify": "<div class=media><img src=/{n}.jpg>[<div class=badge><span>Sale</span></div>]</div><h3>"
    "<a href=/p/{n}>{name}</a></h3>"
    "<div class=price>[<span><s class=regular>${was}.50</s></span><span class=sale>${now}.50</span>"
    "|<span class=regular>${now}.50</span>]</div>",
    "Magento": "<a href=/p/{n} class=photo>[<span class=label>-20%</span>]<img src=/{n}.jpg></a>"
    "<strong><a href=/p/{n}>{name}</a></strong>"
    "<div class=price-box>[<span class=special-price><span class=price-label>Special Price</span>"
    "<span class=price>${now}.50</span></span>"
    "<span class=old-price><span class=price-label>Regular Price</span><span class=price>${was}.50</span></span>"
    "|<span class=price-container><span class=price>${now}.50</span></span>]</div>",
    "Magento, paragraphs": "<a href=/p/{n}><img src=/{n}.jpg></a>"
    "<h2><a href=/p/{n}>{name}</a></h2><div class=price-box>"
    "[<p class=old-price><span class=price-label>Regular Price:</span> <span class=price>${was}.50</span></p>"
    "<p class=special-price><span class=price-label>Special Price</span> <span class=price>${now}.50</span></p>"
    "|<span class=regular-price><span class=price>${now}.50</span></span>]</div>",
    "Magento, without labels": "<a href=/p/{n}><img src=/{n}.jpg></a>"
    "<h2><a href=/p/{n}>{name}</a></h2><div class=price-box>"
    "[<span class=special-price><span class=price>${now}.50</span>"
    "</span><span class=old-price><span class=price>${was}.50</span></span>"
    "|<span class=regular-price><span class=price>${now}.50</span></span>]</div>",
    "PrestaShop": "<a href=/p/{n}><img src=/{n}.jpg></a><h2><a href=/p/{n}>{name}</a></h2><div class=shipping>"
    "[<span class=regular-price>€{was}.50</span>"
    "<span class=discount-percentage>-20%</span>]<span class=price>€{now}.50</span></div>",
    "German": "<a href=/p/{n}>[<span class=badge>Angebot!</span>]<img src=/{n}.jpg></a>"
    "<a href=/p/{n} class=product-name>{name}</a>"
    '<div class=info>[<span class="product-price with-list-price">{now},50 €</span><span class=list-price>{was},50 €</span>'
    "|<span class=product-price>{now},50 €</span>]</div>",
    "German, struck": "<a href=/p/{n}>[<span class=onsale>Angebot!</span>]<img src=/{n}.jpg><h2>{name}</h2></a>"
    "<span class=price>[<del>{was},50 €</del> <ins>{now},50 €</ins>|{now},50 €]</span>",
}
"""Products: of ``[a|b]``, those on sale have a, the others b."""


def products(template: str) -> str:
    """Return a page of products made from a template."""
    items = []
    for n, name in enumerate(NAMES):
        group = 1 if n in ON_SALE else 2
        chosen = re.sub(r"\[([^|\]]*)\|?([^\]]*)\]", rf"\{group}", template)
        items.append(f"<li class=product>{chosen.format(n=n, name=name, now=NOW[n], was=NOW[n] + 5)}</li>")
    return f"<h1>All products</h1><ul class=products>{''.join(items)}</ul>"


def whole(value: object) -> int:
    """Return the whole number of an amount."""
    found = re.search(r"\d+", str(value))
    assert found is not None
    return int(found[0])


@pytest.mark.parametrize("shop", PRODUCTS)
def test_a_product_on_sale_has_its_values_in_the_columns_of_the_others(shop: str) -> None:
    table = wrapture.extract(products(PRODUCTS[shop])).shown()
    assert [table["title"], table["link"]] == [NAMES, [f"/p/{n}" for n in range(len(NAMES))]]
    assert [whole(value) for value in table["price"]] == NOW
    assert {n: whole(value) for n, value in enumerate(table["old_price"]) if value} == {n: NOW[n] + 5 for n in ON_SALE}
    pictures = [name for name in table.columns if any(str(value).endswith(".jpg") for value in table[name])]
    assert [table[name] for name in pictures] == [[f"/{n}.jpg" for n in range(len(NAMES))]]


def test_struck_text_is_aligned_with_struck_text_alone() -> None:
    page = parse_page("<p><del>£20</del> <ins>£15</ins><p>£15")
    both, one = (
        encode(page, ALL_FIELD, Span(n + 1, page.stops[n])).symbols for n, tag in enumerate(page.tags) if tag == "p"
    )
    assert apart(one) == one == TEXT_SYMBOL
    assert apart(both).count(TEXT_SYMBOL) == 1
    assert merged([both, one]) == both


def test_elements_with_a_former_price_have_one_name() -> None:
    page = parse_page(
        "<p class='x old-price'>1<p class=regular-price>2<p class=with-list-price>3<p class=line-through>4<a><img></a>"
    )
    tokens = encode(page, BLOCK_FIELD).symbols
    assert tokens.count(symbol("STRUCK")) == 2
    assert tokens.endswith(TEXT_SYMBOL + symbol("/STRUCK"))
