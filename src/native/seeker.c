/* Which tokens of a frame a body has: start tags and texts, each searched for by its last spelling.

   A start tag that meets all demands has the token, and so has a text with the same spelling.  If a token is not found that way,
   nodes that may have it (an element that meets some conditions, a text that holds a part of the token) are passed to Python,
   which computes their tokens. */

#include "names.h"

enum { FOREIGN = 1, SILENT = 2, UNKNOWN = 128 }; /* what an element's name tells about its content, as bits */
enum { MOST = 64, SIZES = 64 };

typedef struct {
    bool is_tag;
    Slice name;                                          /* of a tag */
    Condition *conditions;
    Demand *demands;                                     /* NULL while its spelling is not known */
    Py_ssize_t conditions_count, demands_count;
    Slice part, text;                                    /* of a text: a part in all texts with the token, and its spelling */
    PyObject *spelling;                                  /* owns what the demands or the text point into */
} Sought;

typedef struct {
    PyObject_HEAD
    PyObject *program;
    PyObject *foreign, *silent;                          /* names */
    Sought items[MOST];
    Py_ssize_t count;
    uint64_t tags, texts;                                /* which items are tags, and which are texts */
    uint64_t by_tag[KNOWN_TAGS], by_size[SIZES];         /* the items with a name, or with a spelling of a size */
    unsigned char kinds[KNOWN_TAGS];                     /* filled when a name is first met, as by_tag is */
} Seeker;

typedef struct {
    Seeker *seeker;
    const Node *body;
    uint64_t left;                                       /* items not found yet */
    PyObject *doubts;                                    /* NULL while searching for spellings */
    bool is_broken;
} Search;

/* Return the kind of an element by its name, and the items with this name. */
static int kind_of(Seeker *seeker, const Node *node, uint64_t *items)
{
    uintptr_t tag = lexbor.tag(node);
    if (tag < KNOWN_TAGS && !(seeker->kinds[tag] & UNKNOWN)) {
        *items = seeker->by_tag[tag];
        return seeker->kinds[tag];
    }
    size_t size = 0;
    const char *name = lexbor.type(node) == TYPE_ELEMENT ? lexbor.name(node, &size) : NULL;
    int kind = 0;
    *items = 0;
    if (name != NULL) {
        kind = (is_among(seeker->foreign, name, size) ? FOREIGN : 0) | (is_among(seeker->silent, name, size) ? SILENT : 0);
        for (Py_ssize_t i = 0; i < seeker->count; i++)
            if (seeker->items[i].is_tag && is_same(seeker->items[i].name, name, size))
                *items |= UINT64_C(1) << i;
    }
    if (tag < KNOWN_TAGS) {
        seeker->kinds[tag] = (unsigned char)kind;
        seeker->by_tag[tag] = *items;
    }
    return kind;
}

/* Whether a node or one of its ancestors is of a kind. */
static bool is_within(const Search *search, const Node *node, int kinds)
{
    uint64_t items;
    for (; node != NULL && node != search->body; node = lexbor.parent(node))
        if (kind_of(search->seeker, node, &items) & kinds)
            return true;
    return false;
}

static bool has_spelling(const Sought *sought, const Node *node)
{
    if (sought->demands == NULL)
        return false;
    Demand *demand = sought->demands, *stop = demand + sought->demands_count;
    for (Attribute *one = lexbor.first_attribute(node); one; one = lexbor.next_attribute(one), demand++)
        if (demand == stop || !meets_demand(demand, one))
            return false;
    return demand == stop;
}

static void take(Search *search, Py_ssize_t number, const Node *node)
{
    if (search->doubts == NULL)
        search->left &= ~(UINT64_C(1) << number);
    else if (!add_item(search->doubts, Py_BuildValue("nN", number, PyLong_FromVoidPtr((void *)node))))
        search->is_broken = true;
}

static void visit_element(Search *search, const Node *node, uint64_t items)
{
    for (Py_ssize_t i = 0; items >> i != 0; i++) {
        const Sought *sought = &search->seeker->items[i];
        if (!(items >> i & 1))
            continue;
        bool is_it = search->doubts == NULL ? has_spelling(sought, node)
                                            : meets_all(sought->conditions, sought->conditions_count, node);
        if (is_it && !is_within(search, node, FOREIGN))
            take(search, i, node);
    }
}

static void visit_text(Search *search, const Node *node)
{
    uint64_t items = search->left & search->seeker->texts;
    if (items == 0)
        return;
    Slice text = text_in(node);
    if (text.size == 0)
        return;
    if (search->doubts == NULL)
        items &= search->seeker->by_size[text.size % SIZES];
    for (Py_ssize_t i = 0; items >> i != 0; i++) {
        const Sought *sought = &search->seeker->items[i];
        if (!(items >> i & 1))
            continue;
        bool is_it = search->doubts == NULL ? is_same(sought->text, text.start, text.size) : holds(text, sought->part);
        if (is_it && !is_within(search, node, FOREIGN | SILENT))
            take(search, i, node);
    }
}

static Action visit(Node *node, void *context)
{
    Search *search = context;
    uint64_t items = 0;
    kind_of(search->seeker, node, &items);
    if (items & search->left)
        visit_element(search, node, items & search->left);
    else if (lexbor.type(node) == TYPE_TEXT)
        visit_text(search, node);
    return search->left == 0 || search->is_broken ? STOP : GO_ON;
}

