/*
 * timeline.c - virtual time: when operations begin and end by the model of src/timeline/timeline.h, that
 * the time at which costs are set does not matter, and the figures that a judge can query.
 */
#include "config.h"

#include <stdlib.h>

#include "base/hash.h"
#include "timeline/timeline.h"
#include "tap/tap.h"

#define NONE TIMELINE_NO_ENTRY

/* An operation in a stream: it comes after the last one there, and after `also`. */
struct program { struct timeline *t; size_t last[16]; };

static struct program program_begin(uint64_t reach)
{
	struct program p = { timeline_new(reach), { 0 } };

	for (int i = 0; i < 16; i++)
		p.last[i] = NONE;
	return p;
}

static size_t add(struct program *p, struct timeline_op op, size_t also)
{
	size_t after[2], n = 0;

	if (p->last[op.stream] != NONE)
		after[n++] = p->last[op.stream];
	if (also != NONE)
		after[n++] = also;
	op.after = after;
	op.nafter = n;
	return p->last[op.stream] = timeline_add(p->t, &op);
}

static size_t copy(struct program *p, enum timeline_kind kind, unsigned stream, uint64_t ns)
{
	return add(p, (struct timeline_op){ .kind = kind, .stream = stream, .cost = ns, .bytes = ns * 50, .pinned = true }, NONE);
}

static size_t kernel(struct program *p, unsigned stream, uint64_t blocks, uint64_t fit, uint64_t ns)
{
	return add(p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = stream, .blocks = blocks, .fit = fit, .cost = ns,
		   .name = "work" }, NONE);
}

static const struct timeline_entry *at(struct program *p, size_t index)
{
	size_t n;

	return &timeline_entries(p->t, &n)[index];
}

static size_t size_of(struct program *p)
{
	size_t n;

	timeline_entries(p->t, &n);
	return n;
}

/* "start-end" of these operations. */
static void is_times(struct program *p, const char *want, const char *what, size_t n, const size_t *ops)
{
	char got[512] = "";
	size_t needs;

	if (timeline_settle(p->t, &needs) == TIMELINE_NEEDS)
		snprintf(got, sizeof got, "needs %zu", needs);
	else
		for (size_t i = 0, used = 0; i < n; i++)
			used += (size_t)snprintf(got + used, sizeof got - used, "%s%llu-%llu", i ? " " : "",
						 (unsigned long long)at(p, ops[i])->start,
						 (unsigned long long)at(p, ops[i])->end);
	is_text(got, want, what);
	timeline_free(p->t);
}
#define IS_TIMES(p, want, what, ...) is_times(p, want, what, sizeof((size_t[]){ __VA_ARGS__ }) / sizeof(size_t), (size_t[]){ __VA_ARGS__ })

static void copies_and_streams(void)
{
	struct program p = program_begin(0);
	size_t a, b, c, d, e, f;

	a = copy(&p, TIMELINE_COPY_IN, 1, 100);
	b = kernel(&p, 1, 10, 10, 200);
	c = copy(&p, TIMELINE_COPY_OUT, 1, 100);
	IS_TIMES(&p, "0-100 100-300 300-400", "one stream: one after the other", a, b, c);

	p = program_begin(0);
	a = copy(&p, TIMELINE_COPY_IN, 1, 100);
	b = kernel(&p, 1, 10, 10, 100);
	c = copy(&p, TIMELINE_COPY_OUT, 1, 100);
	d = copy(&p, TIMELINE_COPY_IN, 2, 100);
	e = kernel(&p, 2, 10, 10, 100);
	f = copy(&p, TIMELINE_COPY_OUT, 2, 100);
	IS_TIMES(&p, "0-100 100-200 200-300 100-200 200-300 300-400", "two streams: copies each way and kernels overlap", a, b, c,
		 d, e, f);

	p = program_begin(0);
	a = copy(&p, TIMELINE_COPY_OUT, 1, 100);
	b = copy(&p, TIMELINE_COPY_OUT, 2, 50);
	c = copy(&p, TIMELINE_COPY_IN, 3, 70);
	d = copy(&p, TIMELINE_SET, 4, 30);
	IS_TIMES(&p, "0-100 100-150 0-70 0-30", "an engine does one copy at a time, each direction has its own", a, b, c, d);

	p = program_begin(0);
	a = kernel(&p, 1, 10, 10, 100);
	b = add(&p, (struct timeline_op){ .kind = TIMELINE_RECORD, .stream = 1 }, NONE);
	c = add(&p, (struct timeline_op){ .kind = TIMELINE_COPY_IN, .stream = 2, .cost = 10 }, b);
	d = copy(&p, TIMELINE_COPY_IN, 3, 20);
	IS_TIMES(&p, "0-100 100-100 100-110 0-20", "a stream that waits for an event waits; another goes on", a, b, c, d);

	p = program_begin(500);
	timeline_call(p.t, 0, NULL, 1000);
	a = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 1, .cost = 100, .lead = 50 }, NONE);
	timeline_call(p.t, 0, NULL, 20);
	b = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 1, .cost = 100, .lead = 50 }, NONE);
	IS_TIMES(&p, "1550-1650 1700-1800", "calls, the way to the device and launch latency take their time", a, b);

	p = program_begin(0);
	a = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 1, .cost = 100 }, NONE);
	b = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 2, .device = 1, .cost = 100 }, NONE);
	c = add(&p, (struct timeline_op){ .kind = TIMELINE_COPY_PEER, .stream = 2, .device = 1, .cost = 10 }, a);
	IS_TIMES(&p, "0-100 0-100 100-110", "devices work side by side", a, b, c);
}

