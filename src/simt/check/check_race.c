/*
 * check_race.c - finds two threads that access the same bytes, at least one of them a write, without an order between
 * them.
 *
 * The check compares each granule of an access with its cell and then stores the access in the cell. The rules are in
 * check.h, the cell in shadow.h. First it compares the lanes of one instruction with each other: among them only
 * plain stores to the same address can race. check_quick.c handles most accesses, or most of their lanes.
 */
#include "config.h"

#include "base/limits.h"
#include "simt/check/check_flow.h"
#include "simt/check/check_race.h"
#include "simt/check/check_trace.h"
#include "simt/check/check_words.h"
#include "simt/check/race_quick.h"
#include "words/kinds.h"

#include <stdio.h>
#include <stdlib.h>

/* The access that conflicts. */
struct clash {
	uint64_t word;
	enum access_kind kind;
	enum distance distance;
	bool others;           /* not the word's own access, but one that the word only summarises */
	uint64_t offset;
};

/* What the lanes of one access report: mostly all the same, so that they are counted together. */
struct repeat {
	struct cause *cause;   /* of the last report; NULL: none, or not the usual kind */
	const struct ptx_instr *its;
	const void *object;
	enum access_kind kind;
	enum distance distance;
	uint32_t lanes;        /* not yet counted */
	enum { ALONE_UNKNOWN, ALONE_YES, ALONE_NO } alone; /* has each lane an address of its own? */
	struct clash clash;    /* the last lane's */
};

/* One lane's part of an access. */
struct touch {
	struct repeat *repeat;
	struct checker *c;
	const struct region *r;
	const struct order *o; /* of its block */
	uint32_t warp, lane;
	uint64_t me;           /* its shadow word */
	bool reported;         /* one finding per lane is enough */
};

static const char *const doing[] = {
	[ACCESS_LOAD] = "read", [ACCESS_STORE] = "written", [ACCESS_ATOMIC] = "updated atomically",
};

/* ---- sentences ---- */

static const char *others_name(enum distance d)
{
	return d == SAME_WARP ? "another lane of the warp" :
	       d == SAME_BLOCK ? "another warp of the block" : "a thread of another block";
}

static enum access_kind write_kind(const struct checker *c, uint64_t word)
{
	return c->sites[shadow_site(word)].updates ? ACCESS_ATOMIC : ACCESS_STORE;
}

/* One side of a race, for its message. */
struct side {
	const struct ptx_instr *instr;
	enum access_kind kind;
	uint32_t thread;       /* in its block */
	struct dim3u block;
	const char *name;      /* replaces thread and block; NULL if they are known */
};

/* "thread (3,0,0) of block (1,0,0)" */
static struct words words_who(const struct checker *c, const struct side *s, bool with_block)
{
	struct words thread = words_thread(c, s->thread), block = words_block(s->block), t = thread;

	if (s->name)
		snprintf(t.s, sizeof(t.s), "%s", s->name);
	else if (with_block)
		snprintf(t.s, sizeof(t.s), "%.48s of %.48s", thread.s, block.s);
	return t;
}

/* "written on line 12" */
static struct words words_what(const struct checker *c, const struct side *s)
{
	struct words line = words_line(c, s->instr), t;

	snprintf(t.s, sizeof(t.s), "%s%.24s", doing[s->kind], line.s);
	return t;
}

/* ---- what happened ---- */

/* Does `at` come before `there` in the program? If both orders are possible, the lines decide. */
static bool is_earlier(const struct checker *c, const struct ptx_instr *at, const struct ptx_instr *there, enum distance d)
{
	bool forth = path_without_barrier(c, at, there, d), back = path_without_barrier(c, there, at, d);

	if (forth != back)
		return forth;
	return ptx_instr_place(c->launch.module, at).line < ptx_instr_place(c->launch.module, there).line;
}

/* Writes the cause's sentence, and its places in the order of the program. */
static void cause_write(struct checker *c, struct cause *k, const struct clash *x, const char *what,
			struct side *mine, struct side *its)
{
	struct side *first = its, *second = mine;
	struct words verb;

