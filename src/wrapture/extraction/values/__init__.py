"""What the texts of a column say: the types, how a column's is decided, and how a text is read by it."""

from wrapture.extraction.values.decide import type_as, type_of
from wrapture.extraction.values.money import Price
from wrapture.extraction.values.ratings import Rating
from wrapture.extraction.values.read import Value, read_cell, read_value

__all__ = ["Price", "Rating", "Value", "read_cell", "read_value", "type_as", "type_of"]
