/*
 * check_quick.c - the usual accesses, which decide the speed: whole warps, whose halves read or write one element or
 * 16 in a row, or other elements in ascending or descending order, and, lane by lane, other elements that no other thread has
 * accessed. An element has 1, 2 or 4 granules.
 *
 * This file treats a cell as check_race.c would, in the cases without anything to report: a granule that is only
 * read, or only accessed by one thread. It keeps the order of lanes. It leaves everything else to check_race.c, from
 * the first lane that differs on.
 *
 * The lanes of half a warp are alike: they read what lanes of another half left, 16 lanes in the same order. So one
 * word of the shadow represents all of them (the runs of shadow.h), and its new value gives that of each. If the
 * shadow has a word for each granule, race_quick.h processes 16 at once.
 */
#include "config.h"

#include <string.h>

#include "simt/check/check_bounds.h"
#include "simt/check/check_init.h"
#include "simt/check/check_race.h"
#include "simt/check/race_quick.h"
#include "simt/fast_loads.h"

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

uint32_t rows_thin(const uint64_t *addr, uint32_t mask)
{
	uint64_t last = UINT64_MAX;
	uint32_t thin = 0;
	int turns = 0;

	for_lanes(lane, mask) {
		turns = addr[lane] == last ? turns + 1 : 0;
		last = addr[lane];
		thin |= (uint32_t)(turns < 2) << lane;
	}
	return thin;
}

static inline struct shadow_page *page_of(const struct span *s, uint64_t addr, unsigned *at)
{
	uint64_t granule = (addr - s->base) >> s->shift;

	*at = granule & (SHADOW_PAGE_CELLS - 1);
	return shadow_page(s->shadow, granule);
}

/* The words of n granules from the access at `addr` on, in a page that is single; NULL if they do not exist. */
static inline uint64_t *words_of(const struct span *s, uint64_t addr, unsigned n)
{
	unsigned at;
	struct shadow_page *page = page_of(s, addr, &at);

	if (!page || at + n > SHADOW_PAGE_CELLS || (page->form == SHADOW_RUNS && shadow_page_single(page) < 0))
		return NULL;
	return page->form == SHADOW_SINGLE ? page->words + at : NULL;
}

/* The word of the 16 granules that the half-warp accesses; NULL if they are not a run. */
static inline uint64_t *run_of(const struct span *s, uint64_t addr)
{
	unsigned at;
	struct shadow_page *page = page_of(s, addr, &at);

	return page && page->form == SHADOW_RUNS && at % SHADOW_RUN == 0 ? &page->runs[at / SHADOW_RUN] : NULL;
}

/* ---- one word ---- */

/* Is it the word of a plain read, or empty? */
static inline bool word_is_plain_read(uint64_t word)
{
	return !word || ((word & SHADOW_IS_READ) && !(word & (SHADOW_ONE | SHADOW_SYNC | SHADOW_VOLATILE)));
}

/* How the word differs from the lane's own current word, apart from the row. */
static inline uint64_t own_word_differs(const struct quick *q, uint64_t word, unsigned lane)
{
	uint64_t sites = (uint64_t)(SHADOW_SITES - 1) << SHADOW_SITE_SHIFT;

	return (word ^ (q->me + ((uint64_t)lane << SHADOW_THREAD_SHIFT))) & ~sites;
}

/*
 * One lane's plain load of a granule that is not written: notes the reader as read_note does. `word` has no mark;
 * returns the new one.
 */
static inline uint64_t reader_note(const struct quick *q, uint64_t word, uint64_t lane)
{
	uint64_t me = q->me + (lane << SHADOW_THREAD_SHIFT), reader = shadow_thread(word);
	enum distance others = shadow_others(word), d = SAME_WARP;

	if (!word)
		return me;
	if (reader - q->first_thread >= q->block_threads)
		d = SAME_GRID;
	else if (word < q->barrier_word)
		d = others == SAME_GRID ? SAME_GRID : SAME_THREAD;
	else if (others >= SAME_BLOCK)
		return word;
	else if (reader - q->warp_first >= WARP_LANES)
		d = SAME_BLOCK;
	else if (word < q->synced_word)
		d = SAME_THREAD;
	else if (others || reader == q->warp_first + lane)
		return word;
	if (d != SAME_THREAD)
		site_merge(q->c, me, word);
	return me | d;
}

