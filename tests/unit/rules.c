/* rules.c - host exercises: their definitions, rejected ones with the remedy, and every rule kept and broken. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "tap/tap.h"
#include "words/kinds.h"

/* ---- definitions ----------------------------------------------------------------------- */

/* The text that replaces `entry`, and further fields. */
static const char definition[] =
	"return { title = 't', kind = 'host', difficulty = 1, minutes = 5, task = 'x', entry = 'solve', %s\n"
	"params = { { name = 'y', type = 'float', role = 'out', count = 'n' }, { name = 'n', type = 'int', value = 'n' } },\n"
	"cases = { { n = 4 }, { n = 8 }, { n = 100 } }, tolerance = { why = 'w' }, hints = { 'a', 'b', 'c' } }\n";

static struct exercise *parse(const char *fields, struct error *err)
{
	char text[2048];
	struct exercise *e;

	snprintf(text, sizeof text, definition, fields);
	return exercise_parse(&e, "01_a/ex", text, strlen(text), err) ? NULL : e;
}

static void rejected(const char *fields, const char *says, const char *remedy)
{
	struct error err = { 0 };
	struct exercise *e = parse(fields, &err);
	bool good = !e && strstr(err.text, says) && strstr(err.remedy, remedy) && err.party == PARTY_AUTHOR;

	if (!ok(good, "rejected: %s", says))
		printf("# %s; %s\n", e ? "it was taken" : err.text, err.remedy);
	exercise_close(e);
}

/* A number of devices that only its cases show to be wrong. */
static void bad_count(const char *fields, const char *says)
{
	struct error err = { 0 };
	struct arena arena = { 0 };
	struct exercise *e = parse(fields, &err);
	struct exercise_case *cases;
	size_t n;
	bool good = e && exercise_cases(e, 1, false, &arena, &cases, &n, &err) && strstr(err.text, says) &&
		    err.party == PARTY_AUTHOR && err.line;

	if (!ok(good, "rejected: %s", says))
		printf("# %s\n", err.text);
	arena_release(&arena);
	exercise_close(e);
}

static void test_definitions(void)
{
	struct error err = { 0 };
	struct arena arena = { 0 };
	struct buf text = BUF_INIT;
	struct exercise *e = parse("returns = 'cudaError_t', device = { memory = '64 MiB', count = 2 }, rules = {\n"
				   "{ 'overlap', 'copies_in', with = 'kernels', least = 0.5, why = 'w' },\n"
				   "{ 'calls', 'cudaMemcpy*', most = function(c) return c.n / 4 end, inside = 'loop', why = 'w' "
				   "} },", &err);
	struct exercise_case *cases;
	size_t n;

	if (!ok(e, "a host exercise is read")) {
		printf("# %s:%d: %s\n", err.file, err.line, err.text);
		return;
	}
	ok(e->kind == EXERCISE_HOST && !strcmp(e->kernel, "solve") && e->nparams == 3 && e->params[2].result &&
	   e->params[2].type == VALUE_INT, "the return value is the function's last output");
	ok(e->device_bytes == (uint64_t)64 << 20 && e->devices == 2, "a limit of device memory and a number of devices are read");
	ok(e->nrules == 2 && e->rules[0].kind == RULE_OVERLAP && e->rules[0].work == WORK_COPIES_IN &&
	   e->rules[0].with == WORK_KERNELS && e->rules[1].in_loop, "its rules");
	ok(exercise_cases(e, 1, false, &arena, &cases, &n, &err) == 0 && n == 3 && cases[1].bounds[1].has_most &&
	   cases[1].bounds[1].most == 2 && !cases[1].bounds[1].has_least, "their bounds, by case");
	ok(n == 3 && cases[0].args[2].count == 1 && cases[0].args[2].shape[0] == 0, "and the result has a place, but no index");
	arena_release(&arena);
	exercise_close(e);
	e = parse("rules = { { 'time', most = 1.5, why = 'w1' }, { 'time', most = function(c) return 2 end, why = 'w2' } "
		  "},", &err);
	if (e)
		exercise_task_text(e, &text);
	ok(strstr(buf_text(&text), "- it takes at most 1.5 times as long as the reference solution, on the modelled device: "
				   "w1\n- w2\n"),
	   "the task states a bound on the time that is a number");
	buf_release(&text);
	exercise_close(e);
	e = parse("device = { count = function(c) return math.min(c.n // 2, 4) end },", &err);
	arena = (struct arena){ 0 };
	ok(e && e->own_count && exercise_cases(e, 1, false, &arena, &cases, &n, &err) == 0 && n == 3 && cases[0].devices == 2 &&
	   cases[1].devices == 4, "the number of devices may differ from case to case");
	arena_release(&arena);
	exercise_close(e);
	rejected("launch = 1,", "launch", "");
	rejected("returns = 'banana',", "'banana' is not a type that a function can return", "cudaError_t");
	rejected("device = { memory = '64MB' },", "'64MB' is not an amount of memory", "MiB");
	rejected("device = { count = 99 },", "should be from 1 to 16, is 99", "");
	rejected("device = { count = 1.5 },", "should be from 1 to 16, is 1.5", "");
	rejected("device = { count = true },", "should be a number", "function");
	bad_count("device = { count = function(c) return 4 * c.n end },", "is 32 in case 2; it can be from 1 to 16");
	bad_count("device = { count = function(c) return c.n / 8 end },", "is 0.5 in case 1; it can be from 1 to 16");
	rejected("rules = { { 'overlop', 'kernels', least = 1, why = 'w' } },", "'overlop' is not a rule", "overlap");
	rejected("rules = { { 'before', 'copies', least = 1, why = 'w' } },", "before what?", "");
	rejected("rules = { { 'overlap', 'copies', least = 1, why = 'w' } },", "overlap with what?", "");
	rejected("rules = { { 'calls', most = 1, why = 'w' } },", "'calls' needs a name", "cudaMemcpy*");
	rejected("rules = { { 'calls', 'cublasDestroy', why = 'w' } },", "has no bound", "least"); /* but it is a call */
	rejected("rules = { { 'calls', 'malloc', most = 1, why = 'w' } },", "'malloc' is not the name of a call", "cudaMemcpy");
	rejected("rules = { { 'calls', 'cudaFree', why = 'w' } },", "has no bound", "least");
	rejected("rules = { { 'pinned', most = 2, why = 'w' } },", "has no meaning for 'pinned'", "");
	rejected("rules = { { 'bytes', 'copy_in', most = 2, why = 'w' } },", "'copy_in' is not a kind of operation", "copies_in");
	rejected("rules = { { 'no_leaks', python = 'no', why = 'w' } },", "true or false", "");
	rejected("rules = { { 'no_leaks' } },", "'why' is missing", "");
	rejected("rules = { { 'no_leaks', 'kernels', why = 'w' } },", "takes nothing after its name", "");
	rejected("rules = { 'no_leaks' },", "rules", "");
}

