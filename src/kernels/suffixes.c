/* Suffix arrays by induced sorting [1], and the lengths that neighbouring suffixes share [2]; both in linear time.

   [1] Nong, Zhang, Chan: Linear suffix array construction by almost pure induced-sorting. DCC 2009.
   [2] Kasai et al.: Linear-time longest-common-prefix computation in suffix arrays. CPM 2001. */

#include "kernels.h"

typedef struct {
    const int32_t *symbols;
    int32_t size, upper;
    bool *smaller;            /* whether a suffix is smaller than the next one: type S */
    int32_t *firsts, *middles; /* for each symbol: where its suffixes begin in the array, and where those of type S do */
    int32_t *places;          /* the next free place of each symbol, while sorting */
    int32_t *marks, *numbers; /* the suffixes that are of type S after one of type L, and the number of each among them */
    int32_t count;            /* of these */
} Sorting;

static void induce(const Sorting *own, const int32_t *marks, int32_t *suffixes)
{
    const int32_t *symbols = own->symbols;
    int32_t size = own->size;
    size_t room = ((size_t)own->upper + 2) * sizeof(int32_t);
    memset(suffixes, 0xff, (size_t)size * sizeof(int32_t));
    memcpy(own->places, own->middles, room);
    for (int32_t i = 0; i < own->count; i++)
        suffixes[own->places[symbols[marks[i]]]++] = marks[i];
    memcpy(own->places, own->firsts, room);
    suffixes[own->places[symbols[size - 1]]++] = size - 1;
    for (int32_t i = 0; i < size; i++) {
        int32_t before = suffixes[i] - 1;
        if (before >= 0 && !own->smaller[before])
            suffixes[own->places[symbols[before]]++] = before;
    }
    memcpy(own->places, own->firsts, room);
    for (int32_t i = size - 1; i >= 0; i--) {
        int32_t before = suffixes[i] - 1;
        if (before >= 0 && own->smaller[before])
            suffixes[--own->places[symbols[before] + 1]] = before;
    }
}

/* Whether two marked suffixes have the same symbols up to their next marked ones. */
static bool are_same(const Sorting *own, int32_t one, int32_t other)
{
    int32_t next = own->numbers[one] + 1, following = own->numbers[other] + 1;
    int32_t end = next < own->count ? own->marks[next] : own->size;
    int32_t other_end = following < own->count ? own->marks[following] : own->size;
    if (end - one != other_end - other)
        return false;
    while (one < end && own->symbols[one] == own->symbols[other])
        one++, other++;
    return one == end && one < own->size && other < own->size && own->symbols[one] == own->symbols[other];
}

/* Sort the marked suffixes in full, given `suffixes` in which they are sorted up to their next marked ones. */
static bool sort_marks(const Sorting *own, const int32_t *suffixes, int32_t *sorted)
{
    int32_t count = own->count, names = 0, found = 0;
    int32_t *inner = malloc(2 * (size_t)count * sizeof(int32_t));
    if (inner == NULL)
        return false;
    for (int32_t i = 0; i < own->size; i++)
        if (own->numbers[suffixes[i]] >= 0)
            sorted[found++] = suffixes[i];
    inner[own->numbers[sorted[0]]] = 0;
    for (int32_t i = 1; i < count; i++) {
        names += !are_same(own, sorted[i - 1], sorted[i]);
        inner[own->numbers[sorted[i]]] = names;
    }
    bool is_well = sort_suffixes(inner, count, names, inner + count);
    for (int32_t i = 0; is_well && i < count; i++)
        sorted[i] = own->marks[inner[count + i]];
    free(inner);
    return is_well;
}

static void count_symbols(Sorting *own)
{
    for (int32_t i = own->size - 2; i >= 0; i--)
        own->smaller[i] = own->symbols[i] == own->symbols[i + 1] ? own->smaller[i + 1] : own->symbols[i] < own->symbols[i + 1];
    for (int32_t i = 0; i < own->size; i++) {
        if (own->smaller[i])
            own->firsts[own->symbols[i] + 1]++;
        else
            own->middles[own->symbols[i]]++;
    }
    for (int32_t symbol = 0; symbol <= own->upper; symbol++) {
        own->middles[symbol] += own->firsts[symbol];
        own->firsts[symbol + 1] += own->middles[symbol];
    }
}

