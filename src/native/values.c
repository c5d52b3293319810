#include "form.h"

enum { PLAIN, MAYBE_WHITE, MAYBE_MARK };

/* What a byte may begin: nothing that matters, white space, or U+E00A. */
static const unsigned char BYTES[256] = {
    [0x09] = MAYBE_WHITE, [0x0A] = MAYBE_WHITE, [0x0B] = MAYBE_WHITE, [0x0C] = MAYBE_WHITE, [0x0D] = MAYBE_WHITE,
    [0x1C] = MAYBE_WHITE, [0x1D] = MAYBE_WHITE, [0x1E] = MAYBE_WHITE, [0x1F] = MAYBE_WHITE, [0x20] = MAYBE_WHITE,
    [0xC2] = MAYBE_WHITE, [0xE1] = MAYBE_WHITE, [0xE2] = MAYBE_WHITE, [0xE3] = MAYBE_WHITE, [0xEE] = MAYBE_MARK,
};

/* Whether a buffer takes so many bytes, after it was made larger if need be. */
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

/* Leave single spaces as the only white space of a text, with none around it; where there was some is kept.  Most texts are like
   that already and stay where they are; others are written to `out`, which is then moved on.  Return false where there is a
   character that the plain way takes for the end of a line. */
static bool clean(Text *text, char **out)
{
    const unsigned char *at = (const unsigned char *)text->raw.start, *end = at + text->raw.size;
    for (size_t size; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
        text->before = true;
    const unsigned char *first = at, *copied = at; /* what is before the latter was written if anything was */
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

static bool clean_all(Form *form)
{
    size_t needed = 1;
    for (Py_ssize_t i = 0; i < form->texts_count; i++)
        needed += form->texts[i].raw.size;
    if (!has_room(&form->cleaned, needed))
        return false;
    char *out = form->cleaned.start;
    for (Py_ssize_t i = 0; i < form->texts_count; i++) {
        form->texts[i].before = form->texts[i].after = false;
        if (!clean(&form->texts[i], &out))
            return false;
    }
    return true;
}

static PyObject *decoded(const char *start, size_t size)
{
    return PyUnicode_DecodeUTF8(start, (Py_ssize_t)size, NULL);
}

/* Return a value: its texts one after the other, with a space where there is white space between them. */
static PyObject *value_of(Form *form, const Part *part, const Part *stop)
{
    if (stop - part == 1)
        return decoded(form->texts[part->text].shown.start, form->texts[part->text].shown.size);
    size_t needed = 1;
    for (const Part *one = part; one < stop; one++)
        needed += form->texts[one->text].shown.size + 1;
    if (!has_room(&form->joined, needed))
        return PyErr_NoMemory();
    char *out = form->joined.start;
    bool space = false;
    for (; part < stop; part++) {
        const Text *text = &form->texts[part->text];
        if (out != form->joined.start && (space || part->apart || text->before))
            *out++ = ' ';
        memcpy(out, text->shown.start, text->shown.size);
        out += text->shown.size;
        space = text->after;
    }
    return decoded(form->joined.start, (size_t)(out - form->joined.start));
}

/* Return an address as browsers read it: without white space around it, and without line ends and tabs in it. */
static PyObject *address_of(Form *form, Slice value)
{
    const unsigned char *at = (const unsigned char *)value.start, *end = at + value.size;
    for (size_t size; at < end && (size = white(at, (size_t)(end - at))) > 0; at += size)
        ;
    if (!has_room(&form->joined, (size_t)(end - at) + 1))
        return PyErr_NoMemory();
    char *out = form->joined.start, *last = out; /* the latter is one past what is not white */
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
    return decoded(form->joined.start, (size_t)(last - form->joined.start));
}

/* Add an item to a tuple that is being filled; return whether there is one. */
static bool put(PyObject *tuple, Py_ssize_t *count, PyObject *item)
{
    return item != NULL && PyTuple_SetItem(tuple, (*count)++, item) == 0;
}

PyObject *values_of(Form *form)
{
    if (form->values_count > 0 && !clean_all(form))
        Py_RETURN_NONE;
    Py_ssize_t count = 0;
    PyObject *values = PyTuple_New(1 + form->links_count + form->values_count + form->asked_count);
    if (values == NULL)
        return NULL;
    Py_INCREF(Py_None);
    bool is_well = put(values, &count, Py_None);
    for (Py_ssize_t i = 0; is_well && i < form->links_count; i++)
        is_well = put(values, &count, address_of(form, form->links[i]));
    for (Py_ssize_t i = 0; is_well && i < form->values_count; i++)
        is_well = put(values, &count, value_of(form, form->parts + form->starts[i], form->parts + form->starts[i + 1]));
    for (Py_ssize_t i = 0; is_well && i < form->asked_count; i++) {
        Slice text = form->texts[form->asked[i]].raw;
        is_well = put(values, &count, decoded(text.start, text.size));
    }
    if (is_well)
        return values;
    Py_DECREF(values);
    if (PyErr_ExceptionMatches(PyExc_MemoryError))
        return NULL;
    PyErr_Clear(); /* what is no UTF-8 is left to who reads it in Python */
    Py_RETURN_NONE;
}