/* ---- rules ------------------------------------------------------------------------------- */

static struct observed_call calls[] = {
	{ .name = "cudaMalloc", .place = { .file = "a.cu", .line = 10 }, .times = 2 },
	{ .name = "cudaMemcpy", .place = { .file = "a.cu", .line = 12 }, .times = 1 },
	{ .name = "cudaMemcpyAsync", .place = { .file = "a.cu", .line = 13 }, .times = 5 },
};

#define OP(kind_, line_, stream_, start_, end_, ...) \
	{ .kind = OBSERVED_##kind_, .what = "work", .place = { .file = "a.cu", .line = line_ }, .stream = stream_, \
	  .start_ns = start_, .end_ns = end_, __VA_ARGS__ }

static struct observed_op ops[] = {
	OP(COPY_IN, 13, 1, 0, 100, .bytes = 400, .pinned = true, .asynchronous = true),
	OP(KERNEL, 14, 1, 100, 200, .grid = { 4, 1, 1 }, .block = { 8, 8, 1 }),
	OP(COPY_IN, 13, 2, 150, 250, .bytes = 400, .pinned = true, .asynchronous = true),
	OP(KERNEL, 15, 2, 250, 300, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }, .timed = true),
	OP(COPY_OUT, 16, 1, 200, 260, .bytes = 80, .pinned = false, .asynchronous = true),
};

static struct observed_made leaks[] = {
	{ .what = "cudaMalloc", .place = { .file = "a.cu", .line = 10 }, .count = 1, .bytes = 64 },
	{ .what = "cudaStreamCreate", .place = { .file = "a.cu", .line = 11 }, .count = 2 },
};

static struct observed_cost costs[] = {
	{ .kind = OBSERVED_COST_WORK, .work = OBSERVED_KERNEL, .what = "work", .place = { .file = "a.cu", .line = 14 },
	  .times = 1, .ns = 100 },
	{ .kind = OBSERVED_COST_WORK, .work = OBSERVED_COPY_IN, .what = "cudaMemcpyAsync",
	  .place = { .file = "a.cu", .line = 13 }, .times = 2, .ns = 90 },
	{ .kind = OBSERVED_COST_WAIT, .what = "cudaDeviceSynchronize", .place = { .file = "a.cu", .line = 17 }, .times = 2,
	  .ns = 60 },
	{ .kind = OBSERVED_COST_WAIT, .what = "cudaFree", .place = { .file = "a.cu", .line = 18 }, .times = 1 },
};