/* ---- one lane ---- */

static inline unsigned granules_of(const struct span *s)
{
	return 1u << s->q.spread;
}

static inline struct shadow_cell *cells_of(const struct span *s, uint64_t addr)
{
	return s->block->cells + (addr >> s->shift);
}

/* A cell of shared memory that nothing but plain loads accessed since the barrier? */
static inline bool cell_is_plain_read(const struct span *s, const struct shadow_cell *cell)
{
	return cell->write < s->q.barrier_word && (cell->read < s->q.barrier_word ||
						   !(cell->read & (SHADOW_SYNC | SHADOW_VOLATILE)));
}

static inline void cell_read_note(const struct span *s, struct shadow_cell *cell, uint32_t lane)
{
	cell->read = reader_note(&s->q, cell->read < s->q.barrier_word ? 0 : cell->read, lane);
}

static bool lane_reads_shared(const struct span *s, uint32_t lane)
{
	struct shadow_cell *cells = cells_of(s, s->addr[lane]);

	for (unsigned g = 0; g < granules_of(s); g++)
		if (!cell_is_plain_read(s, &cells[g]))
			return false;
	for (unsigned g = 0; g < granules_of(s); g++)
		cell_read_note(s, &cells[g], lane);
	return true;
}

/* No access since the barrier but this thread's own? */
static inline bool cell_word_is_own(const struct span *s, uint64_t word, uint32_t lane)
{
	return word < s->q.barrier_word || (shadow_thread(word) == s->q.warp_first + lane && !shadow_others(word));
}

static bool lane_writes_shared(const struct span *s, uint32_t lane)
{
	uint64_t me = s->q.me + ((uint64_t)lane << SHADOW_THREAD_SHIFT), granule = s->addr[lane] >> s->shift;
	struct shadow_cell *cells = s->block->cells + granule;

	for (unsigned g = 0; g < granules_of(s); g++)
		if (!cell_word_is_own(s, cells[g].write, lane) || !cell_word_is_own(s, cells[g].read, lane))
			return false;
	for (unsigned g = 0; g < granules_of(s); g++)
		cells[g].write = me;
	s->block->read_by_all[granule / SHADOW_RUN] = 0; /* an element does not cross a run */
	return true;
}

/* The usual element, of one granule; *again as below. */
static inline bool lane_reads_granule(const struct span *s, uint32_t lane, bool *again)
{
	unsigned at;
	struct shadow_page *page = page_of(s, s->addr[lane], &at);
	uint64_t word, differs;

	if (!page || (page->form == SHADOW_RUNS && shadow_page_single(page) < 0) || page->form != SHADOW_SINGLE)
		return false;
	word = page->words[at];
	differs = word_is_plain_read(word) ? 0 : own_word_differs(&s->q, word, lane);
	if (differs && differs != SHADOW_IS_BOTH)
		return false;
	*again &= word >> 63;
	page->words[at] = word_is_plain_read(word) ? reader_note(&s->q, word & ~SHADOW_IS_READ, lane) | SHADOW_IS_READ :
			  word | SHADOW_IS_BOTH;
	return true;
}

/* *again: the launch had already read all of it. */
static bool lane_reads_global(const struct span *s, uint32_t lane, bool *again)
{
	uint64_t *words = words_of(s, s->addr[lane], granules_of(s));

	for (unsigned g = 0; g < granules_of(s); g++) {
		uint64_t differs = words && !word_is_plain_read(words[g]) ? own_word_differs(&s->q, words[g], lane) : 0;

		if (!words || (differs && differs != SHADOW_IS_BOTH))
			return false;
	}
	for (unsigned g = 0; g < granules_of(s); g++) {
		*again &= (words[g] & SHADOW_IS_READ) != 0;
		if (word_is_plain_read(words[g]))
			words[g] = reader_note(&s->q, words[g] & ~SHADOW_IS_READ, lane) | SHADOW_IS_READ;
		else
			words[g] |= SHADOW_IS_BOTH;
	}
	return true;
}

