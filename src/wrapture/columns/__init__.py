"""Columns: how a record is divided, and the names and types of its columns."""
