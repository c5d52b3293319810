"""The calls of the API: each with its address, what it takes, what it gives and what it does."""

from wrapture.studio.operations import changes, desks, pages, results, shelf
from wrapture.studio.operations.call import MAX_BYTES, OPERATIONS, Call, File, Operation

__all__ = ["MAX_BYTES", "OPERATIONS", "Call", "File", "Operation", "changes", "desks", "pages", "results", "shelf"]