static size_t child(struct program *p, size_t parent, unsigned percent, uint64_t ns, size_t after, bool tail)
{
	const struct timeline_op op = { .kind = TIMELINE_KERNEL, .blocks = 1, .fit = 10, .lead = 5, .cost = ns, .name = "child",
					.after = &after, .nafter = after != NONE };

	return timeline_child(p->t, &op, parent, percent * (TIMELINE_MOMENTS / 100), tail);
}

static void kernels_launch(void)
{
	struct program p = program_begin(0);
	size_t a, b, c, d, e, f;

	a = kernel(&p, 1, 1, 10, 100);
	b = child(&p, a, 50, 200, NONE, false);
	c = child(&p, a, 60, 200, NONE, false);
	d = child(&p, a, 70, 10, b, false);
	e = kernel(&p, 1, 1, 10, 10);
	f = kernel(&p, 2, 1, 10, 10);
	IS_TIMES(&p, "0-270 55-255 65-265 260-270 270-280 0-10", "launches overlap each other and their kernel, which ends with "
								 "the last", a, b, c, d,
		 e, f);

	p = program_begin(0);
	a = kernel(&p, 1, 1, 10, 100);
	b = child(&p, a, 0, 10, NONE, true);
	c = child(&p, a, 0, 20, NONE, true);
	d = child(&p, a, 100, 50, NONE, false);
	e = child(&p, d, 0, 90, NONE, false);
	IS_TIMES(&p, "0-240 205-215 220-240 105-200 110-200", "tail launches wait for all others, and theirs", a, b, c, d, e);

	p = program_begin(0);
	a = kernel(&p, 1, 10, 10, 100);
	b = child(&p, a, 10, 50, NONE, false);
	IS_TIMES(&p, "0-150 100-150", "no room beside a kernel that fills the device", a, b);

	p = program_begin(0);
	a = kernel(&p, 1, 1, 10, TIMELINE_UNKNOWN);
	b = child(&p, a, 50, TIMELINE_UNKNOWN, NONE, false);
	timeline_cost(p.t, b, 30);
	timeline_cost(p.t, a, 20);
	IS_TIMES(&p, "0-45 15-45", "costs may come later", a, b);

	p = program_begin(0);
	a = kernel(&p, 1, 1, 10, 20);
	timeline_when(p.t, &(size_t){ a });
	b = child(&p, a, 0, 30, NONE, false);
	IS_TIMES(&p, "0-20 25-55", "too late: the kernel has ended without it", a, b);
}

