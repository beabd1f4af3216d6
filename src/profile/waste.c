/*
 * waste.c - see waste.h.
 *
 * Each row computes a figure of the line as it is and at best, and the line's counters at best. The model estimates the kernel's
 * time with these counters, on a grid that is large enough to fill the GPU: with the few blocks of an exercise's case only
 * latency counts. A saving below LEAST is no advice. The best case is what the hardware allows for the same bytes, not what this
 * algorithm allows: so the sentences say "would hold" and not "needs".
 */
#include "config.h"

#include "profile/waste.h"

#include <inttypes.h>
#include <string.h>

#define LEAST  1.1 /* the least speedup */
#define FACTOR 1.5 /* the least ratio of the figure to the best one */
#define FULL   8

struct waste_row {
	const char *kind;
	/* Sets *now and *best and changes the counters to the best case; false: the row does not apply to the line. */
	bool (*look)(const struct waste_setting *s, struct simt_counts *c, double *now, double *best);
	const char *message, *next; /* message: with two figures */
};

/* Sectors that are no longer asked for in vain were, first of all, those that L1 held already. */
static void again_drop(uint64_t *sectors, uint64_t *loads, uint64_t saved)
{
	uint64_t left = *sectors > saved ? *sectors - saved : 0;

	*loads = *sectors ? (uint64_t)((double)*loads * (double)left / (double)*sectors) : 0;
	*sectors = left;
}

#define ADJACENT 4 /* sectors of 32 lanes with 4 bytes each, side by side */

/*
 * At best a request uses every byte of its sectors, and it touches at least one sector. Lanes side by side of which only some
 * take part have nothing to gain.
 */
static bool sectors_look(uint64_t *all, uint64_t *own, uint64_t requests, uint64_t bytes, uint64_t apart, double *now,
			 double *best)
{
	uint64_t fewest = (bytes + 31) / 32 > requests ? (bytes + 31) / 32 : requests;

	if (!requests || *own <= fewest || (*own <= ADJACENT * requests && !apart))
		return false;
	*now = (double)*own / (double)requests;
	*best = (double)fewest / (double)requests;
	*all -= *own - fewest;
	*own = fewest;
	return true;
}

static bool loads_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	uint64_t before = c->global_load_sectors, saved;

	(void)s;
	if (!sectors_look(&c->global_sectors, &c->global_load_sectors, c->global_load_requests, c->global_load_bytes,
			  c->apart_loads, now, best))
		return false;
	saved = before - c->global_load_sectors;
	again_drop(&c->again_sectors_32, &c->again_loads_32, saved);
	again_drop(&c->again_sectors_256, &c->again_loads_256, saved);
	again_drop(&c->again_sectors_2048, &c->again_loads_2048, saved);
	again_drop(&c->again_sectors_16384, &c->again_loads_16384, saved);
	return true;
}

static bool stores_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	(void)s;
	return sectors_look(&c->global_sectors, &c->global_store_sectors, c->global_store_requests, c->global_store_bytes,
			    c->apart_stores, now, best);
}

/* The passes of atomic operations count as conflicts, too, but another layout does not help atomics on one address. */
static bool banks_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	(void)s;
	if (!c->shared_requests || c->shared_atomic_requests || c->bank_conflicts >= c->shared_wavefronts)
		return false;
	*now = (double)c->shared_wavefronts / (double)c->shared_requests;
	*best = (double)(c->shared_wavefronts - c->bank_conflicts) / (double)c->shared_requests;
	c->shared_wavefronts -= c->bank_conflicts;
	return true;
}

/* Threads of a warp that use one address: the block could combine its values first, and access the address once. */
static bool atomics_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	uint64_t blocks = s->launch.blocks;

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

/* These instructions of warps are no longer needed. */
static void instructions_drop(struct simt_counts *c, uint64_t n)
{
	n = n < c->warp_instructions ? n : c->warp_instructions;
	c->step_waits -= n ? (uint64_t)((double)c->step_waits * (double)n / (double)c->warp_instructions) : 0;
	c->warp_instructions -= n;
}

/* Only where nothing asks for doubles: constants may lack their `f`. */
static bool doubles_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	if (s->doubles || !c->flops_f64)
		return false;
	*now = (double)c->flops_f64;
	*best = 0;
	/* The conversions of floats, before and after, go as well: about one for each operation. */
	instructions_drop(c, c->flops_f64 / 32 < c->warp_instructions * 2 / 3 ? c->flops_f64 / 32 : c->warp_instructions * 2 / 3);
	c->flops_f64 = 0;
	return true;
}

static bool local_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	(void)s;
	if (!c->local_requests)
		return false;
	*now = (double)c->local_requests;
	*best = 0;
	instructions_drop(c, c->local_requests);
	c->local_requests = c->local_sectors = 0;
	c->near_waits = c->shared_requests ? c->near_waits : 0;
	return true;
}

