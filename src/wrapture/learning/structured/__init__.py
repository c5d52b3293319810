"""Labels told by structure: the list that holds labelled records, and its columns that hold the values.

One record's typed values become labels of the whole list (`example_labels`).  Labels are places in the source; columns have
their values at places on the page (`labelled_places`).  The column of an attribute is one that the list has, a whole element,
several texts joined, or a piece (`labelled_columns`, `cutting_out`).  All together are a wrapper (`learn_structured`).
"""
