/* What texts look like: the classes of their characters, their shapes and their words, for `wrapture.values.text_counts`.

   Only ASCII texts are looked at here; others are returned to the reference in Python, which knows all of Unicode. */

#include "kernels.h"

enum { LOWER, UPPER, DIGIT, SPACE, OTHER, CLASSES };
enum { SHAPE_RUNS = 14, SHAPE_START = 8 * SHAPE_RUNS, WORD_LENGTH = 2, MOST_STEPS = 64 };

/* A part of a text, and the number of the text. */
typedef struct {
    const char *start;
    Py_ssize_t size, text;
} Piece;

/* Different pieces, each with the number of texts that have it. */
typedef struct {
    Piece piece; /* in the last of these texts */
    Py_ssize_t count;
} Entry;

typedef struct {
    char *lowered, *shapes; /* buffers that words and shapes are in */
    Piece *words, *shaped;
    Py_ssize_t words_count, shaped_count, lowered_size, shapes_size;
    Py_ssize_t classes[CLASSES];
} Looks;

bool is_space(unsigned char byte)
{
    return byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F);
}

static int class_of(unsigned char byte)
{
    if (byte >= 'a' && byte <= 'z')
        return LOWER;
    if (byte >= 'A' && byte <= 'Z')
        return UPPER;
    if (byte >= '0' && byte <= '9')
        return DIGIT;
    return is_space(byte) ? SPACE : OTHER;
}

const char *ascii_of(PyObject *text, Py_ssize_t *size)
{
    Py_ssize_t length = PyUnicode_GetLength(text);
    const char *start = length < 0 ? NULL : PyUnicode_AsUTF8AndSize(text, size);
    if (start != NULL)
        return *size == length ? start : NULL;
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) /* half of a surrogate pair */
        PyErr_Clear();
    return NULL;
}

PyObject *each_text(PyObject *texts, PyObject *(*of)(PyObject *text))
{
    if (!PyList_Check(texts)) {
        PyErr_SetString(PyExc_TypeError, "expected a list of texts");
        return NULL;
    }
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < PyList_Size(texts); i++)
        if (!add_item(found, of(PyList_GetItem(texts, i))))
            Py_CLEAR(found);
    return found;
}

/* Add the words of a text in small letters, and count its characters by class. */
static void add_words(Looks *looks, const char *text, Py_ssize_t size, Py_ssize_t number)
{
    char *out = looks->lowered + looks->lowered_size;
    Py_ssize_t start = 0;
    for (Py_ssize_t i = 0; i <= size; i++) {
        int class = i < size ? class_of((unsigned char)text[i]) : OTHER;
        if (i < size)
            looks->classes[class]++;
        if (class == LOWER || class == UPPER) {
            out[i] = (char)(text[i] | 0x20);
            continue;
        }
        if (i - start >= WORD_LENGTH)
            looks->words[looks->words_count++] = (Piece){out + start, i - start, number};
        start = i + 1;
    }
    looks->lowered_size += size;
}

/* Add the shape of a text unless it is empty or has too many runs. */
static void add_shape(Looks *looks, const char *text, Py_ssize_t size, Py_ssize_t number)
{
    while (size > 0 && is_space((unsigned char)*text))
        text++, size--;
    while (size > 0 && is_space((unsigned char)text[size - 1]))
        size--;
    if (size > SHAPE_START)
        size = SHAPE_START;
    char *shape = looks->shapes + looks->shapes_size;
    Py_ssize_t runs = 0;
    for (Py_ssize_t i = 0; i < size; runs++) {
        if (runs == SHAPE_RUNS)
            return;
        int class = class_of((unsigned char)text[i]);
        bool is_letter = class <= UPPER, is_upper = true;
        if (class == OTHER) {
            shape[runs] = text[i++];
            continue;
        }
        for (int next = class; next == class || (is_letter && next <= UPPER);) {
            is_upper = is_upper && next == UPPER;
            next = ++i < size ? class_of((unsigned char)text[i]) : OTHER;
        }
        shape[runs] = class == DIGIT ? '9' : class == SPACE ? ' ' : is_upper ? 'A' : 'a';
    }
    if (runs > 0)
        looks->shaped[looks->shaped_count++] = (Piece){shape, runs, number};
    looks->shapes_size += runs;
}

static size_t hash_of(const Piece *piece)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (Py_ssize_t i = 0; i < piece->size; i++)
        hash = (hash ^ (unsigned char)piece->start[i]) * 0x100000001B3u;
    return (size_t)(hash ^ (hash >> 32));
}

