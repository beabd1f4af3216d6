/*
 * check_order.c - clocks of warps, and what fences and atomics hand over.
 *
 * Barriers and warp syncs need only the clocks. For the rest (locks, flags,
 * "the last block sums up") each word that is used for it has a number, and
 * every release on it the next count. A warp knows, per word, the highest
 * count that reached it, and each block keeps a log of its releases: an access
 * reached a warp if its block released later on a word of which the warp knows
 * that count. Knowledge is handed on with the word, and shared at barriers.
 *
 * Everything is bounded, and each bound errs to "ordered": words beyond WORDS
 * share one number, a log keeps its last RELEASES entries and takes for
 * released what is older.
 */
#include "config.h"

#include "simt/check_order.h"

#include <stdlib.h>
#include <string.h>

#define WORDS    64
#define RELEASES 8

struct known { uint32_t count[WORDS]; };

struct sync_word {
	uint64_t key;
	uint32_t count;
	bool shared;
	struct known known;
};

struct release {
	uint32_t warp, upto;   /* the warp's own accesses up to this time */
	uint32_t barrier;      /* any of the block's before this time */
	uint32_t word, count;
};

struct release_log {
	uint32_t used;         /* ever; the last RELEASES are kept, in a ring */
	uint32_t lost;         /* accesses up to this time count as released to all */
	struct release ring[RELEASES];
};

struct handover {
	struct sync_word words[WORDS];
	uint32_t nwords;
	struct known block, warps[BLOCK_WARPS]; /* of the running block */
	struct release_log **logs;              /* per block of the grid, NULL for most */
};

void order_init(struct order *o, uint32_t block_threads, uint32_t blocks)
{
	memset(o, 0, sizeof(*o));
	o->block_threads = block_threads;
	o->blocks = blocks;
}

void order_release(struct order *o)
{
	struct handover *h = o->handover;

	free(o->pairs);
	if (!h)
		return;
	for (uint32_t b = 0; h->logs && b < o->blocks; b++)
		free(h->logs[b]);
	free(h->logs);
	free(h);
}

/* All that happened so far is ordered before all that follows. */
static void interval_begin(struct order *o, uint32_t time)
{
	o->barrier = time;
	o->barrier_word = (uint64_t)time << SHADOW_TIME_SHIFT;
	for (unsigned w = 0; w < BLOCK_WARPS; w++) {
		o->warps[w].now = o->warps[w].synced = time;
		o->warps[w].partial = false;
	}
}

static uint32_t latest(const struct order *o)
{
	uint32_t time = 0;

	for (unsigned w = 0; w < BLOCK_WARPS; w++)
		if (o->warps[w].now > time)
			time = o->warps[w].now;
	return time;
}

bool order_block_begin(struct order *o, uint32_t block)
{
	uint32_t time = latest(o) + 1;
	bool restart = time > SHADOW_TIMES / 2;

	o->block = block;
	o->first_thread = block * o->block_threads;
	o->fenced = o->lost = false;
	for (unsigned w = 0; w < BLOCK_WARPS; w++)
		o->warps[w].fenced = 0;
	interval_begin(o, restart ? 1 : time);
	if (o->handover) {
		memset(&o->handover->block, 0, sizeof(o->handover->block));
		memset(o->handover->warps, 0, sizeof(o->handover->warps));
	}
	return restart;
}

static void known_join(struct known *k, const struct known *other)
{
	for (unsigned i = 0; i < WORDS; i++)
		if (other->count[i] > k->count[i])
			k->count[i] = other->count[i];
}

bool order_barrier(struct order *o)
{
	uint32_t time = latest(o) + 1;
	bool restart = time >= SHADOW_TIMES - 1;

	if (restart)
		o->lost = true;
	interval_begin(o, restart ? 1 : time);
	if (o->handover)
		for (unsigned w = 0; w < BLOCK_WARPS; w++)
			known_join(&o->handover->block, &o->handover->warps[w]);
	return restart;
}

/* Shared memory's words mean nothing to other blocks. */
void order_block_end(struct order *o)
{
	struct handover *h = o->handover;
	struct release_log *log = h && h->logs ? h->logs[o->block] : NULL;

	if (!log)
		return;
	for (unsigned i = 0; i < RELEASES; i++)
		if (h->words[log->ring[i].word].shared)
			log->ring[i] = (struct release){ 0 };
}

static uint32_t tick(struct order *o, struct warp_clock *c)
{
	if (c->now < SHADOW_TIMES - 1)
		c->now++;
	else
		o->lost = true;
	return c->now;
}

