/*
 * cost.c - durations on a GPU: kernels from its figures, calls and copies as on an H200.
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
 *  - L2: L1's misses. Their number is unknown: the model assumes the same hit ratio for repeated requests in L1 as
 *    behind it, which gives the geometric mean of touched and requested bytes.
 *  - DRAM: touched bytes, once; the part that exceeds L2, on each request. Caches are cold.
 *  - shared memory: wavefronts. Atomics on global memory: L2's throughput for them, and for one address. The device executes
 *    atomics on floats that a warp sends to one address one by one.
 *  - special functions, double precision and wgmma: the throughput of their units. Other products of matrices only cost their issue.
 *  - latency: one warp's waits, one after the other, times the number of rounds of blocks; if a few warps work for all, the waits
 *    of the warp that executes the most.
 */
#include "config.h"

#include "timeline/cost.h"

#include <math.h>
#include <string.h>

/* ---- the machine ----------------------------------------------------------------------------- */

/*
 * issue_rate, step_cycles, far_cycles and near_cycles are fitted to the small kernels of tests/cudart/times.tsv; the last three also
 * to 121 times of kernels of exercises on an H100 (`warpbook bench`). Of the 31 larger ones, which the fit did not use, 30 are within
 * a factor of 2, with a median error of 17 %. Kernels of exercises are harder: of 160 on an H100 (tests/cudart/times_h100.tsv),
 * half of them slow on purpose, 82 % are within a factor of 2, with a median error of 26 %. What is missing: whether repeated loads hit in L1 (slow
 * ones that are alike by the counts differ by 20 times), which loads of a warp overlap, and warps of different blocks that retry at
 * one address (compare-and-swap, locks).
 */
const struct cost_gpu cost_h200 = {
#include "timeline/h200.h"
};

const char *cost_limit_name(enum cost_limit limit)
{
	static const char *const names[COST_LIMITS] = {
		"latency", "instruction issue", "DRAM", "L2", "L1", "shared memory", "atomics", "special functions", "double precision",
		"tensor cores",
	};

	return names[limit];
}

/* ---- calls and copies -------------------------------------------------------------------------- */

/* A call that is not in the table only looks something up. */
#define OTHER_CALL 100
#define LIBRARY_CALL 4500 /* a launch, and the choice of a kernel: an estimate */

static const struct { const char *name; uint64_t ns, each_mib; } calls[] = {
#define CALL(name, ns, each_mib, from) { #name, ns, each_mib },
#include "timeline/cost.def"
};

/* Also true for variants of the name: "__cudaLaunchKernel_ptsz" is cudaLaunchKernel. */
static bool is_call(const char *name, const char *call)
{
	size_t n = strlen(call);

	name += strspn(name, "_");
	return !strncmp(name, call, n) && (!name[n] || !strcmp(name + n, "_ptsz") || !strcmp(name + n, "_ptds"));
}

/* A library call that launches kernels; calls that create, set or query do not. */
static bool is_library_work(const char *name)
{
	static const char *const begins[] = { "cublasS", "cublasD", "cublasI", "cublasGemm", "cufftExec", "curandGenerate" };

	if (!strncmp(name, "cublasSet", 9) || !strncmp(name, "cublasDestroy", 13))
		return false;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return true;
	return false;
}

uint64_t cost_call(const char *name, uint64_t bytes)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (is_call(name, calls[i].name))
			return calls[i].ns + (uint64_t)((double)bytes / (1 << 20) * (double)calls[i].each_mib);
	return is_library_work(name) ? LIBRARY_CALL : OTHER_CALL;
}

