/* shadow.c - cells keep their values, in every form of a page, and need little memory. */
#include "config.h"

#include <stdlib.h>

#include "../tap/tap.h"
#include "simt/mem/shadow.h"

#define GRANULES 4096u
#define BYTES    (4 * GRANULES)

static struct shadow_cell want[GRANULES];

static uint64_t word(uint32_t time, uint32_t thread, unsigned flags)
{
	return shadow_word(time, thread, 1 + thread / 32 % 7, flags);
}

static void put(struct shadow *s, unsigned g, struct shadow_cell cell)
{
	want[g] = cell;
	if (shadow_put(shadow_page(s, g), g % SHADOW_PAGE_CELLS, cell) < 0)
		exit(1);
}

/* A read by the thread that wrote, at the same time, is kept with the write's site. */
static bool cells_alike(struct shadow_cell a, struct shadow_cell b)
{
	uint64_t site = (uint64_t)(SHADOW_SITES - 1) << SHADOW_SITE_SHIFT;

	return a.write == b.write && !((a.read ^ b.read) & ~site);
}

static bool all_kept(struct shadow *s)
{
	for (unsigned g = 0; g < GRANULES; g++)
		if (!cells_alike(shadow_get(shadow_page(s, g), g % SHADOW_PAGE_CELLS), want[g]))
			return false;
	return true;
}

static enum shadow_form form_of(struct shadow *s)
{
	return shadow_page(s, 0)->form;
}

static double weight(const struct shadow *s)
{
	double w = (double)shadow_weight(s) / BYTES;

	printf("# %.2f bytes a byte\n", w);
	return w;
}

static struct shadow *fresh(void)
{
	struct shadow *s = shadow_new(BYTES, false);

	memset(want, 0, sizeof(want));
	if (!s || shadow_launch(s, 2) < 0 || shadow_set_init(s, 0, BYTES - 4) < 0)
		exit(1);
	return s;
}

/* A page that is opened has room for runs only. */
static void runs(void)
{
	struct shadow *s = fresh();

	for (unsigned g = 0; g < GRANULES; g += SHADOW_PAGE_CELLS) {
		struct shadow_page *p = shadow_page(s, g);

		for (unsigned r = 0; r < SHADOW_PAGE_CELLS / SHADOW_RUN; r++)
			p->runs[r] = word(1, g + r * SHADOW_RUN, 0);
	}
	for (unsigned g = 0; g < GRANULES; g++)
		want[g] = (struct shadow_cell){ word(1, g, 0), 0 };
	ok(all_kept(s) && form_of(s) == SHADOW_RUNS, "one word is kept of 16 granules that lanes in a row wrote");
	ok(weight(s) <= 0.4, "at most 0.4 bytes a byte, the init bits included");
	put(s, 7, (struct shadow_cell){ word(2, 7, 0), 0 });
	ok(all_kept(s) && form_of(s) == SHADOW_SINGLE, "and one of each once they differ");
	shadow_free(s);
}

static void single(void)
{
	struct shadow *s = fresh();

	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ word(1 + g % 3, g, 0), 0 });
	ok(all_kept(s) && form_of(s) == SHADOW_SINGLE, "memory that is written takes one word a granule");
	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ 0, word(1 + g % 3, g, SHADOW_VOLATILE | SAME_BLOCK) });
	ok(all_kept(s) && form_of(s) == SHADOW_SINGLE, "so does memory that is read");
	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ word(2, g, 0), shadow_word(2, g, 9, 0) });
	ok(all_kept(s) && form_of(s) == SHADOW_SINGLE, "and what one thread reads and writes");
	ok(weight(s) <= 2.25, "at most 2.25 bytes a byte, the init bits included");
	put(s, 3, (struct shadow_cell){ word(1, 5, SHADOW_ONE | SAME_WARP), 0 });
	ok(all_kept(s) && form_of(s) == SHADOW_SINGLE, "a write by several lanes is no read");
	shadow_free(s);
}

static void coded(void)
{
	struct shadow *s = fresh();

	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ word(1, g, 0), 0 });
	for (unsigned round = 2; round < 200; round++)
		for (unsigned g = 0; g < GRANULES; g++)
			put(s, g, (struct shadow_cell){ want[g].write, word(round, (g + 64) & ~31u, SAME_BLOCK) });
	ok(all_kept(s) && form_of(s) == SHADOW_CODED, "what one warp writes and others read takes a list of words");
	ok(weight(s) <= 3, "at most 3 bytes a byte, the init bits included");
	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ word(300, g, 0), 0 });
	ok(all_kept(s), "a list drops entries that no cell has");
	for (unsigned g = 0; g < GRANULES; g += 3)
		put(s, g, (struct shadow_cell){ 0, 0 });
	ok(all_kept(s), "and cells can be emptied");
	ok(shadow_launch(s, 2) == 0 && form_of(s) == SHADOW_RUNS &&
	   !shadow_get(shadow_page(s, 5), 5).write, "the next launch finds the page empty and of runs again");
	shadow_free(s);
}

static void wide(void)
{
	struct shadow *s = fresh();

	for (unsigned g = 0; g < GRANULES; g++)
		put(s, g, (struct shadow_cell){ word(1, g * 32, 0), word(2 + g, (g * 2654435761u) % SHADOW_THREADS, SAME_GRID) });
	ok(all_kept(s) && form_of(s) == SHADOW_WIDE, "memory that everybody reads and writes takes both words");
	ok(weight(s) <= 4.25, "at most 4.25 bytes a byte");
	ok(shadow_launch(s, 2) == 0 && form_of(s) == SHADOW_RUNS, "until the next launch");
	memset(want, 0, sizeof(want));
	ok(all_kept(s), "which finds nothing");
	shadow_free(s);
}

/* Any cell, at random, on a page of any form. */
static void random_cells(void)
{
	struct shadow *s = fresh();
	uint64_t state = 12345;
	bool good = true;

	for (unsigned k = 0; k < 200000; k++) {
		unsigned g, spread = k / 50000;
		struct shadow_cell cell;

		state = state * 6364136223846793005u + 1442695040888963407u;
		g = (unsigned)(state >> 40) % GRANULES;
		cell.write = state & 1 << 20 ? word(1 + (state >> 30) % (1 + spread * 20), (unsigned)(state >> 50),
						    state >> 10 & 31) : 0;
		cell.read = state & 1 << 21 ? word(1 + (state >> 35) % (1 + spread * 20), (unsigned)(state >> 48),
						   state >> 12 & 15) : 0;
		put(s, g, cell);
		good &= cells_alike(shadow_get(shadow_page(s, g), g % SHADOW_PAGE_CELLS), cell);
	}
	ok(good && all_kept(s), "200000 cells at random are kept");
	shadow_free(s);
}

int main(void)
{
	runs();
	single();
	coded();
	wide();
	random_cells();
	return tap_done();
}
