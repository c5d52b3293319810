/* The parser's work on a page, estimated tag by tag: the twin of `wrapture.html.tagscan`, which explains what is counted and
   why.  It only clears pages and never refuses one: if a count comes near a limit, the page is left to its twin.

   Lengths are in bytes, only the first few hundred names are recognized when they recur, and only ASCII white space counts as
   blank, so that every count here is at least as high as there.  Python passes the known names, each with the sets that it belongs to as bits. */

#include "tree.h"

enum {
    NOT_OPENED = 1 << 0, ONCE = 1 << 1, RAW = 1 << 2, FORMATTING = 1 << 3, HEADINGS = 1 << 4, MARKERS = 1 << 5,
    SCOPE = 1 << 6, CLOSES_P = 1 << 7, SPECIAL = 1 << 8, P_SCOPE = 1 << 9, FOREIGN = 1 << 10, HTML_AGAIN = 1 << 11,
    IN_TABLE = 1 << 12, TABLE_PARTS = 1 << 13, JOINING = 1 << 14, ITEM = 1 << 15, CELLS = 1 << 16, GROUPS = 1 << 17,
    UNCELLED = 1 << 18, P = 1 << 19, LI = 1 << 20, DD_DT = 1 << 21, TR = 1 << 22, OPTION = 1 << 23, BUTTON = 1 << 24,
    SELECT = 1 << 25, A_NOBR = 1 << 26, TABLE = 1 << 27, CAPTION = 1 << 28, PLAINTEXT = 1 << 29, TEMPLATE = 1 << 30,
};

enum { SEEN = 1024, PROBES = 8 }; /* places for names that were read, and how many are looked at for one */
enum { SLOTS = 512, LONGEST_NAME = 24 }; /* of the table of known names; there are about 150 */

typedef struct {
    char text[LONGEST_NAME];
    size_t size; /* 0 for an empty slot */
    uint32_t sets;
} Name;

typedef struct {
    PyObject_HEAD
    Name names[SLOTS];
    long long steps, attributes, options, all_names, clones, joined; /* the limits */
    long long compared, cloned, alike, within;                       /* weights, the same as the twin's */
    long long long_tag;                                              /* half the bytes of a long tag */
} Guard;

typedef struct {
    Slice name;
    int known; /* its slot, or -1 */
    uint32_t sets;
} Open;

typedef struct {
    int known;
    Slice rest;
} Format;

typedef struct {
    Py_ssize_t first; /* formatting element since this marker */
    long long open;
} Frame;

typedef struct {
    const Guard *guard;
    Open *stack;
    Format *active;
    Frame *frames;
    Py_ssize_t depth, stack_room, active_count, active_room, frame_count, frame_room;
    long long open[SLOTS]; /* how often each known name is open */
    long long open_table, open_template, open_select, open_foreign;
    long long steps, options, names, merged, clones, joined, text, moved;
    Slice seen[SEEN]; /* names of tags and attributes */
    bool is_over; /* a limit was exceeded, or memory ran out */
} Scan;

/* --- names --- */

static inline char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static size_t slot_of(const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)lower(name[i])) * 16777619u;
    return hash % SLOTS;
}

static bool is_alike(const char *one, const char *other, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (lower(one[i]) != lower(other[i]))
            return false;
    return true;
}

static int find_name(const Guard *guard, Slice name)
{
    if (name.size >= LONGEST_NAME)
        return -1;
    for (size_t slot = slot_of(name.start, name.size);; slot = (slot + 1) % SLOTS) {
        const Name *known = &guard->names[slot];
        if (known->size == 0)
            return -1;
        if (known->size == name.size && is_alike(known->text, name.start, name.size))
            return (int)slot;
    }
}

/* --- the estimate --- */

static void *grown(Scan *scan, void *items, Py_ssize_t count, Py_ssize_t *room, size_t size)
{
    if (count < *room)
        return items;
    Py_ssize_t more = *room ? 2 * *room : 64;
    void *larger = realloc(items, (size_t)more * size);
    if (larger == NULL)
        scan->is_over = true;
    else
        *room = more;
    return larger ? larger : items;
}

static void limit(Scan *scan, long long found, long long most)
{
    if (found > most)
        scan->is_over = true;
}

