/* nearest.h - finds the word that a person may have meant. */
#ifndef WARPBOOK_SCRIPT_NEAREST_H
#define WARPBOOK_SCRIPT_NEAREST_H

#include <stddef.h>

/*
 * Typing errors between two words: letters changed, missing, added or swapped
 * with their neighbour. Words are compared by their first 63 bytes.
 */
size_t word_distance(const char *a, const char *b);

/* The candidate nearest to `word`, if it is near enough to be a typing error; else NULL. */
const char *word_nearest(const char *word, const char *const *candidates, size_t n);

#endif
