/*
 * cost.c - compares the modelled H200 with the real one: kernels of tests/cudart/times.tsv, and the cost of copies and calls;
 * and the modelled H100 with the real one: kernels of exercises, tests/cudart/times_h100.tsv. A hash of its name puts each
 * exercise into one of three parts; cost.c was fitted to two, and the third is held out.
 *
 *	cost            TAP
 *	cost --values   kernel, n, modelled ns, measured ns, their ratio, the part that bounds it, and the time of each part
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cost/cost.h"
#include "tap/tap.h"

#define ROWS_MOST 256

struct row {
	char name[64];
	uint64_t n, measured, blocks, threads, touched, longest_warp, shared_bytes;
	struct simt_counts counts;
	struct cost_kernel model;
};

static struct row rows[ROWS_MOST];
static size_t nrows, nsmall; /* the first ones are small */
static bool print_values;

static void counter_set(struct simt_counts *c, const char *word)
{
	for (size_t k = 0; k < simt_ncounters; k++) {
		size_t len = strlen(simt_counters[k].name);

		if (!strncmp(word, simt_counters[k].name, len) && word[len] == '=')
			*(uint64_t *)(void *)((char *)c + simt_counters[k].offset) = strtoull(word + len + 1, NULL, 10);
	}
}

static bool row_read(char *line, struct row *r)
{
	char *word, *rest = line;
	uint64_t *fields[] = { &r->n, &r->measured, &r->blocks, &r->threads, &r->touched };

	memset(r, 0, sizeof *r);
	if (*line == '#' || !(word = strtok_r(rest, "\t", &rest)))
		return false;
	snprintf(r->name, sizeof r->name, "%s", word);
	for (size_t i = 0; i < 5; i++) {
		if (!(word = strtok_r(rest, "\t", &rest)))
			return false;
		*fields[i] = strtoull(word, NULL, 10);
	}
	while ((word = strtok_r(rest, "\t", &rest)))
		if (sscanf(word, "longest_warp=%" SCNu64, &r->longest_warp) != 1 &&
		    sscanf(word, "shared_bytes=%" SCNu64, &r->shared_bytes) != 1)
			counter_set(&r->counts, word);
	return r->measured > 0;
}

static bool table_read(const char *name, const struct cost_gpu *gpu)
{
	const char *tests = getenv("TESTS_DIR");
	struct buf text = BUF_INIT;
	struct error err;
	char path[4096], *line, *rest;

	snprintf(path, sizeof path, "%s/cudart/%s", tests ? tests : "tests", name);
	if (file_read(path, 1 << 20, &text, &err) < 0)
		return false;
	rest = text.data;
	nrows = 0;
	while (nrows < ROWS_MOST && (line = strtok_r(rest, "\n", &rest))) {
		if (!strncmp(line, "# ---- larger", 13))
			nsmall = nrows;
		if (row_read(line, &rows[nrows])) {
			struct row *r = &rows[nrows++];
			const struct cost_launch launch = { &r->counts, r->blocks, r->threads, r->shared_bytes, r->touched,
							    r->longest_warp, gpu };

			r->model = cost_kernel(&launch);
		}
	}
	buf_release(&text);
	return true;
}

static double ratio(const struct row *r)
{
	return (double)r->model.ns / (double)r->measured;
}

