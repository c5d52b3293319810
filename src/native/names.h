/* Names of elements and attributes, and what is demanded of them.

   The parser numbers the names of elements and of attributes, which are nodes, too; those of HTML the same way on every page.  So a
   name is compared once, and its number from then on. */

#ifndef WRAPTURE_NAMES_H
#define WRAPTURE_NAMES_H

#include "tree.h"

enum { ANY, EXACT, FIRST_WORD }; /* what is demanded of an attribute's value */

typedef struct {
    Slice text;
    uintptr_t number; /* 0 while it is not known */
} Name;

typedef struct {
    Name name;
    Slice value;
    int demand;
} Demand;

typedef struct {
    Slice name, part; /* an attribute, and what its value holds */
} Condition;

bool is_element(Name *name, const Node *node);
bool is_attribute(Name *name, const Attribute *attribute);
/* Return whether a node is a text; the name keeps the number that texts have. */
bool is_text(Name *name, const Node *node);
/* Return the value of an attribute, an empty one where it has none. */
Slice value_in(const Attribute *attribute);
/* Return whether an attribute is the one that is demanded. */
bool meets_demand(Demand *demand, const Attribute *attribute);
/* Return whether an element has all attributes of some conditions. */
bool meets_all(const Condition *conditions, Py_ssize_t count, const Node *node);
/* Return whether a name is one of a tuple of names. */
bool is_among(PyObject *names, const char *name, size_t size);
/* Return whether a text holds another one. */
bool holds(Slice text, Slice part);

/* Read a tuple of demands, or of conditions, into as many places. */
bool read_demands(PyObject *written, Demand *demands);
bool read_conditions(PyObject *written, Condition *conditions);

#endif