static struct observed seen = { .calls = calls, .ncalls = 3, .ops = ops, .nops = 5, .leaks = leaks, .nleaks = 2,
				.costs = costs, .ncosts = 4, .total_ns = 300, .waits = 3,
				.device_memory = { 1000, { .what = "cudaMalloc", .place = { .file = "a.cu", .line = 10 },
							   .count = 2, .bytes = 700 } },
				.pinned_memory = { 300, { .what = "cudaMallocHost", .place = { .file = "a.cu", .line = 9 },
							  .count = 1, .bytes = 300 } } };

static int zero, two = 2;

/* The rule as a definition has it: broken at that line, with these words; words NULL: kept. */
static void rule(const char *fields, const struct case_result *learner, int line, const char *words)
{
	static struct observed_cost usual[] = {
		{ .kind = OBSERVED_COST_WORK, .work = OBSERVED_KERNEL, .what = "best", .times = 1, .ns = 10 },
		{ .kind = OBSERVED_COST_WORK, .work = OBSERVED_COPY_IN, .what = "cudaMemcpy", .times = 1, .ns = 90 },
	};
	static struct observed reference = { .costs = usual, .ncosts = 2, .total_ns = 100 };
	const struct case_result from = { .end = CASE_DONE, .observed = &reference };
	struct error err = { 0 };
	struct arena arena = { 0 };
	char text[400];
	struct exercise *e;
	struct exercise_case *cases;
	struct finding *broken;
	size_t n, ncases;
	bool good;

	snprintf(text, sizeof text, "returns = 'int', rules = { { %s, why = 'mend it' } },", fields);
	e = parse(text, &err);
	if (!e || exercise_cases(e, 1, false, &arena, &cases, &ncases, &err) ||
	    judge_rules(e, &cases[0], learner, &from, &arena, &broken, &n)) {
		ok(false, "%s", fields);
		printf("# %s\n", err.text);
		return;
	}
	good = words ? n >= 1 && broken[0].place.line == line && strstr(broken[0].message, words) &&
			       !strcmp(broken[0].advice, "mend it") && !strcmp(broken[0].rule, rule_name(e->rules[0].kind))
		     : n == 0;
	if (!ok(good, "%s: %s", fields, words ? words : "kept"))
		printf("# %zu: line %d: %s\n", n, n ? broken[0].place.line : 0, n ? broken[0].message : "");
	arena_release(&arena);
	exercise_close(e);
}

