/*
 * cost.c - durations on an H200.
 *
 * Copies: a latency plus bytes over a rate, each measured for its direction and for pinned and pageable memory.
 *
 * Kernels: the model computes the time that each part of the device would need for its own work alone. The slowest bounds
 * the kernel; the others do not overlap with it perfectly, so the time is the root of the sum of squares, plus a launch.
 * For the multiprocessors it takes the one with the most blocks. The counts describe PTX, so they include instructions
 * that the assembler folds.
 *
 *  - issue: warp instructions over the issue rate of four schedulers.
 *  - L1: its throughput per cycle: a request, two sectors of loads, one of stores, four of local memory.
 *  - L2: L1's misses. Their number is not known: the model assumes the same hit ratio for repeated requests in L1 as
 *    behind it, which gives the geometric mean of touched and requested bytes.
 *  - DRAM: touched bytes, once; the part that exceeds L2, each time it is requested. Caches are cold.
 *  - shared memory: wavefronts. Atomics on global memory: L2's throughput for them, and for one address.
 *  - special functions and double precision: the throughput of their units.
 *  - latency: one warp's waits, one after the other, times the number of rounds of blocks.
 */
#include "config.h"

#include "timeline/cost.h"

#include <math.h>
#include <string.h>

/* ---- the machine ----------------------------------------------------------------------------- */

#define SMS           132
#define CYCLES        1.98   /* a ns: the boost clock */
#define L2_BYTES      50e6
#define DRAM_RATE     4190.0 /* bytes a ns, of a measured copy */
#define L2_RATE       5500.0 /* bytes a ns, as published for reads on H100 */
#define WARPS_SM      64     /* of 32 threads */
#define BLOCKS_SM     32
#define SHARED_SM     (228u << 10)
#define SHARED_BLOCK  1024   /* the device reserves this in each block */

/*
 * Fitted to the small kernels of tests/cudart/times.tsv. Of its 31 larger ones, which the fit did not use, 27 are
 * within a factor of 2, with a median error of 22 %. Far off are float adds at one address: an H200 makes them one by
 * one (1.8 ns each), but a warp's integer adds all at once.
 */
#define ISSUE_RATE    3.0    /* warp instructions of PTX a cycle, of a multiprocessor */
#define ATOMIC_RATE   3.0    /* sectors of atomics a ns: 2^26 atomics of whole warps on one address take 0.69 ms */
#define STEP_CYCLES   5.0    /* from an instruction to the next that needs it */
#define FAR_CYCLES    280.0  /* from one load of global memory to the next: they overlap in part */
#define NEAR_CYCLES   25.0   /* the same for data in L1 */
#define START_NS      1700.0 /* a kernel that does nothing */

const char *cost_limit_name(enum cost_limit limit)
{
	static const char *const names[COST_LIMITS] = {
		"latency", "instruction issue", "DRAM", "L2", "L1", "shared memory", "atomics", "special functions", "double precision",
	};

	return names[limit];
}

/* ---- calls and copies -------------------------------------------------------------------------- */

/* A call that is not in the table only looks something up. */
#define OTHER_CALL 100

static const struct { const char *name; uint64_t ns, each_mib; } calls[] = {
#define CALL(name, ns, each_mib, from) { #name, ns, each_mib },
#include "timeline/cost.def"
};

/* True for variants of the name too: "__cudaLaunchKernel_ptsz" is cudaLaunchKernel. */
static bool is_call(const char *name, const char *call)
{
	size_t n = strlen(call);

	name += strspn(name, "_");
	return !strncmp(name, call, n) && (!name[n] || !strcmp(name + n, "_ptsz") || !strcmp(name + n, "_ptds"));
}

uint64_t cost_call(const char *name, uint64_t bytes)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (is_call(name, calls[i].name))
			return calls[i].ns + (uint64_t)((double)bytes / (1 << 20) * (double)calls[i].each_mib);
	return OTHER_CALL;
}

/*
 * latency in ns, bytes a ns; pinned first, pageable second. Measured on an H200 with events around copies of 4 bytes to
 * 64 MiB (the events' own 1.2 us taken off), but for copies between devices and migration, which are estimates.
 */
static const struct { double latency, rate, paged_latency, paged_rate; } moves[TIMELINE_KINDS] = {
	[TIMELINE_COPY_IN] = { 7000, 55, 6200, 14.6 },
	[TIMELINE_COPY_OUT] = { 6700, 55, 8000, 14.8 },
	[TIMELINE_COPY_WITHIN] = { 1900, 2100, 1900, 2100 },
	[TIMELINE_COPY_PEER] = { 6000, 380, 6000, 380 },
	[TIMELINE_SET] = { 900, 4100, 900, 4100 },
	[TIMELINE_HOST_FUNCTION] = { 1700, 0, 1700, 0 },
	[TIMELINE_MIGRATION] = { 20000, 20, 20000, 20 },
};

