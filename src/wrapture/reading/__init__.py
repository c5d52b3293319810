"""Reading a page by a wrapper: find the records, read their cells, measure how well the page fits."""
