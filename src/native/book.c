/* The known shapes of one reader: finds the shape of each record, and builds the rows of a page in one call.

   Most records have the shape that came after the shape before them the last time, so that one is tried first.  Then follow all
   shapes with as many nodes, the newest first. */

#include "shape.h"

enum { ALWAYS, NEVER, TEXTS }; /* whether records of a shape are rows; the last: their texts decide */
enum { MARKS = 128 };

typedef struct {
    PyObject *owner;  /* Python's object of the shape */
    PyObject *matcher, *maker; /* a Shape, and a Maker, or NULL if Python builds its rows */
    PyObject *window; /* the tokens of its records: characters, and numbers of values whose tokens come between them */
    int answer;
    Py_ssize_t room;  /* for marks in the text of a row, -1 for any number */
    Py_ssize_t size, next; /* its nodes; the shape that came after it the last time, -1 for none */
    bool is_met;
} Entry;

typedef struct {
    PyObject_HEAD
    PyObject *marks;  /* owns the table below */
    const char *is_mark;
    Entry *entries;
    Py_ssize_t count, room, last;
} Book;

/* How relative addresses become absolute: what to put before a path, an absolute path and a query, and a function for others. */
typedef struct {
    PyObject *starts, *join;
} Resolver;

static Py_ssize_t size_of(Node *node, const Node *last)
{
    Py_ssize_t found = 0;
    for (int depth = 0; node != NULL; node = after(node, last, &depth))
        found += lexbor.type(node) != TYPE_COMMENT;
    return found;
}

static bool is_of(Entry *entry, Node *first, const Node *last, PyObject **values)
{
    if (!fits((Shape *)entry->matcher, first, last))
        return false;
    *values = values_of((Shape *)entry->matcher);
    if (*values == NULL || *values != Py_None)
        return true;
    Py_CLEAR(*values);
    return false;
}

/* Return the number of the shape of a record, -1 if it is unknown; its values are NULL after an error, which is set. */
static Py_ssize_t shape_in(Book *book, Node *first, const Node *last, PyObject **values)
{
    *values = NULL;
    Py_ssize_t before = book->last, guess = before < 0 ? -1 : book->entries[before].next;
    guess = guess < 0 ? before : guess;
    if (guess >= 0 && is_of(&book->entries[guess], first, last, values)) {
        book->last = guess;
        book->entries[guess].is_met = true;
        return guess;
    }
    Py_ssize_t size = book->count > 0 ? size_of(first, last) : 0;
    for (Py_ssize_t i = book->count - 1; i >= 0; i--) {
        if (book->entries[i].size != size || i == guess || !is_of(&book->entries[i], first, last, values))
            continue;
        if (before >= 0)
            book->entries[before].next = i;
        book->last = i;
        book->entries[i].is_met = true;
        return i;
    }
    return -1;
}

static PyObject *pair_of(const Entry *entry, PyObject *values)
{
    PyObject *pair = PyTuple_Pack(2, entry->owner, values);
    Py_DECREF(values);
    return pair;
}