static bool lane_writes_global(const struct span *s, uint32_t lane)
{
	uint64_t *words = words_of(s, s->addr[lane], granules_of(s)), me = s->q.me + ((uint64_t)lane << SHADOW_THREAD_SHIFT);

	for (unsigned g = 0; g < granules_of(s); g++) {
		uint64_t differs = words ? own_word_differs(&s->q, words[g], lane) : 1;

		if (!words || (words[g] && differs && differs != SHADOW_IS_READ && differs != SHADOW_IS_BOTH))
			return false;
	}
	for (unsigned g = 0; g < granules_of(s); g++)
		words[g] = me | (words[g] & SHADOW_IS_READ ? SHADOW_IS_BOTH : 0);
	return true;
}

bool quick_lane(const struct span *s, enum access_kind kind, uint32_t lane)
{
	bool again = true;

	if (kind == ACCESS_LOAD)
		return s->shadow ? lane_reads_global(s, lane, &again) : lane_reads_shared(s, lane);
	return s->shadow ? lane_writes_global(s, lane) : lane_writes_shared(s, lane);
}

/* ---- half a warp reads ---- */

/* The result of a half-warp's load; `again`: the launch had already read the bytes. */
struct half { bool done, again; };

#define HALF_NOT ((struct half){ false, false })

/* Lanes that read one address one after the other, `turns` of them so far. */
static inline struct half read_uniform(const struct span *s, unsigned first, unsigned turns)
{
	const unsigned n = granules_of(s);
	uint64_t addr = s->addr[first], *words;
	struct shadow_cell *cells;
	bool again = true;

	if (turns >= 2)
		return (struct half){ true, true };
	if (!s->shadow) {
		cells = cells_of(s, addr);
		for (unsigned g = 0; g < n; g++)
			if (!cell_is_plain_read(s, &cells[g]))
				return HALF_NOT;
		for (; turns < 2; turns++, first++)
			for (unsigned g = 0; g < n; g++)
				cell_read_note(s, &cells[g], first);
		return (struct half){ true, false };
	}
	words = words_of(s, addr, n);
	for (unsigned g = 0; g < n; g++) {
		if (!words || !word_is_plain_read(words[g]))
			return HALF_NOT;
		again &= words[g] != 0;
	}
	for (; turns < 2; turns++, first++)
		for (unsigned g = 0; g < n; g++)
			words[g] = reader_note(&s->q, words[g] & ~SHADOW_IS_READ, first) | SHADOW_IS_READ;
	return (struct half){ true, again };
}

/* ---- lanes of half a warp with different elements ---- */

/* The granules of the lanes that take part, one each. */
struct spread { uint64_t granule[HALF_WARP]; uint32_t lanes; unsigned first; };

#define HALF_LANES ((1u << HALF_WARP) - 1)

/* For each lane of the half-warp; the compiler vectorises the usual case, all of them. */
#define EACH_OF(l, mask, what) \
	do { \
		if ((mask) == HALF_LANES) \
			for (unsigned l = 0; l < HALF_WARP; l++) { what } \
		else \
			for_lanes(l, mask) { what } \
	} while (0)

/* False: two of them may be the same. */
static inline bool spread_find(const struct span *s, unsigned first, uint32_t lanes, struct spread *x)
{
	const unsigned lead = (unsigned)__builtin_ctz(lanes);
	uint64_t fell = 0, rose = 0, last;

	x->lanes = lanes;
	x->first = first;
	EACH_OF(l, lanes, x->granule[l] = (s->addr[first + l] - s->base) >> s->shift; );
	if (lanes == HALF_LANES) {
		for (unsigned l = 1; l < HALF_WARP; l++) {
			fell |= x->granule[l] - x->granule[l - 1] - 1; /* the top bit: not above the last one, */
			rose |= x->granule[l - 1] - x->granule[l] - 1; /* or not below it */
		}
		return !(fell >> 63) || !(rose >> 63);
	}
	last = x->granule[lead];
	for_lanes(l, lanes & (lanes - 1)) {
		fell |= x->granule[l] - last - 1;
		rose |= last - x->granule[l] - 1;
		last = x->granule[l];
	}
	return !(fell >> 63) || !(rose >> 63);
}

