/*
 * cost.c - durations on a GPU: kernels from its figures, calls and copies as on an H200.
 *
 * Copies: a latency plus bytes over a rate, each measured for its direction and for pinned and pageable memory.
 *
 * Kernels: the model computes the time that each part of the device would need for its own work alone. The slowest bounds
 * the kernel; the others do not overlap with it perfectly. Of the parts that work for all warps the time is the fourth root of
 * the sum of fourth powers, which is little more than the slowest; waits of a warp overlap with that less (OVERLAP). A launch
 * comes on top. For the multiprocessors it takes the one with the most blocks. The counts describe PTX, so they include
 * instructions that the assembler folds.
 *
 *  - issue: warp instructions over the issue rate of four schedulers.
 *  - L1: its throughput per cycle: a request, four sectors of loads that hit, two that miss, one of stores, four of local memory.
 *    Its hits: sectors that the block's warps load again (simt/exec/reuse.h) before L1's part for a warp is full of other ones.
 *  - L2: what L1 does not serve. A sector that is written in part costs more: L2 must read the rest of it.
 *  - DRAM: touched bytes, once, less what L2 still has to write at the end; of the part that exceeds L2 also what a block asks
 *    for again when L2 has filled with other bytes. Caches are cold.
 *  - shared memory: wavefronts. Atomics on global memory: L2's throughput for them, and for one address: floats, and operations
 *    whose result a thread uses, one by one. In a loop that waits with fences, as at a lock, each waits for the one before.
 *  - special functions, double precision and wgmma: the throughput of their units. Other products of matrices only cost their
 *    issue.
 *  - latency: what one warp waits for, one after the other, times the number of rounds of blocks; if a few warps work for all,
 *    the waits of the warp that executes the most. Loads that do not depend on each other wait together
 *    (simt/lower/lower_chain.c). They wait for the slowest: for L1, for L2 if any of them misses L1, for DRAM if it begins a new
 *    line of 128 bytes. Loads and the rest (instructions that need each other's results, shared memory, branches) are counted
 *    separately, and added: a warp does one after the other.
 *  - the start of blocks: a device begins one after the other. The kernel takes no less than that.
 *
 * The structure is what micro-benchmarks have published of these GPUs: latencies of L1, L2, DRAM and dependent instructions,
 * sectors of 32 bytes in lines of 128, a request a cycle in L1. See Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via
 * Microbenchmarking", 2018, and Luo et al., "Benchmarking and Dissecting the Nvidia Hopper GPU Architecture", 2024. gpus/NAME.lua
 * has a GPU's figures.
 */
#include "config.h"

#include "cost/cost.h"

#include <math.h>
#include <string.h>

#include "base/language.h"

/* ---- the machine ----------------------------------------------------------------------------- */

/*
 * Of a GPU's figures, issue_rate, near_cycles and start_ns are fitted, and so are the constants in capitals below: to the kernels
 * of tests/cudart/times.tsv on an H200 and to two thirds of the kernels of exercises in times_h100.tsv, on an H100. Of the
 * exercises that were held out (tests/unit/cost.c names them) half are modelled to 14 %, 94 % within a factor of 2, and 97 % of
 * the pairs in the right order. Which terms there are was decided with all kernels in view.
 *
 * What is missing: warps that retry a compare-and-swap; conflicts of L1's sets and of pages when threads are a power of two
 * apart; loads that the assembler moves from one turn of a loop to the one before; sectors that other blocks of the
 * multiprocessor have loaded.
 */
const struct cost_gpu cost_h200 = {
#include "cost/h200.h"
};

const char *cost_limit_name(enum cost_limit limit)
{
	static const char *const names[COST_LIMITS] = {
		N_("latency"), N_("latency of loads"), N_("instruction issue"), "DRAM", "L2", "L1", N_("shared memory"),
		N_("atomics"), N_("special functions"), N_("double precision"), N_("tensor cores"),
		N_("the start of blocks"),
	};

	return names[limit];
}

/* ---- calls and copies -------------------------------------------------------------------------- */

/* A call that is not in the table only looks something up. */
#define OTHER_CALL 100
#define LIBRARY_CALL 4500 /* a launch, and the choice of a kernel: an estimate */

