/*
 * simt_counts.c - compares the vm's counters with ncu's on a GPU: the
 * launches of tests/gpu/counters.def, with tests/gpu/counters.tsv.
 *
 *	simt_counts            TAP
 *	simt_counts --values   kernel, counter, pattern, ncu's value and the vm's
 *	simt_counts --counts   of each launch, the kernel and the counters that are not 0: for tests/cudart/times.tsv
 *
 * A row of counters.tsv is kernel, counter, ncu's value (for a pattern kernel one
 * per pattern), and either "equal" or the vm's value and the reason for the difference. A
 * counter that is in no row of a kernel, but in one of another's, is 0.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/path.h"
#include "gpu/counters_data.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "tap/native.h"
#include "tap/tap.h"

#define FILE_MAX_BYTES (4u << 20)

struct card {
	struct buf ptx, table;
	struct ptx_module *module;
	struct simt_mem *mem;
	struct simt_program *program;
	struct { uint64_t out, in, idx; int32_t n; } params;
	int32_t indices[ARRAY_WORDS];
	uint32_t zero[ARRAY_WORDS], input[ARRAY_WORDS];
};

static bool print_values, print_counts;

static bool fixture_load(struct card *c, struct error *err)
{
	const char *tests = getenv("TESTS_DIR");
	char path[4096];

	snprintf(path, sizeof(path), "%s/gpu/counters.tsv", tests ? tests : "tests");
	if (file_read(path, FILE_MAX_BYTES, &c->table, err) < 0)
		return false;
	buf_text(&c->table);
	snprintf(path, sizeof(path), "%s/gpu/counters.ptx", tests ? tests : "tests");
	input_fill(c->input);
	return file_read(path, FILE_MAX_BYTES, &c->ptx, err) == 0 &&
	       (c->module = ptx_parse(c->ptx.data, c->ptx.len, "counters.ptx", err)) &&
	       (c->mem = simt_mem_new(16 * ARRAY_BYTES, err)) &&
	       (c->program = simt_program_new(c->module, c->mem, err)) &&
	       simt_alloc(c->mem, ARRAY_BYTES, "out", 4, 0, &c->params.out, err) == 0 &&
	       simt_alloc(c->mem, ARRAY_BYTES, "in", 4, SIMT_READ_ONLY, &c->params.in, err) == 0 &&
	       simt_alloc(c->mem, ARRAY_BYTES, "idx", 4, SIMT_READ_ONLY, &c->params.idx, err) == 0 &&
	       simt_write(c->mem, c->params.in, c->input, ARRAY_BYTES, err) == 0;
}

static void fixture_release(struct card *c)
{
	simt_program_free(c->program);
	simt_mem_free(c->mem);
	ptx_free(c->module);
	buf_release(&c->ptx);
	buf_release(&c->table);
}

/* One launch over fresh arrays, the same as counters_launch.c's on the GPU. */
static bool kernel_run(struct card *c, const char *kernel, struct dim3u grid, struct dim3u block, int n,
		       struct simt_counts *counts)
{
	struct simt_launch launch = { .kernel = kernel, .grid = grid, .block = block, .count_lines = true,
				      .params = &c->params, .params_len = 28, .checks = SIMT_CHECK_BOUNDS };
	struct simt_counts lines = { 0 };
	struct simt_result r;
	struct error err;
	bool good;

	c->params.n = n;
	if (simt_write(c->mem, c->params.out, c->zero, ARRAY_BYTES, &err) < 0 ||
	    simt_write(c->mem, c->params.idx, c->indices, ARRAY_BYTES, &err) < 0 ||
	    simt_launch(c->program, &launch, &r, &err) < 0)
		return false;
	good = r.end == SIMT_DONE;
	if (!good)
		printf("# %s ends as %d: %s\n", kernel, (int)r.end, r.nfindings ? r.findings[0].message : "");
	*counts = r.counts;
	for (size_t k = 0; k < r.nlines; k++)
		for (size_t f = 0; f < simt_ncounters; f++) {
			uint64_t *sum = (uint64_t *)(void *)((char *)&lines + simt_counters[f].offset);

			*sum += simt_counter_value(&r.lines[k].counts, &simt_counters[f]);
		}
	/* Every cost belongs to some line. */
	good &= lines.global_sectors == r.counts.global_sectors && lines.flops == r.counts.flops &&
		lines.shared_wavefronts == r.counts.shared_wavefronts && lines.atomics == r.counts.atomics;
	simt_result_release(&r);
	return good;
}

static const struct simt_counter *counter_find(const char *name, size_t len)
{
	for (size_t k = 0; k < simt_ncounters; k++)
		if (strlen(simt_counters[k].name) == len && !memcmp(simt_counters[k].name, name, len))
			return &simt_counters[k];
	return NULL;
}

struct row {
	const char *kernel; size_t kernel_len;
	const struct simt_counter *counter;
	const char *values;     /* ends at a tab */
	const char *comparison; /* ends at a tab or the line's end */
	const char *end;
};

/* The row that begins at `at`; false for comments and other lines that are not rows. */
static bool row_read(const char *at, struct row *row)
{
	const char *tab = strchr(at, '\t'), *next = tab ? strchr(tab + 1, '\t') : NULL;

	row->end = strchr(at, '\n');
	if (*at == '#' || !row->end || !next || next > row->end)
		return false;
	row->kernel = at;
	row->kernel_len = (size_t)(tab - at);
	row->counter = counter_find(tab + 1, (size_t)(next - tab - 1));
	row->values = next + 1;
	tab = strchr(next + 1, '\t');
	row->comparison = tab && tab < row->end ? tab + 1 : row->end;
	return row->counter;
}

