"""The same wrapper on millions of pages: units of work, on a pool of processes or on a cluster, which can be resumed."""