/* The words of global memory as an array, if all are in one page. */
static uint64_t *spread_page(const struct span *s, struct spread *x)
{
	const uint64_t base = x->granule[__builtin_ctz(x->lanes)] & ~(uint64_t)(SHADOW_PAGE_CELLS - 1);
	const uint64_t end = x->granule[31 - __builtin_clz(x->lanes)];
	struct shadow_page *page = (end ^ base) < SHADOW_PAGE_CELLS ? shadow_page(s->shadow, base) : NULL;

	if (!page || (page->form == SHADOW_RUNS && shadow_page_single(page) < 0) || page->form != SHADOW_SINGLE)
		return NULL;
	return page->words - base;
}

static bool spread_access(const struct span *s, enum access_kind kind, struct spread *x, bool *again)
{
	const struct quick_table *t = s->q.c->quick;
	uint64_t word[HALF_WARP] = { 0 }, all = UINT64_MAX, *words = s->shadow ? spread_page(s, x) : NULL;
	struct shadow_cell cell[HALF_WARP];
	bool by_all = false;

	if (s->shadow && !words)
		return false;
	if (words) {
		EACH_OF(l, x->lanes, word[l] = words[x->granule[l]]; all &= word[l]; );
		*again = all >> 63;
		if (kind == ACCESS_LOAD ? !t->reads(&s->q, word, x->first) : !t->writes(&s->q, word, x->first))
			return false;
		EACH_OF(l, x->lanes, words[x->granule[l]] = word[l]; );
		return true;
	}
	if (x->lanes != HALF_LANES)
		memset(cell, 0, sizeof cell);
	EACH_OF(l, x->lanes, cell[l] = s->block->cells[x->granule[l]]; );
	if (kind == ACCESS_LOAD ? !t->shared_reads(&s->q, cell, x->first, &by_all) : !t->shared_writes(&s->q, cell, x->first))
		return false;
	EACH_OF(l, x->lanes, s->block->cells[x->granule[l]] = cell[l]; );
	if (kind != ACCESS_LOAD)
		EACH_OF(l, x->lanes, s->block->read_by_all[x->granule[l] / SHADOW_RUN] = 0; );
	*again = false;
	return true;
}

/* Can the page of that address be a single one? */
static inline bool page_is_simple(const struct span *s, uint64_t addr)
{
	const struct shadow_page *page = s->shadow ? s->shadow->pages[(addr - s->base) >> s->shift >> SHADOW_PAGE_SHIFT] : NULL;

	return !page || page->launch != s->shadow->launch || page->form <= SHADOW_SINGLE;
}

uint32_t quick_lanes(const struct span *s, enum access_kind kind, uint32_t mask)
{
	if (s->q.spread || !page_is_simple(s, s->addr[__builtin_ctz(mask)]))
		return mask;
	for (unsigned first = 0; first < WARP_LANES; first += HALF_WARP) {
		const uint32_t lanes = mask >> first & HALF_LANES;
		struct spread x;
		bool again = true;

		if (lanes && (!spread_find(s, first, lanes, &x) || !spread_access(s, kind, &x, &again)))
			break;
		mask &= ~(lanes << first);
	}
	return mask;
}

static struct half read_scattered(const struct span *s, unsigned first)
{
	uint32_t thin;
	bool again = true;
	struct spread x;

	if (!page_is_simple(s, s->addr[first]))
		return HALF_NOT;
	if (!s->q.spread && spread_find(s, first, HALF_LANES, &x) && spread_access(s, ACCESS_LOAD, &x, &again))
		return (struct half){ true, again };
	again = true;
	thin = rows_thin(s->addr, UINT32_MAX) >> first;

	for (unsigned l = 0; l < HALF_WARP; l++)
		if (thin >> l & 1 && !(!s->shadow ? lane_reads_shared(s, first + l) :
					 s->q.spread ? lane_reads_global(s, first + l, &again) :
					 lane_reads_granule(s, first + l, &again)))
			return HALF_NOT;
	return (struct half){ true, again && s->shadow };
}

static struct half read_run(const struct span *s, uint64_t *run, unsigned first)
{
	uint64_t old = *run, differs;

