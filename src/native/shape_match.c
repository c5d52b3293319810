#include "shape.h"

static bool fits_attributes(Shape *shape, Step *step, const Node *node)
{
    if (!step->is_strict && step->wanted.text.size == 0)
        return true;
    Demand *demand = shape->demands + step->first, *stop = shape->demands + step->stop;
    bool has_wanted = false;
    for (Attribute *attribute = lexbor.first_attribute(node); attribute; attribute = lexbor.next_attribute(attribute)) {
        if (step->is_strict) {
            if (demand == stop || !meets_demand(demand, attribute))
                return false;
            demand++;
        }
        if (step->wanted.text.size && is_attribute(&step->wanted, attribute)) {
            has_wanted = true;
            if (step->slot >= 0)
                shape->links[step->slot] = value_in(attribute);
        }
    }
    return (!step->is_strict || demand == stop) && has_wanted == step->has_wanted;
}

static bool fits_text(Shape *shape, Step *step, Node *node)
{
    if (!is_text(&step->tag, node))
        return false;
    if (step->kind == HIDDEN)
        return true;
    Slice text = text_in(node);
    if (text.size == 0 || is_blank(text) != (step->kind == BLANK))
        return false;
    if (step->slot >= 0)
        shape->texts[step->slot].raw = text;
    return true;
}

bool fits(Shape *shape, Node *node, const Node *last)
{
    Py_ssize_t at = 0;
    for (int depth = 0; node != NULL; node = after(node, last, &depth)) {
        Step *step = &shape->steps[at];
        bool is_fit = at < shape->steps_count && step->depth == depth;
        if (is_fit)
            is_fit = step->kind == ELEMENT ? is_element(&step->tag, node) && fits_attributes(shape, step, node)
                                           : fits_text(shape, step, node);
        if (is_fit)
            at++;
        else if (lexbor.type(node) != TYPE_COMMENT)
            return false;
    }
    return at == shape->steps_count;
}
