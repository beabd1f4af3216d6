/*
 * check_uses.c - keeps a grid's uses of global memory after its end, and finds clashes with another grid's uses.
 *
 * A kernel that launches kernels runs concurrently with them. The vm first runs it to its end, so the order of the run proves
 * nothing. At the end of a grid the cells of its shadow (shadow.h) become a list of runs, sorted by address: consecutive granules
 * that the same instructions used. One pass compares two lists. Of a grid that launched the other one, only accesses not ordered
 * before the launch count: the checker keeps the launching thread's clocks at that moment, and the words of the cells hold the
 * times of the accesses, as within one grid (check_order.h).
 *
 * Each doubt errs to "ordered": clusters, clocks that ran out, handovers through shared memory, and grids that synchronise
 * through a word that one of them releases.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "simt/check/check_words.h"

/* The moment of a launch by a thread: copies of its clocks. */
struct moment {
	uint32_t block, thread;    /* in the block */
	uint32_t time;             /* its own accesses before this are ordered; */
	uint32_t barrier, synced;  /* the block's, the warp's */
	uint32_t *pairs;           /* of the lane; NULL: `synced` is enough */
	struct known *known;       /* from handovers; NULL: nothing */
	bool lost;                 /* clocks ran out: all of the block is ordered */
};

/* The instruction behind a word, when a clash is examined. */
struct accessor { const struct ptx_instr *instr; struct ptx_place place; };

/* Consecutive granules that the same instructions used in the same ways. */
struct use_run {
	uint64_t addr, bytes;
	uint32_t life;             /* of a heap block; else 0 */
	struct shadow_cell first;  /* the cell of the first granule */
	size_t cells;              /* of all granules: an index, */
	size_t values;             /* and the index of the final contents, if something was written */
};

struct simt_uses {
	struct simt_mem *mem;
	struct dim3u grid, block;
	struct order_grid order;   /* its handovers belong to us */
	unsigned granule_shift;
	bool unsure;               /* there were clusters */
	struct accessor *accessors;
	size_t naccessors;
	struct use_run *runs;
	size_t nruns, room_runs;
	struct shadow_cell *cells; /* NULL: shrunk */
	size_t ncells, room_cells;
	uint8_t *values;
	size_t nvalues, room_values;
	struct moment *moments;
	size_t nmoments;
	bool failed;
};

#define STRONG (SHADOW_SYNC | SHADOW_VOLATILE)

/* ---- moments ---- */

void moments_free(struct moment *moments, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(moments[i].pairs);
		free(moments[i].known);
	}
	free(moments);
}

uint32_t check_launches(void *ctx, const struct warp_place *w, uint32_t lane)
{
	struct checker *c = ctx;
	struct block_state *b = block_of(c, w->block_linear);
	uint32_t warp = w->warp % BLOCK_WARPS;
	const struct warp_clock *clock;
	struct moment *m;

	if (!b || c->nmoments >= SIMT_WHOLE - 1 || !array_reserve(&c->moments, &c->room_moments, c->nmoments + 1, sizeof *m)) {
		c->failed = true;
		return SIMT_WHOLE;
	}
	vm_assert(lane < WARP_LANES && c->nmoments < c->room_moments);
	clock = &b->order.warps[warp];
	order_tick(&b->order, warp);
	m = &c->moments[c->nmoments];
	*m = (struct moment){ .block = w->block_linear, .thread = w->warp * WARP_LANES + lane, .time = clock->now,
			      .barrier = b->order.barrier, .synced = clock->synced, .lost = b->order.lost };
	if (clock->partial && (m->pairs = malloc(sizeof(lane_pairs) / WARP_LANES)))
		memcpy(m->pairs, b->order.pairs[warp][lane], sizeof(lane_pairs) / WARP_LANES);
	if ((clock->partial && !m->pairs) || (b->order.known && order_known_give(&b->order, warp, &m->known) < 0))
		c->failed = true;
	return (uint32_t)c->nmoments++;
}