/*
 * latency in ns, bytes per ns; pinned first, pageable second. Measured on an H200 with events around copies of 4 bytes to
 * 64 MiB (minus the events' own 1.2 us), except copies between devices and migration, which are estimates.
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

/* Estimates: a kernel that a library chose well is bound by memory or by float arithmetic, at about the H200's rates. */
uint64_t cost_library(uint64_t bytes, double flops)
{
	const double memory = (double)bytes / 4000, arithmetic = flops / 50000;

	return 1500 + (uint64_t)(memory > arithmetic ? memory : arithmetic);
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

uint64_t cost_fit(const struct cost_gpu *g, uint64_t threads, uint64_t shared_bytes)
{
	uint64_t most = (uint64_t)g->warps_sm, shared = (uint64_t)(g->shared_sm_kib * 1024), reserved = (uint64_t)g->shared_reserved;
	uint64_t warps = threads ? (threads - 1) / 32 + 1 : 1, blocks = most / (warps < most ? warps : most);
	uint64_t each = (shared_bytes < shared ? shared_bytes : shared) + reserved, by_shared = each ? shared / each : blocks;

	blocks = blocks < (uint64_t)g->blocks_sm ? blocks : (uint64_t)g->blocks_sm;
	blocks = blocks < by_shared ? blocks : by_shared;
	return (uint64_t)g->sms * (blocks ? blocks : 1);
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

/* The number of requested bytes that come from DRAM. */
static double dram_bytes(const struct cost_gpu *g, double asked, double touched)
{
	double missed = touched > g->l2_mb * 1e6 ? 1 - g->l2_mb * 1e6 / touched : 0;

	if (touched <= 0 || touched > asked)
		touched = asked;
	return touched + (asked - touched) * missed;
}

/* One float addition at a contended address: an H200 executes 2^18 of them in 0.46 ms. */
#define ATOMIC_NS 1.8

/* The factors of a launch that convert counts to times: the same for all its lines. */
struct scale {
	const struct cost_gpu *gpu;
	double warps, cycle;         /* ns for one cycle's work of the whole device, of the fullest multiprocessor */
	double rounds;               /* of blocks; if one warp works for many, its time as a multiple of the mean warp's */
	double load;                 /* cycles of a load */
	double dram, l2;             /* ns per requested byte */
	bool by_requests;            /* L1 is bound by requests, not by sectors */
};

static double asked_of(const struct simt_counts *c)
{
	return 32 * ((double)c->global_sectors + atomic_sectors(c));
}

static double l1_requests(const struct simt_counts *c)
{
	return (double)(c->global_requests + c->local_requests);
}

static double l1_sectors(const struct simt_counts *c)
{
	return (double)c->global_load_sectors / 2 + (double)c->global_store_sectors + (double)c->local_sectors / 4;
}

static struct scale scale_of(const struct cost_launch *l, uint64_t fit)
{
	const struct cost_gpu *g = l->gpu ? l->gpu : &cost_h200;
	double blocks = l->blocks ? (double)l->blocks : 1, asked = asked_of(l->counts);
	/* The share of requests for new bytes, which are not in L1 yet. */
	double fresh = l->touched && (double)l->touched < asked ? (double)l->touched / asked : 1;
	struct scale s = {
		.gpu = g, .warps = more(blocks * (double)((l->threads + 31) / 32), 1), .rounds = ceil(blocks / (double)fit),
		/* The fullest multiprocessor's share of all work. */
		.cycle = ceil(blocks / g->sms) / blocks / (g->clock_mhz / 1000),
		.load = g->near_cycles + (g->far_cycles - g->near_cycles) * fresh,
		.l2 = sqrt(fresh) / g->l2_gbs,
		.by_requests = l1_requests(l->counts) > l1_sectors(l->counts),
	};

	if (l->counts->warp_instructions)
		s.rounds = more(s.rounds, (double)l->longest_warp * s.warps / (double)l->counts->warp_instructions);
	s.dram = asked > 0 ? dram_bytes(g, asked, (double)l->touched) / asked / g->dram_gbs : 0;
	return s;
}

/* The ns that each resource needs for these counts, a launch's or a line's. */
static void terms_of(const struct scale *s, const struct simt_counts *c, double *t)
{
	const struct cost_gpu *g = s->gpu;
	double atomics = atomic_sectors(c);

	t[COST_ISSUE] = (double)c->warp_instructions / g->issue_rate * s->cycle;
	t[COST_L1] = (s->by_requests ? l1_requests(c) : l1_sectors(c)) * s->cycle;
	t[COST_SHARED] = (double)(c->shared_wavefronts + c->shared_atomic_wavefronts) * s->cycle;
	t[COST_SPECIAL] = (double)c->special_operations / g->special_rate * s->cycle;
	t[COST_DOUBLE] = (double)c->flops_f64 / g->double_rate * s->cycle;
	t[COST_TENSOR] = (double)c->tensor_cycles * s->cycle;
	t[COST_DRAM] = asked_of(c) * s->dram;
	t[COST_L2] = asked_of(c) * s->l2;
	t[COST_ATOMICS] = more(atomics / g->atomic_rate, (double)c->atomic_serial * ATOMIC_NS);
	t[COST_LATENCY] = s->rounds / (g->clock_mhz / 1000) *
			  ((double)c->warp_instructions / s->warps * g->step_cycles +
			   (double)(c->global_load_requests + c->global_atomic_requests) / s->warps * s->load +
			   (double)c->local_requests / s->warps * g->near_cycles);
}

struct cost_kernel cost_kernel(const struct cost_launch *l)
{
	const struct cost_gpu *g = l->gpu ? l->gpu : &cost_h200;
	struct cost_kernel k = { .fit = cost_fit(g, l->threads, l->shared_bytes) };
	struct scale s = scale_of(l, k.fit);
	double sum = 0, *t = k.terms;

	terms_of(&s, l->counts, t);
	for (int i = 0; i < COST_LIMITS; i++) {
		sum += t[i] * t[i];
		if (t[i] > t[k.limit])
			k.limit = (enum cost_limit)i;
	}
	k.ns = (uint64_t)(g->start_ns + sqrt(sum));
	return k;
}

/*
 * The time without its start is the root of the sum of squares of the terms, and each term is a sum over the lines. So, by Euler's
 * theorem, the line's part is its part of each term times the derivative of the time by that term, which is term / time.
 */
double cost_share(const struct cost_launch *l, const struct simt_counts *line)
{
	struct scale s = scale_of(l, cost_fit(l->gpu ? l->gpu : &cost_h200, l->threads, l->shared_bytes));
	double all[COST_LIMITS], own[COST_LIMITS], sum = 0, part = 0;

	terms_of(&s, l->counts, all);
	terms_of(&s, line, own);
	for (int i = 0; i < COST_LIMITS; i++) {
		sum += all[i] * all[i];
		part += all[i] * own[i];
	}
	return sum > 0 ? part / sum : 0;
}
