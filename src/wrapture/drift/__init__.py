"""Wrappers on sites that change: notice that a page no longer fits, say why, and repair the wrapper."""
