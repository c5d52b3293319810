"""Algorithms on plain sequences that have never heard of HTML."""