static bool are_same(const Piece *one, const Piece *other)
{
    return one->size == other->size && memcmp(one->start, other->start, (size_t)one->size) == 0;
}

/* Count in how many texts each piece is; false if memory runs out or too many pieces fall on one place: a page may be made so
   that they do, and the reference does not mind. */
static bool count_pieces(const Piece *pieces, Py_ssize_t count, Entry **entries, Py_ssize_t *room)
{
    *room = 16;
    while (*room < 2 * count)
        *room *= 2;
    *entries = calloc((size_t)*room, sizeof(Entry));
    if (*entries == NULL)
        return false;
    for (const Piece *piece = pieces; piece < pieces + count; piece++) {
        size_t at = hash_of(piece), mask = (size_t)*room - 1;
        int steps = 0;
        while ((*entries)[at & mask].count > 0 && !are_same(&(*entries)[at & mask].piece, piece)) {
            if (++steps > MOST_STEPS)
                return false;
            at++;
        }
        Entry *entry = &(*entries)[at & mask];
        if (entry->count == 0 || entry->piece.text != piece->text)
            entry->count++;
        entry->piece = *piece;
    }
    return true;
}

/* Return the pieces that are in enough texts, with the number of these; None if they could not be counted. */
static PyObject *counts_of(const Piece *pieces, Py_ssize_t count, Py_ssize_t least)
{
    Entry *entries = NULL;
    Py_ssize_t room = 0;
    if (!count_pieces(pieces, count, &entries, &room)) {
        free(entries);
        Py_RETURN_NONE;
    }
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < room; i++) {
        const Entry *one = &entries[i];
        if (one->count > 0 && one->count >= least &&
            !add_item(found, Py_BuildValue("s#n", one->piece.start, one->piece.size, one->count)))
            Py_CLEAR(found);
    }
    free(entries);
    return found;
}

/* Look at the ASCII texts, and keep the others; false with an error set on failure. */
static bool look_at(PyObject *texts, Looks *looks, PyObject *others)
{
    for (Py_ssize_t i = 0; i < PyList_Size(texts); i++) {
        Py_ssize_t size;
        PyObject *text = PyList_GetItem(texts, i);
        const char *start = ascii_of(text, &size);
        if (PyErr_Occurred() || (start == NULL && PyList_Append(others, text) < 0))
            return false;
        if (start != NULL) {
            add_words(looks, start, size, i);
            add_shape(looks, start, size, i);
        }
    }
    return true;
}

/* The length of all texts together, -1 with an error set if one is no text. */
static Py_ssize_t total_length(PyObject *texts)
{
    Py_ssize_t total = 0;
    for (Py_ssize_t i = 0; i < PyList_Size(texts); i++) {
        Py_ssize_t length = PyUnicode_GetLength(PyList_GetItem(texts, i));
        if (length < 0)
            return -1;
        total += length;
    }
    return total;
}

static PyObject *result_of(const Looks *looks, PyObject *others, Py_ssize_t least)
{
    const Py_ssize_t *of = looks->classes;
    if (PyList_Size(others) > 0) /* they may have the same words */
        least = 1;
    PyObject *shapes = counts_of(looks->shaped, looks->shaped_count, 1);
    PyObject *words = shapes == NULL ? NULL : counts_of(looks->words, looks->words_count, least);
    if (words == NULL) {
        Py_XDECREF(shapes);
        return NULL;
    }
    return Py_BuildValue("[nnnnn]NNO", of[0], of[1], of[2], of[3], of[4], shapes, words, others);
}

PyObject *look_at_texts(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *texts, *found = NULL;
    Py_ssize_t least;
    if (!PyArg_ParseTuple(args, "O!n", &PyList_Type, &texts, &least))
        return NULL;
    Py_ssize_t count = PyList_Size(texts), total = total_length(texts);
    if (total < 0)
        return NULL;
    Looks looks = {0};
    PyObject *others = PyList_New(0);
    looks.lowered = malloc((size_t)total + 1);
    looks.shapes = malloc((size_t)count * SHAPE_RUNS + 1);
    looks.words = malloc(((size_t)total / WORD_LENGTH + 1) * sizeof(Piece));
    looks.shaped = malloc(((size_t)count + 1) * sizeof(Piece));
    if (!looks.lowered || !looks.shapes || !looks.words || !looks.shaped)
        PyErr_NoMemory();
    else if (others != NULL && look_at(texts, &looks, others))
        found = result_of(&looks, others, least);
    free(looks.lowered);
    free(looks.shapes);
    free(looks.words);
    free(looks.shaped);
    Py_XDECREF(others);
    return found;
}