	if (its->instr && is_earlier(c, mine->instr, its->instr, x->distance)) {
		const struct ptx_instr *at = k->at;
		struct ptx_place place = k->place;

		first = mine;
		second = its;
		k->at = k->other;
		k->place = k->other_place;
		k->other = at;
		k->other_place = place;
		if (!its->name) {
			k->reported_thread = its->thread;
			k->reported_block = its->block;
		}
	}
	verb = words_what(c, second);
	if (first->kind == second->kind && k->place.line == k->other_place.line)
		verb.s[0] = '\0';
	cause_say(k, "%s is %s by %s and %s%sby %s, and nothing orders the two", what,
		  words_what(c, first).s, words_who(c, first, x->distance == SAME_GRID || second->name).s,
		  verb.s, *verb.s ? " " : "", words_who(c, second, true).s);
}

static bool lanes_ascend(const struct region *r, uint32_t mask)
{
	const uint64_t *addr = r->a->addr;
	uint64_t next = 0;

	for_lanes(lane, access_is_row(r->a) ? 0 : mask) {
		if (addr[lane] < next)
			return false;
		next = addr[lane] + 1;
	}
	return true;
}

/* The lanes that do the same as this one: all, in a row that rows_thin thinned. */
static uint32_t lanes_alike(const struct touch *t, const struct clash *x)
{
	const uint64_t *addr = t->r->a->addr, at = addr[t->lane];
	uint32_t other = shadow_thread(x->word) - (t->o->first_thread + t->warp * WARP_LANES), lanes = 0;

	if (!t->repeat->alone)
		t->repeat->alone = lanes_ascend(t->r, t->r->mask) ? ALONE_YES : ALONE_NO;
	if (t->repeat->alone == ALONE_YES)
		return 1u << t->lane;
	for (unsigned lane = 0; lane < WARP_LANES; lane++)
		lanes |= (uint32_t)(addr[lane] == at) << lane;
	return lanes & t->r->mask & ~(!x->others && other < WARP_LANES ? 1u << other : 0);
}

static void raced_watch(const struct checker *c, const struct region *r, unsigned lane)
{
	const struct simt_watch *w = c->launch.args.watch;

	if (w && w->raced)
		w->raced(w->ctx, r->w->block, r->alloc ? PTX_GLOBAL : PTX_SHARED, r->a->addr[lane], r->a->bytes);
}

/*
 * The plain read with which a loop around an atomicCAS() begins, as in CUDA's headers and in its guide: if it reads an old value,
 * the atomicCAS() fails, and returns the present one.
 */
static bool reads_to_try(struct checker *c, const struct ptx_instr *i)
{
	struct check_site *s = i && i->op == PTX_LD ? &c->sites[site_find(c, i)] : NULL;

	if (s && s->retries == RETRIES_UNKNOWN)
		s->retries = trace_retries(function_of(c->launch.module, i), i) ? RETRIES_YES : RETRIES_NO;
	return s && s->retries == RETRIES_YES;
}

/* The sentence about the thread that has just become the cause's example. */
static void example_write(const struct touch *t, struct cause *k, const struct clash *x, const struct ptx_instr *instr)
{
	struct checker *c = t->c;
	uint32_t thread = shadow_thread(x->word), block = thread / c->grid.block_threads;
	const struct dim3u g = c->launch.args.grid;
	struct side mine = { t->r->a->instr, t->r->a->kind, k->thread, k->block, NULL };
	struct side its = { instr, x->kind, thread % c->grid.block_threads, { block % g.x, block / g.x % g.y, block / g.x / g.y },
			    x->others ? others_name(x->distance) : NULL };

	vm_assert(block < c->grid.blocks);
	cause_write(c, k, x, words_region(c, t->r, x->offset).s, &mine, &its);
	parts_say(c, k, t->r);
}

static void repeat_end(struct checker *c, struct repeat *p, const struct region *r)
{
	if (p->lanes)
		cause_add(c, p->cause->kind, r->w, p->lanes, r->a->instr, p->its, p->object);
	p->cause = NULL;
	p->lanes = 0;
}

/* Does the lane report what one before it did, and nothing more? Then it is counted with that one. */
static bool clash_repeats(struct touch *t, const struct clash *x, const struct ptx_instr *its, const void *object, uint32_t lanes)
{
	struct repeat *p = t->repeat;
	const struct cause *k = p->cause;
	const struct warp_place *w = t->r->w;

	if (!k || p->its != its || p->object != object || p->kind != x->kind || p->distance != x->distance)
		return false;
	if (w->block_linear < k->block_linear ||
	    (w->block_linear == k->block_linear && w->warp * WARP_LANES + (uint32_t)__builtin_ctz(lanes) < k->thread))
		return false;
	p->lanes |= lanes;
	p->clash = *x;
	return true;
}

