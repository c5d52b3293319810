"""Typed values: the types of a column, how a column's type is decided, and how a text is parsed by it."""

from wrapture.values.cell import Value, read_cell, read_value
from wrapture.values.deciding import type_as, type_of
from wrapture.values.money import Price
from wrapture.values.ratings import Rating

__all__ = ["Price", "Rating", "Value", "read_cell", "read_value", "type_as", "type_of"]
