"""From bytes to a numbered page and its token strings."""
