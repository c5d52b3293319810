#include "tree.h"

#include <dlfcn.h>

struct Lexbor lexbor;

static const struct {
    const char *name;
    void **place;
} SYMBOLS[] = {
    {"lxb_dom_node_type_noi", (void **)&lexbor.type},
    {"lxb_dom_node_tag_id_noi", (void **)&lexbor.tag},
    {"lxb_dom_node_simple_walk", (void **)&lexbor.walk},
    {"lxb_dom_node_first_child_noi", (void **)&lexbor.first_child},
    {"lxb_dom_node_next_noi", (void **)&lexbor.next},
    {"lxb_dom_node_parent_noi", (void **)&lexbor.parent},
    {"lxb_dom_element_qualified_name", (void **)&lexbor.name},
    {"lxb_dom_node_text_content", (void **)&lexbor.text},
    {"lxb_html_serialize_cb", (void **)&lexbor.write},
    {"lxb_dom_element_first_attribute_noi", (void **)&lexbor.first_attribute},
    {"lxb_dom_element_next_attribute_noi", (void **)&lexbor.next_attribute},
    {"lxb_dom_attr_qualified_name", (void **)&lexbor.attribute_name},
    {"lxb_dom_attr_value_noi", (void **)&lexbor.attribute_value},
};

static bool is_bound = false;

/* Return the symbol to look up in place of another: tests swap one to show that the self-check notices. */
static const char *swapped(PyObject *swaps, const char *name)
{
    PyObject *other = swaps == NULL ? NULL : PyDict_GetItemString(swaps, name);
    return other == NULL ? name : PyBytes_AsString(other);
}

/* Look up the parser's functions in its library, which Python has loaded.  Arguments: its path, and optionally a dictionary
   from names (str) to other names (bytes) to look up in their place. */
PyObject *bind(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *path = NULL, *swaps = NULL;
    if (!PyArg_ParseTuple(args, "O&|O!", PyUnicode_FSConverter, &path, &PyDict_Type, &swaps))
        return NULL;
    is_bound = false;
    void *library = dlopen(PyBytes_AsString(path), RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL)
        PyErr_Format(PyExc_ImportError, "%R is not loaded", path);
    for (size_t i = 0; !PyErr_Occurred() && i < sizeof SYMBOLS / sizeof *SYMBOLS; i++) {
        const char *name = swapped(swaps, SYMBOLS[i].name);
        *SYMBOLS[i].place = name == NULL ? NULL : dlsym(library, name);
        if (name != NULL && *SYMBOLS[i].place == NULL)
            PyErr_Format(PyExc_ImportError, "%R has no %s", path, name);
    }
    if (library != NULL)
        dlclose(library); /* it stays loaded: Python has imported it */
    Py_DECREF(path);
    if (PyErr_Occurred())
        return NULL;
    is_bound = true;
    Py_RETURN_NONE;
}

/* The names of all functions that `bind` looks up. */
PyObject *symbols(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    PyObject *names = PyList_New(0);
    for (size_t i = 0; names != NULL && i < sizeof SYMBOLS / sizeof *SYMBOLS; i++)
        if (!add_item(names, PyUnicode_FromString(SYMBOLS[i].name)))
            Py_CLEAR(names);
    return names;
}

typedef struct {
    Slice first;
    size_t count;
} Pieces;

static unsigned take_piece(const char *start, size_t size, void *context)
{
    Pieces *pieces = context;
    if (pieces->count++ == 0)
        pieces->first = (Slice){start, size};
    return 0; /* success */
}

/* The parser serializes a text in pieces: slices of its memory, with escapes between them, which begin with "&".  A text without
   escapes is one piece and needs no copy; copying every text would take memory each time a record is examined. */
Slice text_in(const Node *node)
{
    Pieces pieces = {{"", 0}, 0};
    lexbor.write(node, take_piece, &pieces);
    if (pieces.count == 1 && pieces.first.size > 0 && pieces.first.start[0] != '&')
        return pieces.first;
    Slice text = {NULL, 0};
    text.start = lexbor.text(node, &text.size);
    return text.start == NULL ? (Slice){"", 0} : text;
}

bool is_blank(Slice text)
{
    const unsigned char *at = (const unsigned char *)text.start;
    for (size_t left = text.size; left > 0;) {
        size_t size = white(at, left);
        if (size == 0)
            return false;
        at += size;
        left -= size;
    }
    return true;
}

bool is_tuple(PyObject *object)
{
    if (PyTuple_Check(object))
        return true;
    PyErr_SetString(PyExc_TypeError, "this has to be a tuple");
    return false;
}

bool slice_of(PyObject *bytes, Slice *slice)
{
    char *start = NULL;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(bytes, &start, &size) < 0)
        return false;
    *slice = (Slice){start, (size_t)size};
    return true;
}

bool is_ready(void)
{
    if (!is_bound)
        PyErr_SetString(PyExc_ValueError, "bind comes first");
    return is_bound;
}

bool read_subject(PyObject *subject, Node **first, Node **last)
{
    if (PyTuple_Check(subject)) {
        if (PyTuple_Size(subject) != 2) {
            PyErr_SetString(PyExc_ValueError, "the first and the last node are two");
            return false;
        }
        *first = PyLong_AsVoidPtr(PyTuple_GetItem(subject, 0));
        *last = PyLong_AsVoidPtr(PyTuple_GetItem(subject, 1));
    } else {
        *first = *last = PyLong_AsVoidPtr(subject);
    }
    if (PyErr_Occurred())
        return false;
    if (is_bound && *first != NULL && *last != NULL)
        return true;
    PyErr_SetString(PyExc_ValueError, is_bound ? "no node" : "bind comes first");
    return false;
}

bool add_item(PyObject *list, PyObject *item)
{
    bool is_added = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return is_added;
}

void *allocated(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

void released(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

Node *after(Node *node, const Node *last, int *depth)
{
    Node *next = lexbor.first_child(node);
    if (next != NULL) {
        ++*depth;
        return next;
    }
    for (; *depth > 0; --*depth) {
        next = lexbor.next(node);
        if (next != NULL)
            return next;
        node = lexbor.parent(node);
    }
    return node == last ? NULL : lexbor.next(node);
}