/* The shape of a record and its captured values; None if its shape is not known. */
static PyObject *book_find(PyObject *self, PyObject *subject)
{
    Book *book = (Book *)self;
    Node *first, *last;
    PyObject *values;
    if (!read_subject(subject, &first, &last))
        return NULL;
    Py_ssize_t number = shape_in(book, first, last, &values);
    if (number >= 0)
        return values == NULL ? NULL : pair_of(&book->entries[number], values);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* --- tokens --- */

/* How the texts of records are encoded: a dictionary of those that are known, and a function for others. */
typedef struct {
    PyObject *known, *encode;
} Encoder;

static PyObject *encoded(const Encoder *encoder, PyObject *text)
{
    PyObject *characters = text == NULL ? NULL : PyDict_GetItemWithError(encoder->known, text);
    if (characters == NULL)
        return PyErr_Occurred() ? NULL : PyObject_CallFunctionObjArgs(encoder->encode, text, NULL);
    Py_INCREF(characters);
    return characters;
}

static PyObject *window_of(const Entry *entry, const Encoder *encoder, PyObject *values)
{
    PyObject *empty = PyUnicode_FromString(""), *parts = PyList_New(0), *window = NULL;
    bool is_well = empty != NULL && parts != NULL;
    for (Py_ssize_t i = 0; is_well && i < PyTuple_Size(entry->window); i++) {
        PyObject *part = PyTuple_GetItem(entry->window, i);
        if (PyUnicode_Check(part))
            is_well = PyList_Append(parts, part) == 0;
        else
            is_well = add_item(parts, encoded(encoder, PyTuple_GetItem(values, PyLong_AsSsize_t(part))));
    }
    if (is_well)
        window = PyUnicode_Join(empty, parts);
    Py_XDECREF(empty);
    Py_XDECREF(parts);
    return window;
}

/* Add the shape and the tokens of one record; return false at one of unknown shape, or after an error, which is set. */
static bool add_window(Book *book, PyObject *subject, const Encoder *encoder, PyObject *windows)
{
    Node *first, *last;
    PyObject *values;
    if (!read_subject(subject, &first, &last))
        return false;
    Py_ssize_t number = shape_in(book, first, last, &values);
    if (number < 0 || values == NULL)
        return false;
    PyObject *window = window_of(&book->entries[number], encoder, values);
    Py_DECREF(values);
    return window != NULL && add_item(windows, pair_of(&book->entries[number], window));
}

/* Add the shapes and tokens of records to a list, from the first that it does not have, up to the first of unknown shape.
   Arguments: the records; the list; a dictionary of encoded texts, and a function that encodes others. */
static PyObject *book_windows(PyObject *self, PyObject *args)
{
    PyObject *subjects, *windows;
    Encoder encoder;
    if (!PyArg_ParseTuple(args, "O!O!O!O", &PyList_Type, &subjects, &PyList_Type, &windows, &PyDict_Type, &encoder.known,
                          &encoder.encode))
        return NULL;
    while (PyList_Size(windows) < PyList_Size(subjects)) {
        PyObject *subject = PyList_GetItem(subjects, PyList_Size(windows));
        Py_INCREF(subject);
        bool is_added = add_window((Book *)self, subject, &encoder, windows);
        Py_DECREF(subject);
        if (!is_added)
            break;
    }
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* --- addresses --- */

static bool is_step(unsigned char c, bool is_first)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return true;
    return c != '\0' && (strchr("_~%+,=@!$'()*&-", c) != NULL || (c == '.' && !is_first));
}

static const char *after_query(const char *at)
{
    if (*at != '?')
        return at;
    const char *start = ++at;
    while (is_step((unsigned char)*at, false) || (*at != '\0' && strchr("/:?|;", *at) != NULL))
        at++;
    return at == start ? start - 1 : at;
}

static const char *after_path(const char *at)
{
    while (is_step((unsigned char)*at, true)) {
        while (is_step((unsigned char)*at, false))
            at++;
        if (*at != '/')
            return at;
        at++;
    }
    return at;
}

/* Which start makes an address absolute: 0 for a path, 1 for an absolute path, 2 for a query, -1 if it is not a plain address of
   ASCII characters, as `wrapture.html.page.PLAIN_ADDRESS` defines them. */
static int start_of(const char *address, Py_ssize_t size)
{
    int number = *address == '/' ? 1 : *address == '?' ? 2 : 0;
    const char *at = number == 2 ? address : after_path(address + number);
    if (number == 0 && at == address)
        return -1;
    const char *end = after_query(at);
    return end == address + size ? number : -1;
}

static bool is_absolute(const char *address)
{
    static const char *const SCHEMES[] = {"http://", "https://", "data:", "javascript:", "mailto:"};
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        if (strncmp(address, SCHEMES[i], strlen(SCHEMES[i])) == 0)
            return true;
    return false;
}

static PyObject *resolved(const Resolver *resolver, PyObject *address)
{
    Py_ssize_t size = 0;
    const char *written = PyUnicode_AsUTF8AndSize(address, &size);
    if (written == NULL)
        PyErr_Clear(); /* a lone surrogate: left to Python */
    int number = -1;
    if (written != NULL && is_absolute(written)) {
        Py_INCREF(address);
        return address;
    }
    if (written != NULL && PyTuple_Size(resolver->starts) == 3)
        number = start_of(written, size);
    if (number >= 0)
        return PyUnicode_Concat(PyTuple_GetItem(resolver->starts, number), address);
    return PyObject_CallFunctionObjArgs(resolver->join, address, NULL);
}

/* Make the addresses among new values absolute. */
static bool resolve_all(const Resolver *resolver, const Shape *shape, PyObject *values)
{
    for (Py_ssize_t i = 1; resolver->join != Py_None && i <= shape->links_count; i++) {
        PyObject *address = resolved(resolver, PyTuple_GetItem(values, i));
        if (address == NULL || PyTuple_SetItem(values, i, address) < 0)
            return false;
    }
    return true;
}

/* --- rows --- */

/* Return whether a text may have more marks than there is room for; every character that is not ASCII counts as one. */
static bool is_crowded(const Book *book, PyObject *text, Py_ssize_t room)
{
    Py_ssize_t size = 0, found = 0;
    if (room < 0 || !PyUnicode_Check(text) || PyUnicode_GetLength(text) <= room)
        return false;
    const char *at = PyUnicode_AsUTF8AndSize(text, &size);
    if (at == NULL) {
        PyErr_Clear();
        return true;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)at[i];
        found += c < MARKS ? book->is_mark[c] : c >= 0xC0;
    }
    return found > room;
}

