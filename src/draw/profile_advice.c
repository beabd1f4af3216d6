/*
 * profile_advice.c - finds savings that a line allows, ordered by their modelled time.
 *
 * Each row computes a figure of the line as it is and at best, and the line's counters at best. The model estimates the kernel's
 * time with these counters, on a grid that is large enough to fill the GPU: with the few blocks of an exercise's case only latency
 * counts. A saving below LEAST is no advice. The best case is what the hardware allows for the same bytes, not what this algorithm
 * allows: so the sentences say "would be enough" and not "needs".
 */
#include "config.h"

#include "draw/profile.h"

#include <stdlib.h>
#include <string.h>

#define LEAST  1.1 /* the least speedup */
#define FACTOR 1.5 /* the least ratio of the figure to the best one */
#define FULL   8

struct row {
	const char *kind;
	/* Sets *now and *best and changes the counters to the best case; false: the row does not apply to the line. */
	bool (*look)(const struct profile *p, struct simt_counts *c, double *now, double *best);
	const char *message, *next; /* message: with two figures */
};

static double most(double a, double b)
{
	return a > b ? a : b;
}

/* Sectors that are no longer asked for in vain were, first of all, those that L1 held already. */
static void again_drop(uint64_t *sectors, uint64_t *loads, uint64_t saved)
{
	uint64_t left = *sectors > saved ? *sectors - saved : 0;

	*loads = *sectors ? (uint64_t)((double)*loads * (double)left / (double)*sectors) : 0;
	*sectors = left;
}

/* At best a request uses every byte of its sectors, and it touches at least one sector. */
static bool sectors_look(uint64_t *all, uint64_t *own, uint64_t requests, uint64_t bytes, double *now, double *best)
{
	uint64_t fewest = (bytes + 31) / 32 > requests ? (bytes + 31) / 32 : requests;

	if (!requests || *own <= fewest)
		return false;
	*now = (double)*own / (double)requests;
	*best = (double)fewest / (double)requests;
	*all -= *own - fewest;
	*own = fewest;
	return true;
}

static bool loads_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	uint64_t before = c->global_load_sectors, saved;

	(void)p;
	if (!sectors_look(&c->global_sectors, &c->global_load_sectors, c->global_load_requests, c->global_load_bytes, now, best))
		return false;
	saved = before - c->global_load_sectors;
	again_drop(&c->again_sectors_32, &c->again_loads_32, saved);
	again_drop(&c->again_sectors_256, &c->again_loads_256, saved);
	again_drop(&c->again_sectors_2048, &c->again_loads_2048, saved);
	again_drop(&c->again_sectors_16384, &c->again_loads_16384, saved);
	return true;
}

static bool stores_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	(void)p;
	return sectors_look(&c->global_sectors, &c->global_store_sectors, c->global_store_requests, c->global_store_bytes, now, best);
}

/* The passes of atomic operations count as conflicts, too, but another layout does not help atomics on one address. */
static bool banks_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	(void)p;
	if (!c->shared_requests || c->shared_atomic_requests || c->bank_conflicts >= c->shared_wavefronts)
		return false;
	*now = (double)c->shared_wavefronts / (double)c->shared_requests;
	*best = (double)(c->shared_wavefronts - c->bank_conflicts) / (double)c->shared_requests;
	c->shared_wavefronts -= c->bank_conflicts;
	return true;
}

/* Threads of a warp that use one address: the block could combine its values first, and access the address once. */
static bool atomics_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	uint64_t blocks = (uint64_t)p->own.grid.x * p->own.grid.y * p->own.grid.z;

	if (!c->global_atomic_requests || 2 * c->atomic_conflicts < c->atomics || c->global_atomic_requests <= blocks)
		return false;
	*now = (double)c->global_atomic_requests / (double)blocks;
	*best = 1;
	c->global_atomic_requests = c->global_atomic_sectors = c->atomics = blocks;
	c->atomic_conflicts = c->atomic_serial = c->atomic_queue = c->atomic_polls = 0;
	c->atomic_returns = c->atomic_returns < blocks ? c->atomic_returns : blocks;
	c->load_waits = c->load_waits < blocks || c->global_load_requests ? c->load_waits : blocks;
	return true;
}

/* Only for a kernel without an array of doubles, whose constants may lack their `f`. */
static bool doubles_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	if (p->doubles || !c->flops_f64)
		return false;
	*now = (double)c->flops_f64;
	*best = 0;
	c->flops_f64 = 0;
	return true;
}

static bool local_look(const struct profile *p, struct simt_counts *c, double *now, double *best)
{
	(void)p;
	if (!c->local_requests)
		return false;
	*now = (double)c->local_requests;
	*best = 0;
	c->local_requests = c->local_sectors = 0;
	c->near_waits = c->shared_requests ? c->near_waits : 0;
	return true;
}

