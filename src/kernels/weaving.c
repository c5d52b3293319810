/* Fine tokens: start tags as they are written, and the tokens of nested elements in a row. */

#include "kernels.h"

enum { MOST_WRITTEN = 4096 };

typedef struct {
    char bytes[MOST_WRITTEN];
    Py_ssize_t size;
} Buffer;

/* Append a text; false if it does not fit or is no UTF-8, with an error set in the second case. */
static bool append(Buffer *buffer, PyObject *text)
{
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == NULL || buffer->size + size + 2 > MOST_WRITTEN)
        return false;
    memcpy(buffer->bytes + buffer->size, bytes, (size_t)size);
    buffer->size += size;
    return true;
}

/* Write the start tag of an element; false if that is left to the reference, or with an error set. */
static bool write_tag(Buffer *buffer, PyObject *name, PyObject *attributes, PyObject *kinds, PyObject *written)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    buffer->size = 1;
    buffer->bytes[0] = '<';
    if (!append(buffer, name))
        return false;
    while (PyDict_Next(attributes, &at, &key, &value)) {
        buffer->bytes[buffer->size++] = ' ';
        int is_kind = PySet_Contains(kinds, key);
        PyObject *shown = is_kind > 0 ? PyObject_CallFunctionObjArgs(written, key, value, NULL) : key;
        bool is_well = is_kind >= 0 && shown != NULL && append(buffer, shown);
        if (is_kind > 0)
            Py_XDECREF(shown);
        if (!is_well)
            return false;
    }
    return true;
}

static PyObject *start_tag(PyObject *name, PyObject *attributes, PyObject *kinds, PyObject *written, PyObject *reference,
                           Py_ssize_t most)
{
    Buffer buffer;
    if (write_tag(&buffer, name, attributes, kinds, written) && buffer.size <= most) {
        buffer.bytes[buffer.size] = '>';
        return PyUnicode_FromStringAndSize(buffer.bytes, buffer.size + 1);
    }
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
        return NULL;
    PyErr_Clear();
    return PyObject_CallFunctionObjArgs(reference, name, attributes, NULL);
}

/* The start tag of each element, given the names and the attributes of some nodes, the name of a text (whose tag is None), the
   attributes with values and how they are written, the reference for long tags, and how many bytes are not long. */
PyObject *start_tags(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *names, *attributes, *text, *kinds, *written, *reference, *known;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "O!O!UO!OOn", &PyList_Type, &names, &PyList_Type, &attributes, &text, &PyFrozenSet_Type, &kinds,
                          &written, &reference, &most))
        return NULL;
    Py_ssize_t count = PyList_Size(names);
    if (PyList_Size(attributes) != count || most < 1 || most > MOST_WRITTEN - 1) {
        PyErr_SetString(PyExc_ValueError, "as many attributes as names are needed");
        return NULL;
    }
    PyObject *found = PyList_New(0);
    bool is_well = (known = PyDict_New()) != NULL && found != NULL;
    for (Py_ssize_t i = 0; is_well && i < count; i++) {
        PyObject *name = PyList_GetItem(names, i), *own = PyList_GetItem(attributes, i);
        int is_text = PyUnicode_Check(name) ? PyObject_RichCompareBool(name, text, Py_EQ) : -1;
        if (is_text < 0 || !PyDict_Check(own)) {
            PyErr_SetString(PyExc_TypeError, "expected names and attributes");
            is_well = false;
        }
        else if (is_text)
            is_well = PyList_Append(found, Py_None) == 0;
        else {
            PyObject *tag = start_tag(name, own, kinds, written, reference, most), *same = NULL;
            if (tag != NULL && (same = PyDict_GetItemWithError(known, tag)) == NULL && !PyErr_Occurred())
                same = PyDict_SetItem(known, tag, tag) == 0 ? tag : NULL;
            is_well = same != NULL && PyList_Append(found, same) == 0;
            Py_XDECREF(tag);
        }
    }
    Py_XDECREF(known);
    if (!is_well)
        Py_CLEAR(found);
    return found;
}

/* An open element: where it ends, the number of its start tag (-1 at the top), and its end tag. */
typedef struct {
    Py_ssize_t stop, owner;
    PyObject *end;
} Open;

