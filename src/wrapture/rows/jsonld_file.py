"""Results as JSON-LD: lists of schema.org items, for search engines and other tools of the Semantic Web [1]_.

Each page is an ``ItemList`` of ``ListItem``s.  A column whose name or type has a counterpart in schema.org becomes that
property of the item: ``title`` is ``name``, ``price`` an ``Offer``, ``rating`` an ``AggregateRating``.  Every other column is
an ``additionalProperty``, a ``PropertyValue`` with the column's name, so nothing is lost and nothing is invented.  An item with
an offer or a rating is a ``Product``, any other a ``Thing``.

Pages without records and hidden columns are left out.

.. [1] Chang, Hsu, Lui name help for the Semantic Web as future work: Automatic information extraction from semi-structured Web
   pages by pattern discovery. 2003.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.model.table import Failure
from wrapture.rows import json_lines
from wrapture.values.cell import as_json, read_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.model import Column
    from wrapture.model.table import Cell, Row, Table
    from wrapture.rows.result_rows import Result

CONTEXT: Final = "https://schema.org"
PROPERTIES: Final = {
    **dict.fromkeys(["title", "name", "headline"], "name"),
    **dict.fromkeys(["link", "url", "title_link", "name_link", "headline_link"], "url"),
    **dict.fromkeys(["image", "picture", "photo", "thumbnail"], "image"),
    **dict.fromkeys(["description", "summary", "snippet", "abstract"], "description"),
    **dict.fromkeys(["subtitle", "alternate_name"], "alternateName"),
    **dict.fromkeys(["author", "authors", "by"], "author"),
    **dict.fromkeys(["date", "published", "date_published", "posted"], "datePublished"),
    **dict.fromkeys(["phone", "telephone", "tel"], "telephone"),
    **dict.fromkeys(["keywords", "tags"], "keywords"),
    **{name: name for name in ("email", "address", "brand", "sku", "isbn", "gtin", "category", "publisher", "genre")},
}
"""The property of schema.org for each column name that has one."""
REVIEWS: Final = {
    **dict.fromkeys(["reviews", "review_count"], "reviewCount"),
    **dict.fromkeys(["ratings", "rating_count", "votes"], "ratingCount"),
}
"""The properties of an ``AggregateRating`` for column names that count."""


def to_jsonld(results: Sequence[Result]) -> str:
    """Return `results` as one JSON-LD document, ending in a newline."""
    return "".join(_pieces(results))


def write_jsonld(results: Sequence[Result], path: Path) -> None:
    """Write `results` to a file as one JSON-LD document."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_pieces(results))


def _pieces(results: Sequence[Result]) -> Iterator[str]:
    """Yield the document piece by piece, one item per line."""
    lists = [one for one in results if not isinstance(one, Failure) and one.rows]
    yield f'{{"@context": {dump(CONTEXT)}, "@graph": ['
    for number, table in enumerate(lists):
        yield ",\n" if number else "\n"
        yield from _list_pieces(table)
    yield "\n]}\n" if lists else "]}\n"


def dump(value: object) -> str:
    r"""Return a value as JSON that may stand in a script of a page: no value ends the script.

    >>> dump("</script>")
    '"\\u003c/script>"'
    """
    return json_lines.dump(value).replace("<", r"\u003c")


def _list_pieces(table: Table) -> Iterator[str]:
    name = {"name": table.heading} if table.heading else {}
    url = {"url": table.page} if table.page.startswith(("http://", "https://")) else {"identifier": table.page}
    head = {"@type": "ItemList", **name, **url, "numberOfItems": len(table.rows)}
    yield dump(head)[:-1] + ', "itemListElement": [\n'
    for number, row in enumerate(table.rows, 1):
        item = dump({"@type": "ListItem", "position": number, "item": item_of(table, row)})
        yield f"{item},\n" if number < len(table.rows) else f"{item}\n"
    yield "]}"


def item_of(table: Table, row: Row) -> dict[str, object]:
    """Return a record as an item of schema.org, with the shown columns of its table."""
    item: dict[str, Any] = {"@type": "Thing"}
    more: list[dict[str, object]] = []
    for name, column, cell in _cells(table, row):
        value = _value(column, cell)
        if not _add(item, name, column, value):
            more.append({"@type": "PropertyValue", "name": name, "value": _plain(value)})
    if "offers" in item or "aggregateRating" in item:
        item["@type"] = "Product"
    return {**item, **({"additionalProperty": more} if more else {})}


def _cells(table: Table, row: Row) -> Iterator[tuple[str, Column | None, str | tuple[str, ...]]]:
    """Yield the cells of a row that are shown and hold something."""
    described: Sequence[Column | None] = table.described or (None,) * len(table.columns)
    for name, column, cell in zip(table.columns, described, row.cells, strict=True):
        if cell and not (column is not None and column.hidden):
            yield name, column, cell


def _value(column: Column | None, cell: Cell) -> object:
    """Return the value of a cell: parsed by the column's type where it can be, else its text."""
    if column is None or column.type.name in ("text", "link"):
        return cell
    parsed = as_json(read_cell(column.type, cell))
    return cell if parsed is None else parsed


def _add(item: dict[str, Any], name: str, column: Column | None, value: object) -> bool:
    """Add a value under its property of schema.org; False if it has none, or if the item has another value there."""
    kind = "" if column is None else column.type_name
    if isinstance(value, dict) and "amount" in value:
        return _once(item, "offers", {"@type": "Offer", "price": value["amount"], **_currency(value)}, name == "price")
    if isinstance(value, dict) and "value" in value:
        scale = {"bestRating": value["scale"]} if value.get("scale") else {}
        return _rated(item, {"ratingValue": value["value"], **scale})
    if name in REVIEWS and isinstance(value, int | float):
        return _rated(item, {REVIEWS[name]: value})
    known = PROPERTIES.get(name) or ("image" if kind == "image" else None)
    return known is not None and _once(item, known, _plain(value), True)


def _once(item: dict[str, Any], key: str, value: object, fits: bool) -> bool:
    """Set a property that is not set yet."""
    if not fits or key in item:
        return False
    item[key] = value
    return True


def _rated(item: dict[str, Any], figures: dict[str, object]) -> bool:
    """Add figures to the rating of an item, unless it has other ones."""
    rating = item.setdefault("aggregateRating", {"@type": "AggregateRating"})
    if figures.keys() & rating.keys():
        return False
    rating.update(figures)
    return True


def _currency(price: dict[str, object]) -> dict[str, object]:
    return {"priceCurrency": price["currency"]} if price.get("currency") else {}


def _plain(value: object) -> object:
    """Return a value without structures of our own: a tuple as a list, an amount or a rating as its number."""
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return value.get("amount", value.get("value"))
    return value