/* What the GPU executes beyond the PTX: only where the line has a division. */
static bool divisions_look(const struct waste_setting *s, struct simt_counts *c, double *now, double *best)
{
	if (!s->divides || !c->more_instructions)
		return false;
	*now = (double)(c->warp_instructions + c->more_instructions);
	*best = (double)c->warp_instructions;
	c->more_instructions = 0;
	return true;
}

static const struct waste_row rows[] = {
	{ "load-sectors", loads_look, "%.3g sectors per load, where %.3g would be enough",
	  "let neighbouring threads read neighbouring elements, or stage the data in shared memory" },
	{ "store-sectors", stores_look, "%.3g sectors per store, where %.3g would be enough",
	  "let neighbouring threads write neighbouring elements, or stage the data in shared memory" },
	{ "bank-conflicts", banks_look, "%.3g passes per request instead of %.3g, because of bank conflicts",
	  "make a row of the tile one element longer, or let neighbouring threads use neighbouring words" },
	{ "atomics", atomics_look, "%.3g atomic operations of warps per block instead of %.3g, because the block does not "
				   "combine its values first",
	  "combine in shared memory or with shuffles, and let one thread of the block make the atomic operation" },
	{ "doubles", doubles_look, "%.3g operations in double precision instead of %.3g, although no array holds doubles",
	  "write constants as 2.0f, and call sqrtf instead of sqrt" },
	{ "local", local_look, "%.3g requests to local memory instead of %.3g, because values do not stay in registers",
	  "index the thread's own array with constants alone, in loops that the compiler unrolls" },
	{ "divisions", divisions_look, "about %.3g instructions of warps with what the GPU executes for its division, %.3g "
				       "without",
	  "divide by a constant or a power of two, or multiply by a reciprocal that is computed once" },
};

/* The time with these counters, for a grid `times` as large: the same kernel with that much more data. */
static double time_of(const struct cost_launch *of, const struct simt_counts *counts, uint64_t times)
{
	struct simt_counts all = *counts;
	struct cost_launch launch = *of;

#define COUNTER(name, unit, what) all.name *= times;
#include "simt/counters.def"
	launch.counts = &all;
	launch.blocks *= times;
	launch.touched *= times;
	return (double)cost_kernel(&launch).ns;
}

uint64_t waste_times_to_fill(const struct cost_launch *launch)
{
	uint64_t enough = FULL * cost_fit(launch->gpu ? launch->gpu : &cost_h200, launch->threads, launch->shared_bytes);

	return launch->blocks >= enough || !launch->blocks ? 1 : (enough + launch->blocks - 1) / launch->blocks;
}

/* The kernel's time now, and if the line had these counters. */
static double times_of(const struct cost_launch *launch, const struct simt_counts *line, const struct simt_counts *instead,
		       uint64_t times, double *now)
{
	struct simt_counts counts = *launch->counts;

	*now = time_of(launch, &counts, times);
#define COUNTER(name, unit, what) counts.name += instead->name - line->name;
#include "simt/counters.def"
	return time_of(launch, &counts, times);
}

/* The distance, if all of them were the same. */
static uint64_t apart_of(uint64_t requests, uint64_t bytes, uint64_t squares)
{
	uint64_t apart = requests ? bytes / requests : 0;

	return apart * requests == bytes && apart * bytes == squares ? apart : 0;
}

uint64_t waste_apart(const char *kind, const struct simt_counts *line)
{
	if (!strcmp(kind, "store-sectors"))
		return apart_of(line->apart_stores, line->apart_store_bytes, line->apart_store_squares);
	return !strcmp(kind, "load-sectors") ? apart_of(line->apart_loads, line->apart_bytes, line->apart_squares) : 0;
}

bool waste_look(const struct waste_setting *s, size_t row, const struct simt_counts *line, struct waste *w)
{
	struct simt_counts instead = *line;
	double now, then;

	*w = (struct waste){ .kind = rows[row].kind, .next = rows[row].next };
	if (!rows[row].look(s, &instead, &w->now, &w->best) || w->now < FACTOR * w->best)
		return false;
	then = times_of(&s->launch, line, &instead, waste_times_to_fill(&s->launch), &now);
	w->times = now / then;
	then = times_of(&s->launch, line, &instead, 1, &now);
	w->times_here = now / then;
	w->saved_ns = now - then;
	w->apart = waste_apart(w->kind, line);
	return w->times >= LEAST;
}

void waste_put(const struct waste *w, struct buf *out)
{
	if (w->apart)
		buf_printf(out, "neighbouring threads are %" PRIu64 " bytes apart: ", w->apart);
	for (size_t i = 0; i < WASTE_ROWS; i++)
		if (rows[i].kind == w->kind)
			buf_printf(out, rows[i].message, w->now, w->best);
}
