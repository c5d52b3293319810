/* Maximal repeats: the intervals of the suffix array whose suffixes have different left symbols. */

#include "kernels.h"

typedef struct {
    int32_t size, *symbols, *suffixes, *shared, *changes, *lengths, *firsts, *sorted;
    long min_count, min_length;
    double vicinity;
    PyObject *found;
} Search;

static int by_position(const void *one, const void *other)
{
    int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return (a > b) - (a < b);
}

/* The positions first .. last of the suffix array in order, as a tuple. */
static PyObject *positions_of(const Search *own, int32_t first, int32_t last)
{
    int32_t count = last - first + 1;
    memcpy(own->sorted, own->suffixes + first, (size_t)count * sizeof(int32_t));
    qsort(own->sorted, (size_t)count, sizeof(int32_t), by_position);
    PyObject *positions = PyTuple_New(count);
    for (int32_t i = 0; positions != NULL && i < count; i++) {
        PyObject *position = PyLong_FromLong(own->sorted[i]);
        if (position == NULL || PyTuple_SetItem(positions, i, position) < 0)
            Py_CLEAR(positions);
    }
    return positions;
}

/* Keep an interval that is left diverse, has enough suffixes, and need not overlap itself; false on an error. */
static bool keep(const Search *own, int32_t length, int32_t first, int32_t last)
{
    if (length < own->min_length || own->changes[last] == own->changes[first] || last - first + 1 < own->min_count)
        return true;
    if ((double)(last - first) * own->vicinity * (double)length > (double)(own->size - length))
        return true;
    PyObject *positions = positions_of(own, first, last);
    return positions != NULL && add_item(own->found, Py_BuildValue("(iN)", length, positions));
}

static bool search(const Search *own)
{
    int32_t open = 0;
    own->lengths[0] = own->firsts[0] = 0;
    for (int32_t entry = 1; entry <= own->size; entry++) {
        int32_t length = entry < own->size ? own->shared[entry] : 0, first = entry - 1;
        while (length < own->lengths[open]) {
            int32_t closed = own->lengths[open];
            first = own->firsts[open--];
            if (!keep(own, closed, first, entry - 1))
                return false;
        }
        if (length > own->lengths[open]) {
            own->lengths[++open] = length;
            own->firsts[open] = first;
        }
    }
    return true;
}

/* For each entry of the suffix array, how often the left symbol has changed; the first suffix has one of its own. */
static void count_changes(const Search *own)
{
    int32_t before = -2;
    for (int32_t entry = 0; entry < own->size; entry++) {
        int32_t start = own->suffixes[entry], left = start ? own->symbols[start - 1] : -1;
        own->changes[entry] = entry ? own->changes[entry - 1] + (left != before) : 0;
        before = left;
    }
}

PyObject *maximal_repeats(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *text;
    Search own = {0};
    int32_t upper;
    if (!PyArg_ParseTuple(args, "Ulld", &text, &own.min_count, &own.min_length, &own.vicinity))
        return NULL;
    own.symbols = ranks_of(text, &own.size, &upper);
    if (own.symbols == NULL)
        return NULL;
    size_t size = (size_t)own.size;
    int32_t *memory = malloc((6 * size + 2) * sizeof(int32_t));
    bool is_well = memory != NULL;
    if (is_well) {
        own.suffixes = memory, own.shared = memory + size, own.changes = memory + 2 * size;
        own.sorted = memory + 3 * size, own.lengths = memory + 4 * size, own.firsts = memory + 5 * size + 1;
        is_well = sort_suffixes(own.symbols, own.size, upper, own.suffixes) &&
                  count_shared(own.symbols, own.size, own.suffixes, own.shared);
    }
    if (!is_well)
        PyErr_NoMemory();
    else if ((own.found = PyList_New(0)) != NULL) {
        count_changes(&own);
        if (!search(&own))
            Py_CLEAR(own.found);
    }
    free(memory);
    free(own.symbols);
    return own.found;
}