static void test_rules(void)
{
	const struct case_result run = { .end = CASE_DONE, .observed = &seen };

	rule("'calls', 'cudaMemcpy*', most = 6", &run, 0, NULL);
	rule("'calls', 'cudaMemcpy*', most = 2", &run, 13, "`cudaMemcpy*` is called 6 times, 5 by this line; at most 2 are "
							   "allowed");
	rule("'calls', 'cudaMemcpy', most = 0", &run, 12, "is called once, all by this line; none is allowed");
	rule("'calls', 'cudaMemcpy*', most = 4, inside = 'loop'", &run, 13, "called 5 times in a loop");
	rule("'calls', 'cudaMallocHost', least = 1", &run, 0, "is never called; at least 1 is required");
	rule("'calls', 'cudaMalloc', least = 2", &run, 0, NULL);
	/* Numba calls the driver. */
	calls[0].name = "cuMemAllocManaged";
	calls[1].name = "cuMemcpyHtoD";
	rule("'calls', 'cudaMallocManaged', least = 2", &run, 0, NULL);
	rule("'calls', 'cudaMalloc', most = 0", &run, 0, NULL);
	rule("'calls', 'cudaMemcpy', most = 0", &run, 12, "is called once, all by this line; none is allowed");
	rule("'calls', 'cudaMemcpy*', most = 5", &run, 13, "is called 6 times");
	calls[0].name = "cudaMalloc";
	calls[1].name = "cudaMemcpy";
	rule("'kernels', least = 2, most = 2", &run, 0, NULL);
	rule("'kernels', 'play', least = 1", &run, 0, "the kernel `play` is never launched");
	rule("'kernels', most = 1", &run, 15, "a kernel is launched twice; at most 1 is allowed");
	rule("'timed', least = 1", &run, 0, NULL);
	rule("'timed', 'work', least = 2", &run, 15, "the kernel `work` is launched once between two events whose time the "
						     "program asks for; at least 2 are required");
	ops[1].timed = true;
	rule("'timed', least = 1", &run, 15, "the time of the first launch of a kernel is measured, too");
	rule("'timed', least = 3", &run, 15, "a kernel is launched twice between two events");
	ops[1].timed = false;
	rule("'blocks', least = 2", &run, 15, "`work` is launched with 1 block; at least 2 are required");
	rule("'block_size', multiple = 32", &run, 15, "100 threads a block, which is not a multiple of 32");
	rule("'threads', most = 'n'", &run, 14, "256 threads; at most 4 are allowed");
	rule("'operations', 'copies', most = 3", &run, 0, NULL);
	rule("'operations', 'transfers', most = 1", &run, 13, "there are 3 copies between host and device; at most 1 is allowed");
	rule("'operations', 'sets', least = 1", &run, 0, "there are 0 memsets");
	rule("'bytes', 'copies_in', most = 500", &run, 13, "copies to the device move 800 bytes");
	rule("'read', 'copies_in', most = 0", &run, 0, NULL);
	rule("'read', 'copies_in', least = 1", &run, 13, "what copies to the device bring is read in 0 arrays; at least 1 is "
							 "required");
	ops[0].read_in = 0x1000;
	rule("'read', 'copies_in', least = 1", &run, 0, NULL);
	rule("'read', 'copies', least = 2", &run, 16, "is read in 1 array; at least 2 are required");
	rule("'before', 'copies_in', with = 'copies_out', least = 1", &run, 0, NULL);
	rule("'before', 'copies_out', with = 'copies_in', most = 0", &run, 0, NULL);
	rule("'overlap', 'copies_in', with = 'kernels', least = 0.25", &run, 0, NULL);
	rule("'overlap', 'copies_in', with = 'kernels', least = 0.5", &run, 13, "for 25 % of their 0.2 us");
	rule("'overlap', 'copies_out', with = 'kernels', least = 0.9", &run, 16, "The memory of this one is not pinned");
	rule("'overlap', 'copies_peer', with = 'kernels', least = 0.5", &run, 0, "there are no copies between devices");
	rule("'overlap', 'copies_peer', with = 'kernels', least = 0", &run, 0, NULL);
	rule("'overlap', 'copies_in', with = 'copies_in', least = 0.1", &run, 13,
	     "copies to the device overlap with other copies to the device for 0 % of their 0.2 us");
	rule("'overlap', 'copies', with = 'copies', least = 0.23", &run, 0, NULL);
	rule("'overlap', 'copies', with = 'copies', least = 0.3", &run, 13,
	     "copies overlap with other copies for 24 % of their 0.21 us");
	rule("'overlap', 'transfers', with = 'copies_in', least = 0.3", &run, 13, "for 24 % of their 0.21 us");
	rule("'overlap', 'copies_out', with = 'transfers', least = 0.84", &run, 16, "for 83 % of their 0.06 us");
	rule("'streams', 'copies_in', least = 2", &run, 0, NULL);
	rule("'streams', 'copies_out', least = 2", &run, 16, "are in 1 stream; at least 2");
	rule("'devices', 'kernels', least = 1, most = 1", &run, 0, NULL);
	rule("'devices', 'kernels', least = 2", &run, 15, "kernels run on 1 device; at least 2 are required");
	rule("'devices', 'copies_peer', least = 1", &run, 0, "copies between devices run on 0 devices; at least 1 is required");
	ops[1].device = 3;
	rule("'devices', 'kernels', least = 2, most = 2", &run, 0, NULL);
	rule("'devices', 'copies', most = 1", &run, 0, NULL);
	rule("'devices', 'kernels', most = 1", &run, 15, "kernels run on 2 devices; at most 1 is allowed");
	rule("'on_device', 'kernels', least = 0, most = 0", &run, 14, "`work` runs on device 3; it belongs on device 0");
	rule("'on_device', 'kernels', least = 1", &run, 15, "`work` runs on device 0; it belongs on a device from 1");
	rule("'on_device', 'kernels', most = 2", &run, 14, "`work` runs on device 3; it belongs on a device up to 2");
	rule("'on_device', 'kernels', most = 3", &run, 0, NULL);
	ops[1].device = 0;
	rule("'waits', most = 2", &run, 17, "the device is waited for 3 times by the host, 2 of them in this "
					    "`cudaDeviceSynchronize`");
	costs[2].times = 1;
	costs[3].ns = 99;
	rule("'waits', most = 2", &run, 17, "once in this `cudaDeviceSynchronize`");
	costs[2].times = 2;
	costs[3].ns = 0;
	rule("'memory', most = 1000", &run, 0, NULL);
	rule("'memory', most = 999", &run, 10, "1000 bytes of device memory are in use at once, 700 of this `cudaMalloc`");
	rule("'pinned_memory', most = 300", &run, 0, NULL);
	rule("'pinned_memory', most = 299", &run, 9, "300 bytes of pinned memory are in use at once, all of this "
						     "`cudaMallocHost`");
	rule("'pinned'", &run, 16, "copies to memory of the host that is not pinned");
	rule("'no_leaks'", &run, 10, "64 bytes that this `cudaMalloc` allocated are never freed");
}

