"""The studio: one web page, served on loopback, in which a person sees, chooses, names, corrects, saves and tests.

``desk`` is what is worked on, ``steps`` what can be done to it, ``views`` what is shown of it; ``store`` keeps it on the disk,
``workshop`` puts these together, and ``app`` is the door that browsers come in by.
"""
