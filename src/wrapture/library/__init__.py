"""Wrappers on disk: the file format and its versions, editing, and libraries of wrapper files."""