	if (word_is_plain_read(old)) {
		uint64_t reader = shadow_thread(old) - s->q.first_thread;

		/* The usual case: several warps of the block have read it already. */
		if (reader < s->q.block_threads && (old & ~SHADOW_IS_READ) >= s->q.barrier_word &&
		    shadow_others(old) >= SAME_BLOCK)
			return (struct half){ true, true };
		*run = reader_note(&s->q, old & ~SHADOW_IS_READ, first) | SHADOW_IS_READ;
		return (struct half){ true, old };
	}
	differs = own_word_differs(&s->q, old, first);
	if (differs && differs != SHADOW_IS_BOTH)
		return HALF_NOT;
	*run |= SHADOW_IS_BOTH;
	return (struct half){ true, old & SHADOW_IS_READ };
}

static inline bool read_shared_row(const struct span *s, uint64_t granule, unsigned first)
{
	uint64_t *read_by_all = &s->block->read_by_all[granule / SHADOW_RUN];
	bool aligned = granule % SHADOW_RUN == 0, by_all = false;

	if (aligned && *read_by_all == s->q.barrier_word)
		return true;
	if (!s->q.c->quick->shared_reads(&s->q, s->block->cells + granule, first, &by_all))
		return false;
	if (aligned && by_all)
		*read_by_all = s->q.barrier_word;
	return true;
}

/* 16 granules; the first one is read by lane `first`. */
static struct half read_part(const struct span *s, uint64_t addr, unsigned first)
{
	struct half half;
	uint64_t *words;

	if (!s->shadow)
		return (struct half){ read_shared_row(s, addr >> s->shift, first), false };
	words = s->q.spread ? NULL : run_of(s, addr);
	if (words && (half = read_run(s, words, first)).done)
		return half;
	words = words_of(s, addr, HALF_WARP);
	return (struct half){ words && s->q.c->quick->reads(&s->q, words, first), false };
}

static struct half read_row(const struct span *s, unsigned first)
{
	struct half half = read_part(s, s->addr[first], first);

	for (unsigned part = 1; half.done && part < granules_of(s); part++)
		half.done = read_part(s, s->addr[first] + (part * HALF_WARP << s->shift),
				      first + part * (HALF_WARP >> s->q.spread)).done;
	return half;
}

static inline struct half half_read(const struct span *s, unsigned first)
{
	bool goes_on = first && s->addr[first] == s->addr[first - 1];

	switch (s->shape[first != 0]) {
	case SHAPE_UNIFORM:
		return read_uniform(s, first, !goes_on ? 0 : s->shape[0] == SHAPE_UNIFORM ? 2 : 1);
	case SHAPE_CONSECUTIVE:
		return goes_on ? HALF_NOT : read_row(s, first);
	case SHAPE_SCATTERED:
		return read_scattered(s, first);
	case SHAPE_UNKNOWN:
		break;
	}
	return HALF_NOT;
}

/* ---- half a warp writes ---- */

static bool write_run(const struct span *s, uint64_t *run, unsigned first)
{
	uint64_t me = s->q.me + ((uint64_t)first << SHADOW_THREAD_SHIFT), differs = own_word_differs(&s->q, *run, first);

	if (!*run || !differs)
		*run = me;
	else if (differs == SHADOW_IS_READ || differs == SHADOW_IS_BOTH)
		*run = me | SHADOW_IS_BOTH;
	else
		return false;
	return true;
}

static bool write_part(const struct span *s, uint64_t addr, unsigned first)
{
	uint64_t *words;

	if (!s->shadow) {
		uint64_t granule = addr >> s->shift;

		s->block->read_by_all[granule / SHADOW_RUN] = s->block->read_by_all[(granule + SHADOW_RUN - 1) / SHADOW_RUN] = 0;
		return s->q.c->quick->shared_writes(&s->q, s->block->cells + granule, first);
	}
	words = s->q.spread ? NULL : run_of(s, addr);
	if (words && write_run(s, words, first))
		return true;
	words = words_of(s, addr, HALF_WARP);
	return words && s->q.c->quick->writes(&s->q, words, first);
}

static bool half_write(const struct span *s, unsigned first)
{
	for (unsigned part = 0; part < granules_of(s); part++)
		if (!write_part(s, s->addr[first] + (part * HALF_WARP << s->shift), first + part * (HALF_WARP >> s->q.spread)))
			return false;
	return true;
}

