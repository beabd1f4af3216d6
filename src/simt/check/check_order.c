/*
 * check_order.c - clocks of warps, and the order that fences and atomics create.
 *
 * Barriers and warp syncs need only the clocks. For the rest (locks, flags, grid barriers, "the last block sums up",
 * look-back scans) each word used for synchronisation has a number, and every release on it the next count. A warp
 * knows, per word, the highest count that reached it, and each block keeps a log of its releases: an access is
 * ordered before a warp if its block released later on a word of which the warp knows that count. Knowledge is handed
 * on with the word, and shared at barriers.
 *
 * A release covers what its fence covers: the warp's own accesses up to it, and what a barrier ordered before it. A
 * fence that any thread executed before a barrier counts for all threads at the barrier, since usually all execute
 * it. A fence of the block's scope hands over only to its own block.
 *
 * Whoever reads what was handed over needs a fence of its own behind the atomic operation, or one that acquires: until then a
 * plain load may find an older value in a cache. So there are two copies of what a warp knows: all of it, and what is settled in
 * this way.
 *
 * Everything is bounded, and each bound errs to "ordered": words beyond WORDS share one number, a log keeps its last
 * RELEASES entries, and older accesses count as released.
 */
#include "config.h"

#include "simt/check/check_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

#define WORDS    256
#define RELEASES 8

struct known { uint32_t count[WORDS]; };

/* struct order.known: per warp, then the block's; and the same again, of what is settled. */
#define SETTLED (BLOCK_WARPS + 1)

struct sync_word {
	uint32_t count;        /* continues when the word's number is reused */
	uint32_t block;        /* shared: the block whose shared memory it is in */
	bool shared;
	struct known known;
};

struct release {
	uint32_t warp, upto[REACHES]; /* the warp's own accesses up to this time */
	uint32_t barrier[REACHES];    /* any of the block's accesses before this time */
	uint32_t word, count;
};

struct release_log {
	uint32_t used;         /* in total; the last RELEASES are kept, in a ring */
	uint32_t lost;         /* accesses up to this time count as released to all */
	struct release ring[RELEASES];
};

struct handover {
	uint64_t keys[WORDS];                   /* 0: free */
	struct sync_word words[WORDS];
	uint32_t nwords;
	struct release_log **logs;              /* per block of the grid, NULL for most */
};

void order_grid_init(struct order_grid *g, uint32_t block_threads, uint32_t blocks, struct dim3u grid, struct dim3u cluster)
{
	memset(g, 0, sizeof *g);
	g->grid = grid;
	g->cluster = cluster;
	g->block_threads = block_threads;
	g->blocks = blocks;
}

static void updaters_free(struct updaters *u);

void order_grid_release(struct order_grid *g)
{
	struct handover *h = g->handover;

	order_clusters_release(g);
	updaters_free(g->updaters);
	if (!h)
		return;
	for (uint32_t b = 0; h->logs && b < g->blocks; b++)
		free(h->logs[b]);
	free(h->logs);
	free(h);
}

bool order_is_exact(const struct order_grid *g)
{
	return !g->failed && (!g->handover || g->handover->nwords < WORDS);
}

void order_init(struct order *o, struct order_grid *g)
{
	memset(o, 0, sizeof *o);
	o->grid = g;
	o->block_threads = g->block_threads;
}

void order_release(struct order *o)
{
	free(o->pairs);
	free(o->known);
}

/* Everything so far is ordered before everything that follows. */
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

	vm_assert(block < o->grid->blocks);
	o->block = block;
	o->first_thread = block * o->block_threads;
	o->fenced = o->lost = false;
	for (unsigned w = 0; w < BLOCK_WARPS; w++) {
		memset(o->warps[w].fenced, 0, sizeof(o->warps[w].fenced));
		o->warps[w].learned = o->warps[w].settled = false;
		o->warps[w].word = 0;
	}
	memset(o->flushed, 0, sizeof(o->flushed));
	interval_begin(o, restart ? 1 : time);
	free(o->known);
	o->known = NULL;
	return order_cluster_begin(o) || restart;
}

