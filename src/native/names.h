/* Names of elements and attributes, and demands on them.

   The parser numbers the names of elements and of attributes (which are nodes, too); names of HTML have the same number on every
   page.  So a name is compared once, and from then on its number. */

#ifndef WRAPTURE_NAMES_H
#define WRAPTURE_NAMES_H

#include "tree.h"

enum { ANY, EXACT, FIRST_WORD }; /* demands on an attribute's value */

typedef struct {
    Slice text;
    uintptr_t number; /* 0 while unknown */
} Name;

typedef struct {
    Name name;
    Slice value;
    int demand;
} Demand;

typedef struct {
    Slice name, part; /* an attribute, and a part of its value */
} Condition;

bool is_element(Name *name, const Node *node);
bool is_attribute(Name *name, const Attribute *attribute);
/* Return whether a node is a text; the name caches the number of texts. */
bool is_text(Name *name, const Node *node);
/* Return the value of an attribute, empty if it has none. */
Slice value_in(const Attribute *attribute);
/* Return whether an attribute meets a demand. */
bool meets_demand(Demand *demand, const Attribute *attribute);
/* Return whether an element meets all of the given conditions. */
bool meets_all(const Condition *conditions, Py_ssize_t count, const Node *node);
/* Return whether a tuple of names contains a name. */
bool is_among(PyObject *names, const char *name, size_t size);
/* Return whether a text contains another. */
bool holds(Slice text, Slice part);

/* Read a tuple of demands, or of conditions, into an array of the same length. */
bool read_demands(PyObject *written, Demand *demands);
bool read_conditions(PyObject *written, Condition *conditions);

#endif