static bool is_before(const struct simt_uses *u, const struct moment *m, uint64_t word)
{
	uint32_t thread = shadow_thread(word), time = shadow_time(word), block = thread / u->order.block_threads;

	vm_assert(u->order.block_threads);
	if (!m)
		return false;
	thread %= u->order.block_threads;
	if (block == m->block) {
		if (m->lost || time < m->barrier)
			return true;
		if (thread == m->thread)
			return time < m->time;
		if (u->order.shares)
			return true;
		if (thread / WARP_LANES == m->thread / WARP_LANES &&
		    (time < m->synced || (m->pairs && time < m->pairs[thread % WARP_LANES])))
			return true;
	}
	return u->unsure || order_handed_to(&u->order, m->block, m->known, word);
}

/* ---- collecting ---- */

static bool is_alike(uint64_t a, uint64_t b)
{
	return shadow_site(a) == shadow_site(b) && !((a ^ b) & STRONG) && !a == !b;
}

static void granule_add(struct simt_uses *u, const struct simt_allocation *a, uint64_t offset, struct shadow_cell cell)
{
	struct use_run *r = u->nruns ? &u->runs[u->nruns - 1] : NULL;
	uint64_t addr = a->addr + offset, bytes = 1ull << u->granule_shift;

	vm_assert(offset < a->bytes);
	if (bytes > a->bytes - offset)
		bytes = a->bytes - offset;
	if (!r || r->addr + r->bytes != addr || r->life != a->life || !is_alike(r->first.write, cell.write) ||
	    !is_alike(r->first.read, cell.read)) {
		if (!array_reserve(&u->runs, &u->room_runs, u->nruns + 1, sizeof *u->runs)) {
			u->failed = true;
			return;
		}
		r = &u->runs[u->nruns++];
		*r = (struct use_run){ .addr = addr, .life = a->life, .first = cell, .cells = u->ncells, .values = u->nvalues };
	}
	r->bytes += bytes;
	if (!array_reserve(&u->cells, &u->room_cells, u->ncells + 1, sizeof cell) ||
	    !array_reserve(&u->values, &u->room_values, u->nvalues + bytes, 1)) {
		u->failed = true;
		return;
	}
	vm_assert(u->ncells < u->room_cells && u->nvalues + bytes <= u->room_values);
	u->cells[u->ncells++] = cell;
	if (cell.write) {
		memcpy(u->values + u->nvalues, a->host + offset, bytes);
		u->nvalues += bytes;
	}
}

static void page_add(struct simt_uses *u, const struct simt_allocation *a, const struct shadow_page *p, size_t page)
{
	for (unsigned g = 0; g < SHADOW_PAGE_CELLS; g++) {
		struct shadow_cell cell = shadow_get(p, g);
		uint64_t offset = ((uint64_t)page * SHADOW_PAGE_CELLS + g) << u->granule_shift;

		if (cell.write || cell.read)
			granule_add(u, a, offset, cell);
	}
}

static void memory_add(struct simt_uses *u)
{
	struct simt_allocation *a;

	for (size_t i = 0; (a = simt_allocation_at(u->mem, i)); i++) {
		const struct shadow *s = a->shadow;

		if (!s || !s->pages || s->granule_shift != u->granule_shift)
			continue;
		for (size_t p = 0; p < s->npages && !u->failed; p++)
			if (s->pages[p] && s->pages[p]->launch == s->launch)
				page_add(u, a, s->pages[p], p);
	}
}

struct simt_uses *uses_collect(struct checker *c)
{
	struct simt_uses *u = c->launch.args.checks & SIMT_CHECK_RACE ? calloc(1, sizeof *u) : NULL;

	if (!u)
		return NULL;
	u->mem = c->launch.mem;
	u->grid = c->launch.args.grid;
	u->block = c->launch.args.block;
	u->granule_shift = c->granule_shift;
	u->unsure = c->launch.cluster.x * c->launch.cluster.y * c->launch.cluster.z > 1;
	u->accessors = calloc(c->nsites, sizeof *u->accessors);
	if (!u->accessors) {
		free(u);
		return NULL;
	}
	u->naccessors = c->nsites;
	vm_assert(c->nsites <= SHADOW_SITES);
	for (size_t i = 1; i < c->nsites; i++)
		u->accessors[i] = (struct accessor){ c->sites[i].instr, ptx_instr_place(c->launch.module, c->sites[i].instr) };
	memory_add(u);
	u->order = c->grid;
	u->order.clusters = NULL;
	c->grid.handover = NULL;
	c->grid.updaters = NULL;
	u->moments = c->moments;
	u->nmoments = c->nmoments;
	c->moments = NULL;
	c->nmoments = c->room_moments = 0;
	if (!u->failed)
		return u;
	simt_uses_free(u);
	return NULL;
}

