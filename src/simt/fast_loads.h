/*
 * fast_loads.h - the usual loads of shared memory, checked where they are executed.
 *
 * An inner loop of a tiled kernel does little but load shared memory. For these loads the race check has only two results: all
 * threads of the block already count as readers of the 16 words, or one word has no reader yet in this interval between barriers
 * and gets its first two. The checker prepares what they need (struct fast_loads in hooks.h) when it checks a first load itself;
 * from then on these functions do the same as check_quick.c would. They leave everything else to it. native/prelude.c repeats
 * them for translations.
 *
 * Words of 4 bytes only, in cells of 4 bytes.
 */
#ifndef WARPBOOK_SIMT_FAST_LOADS_H
#define WARPBOOK_SIMT_FAST_LOADS_H

#include "simt/hooks.h"
#include "simt/mem/shadow.h"

#define FAST_BYTES 4u

/* The instruction's loads are known, and the warp's state is prepared. */
static inline bool fast_loads_on(const struct fast_loads *h, const struct warp_place *w, const struct fast_site *s)
{
	return h && h->place == w && s->row;
}

/* A half-warp loads the 16 words from `at` on. */
static inline bool fast_load_row(const struct fast_loads *h, const struct fast_site *s, uint64_t at)
{
	const uint64_t run = SHADOW_RUN * FAST_BYTES;

	return at - s->first < s->room_row && at % run == 0 && h->read_by_all[at / run] == h->barrier_word;
}

/* The half-warp from lane `first` on loads the word at `at`. Another half may have done so. */
static inline bool fast_load_one(const struct fast_loads *h, const struct fast_site *s, uint64_t at, unsigned first)
{
	struct shadow_cell *cell = h->cells + at / FAST_BYTES;
	uint64_t read;

	if (at - s->first >= s->room_one || cell->write >= h->barrier_word)
		return false;
	read = cell->read;
	if (read < h->barrier_word) {
		cell->read = (h->word + s->row + ((uint64_t)(first + 1) << SHADOW_THREAD_SHIFT)) | SAME_WARP;
		return true;
	}
	if (read & (SHADOW_SYNC | SHADOW_VOLATILE))
		return false;
	return shadow_others(read) >= SAME_BLOCK ||
	       (shadow_others(read) == SAME_WARP && !((read ^ h->word) >> (SHADOW_THREAD_SHIFT + 5)));
}

/* A whole warp's load, as the hook `shared_load` takes it. */
static inline bool fast_load(const struct fast_loads *h, const struct fast_site *s, const uint64_t at[2], uint64_t stride)
{
	if (stride)
		return at[1] != at[0] + (SHADOW_RUN - 1) * FAST_BYTES && fast_load_row(h, s, at[0]) && fast_load_row(h, s, at[1]);
	return fast_load_one(h, s, at[0], 0) && (at[1] == at[0] || fast_load_one(h, s, at[1], SHADOW_RUN));
}

#endif
