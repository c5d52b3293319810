#include "form.h"

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

/* The parser numbers the names of elements and of attributes, which are nodes, too; those of HTML the same way on every page.
   So a name is compared once, and its number from then on. */
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

static bool is_element(Name *name, const Node *node)
{
    uintptr_t number = lexbor.tag(node);
    if (has_number(name, number))
        return number == name->number;
    size_t size = 0;
    const char *start = lexbor.type(node) == TYPE_ELEMENT ? lexbor.name(node, &size) : NULL;
    return is_spelt(name, number, start, size);
}

static bool is_attribute(Name *name, const Attribute *attribute)
{
    uintptr_t number = lexbor.tag((const Node *)attribute);
    if (has_number(name, number))
        return number == name->number;
    size_t size = 0;
    const char *start = lexbor.attribute_name(attribute, &size);
    return is_spelt(name, number, start, size);
}

static Slice value_in(const Attribute *attribute)
{
    Slice value = {NULL, 0};
    value.start = lexbor.attribute_value(attribute, &value.size);
    return value.start == NULL ? (Slice){"", 0} : value;
}

static bool fits_attributes(Form *form, Step *step, const Node *node)
{
    if (!step->is_strict && step->wanted.text.size == 0)
        return true;
    Demand *demand = form->demands + step->first, *stop = form->demands + step->stop;
    bool has_wanted = false;
    for (Attribute *attribute = lexbor.first_attribute(node); attribute; attribute = lexbor.next_attribute(attribute)) {
        if (step->is_strict) {
            if (demand == stop || !is_attribute(&demand->name, attribute) || !meets(demand, value_in(attribute)))
                return false;
            demand++;
        }
        if (step->wanted.text.size && is_attribute(&step->wanted, attribute)) {
            has_wanted = true;
            if (step->slot >= 0)
                form->links[step->slot] = value_in(attribute);
        }
    }
    return (!step->is_strict || demand == stop) && has_wanted == step->has_wanted;
}

static bool is_text(Name *name, const Node *node)
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

static bool fits_text(Form *form, Step *step, Node *node)
{
    if (!is_text(&step->tag, node))
        return false;
    if (step->kind == HIDDEN)
        return true;
    Slice text = {NULL, 0};
    text.start = lexbor.text(node, &text.size);
    if (text.start == NULL || text.size == 0 || is_blank(text) != (step->kind == BLANK))
        return false;
    if (step->slot >= 0)
        form->texts[step->slot].raw = text;
    return true;
}

bool fits(Form *form, Node *node, const Node *last)
{
    Py_ssize_t at = 0;
    for (int depth = 0; node != NULL; node = after(node, last, &depth)) {
        Step *step = &form->steps[at];
        bool is_fit = at < form->steps_count && step->depth == depth;
        if (is_fit)
            is_fit = step->kind == ELEMENT ? is_element(&step->tag, node) && fits_attributes(form, step, node)
                                           : fits_text(form, step, node);
        if (is_fit)
            at++;
        else if (lexbor.type(node) != TYPE_COMMENT)
            return false;
    }
    return at == form->steps_count;
}