static void count_open(Scan *scan, const Open *one, int change)
{
    if (one->known >= 0)
        scan->open[one->known] += change;
    if (one->sets & TABLE)
        scan->open_table += change;
    if (one->sets & TEMPLATE)
        scan->open_template += change;
    if (one->sets & SELECT)
        scan->open_select += change;
    if (one->sets & FOREIGN)
        scan->open_foreign += change;
}

static Frame *frame_of(Scan *scan)
{
    return &scan->frames[scan->frame_count - 1];
}

static void drop(Scan *scan, const Open *one)
{
    count_open(scan, one, -1);
    if (one->sets & MARKERS) {
        scan->active_count = frame_of(scan)->first;
        scan->frame_count--;
    } else if (one->sets & FORMATTING) {
        frame_of(scan)->open--;
    }
}

static void cut(Scan *scan, Py_ssize_t at)
{
    while (scan->depth > at)
        drop(scan, &scan->stack[--scan->depth]);
}

static inline bool is_it(const Open *one, const Open *other)
{
    if (one->known >= 0 || other->known >= 0)
        return one->known == other->known;
    return one->name.size == other->name.size && is_alike(one->name.start, other->name.start, one->name.size);
}

/* Return the index of the innermost open element of the given sets, or of a name, if no barrier is above it; otherwise -1. */
static Py_ssize_t find(const Scan *scan, uint32_t sets, const Open *name, uint32_t barrier)
{
    Py_ssize_t stop = scan->depth - 1 - (Py_ssize_t)scan->guard->within;
    for (Py_ssize_t at = scan->depth - 1; at >= 0 && at > stop; at--) {
        const Open *one = &scan->stack[at];
        if (name != NULL ? is_it(one, name) : (one->sets & sets) != 0)
            return at;
        if (one->sets & barrier)
            return -1;
    }
    return -1;
}

static void close_all(Scan *scan, uint32_t sets, const Open *name, uint32_t barrier)
{
    Py_ssize_t at = find(scan, sets, name, barrier);
    if (at >= 0)
        cut(scan, at);
}

static bool is_foreign(const Scan *scan)
{
    if (scan->open_foreign == 0)
        return false;
    Py_ssize_t at = find(scan, FOREIGN | HTML_AGAIN, NULL, 0);
    return at >= 0 && scan->stack[at].sets & FOREIGN;
}

static void clone(Scan *scan, Py_ssize_t first)
{
    for (Py_ssize_t i = first; i < scan->active_count; i++)
        scan->clones += 1 + (long long)scan->active[i].rest.size / scan->guard->cloned;
    limit(scan, scan->clones, scan->guard->clones);
}

static void remove_active(Scan *scan, Py_ssize_t at)
{
    memmove(&scan->active[at], &scan->active[at + 1], (size_t)(scan->active_count - at - 1) * sizeof *scan->active);
    scan->active_count--;
}

static void forget(Scan *scan, int known)
{
    Py_ssize_t stop = scan->active_count - 1 - (Py_ssize_t)scan->guard->within;
    for (Py_ssize_t at = scan->active_count - 1; at >= frame_of(scan)->first && at > stop; at--)
        if (scan->active[at].known == known) {
            remove_active(scan, at);
            return;
        }
}

static void end_format(Scan *scan, const Open *name)
{
    forget(scan, name->known);
    Py_ssize_t at = find(scan, 0, name, SCOPE);
    if (at < 0) {
        if (scan->open[name->known] > 0) /* if it is far down the stack, everything above may be cut off */
            clone(scan, frame_of(scan)->first);
        return;
    }
    for (Py_ssize_t above = at; above < scan->depth; above++)
        if (scan->stack[above].sets & SPECIAL) {
            Open one = scan->stack[at];
            memmove(&scan->stack[at], &scan->stack[at + 1], (size_t)(scan->depth - at - 1) * sizeof one);
            scan->depth--;
            drop(scan, &one);
            return;
        }
    cut(scan, at);
}