static int by_number(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

struct agreement { double median, within, ordered; }; /* shares of 1 */

static struct agreement compare(const struct row *r, size_t n)
{
	struct agreement a = { 0 };
	double errors[ROWS_MOST];
	size_t within = 0, pairs = 0, ordered = 0;

	for (size_t i = 0; i < n; i++) {
		double q = ratio(&r[i]);

		errors[i] = fabs(q - 1);
		within += q > 0.5 && q < 2;
		for (size_t k = 0; k < i; k++)
			if (r[i].measured * 4 > r[k].measured * 5 || r[k].measured * 4 > r[i].measured * 5) {
				pairs++;
				ordered += (r[i].measured > r[k].measured) == (r[i].model.ns > r[k].model.ns);
			}
	}
	qsort(errors, n, sizeof *errors, by_number);
	a.median = errors[n / 2];
	a.within = (double)within / (double)n;
	a.ordered = (double)ordered / (double)pairs;
	printf("# %zu kernels: median error %.0f %%, %.0f %% within 2x, %.0f %% of pairs that differ by 1.25x in order\n", n,
	       100 * a.median, 100 * a.within, 100 * a.ordered);
	return a;
}

static void kernels(void)
{
	struct agreement all, larger;

	if (!ok(nsmall >= 12 && nrows - nsmall >= 12, "there are kernels to compare"))
		return;
	all = compare(rows, nrows);
	ok(all.median <= 0.1, "half of the kernels are modelled to 10 %%");
	ok(all.within >= 0.95, "19 of 20 within a factor of 2");
	ok(all.ordered >= 0.95, "and 19 of 20 pairs in the right order");
	larger = compare(rows + nsmall, nrows - nsmall);
	ok(larger.median <= 0.1, "half of the larger ones, too");
	ok(larger.within >= 0.95 && larger.ordered >= 0.95, "and as many of them within a factor of 2, and in order");
}

/* Times between events are longer than those of ncu, which the model gives: 3.3 us for a kernel that does nothing, not 1.8. */
#define EVENTS_NS 1500

/* The exercises that no fit has seen, as held_out() finds them: for people. */
static const char *const unseen[] = {
	"01_kernels/iota", "04_global_memory/vector_copy", "05_shared_memory/add_shared", "05_shared_memory/reverse_block",
	"05_shared_memory/transpose_tiled", "07_atomics/hunt_race", "07_atomics/race_counter", "07_atomics/spin_lock",
	"08_reduce_scan/block_scan", "08_reduce_scan/compact", "08_reduce_scan/dot", "08_reduce_scan/segmented_sum",
	"11_numbers/monte_carlo_pi", "11_numbers/quantize_int8", "12_stencils/game_of_life", "12_stencils/hunt_halo",
	"13_measuring/bottleneck_two", "13_measuring/local_array", "15_libraries/random_walk", "16_irregular/hash_count",
	"17_networks/matvec_int4",
};

/* FNV-1a of the exercise's name, before the comma. */
static bool held_out(const char *name)
{
	uint64_t hash = 14695981039346656037u;

	for (const char *c = name; *c && *c != ','; c++)
		hash = (hash ^ (unsigned char)*c) * 1099511628211u;
	return hash % 3 == 2;
}

static bool is_listed(const char *name)
{
	size_t n = strcspn(name, ",");

	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
		if (strlen(unseen[i]) == n && !strncmp(unseen[i], name, n))
			return true;
	return false;
}

/* Sorts the rows: those that were fitted first. Returns their number. */
static size_t rows_split(void)
{
	static struct row sorted[ROWS_MOST];
	size_t n = 0, fitted;

	for (int part = 0; part < 2; part++) {
		fitted = part ? fitted : 0;
		for (size_t i = 0; i < nrows; i++)
			if (held_out(rows[i].name) == part)
				sorted[n++] = rows[i];
		fitted = part ? fitted : n;
	}
	memcpy(rows, sorted, n * sizeof *rows);
	return fitted;
}

static void exercises(void)
{
	struct cost_gpu h100 = cost_h200; /* gpus/h100.lua has the same figures but for these */
	struct agreement fitted, held;
	size_t n, listed = 0;

	h100.name = "H100";
	h100.dram_gbs = 3020;
	h100.l2_gbs = 5500;
	h100.l2_mb = 50;
	h100.start_ns = 1950;
	if (!ok(table_read("times_h100.tsv", &h100) && nrows > 100, "there are kernels of exercises on an H100"))
		return;
	for (size_t i = 0; i < nrows; i++)
		rows[i].measured -= EVENTS_NS;
	n = rows_split();
	for (size_t i = 0; i < nrows; i++)
		listed += is_listed(rows[i].name) == (i >= n);
	ok(listed == nrows, "a hash has chosen those that are held out");
	compare(rows, nrows);
	fitted = compare(rows, n);
	ok(fitted.median < 0.15 && fitted.within > 0.9 && fitted.ordered > 0.95, "the model is right for those that were fitted");
	held = compare(rows + n, nrows - n);
	ok(held.median < 0.15 && held.within > 0.9 && held.ordered > 0.95, "and for those that were not");
}

/* ---- the resource at its limit ---------------------------------------------------------- */

/* What limits_h100.tsv has of a kernel, in its order: percent of each resource's peak. */
enum seen { SEEN_ISSUE, SEEN_XU, SEEN_FP64, SEEN_TENSOR, SEEN_ALU, SEEN_FMA, SEEN_L1, SEEN_SHARED, SEEN_L2, SEEN_DRAM, NSEEN };
enum class { CLASS_COMPUTE, CLASS_L1, CLASS_L2, CLASS_DRAM, CLASS_WAITING, NCLASSES };

#define BUSY 60  /* Nsight Compute's own rule: when no resource reaches 60 % of its peak, latency limits the kernel */
#define TIE  0.9 /* resources as close as this are both at the limit: what DRAM moves passes through L2 */

static enum class seen_class(int i)
{
	return i < SEEN_L1 ? CLASS_COMPUTE : i < SEEN_L2 ? CLASS_L1 : i == SEEN_L2 ? CLASS_L2 : CLASS_DRAM;
}

/* Atomics at one address wait for each other, and keep no resource busy. */
static enum class model_class(enum cost_limit limit)
{
	static const enum class classes[COST_LIMITS] = {
		[COST_LATENCY] = CLASS_WAITING, [COST_LOADS] = CLASS_WAITING, [COST_ATOMICS] = CLASS_WAITING,
		[COST_ISSUE] = CLASS_COMPUTE, [COST_SPECIAL] = CLASS_COMPUTE, [COST_DOUBLE] = CLASS_COMPUTE,
		[COST_TENSOR] = CLASS_COMPUTE, [COST_L1] = CLASS_L1, [COST_SHARED] = CLASS_L1, [COST_L2] = CLASS_L2,
		[COST_DRAM] = CLASS_DRAM, [COST_BLOCKS] = CLASS_WAITING,
	};

	return classes[limit];
}

/* Whether Nsight Compute names the model's resource: alone, or (`tied`) beside another that is as busy. */
static bool limit_agrees(const char *line, const struct row *r, bool *tied)
{
	double busy[NCLASSES] = { 0 }, most = 0, percent;
	enum class own = model_class(r->model.limit);
	const char *at = line;

	for (int i = -1; i < NSEEN && (at = strchr(at, '\t')); i++) {
		percent = strtod(++at, NULL);
		if (i >= 0 && percent > busy[seen_class(i)])
			busy[seen_class(i)] = percent;
	}
	for (int c = 0; c < NCLASSES; c++)
		most = fmax(most, busy[c]);
	if (most < BUSY || own == CLASS_WAITING) {
		*tied = false;
		return most < BUSY && own == CLASS_WAITING;
	}
	*tied = busy[own] < most && busy[own] >= TIE * most;
	return busy[own] >= TIE * most;
}

static void limits(void)
{
	const char *tests = getenv("TESTS_DIR");
	size_t n = 0, agreed = 0, ties = 0;
	struct buf text = BUF_INIT;
	char path[4096], *line, *rest;
	struct error err;
	bool tied;

	snprintf(path, sizeof path, "%s/cudart/limits_h100.tsv", tests ? tests : "tests");
	if (!ok(!file_read(path, 1 << 20, &text, &err), "there are kernels that Nsight Compute has seen"))
		return;
	rest = text.data;
	while ((line = strtok_r(rest, "\n", &rest)))
		for (size_t i = 0; i < nrows; i++) {
			size_t len = strlen(rows[i].name);

			if (strncmp(line, rows[i].name, len) != 0 || line[len] != '\t')
				continue;
			n++;
			if (limit_agrees(line, &rows[i], &tied)) {
				agreed++;
				ties += tied;
			} else {
				printf("# %s: the model says %s; %s\n", rows[i].name, cost_limit_name(rows[i].model.limit),
				       line + len + 1);
			}
		}
	buf_release(&text);
	printf("# Nsight Compute names the model's resource for %zu of %zu kernels, for %zu of them beside another that is as "
	       "busy\n", agreed, n, ties);
	ok(n >= 40 && agreed >= 0.9 * (double)n, "the resource that limits a kernel is the one that Nsight Compute names, for 9 "
						 "of 10");
}

static void print(void)
{
	for (size_t i = 0; i < nrows; i++) {
		const struct row *r = &rows[i];

		printf("%s\t%llu\t%llu\t%llu\t%.2f\t%s", r->name, (unsigned long long)r->n, (unsigned long long)r->model.ns,
		       (unsigned long long)r->measured, ratio(r), cost_limit_name(r->model.limit));
		for (int k = 0; k < COST_LIMITS; k++)
			if (r->model.terms[k] >= 1)
				printf("\t%s %.0f", cost_limit_name((enum cost_limit)k), r->model.terms[k]);
		printf("\n");
	}
}

static void the_rest(void)
{
	const uint64_t mib = 1 << 20;
	struct simt_counts none = { 0 }, counted = { 0 };
	struct cost_kernel k;

	ok(cost_fit(&cost_h200, 256, 0) == 132 * 8 && cost_fit(&cost_h200, 1024, 0) == 132 * 2 &&
	   cost_fit(&cost_h200, 32, 0) == 132 * 32, "threads and blocks limit what fits");
	ok(cost_fit(&cost_h200, 256, 100 << 10) == 132 * 2 && cost_fit(&cost_h200, 1, 227 << 10) == 132, "and shared memory");
	ok(cost_fit(&cost_h200, 0, 0) && cost_fit(&cost_h200, UINT64_MAX, UINT64_MAX / 2) == 132, "nothing makes it 0");
	k = cost_kernel(&(struct cost_launch){ .counts = &none });
	ok(k.ns > 0 && k.limit == COST_LATENCY, "a kernel that does nothing takes its time");
	cost_count(&counted, "warp_instructions", 7);
	cost_count(&counted, "global_sectors", 9);
	cost_count(&counted, "no such counter", 11);
	ok(counted.warp_instructions == 7 && counted.global_sectors == 9 && counted.thread_instructions == 0,
	   "counters are set by name");
	{
		struct simt_counts loads = { .warp_instructions = 300, .global_requests = 100, .global_load_requests = 100,
					     .global_sectors = 3200, .global_load_sectors = 3200, .global_load_bytes = 12800 };
		struct simt_counts sums = { .warp_instructions = 700, .flops = 22400, .flops_f32 = 22400 }, all = loads;
		struct cost_launch launch = { &all, 64, 256, 0, 12800, 0, NULL };
		double share;

		all.warp_instructions += sums.warp_instructions;
		all.flops = all.flops_f32 = sums.flops;
		share = cost_share(&launch, &loads);
		ok(fabs(share + cost_share(&launch, &sums) - 1) < 1e-9, "the shares of all lines are the whole");
		ok(share > 0.3 && share < 1, "most is the line's that loads");
		ok(fabs(cost_share(&launch, &all) - 1) < 1e-9 && cost_share(&launch, &none) < 1e-9,
		   "all of it is 1, nothing is 0");
	}
	{
		/* 132 blocks of one warp: 256 loads of 4 sectors each. */
		struct simt_counts chain = { .warp_instructions = 132 * 1024, .step_waits = 132 * 512,
					     .global_requests = 132 * 256, .global_load_requests = 132 * 256,
					     .global_sectors = 132 * 1024, .global_load_sectors = 132 * 1024,
					     .global_load_bytes = 132 * 32768, .load_waits = 132 * 256 };
		struct simt_counts together = chain, again = chain, queue = chain, lock;
		const struct cost_launch launches[] = { { &chain, 132, 32, 0, 4325376, 0, NULL },
							{ &together, 132, 32, 0, 4325376, 0, NULL },
							{ &again, 132, 32, 0, 4325376, 0, NULL },
							{ &queue, 132, 32, 0, 4325376, 0, NULL },
							{ &lock, 132, 32, 0, 4325376, 0, NULL } };

		together.load_waits /= 8;
		again.again_sectors_32 = again.again_sectors_256 = again.again_sectors_2048 =
								   again.again_sectors_16384 = 132 * 1000;
		again.again_loads_32 = again.again_loads_256 = again.again_loads_2048 = again.again_loads_16384 = 132 * 250;
		queue.global_atomic_requests = queue.global_atomic_sectors = queue.atomic_returns = 132;
		queue.atomics = queue.atomic_queue = 1 << 20;
		lock = queue;
		lock.atomic_queue = lock.atomic_polls = 132 * 100;
		lock.fences = 132;
		k = cost_kernel(&launches[0]);
		ok(k.limit == COST_LOADS && k.ns > 256 * 689 / 2 && k.ns < 256 * 689,
		   "loads that wait for each other take DRAM's latency each");
		ok(cost_kernel(&launches[1]).ns < k.ns / 4, "eight at a time take a fraction of that");
		ok(cost_kernel(&launches[2]).ns < k.ns / 3, "and so do loads that hit in L1");
		ok(cost_kernel(&launches[3]).limit == COST_ATOMICS && cost_kernel(&launches[3]).ns > 1 << 19,
		   "operations at one address follow each other");
		ok(cost_kernel(&launches[4]).limit == COST_ATOMICS && cost_kernel(&launches[4]).ns > 132 * 100 * 500,
		   "and at a lock each waits for the one before");
	}
	{
		/* tests/profile/blocks_of_one.cu: what an H200 took, with events around the launch. */
		const struct simt_counts scale = { .warp_instructions = 1 << 20, .global_load_requests = 1 << 16,
						   .global_load_sectors = 1 << 16, .global_requests = 1 << 17,
						   .load_waits = 1 << 16 };
		const struct cost_launch launch = { &scale, 1 << 16, 1, 0, 1 << 19, 0, NULL };

		k = cost_kernel(&launch);
		ok(k.limit == COST_BLOCKS && k.ns > 44800 * 0.8 && k.ns < 44800,
		   "blocks of one thread begin one after the other");
	}
	ok(cost_move(TIMELINE_COPY_IN, 64 * mib, false) > 1.5 * (double)cost_move(TIMELINE_COPY_IN, 64 * mib, true),
	   "pageable memory is slower to copy");
	ok(cost_move(TIMELINE_COPY_WITHIN, 64 * mib, true) * 10 < cost_move(TIMELINE_COPY_IN, 64 * mib, true),
	   "inside the device it is fast");
	ok(cost_move(TIMELINE_COPY_IN, 0, true) > 0 && cost_move(TIMELINE_RECORD, 0, true) == 0,
	   "copies have a latency, events none");
	ok(cost_call("cudaLaunchKernel", 0) == cost_call("__cudaLaunchKernel_ptsz", 0), "a call by another name costs the same");
	ok(cost_call("cudaMallocHost", 64 * mib) > cost_call("cudaMallocHost", 0) && cost_call("cudaGetLastError", 0) < 500,
	   "some cost by the size");
}

int main(int argc, char **argv)
{
	print_values = argc > 1 && !strcmp(argv[1], "--values");
	if (!table_read("times.tsv", NULL)) {
		ok(false, "tests/cudart/times.tsv can be read");
		return tap_done();
	}
	if (print_values) {
		print();
		return 0;
	}
	kernels();
	exercises();
	limits();
	the_rest();
	return tap_done();
}