static void clash_report(struct touch *t, const struct clash *x)
{
	struct checker *c = t->c;
	const struct region *r = t->r;
	finding_kind kind = x->distance == SAME_WARP ? KIND_RACE_WITHIN_WARP :
		r->alloc ? KIND_DATA_RACE_GLOBAL : KIND_DATA_RACE_SHARED;
	const struct ptx_instr *mine = r->a->instr, *its;
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, x->offset);
	uint32_t lanes;
	struct cause *k;

	if (!c->paths)
		c->paths = calloc(1 << PATHS_BITS, sizeof *c->paths);
	vm_assert(shadow_site(x->word) < c->nsites);
	its = x->others ? others_instr(c, x->word, mine, x->distance) : c->sites[shadow_site(x->word)].instr;
	if ((race_is_cas(its) && reads_to_try(c, mine)) || (race_is_cas(mine) && reads_to_try(c, its)))
		return;
	lanes = lanes_alike(t, x);
	t->reported = true;
	raced_watch(c, r, t->lane);
	if (clash_repeats(t, x, its, object, lanes))
		return;
	repeat_end(c, t->repeat, r);
	k = cause_add(c, kind, r->w, lanes, mine, its, object);
	if (!k)
		return;
	if (k->is_new_example)
		example_write(t, k, x, its);
	k->race.distance = x->distance > k->race.distance ? x->distance : k->race.distance;
	k->race.both_write |= x->kind != ACCESS_LOAD && r->a->kind != ACCESS_LOAD;
	k->race.is_unawaited = k->race.is_unawaited ||
			       (x->distance == SAME_GRID && !x->others && order_unawaited(t->o, x->word, t->warp));
	race_advise_again(c, k);
	if (k->race.is_unawaited || x->distance != SAME_GRID || x->others || !t->o->grid->handover)
		*t->repeat = (struct repeat){ k, its, object, x->kind, x->distance, 0, t->repeat->alone, *x };
}

/* Two lanes of this instruction write different values to one element. */
static void collision_report(struct checker *c, const struct region *r, unsigned first, unsigned lane)
{
	uint64_t offset = region_offset(r, lane);
	const void *object = r->alloc ? (const void *)r->alloc : shared_var_at(c, offset);
	struct cause *k = cause_add(c, r->alloc ? KIND_DATA_RACE_GLOBAL : KIND_DATA_RACE_SHARED, r->w,
				    1u << lane, r->a->instr, r->a->instr, object);

	raced_watch(c, r, lane);
	if (!k)
		return;
	k->race.distance = k->race.distance < SAME_BLOCK ? SAME_BLOCK : k->race.distance;
	k->race.both_write = true;
	race_advise_again(c, k);
	if (!k->is_new_example)
		return;
	cause_say(k, "%s and %s of %s write different values to %s at the same time",
		  words_thread(c, r->w->warp * WARP_LANES + first).s, words_thread(c, k->thread).s,
		  words_block(k->block).s, words_region(c, r, offset).s);
}

/* ---- one cell ---- */

/*
 * Atomics are allowed with each other and with accesses that poll them. Two volatile accesses are allowed in global memory, and
 * in shared memory between warps of a block that uses fences: volatile shared memory is also how programs passed values between
 * lanes before __syncwarp(), and forget barriers.
 */
static bool pair_allowed(const struct touch *t, uint64_t word, enum distance d)
{
	uint64_t strong = SHADOW_SYNC | SHADOW_VOLATILE;

	if (!(t->me & strong) || !(word & strong))
		return false;
	if (d == SAME_GRID && (race_is_of_block(t->r->a->instr) || race_is_of_block(t->c->sites[shadow_site(word)].instr)))
		return false;
	return (t->me | word) & SHADOW_SYNC || d == SAME_GRID || t->r->alloc || (t->o->fenced && d == SAME_BLOCK);
}

/* The distance of the word's access, or of those it summarises, from this one; reports a race. */
static enum distance word_judge(struct touch *t, uint64_t word, enum access_kind kind, bool harmless,
				uint64_t offset)
{
	struct clash x = { .word = word, .kind = kind, .offset = offset };

	x.distance = order_distance(t->o, word, t->warp, t->lane);
	if (x.distance == SAME_THREAD) {
		x.others = true;
		x.distance = order_others(t->o, word, t->warp);
	}
	if (x.distance == SAME_THREAD || harmless || t->reported || pair_allowed(t, word, x.distance) ||
	    (x.others && t->me & SHADOW_SYNC && others_are_atomic(t->c, word)))
		return x.distance;
	if (x.distance > SAME_WARP || !(word & SHADOW_ONE))
		clash_report(t, &x);
	return x.distance;
}

