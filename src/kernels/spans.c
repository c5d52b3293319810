/* Sums over pieces of a page, from sums up to each node. */

#include "kernels.h"

typedef struct {
    Py_buffer view;
    Py_ssize_t count;
    long long total, held;
} Column;

/* Open the arrays of all columns, and return how many could be; with an error set if that is not all of them. */
static Py_ssize_t open_columns(PyObject *given, Column *columns, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        if (PyObject_GetBuffer(PyTuple_GetItem(given, i), &columns[i].view, PyBUF_SIMPLE) < 0)
            return i;
        columns[i].count = columns[i].view.len / (Py_ssize_t)sizeof(int32_t);
        columns[i].total = columns[i].held = 0;
    }
    return count;
}

/* Read one span as (start, stop); false with an error set if it is not one. */
static bool read_span(PyObject *span, Py_ssize_t *start, Py_ssize_t *stop)
{
    if (PyTuple_Check(span) && PyTuple_Size(span) == 2) {
        *start = PyLong_AsSsize_t(PyTuple_GetItem(span, 0));
        *stop = PyLong_AsSsize_t(PyTuple_GetItem(span, 1));
        if (PyErr_Occurred())
            return false;
        if (*start >= 0 && *stop >= 0)
            return true;
    }
    PyErr_SetString(PyExc_ValueError, "a span is two numbers of nodes");
    return false;
}

/* Add what each column has in a span; false with an error set if the span ends beyond a column. */
static bool add_span(Column *columns, Py_ssize_t count, Py_ssize_t start, Py_ssize_t stop)
{
    for (Column *one = columns; one < columns + count; one++) {
        if (start >= one->count || stop >= one->count) {
            PyErr_SetString(PyExc_ValueError, "this span is not on the page");
            return false;
        }
        const int32_t *sums = one->view.buf;
        long long own = (long long)sums[stop] - sums[start];
        one->total += own;
        one->held += own > 0;
    }
    return true;
}

/* For each column, its sum over all spans, and how many of them have any of it. */
PyObject *span_totals(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given, *spans, *found = NULL;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &given, &PyList_Type, &spans))
        return NULL;
    Py_ssize_t count = PyTuple_Size(given), start, stop;
    Column *columns = PyMem_Malloc(((size_t)count + 1) * sizeof *columns);
    if (columns == NULL)
        return PyErr_NoMemory();
    Py_ssize_t opened = open_columns(given, columns, count);
    bool is_well = opened == count;
    for (Py_ssize_t i = 0; is_well && i < PyList_Size(spans); i++)
        is_well = read_span(PyList_GetItem(spans, i), &start, &stop) && add_span(columns, count, start, stop);
    is_well = is_well && (found = PyList_New(0)) != NULL;
    for (Py_ssize_t i = 0; is_well && i < count; i++)
        is_well = add_item(found, Py_BuildValue("(LL)", columns[i].total, columns[i].held));
    if (!is_well)
        Py_CLEAR(found);
    while (opened > 0)
        PyBuffer_Release(&columns[--opened].view);
    PyMem_Free(columns);
    return found;
}