static void kernels_share(void)
{
	struct program p = program_begin(0);
	size_t a, b, c;

	a = kernel(&p, 1, 5, 10, 100);
	b = kernel(&p, 2, 5, 10, 80);
	c = kernel(&p, 3, 5, 10, 60);
	IS_TIMES(&p, "0-100 0-80 80-140", "two kernels of half a device share it, the third waits for room", a, b, c);

	p = program_begin(0);
	a = kernel(&p, 1, 7, 10, 100);
	b = kernel(&p, 2, 7, 10, 100);
	IS_TIMES(&p, "0-100 0-200", "blocks begin where there is room, the rest when there is more", a, b);

	p = program_begin(0);
	a = kernel(&p, 1, 45, 10, 500);
	b = kernel(&p, 2, 1, 10, 50);
	IS_TIMES(&p, "0-500 400-450", "a small kernel waits for the last wave of a large one", a, b);

	p = program_begin(0);
	a = kernel(&p, 1, 40, 10, 400);
	b = kernel(&p, 2, 20, 10, 200);
	c = kernel(&p, 3, 1, 16, 30);
	IS_TIMES(&p, "0-400 400-600 600-630", "large kernels run one after the other, in the order of submission", a, b, c);

	p = program_begin(0);
	a = kernel(&p, 1, 1, 10, 100);
	b = kernel(&p, 2, 30, 10, 300);
	IS_TIMES(&p, "0-100 0-310", "a large kernel fills what a small one leaves, and then its place", a, b);

	p = program_begin(0);
	a = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 1, .blocks = 40, .fit = 10, .cost = 400 }, NONE);
	timeline_call(p.t, 0, NULL, 100);
	b = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 2, .blocks = 10, .fit = 10, .cost = 100,
					  .priority = -5 }, NONE);
	c = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .stream = 3, .blocks = 10, .fit = 10, .cost = 100 }, NONE);
	IS_TIMES(&p, "0-500 100-200 500-600", "a higher priority goes before waiting blocks of a lower", a, b, c);

	p = program_begin(0);
	a = copy(&p, TIMELINE_COPY_IN, 1, 50);
	b = kernel(&p, 1, 10, 10, 100);
	c = kernel(&p, 2, 10, 10, 100);
	IS_TIMES(&p, "0-50 100-200 0-100", "who is ready first goes first", a, b, c);

	p = program_begin(0);
	for (size_t i = 0; i < 200; i++)
		a = timeline_add(p.t, &(struct timeline_op){ .kind = TIMELINE_KERNEL, .blocks = 1, .fit = 4000, .cost = 100 });
	IS_TIMES(&p, "0-100 0-100 100-200 100-200", "128 kernels run side by side at most", 0, 127, 128, 199);
}

static void hosts(void)
{
	struct program p = program_begin(0);
	size_t a, b, c, w, needs;
	uint64_t ns = 0;

	a = kernel(&p, 1, 1, 1, 100);
	timeline_call(p.t, 0, NULL, 30);
	w = timeline_wait(p.t, 0, "cudaStreamSynchronize", "p.cu", 9, &a, 1);
	timeline_call(p.t, 0, NULL, 5);
	b = kernel(&p, 1, 1, 1, 100);
	ok(timeline_now(p.t, 0, &ns, &needs) && ns == 105, "the host's clock continues from the end of its wait");
	IS_TIMES(&p, "0-100 30-100 105-205", "what is submitted after a wait begins after it", a, w, b);

	p = program_begin(0);
	a = kernel(&p, 1, 1, 1, 10);
	timeline_call(p.t, 0, NULL, 30);
	w = timeline_wait(p.t, 0, NULL, NULL, 0, &a, 1);
	b = timeline_wait(p.t, 0, NULL, NULL, 0, NULL, 0);
	c = kernel(&p, 1, 1, 1, 10);
	ok(timeline_settle(p.t, &needs) == TIMELINE_DONE && timeline_waits(timeline_entries(p.t, &needs), 4) == 0,
	   "finished work is not waited for");
	IS_TIMES(&p, "30-30 30-30 30-40", "and takes no time", w, b, c);

	p = program_begin(0);
	a = add(&p, (struct timeline_op){ .kind = TIMELINE_HOST_FUNCTION, .stream = 1, .cost = 100 }, NONE);
	timeline_call(p.t, 0, NULL, 40);
	b = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .thread = 1, .stream = 2, .cost = 100 }, NONE);
	timeline_call(p.t, 1, NULL, 7);
	c = add(&p, (struct timeline_op){ .kind = TIMELINE_COPY_IN, .thread = 1, .stream = 3, .cost = 100 }, NONE);
	IS_TIMES(&p, "0-100 40-140 47-147", "each thread has a clock, from where the first one's is", a, b, c);
}

