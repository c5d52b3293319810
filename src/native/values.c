#include "shape.h"

enum { PLAIN, MAYBE_WHITE, MAYBE_MARK };

/* What a byte may begin: ordinary text, white space, or U+E00A. */
static const unsigned char BYTES[256] = {
    [0x09] = MAYBE_WHITE, [0x0A] = MAYBE_WHITE, [0x0B] = MAYBE_WHITE, [0x0C] = MAYBE_WHITE, [0x0D] = MAYBE_WHITE,
    [0x1C] = MAYBE_WHITE, [0x1D] = MAYBE_WHITE, [0x1E] = MAYBE_WHITE, [0x1F] = MAYBE_WHITE, [0x20] = MAYBE_WHITE,
    [0xC2] = MAYBE_WHITE, [0xE1] = MAYBE_WHITE, [0xE2] = MAYBE_WHITE, [0xE3] = MAYBE_WHITE, [0xEE] = MAYBE_MARK,
};

/* Grow a buffer to the needed size; return whether there is enough memory. */
static bool has_room(Buffer *buffer, size_t needed)
{
    if (needed <= buffer->room)
        return true;
    char *larger = realloc(buffer->start, 2 * needed);
    if (larger == NULL)
        return false;
    *buffer = (Buffer){larger, 2 * needed};
    return true;
}

/* Collapse the white space of a text to single spaces and strip it; `before` and `after` record whether there was any around it.
   Most texts are clean already and stay in place; others are written to `out`, which then advances.  Return false if there is a
   character that the reference reader treats as a line end. */
