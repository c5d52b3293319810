/* How regularly positions follow each other. */

#include "kernels.h"
#include <limits.h>

/* The position at a place of a tuple, which is not smaller than the one before it; false on an error. */
static bool position_at(PyObject *positions, Py_ssize_t place, long before, long *position)
{
    *position = PyLong_AsLong(PyTuple_GetItem(positions, place));
    if (*position == -1 && PyErr_Occurred())
        return false;
    if (*position >= before && *position <= INT32_MAX)
        return true;
    PyErr_SetString(PyExc_ValueError, "positions ascend from 0, and not to billions");
    return false;
}

/* The sum of the gaps between positions, and that of their squares, as (number of gaps, sum, sum of squares). */
PyObject *gap_sums(PyObject *Py_UNUSED(module), PyObject *given)
{
    PyObject *positions = PySequence_Tuple(given);
    if (positions == NULL)
        return NULL;
    Py_ssize_t count = PyTuple_Size(positions);
    long long total = 0, squares = 0;
    long before = 0, position = 0;
    bool is_well = count == 0 || position_at(positions, 0, 0, &before);
    for (Py_ssize_t i = 1; is_well && i < count; i++, before = position) {
        is_well = position_at(positions, i, before, &position);
        long long gap = position - before;
        total += gap;
        squares += gap * gap;
    }
    Py_DECREF(positions);
    return is_well ? Py_BuildValue("(nLL)", count > 0 ? count - 1 : 0, total, squares) : NULL;
}

/* Whether the product of two whole numbers is at least a bound: without rounding, except where it exceeds 64 bits. */
static bool is_at_least(long long count, long long sum, double bound)
{
    if (sum > LLONG_MAX / count)
        return (double)count * (double)sum >= bound;
    if (bound > 9.2e18)
        return false;
    long long whole = (long long)bound;
    return count * sum > whole || (count * sum == whole && (double)whole >= bound);
}

/* Positions cut into runs, each as long as its variance stays under a bound. */
PyObject *regular_runs(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *given, *runs, *positions;
    double bound;
    if (!PyArg_ParseTuple(args, "Od", &given, &bound) || (positions = PySequence_Tuple(given)) == NULL)
        return NULL;
    Py_ssize_t count = PyTuple_Size(positions), begin = 0;
    long long total = 0, squares = 0;
    long before = 0, position = 0;
    bool is_well = (runs = PyList_New(0)) != NULL;
    for (Py_ssize_t i = 0; is_well && i < count; i++, before = position) {
        is_well = position_at(positions, i, before, &position);
        long long gap = i > begin ? position - before : 0;
        double larger = (double)(total + gap);
        if (i - begin > 1 && is_at_least(i - begin, squares + gap * gap, bound * larger * larger)) {
            is_well = is_well && add_item(runs, PyTuple_GetSlice(positions, begin, i));
            begin = i, total = squares = 0;
        }
        else
            total += gap, squares += gap * gap;
    }
    if (is_well && begin < count)
        is_well = add_item(runs, PyTuple_GetSlice(positions, begin, count));
    Py_DECREF(positions);
    if (!is_well)
        Py_CLEAR(runs);
    return runs;
}
