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

/* The attributes of an element as a dictionary, in order; one without a value has None. */
static PyObject *attributes(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    PyObject *found = PyDict_New();
    Attribute *one = found != NULL && lexbor.type(node) == TYPE_ELEMENT ? lexbor.first_attribute(node) : NULL;
    for (; found != NULL && one != NULL; one = lexbor.next_attribute(one)) {
        size_t key_size = 0, value_size = 0;
        const char *key = lexbor.attribute_name(one, &key_size), *value = lexbor.attribute_value(one, &value_size);
        PyObject *name = PyUnicode_FromStringAndSize(key ? key : "", (Py_ssize_t)key_size);
        PyObject *text = Py_BuildValue("z#", value, (Py_ssize_t)value_size);
        if (name != NULL)
            PyUnicode_InternInPlace(&name); /* the names of attributes are few */
        if (name == NULL || text == NULL || PyDict_SetItem(found, name, text) < 0)
            Py_CLEAR(found);
        Py_XDECREF(name);
        Py_XDECREF(text);
    }
    return found;
}

enum { CACHED = 256 }; /* names of attributes, by where the parser keeps them */

typedef struct {
    const char *place[CACHED];
    PyObject *text[CACHED];
} NameCache;

/* Return the name of an attribute as an interned string, a new reference. */
static PyObject *interned(NameCache *cache, const Attribute *one)
{
    size_t size = 0;
    const char *key = lexbor.attribute_name(one, &size);
    size_t slot = ((uintptr_t)key >> 3) % CACHED;
    if (key == NULL || cache->place[slot] != key || (size_t)PyUnicode_GetLength(cache->text[slot]) != size) {
        PyObject *name = PyUnicode_FromStringAndSize(key ? key : "", (Py_ssize_t)size);
        if (name == NULL)
            return NULL;
        PyUnicode_InternInPlace(&name);
        Py_XDECREF(cache->text[slot]);
        cache->place[slot] = key;
        cache->text[slot] = name;
    }
    return Py_NewRef(cache->text[slot]);
}

/* The attributes of a node that has some, as a dictionary. */
static PyObject *read_attributes(NameCache *cache, Attribute *one)
{
    PyObject *found = PyDict_New();
    for (; found != NULL && one != NULL; one = lexbor.next_attribute(one)) {
        size_t size = 0;
        const char *value = lexbor.attribute_value(one, &size);
        PyObject *name = interned(cache, one), *text = Py_BuildValue("z#", value, (Py_ssize_t)size);
        if (name == NULL || text == NULL || PyDict_SetItem(found, name, text) < 0)
            Py_CLEAR(found);
        Py_XDECREF(name);
        Py_XDECREF(text);
    }
    return found;
}