/* Reports the work that takes longest beyond the reference: the reference copies as long, and computes a tenth. */
static void test_time(void)
{
	const struct case_result run = { .end = CASE_DONE, .observed = &seen };

	rule("'time', most = 3", &run, 0, NULL);
	rule("'time', most = 2", &run, 14, "3 times as long as the reference; at most 2 times is allowed. This line's `work` "
					   "takes 0.1 us of it");
	costs[0].ns = 20;
	rule("'time', most = 2", &run, 17, "The host waits in this line's `cudaDeviceSynchronize`, 2 times, and the device is "
					   "idle for 0.06 us");
	costs[2].ns = 10;
	calls[0].ns = 150;
	rule("'time', most = 2", &run, 10, "The host spends 0.15 us in this line's `cudaMalloc`, 2 times");
	costs[0].ns = 100;
	costs[2].ns = 60;
	calls[0].ns = 0;
	seen.ncosts = 0;
	rule("'time', most = 2", &run, 0, "3 times as long as the reference");
	seen.ncosts = 4;
}

/* ---- errors, one call after the other ------------------------------------------------------ */

static struct case_buffer answer(const int *value)
{
	return (struct case_buffer){ (const uint8_t *)value, sizeof *value, false };
}

static void test_errors(void)
{
	static struct finding fault = { .kind = KIND_NULL_POINTER, .level = FINDING_ERROR, .message = "a thread does harm" };
	static struct observed clean = { .can_fail = 1 }, leaky = { .leaks = leaks, .nleaks = 1 };
	struct observed goes_on = { .can_fail = 2, .after_forced = { "cudaMemcpy", { .file = "a.cu", .line = 14 } } };
	struct case_buffer good[3] = { { NULL }, { NULL }, answer(&two) }, bad[3] = { { NULL }, { NULL }, answer(&zero) };
	struct case_probe probe = { .call = "cudaMalloc", .place = { .file = "a.cu", .line = 10 }, .error = 2,
				    .error_name = "cudaErrorMemoryAllocation",
				    .result = { .end = CASE_DONE, .observed = &clean, .buffers = good, .nbuffers = 3 } };
	const struct case_result run = { .end = CASE_DONE, .observed = &clean, .probes = &probe, .nprobes = 1 };
	const char *fields = "'checks_errors'";

	rule(fields, &run, 0, NULL);
	rule("'stops'", &run, 0, NULL);
	probe.result.observed = &goes_on;
	rule("'stops'", &run, 14, "if this `cudaMalloc` fails (cudaErrorMemoryAllocation) in line 10, the program still makes "
				  "the `cudaMemcpy` in this line");
	goes_on.after_forced.name = "cudaLaunchKernel";
	rule("'stops'", &run, 14, "the program still makes the launch in this line");
	probe.result.observed = &leaky;
	rule(fields, &run, 10, "the program does not release the result of `cudaMalloc` in line 10");
	probe.result.buffers = bad;
	rule(fields, &run, 10, "if this `cudaMalloc` fails (cudaErrorMemoryAllocation), solve() returns 0; it should return the "
			       "error, 2");
	probe.call = "__cudaLaunchKernel";
	rule(fields, &run, 10, "if this launch fails (cudaErrorMemoryAllocation), solve() returns 0; it should return the "
			       "error, 2");
	probe.result.findings = &fault;
	probe.result.nfindings = 1;
	rule(fields, &run, 10, "a thread does harm");
	fault.kind = KIND_IGNORED_ERROR;
	fault.place.line = 10;
	rule(fields, &run, 10, "if this launch fails (cudaErrorMemoryAllocation), the program does not check it");
	probe.result = (struct case_result){ .end = CASE_CUT_SHORT };
	rule(fields, &run, 10, "the program does not finish");
	probe.call = NULL;
	rule(fields, &run, 0, NULL);
}

static void test_nobody_watched(void)
{
	const struct case_result run = { .end = CASE_DONE };

	rule("'calls', 'cudaMalloc', least = 1", &run, 0, NULL);
}