static void mark_suffixes(Sorting *own)
{
    memset(own->numbers, 0xff, (size_t)own->size * sizeof(int32_t));
    for (int32_t i = 1; i < own->size; i++) {
        if (!own->smaller[i - 1] && own->smaller[i]) {
            own->marks[own->count] = i;
            own->numbers[i] = own->count++;
        }
    }
}

bool sort_suffixes(const int32_t *symbols, int32_t size, int32_t upper, int32_t *suffixes)
{
    size_t most = (size_t)size, room = (size_t)upper + 2;
    int32_t *memory = calloc(3 * most + 3 * room, sizeof(int32_t));
    bool *smaller = calloc(most, sizeof(bool));
    bool is_well = memory != NULL && smaller != NULL;
    if (is_well) {
        Sorting own = {symbols, size, upper, smaller, memory, memory + room, memory + 2 * room,
                       memory + 3 * room, memory + 3 * room + most, 0};
        int32_t *sorted = memory + 3 * room + 2 * most;
        count_symbols(&own);
        mark_suffixes(&own);
        induce(&own, own.marks, suffixes);
        if (own.count > 0 && (is_well = sort_marks(&own, suffixes, sorted)))
            induce(&own, sorted, suffixes);
    }
    free(memory);
    free(smaller);
    return is_well;
}

bool count_shared(const int32_t *symbols, int32_t size, const int32_t *suffixes, int32_t *shared)
{
    int32_t *ranks = malloc((size_t)size * sizeof(int32_t));
    if (ranks == NULL)
        return false;
    for (int32_t i = 0; i < size; i++)
        ranks[suffixes[i]] = i;
    for (int32_t start = 0, length = 0; start < size; start++) {
        if (ranks[start] == 0) {
            shared[0] = length = 0;
            continue;
        }
        int32_t other = suffixes[ranks[start] - 1], most = size - (start > other ? start : other);
        while (length < most && symbols[start + length] == symbols[other + length])
            length++;
        shared[ranks[start]] = length;
        length -= length > 0;
    }
    free(ranks);
    return true;
}

static int by_value(const void *one, const void *other)
{
    Py_UCS4 a = *(const Py_UCS4 *)one, b = *(const Py_UCS4 *)other;
    return (a > b) - (a < b);
}

/* The different characters of a string, sorted; NULL if memory runs out. */
static Py_UCS4 *alphabet_of(const Py_UCS4 *characters, Py_ssize_t size, int32_t *count)
{
    Py_UCS4 *sorted = malloc((size_t)size * sizeof(Py_UCS4));
    if (sorted == NULL)
        return NULL;
    memcpy(sorted, characters, (size_t)size * sizeof(Py_UCS4));
    qsort(sorted, (size_t)size, sizeof(Py_UCS4), by_value);
    *count = 0;
    for (Py_ssize_t i = 0; i < size; i++)
        if (i == 0 || sorted[i] != sorted[i - 1])
            sorted[(*count)++] = sorted[i];
    return sorted;
}

int32_t *ranks_of(PyObject *text, int32_t *size, int32_t *upper)
{
    Py_ssize_t length = PyUnicode_GetLength(text);
    if (length < 0)
        return NULL;
    if (length < 1 || length > INT32_MAX / 4) {
        PyErr_SetString(PyExc_ValueError, "expected at least one symbol, and not billions");
        return NULL;
    }
    Py_UCS4 *characters = PyUnicode_AsUCS4Copy(text);
    if (characters == NULL)
        return NULL;
    int32_t count = 0, *ranks = malloc((size_t)length * sizeof(int32_t));
    Py_UCS4 *alphabet = alphabet_of(characters, length, &count);
    for (Py_ssize_t i = 0; ranks != NULL && alphabet != NULL && i < length; i++) {
        const Py_UCS4 *place = bsearch(&characters[i], alphabet, (size_t)count, sizeof(Py_UCS4), by_value);
        ranks[i] = (int32_t)(place - alphabet);
    }
    if (ranks == NULL || alphabet == NULL) {
        free(ranks);
        ranks = NULL;
        PyErr_NoMemory();
    }
    free(alphabet);
    PyMem_Free(characters);
    *size = (int32_t)length;
    *upper = count - 1;
    return ranks;
}
