/*
 * nearest.c - Damerau's distance between words (CACM 1964), in the form that changes
 * no letter twice ("optimal string alignment"). It computes the table of prefixes
 * row by row, and keeps the two previous rows for swaps.
 */
#include "config.h"

#include "script/nearest.h"

#include <string.h>

#define WORD_MAX 63

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t word_distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1], *before = rows[0], *above = rows[1], *row = rows[2];
	size_t m = strnlen(a, WORD_MAX), n = strnlen(b, WORD_MAX);

	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; i <= m; i++) {
		size_t *free_row = before;

		before = above;
		above = row;
		row = free_row;
		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return row[n];
}

const char *word_nearest(const char *word, const char *const *candidates, size_t n)
{
	const char *best = NULL;
	size_t best_distance = strlen(word) / 3 + 2;

	for (size_t i = 0; i < n; i++) {
		size_t d = word_distance(word, candidates[i]);

		if (d < best_distance && d < strlen(candidates[i])) {
			best = candidates[i];
			best_distance = d;
		}
	}
	return best;
}
