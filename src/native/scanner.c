/* Where records may begin: one walk over a body finds all elements that match, and anything odd about their position. */

#include "names.h"

enum { FIRST = 1, FOREIGN = 2, AROUND = 4, HOLLOW = 8, UNKNOWN = 128 }; /* what an element's name tells, as bits */

typedef struct {
    PyObject_HEAD
    PyObject *program; /* owns the names below */
    PyObject *foreign, *around, *hollow; /* names */
    Slice first, parent; /* names; the parent's has size 0 if any name matches */
    Condition *conditions;
    Py_ssize_t first_count, count; /* conditions of the first element, and all: its parent's follow */
    unsigned char kinds[KNOWN_TAGS]; /* filled when a name is first met */
} Scanner;

typedef struct {
    Node *node, *parent;
    bool is_around; /* whether it is inside an element that changes how texts are read */
} Candidate;

typedef struct {
    Scanner *scanner;
    const Node *body;
    Candidate *items;
    Py_ssize_t count, room;
    bool has_drawing, has_misplaced, is_short; /* of memory */
} Walk;

static int kind_of_name(const Scanner *scanner, const char *name, size_t size)
{
    return (is_same(scanner->first, name, size) ? FIRST : 0) | (is_among(scanner->foreign, name, size) ? FOREIGN : 0) |
           (is_among(scanner->around, name, size) ? AROUND : 0) | (is_among(scanner->hollow, name, size) ? HOLLOW : 0);
}

static int kind_of(Scanner *scanner, const Node *node)
{
    uintptr_t tag = lexbor.tag(node);
    if (tag < KNOWN_TAGS && !(scanner->kinds[tag] & UNKNOWN))
        return scanner->kinds[tag];
    size_t size = 0;
    const char *name = lexbor.type(node) == TYPE_ELEMENT ? lexbor.name(node, &size) : NULL;
    int kind = name == NULL ? 0 : kind_of_name(scanner, name, size);
    if (tag < KNOWN_TAGS)
        scanner->kinds[tag] = (unsigned char)kind;
    return kind;
}

static bool is_parent(const Scanner *scanner, const Node *parent)
{
    if (scanner->parent.size == 0)
        return true;
    size_t size = 0;
    const char *name = lexbor.name(parent, &size);
    return name != NULL && is_same(scanner->parent, name, size) &&
           meets_all(scanner->conditions + scanner->first_count, scanner->count - scanner->first_count, parent);
}

static bool add_candidate(Walk *walk, Candidate candidate)
{
    if (walk->count == walk->room) {
        Py_ssize_t room = walk->room ? 2 * walk->room : 64;
        Candidate *items = realloc(walk->items, (size_t)room * sizeof *items);
        if (items == NULL)
            return false;
        walk->items = items;
        walk->room = room;
    }
    walk->items[walk->count++] = candidate;
    return true;
}

/* The kind of the nearest ancestor that affects the content of an element: FOREIGN, AROUND, or 0 if none does. */
static int standing(Scanner *scanner, const Node *element, const Node *body)
{
    for (; element != NULL; element = lexbor.parent(element)) {
        int kind = kind_of(scanner, element);
        if (kind & (FOREIGN | AROUND))
            return kind & FOREIGN ? FOREIGN : AROUND;
        if (element == body)
            return 0;
    }
    return FOREIGN;
}

/* Whether a drawing follows an element, with nothing displayed between the two. */
static bool is_before_drawing(Scanner *scanner, const Node *node)
{
    for (Node *next = lexbor.next(node); next != NULL; next = lexbor.next(next)) {
        int type = lexbor.type(next);
        if (type == TYPE_ELEMENT)
            return kind_of(scanner, next) & FOREIGN;
        if (type == TYPE_TEXT && !is_blank(text_in(next)))
            return false;
    }
    return false;
}

