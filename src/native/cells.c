#include "cells.h"

enum { DEEPEST = 4 };

/* --- cuts --- */

static Slice stripped(Slice text)
{
    const unsigned char *at = (const unsigned char *)text.start, *end = at + text.size, *stop = at;
    size_t size;
    for (; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
        ;
    const unsigned char *start = stop = at;
    while (at < end) {
        size = white(at, (size_t)(end - at));
        at += size ? size : 1;
        if (size == 0)
            stop = at;
    }
    return (Slice){(const char *)start, (size_t)(stop - start)};
}

static const char *found_in(Slice text, Slice part)
{
    if (part.size == 0 || text.size < part.size)
        return NULL;
    const char *at = text.start, *stop = text.start + text.size - part.size + 1;
    for (; at < stop && (at = memchr(at, part.start[0], (size_t)(stop - at))) != NULL; at++)
        if (memcmp(at, part.start, part.size) == 0)
            return at;
    return NULL;
}

/* Set a text to its piece between separators; return false if a separator before the piece is missing. */
static bool cut_text(const Cut *cut, Slice *text)
{
    const char *end = text->start + text->size;
    for (Py_ssize_t i = 0; i < cut->count; i++) {
        const char *at = found_in(*text, cut->separators[i]);
        if (i == cut->number) {
            *text = stripped((Slice){text->start, (size_t)((at == NULL ? end : at) - text->start)});
            return true;
        }
        if (at == NULL)
            return false;
        at += cut->separators[i].size;
        *text = (Slice){at, (size_t)(end - at)};
    }
    *text = stripped(*text);
    return true;
}

static PyObject *none(void)
{
    Py_RETURN_NONE;
}

static PyObject *cut_cell(const Cell *cell, PyObject *value)
{
    Py_ssize_t size = 0;
    const char *start = PyUnicode_AsUTF8AndSize(value, &size);
    if (start == NULL)
        return NULL;
    Slice text = {start, (size_t)size};
    for (Py_ssize_t i = 0; i < cell->count; i++)
        if (!cut_text(&cell->cuts[i], &text))
            return none();
    return text.size == 0 ? none() : PyUnicode_DecodeUTF8(text.start, (Py_ssize_t)text.size, NULL);
}

/* --- several values --- */

static bool add_members(const Cell *cell, PyObject *values, PyObject *found)
{
    for (Py_ssize_t i = 0; i < cell->count; i++) {
        PyObject *member = made_cell(&cell->members[i], values);
        if (member == NULL)
            return false;
        bool is_shown = PyUnicode_Check(member) && PyUnicode_GetLength(member) > 0, is_well = true;
        if (cell->kind == JOINED && PyTuple_Check(member))
            for (Py_ssize_t j = 0; is_well && j < PyTuple_Size(member); j++)
                is_well = PyList_Append(found, PyTuple_GetItem(member, j)) == 0;
        if (is_shown)
            is_well = PyList_Append(found, member) == 0;
        Py_DECREF(member);
        if (!is_well)
            return false;
    }
    return true;
}

static PyObject *joined(PyObject *texts)
{
    PyObject *space = PyUnicode_FromStringAndSize(" ", 1);
    PyObject *text = space == NULL ? NULL : PyUnicode_Join(space, texts);
    Py_XDECREF(space);
    return text;
}

static PyObject *several(const Cell *cell, PyObject *values)
{
    PyObject *made = NULL, *found = PyList_New(0);
    if (found != NULL && add_members(cell, values, found))
        made = PyList_Size(found) == 0 ? none() : cell->kind == LISTED ? PyList_AsTuple(found) : joined(found);
    Py_XDECREF(found);
    return made;
}

PyObject *made_cell(const Cell *cell, PyObject *values)
{
    if (cell->kind == LISTED || cell->kind == JOINED)
        return several(cell, values);
    PyObject *value = PyTuple_GetItem(values, cell->value);
    if (cell->kind == CUT)
        return cut_cell(cell, value);
    Py_INCREF(value);
    return value;
}

/* --- reading a program --- */

static bool read_cut(PyObject *written, Cut *cut)
{
    PyObject *separators;
    if (!is_tuple(written) || !PyArg_ParseTuple(written, "O!n", &PyTuple_Type, &separators, &cut->number))
        return false;
    cut->separators = calloc((size_t)PyTuple_Size(separators) + 1, sizeof *cut->separators);
    if (cut->separators == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (; cut->count < PyTuple_Size(separators); cut->count++) {
        Py_ssize_t size = 0;
        const char *start = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(separators, cut->count), &size);
        if (start == NULL)
            return false;
        cut->separators[cut->count] = (Slice){start, (size_t)size};
    }
    if (cut->number >= 0 && cut->number <= cut->count)
        return true;
    PyErr_SetString(PyExc_ValueError, "there is no such piece");
    return false;
}

static bool read_cuts(PyObject *written, Cell *cell)
{
    cell->cuts = calloc((size_t)PyTuple_Size(written) + 1, sizeof *cell->cuts);
    if (cell->cuts == NULL) {
        PyErr_NoMemory();
        return false;
    }
    bool is_well = true;
    for (; is_well && cell->count < PyTuple_Size(written); cell->count++)
        is_well = read_cut(PyTuple_GetItem(written, cell->count), &cell->cuts[cell->count]);
    return is_well;
}

static bool read_cell(PyObject *written, Cell *cell, Py_ssize_t *values, int depth)
{
    PyObject *parts;
    if (!is_tuple(written) || !PyArg_ParseTuple(written, "inO!", &cell->kind, &cell->value, &PyTuple_Type, &parts))
        return false;
    if (cell->kind < PICKED || cell->kind > JOINED || cell->value < 0 || depth > DEEPEST) {
        PyErr_SetString(PyExc_ValueError, "this is no cell");
        return false;
    }
    if (cell->value >= *values)
        *values = cell->value + 1;
    if (cell->kind == CUT)
        return read_cuts(parts, cell);
    if (cell->kind == PICKED)
        return true;
    cell->members = read_cells(parts, &cell->count, values, depth + 1);
    return cell->members != NULL;
}

Cell *read_cells(PyObject *written, Py_ssize_t *count, Py_ssize_t *values, int depth)
{
    Cell *cells = calloc((size_t)PyTuple_Size(written) + 1, sizeof *cells);
    if (cells == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (*count = 0; *count < PyTuple_Size(written);) {
        PyObject *one = PyTuple_GetItem(written, *count);
        if (!read_cell(one, &cells[(*count)++], values, depth)) {
            free_cells(cells, *count);
            *count = 0;
            return NULL;
        }
    }
    return cells;
}

void free_cells(Cell *cells, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; cells != NULL && i < count; i++) {
        for (Py_ssize_t j = 0; cells[i].cuts != NULL && j < cells[i].count; j++)
            free(cells[i].cuts[j].separators);
        free(cells[i].cuts);
        if (cells[i].members != NULL)
            free_cells(cells[i].members, cells[i].count);
    }
    free(cells);
}
