"""HTTP requests: checked addresses, bounded responses, politeness, and a store for what was fetched."""