uint64_t cost_move(enum timeline_kind kind, uint64_t bytes, bool pinned)
{
	double rate = pinned ? moves[kind].rate : moves[kind].paged_rate;

	return (uint64_t)((pinned ? moves[kind].latency : moves[kind].paged_latency) + (rate > 0 ? (double)bytes / rate : 0));
}

uint64_t cost_reach(void)
{
	return 1000;
}

uint64_t cost_lead(enum timeline_kind kind)
{
	return kind == TIMELINE_KERNEL ? 1000 : 0;
}

/* ---- counters by name -------------------------------------------------------------------------- */

void cost_count(struct simt_counts *counts, const char *name, uint64_t value)
{
	for (size_t i = 0; i < simt_ncounters; i++)
		if (!strcmp(simt_counters[i].name, name))
			memcpy((char *)counts + simt_counters[i].offset, &value, sizeof(value));
}

/* ---- kernels ------------------------------------------------------------------------------------- */

uint64_t cost_fit(uint64_t threads, uint64_t shared_bytes)
{
	uint64_t warps = threads ? (threads - 1) / 32 + 1 : 1, blocks = WARPS_SM / (warps < WARPS_SM ? warps : WARPS_SM);
	uint64_t by_shared = SHARED_SM / ((shared_bytes < SHARED_SM ? shared_bytes : SHARED_SM) + SHARED_BLOCK);

	blocks = blocks < BLOCKS_SM ? blocks : BLOCKS_SM;
	blocks = blocks < by_shared ? blocks : by_shared;
	return SMS * (blocks ? blocks : 1);
}

static double more(double a, double b)
{
	return a > b ? a : b;
}

/* Sectors of atomics; a warp's atomics at one address count as one. */
static double atomic_sectors(const struct simt_counts *c)
{
	double again = (double)c->atomic_conflicts - (double)c->global_atomic_requests;

	return more((double)c->global_atomic_sectors - more(again, 0), (double)c->global_atomic_requests);
}

/* How many of the requested bytes come from DRAM. */
static double dram_bytes(double asked, double touched)
{
	double missed = touched > L2_BYTES ? 1 - L2_BYTES / touched : 0;

	if (touched <= 0 || touched > asked)
		touched = asked;
	return touched + (asked - touched) * missed;
}

struct cost_kernel cost_kernel(const struct cost_launch *l)
{
	const struct simt_counts *c = l->counts;
	struct cost_kernel k = { .fit = cost_fit(l->threads, l->shared_bytes) };
	double blocks = l->blocks ? (double)l->blocks : 1;
	/* The fullest multiprocessor's share of all work, and how many rounds of blocks run on it. */
	double share = ceil(blocks / SMS) / blocks, rounds = ceil(blocks / (double)k.fit);
	double warps = blocks * (double)((l->threads + 31) / 32), cycle = share / CYCLES;
	double atomics = atomic_sectors(c), asked = 32 * ((double)c->global_sectors + atomics), sum = 0;
	/* The share of requests for new bytes, which are not in L1 yet. */
	double fresh = l->touched && (double)l->touched < asked ? (double)l->touched / asked : 1;
	double load = NEAR_CYCLES + (FAR_CYCLES - NEAR_CYCLES) * fresh, *t = k.terms;

	warps = warps > 0 ? warps : 1;
	t[COST_ISSUE] = (double)c->warp_instructions / ISSUE_RATE * cycle;
	t[COST_L1] = more((double)(c->global_requests + c->local_requests),
			  (double)c->global_load_sectors / 2 + (double)c->global_store_sectors + (double)c->local_sectors / 4) * cycle;
	t[COST_SHARED] = (double)(c->shared_wavefronts + c->shared_atomic_wavefronts) * cycle;
	t[COST_SPECIAL] = (double)c->special_operations / 16 * cycle;
	t[COST_DOUBLE] = (double)c->flops_f64 / 128 * cycle;
	t[COST_DRAM] = dram_bytes(asked, (double)l->touched) / DRAM_RATE;
	t[COST_L2] = sqrt(asked * fresh * asked) / L2_RATE;
	t[COST_ATOMICS] = atomics / ATOMIC_RATE;
	t[COST_LATENCY] = rounds / CYCLES * ((double)c->warp_instructions / warps * STEP_CYCLES +
					     (double)(c->global_load_requests + c->global_atomic_requests) / warps * load +
					     (double)c->local_requests / warps * NEAR_CYCLES);
	for (int i = 0; i < COST_LIMITS; i++) {
		sum += t[i] * t[i];
		if (t[i] > t[k.limit])
			k.limit = (enum cost_limit)i;
	}
	k.ns = (uint64_t)(START_NS + sqrt(sum));
	return k;
}

struct cost_kernel cost_kernel_named(const struct cost_launch *launch, uint64_t (*counter)(const void *ctx, const char *name),
				     const void *ctx)
{
	struct cost_launch l = *launch;
	struct simt_counts counts = { 0 };

#define COUNTER(name, unit, what) counts.name = counter(ctx, #name);
#include "simt/counters.def"
	l.counts = &counts;
	return cost_kernel(&l);
}
