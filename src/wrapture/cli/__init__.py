"""The command line."""

import gc
from typing import Final

COLLECTED: Final = (100_000, 50, 100)
"""Thresholds of the garbage collector: at Python's own (700), it takes a twentieth of a start, and finds nothing."""

gc.set_threshold(*COLLECTED)  # here, because the libraries that are loaded next are a fifth of a start
