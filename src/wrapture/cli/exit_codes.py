"""The exit codes that scripts can rely on."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
"""Nothing could be read, or the options don't suit the data."""
NOTHING_FOUND: Final = 3
"""A page has no records, does not fit its wrapper, or is missing from the output."""
MISREAD: Final = 4
"""A wrapper was learned from labels, but reads too few of the labelled records as they were labelled."""
UNCLEAR: Final = 5
"""No page says whether the site has changed: blocks, logins, errors, pages of other sites."""
UNCHANGED: Final = 6
"""There was nothing to repair, so nothing was written."""
CHANGES: Final = 7
"""A watched source has new, changed or missing records."""
INTERRUPTED: Final = 130
"""Stopped by Ctrl+C: 128 plus the number of SIGINT, as in shells."""