/* Return what stands for a record in the list of rows: its row, None, or for Python to build it, its shape and values. */
static PyObject *row_of(Book *book, Entry *entry, const Resolver *resolver, PyObject *values, bool *is_left)
{
    if (entry->answer == NEVER) {
        Py_DECREF(values);
        Py_RETURN_NONE;
    }
    if (entry->answer == TEXTS || entry->maker == NULL) {
        *is_left = true;
        return pair_of(entry, values);
    }
    PyObject *row = resolve_all(resolver, (Shape *)entry->matcher, values) ? made_row(entry->maker, values) : NULL;
    if (row != NULL)
        *is_left = is_crowded(book, PyTuple_GetItem(values, text_number(entry->maker)), entry->room);
    Py_DECREF(values);
    return row;
}

/* Add the row of one record; return false at a record of unknown shape, or after an error, which is set. */
static bool add_row(Book *book, PyObject *subject, const Resolver *resolver, PyObject *rows, PyObject *left)
{
    Node *first, *last;
    PyObject *values;
    bool is_left = false;
    if (!read_subject(subject, &first, &last))
        return false;
    Py_ssize_t number = shape_in(book, first, last, &values);
    if (number < 0 || values == NULL)
        return false;
    PyObject *row = row_of(book, &book->entries[number], resolver, values, &is_left);
    if (is_left && row != NULL && !add_item(left, PyLong_FromSsize_t(PyList_Size(rows))))
        Py_CLEAR(row);
    return add_item(rows, row);
}

/* Add rows of the records to a list, from the first that it does not have, up to the first of unknown shape.  Arguments: the
   records; the rows; a list for the numbers of rows that Python must finish; the starts of addresses, and a function that makes
   one absolute, None if they stay as they are. */
static PyObject *book_rows(PyObject *self, PyObject *args)
{
    PyObject *subjects, *rows, *left;
    Resolver resolver;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O", &PyList_Type, &subjects, &PyList_Type, &rows, &PyList_Type, &left, &PyTuple_Type,
                          &resolver.starts, &resolver.join))
        return NULL;
    while (PyList_Size(rows) < PyList_Size(subjects)) {
        PyObject *subject = PyList_GetItem(subjects, PyList_Size(rows));
        Py_INCREF(subject);
        bool is_added = add_row((Book *)self, subject, &resolver, rows, left);
        Py_DECREF(subject);
        if (!is_added)
            break;
    }
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* --- the book itself --- */

