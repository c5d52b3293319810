/* Shared by all parts of this module: the parser's library, slices of text, and conversions between Python and nodes.

   selectolax parses with Lexbor, a C library linked into its extension module.  The functions of that library are looked up there
   by name (`bind`).  Nothing is assumed about Lexbor's memory layout: nodes are opaque pointers that only its own functions
   dereference.  Callers pass nodes as numbers and must keep their tree alive. */

#ifndef WRAPTURE_TREE_H
#define WRAPTURE_TREE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- the parser's library --- */

typedef struct lxb_node Node;
typedef struct lxb_attribute Attribute;

typedef enum { GO_ON = 0, STOP = 1 } Action; /* what a visitor returns at each node of a walk */

enum { TYPE_ELEMENT = 1, TYPE_TEXT = 3, TYPE_COMMENT = 8 }; /* as in the DOM standard */
enum { KNOWN_TAGS = 512 }; /* Lexbor numbers the names of HTML from 1 on; those of other elements are far higher */

struct Lexbor {
    int (*type)(const Node *);
    uintptr_t (*tag)(const Node *);
    void (*walk)(Node *, Action (*)(Node *, void *), void *);
    Node *(*first_child)(const Node *);
    Node *(*next)(const Node *);
    Node *(*parent)(const Node *);
    const char *(*name)(const Node *, size_t *);
    const char *(*text)(const Node *, size_t *); /* a copy that lives as long as the tree */
    unsigned (*write)(const Node *, unsigned (*)(const char *, size_t, void *), void *);
    Attribute *(*first_attribute)(const Node *);
    Attribute *(*next_attribute)(const Attribute *);
    const char *(*attribute_name)(const Attribute *, size_t *);
    const char *(*attribute_value)(const Attribute *, size_t *);
};

extern struct Lexbor lexbor;

PyObject *bind(PyObject *module, PyObject *args);
PyObject *symbols(PyObject *module, PyObject *none);
PyObject *number(PyObject *module, PyObject *args);

/* --- slices --- */

typedef struct {
    const char *start;
    size_t size;
} Slice;

static inline bool is_same(Slice one, const char *start, size_t size)
{
    return one.size == size && memcmp(one.start, start, size) == 0;
}

/* Return the text of a text node, of size 0 if there is none; without a copy if possible. */
Slice text_in(const Node *node);

/* The number of bytes of the white-space character that begins here, as defined by str.isspace; 0 for none. */
static inline size_t white(const unsigned char *at, size_t left)
{
    if (*at < 0x80)
        return *at == ' ' || (*at >= 0x09 && *at <= 0x0D) || (*at >= 0x1C && *at <= 0x1F);
    if (*at == 0xC2 && left >= 2)
        return at[1] == 0x85 || at[1] == 0xA0 ? 2 : 0;
    if (*at < 0xE1 || *at > 0xE3 || left < 3)
        return 0;
    switch (at[0] << 16 | at[1] << 8 | at[2]) {
    case 0xE19A80: /* 1680 */
    case 0xE280A8: case 0xE280A9: case 0xE280AF: /* 2028, 2029, 202F */
    case 0xE2819F: /* 205F */
    case 0xE38080: /* 3000 */
        return 3;
    default: /* 2000 to 200A */
        return at[0] == 0xE2 && at[1] == 0x80 && at[2] <= 0x8A ? 3 : 0;
    }
}

bool is_blank(Slice text);

/* --- between Python and C --- */

/* Return whether an object is a tuple; set an error if it is not. */
bool is_tuple(PyObject *object);
/* Read the bytes of an object that stays alive; set an error and return false if it is not bytes. */
bool slice_of(PyObject *bytes, Slice *slice);
/* Return whether the parser's functions are known; set an error if they are not. */
bool is_ready(void);
/* Read the address of a node, or those of the first and the last of some siblings. */
bool read_subject(PyObject *subject, Node **first, Node **last);
/* Add an item, which may be NULL after an error, to a list; steals the reference. */
bool add_item(PyObject *list, PyObject *item);
/* Return a new object of a type, zero-initialized. */
void *allocated(PyTypeObject *type);
/* Free an object, after its owner has released what it holds. */
void released(PyObject *self);

/* --- walking --- */

/* Return the node after another in document order, NULL after everything inside the last sibling.
   The depth is updated; that of the siblings is 0. */
Node *after(Node *node, const Node *last, int *depth);

extern PyType_Spec BOOK_SPEC, SHAPE_SPEC, GUARD_SPEC, MAKER_SPEC, SCANNER_SPEC, SEEKER_SPEC;

#endif
