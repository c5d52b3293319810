"""Get pages as captures: from files, folders, standard input and http(s) addresses, or rendered by a browser."""