static void calls_are_kept(void)
{
	struct program p = program_begin(0);
	const struct timeline_entry *e;
	size_t n, a, index;

	timeline_call(p.t, 0, "cudaMalloc", 30);
	timeline_call(p.t, 0, NULL, 10);
	a = add(&p, (struct timeline_op){ .kind = TIMELINE_KERNEL, .cost = 100 }, NONE);
	timeline_wait(p.t, 0, "cudaDeviceSynchronize", NULL, 0, &a, 1);
	timeline_call(p.t, 0, "cudaFree", 5);
	timeline_settle(p.t, &index);
	e = timeline_all(p.t, &n);
	ok(n == 4 && timeline_ncalls(p.t) == 2, "two calls come after an operation and a wait");
	ok(e[2].kind == TIMELINE_HOST_CALL && !strcmp(e[2].name, "cudaMalloc") && e[2].start == 0 && e[2].end == 40,
	   "a call that took longer than it said");
	ok(!strcmp(e[3].name, "cudaFree") && e[3].start == 140 && e[3].end == 145, "a call after a wait begins at its end");
	timeline_entries(p.t, &n);
	ok(n == 2, "they are no entries of the simulation");
	for (size_t i = 0; i < TIMELINE_CALLS_MOST + 10; i++)
		timeline_call(p.t, 0, "cudaGetLastError", 1);
	ok(timeline_ncalls(p.t) == TIMELINE_CALLS_MOST, "so many are kept");
	timeline_free(p.t);
}

static void unknown_costs(void)
{
	struct program p = program_begin(0);
	size_t a, b, c, ask;

	a = kernel(&p, 1, 10, 10, TIMELINE_UNKNOWN);
	b = copy(&p, TIMELINE_COPY_IN, 2, 50);
	c = kernel(&p, 2, 10, 10, TIMELINE_UNKNOWN);
	ask = c;
	ok(timeline_when(p.t, &ask) == TIMELINE_NEEDS && ask == a,
	   "the time of a kernel needs the cost of one that it competes with");
	timeline_cost(p.t, c, 70);
	ask = c;
	ok(timeline_when(p.t, &ask) == TIMELINE_NEEDS && ask == a, "its own cost does not help");
	timeline_cost(p.t, a, 100);
	ask = b;
	ok(timeline_when(p.t, &ask) == TIMELINE_DONE && at(&p, b)->known && !at(&p, c)->known,
	   "only the requested kinds are found");
	timeline_cost(p.t, c, 1);
	IS_TIMES(&p, "0-100 0-50 100-170", "and a cost that was told stays", a, b, c);

	p = program_begin(0);
	a = kernel(&p, 1, 10, 10, TIMELINE_UNKNOWN);
	b = kernel(&p, 1, 10, 10, TIMELINE_UNKNOWN);
	c = copy(&p, TIMELINE_COPY_OUT, 1, 10);
	timeline_cost(p.t, a, 100);
	timeline_drop(p.t, b);
	IS_TIMES(&p, "0-100 100-100 100-110", "what never runs takes no time", a, b, c);
}

/* ---- random programs ------------------------------------------------------------------------- */

#define OPS 120

/* The same program for the same seed; the second seed decides the order in which costs are set, and queries times in between. */
static void random_program(uint64_t seed, uint64_t order, uint64_t *times)
{
	static const enum timeline_kind kinds[] = { TIMELINE_COPY_IN, TIMELINE_COPY_OUT, TIMELINE_KERNEL, TIMELINE_KERNEL,
						    TIMELINE_KERNEL, TIMELINE_SET, TIMELINE_RECORD, TIMELINE_HOST_FUNCTION };
	struct program p = program_begin(10);
	uint64_t costs[2 * OPS];
	size_t unreported[2 * OPS], nunreported = 0, n, needs;
	struct rng r, o;

	rng_init(&r, seed);
	rng_init(&o, order);
	for (int i = 0; i < OPS; i++) {
		struct timeline_op op = { .kind = kinds[rng_below(&r, 8)], .device = (unsigned)rng_below(&r, 2),
					  .stream = (unsigned)rng_below(&r, 6), .cost = rng_below(&r, 50) ? rng_below(&r, 400) :
					  0, .lead = rng_below(&r, 3), .priority = -(int)rng_below(&r, 3),
					  .blocks = 1 + rng_below(&r, 50), .fit = 1 + rng_below(&r, 20) };
		uint64_t cost = op.kind == TIMELINE_RECORD ? 0 : op.cost;
		size_t index;

		timeline_call(p.t, 0, NULL, 1 + rng_below(&r, 40));
		op.cost = order && op.kind == TIMELINE_KERNEL ? TIMELINE_UNKNOWN : cost;
		index = add(&p, op, i && rng_below(&r, 3) == 0 ? rng_below(&r, (uint64_t)size_of(&p)) : NONE);
		costs[index] = cost;
		if (op.cost == TIMELINE_UNKNOWN)
			unreported[nunreported++] = index;
		if (rng_below(&r, 10) == 0) {
			size_t waited = index, ask = index;

			timeline_wait(p.t, 0, NULL, NULL, 0, &waited, 1);
			timeline_call(p.t, 0, NULL, 1);
			while (order && rng_below(&o, 2) && timeline_when(p.t, &ask) == TIMELINE_NEEDS) {
				timeline_cost(p.t, ask, costs[ask]);
				ask = index;
			}
		}
		if (order && nunreported && rng_below(&o, 3) == 0) {
			size_t k = rng_below(&o, nunreported);

			timeline_cost(p.t, unreported[k], costs[unreported[k]]);
			unreported[k] = unreported[--nunreported];
		}
	}
	while (timeline_settle(p.t, &needs) == TIMELINE_NEEDS)
		timeline_cost(p.t, needs, costs[needs]);
	for (size_t i = 0; i < 2 * OPS; i++) {
		const struct timeline_entry *e = timeline_entries(p.t, &n);

		times[2 * i] = i < n ? e[i].start : 0;
		times[2 * i + 1] = i < n ? e[i].end : 0;
		if (i < n && !e[i].known)
			times[2 * i] = UINT64_MAX;
	}
	timeline_free(p.t);
}