static inline uint32_t later(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Words without a number have no counts. */
static void known_join(const struct order_grid *g, struct known *k, const struct known *other)
{
	const unsigned n = g->handover ? g->handover->nwords : 0;

	for (unsigned i = 0; i < n; i++)
		k->count[i] = later(k->count[i], other->count[i]);
}

static void warp_learns(struct order *o, uint32_t warp)
{
	o->warps[warp].learned = true;
	o->warps[warp].settled = false;
}

/* What the warp knows is settled. */
static void known_settle(struct order *o, uint32_t warp)
{
	if (!o->known || o->warps[warp].settled)
		return;
	o->warps[warp].settled = o->warps[warp].learned = true;
	known_join(o->grid, &o->known[SETTLED + warp], &o->known[warp]);
	known_join(o->grid, &o->known[SETTLED + warp], &o->known[BLOCK_WARPS]);
}

/* Accesses fenced before a barrier are flushed after it. */
static void fences_note(struct order *o, uint32_t time)
{
	for (unsigned w = 0; o->fenced && w < BLOCK_WARPS; w++)
		for (int r = 0; r < REACHES; r++)
			if (o->warps[w].fenced[r] >= o->barrier)
				o->flushed[r] = time;
}

bool order_barrier(struct order *o)
{
	uint32_t time = latest(o) + 1;
	bool restart = time >= SHADOW_TIMES - 1;

	if (restart) {
		o->lost = true;
		order_cluster_lost(o);
	}
	fences_note(o, time);
	interval_begin(o, restart ? 1 : time);
	for (unsigned w = 0; o->known && w < o->block_threads / WARP_LANES; w++) {
		o->warps[w].settled = false; /* the block may know more */
		if (!o->warps[w].learned)
			continue;
		o->warps[w].learned = false;
		known_join(o->grid, &o->known[BLOCK_WARPS], &o->known[w]);
		known_join(o->grid, &o->known[SETTLED + BLOCK_WARPS], &o->known[SETTLED + w]);
	}
	return restart;
}

/* The words of shared memory have no meaning any more; frees their numbers. */
void order_block_end(struct order *o)
{
	struct handover *h = o->grid->handover;
	struct release_log *log = h && h->logs ? h->logs[o->block] : NULL;

	order_cluster_end(o);
	for (unsigned i = 0; log && i < RELEASES; i++)
		if (h->words[log->ring[i].word].shared)
			log->ring[i] = (struct release){ 0 };
	for (unsigned i = 0; h && i < h->nwords; i++)
		if (h->words[i].shared && h->words[i].block == o->block)
			h->keys[i] = 0;
}

static uint32_t tick(struct order *o, struct warp_clock *c)
{
	if (c->now < SHADOW_TIMES - 1)
		c->now++;
	else
		o->lost = true;
	return c->now;
}

void order_tick(struct order *o, uint32_t warp)
{
	vm_assert(warp < BLOCK_WARPS);
	tick(o, &o->warps[warp]);
}

int order_known_give(const struct order *o, uint32_t warp, struct known **to)
{
	if (!*to && !(*to = calloc(1, sizeof **to)))
		return -1;
	vm_assert(o->known && warp < BLOCK_WARPS);
	known_join(o->grid, *to, &o->known[BLOCK_WARPS]);
	known_join(o->grid, *to, &o->known[warp]);
	return 0;
}

int order_known_take(struct order *o, uint32_t warp, const struct known *from)
{
	if (!o->known && !(o->known = calloc(2 * SETTLED, sizeof *o->known)))
		return -1;
	known_join(o->grid, &o->known[warp], from);
	warp_learns(o, warp);
	known_settle(o, warp);
	return 0;
}

/* Lanes in mask exchange which lanes they are ordered after. */
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

	vm_assert(warp < BLOCK_WARPS && c->synced <= time);
	if ((mask & lanes) != lanes && !o->pairs) {
		o->pairs = malloc(BLOCK_WARPS * sizeof *o->pairs);
		o->grid->failed |= !o->pairs;
	}
	if ((mask & lanes) == lanes || !o->pairs) {
		c->synced = time;
		c->partial = false;
		return;
	}
	if (!c->partial)
		memset(o->pairs[warp], 0, sizeof *o->pairs);
	c->partial = true;
	pairs_join(o->pairs[warp], mask, time);
}

