"""The robot: from a site's address to a wrapper that says how to ask, and from such wrappers to answers."""
