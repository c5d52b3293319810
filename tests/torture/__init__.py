"""Torture: mutated pages through the whole library; see `docs/reliability.md`."""