void order_fence(struct order *o, uint32_t warp, enum reach reach)
{
	struct warp_clock *c = &o->warps[warp];

	vm_assert(warp < BLOCK_WARPS && reach < REACHES);
	for (int r = 0; r <= (int)reach; r++)
		c->fenced[r] = c->now;
	o->fenced = true;
	tick(o, c);
	if (reach > REACH_BLOCK)
		known_settle(o, warp);
}

static struct release_log *log_need(struct order *o, struct handover *h)
{
	if (!h->logs)
		h->logs = calloc(o->grid->blocks, sizeof *h->logs);
	if (h->logs && !h->logs[o->block])
		h->logs[o->block] = calloc(1, sizeof **h->logs);
	return h->logs ? h->logs[o->block] : NULL;
}

/* The word's number; creates one if `make`. WORDS when it has none. */
static uint32_t word_find(struct handover *h, const struct order *o, const struct sync_access *s, bool make)
{
	uint64_t key = s->shared ? ~((uint64_t)s->owner << 24 | (s->key & (SIMT_WINDOW - 1))) : s->key;
	uint32_t at = h->nwords;

	for (uint32_t i = 0; i < h->nwords; i++) {
		if (h->keys[i] == key)
			return i;
		if (!h->keys[i])
			at = i;
	}
	vm_assert(at <= h->nwords && h->nwords <= WORDS);
	if (at == WORDS) {
		h->words[WORDS - 1].shared = false;
		return WORDS - 1;
	}
	if (!make)
		return WORDS;
	h->keys[at] = key;
	h->words[at].shared = s->shared;
	o->grid->shares |= s->shared;
	h->words[at].block = s->owner;
	memset(&h->words[at].known, 0, sizeof(h->words[at].known));
	h->nwords += at == h->nwords;
	return at;
}

static void release_forget(struct release_log *log, const struct release *r)
{
	uint32_t before = r->barrier[REACH_BLOCK];

	log->lost = later(log->lost, later(r->upto[REACH_BLOCK], before ? before - 1 : 0));
}

static struct release *log_next(struct release_log *log)
{
	struct release *r = &log->ring[log->used++ % RELEASES];

	if (log->used > RELEASES)
		release_forget(log, r);
	return r;
}

/* The warp's own release also passes on what it acquired from others of its block through shared memory. */
static void releases_pass_on(const struct order *o, struct release_log *log, const struct release *mine)
{
	struct release kept[RELEASES];
	uint32_t n = log->used < RELEASES ? log->used : RELEASES;

	memcpy(kept, log->ring, sizeof(kept));
	for (uint32_t i = 0; i < n; i++)
		if (o->grid->handover->words[kept[i].word].shared && kept[i].warp != mine->warp &&
		    o->known[mine->warp].count[kept[i].word] >= kept[i].count) {
			kept[i].word = mine->word;
			kept[i].count = mine->count;
			kept[i].upto[REACH_GRID] = kept[i].upto[REACH_BLOCK];
			kept[i].barrier[REACH_GRID] = kept[i].barrier[REACH_BLOCK];
			*log_next(log) = kept[i];
		}
}