static bool clean(Text *text, char **out)
{
    const unsigned char *at = (const unsigned char *)text->raw.start, *end = at + text->raw.size;
    for (size_t size; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
        text->before = true;
    const unsigned char *first = at, *copied = at; /* everything before `copied` is written, if anything is */
    char *start = NULL, *to = *out;
    while (at < end) {
        int kind = BYTES[*at];
        if (kind == PLAIN) {
            at++;
            continue;
        }
        size_t size = white(at, (size_t)(end - at));
        if (size == 0) {
            if (kind == MAYBE_MARK && end - at >= 3 && at[1] == 0x80 && at[2] == 0x8A)
                return false;
            at++;
            continue;
        }
        const unsigned char *space = at;
        for (; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
            ;
        if (at == end) {
            text->after = true;
            end = space;
        } else if (at - space != 1 || *space != ' ') {
            start = *out;
            memcpy(to, copied, (size_t)(space - copied));
            to += space - copied;
            *to++ = ' ';
            copied = at;
        }
    }
    if (start == NULL) {
        text->shown = (Slice){(const char *)first, (size_t)(end - first)};
        return true;
    }
    memcpy(to, copied, (size_t)(end - copied));
    to += end - copied;
    text->shown = (Slice){start, (size_t)(to - start)};
    *out = to;
    return true;
}

static bool clean_all(Shape *shape)
{
    size_t needed = 1;
    for (Py_ssize_t i = 0; i < shape->texts_count; i++)
        needed += shape->texts[i].raw.size;
    if (!has_room(&shape->cleaned, needed))
        return false;
    char *out = shape->cleaned.start;
    for (Py_ssize_t i = 0; i < shape->texts_count; i++) {
        shape->texts[i].before = shape->texts[i].after = false;
        if (!clean(&shape->texts[i], &out))
            return false;
    }
    return true;
}

static PyObject *decoded(const char *start, size_t size)
{
    return PyUnicode_DecodeUTF8(start, (Py_ssize_t)size, NULL);
}

static bool is_digit(unsigned char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Return whether a character belongs to a word, given its first byte: a letter or digit of ASCII, or U+00C0 to U+07FF. */
static bool is_in_word(unsigned char byte)
{
    return is_digit(byte) || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || (byte >= 0xC3 && byte <= 0xDF);
}

/* Return whether a seam needs a space between the text from `start` to `end`, which is not empty, and the next one. */
static bool needs_space(int seam, const char *start, const char *end, Slice next)
{
    if (seam == GLUED || seam == APART || next.size == 0)
        return seam == APART;
    const unsigned char *last = (const unsigned char *)end - 1;
    unsigned char first = (unsigned char)next.start[0];
    if (seam == DIGITS_APART)
        return is_digit(*last) && is_digit(first);
    while (last > (const unsigned char *)start && (*last & 0xC0) == 0x80) /* to the first byte of the last character */
        last--;
    return is_in_word(*last) && is_in_word(first);
}

/* Return a value: its texts joined, with a space where white space separates them. */
static PyObject *value_of(Shape *shape, const Part *part, const Part *stop)
{
    if (stop - part == 1)
        return decoded(shape->texts[part->text].shown.start, shape->texts[part->text].shown.size);
    size_t needed = 1;
    for (const Part *one = part; one < stop; one++)
        needed += shape->texts[one->text].shown.size + 1;
    if (!has_room(&shape->joined, needed))
        return PyErr_NoMemory();
    char *out = shape->joined.start;
    bool space = false;
    for (; part < stop; part++) {
        const Text *text = &shape->texts[part->text];
        if (out != shape->joined.start && (space || text->before || needs_space(part->seam, shape->joined.start, out, text->shown)))
            *out++ = ' ';
        memcpy(out, text->shown.start, text->shown.size);
        out += text->shown.size;
        space = text->after;
    }
    return decoded(shape->joined.start, (size_t)(out - shape->joined.start));
}

/* Return an address as browsers read it: stripped of white space, and without line ends and tabs. */
static PyObject *address_of(Shape *shape, Slice value)
{
    const unsigned char *at = (const unsigned char *)value.start, *end = at + value.size;
    for (size_t size; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
        ;
    if (!has_room(&shape->joined, (size_t)(end - at) + 1))
        return PyErr_NoMemory();
    char *out = shape->joined.start, *last = out; /* `last` is one past the last character that is not white space */
    while (at < end) {
        size_t size = BYTES[*at] == PLAIN ? 0 : white(at, (size_t)(end - at));
        if (size == 0) {
            *out++ = (char)*at++;
            last = out;
        } else if (*at == '\t' || *at == '\n' || *at == '\r') {
            at++;
        } else {
            memcpy(out, at, size);
            out += size;
            at += size;
        }
    }
    return decoded(shape->joined.start, (size_t)(last - shape->joined.start));
}

/* Add an item to a tuple that is being filled; return whether the item is not NULL. */
static bool put(PyObject *tuple, Py_ssize_t *count, PyObject *item)
{
    return item != NULL && PyTuple_SetItem(tuple, (*count)++, item) == 0;
}

PyObject *values_of(Shape *shape)
{
    if (shape->values_count > 0 && !clean_all(shape))
        Py_RETURN_NONE;
    Py_ssize_t count = 0;
    PyObject *values = PyTuple_New(1 + shape->links_count + shape->values_count + shape->asked_count);
    if (values == NULL)
        return NULL;
    Py_INCREF(Py_None);
    bool is_well = put(values, &count, Py_None);
    for (Py_ssize_t i = 0; is_well && i < shape->links_count; i++)
        is_well = put(values, &count, address_of(shape, shape->links[i]));
    for (Py_ssize_t i = 0; is_well && i < shape->values_count; i++)
        is_well = put(values, &count, value_of(shape, shape->parts + shape->starts[i], shape->parts + shape->starts[i + 1]));
    for (Py_ssize_t i = 0; is_well && i < shape->asked_count; i++) {
        Slice text = shape->texts[shape->asked[i]].raw;
        is_well = put(values, &count, decoded(text.start, text.size));
    }
    if (is_well)
        return values;
    Py_DECREF(values);
    if (PyErr_ExceptionMatches(PyExc_MemoryError))
        return NULL;
    PyErr_Clear(); /* text that is not UTF-8 is left to the reference reader */
    Py_RETURN_NONE;
}
