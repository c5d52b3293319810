/* How a cell is built from the values of a record: one of them, a piece of one, several as a list, or several joined. */

#ifndef WRAPTURE_CELLS_H
#define WRAPTURE_CELLS_H

#include "shape.h"

enum { PICKED, CUT, LISTED, JOINED }; /* as in `wrapture.reading.compiled.row_values` */

typedef struct {
    Slice *separators;
    Py_ssize_t count, number; /* of the separators, and which piece between them is meant */
} Cut;

typedef struct Cell {
    int kind;
    Py_ssize_t value;    /* that is picked or cut */
    Cut *cuts;           /* each applies to the piece before */
    struct Cell *members; /* that are listed or joined */
    Py_ssize_t count;    /* of cuts or members */
} Cell;

/* Read a tuple of cells; note the number of values that they need.  Return NULL after an error, which is set. */
Cell *read_cells(PyObject *written, Py_ssize_t *count, Py_ssize_t *values, int depth);
void free_cells(Cell *cells, Py_ssize_t count);
/* Return a cell built from values, which are enough. */
PyObject *made_cell(const Cell *cell, PyObject *values);

#endif
