"""Column names, derived from what surrounds the values on the page."""

from wrapture.columns.naming.said_names import Suggestion, said_names
from wrapture.columns.naming.suggest import suggest_names

__all__ = ["Suggestion", "said_names", "suggest_names"]
