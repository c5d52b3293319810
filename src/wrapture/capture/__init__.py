"""The edge where pages come in: files, folders, standard input and http(s) addresses become captures."""
