"""Column names, derived from what surrounds the values on the page."""

from wrapture.columns.naming.suggest import Suggestion, suggest_names

__all__ = ["Suggestion", "suggest_names"]
