/* The judge's trees: three questions lead to a leaf, and a leaf adds to some sums. */

#include "kernels.h"

enum { QUESTIONS = 7, LEAVES = 8 }; /* of a tree of three levels, in breadth-first order */

typedef struct {
    const int32_t *columns, *ends, *evidence;
    const double *limits, *steps;
    Py_ssize_t trees, reasons;
} Trees;

static bool read_trees(PyObject *given, Trees *own)
{
    PyObject *columns, *limits, *ends, *evidence, *steps;
    Py_ssize_t limit_count, end_count, step_count;
    if (!PyArg_ParseTuple(given, "SSSSS", &columns, &limits, &ends, &evidence, &steps))
        return false;
    own->columns = numbers_of(columns, &own->trees);
    own->limits = (const double *)(const void *)numbers_of(limits, &limit_count);
    own->ends = numbers_of(ends, &end_count);
    own->evidence = numbers_of(evidence, &own->reasons);
    own->steps = (const double *)(const void *)numbers_of(steps, &step_count);
    if (limit_count != 2 * own->trees || own->trees % QUESTIONS || step_count != 2 * own->reasons ||
        end_count * QUESTIONS != own->trees * LEAVES) {
        PyErr_SetString(PyExc_ValueError, "these are no trees");
        return false;
    }
    own->trees /= QUESTIONS;
    return true;
}

/* Add what each tree says of a row of values to the sums; false if the trees ask for what is not there. */
static bool add_up(const Trees *own, const double *row, Py_ssize_t width, double *sums, Py_ssize_t count)
{
    for (Py_ssize_t tree = 0; tree < own->trees; tree++) {
        int place = 0;
        while (place < QUESTIONS) {
            Py_ssize_t question = tree * QUESTIONS + place;
            if (own->columns[question] < 0 || own->columns[question] >= width)
                return false;
            place = 2 * place + 1 + (row[own->columns[question]] > own->limits[question]);
        }
        Py_ssize_t leaf = tree * LEAVES + place - QUESTIONS;
        for (Py_ssize_t i = leaf ? own->ends[leaf - 1] : 0; i < own->ends[leaf]; i++) {
            if (i < 0 || i >= own->reasons || own->evidence[i] < 0 || own->evidence[i] >= count)
                return false;
            sums[own->evidence[i]] += own->steps[i];
        }
    }
    return true;
}

/* The sums for a row, as long as asked for. */
PyObject *sum_trees(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given, *values, *found = NULL;
    Py_ssize_t count;
    Trees own;
    if (!PyArg_ParseTuple(args, "O!O!n", &PyTuple_Type, &given, &PyList_Type, &values, &count) || !read_trees(given, &own))
        return NULL;
    Py_ssize_t width = PyList_Size(values);
    double *row = calloc((size_t)(width + (count > 0 ? count : 0) + 1), sizeof(double));
    if (row == NULL)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < width; i++)
        row[i] = PyFloat_AsDouble(PyList_GetItem(values, i));
    if (!PyErr_Occurred() && !add_up(&own, row, width, row + width, count))
        PyErr_SetString(PyExc_ValueError, "these trees are for other rows");
    if (!PyErr_Occurred())
        found = PyList_New(count);
    for (Py_ssize_t i = 0; found != NULL && i < count; i++)
        if (PyList_SetItem(found, i, PyFloat_FromDouble(row[width + i])) < 0)
            Py_CLEAR(found);
    free(row);
    return found;
}
