/*
 * check_updaters.c - the last atomic updates of an element by several threads that are not ordered with each other.
 *
 * A shadow word keeps one of them in full, and of the others only how far away the farthest is: enough while nothing but barriers orders
 * threads. Where blocks announce themselves ("the last block sums up"), each of them has to be judged by itself: an update that came before
 * the announcement is ordered, and one by another warp of the same block, for which nothing waited, is not. So a kernel with fences also
 * keeps these, for each element that it updates atomically in global memory:
 *
 *	the last two blocks | each: the last two warps | their words, as in shadow.h
 *
 * The reader's own block is ordered by a barrier, and the warp that announces is ordered with its own updates: of two blocks and two warps
 * one is neither. An update drops those that are ordered before it. Few elements are updated so: beyond MOST the check sees only the word.
 */
#include "config.h"

#include "simt/check/check_state.h"

#include <stdlib.h>
#include <string.h>

#define MOST  (1u << 16)
#define FIRST 256u

struct updater {
	uint64_t key;           /* the element's address; 0: free */
	uint64_t word[2][2];    /* per block, per warp: the later one has the higher number; 0: none */
};

struct updaters {
	struct updater *at;
	uint32_t n, room;       /* a power of two */
};

void updaters_free(struct updaters *u)
{
	if (u)
		free(u->at);
	free(u);
}

static struct updater *place_of(const struct updaters *u, uint64_t key)
{
	uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40);

	while (u->at[at & (u->room - 1)].key && u->at[at & (u->room - 1)].key != key)
		at++;
	return &u->at[at & (u->room - 1)];
}

static bool grow(struct updaters *u)
{
	struct updaters larger = { .room = u->room ? 2 * u->room : FIRST, .n = u->n };

	larger.at = larger.room > 2 * MOST ? NULL : calloc(larger.room, sizeof *larger.at);
	if (!larger.at)
		return false;
	for (uint32_t i = 0; i < u->room; i++)
		if (u->at[i].key)
			*place_of(&larger, u->at[i].key) = u->at[i];
	free(u->at);
	*u = larger;
	return true;
}

static struct updater *updater_need(struct checker *c, uint64_t key)
{
	struct updater *x;

	if (!c->updaters && !(c->updaters = calloc(1, sizeof *c->updaters)))
		return NULL;
	if (2 * c->updaters->n >= c->updaters->room && !grow(c->updaters))
		return NULL;
	x = place_of(c->updaters, key);
	c->updaters->n += !x->key;
	x->key = key;
	return x;
}

static uint32_t block_in(const struct order *o, uint64_t word)
{
	return shadow_thread(word) / o->grid->block_threads;
}

static void drop_ordered(struct updater *x, const struct order *o, uint32_t warp, uint32_t lane)
{
	for (unsigned b = 0; b < 2; b++)
		for (unsigned w = 0; w < 2; w++)
			if (order_distance(o, x->word[b][w], warp, lane) == SAME_THREAD)
				x->word[b][w] = 0;
}

static bool same_warp(uint64_t a, uint64_t b)
{
	return shadow_thread(a) / WARP_LANES == shadow_thread(b) / WARP_LANES;
}

static bool is_of_block(const struct order *o, const uint64_t word[2], uint32_t block)
{
	return (word[0] && block_in(o, word[0]) == block) || (word[1] && block_in(o, word[1]) == block);
}

void updaters_note(struct checker *c, const struct order *o, uint64_t key, uint32_t warp, uint32_t lane, uint64_t word)
{
	struct updater *x = updater_need(c, key);
	uint64_t earlier[2];

	if (!x)
		return;
	drop_ordered(x, o, warp, lane);
	if (!is_of_block(o, x->word[1], o->block)) {
		bool is_earlier = is_of_block(o, x->word[0], o->block);

		memcpy(earlier, x->word[0], sizeof earlier);
		memcpy(x->word[0], x->word[1], sizeof earlier);
		if (!is_earlier)
			memset(earlier, 0, sizeof earlier);
		memcpy(x->word[1], earlier, sizeof earlier);
	}
	if (x->word[1][1] && !same_warp(x->word[1][1], word))
		x->word[1][0] = x->word[1][1];
	x->word[1][1] = word;
}

uint64_t updaters_unordered(const struct checker *c, const struct order *o, uint64_t key, uint32_t warp, uint32_t lane)
{
	const struct updater *x = c->updaters->room ? place_of(c->updaters, key) : NULL;

	for (unsigned b = 0; x && x->key && b < 2; b++)
		for (unsigned w = 0; w < 2; w++)
			if (order_distance(o, x->word[b][w], warp, lane) != SAME_THREAD)
				return x->word[b][w];
	return 0;
}