static void random_programs(void)
{
	uint64_t plain[4 * OPS], other[4 * OPS];
	int same = 0, known = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		bool all = true;

		random_program(seed, 0, plain);
		for (int i = 0; i < 4 * OPS; i++)
			all = all && plain[i] != UINT64_MAX;
		known += all;
		random_program(seed, seed * 77 + 1, other);
		same += !memcmp(plain, other, sizeof plain);
	}
	ok(known == 300, "every operation of 300 random programs gets its time");
	ok(same == 300, "it does not depend on when costs are reported and times are asked for (%d of 300)", same);
}

/* ---- questions --------------------------------------------------------------------------------- */

static void questions(void)
{
	const unsigned kernels = TIMELINE_SET(TIMELINE_KERNEL), in = TIMELINE_SET(TIMELINE_COPY_IN);
	struct program p = program_begin(0);
	const struct timeline_entry *e;
	size_t n, needs, chain[8], a, b, c, d;
	uint64_t start, end;

	a = copy(&p, TIMELINE_COPY_IN, 1, 100);
	b = kernel(&p, 1, 10, 10, 300);
	c = copy(&p, TIMELINE_COPY_IN, 2, 100);
	d = kernel(&p, 2, 10, 10, 50);
	timeline_wait(p.t, 0, NULL, NULL, 0, &d, 1);
	kernel(&p, 3, 10, 10, TIMELINE_UNKNOWN);
	timeline_settle(p.t, &needs);
	e = timeline_entries(p.t, &n);
	ok(timeline_busy(e, n, kernels, -1) == 350 && timeline_busy(e, n, in, 0) == 200 && !timeline_busy(e, n, in, 1),
	   "how long an engine is busy");
	ok(timeline_overlap(e, n, in, kernels) == 0.5, "half of the copies' time a kernel runs");
	ok(timeline_both(e, n, kernels, in, -1) == 100, "which is 100 ns");
	ok(timeline_overlap(e, n, TIMELINE_SET(TIMELINE_COPY_OUT), kernels) == 0, "missing kinds do not overlap");
	ok(timeline_extent(e, n, kernels, &start, &end) && start == 100 && end == 450,
	   "from the first kernel's begin to the last one's end");
	ok(!timeline_extent(e, n, TIMELINE_SET(TIMELINE_SET), &start, &end) && timeline_idle(e, n, kernels, -1) == 0,
	   "kernels without a gap");
	ok(timeline_most_at_once(e, n, kernels) == 1 && timeline_most_at_once(e, n, kernels | in) == 2, "the most at one time");
	ok(timeline_waits(e, n) == 1, "one wait of the host");
	ok(timeline_critical(e, n, chain, 8) == 3 && chain[0] == a && chain[1] == b && chain[2] == d,
	   "the end depends on a copy and two kernels");
	ok(timeline_critical(e, n, chain, 1) == 3 && chain[0] == d, "only the end of a long chain is returned");
	(void)c;
	timeline_free(p.t);
	ok(timeline_critical(NULL, 0, chain, 8) == 0 && timeline_overlap(NULL, 0, in, kernels) == 0 &&
	   timeline_most_at_once(NULL, 0, in) == 0, "nothing is an answer");
}

int main(void)
{
	copies_and_streams();
	kernels_share();
	kernels_launch();
	hosts();
	calls_are_kept();
	unknown_costs();
	random_programs();
	questions();
	return tap_done();
}
