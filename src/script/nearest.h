/* nearest.h - finds the word that a user may have meant. */
#ifndef WARPBOOK_SCRIPT_NEAREST_H
#define WARPBOOK_SCRIPT_NEAREST_H

#include <stddef.h>

/*
 * The number of typing errors between two words: letters changed, missing, added or swapped
 * with their neighbour. It compares the first 63 bytes of each word.
 */
size_t word_distance(const char *a, const char *b);

/* The candidate nearest to `word`, if the difference can be a typing error; otherwise NULL. */
const char *word_nearest(const char *word, const char *const *candidates, size_t n);

#endif
