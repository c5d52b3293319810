"""A shop on loopback without a search: lists of products over many pages, and a page for each product.

The truth is drawn first and the pages from it, so that a test can compare every cell.  Rows of the table of details are missing
where a product has no such detail, and come in another order on every third page.
"""

from __future__ import annotations

import json
import random
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_SIZE = 24
KINDS = ("Lantern", "Kettle", "Compass", "Blanket", "Teapot", "Barometer", "Basket", "Telescope")
PLACES = ("Harbour", "Orchard", "Mountain", "Valley", "Island", "Market", "Railway", "Garden", "Meadow", "Forest")
MAKERS = ("Penrose & Sons", "Marsh Works", "Dunn Ltd.", "Vale Brothers", "Thorne", "Croft & Lowe")
MATERIALS = ("brass", "oak", "wool", "glass", "steel", "clay")
COLOURS = ("red", "green", "blue", "black", "ivory")
FEATURES = ("Dishwasher safe", "Made to last", "Hand finished", "Comes with a case", "Two years warranty", "Numbered")
WORDS = (
    "quiet",
    "sturdy",
    "old",
    "rooms",
    "evening",
    "polish",
    "light",
    "weather",
    "gift",
    "shelf",
    "winter",
    "kitchen",
)


def products(count: int = 300, seed: int = 24) -> list[dict[str, Any]]:
    """Return the products, always the same ones; None where a product has no such detail."""
    dice = random.Random(seed)
    return [
        {
            "title": f"{PLACES[n % len(PLACES)]} {KINDS[(n // 10) % len(KINDS)]} No. {n}",
            "price": f"{dice.randint(5, 900)}.{dice.choice(['00', '50', '95'])} €",
            "sku": f"{dice.choice('ABCDEF')}{dice.randint(10_000, 99_999)}-{n}",
            "maker": dice.choice(MAKERS),
            "material": dice.choice(MATERIALS),
            "weight": f"{dice.randint(1, 90) / 10} kg" if dice.random() < 0.8 else None,
            "colour": dice.choice(COLOURS) if dice.random() < 0.6 else None,
            "stock": f"{dice.randint(0, 40)} in stock",
            "description": f"A {' '.join(dice.choices(WORDS, k=dice.randint(6, 25)))}, as number {n} should be.",
            "features": dice.sample(FEATURES, dice.randint(1, 4)) if dice.random() < 0.9 else [],
            "gtin": f"40{dice.randint(10**10, 10**11 - 1)}",
        }
        for n in range(1, count + 1)
    ]