/* Return the items not found by their spelling, as bits, and candidates for them: pairs of an item number and a node. */
static PyObject *seeker_seek(PyObject *self, PyObject *subject)
{
    Search search = {.seeker = (Seeker *)self};
    Node *body, *last;
    if (!read_subject(subject, &body, &last))
        return NULL;
    search.body = body;
    search.left = search.seeker->tags | search.seeker->texts;
    lexbor.walk(body, visit, &search);
    search.doubts = PyList_New(0);
    if (search.doubts == NULL)
        return NULL;
    if (search.left != 0)
        lexbor.walk(body, visit, &search);
    if (search.is_broken) {
        Py_DECREF(search.doubts);
        return NULL;
    }
    return Py_BuildValue("KN", (unsigned long long)search.left, search.doubts);
}

/* Store a new spelling of an item: the demands of a tag, or the bytes of a text. */
static PyObject *seeker_learn(PyObject *self, PyObject *args)
{
    Seeker *seeker = (Seeker *)self;
    Py_ssize_t number;
    PyObject *spelling;
    if (!PyArg_ParseTuple(args, "nO", &number, &spelling))
        return NULL;
    if (number < 0 || number >= seeker->count) {
        PyErr_SetString(PyExc_IndexError, "no such token");
        return NULL;
    }
    Sought *sought = &seeker->items[number];
    if (sought->is_tag) {
        if (!is_tuple(spelling))
            return NULL;
        Py_ssize_t count = PyTuple_Size(spelling);
        Demand *demands = calloc((size_t)count + 1, sizeof *demands);
        if (demands == NULL)
            return PyErr_NoMemory();
        if (!read_demands(spelling, demands)) {
            free(demands);
            return NULL;
        }
        free(sought->demands);
        sought->demands = demands;
        sought->demands_count = count;
    } else {
        Slice text;
        if (!slice_of(spelling, &text))
            return NULL;
        uint64_t bit = UINT64_C(1) << number;
        for (int i = 0; i < SIZES; i++)
            seeker->by_size[i] &= ~bit;
        seeker->by_size[text.size % SIZES] |= bit;
        sought->text = text;
    }
    Py_INCREF(spelling);
    Py_XDECREF(sought->spelling);
    sought->spelling = spelling;
    Py_RETURN_NONE;
}

static bool read_item(Seeker *seeker, PyObject *written)
{
    Sought *sought = &seeker->items[seeker->count];
    PyObject *name, *conditions, *part;
    if (!is_tuple(written) || !PyArg_ParseTuple(written, "SO!S", &name, &PyTuple_Type, &conditions, &part) ||
        !slice_of(name, &sought->name) || !slice_of(part, &sought->part))
        return false;
    sought->is_tag = sought->name.size > 0;
    sought->conditions_count = PyTuple_Size(conditions);
    sought->conditions = calloc((size_t)sought->conditions_count + 1, sizeof *sought->conditions);
    if (sought->conditions == NULL) {
        PyErr_NoMemory();
        return false;
    }
    uint64_t bit = UINT64_C(1) << seeker->count++;
    *(sought->is_tag ? &seeker->tags : &seeker->texts) |= bit;
    return read_conditions(conditions, sought->conditions);
}

static PyObject *seeker_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *items, *foreign, *silent;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyTuple_Type, &items, &PyTuple_Type, &foreign, &PyTuple_Type, &silent))
        return NULL;
    if (PyTuple_Size(items) > MOST) {
        PyErr_SetString(PyExc_ValueError, "too many tokens");
        return NULL;
    }
    Seeker *seeker = allocated(type);
    if (seeker == NULL)
        return NULL;
    Py_INCREF(args);
    seeker->program = args;
    seeker->foreign = foreign;
    seeker->silent = silent;
    memset(seeker->kinds, UNKNOWN, sizeof seeker->kinds);
    for (Py_ssize_t i = 0; i < PyTuple_Size(items); i++)
        if (!read_item(seeker, PyTuple_GetItem(items, i))) {
            Py_DECREF(seeker);
            return NULL;
        }
    return (PyObject *)seeker;
}

static void seeker_dealloc(PyObject *self)
{
    Seeker *seeker = (Seeker *)self;
    for (Py_ssize_t i = 0; i < seeker->count; i++) {
        free(seeker->items[i].conditions);
        free(seeker->items[i].demands);
        Py_XDECREF(seeker->items[i].spelling);
    }
    Py_XDECREF(seeker->program);
    released(self);
}

static PyMethodDef SEEKER_METHODS[] = {
    {"learn", seeker_learn, METH_VARARGS, NULL},
    {"seek", seeker_seek, METH_O, NULL},
    {NULL},
};

static PyType_Slot SEEKER_SLOTS[] = {
    {Py_tp_new, seeker_new},
    {Py_tp_dealloc, seeker_dealloc},
    {Py_tp_methods, SEEKER_METHODS},
    {0, NULL},
};

PyType_Spec SEEKER_SPEC = {"wrapture.html._tree.Seeker", sizeof(Seeker), 0, Py_TPFLAGS_DEFAULT, SEEKER_SLOTS};
