#include "shape.h"

static bool read_step(Shape *shape, PyObject *written, Step *step, Py_ssize_t *demands)
{
    PyObject *tag, *attributes, *wanted;
    int has_wanted;
    if (!is_tuple(written) ||
        !PyArg_ParseTuple(written, "iiSOSpn", &step->depth, &step->kind, &tag, &attributes, &wanted, &has_wanted, &step->slot))
        return false;
    step->has_wanted = has_wanted;
    step->is_strict = attributes != Py_None;
    step->first = *demands;
    if (!slice_of(tag, &step->tag.text) || !slice_of(wanted, &step->wanted.text))
        return false;
    if (step->slot >= (step->kind == ELEMENT ? shape->links_count : shape->texts_count)) {
        PyErr_SetString(PyExc_ValueError, "a link or a text that is not there");
        return false;
    }
    if (step->is_strict) {
        if (!is_tuple(attributes) || !read_demands(attributes, shape->demands + *demands))
            return false;
        *demands += PyTuple_Size(attributes);
    }
    step->stop = *demands;
    return true;
}

static Py_ssize_t demands_in(PyObject *steps)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(steps); i++) {
        PyObject *step = PyTuple_GetItem(steps, i);
        PyObject *attributes = PyTuple_Check(step) && PyTuple_Size(step) > 3 ? PyTuple_GetItem(step, 3) : NULL;
        if (attributes != NULL && PyTuple_Check(attributes))
            count += PyTuple_Size(attributes);
    }
    return count;
}

static bool read_text(Shape *shape, PyObject *number, Py_ssize_t *text)
{
    *text = PyLong_AsSsize_t(number);
    if (*text >= 0 && *text < shape->texts_count)
        return true;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "a text that is not there");
    return false;
}

static bool read_values(Shape *shape, PyObject *values)
{
    Py_ssize_t used = 0, total = 0;
    for (Py_ssize_t i = 0; i < shape->values_count; i++) {
        PyObject *value = PyTuple_GetItem(values, i);
        if (!is_tuple(value))
            return false;
        total += PyTuple_Size(value);
    }
    shape->parts = calloc((size_t)total + 1, sizeof *shape->parts);
    shape->starts = calloc((size_t)shape->values_count + 1, sizeof *shape->starts);
    if (shape->parts == NULL || shape->starts == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < shape->values_count; i++) {
        PyObject *value = PyTuple_GetItem(values, i);
        for (Py_ssize_t j = 0; j < PyTuple_Size(value); j++, used++) {
            PyObject *text;
            PyObject *part = PyTuple_GetItem(value, j);
            if (!is_tuple(part) || !PyArg_ParseTuple(part, "Oi", &text, &shape->parts[used].seam) ||
                !read_text(shape, text, &shape->parts[used].text))
                return false;
        }
        shape->starts[i + 1] = used;
    }
    return true;
}

static bool read_program(Shape *shape, PyObject *steps, PyObject *values, PyObject *asked)
{
    shape->steps_count = PyTuple_Size(steps);
    shape->values_count = PyTuple_Size(values);
    shape->asked_count = PyTuple_Size(asked);
    shape->steps = calloc((size_t)shape->steps_count + 1, sizeof *shape->steps); /* plus an empty one at the end */
    shape->demands = calloc((size_t)demands_in(steps) + 1, sizeof *shape->demands);
    shape->asked = calloc((size_t)shape->asked_count + 1, sizeof *shape->asked);
    shape->links = calloc((size_t)shape->links_count + 1, sizeof *shape->links);
    shape->texts = calloc((size_t)shape->texts_count + 1, sizeof *shape->texts);
    if (!shape->steps || !shape->demands || !shape->asked || !shape->links || !shape->texts) {
        PyErr_NoMemory();
        return false;
    }
    Py_ssize_t demands = 0;
    for (Py_ssize_t i = 0; i < shape->steps_count; i++)
        if (!read_step(shape, PyTuple_GetItem(steps, i), &shape->steps[i], &demands))
            return false;
    for (Py_ssize_t i = 0; i < shape->asked_count; i++)
        if (!read_text(shape, PyTuple_GetItem(asked, i), &shape->asked[i]))
            return false;
    return read_values(shape, values);
}

static PyObject *shape_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *steps, *values, *asked;
    Py_ssize_t links, texts;
    if (!PyArg_ParseTuple(args, "O!nnO!O!", &PyTuple_Type, &steps, &links, &texts, &PyTuple_Type, &values, &PyTuple_Type, &asked))
        return NULL;
    if (links < 0 || texts < 0) {
        PyErr_SetString(PyExc_ValueError, "links and texts are counted from 0");
        return NULL;
    }
    Shape *shape = allocated(type);
    if (shape == NULL)
        return NULL;
    Py_INCREF(args);
    shape->program = args;
    shape->links_count = links;
    shape->texts_count = texts;
    if (!read_program(shape, steps, values, asked)) {
        Py_DECREF(shape);
        return NULL;
    }
    return (PyObject *)shape;
}

static PyObject *shape_match(PyObject *self, PyObject *subject)
{
    Node *first, *last;
    if (!read_subject(subject, &first, &last))
        return NULL;
    if (!fits((Shape *)self, first, last))
        Py_RETURN_NONE;
    return values_of((Shape *)self);
}

static void shape_dealloc(PyObject *self)
{
    Shape *shape = (Shape *)self;
    free(shape->steps);
    free(shape->demands);
    free(shape->parts);
    free(shape->starts);
    free(shape->asked);
    free(shape->links);
    free(shape->texts);
    free(shape->cleaned.start);
    free(shape->joined.start);
    Py_XDECREF(shape->program);
    released(self);
}

bool is_shape(PyObject *object)
{
    return PyType_GetSlot(Py_TYPE(object), Py_tp_dealloc) == (void *)shape_dealloc;
}

static PyMethodDef SHAPE_METHODS[] = {
    {"match", shape_match, METH_O, NULL},
    {NULL},
};

static PyType_Slot SHAPE_SLOTS[] = {
    {Py_tp_new, shape_new},
    {Py_tp_dealloc, shape_dealloc},
    {Py_tp_methods, SHAPE_METHODS},
    {0, NULL},
};

PyType_Spec SHAPE_SPEC = {"wrapture.html._tree.Shape", sizeof(Shape), 0, Py_TPFLAGS_DEFAULT, SHAPE_SLOTS};
