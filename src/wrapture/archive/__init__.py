"""Archive formats (WARC, zip, tar) and the codecs that compress them, read piece by piece under size limits."""
