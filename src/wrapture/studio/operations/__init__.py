"""The operations of the API: each with its path, request and response models, and what it does."""

from wrapture.studio.operations import changes, desks, pages, results, site_operations
from wrapture.studio.operations import library_operations as library
from wrapture.studio.operations.call import MAX_BYTES, OPERATIONS, Call, Download, Operation

__all__ = [
    "MAX_BYTES",
    "OPERATIONS",
    "Call",
    "Download",
    "Operation",
    "changes",
    "desks",
    "library",
    "pages",
    "results",
    "site_operations",
]
