/* Builds rows from values: objects of a Python class, created without calling its constructor. */

#include "cells.h"

typedef struct {
    PyObject_HEAD
    PyObject *program; /* owns what cells point into */
    PyObject *kind, *fields, *defaults; /* a class, its attribute names, and the values of all but the first two */
    PyObject *empty;
    Py_ssize_t text, count, values_count;
    Cell *cells;
} Maker;

/* Return an object of the maker's class: a text and the cells, built from the given values, and the constant attributes. */
PyObject *made_row(PyObject *self, PyObject *values)
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
        PyObject *cell = made_cell(&maker->cells[i], values);
        is_well = cell != NULL && PyTuple_SetItem(cells, i, cell) == 0;
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

Py_ssize_t text_number(PyObject *maker)
{
    return ((Maker *)maker)->text;
}

static PyObject *maker_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *kind, *fields, *defaults, *cells;
    Py_ssize_t text;
    if (!PyArg_ParseTuple(args, "O!O!O!nO!", &PyType_Type, &kind, &PyTuple_Type, &fields, &PyTuple_Type, &defaults, &text,
                          &PyTuple_Type, &cells))
        return NULL;
    if (PyTuple_Size(fields) != PyTuple_Size(defaults) + 2 || text < 0) {
        PyErr_SetString(PyExc_ValueError, "all attributes but the first two have a value");
        return NULL;
    }
    Maker *maker = allocated(type);
    if (maker == NULL)
        return NULL;
    Py_INCREF(args);
    maker->program = args;
    maker->kind = kind;
    maker->fields = fields;
    maker->defaults = defaults;
    maker->empty = PyTuple_New(0);
    maker->text = text;
    maker->values_count = text + 1;
    maker->cells = read_cells(cells, &maker->count, &maker->values_count, 0);
    if (maker->cells == NULL)
        Py_CLEAR(maker);
    return (PyObject *)maker;
}

static void maker_dealloc(PyObject *self)
{
    Maker *maker = (Maker *)self;
    free_cells(maker->cells, maker->count);
    Py_XDECREF(maker->program);
    Py_XDECREF(maker->empty);
    released(self);
}

bool is_maker(PyObject *object)
{
    return PyType_GetSlot(Py_TYPE(object), Py_tp_dealloc) == (void *)maker_dealloc;
}

static PyMethodDef MAKER_METHODS[] = {
    {"make", made_row, METH_O, NULL},
    {NULL},
};

static PyType_Slot MAKER_SLOTS[] = {
    {Py_tp_new, maker_new},
    {Py_tp_dealloc, maker_dealloc},
    {Py_tp_methods, MAKER_METHODS},
    {0, NULL},
};

PyType_Spec MAKER_SPEC = {"wrapture.html._tree.Maker", sizeof(Maker), 0, Py_TPFLAGS_DEFAULT, MAKER_SLOTS};
