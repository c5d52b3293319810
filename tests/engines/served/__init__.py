"""Applications of others, as they are published, filled with the collection; run by the environment of `make engines`."""