static const struct { const char *name; uint64_t ns, each_mib; } calls[] = {
#define CALL(name, ns, each_mib, from) { #name, ns, each_mib },
#include "cost/cost.def"
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
	uint64_t most = (uint64_t)g->warps_sm, shared = (uint64_t)(g->shared_sm_kib * 1024),
		reserved = (uint64_t)g->shared_reserved;
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

/* The number of requested bytes that come from DRAM; `soon`: those of them that are requested again while L2 has them. */
static double dram_bytes(const struct cost_gpu *g, double asked, double touched, double soon)
{
	double missed = touched > g->l2_mb * 1e6 ? 1 - g->l2_mb * 1e6 / touched : 0;

	if (touched <= 0 || touched > asked)
		touched = asked;
	return touched + more(asked - touched - soon, 0) * missed;
}

/* One operation at a contended address. A float addition: an H200 executes 2^18 of them in 0.46 ms. */
#define ATOMIC_NS 1.8
#define QUEUE_NS  0.75 /* an operation whose result is used */
#define POLL_NS   550  /* one whose thread another one waits for: a round trip to L2 with a fence */

/* Of a block: an H200 takes 45 us for the 65,536 of tests/profile/blocks_of_one.cu, with the events around the launch. */
#define BLOCK_NS 0.6

#define TOGETHER  4
#define OVERLAP   1.5
#define L1_USE    2    /* warps do not run in step: half of them share L1 at a time */
#define PART      1.95 /* sectors of L2's throughput for one that is written in part, beyond its own */
#define SPREAD    2    /* cycles for each sector of a load beyond the fourth */
#define BRANCH    10   /* cycles of a branch */
#define OTHER     1    /* cycles of an instruction that need not wait for the one before */
#define MORE      0.75 /* steps of an instruction that the assembler adds */
#define KEPT      0.3  /* the part of L2 whose stores are not yet in DRAM when the kernel ends */
#define LINE      128

#define SPANS 4 /* of the counters again_sectors_N and again_loads_N */
static const double spans[SPANS] = { 32, 256, 2048, 16384 };

/* The factors of a launch that convert counts to times: the same for all its lines. */
struct scale {
	const struct cost_gpu *gpu;
	double warps, cycle;         /* ns for one cycle's work of the whole device, of the fullest multiprocessor */
	double rounds;               /* of blocks; if one warp works for many, its time as a multiple of the mean warp's */
	double again[SPANS];         /* the part that each span has in L1's hits, */
	double again_l2[SPANS];      /* and in those of L1 and L2 */
	double wait;                 /* cycles of a wait for loads */
	double dram, l2;             /* ns per byte behind L1 */
	bool by_requests;            /* L1 is bound by requests, not by sectors */
};

static double l1_requests(const struct simt_counts *c)
{
	return (double)(c->global_requests + c->local_requests);
}

/* Sectors of loads that a cache with these parts of the spans does not serve. */
static double missed_sectors(const double *part, const struct simt_counts *c)
{
	const uint64_t again[SPANS] = { c->again_sectors_32, c->again_sectors_256, c->again_sectors_2048,
					c->again_sectors_16384 };
	double missed = (double)c->global_load_sectors;

	for (int k = 0; k < SPANS; k++)
		missed -= part[k] * (double)again[k];
	return more(missed, 0);
}

/* Four sectors a cycle that L1 has, two that it must get. */
static double l1_sectors(const struct scale *s, const struct simt_counts *c)
{
	double missed = missed_sectors(s->again, c);

	return ((double)c->global_load_sectors - missed) / 4 + missed / 2 + (double)c->global_store_sectors +
	       (double)c->local_sectors / 4;
}

/* Loads of which L1 does not serve some sector. Copies to shared memory are not loads that a warp waits for. */
static double missed_loads(const struct scale *s, const struct simt_counts *c)
{
	const uint64_t again[SPANS] = { c->again_loads_32, c->again_loads_256, c->again_loads_2048, c->again_loads_16384 };
	double missed = (double)c->global_load_requests - (double)c->async_copies;

	for (int k = 0; k < SPANS; k++)
		missed -= s->again[k] * (double)again[k];
	return more(missed, 0);
}

/* Bytes behind L1. */
static double asked_of(const struct scale *s, const struct simt_counts *c)
{
	return 32 * (missed_sectors(s->again, c) + (double)c->global_store_sectors + atomic_sectors(c));
}

/* A cache is shared by warps; `held`: sectors of one of them. Between the spans that were counted, by the logarithm. */
static void again_set(double *part, double held)
{
	if (held <= spans[0]) {
		part[0] = more(held, 0) / spans[0];
		return;
	}
	for (int k = 0; k + 1 < SPANS; k++)
		if (held <= spans[k + 1]) {
			part[k + 1] = log(held / spans[k]) / log(spans[k + 1] / spans[k]);
			part[k] = 1 - part[k + 1];
			return;
		}
	part[SPANS - 1] = 1;
}

/* The sectors that L1 holds for each warp. A sector that is loaded again at once takes no more room. */
static double sectors_held(const struct cost_launch *l, const struct scale *s, double blocks_sm, double shared_bytes)
{
	const struct simt_counts *c = l->counts;
	double warps = blocks_sm * (double)((l->threads + 31) / 32), sectors = (double)c->global_load_sectors;
	double own = sectors > 0 ? 1 - (double)c->again_sectors_32 / sectors : 1,
		used = sectors > 0 ? (double)c->global_load_bytes / 32 / sectors : 1;
	/* Threads far apart use a sector of a line; the line has its place in L1 all the same. */
	double lone = sectors > 8 * (double)c->global_load_requests ? fmin(1, more(0, 0.25 - used) / 0.125) : 0,
		busy = s->rounds > 1 ? warps / s->rounds : warps;

	return (s->gpu->l1_kib * 1024 - shared_bytes) * L1_USE / 32 / more(busy,
									   1) / more(own, 0.05) / (1 + lone * (LINE / 32 - 1));
}

/* Sectors that stores write in part. */
static double partial_sectors(const struct simt_counts *c)
{
	return more((double)c->global_store_sectors - (double)c->global_store_bytes / 32, 0);
}

/* The cycles of a wait: of the loads and atomic operations that are under way together, the slowest counts. */
static double wait_cycles(const struct cost_launch *l, const struct scale *s)
{
	const struct simt_counts *c = l->counts;
	const struct cost_gpu *g = s->gpu;
	double loads = (double)c->global_load_requests - (double)c->async_copies, missed = missed_loads(s, c),
		sectors = missed_sectors(s->again, c);
	double all = loads + (double)c->atomic_returns, together = c->load_waits ? all / (double)c->load_waits : 1;
	double bytes = l->touched && (double)l->touched < 32 * sectors ? (double)l->touched : 32 * sectors, l2, lines;

	if (all <= 0)
		return g->l1_cycles;
	l2 = fmin(1, together * (missed + (double)c->atomic_returns) / all);
	lines = missed > 0 ? fmin(1, bytes / LINE / missed) : 0;
	return g->l1_cycles + l2 * (g->l2_cycles - g->l1_cycles + lines * (g->dram_cycles - g->l2_cycles)) +
	       (loads > 0 ? SPREAD * together * more((double)c->global_load_sectors / (double)c->global_load_requests - 4, 0) :
		0);
}

static struct scale scale_of(const struct cost_launch *l, uint64_t fit)
{
	const struct cost_gpu *g = l->gpu ? l->gpu : &cost_h200;
	double blocks = l->blocks ? (double)l->blocks : 1, blocks_sm = fmin((double)fit / g->sms, ceil(blocks / g->sms)), asked,
		soon, resident, kept;
	struct scale s = {
		.gpu = g, .warps = more(blocks * (double)((l->threads + 31) / 32), 1), .rounds = 1,
		/* The fullest multiprocessor's share of all work. */
		.cycle = ceil(blocks / g->sms) / blocks / (g->clock_mhz / 1000),
		.l2 = 1 / g->l2_gbs,
	};

	if (l->counts->warp_instructions)
		s.rounds = more(1, (double)l->longest_warp * s.warps / (double)l->counts->warp_instructions);
	resident = more(fmin((double)fit, blocks) / blocks * s.warps / s.rounds, 1);
	again_set(s.again, sectors_held(l, &s, blocks_sm, blocks_sm * (double)l->shared_bytes));
	again_set(s.again_l2, g->l2_mb * 1e6 / 32 / resident);
	s.by_requests = l1_requests(l->counts) > l1_sectors(&s, l->counts);
	s.wait = wait_cycles(l, &s);
	s.rounds = more(s.rounds, ceil(blocks / (double)fit));
	asked = asked_of(&s, l->counts);
	soon = 32 * (partial_sectors(l->counts) + more(missed_sectors(s.again,
								      l->counts) - missed_sectors(s.again_l2, l->counts), 0));
	kept = fmin((double)l->counts->global_store_bytes, KEPT * g->l2_mb * 1e6);
	s.dram = asked > 0 ? more(dram_bytes(g, asked, (double)l->touched, soon) - kept, 0) / asked / g->dram_gbs : 0;
	return s;
}

/* The ns that each resource needs for these counts, a launch's or a line's. */
static void terms_of(const struct scale *s, const struct simt_counts *c, double *t)
{
	const struct cost_gpu *g = s->gpu;
	double turns = more((double)c->atomic_serial * ATOMIC_NS, (double)c->atomic_queue * QUEUE_NS);
	double waiting = s->rounds / (g->clock_mhz / 1000) / s->warps, steps = (double)c->step_waits;

	t[COST_ISSUE] = (double)(c->warp_instructions + c->more_instructions) / g->issue_rate * s->cycle;
	t[COST_L1] = (s->by_requests ? l1_requests(c) : l1_sectors(s, c)) * s->cycle;
	t[COST_SHARED] = (double)(c->shared_wavefronts + c->shared_atomic_wavefronts) * s->cycle;
	t[COST_SPECIAL] = (double)c->special_operations / g->special_rate * s->cycle;
	t[COST_DOUBLE] = (double)c->flops_f64 / g->double_rate * s->cycle;
	t[COST_TENSOR] = (double)c->tensor_cycles * s->cycle;
	t[COST_DRAM] = asked_of(s, c) * s->dram;
	t[COST_L2] = (asked_of(s, c) + 32 * PART * partial_sectors(c)) * s->l2;
	t[COST_ATOMICS] = more(atomic_sectors(c) / g->atomic_rate, turns) + (c->fences ? (double)c->atomic_polls * POLL_NS : 0);
	t[COST_BLOCKS] = 0; /* a launch's, no line's */
	t[COST_LOADS] = waiting * (double)c->load_waits * s->wait;
	t[COST_LATENCY] = waiting * ((steps + MORE * (double)c->more_instructions) * g->step_cycles +
				     more((double)c->warp_instructions - steps, 0) * OTHER +
				     (double)c->near_waits * g->near_cycles + (double)c->branches * BRANCH);
}

/* What a warp waits for comes one after the other, and so is one part of the kernel's time. */
static bool is_waiting(int limit)
{
	return limit == COST_LATENCY || limit == COST_LOADS;
}

static double waits_of(const double *t)
{
	return t[COST_LATENCY] + t[COST_LOADS];
}

/* The time that the parts need which work for all warps. */
static double works_of(const double *t)
{
	double sum = 0;

	for (int i = 0; i < COST_LIMITS; i++)
		sum += is_waiting(i) ? 0 : pow(t[i], TOGETHER);
	return pow(sum, 1.0 / TOGETHER);
}

static double whole_of(const double *t)
{
	return pow(pow(waits_of(t), OVERLAP) + pow(works_of(t), OVERLAP), 1 / OVERLAP);
}

struct cost_kernel cost_kernel(const struct cost_launch *l)
{
	const struct cost_gpu *g = l->gpu ? l->gpu : &cost_h200;
	struct cost_kernel k = { .fit = cost_fit(g, l->threads, l->shared_bytes) };
	struct scale s = scale_of(l, k.fit);
	double *t = k.terms, longest, whole;

	terms_of(&s, l->counts, t);
	whole = whole_of(t);
	k.limit = t[COST_LOADS] > t[COST_LATENCY] ? COST_LOADS : COST_LATENCY;
	longest = waits_of(t);
	for (int i = 0; i < COST_LIMITS; i++)
		if (!is_waiting(i) && t[i] > longest) {
			longest = t[i];
			k.limit = (enum cost_limit)i;
		}
	t[COST_BLOCKS] = (double)l->blocks * BLOCK_NS;
	if (t[COST_BLOCKS] > whole)
		k.limit = COST_BLOCKS;
	k.ns = (uint64_t)(g->start_ns + more(whole, t[COST_BLOCKS]));
	return k;
}

/*
 * The time without its start grows in proportion if all parts do, and each part is a sum over the lines. So, by Euler's theorem,
 * the line's share is its part of each, times the derivative of the time by that part, over the time.
 */
double cost_share(const struct cost_launch *l, const struct simt_counts *line)
{
	struct scale s = scale_of(l, cost_fit(l->gpu ? l->gpu : &cost_h200, l->threads, l->shared_bytes));
	double all[COST_LIMITS], own[COST_LIMITS], works, share = 0;

	terms_of(&s, l->counts, all);
	terms_of(&s, line, own);
	works = works_of(all);
	if (works + waits_of(all) <= 0)
		return 0;
	for (int i = 0; i < COST_LIMITS; i++)
		if (!is_waiting(i) && all[i] > 0)
			share += pow(works, OVERLAP) * pow(all[i] / works, TOGETHER) * own[i] / all[i];
	if (waits_of(all) > 0)
		share += pow(waits_of(all), OVERLAP) * waits_of(own) / waits_of(all);
	return share / pow(whole_of(all), OVERLAP);
}