/* Adds one run of words with a site of their own. */
static void moved_add(struct simt_uses *u, uint64_t addr, uint64_t bytes, bool write)
{
	const struct simt_allocation *a = bytes ? simt_find(u->mem, addr) : NULL;
	uint64_t word = shadow_word(1, 0, 1, 0);

	if (!a || a->freed || bytes > a->bytes || addr - a->addr > a->bytes - bytes ||
	    !array_reserve(&u->runs, &u->room_runs, u->nruns + 1, sizeof *u->runs))
		return;
	u->runs[u->nruns] = (struct use_run){ .addr = addr, .bytes = bytes, .life = a->life, .values = u->nvalues,
					      .first = { write ? word : 0, write ? 0 : word } };
	if (write && array_reserve(&u->values, &u->room_values, u->nvalues + bytes, 1)) {
		memcpy(u->values + u->nvalues, a->host + (addr - a->addr), bytes);
		u->nvalues += bytes;
	} else if (write) {
		return;
	}
	u->nruns++;
}

struct simt_uses *simt_uses_moved(struct simt_mem *m, uint64_t to, uint64_t from, uint64_t bytes,
				  const struct source_place *place)
{
	struct simt_uses *u = calloc(1, sizeof *u);

	if (!u || !(u->accessors = calloc(2, sizeof *u->accessors))) {
		free(u);
		return NULL;
	}
	u->mem = m;
	u->granule_shift = 0;
	u->order.block_threads = WARP_LANES;
	u->naccessors = 2;
	u->accessors[1].place = (struct ptx_place){ .file = place->file, .line = place->line, .column = place->column };
	if (from && from < to)
		moved_add(u, from, bytes, false);
	moved_add(u, to, bytes, true);
	if (from > to)
		moved_add(u, from, bytes, false);
	return u;
}

uint64_t simt_uses_weight(const struct simt_uses *u)
{
	return u->room_cells * sizeof *u->cells + u->room_values + u->room_runs * sizeof *u->runs;
}

void simt_uses_shrink(struct simt_uses *u)
{
	free(u->cells);
	u->cells = NULL;
	u->room_cells = 0;
}

void simt_uses_free(struct simt_uses *u)
{
	if (!u)
		return;
	order_grid_release(&u->order);
	moments_free(u->moments, u->nmoments);
	free(u->accessors);
	free(u->runs);
	free(u->cells);
	free(u->values);
	free(u);
}

/* ---- comparing ---- */

/* Bytes [addr, end) in both runs. */
struct common { const struct use_run *a, *b; uint64_t addr, end; };

/* Calls `look` for all of them in order, until it returns true. */
static bool common_walk(const struct simt_uses *a, const struct simt_uses *b, bool (*look)(void *ctx, const struct common *),
			void *ctx)
{
	for (size_t i = 0, j = 0; i < a->nruns && j < b->nruns;) {
		const struct use_run *r = &a->runs[i], *s = &b->runs[j];
		struct common both = { r, s, r->addr > s->addr ? r->addr : s->addr, r->addr + r->bytes };

		if (s->addr + s->bytes < both.end)
			both.end = s->addr + s->bytes;
		if (both.addr < both.end && r->life == s->life && look(ctx, &both))
			return true;
		if (r->addr + r->bytes <= s->addr + s->bytes)
			i++;
		else
			j++;
	}
	return false;
}

static bool sync_meets(void *ctx, const struct common *both)
{
	(void)ctx;
	return (both->a->first.write | both->a->first.read) & STRONG && (both->b->first.write | both->b->first.read) & STRONG;
}

struct comparison {
	const struct simt_uses *earlier, *later;
	const struct moment *since; /* of `earlier`; NULL: its beginning */
	struct simt_clash *clash;
};