/* Lanes in mask learn from each other whom they are ordered after. */
static void pairs_join(lane_pairs pairs, uint32_t mask, uint32_t time)
{
	uint32_t joined[WARP_LANES] = { 0 };

	for (unsigned b = 0; b < WARP_LANES; b++)
		for (unsigned a = 0; mask >> b & 1 && a < WARP_LANES; a++)
			if (pairs[b][a] > joined[a])
				joined[a] = pairs[b][a];
	for (unsigned b = 0; b < WARP_LANES; b++)
		for (unsigned a = 0; mask >> b & 1 && a < WARP_LANES; a++)
			pairs[b][a] = mask >> a & 1 ? time : joined[a];
}

void order_warp_sync(struct order *o, uint32_t warp, uint32_t lanes, uint32_t mask)
{
	struct warp_clock *c = &o->warps[warp];
	uint32_t time = tick(o, c);

	if ((mask & lanes) != lanes && !o->pairs) {
		o->pairs = malloc(BLOCK_WARPS * sizeof(*o->pairs));
		o->failed |= !o->pairs;
	}
	if ((mask & lanes) == lanes || !o->pairs) {
		c->synced = time;
		c->partial = false;
		return;
	}
	if (!c->partial)
		memset(o->pairs[warp], 0, sizeof(*o->pairs));
	c->partial = true;
	pairs_join(o->pairs[warp], mask, time);
}

void order_fence(struct order *o, uint32_t warp)
{
	struct warp_clock *c = &o->warps[warp];

	c->fenced = c->now;
	o->fenced = true;
	tick(o, c);
}

static struct release_log *log_need(struct order *o, struct handover *h)
{
	if (!h->logs)
		h->logs = calloc(o->blocks, sizeof(*h->logs));
	if (h->logs && !h->logs[o->block])
		h->logs[o->block] = calloc(1, sizeof(**h->logs));
	return h->logs ? h->logs[o->block] : NULL;
}

/* The word's number; a new one if `make`. WORDS when it has none. */
static uint32_t word_find(struct handover *h, const struct sync_access *s, bool make)
{
	for (uint32_t i = 0; i < h->nwords; i++)
		if (h->words[i].key == s->key)
			return i;
	if (h->nwords == WORDS) {
		h->words[WORDS - 1].shared = false;
		return WORDS - 1;
	}
	if (!make)
		return WORDS;
	h->words[h->nwords] = (struct sync_word){ .key = s->key, .shared = s->shared };
	return h->nwords++;
}

static void release_forget(struct release_log *log, const struct release *r)
{
	uint32_t upto = r->barrier && r->barrier - 1 > r->upto ? r->barrier - 1 : r->upto;

	if (upto > log->lost)
		log->lost = upto;
}

/* Who only releases learns nothing of those who did before. */
static void word_release(struct order *o, uint32_t warp, uint32_t word, const struct sync_access *s)
{
	struct handover *h = o->handover;
	struct warp_clock *c = &o->warps[warp];
	struct release_log *log = log_need(o, h);
	struct sync_word *sw = &h->words[word];
	struct release *r;

	if (!log) {
		o->failed = true;
		return;
	}
	r = &log->ring[log->used++ % RELEASES];
	if (log->used > RELEASES)
		release_forget(log, r);
	if (o->lost)
		log->lost = UINT32_MAX;
	*r = (struct release){ warp, s->fences ? c->now : c->fenced, o->barrier, word, ++sw->count };
	if (s->acquires)
		h->warps[warp].count[word] = sw->count;
	known_join(&sw->known, &h->block);
	known_join(&sw->known, &h->warps[warp]);
	sw->known.count[word] = sw->count;
	c->synced = tick(o, c);
}

void order_sync(struct order *o, uint32_t warp, const struct sync_access *s)
{
	bool releases = s->releases && (s->fences || o->fenced);
	struct handover *h = o->handover;
	uint32_t word;

	if (!h && !releases)
		return;
	if (!h && !(h = o->handover = calloc(1, sizeof(*h)))) {
		o->failed = true;
		return;
	}
	word = word_find(h, s, releases);
	if (word == WORDS)
		return;
	if (s->acquires)
		known_join(&h->warps[warp], &h->words[word].known);
	if (releases)
		word_release(o, warp, word, s);
}

bool order_handed(const struct order *o, uint64_t word, uint32_t warp)
{
	const struct handover *h = o->handover;
	uint32_t thread = shadow_thread(word), time = shadow_time(word);
	const struct release_log *log = h->logs ? h->logs[thread / o->block_threads] : NULL;

	if (o->failed)
		return true;
	if (!log)
		return false;
	if (time <= log->lost)
		return true;
	for (unsigned i = 0; i < RELEASES && i < log->used; i++) {
		const struct release *r = &log->ring[i];
		bool covers = time < r->barrier ||
			(r->warp == thread % o->block_threads / WARP_LANES && time <= r->upto);

		if (covers && (h->block.count[r->word] >= r->count ||
			       h->warps[warp].count[r->word] >= r->count))
			return true;
	}
	return false;
}
