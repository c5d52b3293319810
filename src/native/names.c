#include "names.h"

static inline bool has_number(const Name *name, uintptr_t number)
{
    return name->number != 0 && number < KNOWN_TAGS;
}

static bool is_spelt(Name *name, uintptr_t number, const char *start, size_t size)
{
    if (start == NULL || !is_same(name->text, start, size))
        return false;
    if (number < KNOWN_TAGS)
        name->number = number;
    return true;
}

bool is_element(Name *name, const Node *node)
{
    uintptr_t number = lexbor.tag(node);
    if (has_number(name, number))
        return number == name->number;
    size_t size = 0;
    const char *start = lexbor.type(node) == TYPE_ELEMENT ? lexbor.name(node, &size) : NULL;
    return is_spelt(name, number, start, size);
}

bool is_attribute(Name *name, const Attribute *attribute)
{
    uintptr_t number = lexbor.tag((const Node *)attribute);
    if (has_number(name, number))
        return number == name->number;
    size_t size = 0;
    const char *start = lexbor.attribute_name(attribute, &size);
    return is_spelt(name, number, start, size);
}

bool is_text(Name *name, const Node *node)
{
    uintptr_t number = lexbor.tag(node);
    if (has_number(name, number))
        return number == name->number;
    if (lexbor.type(node) != TYPE_TEXT)
        return false;
    if (number < KNOWN_TAGS)
        name->number = number;
    return true;
}

Slice value_in(const Attribute *attribute)
{
    Slice value = {NULL, 0};
    value.start = lexbor.attribute_value(attribute, &value.size);
    return value.start == NULL ? (Slice){"", 0} : value;
}

static inline bool is_css_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static bool meets(const Demand *demand, Slice value)
{
    size_t size = demand->value.size;
    if (demand->demand == EXACT)
        return is_same(demand->value, value.start, value.size);
    if (demand->demand == FIRST_WORD)
        return value.size >= size && memcmp(demand->value.start, value.start, size) == 0 &&
               (value.size == size || is_css_space(value.start[size]));
    return true;
}

bool meets_demand(Demand *demand, const Attribute *attribute)
{
    return is_attribute(&demand->name, attribute) && meets(demand, value_in(attribute));
}

bool is_among(PyObject *names, const char *name, size_t size)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++) {
        Slice one;
        if (slice_of(PyTuple_GetItem(names, i), &one) && is_same(one, name, size))
            return true;
    }
    return false;
}

bool holds(Slice text, Slice part)
{
    if (part.size == 0 || text.size < part.size)
        return part.size == 0;
    const char *at = text.start, *stop = text.start + text.size - part.size + 1;
    for (; at < stop && (at = memchr(at, part.start[0], (size_t)(stop - at))) != NULL; at++)
        if (memcmp(at, part.start, part.size) == 0)
            return true;
    return false;
}

static bool meets_condition(const Condition *condition, const Node *node)
{
    for (Attribute *one = lexbor.first_attribute(node); one; one = lexbor.next_attribute(one)) {
        size_t size = 0;
        const char *name = lexbor.attribute_name(one, &size);
        if (name != NULL && is_same(condition->name, name, size))
            return holds(value_in(one), condition->part);
    }
    return false;
}

bool meets_all(const Condition *conditions, Py_ssize_t count, const Node *node)
{
    for (Py_ssize_t i = 0; i < count; i++)
        if (!meets_condition(&conditions[i], node))
            return false;
    return true;
}

bool read_demands(PyObject *written, Demand *demands)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(written); i++) {
        PyObject *name, *value, *demand = PyTuple_GetItem(written, i);
        if (!is_tuple(demand) || !PyArg_ParseTuple(demand, "SSi", &name, &value, &demands[i].demand) ||
            !slice_of(name, &demands[i].name.text) || !slice_of(value, &demands[i].value))
            return false;
    }
    return true;
}

bool read_conditions(PyObject *written, Condition *conditions)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(written); i++) {
        PyObject *name, *part;
        PyObject *condition = PyTuple_GetItem(written, i);
        if (!is_tuple(condition) || !PyArg_ParseTuple(condition, "SS", &name, &part) || !slice_of(name, &conditions[i].name) ||
            !slice_of(part, &conditions[i].part))
            return false;
    }
    return true;
}
