"""Mutation testing of the modules that guard: a change of a line must make a test fail; see `docs/reliability.md`."""
