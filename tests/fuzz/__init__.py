"""Fuzzing: coverage-guided with atheris, and with a few hundred fixed mutations in the tests; see `docs/reliability.md`."""
