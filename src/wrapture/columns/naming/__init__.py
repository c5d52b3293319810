"""Column names, derived from what surrounds the values on the page."""

from wrapture.columns.naming.name_candidates import naming_facts
from wrapture.columns.naming.said_names import Suggestion, passed_on, said_names
from wrapture.columns.naming.suggest import suggest_names

__all__ = ["Suggestion", "naming_facts", "passed_on", "said_names", "suggest_names"]