static void add_format(Scan *scan, const Open *one, Slice rest)
{
    Py_ssize_t first = frame_of(scan)->first, oldest = -1;
    long long alike = 0;
    scan->steps += scan->guard->compared * (scan->active_count - first);
    limit(scan, scan->steps, scan->guard->steps);
    for (Py_ssize_t at = scan->active_count - 1; at >= first; at--)
        if (scan->active[at].known == one->known && is_same(scan->active[at].rest, rest.start, rest.size)) {
            alike++;
            oldest = at;
        }
    if (alike >= scan->guard->alike)
        remove_active(scan, oldest);
    scan->active = grown(scan, scan->active, scan->active_count, &scan->active_room, sizeof *scan->active);
    if (scan->is_over)
        return;
    scan->active[scan->active_count++] = (Format){one->known, rest};
    frame_of(scan)->open++;
}

static void add_frame(Scan *scan)
{
    scan->frames = grown(scan, scan->frames, scan->frame_count, &scan->frame_room, sizeof *scan->frames);
    if (!scan->is_over)
        scan->frames[scan->frame_count++] = (Frame){scan->active_count, 0};
}

static void open_element(Scan *scan, const Open *one, Slice rest)
{
    scan->stack = grown(scan, scan->stack, scan->depth, &scan->stack_room, sizeof *scan->stack);
    if (scan->is_over)
        return;
    scan->stack[scan->depth++] = *one;
    count_open(scan, one, 1);
    if (one->sets & FORMATTING)
        add_format(scan, one, rest);
    else if (one->sets & MARKERS)
        add_frame(scan);
}

static bool has_multiple(Slice rest)
{
    for (size_t at = 0; at + 8 <= rest.size; at++)
        if (is_alike(rest.start + at, "multiple", 8))
            return true;
    return false;
}

static void count_options(Scan *scan, const Open *one, Slice rest)
{
    if (one->sets & SELECT) {
        scan->options = has_multiple(rest) ? LLONG_MIN / 2 : 0;
    } else if (scan->open_select > 0) {
        scan->options++;
        limit(scan, scan->options, scan->guard->options);
    }
}

/* Close the elements that the start tag of an element closes. */
static void close_before(Scan *scan, const Open *one)
{
    static const struct {
        uint32_t opened, closed, barrier;
    } RULES[] = {
        {LI, LI, ITEM}, {DD_DT, DD_DT, ITEM}, {CELLS, CELLS, IN_TABLE}, {TR, TR, IN_TABLE}, {GROUPS, GROUPS, IN_TABLE},
        {OPTION, OPTION, SPECIAL}, {BUTTON, BUTTON, SCOPE}, {SELECT, SELECT, SCOPE},
    };
    if (one->sets & CLOSES_P)
        close_all(scan, P, NULL, P_SCOPE);
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
        if (one->sets & RULES[i].opened) {
            close_all(scan, RULES[i].closed, NULL, RULES[i].barrier);
            return;
        }
    if (one->sets & HEADINGS && scan->depth > 0 && scan->stack[scan->depth - 1].sets & HEADINGS)
        cut(scan, scan->depth - 1);
    else if (one->sets & A_NOBR)
        end_format(scan, one);
}

static void start(Scan *scan, const Open *one, Slice rest, bool is_closed)
{
    close_before(scan, one);
    if (one->sets & (SELECT | OPTION))
        count_options(scan, one, rest);
    if (is_closed || one->sets & NOT_OPENED)
        return;
    bool is_empty = rest.size > 0 && rest.start[rest.size - 1] == '/' && !(one->sets & SPECIAL) && is_foreign(scan);
    if (!is_empty)
        open_element(scan, one, rest);
}

static void end(Scan *scan, const Open *one)
{
    if (one->sets & HEADINGS)
        close_all(scan, HEADINGS, NULL, SCOPE);
    else if (one->sets & FORMATTING)
        end_format(scan, one);
    else if (one->sets & TABLE_PARTS)
        close_all(scan, 0, one, IN_TABLE);
    else
        close_all(scan, 0, one, one->sets & SPECIAL ? SCOPE : SPECIAL);
}

/* Count the bytes that are copied when a tag is dropped between two texts. */
static void join(Scan *scan, const Open *one, Slice rest, bool parts)
{
    bool is_cell = one->sets & (CELLS | CAPTION);
    if (one->sets & TABLE)
        scan->moved = 0;
    if (parts && (!(one->sets & JOINING) || (is_cell && (scan->open_table > 0 || scan->open_template > 0)))) {
        scan->text = 0;
    } else if (rest.size > 0 && memchr(rest.start, '=', rest.size) != NULL) {
        scan->joined += scan->text;
        limit(scan, scan->joined, scan->guard->joined);
    }
}

