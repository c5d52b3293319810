"""Wrappers on disk: the file's form and versions, the profile of what was seen, a wrapper in words."""
