/* Token strings: one character for each start tag, end tag and run of texts of some nodes. */

#include "kernels.h"

enum { TEXT = 1 }; /* the symbol of a text; 0 stands for a node without a token */

typedef struct {
    uint32_t *symbols;
    int32_t *firsts, *open_stops, *open_ends;
    Py_ssize_t count, open;
    int32_t pending; /* the first node without a token */
    bool in_text;
} Tokens;

static void add_token(Tokens *own, uint32_t symbol, int32_t node)
{
    own->symbols[own->count] = symbol;
    own->firsts[own->count++] = own->in_text ? node : own->pending;
    own->in_text = false;
}

static void close_element(Tokens *own, int32_t node)
{
    add_token(own, (uint32_t)own->open_ends[--own->open], node);
    own->pending = node;
}

static void add_node(Tokens *own, int32_t node, int32_t opening, int32_t end, int32_t node_stop)
{
    if (opening == TEXT) {
        if (!own->in_text) {
            own->symbols[own->count] = TEXT;
            own->firsts[own->count++] = own->pending;
            own->in_text = true;
        }
    }
    else if (opening) {
        add_token(own, (uint32_t)opening, node);
        own->pending = node + 1;
        if (end) {
            own->open_stops[own->open] = node_stop;
            own->open_ends[own->open++] = end;
        }
    }
}

static PyObject *result_of(const Tokens *own, int32_t stop)
{
    const uint16_t probe = 1;
    int order = *(const unsigned char *)&probe ? -1 : 1;
    PyObject *firsts = PyList_New(own->count + 1);
    for (Py_ssize_t i = 0; firsts != NULL && i <= own->count; i++) {
        PyObject *first = PyLong_FromLong(i < own->count ? own->firsts[i] : stop);
        if (first == NULL || PyList_SetItem(firsts, i, first) < 0)
            Py_CLEAR(firsts);
    }
    if (firsts == NULL)
        return NULL;
    PyObject *symbols = PyUnicode_DecodeUTF32((const char *)own->symbols, 4 * own->count, "surrogatepass", &order);
    return Py_BuildValue("(NN)", symbols, firsts);
}

/* The symbols of the nodes start .. stop and the first node of each, given for every node of the page the symbols of its start
   (in the lower half of a number) and of its end (in the upper half), and where its sub-tree ends. */
PyObject *encode_tokens(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *pair_bytes, *stop_bytes;
    int start, stop;
    Py_ssize_t pair_count, node_count;
    if (!PyArg_ParseTuple(args, "SSii", &pair_bytes, &stop_bytes, &start, &stop))
        return NULL;
    const int64_t *pairs = (const int64_t *)(const void *)numbers_of(pair_bytes, &pair_count);
    const int32_t *stops = numbers_of(stop_bytes, &node_count);
    if (pairs == NULL || stops == NULL)
        return NULL;
    if (start < 0 || stop < start || stop > node_count || pair_count != 2 * node_count) {
        PyErr_SetString(PyExc_ValueError, "no such nodes");
        return NULL;
    }
    size_t most = (size_t)(stop - start);
    int32_t *memory = malloc((6 * most + 1) * sizeof(int32_t));
    if (memory == NULL)
        return PyErr_NoMemory();
    Tokens own = {(uint32_t *)memory, memory + 2 * most, memory + 4 * most, memory + 5 * most, 0, 0, start, false};
    for (int32_t node = start; node < stop; node++) {
        while (own.open && own.open_stops[own.open - 1] <= node)
            close_element(&own, node);
        add_node(&own, node, (int32_t)(pairs[node] & INT32_MAX), (int32_t)(pairs[node] >> 32), stops[node]);
    }
    while (own.open)
        close_element(&own, stop);
    PyObject *result = result_of(&own, stop);
    free(memory);
    return result;
}
