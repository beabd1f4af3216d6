/*
 * fuzz_normal.c - fuzz target: reads a source, as C++ and as Python, as a row of normal words, with its prints, and the tiles
 * that it shares with its own second half. Words lie inside the text, in order; tiles are equal runs that do not overlap.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "source/normal.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "mutants/0[1-8]_*/*/*_s*.[cp][uy]"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void words_look(const struct normal *row, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < row->n; i++) {
		if (row->words[i].at < at || row->words[i].at + row->words[i].len > size || row->words[i].code == 0)
			abort();
		at = row->words[i].at; /* i++ makes two words of its second + */
	}
}

static void tiles_look(const struct normal *a, const struct normal *b, const struct tile *list, size_t n, struct arena *arena)
{
	bool *taken = arena_array(arena, a->n + 1, sizeof *taken);

	for (size_t i = 0; taken && i < n; i++)
		for (size_t k = 0; k < list[i].n; k++) {
			size_t p = list[i].first_a + k, q = list[i].first_b + k;

			if (p >= a->n || q >= b->n || taken[p] || a->words[p].code != b->words[q].code)
				abort();
			taken[p] = true;
		}
}

typedef int normal_reader(const char *text, size_t len, struct arena *arena, struct normal *out);

static void look(const char *text, size_t size, normal_reader *read)
{
	struct arena arena = { 0 };
	struct normal all, half;
	struct prints prints;
	struct tile *tiles;
	size_t n;

	if (read(text, size, &arena, &all) == 0 && read(text + size / 2, size - size / 2, &arena, &half) == 0 &&
	    normal_prints(&all, &arena, &prints) == 0) {
		words_look(&all, size);
		words_look(&half, size - size / 2);
		for (size_t i = 1; i < prints.n; i++)
			if (prints.list[i - 1].hash >= prints.list[i].hash)
				abort();
		if (prints_shared(&prints, &prints) != prints.n)
			abort();
		if (normal_tiles(&all, &half, 8, 60, &arena, &tiles, &n) == 0)
			tiles_look(&all, &half, tiles, n, &arena);
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ? size : 1); /* of exactly its size, so that a sanitizer sees a read past the end */

	memcpy(text, data, size);
	look(text, size, normal_read);
	look(text, size, normal_read_python);
	free(text);
	return 0;
}