typedef struct {
    PyObject *texts, *firsts, *nexts, *owners;
    Open *open;
    Py_ssize_t depth, count;
} Woven;

static bool add_token(Woven *own, PyObject *text, Py_ssize_t node, Py_ssize_t next)
{
    own->count++;
    return PyList_Append(own->texts, text) == 0 && add_item(own->firsts, PyLong_FromSsize_t(node))
           && add_item(own->owners, PyLong_FromSsize_t(own->open[own->depth].owner))
           && add_item(own->nexts, PyLong_FromSsize_t(next));
}

static bool close_element(Woven *own, Py_ssize_t node)
{
    Open *last = &own->open[own->depth];
    bool is_well = add_token(own, last->end, node, own->count + 1);
    PyObject *next = PyLong_FromSsize_t(own->count);
    is_well = is_well && next != NULL && PyList_SetItem(own->nexts, last->owner, next) == 0;
    own->depth--;
    return is_well;
}

/* Add the tokens of a node: one start tag, the pieces of a text, or none; `ends` has the end tags by name. */
static bool add_node(Woven *own, PyObject *tokens, PyObject *name, PyObject *ends, Py_ssize_t node, Py_ssize_t node_stop)
{
    if (tokens == Py_None)
        return true;
    if (PyList_Check(tokens)) {
        Py_ssize_t size = PyList_Size(tokens), next = own->count + size;
        for (Py_ssize_t i = 0; i < size; i++)
            if (!add_token(own, PyList_GetItem(tokens, i), node, next))
                return false;
        return true;
    }
    Py_ssize_t owner = own->count;
    if (!add_token(own, tokens, node, owner + 1))
        return false;
    PyObject *end = PyDict_GetItemWithError(ends, name);
    if (end != NULL)
        own->open[++own->depth] = (Open){node_stop, owner, end};
    return !PyErr_Occurred();
}

/* The tokens of the nodes from `start` on as texts, first nodes, next and owning tokens; given the tokens of each of these nodes,
   and for all nodes of the page their names and where their sub-trees end. */
PyObject *weave_tokens(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *tokens, *names, *stops, *ends;
    Py_ssize_t start;
    if (!PyArg_ParseTuple(args, "O!O!O!O!n", &PyList_Type, &tokens, &PyList_Type, &names, &PyList_Type, &stops, &PyDict_Type,
                          &ends, &start))
        return NULL;
    Py_ssize_t stop = start + PyList_Size(tokens);
    if (start < 0 || stop > PyList_Size(names) || stop > PyList_Size(stops)) {
        PyErr_SetString(PyExc_ValueError, "no such nodes");
        return NULL;
    }
    Woven own = {PyList_New(0), PyList_New(0), PyList_New(0), PyList_New(0), NULL, 0, 0};
    own.open = malloc(((size_t)(stop - start) + 2) * sizeof *own.open);
    bool is_well = own.texts != NULL && own.firsts != NULL && own.nexts != NULL && own.owners != NULL && own.open != NULL;
    if (own.open != NULL)
        own.open[0] = (Open){stop + 1, -1, NULL};
    else
        PyErr_NoMemory();
    for (Py_ssize_t node = start; is_well && node < stop; node++) {
        while (is_well && own.open[own.depth].stop <= node)
            is_well = close_element(&own, node);
        Py_ssize_t node_stop = PyLong_AsSsize_t(PyList_GetItem(stops, node));
        is_well = is_well && !PyErr_Occurred()
                  && add_node(&own, PyList_GetItem(tokens, node - start), PyList_GetItem(names, node), ends, node, node_stop);
    }
    while (is_well && own.open[own.depth].stop <= stop)
        is_well = close_element(&own, stop);
    is_well = is_well && add_item(own.firsts, PyLong_FromSsize_t(stop));
    free(own.open);
    if (is_well)
        return Py_BuildValue("(NNNN)", own.texts, own.firsts, own.nexts, own.owners);
    Py_XDECREF(own.texts);
    Py_XDECREF(own.firsts);
    Py_XDECREF(own.nexts);
    Py_XDECREF(own.owners);
    return NULL;
}