static void charge(Scan *scan)
{
    scan->steps += scan->depth;
    limit(scan, scan->steps, scan->guard->steps);
    const Frame *frame = frame_of(scan);
    long long lost = scan->active_count - frame->first - frame->open;
    if (lost > 0) {
        Py_ssize_t first = scan->active_count - (Py_ssize_t)lost;
        clone(scan, first > frame->first ? first : frame->first);
    }
}

static void count_names(Scan *scan, const Open *one, long long attributes, long long names)
{
    scan->names += names;
    limit(scan, scan->names, scan->guard->all_names);
    if (one->sets & ONCE)
        scan->merged += attributes;
    limit(scan, attributes > scan->merged ? attributes : scan->merged, scan->guard->attributes);
}

static void add_text(Scan *scan, const char *first, const char *stop)
{
    scan->text += stop - first;
    if (first == stop || scan->depth == 0 || !(scan->stack[scan->depth - 1].sets & UNCELLED))
        return;
    const char *at = first;
    while (at < stop && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
        at++;
    if (at == stop)
        return;
    scan->joined += scan->moved;
    scan->moved += stop - first;
    limit(scan, scan->joined, scan->guard->joined);
}

/* --- the tags --- */

enum { IN_NAME, BLANK_OR_SLASH, CLOSING, EQUALS };

static const unsigned char MARKS[256] = {
    ['\t'] = BLANK_OR_SLASH, ['\n'] = BLANK_OR_SLASH, ['\f'] = BLANK_OR_SLASH, ['\r'] = BLANK_OR_SLASH,
    [' '] = BLANK_OR_SLASH,  ['/'] = BLANK_OR_SLASH,  ['>'] = CLOSING,         ['='] = EQUALS,
};

static inline bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static inline int mark_of(char c)
{
    return MARKS[(unsigned char)c];
}

typedef struct {
    const char *at, *stop;
    const char *quotes[2]; /* from here on there is no ", and no ' */
    Slice *seen;
} Source;

/* Whether a name is new, as far as is known: it is remembered if there is a place for it. */
static bool is_new(Slice *seen, Slice name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.start[i]) * 16777619u;
    for (uint32_t probe = 0; probe < PROBES; probe++) {
        Slice *place = &seen[(hash + probe) % SEEN];
        if (place->start == NULL) {
            *place = name;
            return true;
        }
        if (is_same(*place, name.start, name.size))
            return false;
    }
    return true;
}

/* Return the end of the value that begins here, after "=" and white space; an unclosed quote begins no value. */
static const char *after_value(Source *source, const char *at)
{
    if (at == source->stop || *at == '>')
        return at;
    if (*at == '"' || *at == '\'') {
        const char **none = &source->quotes[*at == '\''];
        const char *close = at + 1 < *none ? memchr(at + 1, *at, (size_t)(source->stop - at - 1)) : NULL;
        if (close == NULL && at < *none)
            *none = at;
        return close == NULL ? at : close + 1;
    }
    while (at < source->stop && !is_space(*at) && *at != '>')
        at++;
    return at;
}

/* Return the end of a tag's attributes, and count them and their new names. */
static const char *after_attributes(Source *source, const char *at, long long *count, long long *names)
{
    const char *stop = source->stop;
    for (;;) {
        while (at < stop && mark_of(*at) == BLANK_OR_SLASH)
            at++;
        if (at == stop || *at == '>')
            return at;
        ++*count;
        const char *name = at++; /* any character may begin a name */
        while (at < stop && mark_of(*at) == IN_NAME)
            at++;
        *names += is_new(source->seen, (Slice){name, (size_t)(at - name)});
        const char *equals = at;
        while (equals < stop && is_space(*equals))
            equals++;
        if (equals < stop && *equals == '=') {
            equals++;
            while (equals < stop && is_space(*equals))
                equals++;
            at = after_value(source, equals);
        }
    }
}

static const char *after_comment(const char *at, const char *stop)
{
    if (at < stop && *at == '>')
        return at + 1;
    if (stop - at >= 2 && at[0] == '-' && at[1] == '>')
        return at + 2;
    for (; at < stop && (at = memchr(at, '-', (size_t)(stop - at))) != NULL; at++) {
        if (stop - at >= 3 && at[1] == '-' && at[2] == '>')
            return at + 3;
        if (stop - at >= 4 && at[1] == '-' && at[2] == '!' && at[3] == '>')
            return at + 4;
    }
    return stop;
}

