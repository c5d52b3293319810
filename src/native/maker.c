/* Builds rows from values: objects of a Python class, created without calling its constructor. */

#include "tree.h"

typedef struct {
    PyObject_HEAD
    PyObject *kind, *fields, *defaults; /* a class, its attribute names, and the values of all but the first two */
    PyObject *empty;
    Py_ssize_t text, count, values_count;
    Py_ssize_t *picks;
} Maker;

/* Return an object of the maker's class: a text and the cells, picked from the given values, and the constant attributes. */
static PyObject *maker_make(PyObject *self, PyObject *values)
{
    Maker *maker = (Maker *)self;
    if (!PyTuple_Check(values) || PyTuple_Size(values) < maker->values_count) {
        PyErr_SetString(PyExc_ValueError, "these are not the values of a row");
        return NULL;
    }
    newfunc create = (newfunc)PyType_GetSlot((PyTypeObject *)maker->kind, Py_tp_new);
    PyObject *row = create((PyTypeObject *)maker->kind, maker->empty, NULL);
    PyObject *cells = PyTuple_New(maker->count);
    bool is_well = row != NULL && cells != NULL;
    for (Py_ssize_t i = 0; is_well && i < maker->count; i++) {
        PyObject *cell = PyTuple_GetItem(values, maker->picks[i]);
        Py_INCREF(cell);
        PyTuple_SetItem(cells, i, cell);
    }
    for (Py_ssize_t i = 0; is_well && i < PyTuple_Size(maker->fields); i++) {
        PyObject *value = i == 0   ? PyTuple_GetItem(values, maker->text)
                          : i == 1 ? cells
                                   : PyTuple_GetItem(maker->defaults, i - 2);
        is_well = PyObject_GenericSetAttr(row, PyTuple_GetItem(maker->fields, i), value) == 0;
    }
    Py_XDECREF(cells);
    if (!is_well)
        Py_CLEAR(row);
    return row;
}

static PyObject *maker_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *kind, *fields, *defaults, *picks;
    Py_ssize_t text;
    if (!PyArg_ParseTuple(args, "O!O!O!nO!", &PyType_Type, &kind, &PyTuple_Type, &fields, &PyTuple_Type, &defaults, &text,
                          &PyTuple_Type, &picks))
        return NULL;
    if (PyTuple_Size(fields) != PyTuple_Size(defaults) + 2 || text < 0) {
        PyErr_SetString(PyExc_ValueError, "all attributes but the first two have a value");
        return NULL;
    }
    Maker *maker = allocated(type);
    if (maker == NULL)
        return NULL;
    Py_INCREF(kind);
    Py_INCREF(fields);
    Py_INCREF(defaults);
    maker->kind = kind;
    maker->fields = fields;
    maker->defaults = defaults;
    maker->empty = PyTuple_New(0);
    maker->text = text;
    maker->values_count = text + 1;
    maker->count = PyTuple_Size(picks);
    maker->picks = calloc((size_t)maker->count + 1, sizeof *maker->picks);
    if (maker->picks == NULL)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < maker->count; i++) {
        maker->picks[i] = PyLong_AsSsize_t(PyTuple_GetItem(picks, i));
        if (maker->picks[i] < 0 && !PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "values are counted from 0");
        if (maker->picks[i] >= maker->values_count)
            maker->values_count = maker->picks[i] + 1;
    }
    if (PyErr_Occurred())
        Py_CLEAR(maker);
    return (PyObject *)maker;
}

static void maker_dealloc(PyObject *self)
{
    Maker *maker = (Maker *)self;
    free(maker->picks);
    Py_XDECREF(maker->kind);
    Py_XDECREF(maker->fields);
    Py_XDECREF(maker->defaults);
    Py_XDECREF(maker->empty);
    released(self);
}

static PyMethodDef MAKER_METHODS[] = {
    {"make", maker_make, METH_O, NULL},
    {NULL},
};

static PyType_Slot MAKER_SLOTS[] = {
    {Py_tp_new, maker_new},
    {Py_tp_dealloc, maker_dealloc},
    {Py_tp_methods, MAKER_METHODS},
    {0, NULL},
};

PyType_Spec MAKER_SPEC = {"wrapture.html._tree.Maker", sizeof(Maker), 0, Py_TPFLAGS_DEFAULT, MAKER_SLOTS};