/* Is that rule broken in the last case? `fields`: of the definition. */
static void compared(const char *name, const char *fields, const struct case_result *learner, const struct case_result *from,
		     int line, const char *words)
{
	struct error err = { 0 };
	struct arena arena = { 0 };
	struct exercise *e = parse(fields, &err);
	struct exercise_case *cases;
	struct finding *broken = NULL;
	size_t n = 0, ncases;
	bool good = e && !exercise_cases(e, 1, false, &arena, &cases, &ncases, &err) &&
		    !judge_rules(e, &cases[ncases - 1], learner, from, &arena, &broken, &n);

	good = good && (words ? n == 1 && broken[0].place.line == line && strstr(broken[0].message, words) &&
			!strcmp(broken[0].rule, name) : n == 0);
	if (!ok(good, "%s, %s: %s", name, *fields ? fields : "by default", words ? words : "kept"))
		printf("# %zu: line %d: %s\n", n, n ? broken[0].place.line : 0, n ? broken[0].message : err.text);
	arena_release(&arena);
	exercise_close(e);
}

static void share(const char *fields, const struct case_result *learner, const struct case_result *from, int line,
		  const char *words)
{
	compared("device_work", fields, learner, from, line, words);
}

static void test_device_work(void)
{
	struct observed_op library = { .kind = OBSERVED_KERNEL, .what = "cublasSgemm" };
	struct observed launched = { .ops = ops, .nops = 5 }, none = { 0 }, by_library = { .ops = &library, .nops = 1 };
	struct case_counter few = { "thread_instructions", 400 }, many = { "thread_instructions", 20000 },
		tiny = { "thread_instructions", 4999 };
	struct case_result from = { .observed = &launched, .counters = &many, .ncounters = 1 };
	struct case_result small = { .observed = &launched, .counters = &tiny, .ncounters = 1 };
	struct case_result show = { .observed = &launched, .counters = &few, .ncounters = 1 };
	struct observed_op wide_op = { .kind = OBSERVED_KERNEL, .what = "k", .grid = { 4, 1, 1 }, .block = { 256, 1, 1 } };
	struct observed wide_one = { .ops = &wide_op, .nops = 1 };
	struct case_result wide = { .observed = &wide_one, .counters = &many, .ncounters = 1 };
	struct case_result host = { .observed = &none }, blas = { .observed = &by_library };

	share("", &show, &from, 15, "their threads execute 400 instructions, the reference's 20000");
	share("", &host, &from, 0, "no kernel is launched: the host computes the result");
	share("", &from, &from, 0, NULL);
	share("", &host, &small, 0, NULL);
	share("", &show, &wide, 0, NULL); /* most of these threads had no element */
	share("", &blas, &from, 0, NULL);
	from.share = 0.09;
	share("", &show, &from, 0, NULL); /* a small case among heavier ones */
	from.share = 0.11;
	share("", &show, &from, 15, "their threads execute 400 instructions");
	from.share = 0;
	share("rules = { { 'device_work', least = 0, why = 'w' } },", &host, &from, 0, NULL);
	share("rules = { { 'device_work', least = 0.02, why = 'w' } },", &show, &from, 0, NULL);
	share("rules = { { 'device_work', least = 0.5, why = 'w' } },", &show, &from, 15, "next to nothing");
}