@dataclass
class Catalogue:
    """What the shop is like; ``asked`` are the addresses it was asked for.

    ``broken`` are numbers of products whose pages fail; ``style`` is how the details are marked up.
    """

    items: list[dict[str, Any]] = field(default_factory=products)
    style: str = "table"
    total: str = "{count} products"
    broken: frozenset[int] = frozenset()
    shown: int | None = None  # products that the list leads to, if fewer than it states
    robots: str = ""
    data: bool = True
    heads: list[dict[str, str]] = field(default_factory=list)  # of the requests
    asked: list[str] = field(default_factory=list)
    address: str = ""

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        """Return the status and the page at a path."""
        if path == "/robots.txt":
            return (200, self.robots) if self.robots else (404, "")
        if path == "/":
            return 200, self.listed(int(values.get("page", "1")))
        if path.startswith("/product/") and path[9:].isdigit() and 0 < int(path[9:]) <= len(self.items):
            number = int(path[9:])
            return (500, "<p>Out of order") if number in self.broken else (200, self.product(number))
        return 404, _page("Not here", "<p>No such page")

    def listed(self, number: int) -> str:
        """Return a page of the list of all products."""
        start, last = (number - 1) * PAGE_SIZE, len(self.items) if self.shown is None else self.shown
        cards = "".join(self.card(n) for n in range(start + 1, min(start + PAGE_SIZE, last) + 1))
        after = f'<a rel=next href="/?page={number + 1}">Next</a>' if start + PAGE_SIZE < last else ""
        before = f'<a rel=prev href="/?page={number - 1}">Previous</a>' if number > 1 else ""
        total = f"<p class=count>{self.total.format(count=len(self.items))}</p>" if self.total else ""
        return _page("All products", f"{total}<div class=grid>{cards}</div><nav class=pager>{before} {after}</nav>")

    def card(self, number: int) -> str:
        """Return a product in the list."""
        item = self.items[number - 1]
        return (
            f'<article class=card><h3><a href="/product/{number}">{escape(item["title"])}</a></h3>'
            f"<p class=price>{item['price']}</p><p class=maker>{escape(item['maker'])}</p></article>"
        )

    def product(self, number: int) -> str:
        """Return the page of a product."""
        item = self.items[number - 1]
        details = {"SKU": item["sku"], "Manufacturer": item["maker"], "Material": item["material"]}
        details |= {"Weight": item["weight"], "Colour": item["colour"]}
        pairs = [(label, value) for label, value in details.items() if value is not None]
        pairs = pairs[::-1] if number % 3 == 0 else pairs
        features = "".join(f"<li>{one}</li>" for one in item["features"])
        data = {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": item["title"],
            "sku": item["sku"],
            "gtin13": item["gtin"],
            "offers": {"@type": "Offer", "price": item["price"][:-2], "priceCurrency": "EUR"},
        }
        script = f'<script type="application/ld+json">{json.dumps(data)}</script>' if self.data else ""
        related = "".join(
            f'<li><a href="/product/{n}">{escape(self.items[n - 1]["title"])}</a></li>'
            for n in range(number + 1, min(number + 4, len(self.items)) + 1)
        )
        return _page(
            f"{item['title']} | Old Harbour Supplies",
            f"{script}<main class=product><p class=crumbs><a href='/'>All</a> › {escape(item['title'])}</p>"
            f"<h1>{escape(item['title'])}</h1><img src='/pictures/{number}.jpg' alt=''>"
            f"<p class='price'>{item['price']}</p><p class='stock'>{item['stock']}</p>"
            f"<button>Add to basket</button><div class='text'><p>{item['description']}</p></div>"
            f"{self.details(pairs)}{f'<h2>Features</h2><ul class=features>{features}</ul>' if features else ''}</main>"
            f"<aside><h2>You may also like</h2><ul>{related}</ul></aside>",
        )

    def details(self, pairs: list[tuple[str, str]]) -> str:
        """Return the details of a product in the shop's style."""
        texts = [(label, escape(value)) for label, value in pairs]
        if self.style == "dl":
            return f"<dl>{''.join(f'<dt>{label}</dt><dd>{text}</dd>' for label, text in texts)}</dl>"
        if self.style == "lines":
            return "".join(f"<p><b>{label}:</b> {text}</p>" for label, text in texts)
        if self.style == "divs":
            rows = "".join(
                f"<div class=spec><span class=label>{label}</span><span class=value>{text}</span></div>"
                for label, text in texts
            )
            return f"<section class=specs>{rows}</section>"
        return f"<table class=specs>{''.join(f'<tr><th>{label}</th><td>{text}</td></tr>' for label, text in texts)}</table>"


def _page(title: str, body: str) -> str:
    links = '<a href="/about">About us</a> <a href="/terms">Terms</a>'
    menu = f'<header><a href="/">Old Harbour Supplies</a><nav>{links}</nav></header>'
    foot = "<footer><p>Old Harbour Supplies, Quay Street 4. Open Monday to Friday.</p></footer>"
    return f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><body>{menu}{body}{foot}"


@contextmanager
def serving(shop: Catalogue) -> Iterator[Catalogue]:
    """Serve a shop on a free port of this machine; ``shop.address`` is where."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            shop.asked.append(self.path)
            shop.heads.append(dict(self.headers.items()))
            status, text = shop.page(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()})
            body = text.encode()
            self.send_response(status)
            self.send_header(
                "Content-Type", "text/plain" if parts.path == "/robots.txt" else "text/html; charset=utf-8"
            )
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    shop.address = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield shop
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
