/* Shared by all parts of this module: the inner loops of discovery and of profiles, on strings and arrays of numbers.

   Each function has a reference in Python that gives the same result; tests compare the two.  Nothing here knows pages or the
   parser.  Arrays of 32-bit numbers come as bytes. */

#ifndef WRAPTURE_KERNELS_H
#define WRAPTURE_KERNELS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

PyObject *encode_tokens(PyObject *module, PyObject *args);
PyObject *gap_sums(PyObject *module, PyObject *positions);
PyObject *hash_texts(PyObject *module, PyObject *texts);
PyObject *look_at_texts(PyObject *module, PyObject *args);
PyObject *maximal_repeats(PyObject *module, PyObject *args);
PyObject *path_shapes(PyObject *module, PyObject *addresses);
PyObject *regular_runs(PyObject *module, PyObject *args);
PyObject *span_totals(PyObject *module, PyObject *args);
PyObject *start_tags(PyObject *module, PyObject *args);
PyObject *sum_trees(PyObject *module, PyObject *args);
PyObject *tag_sums(PyObject *module, PyObject *args);
PyObject *text_offsets(PyObject *module, PyObject *texts);
PyObject *text_sums(PyObject *module, PyObject *args);
PyObject *weave_tokens(PyObject *module, PyObject *args);

/* The suffix array of `size` symbols 0 .. upper; false if memory runs out. */
bool sort_suffixes(const int32_t *symbols, int32_t size, int32_t upper, int32_t *suffixes);

/* How many symbols each suffix shares with the one before it in the suffix array; false if memory runs out. */
bool count_shared(const int32_t *symbols, int32_t size, const int32_t *suffixes, int32_t *shared);

/* The characters of a string as ranks 0 .. upper in the order of their code points; NULL with an error set on failure. */
int32_t *ranks_of(PyObject *text, int32_t *size, int32_t *upper);

/* The bytes of an ASCII text and how many there are; NULL for other texts, with an error set if it is no text. */
const char *ascii_of(PyObject *text, Py_ssize_t *size);

/* A list of what `of` returns for each text of a list; NULL with an error set on failure. */
PyObject *each_text(PyObject *texts, PyObject *(*of)(PyObject *text));

/* Whether a byte of an ASCII text is white space for `str.isspace`. */
bool is_space(unsigned char byte);

/* The 32-bit numbers in a bytes object, and how many there are; NULL with an error set if it is not one. */
static inline const int32_t *numbers_of(PyObject *bytes, Py_ssize_t *count)
{
    char *start;
    if (PyBytes_AsStringAndSize(bytes, &start, count) < 0)
        return NULL;
    *count /= (Py_ssize_t)sizeof(int32_t);
    return (const int32_t *)(const void *)start;
}

static inline bool add_item(PyObject *list, PyObject *item)
{
    bool is_added = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return is_added;
}

#endif