/* ---- the whole warp ---- */

/* Field by field: a struct that is built and copied costs more than all of this. `spread` is the caller's. */
static inline void quick_set(struct quick *q, struct checker *c, const struct order *o, uint32_t warp, uint64_t me)
{
	q->c = c;
	q->me = me;
	q->barrier_word = o->barrier_word;
	q->synced_word = (uint64_t)o->warps[warp].synced << SHADOW_TIME_SHIFT;
	q->first_thread = o->first_thread;
	q->block_threads = o->block_threads;
	q->warp_first = o->first_thread + warp * WARP_LANES;
}

static inline bool order_is_simple(const struct order *o, uint32_t warp)
{
	return !o->grid->handover && !o->cluster && !o->lost && !o->warps[warp].partial;
}

/* An element has 1, 2 or 4 granules. */
static inline bool spread_of(uint32_t bytes, unsigned shift, unsigned *spread)
{
	uint32_t granules = bytes >> shift;

	*spread = granules / 2;
	return granules == 1 || granules == 2 || granules == 4;
}

bool quick_begin(struct checker *c, const struct region *r, uint64_t me, struct span *s)
{
	const struct order *o = &r->block->order;
	uint32_t warp = r->w->warp % BLOCK_WARPS;

	quick_set(&s->q, c, o, warp, me);
	s->addr = r->a->addr;
	s->shape = r->a->shape;
	s->shadow = r->alloc ? r->shadow : NULL;
	s->block = r->memory;
	s->base = r->base;
	s->shift = r->alloc ? c->granule_shift : c->shared_shift;
	return !c->thorough && order_is_simple(o, warp) && (r->alloc || r->memory == r->block) &&
	       spread_of(r->a->bytes, s->shift, &s->q.spread);
}

uint32_t quick_access(const struct span *s, const struct warp_access *a)
{
	if (a->kind == ACCESS_LOAD)
		return !half_read(s, 0).done ? UINT32_MAX : !half_read(s, HALF_WARP).done ? UINT32_MAX << HALF_WARP : 0;
	/* Lanes in ascending order do not overlap. */
	if (a->shape[0] != SHAPE_CONSECUTIVE || a->shape[1] != SHAPE_CONSECUTIVE ||
	    a->addr[HALF_WARP] <= a->addr[HALF_WARP - 1] || !half_write(s, 0))
		return UINT32_MAX;
	return half_write(s, HALF_WARP) ? 0 : UINT32_MAX << HALF_WARP;
}

/* ---- atomic operations ---- */

/* An operation that is atomic only for the threads of its own block. */
static inline bool is_narrow(const struct ptx_instr *i)
{
	return !i || i->scope == PTX_CTA;
}

/*
 * Does the word represent atomic operations by threads as far away as any, and no other access? Then one more changes only who
 * was the last, and none of them is ordered with it.
 */
static inline bool word_is_atomic(const struct span *s, uint64_t word)
{
	const struct checker *c = s->q.c;

	if ((word & (SHADOW_IS_READ | SHADOW_SYNC | SHADOW_VOLATILE | SHADOW_ONE)) != SHADOW_SYNC)
		return false;
	if (s->shadow)
		return shadow_others(word) == SAME_GRID && !is_narrow(c->sites[shadow_site(word)].instr);
	return word >= s->q.barrier_word && shadow_others(word) >= SAME_BLOCK;
}

static bool atomic_again(const struct span *s, uint32_t lane)
{
	const uint64_t me = s->q.me + ((uint64_t)lane << SHADOW_THREAD_SHIFT);
	uint64_t *words = s->shadow ? words_of(s, s->addr[lane], granules_of(s)) : NULL;
	struct shadow_cell *cells = s->shadow ? NULL : cells_of(s, s->addr[lane]);

	for (unsigned g = 0; g < granules_of(s); g++)
		if (s->shadow ? !words || !word_is_atomic(s, words[g]) :
				cells[g].read >= s->q.barrier_word || !word_is_atomic(s, cells[g].write))
			return false;
	for (unsigned g = 0; g < granules_of(s); g++) {
		uint64_t *word = words ? &words[g] : &cells[g].write, old = *word;

		*word = me | shadow_others(old);
		site_merge(s->q.c, me, old);
	}
	return true;
}