static Action visit(Node *node, void *context)
{
    Walk *walk = context;
    Scanner *scanner = walk->scanner;
    int kind = kind_of(scanner, node);
    if (kind == 0)
        return GO_ON;
    if (kind & FOREIGN)
        walk->has_drawing = true;
    if (!(kind & FIRST) || !meets_all(scanner->conditions, scanner->first_count, node))
        return GO_ON;
    Node *parent = lexbor.parent(node);
    if (kind_of(scanner, parent) & HOLLOW)
        walk->has_misplaced = true;
    if (!is_parent(scanner, parent))
        return GO_ON;
    int above = standing(scanner, parent, walk->body);
    walk->is_short = above != FOREIGN && !add_candidate(walk, (Candidate){node, parent, above == AROUND});
    return walk->is_short ? STOP : GO_ON;
}

static PyObject *lists_of(const Walk *walk)
{
    PyObject *nodes = PyList_New(0), *parents = PyList_New(0), *odd = PyList_New(0);
    bool is_well = nodes != NULL && parents != NULL && odd != NULL;
    for (Py_ssize_t i = 0; is_well && i < walk->count; i++) {
        const Candidate *one = &walk->items[i];
        is_well = add_item(nodes, PyLong_FromVoidPtr(one->node)) && add_item(parents, PyLong_FromVoidPtr(one->parent));
        if (is_well && (one->is_around || (walk->has_drawing && is_before_drawing(walk->scanner, one->node))))
            is_well = add_item(odd, PyLong_FromSsize_t(i));
    }
    PyObject *lists = NULL;
    if (is_well)
        lists = Py_BuildValue("OOOO", nodes, parents, odd, walk->has_misplaced ? Py_True : Py_False);
    Py_XDECREF(nodes);
    Py_XDECREF(parents);
    Py_XDECREF(odd);
    return lists;
}

static PyObject *scanner_scan(PyObject *self, PyObject *subject)
{
    Node *body, *last;
    if (!read_subject(subject, &body, &last))
        return NULL;
    Walk walk = {.scanner = (Scanner *)self, .body = body};
    lexbor.walk(body, visit, &walk);
    PyObject *lists = walk.is_short ? PyErr_NoMemory() : lists_of(&walk);
    free(walk.items);
    return lists;
}

static PyObject *scanner_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *first, *of_first, *parent, *of_parent, *foreign, *around, *hollow;
    if (!PyArg_ParseTuple(args, "SO!SO!O!O!O!", &first, &PyTuple_Type, &of_first, &parent, &PyTuple_Type, &of_parent,
                          &PyTuple_Type, &foreign, &PyTuple_Type, &around, &PyTuple_Type, &hollow))
        return NULL;
    Scanner *scanner = allocated(type);
    if (scanner == NULL)
        return NULL;
    Py_INCREF(args);
    scanner->program = args;
    scanner->foreign = foreign;
    scanner->around = around;
    scanner->hollow = hollow;
    scanner->first_count = PyTuple_Size(of_first);
    scanner->count = scanner->first_count + PyTuple_Size(of_parent);
    scanner->conditions = calloc((size_t)scanner->count + 1, sizeof *scanner->conditions);
    memset(scanner->kinds, UNKNOWN, sizeof scanner->kinds);
    if (scanner->conditions == NULL)
        PyErr_NoMemory();
    else if (slice_of(first, &scanner->first) && slice_of(parent, &scanner->parent) &&
             read_conditions(of_first, scanner->conditions) &&
             read_conditions(of_parent, scanner->conditions + scanner->first_count))
        return (PyObject *)scanner;
    Py_DECREF(scanner);
    return NULL;
}

static void scanner_dealloc(PyObject *self)
{
    Scanner *scanner = (Scanner *)self;
    free(scanner->conditions);
    Py_XDECREF(scanner->program);
    released(self);
}

static PyMethodDef SCANNER_METHODS[] = {
    {"scan", scanner_scan, METH_O, NULL},
    {NULL},
};

static PyType_Slot SCANNER_SLOTS[] = {
    {Py_tp_new, scanner_new},
    {Py_tp_dealloc, scanner_dealloc},
    {Py_tp_methods, SCANNER_METHODS},
    {0, NULL},
};

PyType_Spec SCANNER_SPEC = {"wrapture.html._tree.Scanner", sizeof(Scanner), 0, Py_TPFLAGS_DEFAULT, SCANNER_SLOTS};