/* A release alone acquires nothing from earlier releases. */
static void word_release(struct order *o, uint32_t warp, uint32_t word, const struct sync_access *s)
{
	struct handover *h = o->grid->handover;
	struct warp_clock *c = &o->warps[warp];
	struct release_log *log = log_need(o, h);
	struct sync_word *sw = &h->words[word];
	struct release r;

	if (!log) {
		o->grid->failed = true;
		return;
	}
	vm_assert(word < WORDS && warp < BLOCK_WARPS && o->known);
	if (o->lost)
		log->lost = UINT32_MAX;
	r = (struct release){ .warp = warp, .word = word, .count = ++sw->count };
	for (int k = 0; k < REACHES; k++) {
		bool fresh = s->fences && k <= (int)s->reach;

		r.upto[k] = fresh ? c->now : c->fenced[k];
		r.barrier[k] = fresh || c->fenced[k] >= o->barrier ? o->barrier : o->flushed[k];
	}
	if (!sw->shared && r.upto[REACH_GRID])
		releases_pass_on(o, log, &r);
	/*
	 * An atomic operation without a fence of its warp, or a barrier after
	 * one, releases nothing: it must not push out what does.
	 */
	if (r.upto[REACH_BLOCK] || r.barrier[REACH_BLOCK])
		*log_next(log) = r;
	if (s->acquires) {
		o->known[warp].count[word] = sw->count;
		warp_learns(o, warp);
	}
	known_join(o->grid, &sw->known, &o->known[BLOCK_WARPS]);
	known_join(o->grid, &sw->known, &o->known[warp]);
	sw->known.count[word] = sw->count;
	c->synced = tick(o, c);
}

/* What went with the word's last release; a warp that polls mostly knows it already. */
static void word_learn(struct order *o, uint32_t warp, uint32_t word)
{
	const struct sync_word *from = &o->grid->handover->words[word];
	struct warp_clock *c = &o->warps[warp];

	if (c->word == word + 1 && c->count == from->count)
		return;
	c->word = word + 1;
	c->count = from->count;
	known_join(o->grid, &o->known[warp], &from->known);
	warp_learns(o, warp);
}

void order_sync(struct order *o, uint32_t warp, const struct sync_access *s)
{
	bool releases = s->releases && (s->fences || o->fenced);
	struct order_grid *g = o->grid;
	uint32_t word;

	if (!order_syncs(o, s))
		return;
	if (!g->handover)
		g->handover = calloc(1, sizeof *g->handover);
	if (!o->known)
		o->known = calloc(2 * SETTLED, sizeof *o->known);
	if (!g->handover || !o->known) {
		g->failed = true;
		return;
	}
	word = word_find(g->handover, o, s, releases);
	if (word == WORDS)
		return;
	if (s->acquires)
		word_learn(o, warp, word);
	if (releases)
		word_release(o, warp, word, s);
	if (s->settles || s->shared)
		known_settle(o, warp);
}

static bool is_handed(const struct order_grid *g, uint32_t to, const struct known *all, const struct known *some, uint64_t word)
{
	const struct handover *h = g->handover;
	uint32_t thread = shadow_thread(word), time = shadow_time(word), block = thread / g->block_threads;
	enum reach reach = block == to ? REACH_BLOCK : REACH_GRID;
	const struct release_log *log = h->logs ? h->logs[block] : NULL;

	vm_assert(block < g->blocks);
	if (g->failed)
		return true;
	if (!log || !all)
		return false;
	if (time <= log->lost)
		return true;
	for (unsigned i = 0; i < RELEASES && i < log->used; i++) {
		const struct release *r = &log->ring[i];
		bool covers = time < r->barrier[reach] ||
			(r->warp == thread % g->block_threads / WARP_LANES && time <= r->upto[reach]);

		if (covers && (all->count[r->word] >= r->count || some->count[r->word] >= r->count))
			return true;
	}
	return false;
}

bool order_handed(const struct order *o, uint64_t word, uint32_t warp)
{
	return is_handed(o->grid, o->block, o->known ? &o->known[BLOCK_WARPS] : NULL, o->known ? &o->known[warp] : NULL, word);
}

