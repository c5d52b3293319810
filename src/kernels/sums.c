/* Sums over the texts and the tags of a page up to each node, and the nodes that have any of something. */

#include "kernels.h"

enum { TEXT_SUMS = 5, MOST_KINDS = 31 };

/* What is known of a text: its characters, those of them within white space at its ends, its spaces and its digits. */
typedef struct {
    Py_ssize_t length, blank, spaces, digits;
} TextCounts;

/* The bytes of the white-space character that begins here, as defined by str.isspace; 0 for none. */
static Py_ssize_t white(const unsigned char *at, Py_ssize_t left)
{
    if (*at < 0x80)
        return is_space(*at);
    if (*at == 0xC2 && left >= 2)
        return at[1] == 0x85 || at[1] == 0xA0 ? 2 : 0;
    if (*at < 0xE1 || *at > 0xE3 || left < 3)
        return 0;
    unsigned character = (unsigned)(*at & 0x0F) << 12 | (unsigned)(at[1] & 0x3F) << 6 | (at[2] & 0x3F);
    bool is_white = character == 0x1680 || (character >= 0x2000 && character <= 0x200A) || character == 0x2028
                    || character == 0x2029 || character == 0x202F || character == 0x205F || character == 0x3000;
    return is_white ? 3 : 0;
}

/* The bytes of the white-space character that ends before this place; 0 for none. */
static Py_ssize_t white_before(const unsigned char *end, Py_ssize_t left)
{
    for (Py_ssize_t size = 1; size <= 3 && size <= left; size++)
        if ((end[-size] & 0xC0) != 0x80)
            return white(end - size, size) == size ? size : 0;
    return 0;
}

static void count_bytes(const unsigned char *text, Py_ssize_t size, TextCounts *counts)
{
    Py_ssize_t start = 0, stop = size;
    for (Py_ssize_t step; start < stop && (step = white(text + start, stop - start)) > 0; start += step)
        counts->blank++;
    for (Py_ssize_t step; start < stop && (step = white_before(text + stop, stop - start)) > 0; stop -= step)
        counts->blank++;
    for (Py_ssize_t i = 0; i < size; i++) {
        counts->spaces += text[i] == ' ';
        counts->digits += (unsigned char)(text[i] - '0') < 10;
    }
}

/* The same for a text with half of a surrogate pair, which is no UTF-8: character by character. */
static bool count_characters(PyObject *text, TextCounts *counts)
{
    PyObject *bytes = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    char *start;
    Py_ssize_t size;
    bool is_well = bytes != NULL && PyBytes_AsStringAndSize(bytes, &start, &size) == 0;
    if (is_well)
        count_bytes((const unsigned char *)start, size, counts);
    Py_XDECREF(bytes);
    return is_well;
}

static bool count_text(PyObject *text, TextCounts *counts)
{
    Py_ssize_t size;
    *counts = (TextCounts){PyUnicode_GetLength(text), 0, 0, 0};
    if (counts->length <= 0)
        return counts->length == 0;
    const char *start = PyUnicode_AsUTF8AndSize(text, &size);
    if (start == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return false;
        PyErr_Clear();
        return count_characters(text, counts);
    }
    count_bytes((const unsigned char *)start, size, counts);
    return true;
}

static bool is_list(PyObject *object)
{
    if (PyList_Check(object))
        return true;
    PyErr_SetString(PyExc_TypeError, "expected a list");
    return false;
}

/* For each text and for the end, the characters before it without white space around texts, as a list of numbers. */
PyObject *text_offsets(PyObject *Py_UNUSED(module), PyObject *texts)
{
    if (!is_list(texts))
        return NULL;
    Py_ssize_t count = PyList_Size(texts), offset = 0;
    PyObject *found = PyList_New(count + 1), *last = PyLong_FromLong(0);
    bool is_well = found != NULL && last != NULL && PyList_SetItem(found, 0, last) == 0;
    for (Py_ssize_t i = 0; is_well && i < count; i++) {
        TextCounts counts;
        is_well = count_text(PyList_GetItem(texts, i), &counts);
        Py_ssize_t own = counts.length - counts.blank;
        if (own > 0)
            last = PyLong_FromSsize_t(offset += own);
        else
            Py_INCREF(last);
        is_well = is_well && last != NULL && PyList_SetItem(found, i + 1, last) == 0;
    }
    if (!is_well)
        Py_CLEAR(found);
    return found;
}

