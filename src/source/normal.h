/*
 * normal.h - normalises a source to a row of words that is independent of names, numbers, types, comments and layout, and takes
 * the fingerprints of such a row: for finding copies (grade/similar/similar.h).
 *
 * The prints are the hashes of all runs of NORMAL_RUN words, as in Schleimer, Wilkerson, Aiken: "Winnowing: Local Algorithms
 * for Document Fingerprinting" (SIGMOD 2003). Kernels are short, so it keeps every hash: a window of one. Tiles are the longest
 * equal runs of two rows, each word in one tile at most: Wise: "String Similarity via Greedy String Tiling and Running
 * Karp-Rabin Matching" (1993).
 *
 * A row does not show: comments and preprocessor lines; types, const, static, inline, __restrict__ and the like; braces and
 * parentheses; different names or numbers, except the names of CUDA; i++ instead of i += 1; while instead of for.
 *
 * For Python: comments, docstrings and other literals; decorators, imports and the names that they give; the names of types
 * and the parentheses around a conversion; different names or numbers, except the names of Numba and of its mathematics;
 * `if c: return` on one line or two; a[i, j] instead of a[i][j]; while instead of `for i in range()`.
 */
#ifndef WARPBOOK_SOURCE_NORMAL_H
#define WARPBOOK_SOURCE_NORMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define NORMAL_RUN   5
#define NORMAL_WORDS 20000 /* words after these are not read */

struct normal_word { uint32_t code; int line; uint32_t at, len; /* its place in the source, in bytes */ };
struct normal { struct normal_word *words; size_t n; bool cut; };

/* The text need not be valid C++, nor end with a NUL. -1: no memory. */
int normal_read(const char *text, size_t len, struct arena *arena, struct normal *out);
/* The same for Python; the text need not be valid. */
int normal_read_python(const char *text, size_t len, struct arena *arena, struct normal *out);

/* A hash and the line that it comes from. Rows of prints are sorted by hash, without duplicates. */
struct print { uint64_t hash; int line; };
struct prints { struct print *list; size_t n; };
int normal_prints(const struct normal *row, struct arena *arena, struct prints *out);

/* For other callers that make prints: sorts, and removes duplicates. */
void prints_sort(struct prints *p);
bool prints_have(const struct prints *p, uint64_t hash);
/* The number of hashes that both have. */
size_t prints_shared(const struct prints *a, const struct prints *b);
uint64_t print_mix(uint64_t hash, uint64_t next);

/* Words a[first_a ...] equal words b[first_b ...]; the longest first. */
struct tile { size_t first_a, first_b, n; };
/* Finds runs of at least `least` words, and at most `most` tiles. -1: no memory. */
int normal_tiles(const struct normal *a, const struct normal *b, size_t least, size_t most, struct arena *arena,
		 struct tile **list, size_t *n);

#endif