uint32_t quick_atomics(const struct span *s, const struct warp_access *a, uint32_t mask)
{
	if (s->q.c->launch.hands_over || s->q.c->grid.updaters || (s->shadow && is_narrow(a->instr)))
		return mask;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		if (!atomic_again(s, (uint32_t)__builtin_ctz(rest)))
			return rest;
		mask = rest & (rest - 1);
	}
	return mask;
}

/*
 * check_race.c may repeat a half that is done, together with the other one: each lane then finds itself represented,
 * and changes nothing.
 */
static inline bool is_simple_load(const struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	return a->kind == ACCESS_LOAD && a->shape[0] != SHAPE_UNKNOWN && !a->is_sync && !a->is_volatile &&
	       c->launch.args.checks & SIMT_CHECK_RACE && c->running && c->running->block == w->block_linear;
}

/* Does it access only initialised bytes, of the object that the instruction means? Sets the place of the shadow. */
static inline bool global_is_simple(const struct checker *c, const struct check_site *site, const struct warp_access *a,
				    struct span *s)
{
	const struct simt_allocation *alloc = site->alloc;
	struct shadow *shadow = alloc ? site_shadow(c, site) : NULL;

	if (!shadow || alloc->addr != a->span || shadow->missing || (site->meant && site->meant != alloc->addr))
		return false;
	s->shadow = shadow;
	s->base = alloc->addr;
	return true;
}

/* A load needs no look at what was written, or copied asynchronously. */
static inline bool shared_is_whole(const struct checker *c, const struct block_state *b)
{
	return b->init && (!b->init->missing || !(c->launch.args.checks & SIMT_CHECK_INIT)) && !b->copies;
}

static inline bool shared_is_simple(const struct checker *c, const struct check_site *site, const struct warp_access *a,
				    const struct block_state *b)
{
	return shared_is_whole(c, b) && (!site->var || site->var->size >= b->shared_bytes || is_inside_variable(site->var, a));
}

enum quick_read quick_read(struct checker *c, const struct warp_place *w, const struct warp_access *a)
{
	const struct block_state *b = c->running;
	uint32_t row, warp = w->warp % BLOCK_WARPS;
	struct half half[2];
	struct span s;

	if (c->thorough || !is_simple_load(c, w, a) || !order_is_simple(&b->order, warp))
		return QUICK_NOT;
	row = site_find(c, a->instr);
	quick_set(&s.q, c, &b->order, warp, shadow_word(b->order.warps[warp].now, b->order.first_thread + warp * WARP_LANES,
							row, 0));
	s.addr = a->addr;
	s.shape = a->shape;
	s.block = b;
	s.shadow = NULL;
	s.base = 0;
	s.shift = a->space == PTX_GLOBAL ? c->granule_shift : c->shared_shift;
	if (!spread_of(a->bytes, s.shift, &s.q.spread))
		return QUICK_NOT;
	if (a->space == PTX_GLOBAL ? !global_is_simple(c, &c->sites[row], a, &s) :
	    a->space != PTX_SHARED || !shared_is_simple(c, &c->sites[row], a, b))
		return QUICK_NOT;
	if (a->space == PTX_GLOBAL && (c->sites[row].alloc->flags & SIMT_READ_ONLY || site_is_calm(c, &c->sites[row]))) {
		access_quiet(c, a);
		return QUICK_READ;
	}
	half[0] = half_read(&s, 0);
	half[1] = half[0].done ? half_read(&s, HALF_WARP) : HALF_NOT;
	return !half[1].done ? QUICK_NOT : half[0].again && half[1].again ? QUICK_READ_AGAIN : QUICK_READ;
}

static inline bool var_holds(const struct checker_var *v, const uint64_t at[2], uint64_t size)
{
	const uint64_t first = at[0] - v->offset, second = at[1] - v->offset, most = (uint64_t)v->size - size;

	return !((first | (most - first) | second | (most - second) | most) >> 63);
}