static bool has_place(Book *book)
{
    if (book->count < book->room)
        return true;
    Py_ssize_t room = book->room ? 2 * book->room : 8;
    Entry *entries = realloc(book->entries, (size_t)room * sizeof *entries);
    if (entries == NULL) {
        PyErr_NoMemory();
        return false;
    }
    book->entries = entries;
    book->room = room;
    return true;
}

/* Add a shape: Python's object of it, its Shape, its size, its Maker or None, its answer, its room for marks, and
   the tokens of its records. */
static PyObject *book_add(PyObject *self, PyObject *args)
{
    Book *book = (Book *)self;
    Entry entry = {.next = -1};
    if (!PyArg_ParseTuple(args, "OOnOinO!", &entry.owner, &entry.matcher, &entry.size, &entry.maker, &entry.answer, &entry.room,
                          &PyTuple_Type, &entry.window) ||
        !has_place(book))
        return NULL;
    if (!is_shape(entry.matcher) || (entry.maker != Py_None && !is_maker(entry.maker))) {
        PyErr_SetString(PyExc_TypeError, "these have to be a Shape and a Maker");
        return NULL;
    }
    if (entry.maker == Py_None)
        entry.maker = NULL;
    Py_INCREF(entry.owner);
    Py_INCREF(entry.matcher);
    Py_XINCREF(entry.maker);
    Py_INCREF(entry.window);
    book->entries[book->count++] = entry;
    Py_RETURN_NONE;
}

/* The shapes, oldest first, as pairs with whether they were met. */
static PyObject *book_shapes(PyObject *self, PyObject *Py_UNUSED(none))
{
    Book *book = (Book *)self;
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < book->count; i++)
        if (!add_item(found, PyTuple_Pack(2, book->entries[i].owner, book->entries[i].is_met ? Py_True : Py_False)))
            Py_CLEAR(found);
    return found;
}

static PyObject *book_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *marks;
    Slice table;
    if (!PyArg_ParseTuple(args, "S", &marks) || !slice_of(marks, &table))
        return NULL;
    if (table.size != MARKS) {
        PyErr_SetString(PyExc_ValueError, "the table of marks has a byte for each character of ASCII");
        return NULL;
    }
    Book *book = allocated(type);
    if (book == NULL)
        return NULL;
    Py_INCREF(marks);
    book->marks = marks;
    book->is_mark = table.start;
    book->last = -1;
    return (PyObject *)book;
}

static void book_dealloc(PyObject *self)
{
    Book *book = (Book *)self;
    for (Py_ssize_t i = 0; i < book->count; i++) {
        Py_DECREF(book->entries[i].owner);
        Py_DECREF(book->entries[i].matcher);
        Py_XDECREF(book->entries[i].maker);
        Py_DECREF(book->entries[i].window);
    }
    free(book->entries);
    Py_XDECREF(book->marks);
    released(self);
}

static PyMethodDef BOOK_METHODS[] = {
    {"add", book_add, METH_VARARGS, NULL},
    {"find", book_find, METH_O, NULL},
    {"rows", book_rows, METH_VARARGS, NULL},
    {"shapes", book_shapes, METH_NOARGS, NULL},
    {"windows", book_windows, METH_VARARGS, NULL},
    {NULL},
};

static PyType_Slot BOOK_SLOTS[] = {
    {Py_tp_new, book_new},
    {Py_tp_dealloc, book_dealloc},
    {Py_tp_methods, BOOK_METHODS},
    {0, NULL},
};

PyType_Spec BOOK_SPEC = {"wrapture.html._tree.Book", sizeof(Book), 0, Py_TPFLAGS_DEFAULT, BOOK_SLOTS};