/* Many threads of which few work, one thread, blocks of few threads, and what a library does. */
static void test_workers(void)
{
	static struct observed_op many_op[] = { OP(KERNEL, 14, 0, 0, 1, .grid = { 40, 1, 1 }, .block = { 256, 1, 1 }) };
	static struct observed_op one_op[] = { OP(KERNEL, 15, 0, 0, 1, .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }),
					       { .kind = OBSERVED_KERNEL, .what = "cublasSscal", .grid = { 9, 1, 1 },
						 .block = { 256, 1, 1 } } };
	static struct observed_op narrow_op[] = { OP(KERNEL, 16, 0, 0, 1, .grid = { 5000, 1, 1 }, .block = { 2, 1, 1 }) };
	static struct observed_op mixed_ops[] = { OP(KERNEL, 14, 0, 0, 1, .grid = { 40, 1, 1 }, .block = { 256, 1, 1 }),
						  OP(KERNEL, 15, 0, 1, 2, .grid = { 5, 1, 1 }, .block = { 256, 1, 1 }) };
	struct observed mixed = { .ops = mixed_ops, .nops = 2 };
	struct observed many = { .ops = many_op, .nops = 1 }, one = { .ops = one_op, .nops = 1 },
		helped = { .ops = one_op, .nops = 2 };
	struct observed narrow = { .ops = narrow_op, .nops = 1 };
	struct case_counter busy[] = { { "thread_instructions", 640000 }, { "warp_instructions", 21000 } };
	struct case_counter idle[] = { { "thread_instructions", 640000 }, { "warp_instructions", 300000 } };
	struct case_counter even[] = { { "thread_instructions", 640000 }, { "warp_instructions", 21000 },
				       { "longest_block", 600 } };
	struct case_counter lone[] = { { "thread_instructions", 640000 }, { "warp_instructions", 21000 },
				       { "longest_block", 20900 } };
	const struct case_result shared = { .observed = &many, .counters = even, .ncounters = 3 },
		alone_of_many = { .observed = &many, .counters = lone, .ncounters = 3 },
		with_few = { .observed = &mixed, .counters = lone, .ncounters = 3 };
	const char *wants = "rules = { { 'working_blocks', least = 2, why = 'w' } },";
	const struct case_result from = { .observed = &many, .counters = busy, .ncounters = 2 },
		few = { .observed = &many, .counters = idle, .ncounters = 2 };
	const struct case_result alone = { .observed = &one, .counters = idle, .ncounters = 2 },
		blas = { .observed = &helped, .counters = idle, .ncounters = 2 };
	const struct case_result pairs = { .observed = &narrow, .counters = idle, .ncounters = 2 };
	struct case_result light = from;

	compared("workers", "", &few, &from, 14, "few of the threads work at the same time: 7 % of them, the reference's 95 %");
	compared("workers", "", &alone, &from, 15, "the largest launch has 1 thread, the reference's 10240");
	compared("workers", "", &pairs, &from, 0, NULL);
	compared("workers", "", &blas, &from, 0, NULL);
	compared("workers", "", &few, &few, 0, NULL);
	compared("workers", "", &alone_of_many, &shared, 14, "one block of 40 does nearly all the work");
	compared("workers", "", &with_few, &shared, 0, NULL);
	compared("workers", "", &shared, &shared, 0, NULL);
	compared("workers", "", &alone_of_many, &alone_of_many, 0, NULL);
	compared("working_blocks", wants, &alone_of_many, &shared, 14,
		 "the work is shared by 1 block; the reference's 35 share it");
	compared("working_blocks", wants, &shared, &shared, 0, NULL);
	compared("working_blocks", wants, &alone_of_many, &alone_of_many, 0, NULL);
	compared("workers", "rules = { { 'workers', least = 0, why = 'w' } },", &alone, &from, 0, NULL);
	light.share = 0.2;
	compared("workers", "", &few, &light, 0, NULL);
}

/* A result of 400 bytes, of which a part comes from the device. */
static void test_from_device(void)
{
	static float all[100];
	struct observed_op op[] = { OP(KERNEL, 14, 0, 0, 1, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }),
				    OP(COPY_OUT, 16, 0, 1, 2, .bytes = 400) };
	struct observed_op usual_op[] = { OP(KERNEL, 14, 0, 0, 1, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }),
					  OP(COPY_OUT, 16, 0, 1, 2, .brought = 400) };
	struct observed own = { .ops = op, .nops = 2 }, usual = { .ops = usual_op, .nops = 2 };
	struct case_buffer buffers[] = { { (const uint8_t *)all, sizeof all, false }, { NULL } };
	const struct case_result run = { .observed = &own, .buffers = buffers, .nbuffers = 2 }, from = { .observed = &usual };

	for (int i = 0; i < 100; i++)
		all[i] = (float)i + 1;
	compared("from_device", "", &run, &from, 14, "the result has 400 bytes, and nothing that kernels computed comes to "
						     "the host");
	op[1].brought = 100;
	compared("from_device", "", &run, &from, 14, "the result has 400 bytes, and only 100 of what kernels computed come to "
						     "the host");
	op[1].brought = 200;
	compared("from_device", "", &run, &from, 0, NULL);
	op[1].brought = 0;
	for (int i = 40; i < 100; i++)
		all[i] = 0;
	compared("from_device", "", &run, &from, 0, NULL); /* too little of the result is new */
	compared("from_device", "rules = { { 'from_device', least = 0, why = 'w' } },", &run, &from, 0, NULL);
	usual_op[1].brought = 4;
	compared("from_device", "", &run, &from, 0, NULL);
}

