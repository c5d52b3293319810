/* The shapes of addresses without their hosts, for `wrapture.values.column_profile`.

   Only usual addresses are taken apart here: printable ASCII, with a host or from the root of the site, and names in the query that
   stand for themselves.  The others are left to the reference in Python. */

#include "kernels.h"

enum { LONGEST = 60, NAMES = 5 };

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_of_host(char byte)
{
    char small = byte | 0x20;
    return (small >= 'a' && small <= 'z') || is_digit(byte) || byte == '.' || byte == '-';
}

/* Where the path begins; NULL unless the address is a usual one. */
static const char *path_of(const char *at, const char *end)
{
    if (end - at > 0 && at[0] == '/')
        return end - at > 1 && at[1] == '/' ? NULL : at;
    size_t scheme = end - at > 7 && memcmp(at, "http://", 7) == 0 ? 7 : 8;
    if (end - at <= (Py_ssize_t)scheme || (scheme == 8 && memcmp(at, "https://", 8) != 0))
        return NULL;
    const char *host = at += scheme;
    while (at < end && is_of_host(*at))
        at++;
    if (at == host)
        return NULL;
    if (at < end && *at == ':')
        for (at++; at < end && is_digit(*at);)
            at++;
    return at == end || *at == '/' || *at == '?' || *at == '#' ? at : NULL;
}

/* Write a path with 9 for each number; return where it ends in the address. */
static const char *add_path(const char *at, const char *end, char **out)
{
    for (; at < end && *at != '?' && *at != '#'; at++)
        if (!is_digit(*at))
            *(*out)++ = *at;
        else if (at + 1 == end || !is_digit(at[1]))
            *(*out)++ = '9';
    return at;
}

/* Write the names of a query after a question mark, nothing if they are empty; false if one does not stand for itself. */
static bool add_names(const char *at, const char *end, char **out)
{
    char *start = *out;
    *(*out)++ = '?';
    for (int names = 0; at < end && *at != '#' && names < NAMES; at++) {
        if (*at == '&')
            continue;
        if (names++ > 0)
            *(*out)++ = '&';
        for (bool is_name = true; at < end && *at != '&' && *at != '#'; at++) {
            is_name = is_name && *at != '=';
            if (is_name && (*at == '%' || *at == '+'))
                return false;
            if (is_name)
                *(*out)++ = *at;
        }
        at--;
    }
    if (*out == start + 1)
        *out = start;
    return true;
}

static bool is_printable(const char *at, const char *end)
{
    while (at < end && *at > ' ' && *at <= '~')
        at++;
    return at == end;
}

static PyObject *shape_of(PyObject *text)
{
    Py_ssize_t size;
    const char *start = ascii_of(text, &size);
    if (start == NULL)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    const char *end = start + size, *at = is_printable(start, end) ? path_of(start, end) : NULL;
    if (at == NULL)
        return Py_NewRef(Py_None);
    char *shape = malloc((size_t)size + 2), *out = shape;
    if (shape == NULL)
        return PyErr_NoMemory();
    at = add_path(at, end, &out);
    bool is_known = at == end || *at == '#' || add_names(at + 1, end, &out);
    Py_ssize_t length = out - shape < LONGEST ? out - shape : LONGEST;
    PyObject *found = is_known ? PyUnicode_FromStringAndSize(shape, length) : Py_NewRef(Py_None);
    free(shape);
    return found;
}

PyObject *path_shapes(PyObject *Py_UNUSED(module), PyObject *addresses)
{
    return each_text(addresses, shape_of);
}
