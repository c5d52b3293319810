/* The arrays of a page: its nodes in document order, without comments and the like, as `wrapture.html.lexbor` numbers them. */

#include "tree.h"

typedef struct {
    Py_ssize_t count, room;
    Node **nodes;
    Py_ssize_t *parents, *stops;
    Py_ssize_t *opened; /* the elements that the walk is inside, by depth */
    Py_ssize_t opened_room;
} Numbered;

static bool grown(void *array, Py_ssize_t room, size_t size)
{
    void **place = array, *larger = realloc(*place, (size_t)room * size);
    if (larger != NULL)
        *place = larger;
    return larger != NULL;
}

static bool has_room(Numbered *page, int depth)
{
    if (page->count == page->room) {
        Py_ssize_t room = page->room ? 2 * page->room : 256;
        if (!grown(&page->nodes, room, sizeof *page->nodes) || !grown(&page->parents, room, sizeof *page->parents) ||
            !grown(&page->stops, room, sizeof *page->stops))
            return false;
        page->room = room;
    }
    if (depth < page->opened_room)
        return true;
    Py_ssize_t room = 2 * page->opened_room + 64;
    if (!grown(&page->opened, room, sizeof *page->opened))
        return false;
    page->opened_room = room;
    return true;
}

/* Number the nodes of neighbouring sub-trees, at most `most` nodes with those that have no number; return whether there is
   enough memory. */
static bool walk_nodes(Numbered *page, Node *node, const Node *last, Py_ssize_t most)
{
    int depth = 0, above = 0; /* of this node, and of the last element that was opened, plus one */
    for (; node != NULL && most-- != 0; node = after(node, last, &depth)) {
        int type = lexbor.type(node);
        if (type != TYPE_ELEMENT && type != TYPE_TEXT)
            continue;
        if (!has_room(page, depth))
            return false;
        for (; above > depth; above--)
            page->stops[page->opened[above - 1]] = page->count;
        page->nodes[page->count] = node;
        page->parents[page->count] = depth > 0 ? page->opened[depth - 1] : -1;
        page->opened[depth] = page->count++;
        above = depth + 1;
    }
    for (; above > 0; above--)
        page->stops[page->opened[above - 1]] = page->count;
    return true;
}

/* The name of an element as Python's string; those of HTML are kept, and compared because a drawing may spell them otherwise. */
static PyObject *name_of(const Node *node)
{
    static struct {
        PyObject *text;
        char start[24];
        size_t size;
    } known[KNOWN_TAGS];
    size_t size = 0;
    const char *name = lexbor.name(node, &size);
    uintptr_t tag = lexbor.tag(node);
    if (name == NULL)
        return PyUnicode_FromString("");
    if (tag >= KNOWN_TAGS || size > sizeof known->start)
        return PyUnicode_DecodeUTF8(name, (Py_ssize_t)size, "replace");
    if (known[tag].text != NULL && known[tag].size == size && memcmp(known[tag].start, name, size) == 0) {
        Py_INCREF(known[tag].text);
        return known[tag].text;
    }
    PyObject *text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)size, "replace");
    if (text == NULL || known[tag].text != NULL)
        return text;
    PyUnicode_InternInPlace(&text);
    Py_INCREF(text);
    known[tag].text = text;
    known[tag].size = size;
    memcpy(known[tag].start, name, size);
    return text;
}

static bool set_item(PyObject *list, Py_ssize_t number, PyObject *item)
{
    return item != NULL && PyList_SetItem(list, number, item) == 0;
}

static PyObject *shared(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

/* Fill the lists of tags and texts. */
static bool fill_contents(const Numbered *page, PyObject *tags, PyObject *texts)
{
    PyObject *text_tag = PyUnicode_InternFromString("-text"), *empty = PyUnicode_FromString("");
    bool is_well = text_tag != NULL && empty != NULL;
    for (Py_ssize_t i = 0; is_well && i < page->count; i++) {
        if (lexbor.type(page->nodes[i]) == TYPE_ELEMENT) {
            is_well = set_item(tags, i, name_of(page->nodes[i])) && set_item(texts, i, shared(empty));
            continue;
        }
        Slice text = text_in(page->nodes[i]);
        is_well = set_item(tags, i, shared(text_tag)) &&
                  set_item(texts, i, PyUnicode_DecodeUTF8(text.start, (Py_ssize_t)text.size, "replace"));
    }
    Py_XDECREF(text_tag);
    Py_XDECREF(empty);
    return is_well;
}

/* Fill the lists of parents and stops, which share their numbers. */
static bool fill_structure(const Numbered *page, PyObject *parents, PyObject *stops)
{
    PyObject *numbers = PyList_New(page->count + 1), *none = PyLong_FromLong(-1);
    bool is_well = numbers != NULL && none != NULL;
    for (Py_ssize_t i = 0; is_well && i <= page->count; i++)
        is_well = set_item(numbers, i, PyLong_FromSsize_t(i));
    for (Py_ssize_t i = 0; is_well && i < page->count; i++) {
        Py_ssize_t parent = page->parents[i];
        is_well = set_item(parents, i, shared(parent < 0 ? none : PyList_GetItem(numbers, parent))) &&
                  set_item(stops, i, shared(PyList_GetItem(numbers, page->stops[i])));
    }
    Py_XDECREF(numbers);
    Py_XDECREF(none);
    return is_well;
}

static PyObject *lists_of(const Numbered *page)
{
    PyObject *lists = PyTuple_New(5);
    for (Py_ssize_t i = 0; lists != NULL && i < 4; i++) {
        PyObject *list = PyList_New(page->count);
        if (list == NULL || PyTuple_SetItem(lists, i, list) < 0)
            Py_CLEAR(lists);
    }
    PyObject *places = PyBytes_FromStringAndSize((const char *)page->nodes, page->count * (Py_ssize_t)sizeof *page->nodes);
    if (lists == NULL || places == NULL || PyTuple_SetItem(lists, 4, places) < 0) {
        Py_XDECREF(lists);
        return NULL;
    }
    if (!fill_contents(page, PyTuple_GetItem(lists, 0), PyTuple_GetItem(lists, 3)) ||
        !fill_structure(page, PyTuple_GetItem(lists, 1), PyTuple_GetItem(lists, 2)))
        Py_CLEAR(lists);
    return lists;
}

/* The tags, parents, stops and texts of the nodes of neighbouring sub-trees, and the addresses of the nodes, as bytes.
   Arguments: the sub-trees, and the largest number of nodes to look at, -1 for all. */
PyObject *number(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *subject;
    Py_ssize_t most;
    Node *first, *last;
    if (!PyArg_ParseTuple(args, "On", &subject, &most) || !read_subject(subject, &first, &last))
        return NULL;
    Numbered page = {0};
    PyObject *lists = walk_nodes(&page, first, last, most) ? lists_of(&page) : PyErr_NoMemory();
    free(page.nodes);
    free(page.parents);
    free(page.stops);
    free(page.opened);
    return lists;
}
