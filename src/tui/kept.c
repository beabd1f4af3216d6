/* kept.c - a short list, searched from its end. */
#include "config.h"

#include "tui/kept.h"

#include <string.h>

/* Its arena has been freed, or has a new owner. */
static void take_out(struct kept *k, size_t i)
{
	memmove(&k->pages[i], &k->pages[i + 1], (--k->n - i) * sizeof *k->pages);
}

static void drop_oldest(struct kept *k)
{
	arena_release(&k->pages[0].arena);
	take_out(k, 0);
}

static size_t bytes(const struct kept *k)
{
	size_t sum = 0;

	for (size_t i = 0; i < k->n; i++)
		sum += k->pages[i].arena.used;
	return sum;
}

void kept_put(struct kept *k, const struct lesson *l, size_t step, const struct figure *figure, struct arena *arena)
{
	struct kept_page page = { .step = step, .figure = figure, .arena = *arena };

	memset(arena, 0, sizeof *arena);
	if (!figure || figure->lacks || !l->version[0] || page.arena.used > KEPT_BYTES) {
		arena_release(&page.arena);
		return;
	}
	memcpy(page.lesson, l->version, sizeof page.lesson);
	while (k->n && (k->n == KEPT_MOST || bytes(k) + page.arena.used > KEPT_BYTES))
		drop_oldest(k);
	k->pages[k->n++] = page;
}

const struct figure *kept_take(struct kept *k, const struct lesson *l, size_t step, struct arena *arena)
{
	for (size_t i = k->n; i-- > 0;) {
		const struct kept_page page = k->pages[i];

		if (page.step != step || strcmp(page.lesson, l->version))
			continue;
		*arena = page.arena;
		take_out(k, i);
		return page.figure;
	}
	return NULL;
}

void kept_release(struct kept *k)
{
	while (k->n)
		drop_oldest(k);
}