/* An array that nothing writes in this launch, of which these bytes are in the footprint already. */
bool quick_global_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, uint64_t span)
{
	struct checker *c = ctx;
	struct check_site *site = &c->sites[site_find(c, instr)];
	const struct simt_allocation *a = site->alloc;
	const struct shadow *shadow = a ? site_shadow(c, site) : NULL;
	const uint64_t size = (HALF_WARP - 1) * stride + bytes;

	if (c->thorough || c->moved || c->reads < CALM_AFTER || !c->running || c->running->block != w->block_linear || !shadow ||
	    a->addr != span || shadow->missing || (site->meant && site->meant != a->addr) ||
	    !(a->flags & SIMT_READ_ONLY || site_is_calm(c, site)))
		return false;
	return touched_has_read(c->launch.touched, a, at[0] - span, size) &&
	       touched_has_read(c->launch.touched, a, at[1] - span, size);
}

/* Would the row be noted as one that represents itself? Then fast_load_one need not note it. */
static bool is_representative(const struct check_site *s, uint32_t row)
{
	for (unsigned k = 0; k < s->nothers && k < SITE_OTHERS; k++)
		if (s->others[k] == row)
			return true;
	return s->nothers > SITE_OTHERS;
}

/* Prepares the next loads by the warp, and by this instruction. */
static void fast_loads_begin(struct checker *c, const struct warp_place *w, const struct block_state *b, uint32_t row,
			     struct fast_site *fast)
{
	const struct order *o = &b->order;
	const uint32_t warp = w->warp % BLOCK_WARPS;
	const struct check_site *site = &c->sites[row];
	const bool is_part = site->var && site->var->size < b->shared_bytes;
	const uint64_t size = is_part ? site->var->size : b->shared_bytes, run = SHADOW_RUN * FAST_BYTES;

	if (1u << c->shared_shift != FAST_BYTES || !row)
		return;
	c->fast_loads = (struct fast_loads){ .place = w, .word = shadow_word(o->warps[warp].now,
									     o->first_thread + warp * WARP_LANES, 0, 0),
				       .barrier_word = o->barrier_word, .cells = b->cells, .read_by_all = b->read_by_all };
	fast->row = (uint64_t)row << SHADOW_SITE_SHIFT;
	fast->first = is_part ? site->var->offset : 0;
	fast->room_row = size >= run ? size - run + 1 : 0;
	fast->room_one = size >= FAST_BYTES && is_representative(site, row) ? size - FAST_BYTES + 1 : 0;
}

bool quick_shared_load(void *ctx, const struct warp_place *w, const struct ptx_instr *instr, uint32_t bytes, const uint64_t at[2],
		       uint64_t stride, struct fast_site *fast)
{
	struct checker *c = ctx;
	const struct block_state *b = c->running;
	const uint64_t far = (HALF_WARP - 1) * stride;
	const enum access_shape shape[2] = { stride ? SHAPE_CONSECUTIVE : SHAPE_UNIFORM,
					     stride ? SHAPE_CONSECUTIVE : SHAPE_UNIFORM };
	uint32_t row, warp = w->warp % BLOCK_WARPS;
	const struct checker_var *var;
	unsigned spread;
	uint64_t addr[HALF_WARP + 1]; /* sets only what half_read needs: the compiler would clear all of it */
	struct span s;

	if (c->thorough || c->moved || !spread_of(bytes, c->shared_shift, &spread) || !b || b->block != w->block_linear ||
	    !shared_is_whole(c, b) || !order_is_simple(&b->order, warp))
		return false;
	row = site_find(c, instr);
	var = c->sites[row].var;
	if (var && var->size < b->shared_bytes && !var_holds(var, at, far + bytes))
		return false;
	addr[0] = at[0];
	addr[HALF_WARP - 1] = at[0] + far;
	addr[HALF_WARP] = at[1];
	quick_set(&s.q, c, &b->order, warp, shadow_word(b->order.warps[warp].now, b->order.first_thread + warp * WARP_LANES,
							row, 0));
	s.q.spread = spread;
	s.addr = addr;
	s.shape = shape;
	s.shadow = NULL;
	s.block = b;
	s.base = 0;
	s.shift = c->shared_shift;
	if (!half_read(&s, 0).done || !half_read(&s, HALF_WARP).done)
		return false;
	if (bytes == FAST_BYTES)
		fast_loads_begin(c, w, b, row, fast);
	return true;
}