/* A plain load of what another block has handed over, with no fence behind the atomic operation that says so. */
static void stale_judge(struct touch *t, uint64_t word, uint64_t offset)
{
	struct checker *c = t->c;
	const struct region *r = t->r;
	const struct ptx_instr *mine = r->a->instr;
	struct side its = { .instr = c->sites[shadow_site(word)].instr, .kind = write_kind(c, word) };
	struct cause *k;

	if (t->reported || !r->alloc || t->me & (SHADOW_SYNC | SHADOW_VOLATILE) ||
	    (mine->cache != PTX_CACHE_NONE && mine->cache != PTX_CA) || !order_unsettled(t->o, word, t->warp) ||
	    !(k = cause_add(c, KIND_UNFENCED_READ, r->w, 1u << t->lane, mine, its.instr, r->alloc)) ||
	    !k->is_new_example)
		return;
	cause_say(k, "%s is %s by another block, which announced it behind a fence, and read by %s: no fence comes between the "
		  "access that sees the announcement and the load", words_region(c, r, offset).s, words_what(c, &its).s,
		  words_thread(c, k->thread).s);
	cause_advise(k, "the load may find an older value in the multiprocessor's cache: put __threadfence() behind the "
			"access that sees the announcement, too");
}

/* The element's address, for the updates of check_order.c. */
static uint64_t key_of(const struct touch *t, uint64_t offset)
{
	return (t->r->alloc->addr + offset) >> t->c->granule_shift << t->c->granule_shift;
}

/* A plain access of an element that several threads updated: the word has one of them. */
static void updaters_judge(struct touch *t, uint64_t offset)
{
	struct clash x = { .kind = ACCESS_ATOMIC, .offset = offset };

	if (!t->o->grid->updaters || !t->r->alloc || t->reported || t->me & (SHADOW_SYNC | SHADOW_VOLATILE))
		return;
	x.word = updaters_unordered(t->o, key_of(t, offset), t->warp, t->lane);
	if (!x.word)
		return;
	x.kind = write_kind(t->c, x.word);
	x.distance = order_distance(t->o, x.word, t->warp, t->lane);
	clash_report(t, &x);
}

/* Returns the word `kept`, extended to represent an access of the word `other`, unordered with it at distance d, or more. */
static uint64_t word_add(struct checker *c, uint64_t kept, uint64_t other, enum distance d)
{
	enum distance others = shadow_others(kept) > shadow_others(other) ? shadow_others(kept) : shadow_others(other);

	site_merge(c, kept, other);
	return (kept & ~(uint64_t)SHADOW_OTHERS) | (d > others ? d : others);
}

/*
 * An atomic operation by the warp that has just stored there plainly: threads that are unordered with one are unordered with the
 * other, but their own atomic operations race only with the store. So the store's word stays.
 */
static bool hides_plain_write(const struct touch *t, uint64_t word)
{
	return word && t->me & ~word & SHADOW_SYNC && shadow_time(word) == shadow_time(t->me) &&
	       (shadow_thread(word) - t->o->first_thread) / WARP_LANES == t->warp;
}

/* Does the word already represent this reader? */
static bool read_known(const struct order *o, uint64_t word, uint32_t warp, uint32_t lane)
{
	uint32_t thread = shadow_thread(word) - o->first_thread;
	enum distance others = shadow_others(word);

	if (thread >= o->block_threads || shadow_time(word) < o->barrier)
		return false;
	if (others >= SAME_BLOCK)
		return true;
	if (thread / WARP_LANES != warp || shadow_time(word) < o->warps[warp].synced)
		return false;
	return thread % WARP_LANES == lane || others == SAME_WARP;
}

/* One word cannot represent plain readers and other readers, who may race with fewer accesses: keep the plain ones. */
static void read_note(struct touch *t, struct shadow_cell *cell)
{
	const struct order *o = t->o;
	uint64_t ways = SHADOW_SYNC | SHADOW_VOLATILE, word = cell->read;
	bool alike = !((word ^ t->me) & ways);
	enum distance d;

	if (alike && read_known(o, word, t->warp, t->lane))
		return;
	d = order_distance(o, word, t->warp, t->lane);
	if (d == SAME_THREAD)
		d = order_others(o, word, t->warp);
	if (d == SAME_THREAD || (!alike && !(t->me & ways)))
		cell->read = t->me;
	else if (alike)
		cell->read = word_add(t->c, t->me, word, d);
}