/* The row of a kernel's counter; *known: some kernel has one. */
static bool row_find(const struct card *c, const char *kernel, const struct simt_counter *counter,
		     struct row *found, bool *known)
{
	const char *end;

	*known = false;
	for (const char *at = c->table.data; (end = strchr(at, '\n')); at = end + 1) {
		struct row row;

		if (!row_read(at, &row) || row.counter != counter)
			continue;
		*known = true;
		if (row.kernel_len != strlen(kernel) || memcmp(row.kernel, kernel, row.kernel_len))
			continue;
		*found = row;
		return true;
	}
	return false;
}

/* The number at *at in a list of them, and on to the next. */
static uint64_t number_next(const char **at)
{
	uint64_t value = strtoull(*at, NULL, 10);

	*at += strspn(*at, "0123456789");
	*at += **at == ',';
	return value;
}

/* Every row that is not equal has a reason. */
static bool row_explains(const struct row *row, bool equal)
{
	const char *tab = memchr(row->comparison, '\t', (size_t)(row->end - row->comparison));

	return equal ? !tab : tab && row->end > tab + 1;
}

/* With small limits, groups of a warp that has diverged take turns, and join later than on the card. */
static bool joins_late(const char *kernel)
{
	static const char *const diverging[] = { "matmul_naive", "reduce_shared", "divergent" };

	for (size_t i = 0; i < sizeof diverging / sizeof *diverging; i++)
		if (LIMIT(false, !strcmp(kernel, diverging[i])))
			return true;
	return false;
}

/* Compares the kernel's counts, one set per pattern, with its rows. */
static bool counts_compare(const struct card *c, const char *kernel, const struct simt_counts *counts, unsigned n)
{
	bool good = true;

	for (size_t k = 0; k < simt_ncounters; k++) {
		struct row row = { .values = "", .comparison = "equal" };
		bool known, there = row_find(c, kernel, &simt_counters[k], &row, &known);
		bool equal = !strncmp(row.comparison, "equal", 5);
		const char *ncus = row.values, *wants = equal ? row.values : row.comparison;

		if (there && !row_explains(&row, equal) && (good = false, true))
			printf("# %s: %s is not equal and has no reason\n", kernel, simt_counters[k].name);
		for (unsigned p = 0; p < n && known && (there || n == 1); p++) {
			uint64_t vm = simt_counter_value(&counts[p], &simt_counters[k]);
			uint64_t ncu = number_next(&ncus), want = number_next(&wants);

			if (print_values && (vm || ncu))
				printf("%s\t%s\t%u\t%" PRIu64 "\t%" PRIu64 "\n", kernel, simt_counters[k].name, p, ncu, vm);
			else if (!print_values && vm != want && (good = false, true))
				printf("# %s, pattern %u: %s is %" PRIu64 ", not %" PRIu64 "\n", kernel, p,
				       simt_counters[k].name, vm, want);
		}
	}
	return good;
}

static void test_launch(struct card *c, const char *kernel, struct dim3u grid, struct dim3u block, int n)
{
	struct simt_counts counts;
	bool good = kernel_run(c, kernel, grid, block, n, &counts) && (joins_late(kernel) ||
								       counts_compare(c, kernel, &counts, 1));

	if (!print_values)
		ok(good, "%s counts as on the card, or differs as told", kernel);
}

static void test_patterns(struct card *c, const char *kernel)
{
	static struct simt_counts counts[PATTERNS];
	bool good = true;

	for (int k = 0; k < PATTERNS && good; k++)
		good = kernel_run(c, kernel, (struct dim3u){ 1, 1, 1 }, (struct dim3u){ 32, 1, 1 }, k, &counts[k]);
	good = good && counts_compare(c, kernel, counts, PATTERNS);
	if (!print_values)
		ok(good, "%s costs the same on the card, for each of %u address patterns", kernel, PATTERNS);
}

/* All counters of a launch. */
static void launch_print(struct card *c, const char *kernel, struct dim3u grid, struct dim3u block, int n)
{
	struct simt_counts counts;

	if (!kernel_run(c, kernel, grid, block, n, &counts))
		return;
	printf("%s\t%d", kernel, n);
	for (size_t k = 0; k < simt_ncounters; k++)
		if (simt_counter_value(&counts, &simt_counters[k]))
			printf("\t%s=%" PRIu64, simt_counters[k].name, simt_counter_value(&counts, &simt_counters[k]));
	printf("\n");
}

static void print_all(struct card *c)
{
	index_fill(c->indices, false);
#define LAUNCH(kernel, gx, gy, bx, by, n) \
	launch_print(c, #kernel, (struct dim3u){ gx, gy, 1 }, (struct dim3u){ bx, by, 1 }, n);
#define PATTERN(kernel)
#include "gpu/counters.def"
}

static void test_all(struct card *c)
{
	index_fill(c->indices, false);
#define LAUNCH(kernel, gx, gy, bx, by, n) \
	test_launch(c, #kernel, (struct dim3u){ gx, gy, 1 }, (struct dim3u){ bx, by, 1 }, n);
#define PATTERN(kernel)
#include "gpu/counters.def"
	index_fill(c->indices, true);
#define LAUNCH(kernel, gx, gy, bx, by, n)
#define PATTERN(kernel) test_patterns(c, #kernel);
#include "gpu/counters.def"
}

int main(int argc, char **argv)
{
	static struct card c;
	struct error err = { 0 };

	print_values = argc > 1 && !strcmp(argv[1], "--values");
	print_counts = argc > 1 && !strcmp(argv[1], "--counts");
	if (fixture_load(&c, &err))
		(print_counts ? print_all : test_all)(&c);
	else
		ok(false, "the kernels load: %s", err.text);
	fixture_release(&c);
	return print_values || print_counts ? 0 : tap_done();
}
