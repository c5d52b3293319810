"""Wrappers compiled for many pages: the same tables as the plain path reads, in a fraction of the time."""

from wrapture.compiled.reader import CompiledReader, compile_wrapper

__all__ = ["CompiledReader", "compile_wrapper"]