static void cell_load(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	if (cell->write)
		word_judge(t, cell->write, write_kind(t->c, cell->write), false, offset);
	if (cell->write & SHADOW_SYNC)
		updaters_judge(t, offset);
	if (cell->write && t->o->grid->handover)
		stale_judge(t, cell->write, offset);
	read_note(t, cell);
}

static void cell_write(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	enum distance d = SAME_THREAD;
	bool same = false;

	if (cell->write) {
		same = t->r->a->kind == ACCESS_STORE && !((t->me ^ cell->write) & SHADOW_SYNC) &&
		       stores_same(t->r, t->lane);
		d = word_judge(t, cell->write, write_kind(t->c, cell->write), same, offset);
	}
	if (cell->read)
		word_judge(t, cell->read, ACCESS_LOAD, false, offset);
	if (cell->write & SHADOW_SYNC)
		updaters_judge(t, offset);
	if (t->me & SHADOW_SYNC && t->r->alloc && t->c->launch.hands_over)
		updaters_note(t->o, key_of(t, offset), t->warp, t->lane, t->me);
	if (hides_plain_write(t, cell->write))
		cell->write = word_add(t->c, cell->write, t->me, d);
	else if (d != SAME_THREAD && (same || t->me & cell->write & SHADOW_SYNC))
		cell->write = word_add(t->c, t->me, cell->write, d);
	else
		cell->write = t->me;
}

static void cell_touch(struct touch *t, struct shadow_cell *cell, uint64_t offset)
{
	/* Cells of shared memory from before the barrier may belong to another block. */
	if (!t->r->alloc && !t->o->cluster && cell->write < t->o->barrier_word)
		cell->write = 0;
	if (!t->r->alloc && !t->o->cluster && cell->read < t->o->barrier_word)
		cell->read = 0;
	if (t->r->a->kind == ACCESS_LOAD)
		cell_load(t, cell, offset);
	else
		cell_write(t, cell, offset);
}

/* ---- one access ---- */

static void order_access(const struct region *r)
{
	const struct warp_access *a = r->a;
	enum ptx_sem sem = a->instr->sem;
	uint64_t last = UINT64_MAX;
	struct sync_access s = {
		.acquires = a->kind != ACCESS_STORE, .releases = a->kind != ACCESS_LOAD,
		.settles = sem == PTX_ACQUIRE || sem == PTX_ACQ_REL || sem == PTX_SC,
		.fences = sem == PTX_RELEASE || sem == PTX_ACQ_REL || sem == PTX_SC, .shared = !r->alloc,
		.owner = r->alloc ? 0 : r->memory->block, .reach = a->instr->scope == PTX_CTA ? REACH_BLOCK : REACH_GRID,
	};

	if (!order_syncs(&r->block->order, &s))
		return;
	for_lanes(lane, r->mask) {
		s.key = a->addr[lane];
		if (s.key != last)
			order_sync(&r->block->order, r->w->warp, &s);
		last = s.key;
	}
}

static bool values_differ(const struct warp_access *a, unsigned k, unsigned l)
{
	uint64_t differ = 0;

	for (unsigned i = 0; a->value && i < a->bytes / a->elem; i++)
		differ |= a->value[i * WARP_LANES + k] ^ a->value[i * WARP_LANES + l];
	return differ << (a->elem < 8 ? 64 - 8 * a->elem : 0);
}

/* Drops the lanes that store to the address of an earlier lane; returns the lanes whose address other lanes share. */
static uint32_t stores_merge(struct checker *c, const struct region *r, uint32_t *mask)
{
	const uint64_t *addr = r->a->addr;
	uint8_t slots[2 * WARP_LANES] = { 0 }; /* a hash table of addresses: lane + 1 */
	uint32_t one = 0, stores = *mask;

	if (lanes_ascend(r, stores))
		return 0;
	for_lanes(lane, stores) {
		unsigned at = (unsigned)(addr[lane] / r->a->bytes * 0x9e3779b97f4a7c15u >> 58);

		while (slots[at] && addr[slots[at] - 1] != addr[lane])
			at = (at + 1) % (2 * WARP_LANES);
		if (!slots[at]) {
			slots[at] = (uint8_t)(lane + 1);
			continue;
		}
		if (values_differ(r->a, slots[at] - 1u, lane))
			collision_report(c, r, slots[at] - 1u, lane);
		one |= 1u << (slots[at] - 1);
		*mask &= ~(1u << lane);
	}
	return one;
}

