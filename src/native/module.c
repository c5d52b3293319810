/* The module `wrapture.html._tree`: reads records from the parser's tree, without a Python object for each node. */

#include "names.h"

/* The number of nodes of a record, without comments. */
static PyObject *size(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    Py_ssize_t found = 0;
    for (int depth = 0; node != NULL; node = after(node, last, &depth))
        found += lexbor.type(node) != TYPE_COMMENT;
    return PyLong_FromSsize_t(found);
}

/* The name of an element and its attributes in order; an attribute without a value has None. */
static PyObject *start_tag(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    if (lexbor.type(node) != TYPE_ELEMENT) {
        PyErr_SetString(PyExc_ValueError, "no element");
        return NULL;
    }
    size_t size = 0;
    const char *name = lexbor.name(node, &size);
    PyObject *attributes = PyList_New(0);
    if (attributes == NULL)
        return NULL;
    for (Attribute *one = lexbor.first_attribute(node); one; one = lexbor.next_attribute(one)) {
        size_t key_size = 0, value_size = 0;
        const char *key = lexbor.attribute_name(one, &key_size);
        const char *value = lexbor.attribute_value(one, &value_size);
        PyObject *pair = Py_BuildValue("(s#z#)", key ? key : "", (Py_ssize_t)key_size, value, (Py_ssize_t)value_size);
        if (!add_item(attributes, pair)) {
            Py_DECREF(attributes);
            return NULL;
        }
    }
    PyObject *pairs = PyList_AsTuple(attributes);
    Py_DECREF(attributes);
    return pairs == NULL ? NULL : Py_BuildValue("(s#N)", name ? name : "", (Py_ssize_t)size, pairs);
}

/* The values of an attribute of all elements of one name inside an element, in order, without empty ones. */
static PyObject *attribute_values(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *subject, *name_bytes, *key_bytes;
    Node *top, *last;
    Name name = {{NULL, 0}, 0}, key = {{NULL, 0}, 0};
    if (!PyArg_ParseTuple(args, "OSS", &subject, &name_bytes, &key_bytes) || !slice_of(name_bytes, &name.text) ||
        !slice_of(key_bytes, &key.text) || !read_subject(subject, &top, &last))
        return NULL;
    PyObject *found = PyList_New(0);
    bool is_well = found != NULL;
    int depth = 0;
    for (Node *node = top; is_well && node != NULL; node = after(node, last, &depth)) {
        if (!is_element(&name, node))
            continue;
        for (Attribute *one = lexbor.first_attribute(node); is_well && one; one = lexbor.next_attribute(one)) {
            Slice value = value_in(one);
            if (value.size > 0 && is_attribute(&key, one))
                is_well = add_item(found, PyUnicode_DecodeUTF8(value.start, (Py_ssize_t)value.size, "replace"));
        }
    }
    if (!is_well)
        Py_CLEAR(found);
    return found;
}

/* The text of a text node. */
static PyObject *text_of(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    Slice text = text_in(node);
    return PyUnicode_DecodeUTF8(text.start, (Py_ssize_t)text.size, "replace");
}

static unsigned keep_piece(const char *start, size_t size, void *context)
{
    return !add_item(context, PyBytes_FromStringAndSize(start, (Py_ssize_t)size)); /* 0 means success */
}

/* What each function of the parser returns for a node, for the self-check: its type, the number of its name, the addresses
   of its first child, its next sibling and its parent, the pieces of its serialization, and its text. */
static PyObject *look(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    PyObject *pieces = PyList_New(0);
    if (pieces == NULL)
        return NULL;
    lexbor.write(node, keep_piece, pieces);
    if (PyErr_Occurred()) {
        Py_DECREF(pieces);
        return NULL;
    }
    size_t size = 0;
    const char *text = lexbor.text(node, &size);
    return Py_BuildValue("iKKKKNz#", lexbor.type(node), (unsigned long long)lexbor.tag(node),
                         (unsigned long long)(uintptr_t)lexbor.first_child(node),
                         (unsigned long long)(uintptr_t)lexbor.next(node),
                         (unsigned long long)(uintptr_t)lexbor.parent(node), pieces, text, (Py_ssize_t)size);
}

/* Whether the second of two nodes is inside the first. */
static PyObject *is_inside(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *top, *node;
    if (!read_subject(subject, &top, &node))
        return NULL;
    do
        node = lexbor.parent(node);
    while (node != NULL && node != top);
    return PyBool_FromLong(node != NULL);
}

static PyMethodDef METHODS[] = {
    {"attribute_values", attribute_values, METH_VARARGS, NULL},
    {"bind", bind, METH_VARARGS, NULL},
    {"size", size, METH_O, NULL},
    {"is_inside", is_inside, METH_O, NULL},
    {"look", look, METH_O, NULL},
    {"text_of", text_of, METH_O, NULL},
    {"start_tag", start_tag, METH_O, NULL},
    {"symbols", symbols, METH_NOARGS, NULL},
    {NULL},
};

enum { VERSION = 4 }; /* of the interface to Python; `wrapture.html.native` names the one that it supports */

static bool added(PyObject *module, const char *name, PyType_Spec *spec)
{
    PyObject *type = PyType_FromSpec(spec);
    bool is_added = type != NULL && PyModule_AddObjectRef(module, name, type) == 0;
    Py_XDECREF(type);
    return is_added;
}

static int filled(PyObject *module)
{
    bool is_well = added(module, "Shape", &SHAPE_SPEC) && added(module, "Guard", &GUARD_SPEC) &&
                   added(module, "Maker", &MAKER_SPEC) && added(module, "Scanner", &SCANNER_SPEC) &&
                   added(module, "Seeker", &SEEKER_SPEC);
    return is_well ? PyModule_AddIntConstant(module, "VERSION", VERSION) : -1;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, filled}, {0, NULL}};

static PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_tree", NULL, 0, METHODS, MODULE_SLOTS, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__tree(void)
{
    return PyModuleDef_Init(&MODULE);
}
