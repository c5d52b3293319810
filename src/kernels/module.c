/* The module `wrapture.algo._kernels`. */

#include "kernels.h"

static PyMethodDef METHODS[] = {
    {"encode_tokens", encode_tokens, METH_VARARGS, NULL},
    {"gap_sums", gap_sums, METH_O, NULL},
    {"hash_texts", hash_texts, METH_O, NULL},
    {"look_at_texts", look_at_texts, METH_VARARGS, NULL},
    {"maximal_repeats", maximal_repeats, METH_VARARGS, NULL},
    {"path_shapes", path_shapes, METH_O, NULL},
    {"regular_runs", regular_runs, METH_VARARGS, NULL},
    {"span_totals", span_totals, METH_VARARGS, NULL},
    {"start_tags", start_tags, METH_VARARGS, NULL},
    {"sum_trees", sum_trees, METH_VARARGS, NULL},
    {"tag_sums", tag_sums, METH_VARARGS, NULL},
    {"text_offsets", text_offsets, METH_O, NULL},
    {"text_sums", text_sums, METH_VARARGS, NULL},
    {"weave_tokens", weave_tokens, METH_VARARGS, NULL},
    {NULL},
};

enum { VERSION = 5 }; /* of the interface to Python; `wrapture.algo.kernels` names the one that it supports */

static int filled(PyObject *module)
{
    return PyModule_AddIntConstant(module, "VERSION", VERSION);
}

static PyModuleDef_Slot MODULE_SLOTS[] = {{Py_mod_exec, filled}, {0, NULL}};

static PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_kernels", NULL, 0, METHODS, MODULE_SLOTS, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernels(void)
{
    return PyModuleDef_Init(&MODULE);
}
