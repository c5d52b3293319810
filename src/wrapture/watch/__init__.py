"""Watch sources: read them again and again, and say which records are new, changed or gone."""