static const struct row rows[] = {
	{ "load-sectors", loads_look, "%.3g sectors per load, where %.3g would be enough",
	  "let neighbouring threads read neighbouring elements, or stage the data in shared memory" },
	{ "store-sectors", stores_look, "%.3g sectors per store, where %.3g would be enough",
	  "let neighbouring threads write neighbouring elements, or stage the data in shared memory" },
	{ "bank-conflicts", banks_look, "%.3g passes per request instead of %.3g, because of bank conflicts",
	  "make a row of the tile one element longer, or let neighbouring threads use neighbouring words" },
	{ "atomics", atomics_look, "%.3g atomic operations of warps per block instead of %.3g, because the block does not combine its values first",
	  "combine in shared memory or with shuffles, and let one thread of the block make the atomic operation" },
	{ "doubles", doubles_look, "%.3g operations in double precision instead of %.3g, although no array holds doubles",
	  "write constants as 2.0f, and call sqrtf instead of sqrt" },
	{ "local", local_look, "%.3g requests to local memory instead of %.3g, because values do not stay in registers",
	  "index the thread's own array with constants alone, in loops that the compiler unrolls" },
};

/* The time with these counters, for a grid `times` as large: the same kernel with that much more data. */
static double time_of(const struct profile *p, const struct simt_counts *counts, uint64_t times)
{
	struct simt_counts all = *counts;
	struct cost_launch launch = profile_launch(&p->own, &p->gpu.figures);

#define COUNTER(name, unit, what) all.name *= times;
#include "simt/counters.def"
	launch.counts = &all;
	launch.blocks *= times;
	launch.touched *= times;
	return (double)cost_kernel(&launch).ns;
}

/* How many times larger the grid must be to fill the GPU FULL times. */
static uint64_t times_to_fill(const struct profile *p)
{
	struct cost_launch launch = profile_launch(&p->own, &p->gpu.figures);
	uint64_t enough = FULL * cost_fit(&p->gpu.figures, launch.threads, launch.shared_bytes);

	return launch.blocks >= enough || !launch.blocks ? 1 : (enough + launch.blocks - 1) / launch.blocks;
}

/* The kernel's speedup if the line had these counters. */
static double saving(const struct profile *p, const struct simt_counts *line, const struct simt_counts *instead, uint64_t times)
{
	struct simt_counts counts = p->own.counts;
	double now = time_of(p, &counts, times);

#define COUNTER(name, unit, what) counts.name += instead->name - line->name;
#include "simt/counters.def"
	return now / time_of(p, &counts, times);
}

static int by_saving(const void *a, const void *b)
{
	const struct profile_advice *x = a, *y = b;

	return x->times != y->times ? (x->times < y->times) - (x->times > y->times) : (x->line > y->line) - (x->line < y->line);
}

/* "an H200"; if the launch is too small to fill it, "a fully occupied H200" */
static const char *occupied(const struct profile *p, bool fuller, struct arena *arena)
{
	const char *called = p->gpu.figures.called, *name = strchr(called, ' ');

	return fuller && name ? arena_printf(arena, "a fully occupied%s", name) : called;
}

int profile_advise(struct profile *p, struct arena *arena, struct error *err)
{
	uint64_t times = times_to_fill(p);
	size_t cap = 0;

	for (size_t i = 0; i < p->own.nlines; i++) {
		const struct profile_line *l = &p->own.lines[i];

		for (size_t k = 0; k < sizeof rows / sizeof *rows && l->line > 0; k++) {
			struct simt_counts instead = l->counts;
			struct profile_advice a = { .line = l->line, .kind = rows[k].kind, .next = rows[k].next }, *kept;
			struct buf text = BUF_INIT;

			if (!rows[k].look(p, &instead, &a.now, &a.best) || a.now < FACTOR * most(a.best, 0))
				continue;
			a.times = saving(p, &l->counts, &instead, times);
			a.times_here = saving(p, &l->counts, &instead, 1);
			if (a.times < LEAST)
				continue;
			buf_printf(&text, "line %d: ", l->line);
			buf_printf(&text, rows[k].message, a.now, a.best);
			buf_printf(&text, ". Otherwise the kernel would run about %.2gx faster on %s (modelled)", a.times,
				   occupied(p, times > 1, arena));
			a.message = arena_strdup(arena, buf_text(&text));
			buf_release(&text);
			kept = arena_push(arena, &p->advice, &p->nadvice, &cap, sizeof a);
			if (!kept || !a.message)
				return error_nomem(err);
			*kept = a;
		}
	}
	if (p->nadvice)
		qsort(p->advice, p->nadvice, sizeof *p->advice, by_saving);
	return 0;
}
