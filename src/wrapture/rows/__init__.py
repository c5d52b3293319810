"""Write results: one typed schema, and one streaming writer for each format of `wrapture.rows.write`."""
