"""The studio: one web page, served on loopback, in which a person sees, chooses, names, corrects, saves and tests.

``desk`` is the state of one piece of work, ``desk_steps`` are the changes to it and ``desk_views`` what the page shows of it.
``store`` keeps desks on disk, ``service`` puts these together, and ``app`` serves it over HTTP.
"""