/* The host computes the result, and a kernel copies it from one array to another. */
static void test_result_sent(void)
{
	static float all[100];
	struct observed_op op[] = { OP(COPY_IN, 12, 0, 0, 1, .bytes = sizeof all),
				    OP(KERNEL, 14, 0, 1, 2, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }),
				    OP(COPY_OUT, 16, 0, 2, 3, .bytes = 400, .brought = 400) };
	struct observed_op usual_op[] = { OP(COPY_IN, 12, 0, 0, 1, .bytes = sizeof all, .hash = 77),
					  OP(KERNEL, 14, 0, 1, 2, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }),
					  OP(COPY_OUT, 16, 0, 2, 3, .brought = 400) };
	struct observed own = { .ops = op, .nops = 3 }, usual = { .ops = usual_op, .nops = 3 };
	struct case_buffer buffers[] = { { (const uint8_t *)all, sizeof all, false }, { NULL } };
	const struct case_result run = { .observed = &own, .buffers = buffers, .nbuffers = 2 };
	struct case_result from = { .observed = &usual, .share = 1 };

	for (int i = 0; i < 100; i++)
		all[i] = (float)i + 1;
	compared("from_device", "", &run, &from, 0, NULL); /* it sends something else */
	op[0].hash = observed_hash(all, sizeof all);
	compared("from_device", "", &run, &from, 12, "copies `y` to the device as it comes back");
	from.share = 0.4;
	compared("from_device", "", &run, &from, 0, NULL); /* there may be nothing to do in so small a case */
	from.share = 1;
	usual_op[0].hash = op[0].hash;
	compared("from_device", "", &run, &from, 0, NULL); /* the reference does the same */
}

/* The host finishes what the device began, and sends it back. */
static void test_result_finished(void)
{
	static float all[100];
	struct observed_op op[] = { OP(COPY_OUT, 12, 0, 0, 1, .bytes = 4, .brought = 4),
				    OP(COPY_IN, 14, 0, 2, 3, .bytes = sizeof all),
				    OP(KERNEL, 15, 0, 3, 4, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }),
				    OP(COPY_OUT, 16, 0, 4, 5, .bytes = 400, .brought = 400) };
	struct observed_op usual_op[] = { OP(COPY_OUT, 16, 0, 2, 3, .bytes = 400, .brought = 400) };
	struct observed own = { .ops = op, .nops = 4 }, usual = { .ops = usual_op, .nops = 1 };
	struct case_buffer buffers[] = { { (const uint8_t *)all, sizeof all, false }, { NULL } };
	const struct case_result run = { .observed = &own, .buffers = buffers, .nbuffers = 2 };
	const struct case_result from = { .observed = &usual, .share = 1 };

	for (int i = 0; i < 100; i++)
		all[i] = (float)i + 1;
	op[1].hash = observed_hash(all, sizeof all);
	compared("from_device", "", &run, &from, 0, NULL);
	op[0].brought = 0; /* what it has from the device was its own */
	compared("from_device", "", &run, &from, 14, "copies `y` to the device as it comes back");
}

static void test_needs_kernels(void)
{
	static float right[100], none[100];
	struct observed_op op[] = { OP(KERNEL, 14, 0, 0, 1, .grid = { 1, 1, 1 }, .block = { 100, 1, 1 }) };
	struct observed_op function[] = { OP(HOST_FUNCTION, 18, 0, 0, 1, .bytes = 0) };
	struct observed own = { .ops = op, .nops = 1 };
	struct case_buffer good[] = { { (const uint8_t *)right, sizeof right, false }, { NULL } },
		bad[] = { { (const uint8_t *)none, sizeof none, false }, { NULL } };
	struct case_result idle = { .end = CASE_DONE, .buffers = good, .nbuffers = 2 };
	struct case_result run = { .observed = &own, .buffers = good, .nbuffers = 2, .idle = &idle };
	const struct case_result from = { .observed = &own, .buffers = good, .nbuffers = 2 };
	const char *asked = "rules = { { 'needs_kernels', why = 'w' } },";

	for (int i = 0; i < 100; i++)
		right[i] = (float)i + 1;
	compared("needs_kernels", asked, &run, &from, 14, "when the kernels do nothing, the result is the same: the host "
							  "computes it");
	compared("needs_kernels", "", &run, &from, 0, NULL);
	idle.buffers = bad;
	compared("needs_kernels", asked, &run, &from, 0, NULL);
	idle.nbuffers = 0;
	compared("needs_kernels", asked, &run, &from, 0, NULL);
	run.idle = NULL; /* it did not end */
	compared("needs_kernels", asked, &run, &from, 0, NULL);
	idle.nbuffers = 2;
	idle.buffers = good;
	run.idle = &idle;
	own.ops = function;
	asked = "rules = { { 'needs_host_functions', why = 'w' } },";
	compared("needs_host_functions", asked, &run, &from, 18,
		 "when the functions in the stream do nothing, the result is the same");
	idle.buffers = bad;
	compared("needs_host_functions", asked, &run, &from, 0, NULL);
}

int main(void)
{
	test_definitions();
	test_rules();
	test_device_work();
	test_workers();
	test_from_device();
	test_result_sent();
	test_result_finished();
	test_needs_kernels();
	test_time();
	test_errors();
	test_nobody_watched();
	return tap_done();
}