/* Return the start of the end tag of an element whose content is raw text. */
static const char *raw_end(const Source *source, Slice name)
{
    const char *at = source->at, *stop = source->stop;
    for (; at < stop && (at = memchr(at, '<', (size_t)(stop - at))) != NULL; at++) {
        const char *close = at + 2 + name.size;
        if (close < stop && at[1] == '/' && is_alike(at + 2, name.start, name.size) &&
            (mark_of(*close) == BLANK_OR_SLASH || *close == '>'))
            return at;
    }
    return stop;
}

/* Return the end of an element that holds only a text, NULL if it may hold more. */
static const char *closed_at_once(const Source *source, const char *at, Slice name)
{
    const char *close = at < source->stop ? memchr(at, '<', (size_t)(source->stop - at)) : NULL;
    if (close == NULL || (size_t)(source->stop - close) < name.size + 3 || close[1] != '/' ||
        memcmp(close + 2, name.start, name.size) != 0 || close[2 + name.size] != '>')
        return NULL;
    return close + name.size + 3;
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Read the tag whose name begins here, and advance the source. */
static void read_tag(Scan *scan, Source *source, const char *at, bool is_end)
{
    Slice name = {at, 0};
    while (at < source->stop && mark_of(*at) != BLANK_OR_SLASH && *at != '>')
        at++;
    name.size = (size_t)(at - name.start);
    long long attributes = 0, names = is_new(source->seen, name);
    const char *rest = at;
    at = after_attributes(source, at, &attributes, &names);
    Slice written = {rest, (size_t)(at - rest)};
    if (at < source->stop)
        at++; /* the ">" */
    const char *closed = is_end ? NULL : closed_at_once(source, at, name);
    int known = find_name(scan->guard, name);
    Open one = {name, known, known < 0 ? 0 : scan->guard->names[known].sets};
    count_names(scan, &one, attributes, names);
    Py_ssize_t depth = scan->depth;
    if (is_end)
        end(scan, &one);
    else
        start(scan, &one, written, closed != NULL);
    join(scan, &one, written, !is_end || scan->depth < depth);
    charge(scan);
    if (closed != NULL && one.sets & JOINING)
        scan->text += closed - at;
    source->at = closed != NULL ? closed : at;
    if (one.sets & RAW && !is_end && closed == NULL && !is_foreign(scan))
        source->at = one.sets & PLAINTEXT ? source->stop : raw_end(source, name);
}

static void read_all(Scan *scan, Source *source)
{
    const char *from = source->at, *at = from, *stop = source->stop;
    while (!scan->is_over && at < stop && (at = memchr(at, '<', (size_t)(stop - at))) != NULL) {
        const char *name = at + 1;
        bool is_end = name < stop && *name == '/';
        name += is_end;
        bool is_comment = stop - at >= 4 && memcmp(at, "<!--", 4) == 0;
        if (!is_comment && (name == stop || !is_letter(*name))) {
            at++;
            continue;
        }
        add_text(scan, from, at);
        if (is_comment)
            source->at = after_comment(at + 4, stop);
        else
            read_tag(scan, source, name, is_end);
        from = at = source->at;
    }
}

/* --- for Python --- */

static bool read_bytes(PyObject *page, Slice *source)
{
    if (PyBytes_Check(page))
        return slice_of(page, source);
    Py_ssize_t size = 0;
    source->start = PyUnicode_AsUTF8AndSize(page, &size);
    source->size = (size_t)size;
    return source->start != NULL;
}

/* Whether a page certainly exceeds no limit. */
static PyObject *guard_clears(PyObject *self, PyObject *page)
{
    Slice bytes;
    if (!read_bytes(page, &bytes)) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            return NULL;
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    Scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL)
        return PyErr_NoMemory();
    const char *stop = bytes.start + bytes.size;
    scan->guard = (Guard *)self;
    add_frame(scan);
    Source source = {bytes.start, stop, {stop, stop}, scan->seen};
    read_all(scan, &source);
    bool is_over = scan->is_over;
    free(scan->stack);
    free(scan->active);
    free(scan->frames);
    free(scan);
    return PyBool_FromLong(!is_over);
}

