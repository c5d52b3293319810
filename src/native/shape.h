/* A shape: what all records of the same structure have in common, and which values are captured from each.

   It is a list of steps, one for each node of a record in document order.  Matching walks a record and the steps side by side,
   without recursion (trees may be deep), and notes the places of texts and addresses; the values of a row are then built from
   these. */

#ifndef WRAPTURE_SHAPE_H
#define WRAPTURE_SHAPE_H

#include "names.h"

enum { GLUED, APART, DIGITS_APART, WORDS_APART }; /* seams between texts, as in `wrapture.html.text_seams` */
enum { ELEMENT, HIDDEN, BLANK, SHOWN };  /* kinds of steps: the last three are texts */

typedef struct {
    int depth, kind;
    Name tag;
    bool is_strict;                      /* whether its attributes count */
    Py_ssize_t first, stop;              /* range of its demands */
    Name wanted;                         /* the attribute to read, of size 0 if there is none */
    bool has_wanted;
    Py_ssize_t slot;                     /* the number of the link or of the text, -1 for neither */
} Step;

typedef struct {
    Slice raw, shown;
    bool before, after;                  /* whether there is white space around the displayed text */
} Text;

typedef struct {
    Py_ssize_t text;
    int seam;                            /* what separates it from the text before */
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
    Py_ssize_t *starts;                  /* where the parts of each value begin, and the end of the last */
    Py_ssize_t *asked;                   /* numbers of the requested texts */
    Slice *links;                        /* from here on, what was found in the last matched record */
    Text *texts;
    Buffer cleaned, joined;
} Shape;

/* Return whether siblings have a shape; if so, the shape's links and texts refer to theirs. */
bool fits(Shape *shape, Node *node, const Node *last);

/* Return None, the addresses, the values and the requested texts of the last match, as one tuple; None alone if they can't be
   represented. */
PyObject *values_of(Shape *shape);

/* Return the row that a Maker builds from values, and the number of its text among them. */
PyObject *made_row(PyObject *maker, PyObject *values);
Py_ssize_t text_number(PyObject *maker);

bool is_shape(PyObject *object);
bool is_maker(PyObject *object);

#endif
