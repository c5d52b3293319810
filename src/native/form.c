#include "form.h"

static bool read_step(Form *form, PyObject *written, Step *step, Py_ssize_t *demands)
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
    if (step->slot >= (step->kind == ELEMENT ? form->links_count : form->texts_count)) {
        PyErr_SetString(PyExc_ValueError, "a link or a text that is not there");
        return false;
    }
    if (step->is_strict) {
        if (!is_tuple(attributes) || !read_demands(attributes, form->demands + *demands))
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

static bool read_text(Form *form, PyObject *number, Py_ssize_t *text)
{
    *text = PyLong_AsSsize_t(number);
    if (*text >= 0 && *text < form->texts_count)
        return true;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "a text that is not there");
    return false;
}

static bool read_values(Form *form, PyObject *values)
{
    Py_ssize_t used = 0, total = 0;
    for (Py_ssize_t i = 0; i < form->values_count; i++) {
        PyObject *value = PyTuple_GetItem(values, i);
        if (!is_tuple(value))
            return false;
        total += PyTuple_Size(value);
    }
    form->parts = calloc((size_t)total + 1, sizeof *form->parts);
    form->starts = calloc((size_t)form->values_count + 1, sizeof *form->starts);
    if (form->parts == NULL || form->starts == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < form->values_count; i++) {
        PyObject *value = PyTuple_GetItem(values, i);
        for (Py_ssize_t j = 0; j < PyTuple_Size(value); j++, used++) {
            PyObject *text;
            PyObject *part = PyTuple_GetItem(value, j);
            if (!is_tuple(part) || !PyArg_ParseTuple(part, "Op", &text, &form->parts[used].apart) ||
                !read_text(form, text, &form->parts[used].text))
                return false;
        }
        form->starts[i + 1] = used;
    }
    return true;
}

static bool read_program(Form *form, PyObject *steps, PyObject *values, PyObject *asked)
{
    form->steps_count = PyTuple_Size(steps);
    form->values_count = PyTuple_Size(values);
    form->asked_count = PyTuple_Size(asked);
    form->steps = calloc((size_t)form->steps_count + 1, sizeof *form->steps); /* one more, at which nothing is */
    form->demands = calloc((size_t)demands_in(steps) + 1, sizeof *form->demands);
    form->asked = calloc((size_t)form->asked_count + 1, sizeof *form->asked);
    form->links = calloc((size_t)form->links_count + 1, sizeof *form->links);
    form->texts = calloc((size_t)form->texts_count + 1, sizeof *form->texts);
    if (!form->steps || !form->demands || !form->asked || !form->links || !form->texts) {
        PyErr_NoMemory();
        return false;
    }
    Py_ssize_t demands = 0;
    for (Py_ssize_t i = 0; i < form->steps_count; i++)
        if (!read_step(form, PyTuple_GetItem(steps, i), &form->steps[i], &demands))
            return false;
    for (Py_ssize_t i = 0; i < form->asked_count; i++)
        if (!read_text(form, PyTuple_GetItem(asked, i), &form->asked[i]))
            return false;
    return read_values(form, values);
}

static PyObject *form_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *steps, *values, *asked;
    Py_ssize_t links, texts;
    if (!PyArg_ParseTuple(args, "O!nnO!O!", &PyTuple_Type, &steps, &links, &texts, &PyTuple_Type, &values, &PyTuple_Type, &asked))
        return NULL;
    if (links < 0 || texts < 0) {
        PyErr_SetString(PyExc_ValueError, "links and texts are counted from 0");
        return NULL;
    }
    Form *form = allocated(type);
    if (form == NULL)
        return NULL;
    Py_INCREF(args);
    form->program = args;
    form->links_count = links;
    form->texts_count = texts;
    if (!read_program(form, steps, values, asked)) {
        Py_DECREF(form);
        return NULL;
    }
    return (PyObject *)form;
}

static PyObject *form_match(PyObject *self, PyObject *subject)
{
    Node *first, *last;
    if (!read_subject(subject, &first, &last))
        return NULL;
    if (!fits((Form *)self, first, last))
        Py_RETURN_NONE;
    return values_of((Form *)self);
}

static void form_dealloc(PyObject *self)
{
    Form *form = (Form *)self;
    free(form->steps);
    free(form->demands);
    free(form->parts);
    free(form->starts);
    free(form->asked);
    free(form->links);
    free(form->texts);
    free(form->cleaned.start);
    free(form->joined.start);
    Py_XDECREF(form->program);
    released(self);
}

static PyMethodDef FORM_METHODS[] = {
    {"match", form_match, METH_O, NULL},
    {NULL},
};

static PyType_Slot FORM_SLOTS[] = {
    {Py_tp_new, form_new},
    {Py_tp_dealloc, form_dealloc},
    {Py_tp_methods, FORM_METHODS},
    {0, NULL},
};

PyType_Spec FORM_SPEC = {"wrapture.html._tree.Form", sizeof(Form), 0, Py_TPFLAGS_DEFAULT, FORM_SLOTS};
