/* Short hashes of texts, for `wrapture.values.text_hashes`: the first digits of SHA-256 [1], whatever case and white space.

   [1] FIPS 180-4: Secure Hash Standard. 2015. */

#include "kernels.h"

enum { BLOCK = 64, WORDS = 64, STATE = 8, DIGITS = 10 };

static const uint32_t FIRST[STATE] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t CONSTANTS[WORDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t word, int bits)
{
    return (word >> bits) | (word << (32 - bits));
}

static void schedule(const unsigned char *block, uint32_t *words)
{
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < WORDS; i++) {
        uint32_t far = words[i - 15], near = words[i - 2];
        words[i] = words[i - 16] + (turn(far, 7) ^ turn(far, 18) ^ far >> 3) + words[i - 7] +
                   (turn(near, 17) ^ turn(near, 19) ^ near >> 10);
    }
}

/* One step; the roles of the words move on by one each time, so eight steps stand beside each other. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                                                        \
    do {                                                                                                                       \
        uint32_t one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (g ^ (e & (f ^ g))) + CONSTANTS[i] + words[i];           \
        d += one;                                                                                                              \
        h = one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) | (c & (a | b)));                                        \
    } while (0)

static void mix(uint32_t *state, const unsigned char *block)
{
    uint32_t words[WORDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    schedule(block, words);
    for (int i = 0; i < WORDS; i += STATE) {
        STEP(a, b, c, d, e, f, g, h, i);
        STEP(h, a, b, c, d, e, f, g, i + 1);
        STEP(g, h, a, b, c, d, e, f, i + 2);
        STEP(f, g, h, a, b, c, d, e, i + 3);
        STEP(e, f, g, h, a, b, c, d, i + 4);
        STEP(d, e, f, g, h, a, b, c, i + 5);
        STEP(c, d, e, f, g, h, a, b, i + 6);
        STEP(b, c, d, e, f, g, h, a, i + 7);
    }
    const uint32_t mixed[STATE] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < STATE; i++)
        state[i] += mixed[i];
}

/* Return the first digits of the hash of `size` bytes, after which there is room for the padding. */
static PyObject *digits_of(unsigned char *bytes, size_t size)
{
    size_t padded = (size + 1 + 8 + BLOCK - 1) / BLOCK * BLOCK;
    uint64_t bits = 8 * (uint64_t)size;
    uint32_t state[STATE];
    memcpy(state, FIRST, sizeof state);
    memset(bytes + size, 0, padded - size);
    bytes[size] = 0x80;
    for (int i = 0; i < 8; i++)
        bytes[padded - 1 - (size_t)i] = (unsigned char)(bits >> 8 * i);
    for (size_t at = 0; at < padded; at += BLOCK)
        mix(state, bytes + at);
    char digits[DIGITS + 1];
    for (int i = 0; i < DIGITS; i++)
        digits[i] = "0123456789abcdef"[state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    return PyUnicode_FromStringAndSize(digits, DIGITS);
}

/* Write a text in small letters with single spaces, none around it; return its size. */
static size_t normalize(const char *text, Py_ssize_t size, unsigned char *out)
{
    unsigned char *to = out;
    bool is_apart = false;
    for (Py_ssize_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (is_space(byte)) {
            is_apart = to > out;
            continue;
        }
        if (is_apart)
            *to++ = ' ';
        is_apart = false;
        *to++ = byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
    }
    return (size_t)(to - out);
}

static PyObject *hash_text(PyObject *text)
{
    Py_ssize_t size;
    const char *start = ascii_of(text, &size);
    if (start == NULL)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    unsigned char *bytes = malloc((size_t)size + 2 * BLOCK);
    if (bytes == NULL)
        return PyErr_NoMemory();
    PyObject *digits = digits_of(bytes, normalize(start, size, bytes));
    free(bytes);
    return digits;
}

PyObject *hash_texts(PyObject *Py_UNUSED(module), PyObject *texts)
{
    return each_text(texts, hash_text);
}
