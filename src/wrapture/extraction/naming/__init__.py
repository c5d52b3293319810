"""Names for the columns of a table, from what stands on the page around their values."""

from wrapture.extraction.naming.suggest import Suggestion, suggest_names

__all__ = ["Suggestion", "suggest_names"]