static bool is_of_block(const struct simt_uses *u, uint64_t word)
{
	const struct ptx_instr *i = u->accessors[shadow_site(word)].instr;

	return i && (i->op == PTX_ATOM || i->op == PTX_RED) && i->scope == PTX_CTA;
}

static bool are_morally_strong(const struct comparison *c, uint64_t word, uint64_t other)
{
	return word & STRONG && other & STRONG && !is_of_block(c->earlier, word) && !is_of_block(c->later, other);
}

/* The cell of the byte at addr; after shrinking, the first cell of the run, where only the thread differs. */
static struct shadow_cell cell_at(const struct simt_uses *u, const struct use_run *r, uint64_t addr)
{
	return u->cells ? u->cells[r->cells + (size_t)(((addr - (r->addr >> u->granule_shift << u->granule_shift)) >>
							u->granule_shift))] : r->first;
}

static bool same_value(const struct comparison *c, const struct common *both, uint64_t addr, uint64_t bytes)
{
	return !memcmp(c->earlier->values + both->a->values + (addr - both->a->addr),
		       c->later->values + both->b->values + (addr - both->b->addr), bytes);
}

static struct simt_user user_of(const struct simt_uses *u, uint64_t word, bool is_read)
{
	const struct accessor *d = &u->accessors[shadow_site(word)];
	uint32_t thread = shadow_thread(word), block = thread / u->order.block_threads;
	bool is_atomic = d->instr && (d->instr->op == PTX_ATOM || d->instr->op == PTX_RED);
	struct simt_user user = { .verb = is_read ? "read" : is_atomic ? "updated atomically" : "written",
				  .knows_thread = u->cells, .place = { .file = d->place.file, .line = d->place.line,
								       .column = d->place.column } };

	thread %= u->order.block_threads;
	if (!u->cells)
		return user;
	user.block = (struct dim3u){ block % u->grid.x, block / u->grid.x % u->grid.y, block / u->grid.x / u->grid.y };
	user.thread = (struct dim3u){ thread % u->block.x, thread / u->block.x % u->block.y, thread / u->block.x / u->block.y };
	return user;
}

static bool words_clash(const struct comparison *c, uint64_t addr, uint64_t word, bool is_read, uint64_t other,
			bool other_is_read)
{
	struct simt_clash *x = c->clash;
	const struct simt_allocation *a;
	unsigned elem = 1u << (c->earlier->granule_shift > c->later->granule_shift ? c->earlier->granule_shift :
			       c->later->granule_shift);

	if (!word || !other || are_morally_strong(c, word, other) || is_before(c->earlier, c->since, word))
		return false;
	a = simt_find(c->earlier->mem, addr);
	if (!a)
		return false;
	snprintf(x->what, sizeof x->what, "%s", words_element(a, addr, elem).s);
	x->first = user_of(c->earlier, word, is_read);
	x->second = user_of(c->later, other, other_is_read);
	return true;
}

static bool run_clashes(void *ctx, const struct common *both)
{
	const struct comparison *c = ctx;
	uint64_t small = 1ull << (c->earlier->granule_shift < c->later->granule_shift ? c->earlier->granule_shift :
				  c->later->granule_shift), next;

	if (!both->a->first.write && !both->b->first.write)
		return false;
	for (uint64_t addr = both->addr; addr < both->end; addr = next) {
		struct shadow_cell x = cell_at(c->earlier, both->a, addr), y = cell_at(c->later, both->b, addr);

		next = addr + small < both->end ? addr + small : both->end;
		if ((x.write && y.write && !same_value(c, both, addr, next - addr) &&
		     words_clash(c, addr, x.write, false, y.write, false)) ||
		    words_clash(c, addr, x.write, false, y.read, true) || words_clash(c, addr, x.read, true, y.write, false))
			return true;
	}
	return false;
}

bool simt_uses_clash(const struct simt_uses *earlier, uint32_t moment, const struct simt_uses *later, struct simt_clash *clash)
{
	struct comparison c = { earlier, later, moment < earlier->nmoments ? &earlier->moments[moment] : NULL, clash };

	return common_walk(earlier, later, run_clashes, &c) &&
	       !(earlier->order.handover && common_walk(earlier, later, sync_meets, NULL));
}