bool order_unsettled(const struct order *o, uint64_t word, uint32_t warp)
{
	const struct known *settled = o->known ? o->known + SETTLED : NULL;

	return settled && shadow_thread(word) / o->block_threads != o->block && order_handed(o, word, warp) &&
	       !is_handed(o->grid, o->block, &settled[BLOCK_WARPS], &settled[warp], word);
}

bool order_unawaited(const struct order *o, uint64_t word, uint32_t warp)
{
	const struct handover *h = o->grid->handover;
	uint32_t thread = shadow_thread(word), block = thread / o->block_threads;
	const struct release_log *log = h && h->logs && o->known && block != o->block ? h->logs[block] : NULL;

	for (unsigned i = 0; log && i < RELEASES && i < log->used; i++) {
		const struct release *r = &log->ring[i];

		if (r->warp != thread % o->block_threads / WARP_LANES && r->upto[REACH_GRID] &&
		    (o->known[BLOCK_WARPS].count[r->word] >= r->count || o->known[warp].count[r->word] >= r->count))
			return true;
	}
	return false;
}

bool order_handed_to(const struct order_grid *g, uint32_t block, const struct known *known, uint64_t word)
{
	return g->handover && is_handed(g, block, known, known, word);
}

/*
 * Updates: the last atomic updates of an element by several threads that are not ordered with each other.
 *
 * A shadow word keeps one of them in full, and of the others only how far away the farthest is: enough while nothing but barriers
 * orders threads. Where blocks announce themselves ("the last block sums up"), each of them has to be judged by itself: an update
 * that came before the announcement is ordered, and one by another warp of the same block, for which nothing waited, is not. So a
 * kernel with fences also keeps these, for each element that it updates atomically in global memory:
 *
 *	the last two blocks | each: the last two warps | their words, as in shadow.h
 *
 * The reader's own block is ordered by a barrier, and the warp that announces is ordered with its own updates: of two blocks and
 * two warps one is neither. An update drops those that are ordered before it. Few elements are updated so: beyond MOST the check
 * sees only the word.
 */

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

static void updaters_free(struct updaters *u)
{
	if (u)
		free(u->at);
	free(u);
}

static struct updater *place_of(const struct updaters *u, uint64_t key)
{
	uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40);

	vm_assert(key && u->n < u->room && !(u->room & (u->room - 1)));
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

static struct updater *updater_need(struct order_grid *c, uint64_t key)
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

/* An update after a fence is a release itself, and ordered like what was before the fence: the word with such a time. */
static uint64_t as_released(const struct order *o, uint32_t warp, uint64_t word)
{
	uint32_t fenced = o->warps[warp].fenced[REACH_GRID], flushed = o->flushed[REACH_GRID];
	uint32_t time = fenced >= o->barrier ? fenced : flushed ? flushed - 1 : shadow_time(word);

	return (word & (((uint64_t)1 << SHADOW_TIME_SHIFT) - 1)) | (uint64_t)time << SHADOW_TIME_SHIFT;
}

void updaters_note(const struct order *o, uint64_t key, uint32_t warp, uint32_t lane, uint64_t word)
{
	struct updater *x = updater_need(o->grid, key);
	uint64_t earlier[2];

	if (!x)
		return;
	word = as_released(o, warp, word);
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

uint64_t updaters_unordered(const struct order *o, uint64_t key, uint32_t warp, uint32_t lane)
{
	const struct updaters *u = o->grid->updaters;
	const struct updater *x = u && u->room ? place_of(u, key) : NULL;

	for (unsigned b = 0; x && x->key && b < 2; b++)
		for (unsigned w = 0; w < 2; w++)
			if (order_distance(o, x->word[b][w], warp, lane) != SAME_THREAD)
				return x->word[b][w];
	return 0;
}
