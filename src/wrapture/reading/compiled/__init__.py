"""Wrappers compiled for many pages: the same tables as from the reference reader, in a fraction of the time."""

from wrapture.reading.compiled.compiled_reader import CompiledReader, compile_wrapper

__all__ = ["CompiledReader", "compile_wrapper"]
