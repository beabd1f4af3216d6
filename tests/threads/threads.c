/*
 * threads.c - the result of a launch does not depend on the number of host threads that run its
 * blocks: memory, counters, counters per line, output, findings. Runs the
 * kernels of kernels.cu (kernels.ptx is nvcc's output; compile.sh).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tests/tap/native.h"
#include "tests/tap/tap.h"

#define BLOCKS  200
#define THREADS 128
#define N       (BLOCKS * THREADS - 100)
#define CAP     (BLOCKS * THREADS)

struct params { uint64_t a, b, f; int32_t n; };

static const struct kernel {
	const char *name;
	enum simt_end end;
	uint32_t blocks;
	bool cooperative;
	bool unordered;   /* memory at the end may differ: the launch ended early */
} kernels[] = {
	{ "plain", SIMT_DONE, BLOCKS, false, false },
	{ "histogram", SIMT_DONE, BLOCKS, false, false },
	{ "extremes", SIMT_DONE, BLOCKS, false, false },
	{ "float_sum", SIMT_DONE, BLOCKS, false, false },
	{ "sums_of_two_types", SIMT_DONE, BLOCKS, false, false },
	{ "tickets", SIMT_DONE, BLOCKS, false, false },
	{ "sum_seen", SIMT_DONE, BLOCKS, false, false },
	{ "exchanged", SIMT_DONE, BLOCKS, false, false },
	{ "last_block", SIMT_DONE, BLOCKS, false, false },
	{ "float_max", SIMT_DONE, BLOCKS, false, false },
	{ "printer", SIMT_DONE, BLOCKS, false, false },
	{ "later_flag", SIMT_DONE, BLOCKS, false, false },
	{ "look_back", SIMT_DONE, 64, false, false },
	{ "grid_sync", SIMT_DONE, 64, true, false },
	{ "fault_amid", SIMT_FAULT, BLOCKS, false, true },
	{ "hang_amid", SIMT_HANG, BLOCKS, false, true },
};

/* The complete outcome of a launch. */
struct outcome {
	struct simt_result result;
	uint32_t *memory; /* a, b, f */
};

static bool outcome_make(const struct ptx_module *module, const struct kernel *k, unsigned threads,
			 uint64_t seed, struct outcome *o)
{
	struct error err = { 0 };
	struct simt_mem *m = simt_mem_new(1 << 24, &err);
	struct simt_program *program = m ? simt_program_new(module, m, &err) : NULL;
	struct params p = { .n = N };
	struct simt_launch launch = {
		.kernel = k->name, .grid = { k->blocks, 1, 1 }, .block = { THREADS, 1, 1 }, .params = &p,
		.params_len = sizeof(p), .checks = SIMT_CHECK_BOUNDS, .budget = 30000000, .order_seed = seed,
		.count_lines = true, .threads = threads, .cooperative = k->cooperative,
	};
	uint64_t *const at[] = { &p.a, &p.b, &p.f };
	bool good = program != NULL;

	memset(o, 0, sizeof *o);
	o->memory = calloc(3, CAP * 4);
	for (uint32_t i = 0; o->memory && i < N; i++)
		o->memory[i] = i * 2654435761u;
	for (int i = 0; i < 3 && good; i++)
		good = o->memory && simt_alloc(m, N * 4, i == 0 ? "a" : i == 1 ? "b" : "f", 4, 0, at[i], &err) == 0 &&
		       simt_write(m, *at[i], o->memory + i * CAP, N * 4, &err) == 0;
	good = good && simt_launch(program, &launch, &o->result, &err) == 0;
	for (int i = 0; i < 3 && good; i++)
		good = simt_read(m, *at[i], o->memory + i * CAP, N * 4, &err) == 0;
	if (!good)
		printf("# %s\n", err.text);
	/* Findings name files by the module's text, which outlives both. */
	simt_program_free(program);
	simt_mem_free(m);
	return good;
}

static void outcome_release(struct outcome *o)
{
	simt_result_release(&o->result);
	free(o->memory);
}

static bool same_lines(const struct simt_result *p, const struct simt_result *q)
{
	if (p->nlines != q->nlines)
		return false;
	for (size_t k = 0; k < p->nlines; k++)
		if (p->lines[k].line != q->lines[k].line || strcmp(p->lines[k].file, q->lines[k].file) ||
		    memcmp(&p->lines[k].counts, &q->lines[k].counts, sizeof(p->lines[k].counts)))
			return false;
	return true;
}

static bool same_findings(const struct simt_result *p, const struct simt_result *q)
{
	if (p->nfindings != q->nfindings)
		return false;
	for (size_t k = 0; k < p->nfindings; k++)
		if (strcmp(p->findings[k].message, q->findings[k].message) ||
		    p->findings[k].threads != q->findings[k].threads ||
		    p->findings[k].place.line != q->findings[k].place.line)
			return false;
	return true;
}

/* NULL, or the difference. */
static const char *difference(const struct kernel *k, const struct outcome *p, const struct outcome *q)
{
	if (p->result.end != q->result.end)
		return "end";
	if (!k->unordered && memcmp(p->memory, q->memory, 3 * CAP * 4))
		return "memory";
	/* Only one thread probes for deadlocks, which moves the point where a budget ends (simt.h). */
	bool counted = p->result.end != SIMT_HANG;

	if (counted && memcmp(&p->result.counts, &q->result.counts, sizeof(p->result.counts)))
		return "counters";
	if (counted && !same_lines(&p->result, &q->result))
		return "counters of a line";
	if (!same_findings(&p->result, &q->result))
		return "findings";
	if (p->result.output.len != q->result.output.len ||
	    (p->result.output.len && memcmp(p->result.output.data, q->result.output.data, p->result.output.len)))
		return "output";
	return NULL;
}

static void kernel_test(const struct ptx_module *module, const struct kernel *k, uint64_t seed)
{
	static const unsigned threads[] = { 2, 3, 8 };
	struct outcome one, more;

	if (!ok(outcome_make(module, k, 1, seed, &one) && one.result.end == k->end, "%s: seed %d, one thread",
		k->name, (int)seed))
		printf("# end %d %s\n", (int)one.result.end, one.result.error.text);
	for (size_t t = 0; t < 3; t++) {
		const char *what = "launch";

		if (outcome_make(module, k, threads[t], seed, &more))
			what = difference(k, &one, &more);
		if (!ok(!what, "%s: seed %d, %u threads: the same", k->name, (int)seed, threads[t]))
			printf("# differs: %s\n", what);
		outcome_release(&more);
	}
	outcome_release(&one);
}

int main(void)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	struct ptx_module *module = NULL;
	char path[4096];

	snprintf(path, sizeof(path), "%s/threads/kernels.ptx", getenv("TESTS_DIR") ? getenv("TESTS_DIR") : "tests");
	if (file_read(path, 1 << 20, &text, &err) == 0)
		module = ptx_parse(text.data, text.len, path, &err);
	if (!ok(module != NULL, "the kernels load"))
		printf("# %s\n", err.text);
	for (size_t k = 0; module && k < sizeof(kernels) / sizeof(kernels[0]); k++)
		for (uint64_t seed = 0; seed < 6; seed += 5)
			kernel_test(module, &kernels[k], seed);
	ptx_free(module);
	buf_release(&text);
	return tap_done();
}