/* The numbers of the texts that show anything; and as arrays, the running sums of these texts, of words, of digits, of texts of
   `many` characters or more, and of the characters of those with `most` or more. */
PyObject *text_sums(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *texts, *sums[TEXT_SUMS] = {NULL}, *shown;
    Py_ssize_t many, most;
    if (!PyArg_ParseTuple(args, "O!nn", &PyList_Type, &texts, &many, &most) || (shown = PyList_New(0)) == NULL)
        return NULL;
    Py_ssize_t count = PyList_Size(texts);
    int32_t *columns[TEXT_SUMS], total[TEXT_SUMS] = {0};
    bool is_well = true;
    for (int k = 0; is_well && k < TEXT_SUMS; k++) {
        sums[k] = PyBytes_FromStringAndSize(NULL, (count + 1) * (Py_ssize_t)sizeof(int32_t));
        is_well = sums[k] != NULL;
        if (is_well)
            *(columns[k] = (int32_t *)(void *)PyBytes_AsString(sums[k])) = 0;
    }
    for (Py_ssize_t i = 0; is_well && i < count; i++) {
        TextCounts counts;
        is_well = count_text(PyList_GetItem(texts, i), &counts);
        if (is_well && counts.length > counts.blank) {
            is_well = add_item(shown, PyLong_FromSsize_t(i));
            total[0]++;
        }
        if (counts.length > 0) {
            total[1] += (int32_t)counts.spaces + 1;
            total[2] += (int32_t)counts.digits;
            total[3] += counts.length >= many;
            total[4] += counts.length >= most ? (int32_t)counts.length : 0;
        }
        for (int k = 0; k < TEXT_SUMS; k++)
            columns[k][i + 1] = total[k];
    }
    if (is_well)
        return Py_BuildValue("(NNNNNN)", shown, sums[0], sums[1], sums[2], sums[3], sums[4]);
    Py_DECREF(shown);
    for (int k = 0; k < TEXT_SUMS; k++)
        Py_XDECREF(sums[k]);
    return NULL;
}

/* For each kind of elements, their running number as an array, and their nodes; given the names of all nodes, the kinds of each
   name as the bits of a number, and how many kinds there are. */
PyObject *tag_sums(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *tags, *kinds, *found;
    int count;
    if (!PyArg_ParseTuple(args, "O!O!i", &PyList_Type, &tags, &PyDict_Type, &kinds, &count))
        return NULL;
    if (count < 0 || count > MOST_KINDS) {
        PyErr_SetString(PyExc_ValueError, "too many kinds");
        return NULL;
    }
    Py_ssize_t size = PyList_Size(tags);
    int32_t *columns[MOST_KINDS], total[MOST_KINDS] = {0};
    PyObject *nodes[MOST_KINDS];
    bool is_well = (found = PyList_New(0)) != NULL;
    for (int k = 0; is_well && k < count; k++) {
        PyObject *sums = PyBytes_FromStringAndSize(NULL, (size + 1) * (Py_ssize_t)sizeof(int32_t));
        nodes[k] = PyList_New(0);
        if (sums != NULL)
            *(columns[k] = (int32_t *)(void *)PyBytes_AsString(sums)) = 0;
        is_well = add_item(found, sums != NULL && nodes[k] != NULL ? Py_BuildValue("(NN)", sums, nodes[k]) : NULL);
    }
    for (Py_ssize_t i = 0; is_well && i < size; i++) {
        PyObject *bits = PyDict_GetItemWithError(kinds, PyList_GetItem(tags, i));
        long mask = bits != NULL ? PyLong_AsLong(bits) : 0;
        if (PyErr_Occurred())
            is_well = false;
        for (int k = 0; is_well && k < count; k++) {
            if (mask >> k & 1) {
                total[k]++;
                is_well = add_item(nodes[k], PyLong_FromSsize_t(i));
            }
            columns[k][i + 1] = total[k];
        }
    }
    if (!is_well)
        Py_CLEAR(found);
    return found;
}