enum { BLOCK = 64 }; /* bytes at a time, counted without branches in 8 bits, so that the compiler can vectorize the loop */

static void count_block(const unsigned char *at, size_t size, Py_ssize_t *brackets, Py_ssize_t *places)
{
    unsigned char begun = 0, slashes = 0, quotes = 0, found = 0;
    for (size_t i = 0; i < size; i++) {
        found += at[i] == '<';
        begun += (at[i] <= ' ') & (at[i + 1] > ' ');
        slashes += at[i] == '/';
        quotes += at[i] == '"';
        quotes += at[i] == '\'';
    }
    *brackets += found;
    *places += 2 * begun + 2 * slashes + quotes;
}

/* The number of brackets on a page; an upper bound for the number of attributes, which begin after white space, a slash, or the
   second of two quotes; and whether a tag may be `2 * long_tag` bytes long, because a block of `long_tag` bytes has no ">". */
static PyObject *guard_counts(PyObject *self, PyObject *page)
{
    size_t long_tag = (size_t)((Guard *)self)->long_tag;
    Slice bytes;
    if (!read_bytes(page, &bytes))
        return NULL;
    const unsigned char *at = (const unsigned char *)bytes.start; /* a NUL follows the last one */
    Py_ssize_t brackets = 0, places = 0;
    size_t first = 0;
    for (; first + BLOCK <= bytes.size; first += BLOCK)
        count_block(at + first, BLOCK, &brackets, &places);
    count_block(at + first, bytes.size - first, &brackets, &places);
    bool is_long = false;
    for (first = 0; first + long_tag <= bytes.size && !is_long; first += long_tag)
        is_long = memchr(at + first, '>', long_tag) == NULL;
    return Py_BuildValue("nnO", brackets, places / 2, is_long ? Py_True : Py_False);
}

static bool add_name(Guard *guard, PyObject *written)
{
    PyObject *bytes;
    unsigned long sets;
    Slice name;
    if (!is_tuple(written) || !PyArg_ParseTuple(written, "Sk", &bytes, &sets) || !slice_of(bytes, &name))
        return false;
    if (name.size == 0 || name.size >= LONGEST_NAME) {
        PyErr_SetString(PyExc_ValueError, "a name of this length is not known");
        return false;
    }
    size_t slot = slot_of(name.start, name.size);
    while (guard->names[slot].size > 0)
        slot = (slot + 1) % SLOTS;
    memcpy(guard->names[slot].text, name.start, name.size);
    guard->names[slot].size = name.size;
    guard->names[slot].sets = (uint32_t)sets;
    return true;
}

static PyObject *guard_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    PyObject *names;
    Guard *guard = allocated(type);
    if (guard == NULL)
        return NULL;
    bool is_well = PyArg_ParseTuple(args, "O!(LLLLLL)(LLLL)L", &PyTuple_Type, &names, &guard->steps, &guard->attributes,
                                    &guard->options, &guard->all_names, &guard->clones, &guard->joined, &guard->compared,
                                    &guard->cloned, &guard->alike, &guard->within, &guard->long_tag);
    if (is_well && (PyTuple_Size(names) > SLOTS / 2 || guard->cloned < 1 || guard->long_tag < 1)) {
        PyErr_SetString(PyExc_ValueError, "too many names, or a weight of 0");
        is_well = false;
    }
    for (Py_ssize_t i = 0; is_well && i < PyTuple_Size(names); i++)
        is_well = add_name(guard, PyTuple_GetItem(names, i));
    if (!is_well)
        Py_CLEAR(guard);
    return (PyObject *)guard;
}

static PyMethodDef GUARD_METHODS[] = {
    {"clears", guard_clears, METH_O, NULL},
    {"counts", guard_counts, METH_O, NULL},
    {NULL},
};

static PyType_Slot GUARD_SLOTS[] = {
    {Py_tp_new, guard_new},
    {Py_tp_dealloc, released},
    {Py_tp_methods, GUARD_METHODS},
    {0, NULL},
};

PyType_Spec GUARD_SPEC = {"wrapture.html._tree.Guard", sizeof(Guard), 0, Py_TPFLAGS_DEFAULT, GUARD_SLOTS};