/* What lanes have to report in their turn, since rows that words represent may be noted until then. */
#define TURNS 4
struct turn {
	struct repeat repeat;
	uint32_t lane, noted;  /* it was the first to report it, with so many rows noted */
};

/* An access by all lanes, and the state that they share. */
struct sweep {
	struct repeat *repeat;
	struct checker *c;
	const struct region *r;
	const struct order *o;
	uint32_t warp;
	uint64_t me;           /* lane 0's shadow word */
	uint64_t granules;
	unsigned shift;        /* of their size */

	bool shares;           /* lanes may be alike */
	uint32_t done;         /* by others; of these, */
	uint32_t waits;        /* have to report one of [0, nturns) */
	unsigned nturns;
	struct turn turns[TURNS];
	uint8_t turn_of[WARP_LANES];
	struct alike alike;
};

static uint64_t lane_word(const struct sweep *s, uint32_t lane)
{
	return s->me + ((uint64_t)lane << SHADOW_THREAD_SHIFT);
}

/* Handles one granule of an array, in whatever form its page keeps it. */
static void granule_touch(const struct sweep *s, struct touch *t, uint64_t granule, uint64_t offset)
{
	struct shadow_page *page = shadow_page(s->r->shadow, granule);
	struct shadow_cell cell, before;

	if (!page) {
		s->c->failed = true;
		return;
	}
	granule &= SHADOW_PAGE_CELLS - 1;
	before = cell = shadow_get(page, (unsigned)granule);
	cell_touch(t, &cell, offset);
	if ((cell.write != before.write || cell.read != before.read) &&
	    shadow_put(page, (unsigned)granule, cell) < 0)
		s->c->failed = true;
}

/* Returns whether the lane has something to report. */
static bool lane_touch(const struct sweep *s, uint32_t lane, unsigned flags)
{
	uint64_t offset = region_offset(s->r, lane), first = offset >> s->shift;
	struct touch t = { s->repeat, s->c, s->r, s->o, s->warp, lane, lane_word(s, lane) | flags, false };

	for (uint64_t g = first; g < first + s->granules; g++) {
		uint64_t at = g == first ? offset : g << s->shift;

		if (s->r->alloc)
			granule_touch(s, &t, g, at);
		else
			cell_touch(&t, &s->r->memory->cells[g], at);
		if (!s->r->alloc)
			s->r->memory->read_by_all[g / SHADOW_RUN] = 0;
	}
	return t.reported;
}

/* ---- lanes that are alike ---- */

static void turn_report(struct sweep *s, uint32_t lane)
{
	const struct turn *turn = &s->turns[s->turn_of[lane]];
	const struct repeat *q = &turn->repeat;
	struct repeat *p = s->repeat;
	struct touch t = { p, s->c, s->r, s->o, s->warp, lane, lane_word(s, lane), false };
	struct clash x = q->clash;

	if (turn->noted == s->c->rows_noted && p->cause == q->cause && p->its == q->its && p->object == q->object &&
	    p->kind == q->kind && p->distance == q->distance) {
		p->lanes |= 1u << lane;
		return;
	}
	x.word = word_turn(x.word, SHADOW_THREAD_SHIFT, lane - turn->lane);
	x.offset = region_offset(s->r, lane);
	clash_report(&t, &x);
}

/* The lanes, of those that are alike to this one, that report what it has just reported. */
static uint32_t report_share(struct sweep *s, uint32_t lane, uint32_t others)
{
	struct repeat *p = s->repeat;
	unsigned last = others ? 31u - (unsigned)__builtin_clz(others) : lane;

	if (!p->cause || (!s->r->alloc && shared_var_at(s->c, region_offset(s->r, last)) != p->object))
		return 0;
	if (!p->clash.others) {
		p->lanes |= others;
		return others;
	}
	if (s->nturns == TURNS)
		return 0;
	for_lanes(other, others)
		s->turn_of[other] = (uint8_t)s->nturns;
	s->turns[s->nturns++] = (struct turn){ *p, lane, s->c->rows_noted };
	s->waits |= others;
	return others;
}

