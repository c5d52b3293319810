"""From a locator and a page to records, columns and tables."""