/* The attributes of many nodes, given their addresses as bytes; those without any share the dictionary that is given. */
static PyObject *all_attributes(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *bytes, *none;
    Slice places;
    if (!PyArg_ParseTuple(args, "SO!", &bytes, &PyDict_Type, &none) || !slice_of(bytes, &places) || !is_ready())
        return NULL;
    PyObject *found = PyList_New(0);
    NameCache *cache = calloc(1, sizeof *cache);
    bool is_well = found != NULL && cache != NULL;
    for (size_t i = 0; is_well && i < places.size / sizeof(Node *); i++) {
        Node *node;
        memcpy(&node, places.start + i * sizeof node, sizeof node);
        Attribute *one = node != NULL && lexbor.type(node) == TYPE_ELEMENT ? lexbor.first_attribute(node) : NULL;
        is_well = add_item(found, one == NULL ? Py_NewRef(none) : read_attributes(cache, one));
    }
    for (int i = 0; cache != NULL && i < CACHED; i++)
        Py_XDECREF(cache->text[i]);
    free(cache);
    if (!is_well)
        Py_CLEAR(found);
    return found != NULL || PyErr_Occurred() ? found : PyErr_NoMemory();
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

/* The children of an element that are elements or displayed texts, in order: pairs of an address and, for a text, the text. */
static PyObject *children(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    PyObject *found = PyList_New(0);
    bool is_well = found != NULL;
    for (Node *child = lexbor.first_child(node); is_well && child != NULL; child = lexbor.next(child)) {
        int type = lexbor.type(child);
        if (type == TYPE_ELEMENT) {
            is_well = add_item(found, Py_BuildValue("NO", PyLong_FromVoidPtr(child), Py_None));
        } else if (type == TYPE_TEXT) {
            Slice text = text_in(child);
            if (!is_blank(text))
                is_well = add_item(found, Py_BuildValue("NN", PyLong_FromVoidPtr(child),
                                                        PyUnicode_DecodeUTF8(text.start, (Py_ssize_t)text.size, "replace")));
        }
    }
    if (!is_well)
        Py_CLEAR(found);
    return found;
}

/* The first word of an element's class, empty if it has none. */
static Slice class_of(Name *key, const Node *node)
{
    for (Attribute *one = lexbor.first_attribute(node); one; one = lexbor.next_attribute(one)) {
        if (!is_attribute(key, one))
            continue;
        Slice value = value_in(one);
        const unsigned char *at = (const unsigned char *)value.start, *end = at + value.size;
        for (size_t size; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
            ;
        const unsigned char *start = at;
        while (at < end && white(at, (size_t)(end - at)) == 0)
            at++;
        return (Slice){(const char *)start, (size_t)(at - start)};
    }
    return (Slice){"", 0};
}

/* The names of all elements inside an element, each with the first word of its class, as a set. */
static PyObject *marks(PyObject *Py_UNUSED(module), PyObject *subject)
{
    Node *node, *last;
    if (!read_subject(subject, &node, &last))
        return NULL;
    Name key = {{"class", 5}, 0};
    PyObject *found = PySet_New(NULL);
    bool is_well = found != NULL;
    for (int depth = 0; is_well && node != NULL; node = after(node, last, &depth)) {
        if (lexbor.type(node) != TYPE_ELEMENT)
            continue;
        Slice name = {"", 0}, word = class_of(&key, node);
        name.start = lexbor.name(node, &name.size);
        PyObject *text = PyUnicode_DecodeUTF8(name.start ? name.start : "", (Py_ssize_t)name.size, "replace");
        PyObject *of_class = PyUnicode_DecodeUTF8(word.start, (Py_ssize_t)word.size, "replace");
        PyObject *mark = text && of_class ? PyTuple_Pack(2, text, of_class) : NULL;
        is_well = mark != NULL && PySet_Add(found, mark) == 0;
        Py_XDECREF(text);
        Py_XDECREF(of_class);
        Py_XDECREF(mark);
    }
    if (!is_well)
        Py_CLEAR(found);
    return found;
}

static PyMethodDef METHODS[] = {
    {"all_attributes", all_attributes, METH_VARARGS, NULL},
    {"attributes", attributes, METH_O, NULL},
    {"attribute_values", attribute_values, METH_VARARGS, NULL},
    {"bind", bind, METH_VARARGS, NULL},
    {"children", children, METH_O, NULL},
    {"size", size, METH_O, NULL},
    {"is_inside", is_inside, METH_O, NULL},
    {"look", look, METH_O, NULL},
    {"marks", marks, METH_O, NULL},
    {"number", number, METH_VARARGS, NULL},
    {"text_of", text_of, METH_O, NULL},
    {"start_tag", start_tag, METH_O, NULL},
    {"symbols", symbols, METH_NOARGS, NULL},
    {NULL},
};

enum { VERSION = 7 }; /* of the interface to Python; `wrapture.html.native` names the one that it supports */

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
                   added(module, "Seeker", &SEEKER_SPEC) && added(module, "Book", &BOOK_SPEC);
    return is_well ? PyModule_AddIntConstant(module, "VERSION", VERSION) : -1;
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, filled}, {0, NULL}};

static PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_tree", NULL, 0, METHODS, MODULE_SLOTS, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__tree(void)
{
    return PyModuleDef_Init(&MODULE);
}
