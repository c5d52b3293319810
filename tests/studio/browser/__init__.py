"""The studio in a real browser, as a person sees and uses it."""
