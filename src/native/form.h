/* A form: what all records that are built alike have in common, and what is written of each.

   It is a list of steps, one for each node of a record in document order.  Matching walks over a record and the steps side by
   side, without recursion (trees may be deep), and keeps where texts and addresses stand; what a row is made of is then written
   from these. */

#ifndef WRAPTURE_FORM_H
#define WRAPTURE_FORM_H

#include "names.h"

enum { ELEMENT, HIDDEN, BLANK, SHOWN };  /* kinds of steps: the last three are texts */

typedef struct {
    int depth, kind;
    Name tag;
    bool is_strict;                      /* whether its attributes count */
    Py_ssize_t first, stop;              /* of its demands */
    Name wanted;                         /* the attribute that is read, of size 0 where none is */
    bool has_wanted;
    Py_ssize_t slot;                     /* the number of the link or of the text that it is, -1 for none */
} Step;

typedef struct {
    Slice raw, shown;
    bool before, after;                  /* whether there is white space around what is shown */
} Text;

typedef struct {
    Py_ssize_t text;
    int apart;                           /* whether white space is sure to stand before it */
} Part;

typedef struct {
    char *start;
    size_t room;
} Buffer;

typedef struct {
    PyObject_HEAD
    PyObject *program;                   /* owns the bytes that slices point into */
    Py_ssize_t steps_count, links_count, texts_count, values_count, asked_count;
    Step *steps;
    Demand *demands;
    Part *parts;                         /* of all values, one after the other */
    Py_ssize_t *starts;                  /* where those of each value begin, and where the last ones stop */
    Py_ssize_t *asked;                   /* texts */
    Slice *links;                        /* from here on, what was found in the record that was matched last */
    Text *texts;
    Buffer cleaned, joined;
} Form;

/* Return whether some siblings have a form; what they say is then in the form's links and texts. */
bool fits(Form *form, Node *node, const Node *last);

/* Return None, the addresses, the values and the texts that are asked for, of what fitted last; nothing but None where they
   can't be written. */
PyObject *values_of(Form *form);

#endif