/* Does the other lanes that are alike to this one, which is done. */
static void lane_share(struct sweep *s, uint32_t lane, bool reports, bool noted, uint32_t rest)
{
	uint32_t others = alike_others(&s->alike, s->c, lane) & rest;

	if (noted)
		others = 0;
	else if (reports)
		others = report_share(s, lane, others);
	if (others)
		alike_leave(&s->alike, s->c, s->r, lane, others);
	s->done |= others;
	if (!s->alike.lanes)
		alike_prepare(&s->alike, s->r, s->shift, rest & ~s->done);
}

static void lanes_touch(struct sweep *s, const struct span *quick, uint32_t mask, uint32_t one)
{
	if (s->shares)
		alike_prepare(&s->alike, s->r, s->shift, mask);
	for (uint32_t rest = mask; rest; rest &= ~s->done | s->waits) {
		const uint32_t lane = (uint32_t)__builtin_ctz(rest), noted = s->c->rows_noted;
		const unsigned flags = one >> lane & 1 ? SHADOW_ONE | SAME_WARP : 0;
		bool reports;

		rest &= rest - 1;
		if (s->waits >> lane & 1) {
			turn_report(s, lane);
			continue;
		}
		reports = (flags || !quick || !quick_lane(quick, s->r->a->kind, lane)) && lane_touch(s, lane, flags);
		if (s->shares)
			lane_share(s, lane, reports, noted != s->c->rows_noted, rest & ~s->done);
	}
}

/* Enough lanes, each with one granule of its own, and a report in which only lanes and places differ from those of others? */
static bool lanes_share(const struct sweep *s, uint32_t mask, bool is_sync)
{
	const struct checker_launch *l = &s->c->launch;

	return s->granules == 1 && mask & (mask - 1) && !s->o->grid->updaters && !(is_sync && l->hands_over) &&
	       !(l->args.watch && l->args.watch->raced) && lanes_ascend(s->r, s->r->mask);
}

void check_race(struct checker *c, const struct region *r)
{
	const struct warp_access *a = r->a;
	const struct order *o = &r->block->order;
	uint32_t mask = r->mask, one = 0;
	bool is_sync = a->is_sync || a->kind == ACCESS_ATOMIC, simple, quick;
	unsigned flags = (is_sync ? SHADOW_SYNC : 0) | (a->is_volatile ? SHADOW_VOLATILE : 0);
	struct repeat repeat = { .cause = NULL };
	struct span span;
	struct sweep s;

	if (r->alloc && (r->alloc->flags & SIMT_READ_ONLY || r->alloc->is_const))
		return;
	c->atomics |= is_sync && r->alloc;
	c->flags |= a->is_volatile && r->alloc;
	if ((is_sync || (a->is_volatile && (r->alloc || o->fenced))) && a->instr->op != PTX_MBARRIER &&
	    a->instr->op != PTX_CP)
		order_access(r);
	s.repeat = &repeat;
	s.done = s.waits = s.nturns = 0;
	s.alike.lanes = s.alike.prepared = s.alike.missed = 0;
	s.c = c, s.r = r, s.o = o;
	s.warp = r->w->warp % BLOCK_WARPS;
	s.shift = r->alloc ? c->granule_shift : c->shared_shift;
	s.granules = a->bytes >> s.shift;
	s.me = shadow_word(o->warps[s.warp].now, o->first_thread + s.warp * WARP_LANES, r->site, flags);
	simple = quick_begin(c, r, s.me, &span);
	quick = simple && !flags;
	if (quick && a->shape[0] != SHAPE_UNKNOWN && r->mask == UINT32_MAX && !(mask = quick_access(&span, a)))
		return;
	if (a->kind == ACCESS_STORE && !is_sync)
		one = stores_merge(c, r, &mask);
	else if (!access_is_row(a))
		mask &= rows_thin(a->addr, r->mask);
	if (quick && !one && mask == r->mask && access_is_odd(a) && !(mask = quick_lanes(&span, a->kind, mask)))
		return;
	if (simple && a->kind == ACCESS_ATOMIC && flags == SHADOW_SYNC && !(mask = quick_atomics(&span, a, mask)))
		return;
	s.shares = simple && lanes_share(&s, mask, is_sync);
	lanes_touch(&s, quick ? &span : NULL, mask, one);
	repeat_end(c, &repeat, r);
}
